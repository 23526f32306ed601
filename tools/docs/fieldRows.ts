import groupBy from 'lodash/groupBy';
import mapValues from 'lodash/mapValues';
import uniq from 'lodash/uniq';
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { table } from './markdown';

/** Fields that choose which of the others there are; their choices become sections, not conditions. */
const SECTION_FIELDS = ['resource', 'operation'];

/** What the model decides is told by the table of models. */
const MODEL = 'modelCode';

/** Fields of a node as a Markdown table; empty without any. */
export function fieldTable(properties: readonly INodeProperties[]): string {
	const fields = properties.filter(isField).filter(({ name }) => !SECTION_FIELDS.includes(name));
	return fields.length === 0
		? ''
		: table(['Field', 'Values', 'What it is for'], rowsOf(fields, titlesOf(properties)));
}

/** Label and choices of each field by its name, to put conditions into words. */
type Titles = Record<string, { label: string; choices: INodePropertyOptions[] }>;

function titlesOf(properties: readonly INodeProperties[]): Titles {
	return mapValues(groupBy(properties, 'name'), (variants) => ({
		label: variants[0]?.displayName ?? '',
		choices: variants.flatMap(({ options = [] }) => options as INodePropertyOptions[]),
	}));
}

function isField({ type }: INodeProperties): boolean {
	return type !== 'notice' && type !== 'callout';
}

/** Fields of the same name are one row: the editor shows one of them at a time. */
function rowsOf(fields: readonly INodeProperties[], titles: Titles, above = ''): string[][] {
	return Object.values(
		groupBy(fields, ({ name, displayName }) => `${name} ${displayName}`),
	).flatMap((variants) => {
		const [first] = variants as [INodeProperties];
		const label = [above, first.displayName].filter(Boolean).join(' › ');
		const inner = variants.flatMap(innerFields).filter(isField);
		const row = [
			`${label}${requiredNote(variants)}`,
			inner.length > 0 ? '' : valuesOf(variants),
			[commonText(variants), conditionOf(variants, titles)].filter(Boolean).join(' '),
		];
		const bare = inner.length > 0 && row[2] === '';
		return [...(bare ? [] : [row]), ...rowsOf(inner, titles, label)];
	});
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return options.flatMap((group) => ('values' in group ? group.values : []));
}

function requiredNote(variants: readonly INodeProperties[]): string {
	const required = variants.filter((variant) => variant.required).length;
	if (required === 0) return '';
	return required === variants.length ? ' (required)' : ' (required by some models)';
}

function valuesOf(variants: readonly INodeProperties[]): string {
	const texts = uniq(variants.map(valueText));
	return texts.length === 1 ? (texts[0] ?? '') : 'as the model has them';
}

function valueText(property: INodeProperties): string {
	const { type, default: start, typeOptions = {} } = property;
	const { minValue, maxValue, loadOptionsMethod } = typeOptions;
	switch (type) {
		case 'boolean':
			return 'on or off';
		case 'number':
			if (minValue === undefined) return 'a number';
			return maxValue === undefined ? `${minValue} or more` : `${minValue} to ${maxValue}`;
		case 'resourceLocator':
			return (property.modes ?? []).map(({ displayName }) => displayName).join(', ');
		case 'options':
		case 'multiOptions':
			if (loadOptionsMethod) return 'a list from the service';
			if (property.name === MODEL) return 'a [model](models.md)';
			return choicesText((property.options ?? []) as INodePropertyOptions[], start);
		case 'color':
			return 'a colour';
		case 'json':
			return 'JSON';
		default:
			return 'text';
	}
}

function choicesText(choices: INodePropertyOptions[], start: unknown): string {
	const begun = Array.isArray(start) ? start : [start];
	return choices
		.map(({ name, value, description }) => {
			const title = begun.includes(value) ? `**${name}**` : name;
			return description ? `${title}: ${description}` : title;
		})
		.join('<br>');
}

/** What all variants say: the sentences at the beginning that they have in common. */
function commonText(variants: readonly INodeProperties[]): string {
	const texts = variants.map(({ description = '' }) => sentencesOf(description));
	const [first = []] = texts;
	const end = first.findIndex((sentence, index) => texts.some((text) => text[index] !== sentence));
	return (end < 0 ? first : first.slice(0, end)).join(' ');
}

function sentencesOf(text: string): string[] {
	const sentences = text.split(/(?<=\.)\s+(?=[A-Z'])/).filter((sentence) => sentence !== '');
	return sentences.map((sentence) => `${sentence.replace(/\.$/, '')}.`);
}

/** When the field is shown, in words. */
function conditionOf(variants: readonly INodeProperties[], titles: Titles): string {
	const shown = uniq(variants.map(({ displayOptions }) => showText(displayOptions, titles)));
	return shown.length === 1 ? (shown[0] ?? '') : '';
}

function showText(displayOptions: IDisplayOptions | undefined, titles: Titles): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).flatMap(([path, values = []]) => {
		const name = path.replace(/^\//, '');
		if (SECTION_FIELDS.includes(name) || name === MODEL || name.startsWith('@')) return [];
		const about = titles[name];
		if (!about) return [];
		const words = values.flatMap((value) => {
			if (typeof value === 'boolean') return [value ? 'on' : 'off'];
			return about.choices.find((one) => one.value === value)?.name ?? [];
		});
		return [`_${about.label}_ is ${listOf(words)}`];
	});
	return conditions.length > 0 ? `Shown when ${conditions.join(' and ')}.` : '';
}

function listOf(words: string[]): string {
	return words.length < 2
		? words.join('')
		: `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
