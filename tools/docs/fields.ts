import { compact, groupBy, mapValues, omit, omitBy, pickBy, uniq } from 'lodash';
import {
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
	type NodePropertyTypes,
} from 'n8n-workflow';

import { table } from './table';

/** Fields that choose which of the others there are; their choices become sections, not conditions. */
const SECTION_FIELDS = ['resource', 'operation'];

/** What depends on the model is in the table of models. */
const MODEL = 'modelCode';

/** One row of a table: all variants of a field, of which the editor shows one at a time. */
interface FieldRow {
	/** As the panel shows it, a collection before its field: 'Options › Simplify'. */
	label: string;
	variants: INodeProperties[];
	/** The fields of the same collection, or of the node. */
	siblings: readonly INodeProperties[];
	/** A collection whose fields have rows of their own. */
	group: boolean;
}

/** Fields as a Markdown table; empty without any. @param node all fields of the node, on which conditions may depend */
function fieldTable(
	properties: readonly INodeProperties[],
	node: readonly INodeProperties[],
): string {
	// Of the models, only those of the section count.
	const titles = { ...titlesOf(node), ...titlesOf(properties) };
	const offered = titles[MODEL]?.choices.map(({ value }): unknown => value) ?? [];
	const ofModels = properties.filter(
		(property) => modelCodes(property)?.some((one) => offered.includes(one)) ?? true,
	);
	const rows = fieldRows(ofModels).flatMap((row) => rowsOf(row, titles));
	return rows.length === 0 ? '' : table(['Field', 'Values', 'What it is for'], rows);
}

/** The rows of a node's fields in the order of its panel, without what chooses the operation. */
function fieldRows(properties: readonly INodeProperties[], above = ''): FieldRow[] {
	const files = properties.filter(isFileChoice).map(({ name }) => name);
	const fields = properties
		.filter(isField)
		.filter(({ name }) => !SECTION_FIELDS.includes(name))
		.filter((field) => !files.some((name) => wants(field, name)));
	const groups = groupBy(fields, ({ name, displayName }) => `${name} ${displayName}`);
	return Object.values(groups).flatMap((variants) => {
		const label = `${above}${variants[0]?.displayName ?? ''}`;
		const inner = variants.flatMap(innerFields);
		const row = { label, variants, siblings: properties, group: inner.length > 0 };
		return [row, ...fieldRows(inner, `${label}${SEPARATOR}`)];
	});
}

/** Where a file comes from: one row stands for this choice and all that follows from it, the same for every file. */
function isFileChoice({ type, options = [] }: INodeProperties): boolean {
	return type === 'options' && options.some((one) => 'value' in one && one.value === 'inputFile');
}

/** The row of a field; none for a collection that says nothing beyond its fields. */
function rowsOf(row: FieldRow, titles: Titles): string[][] {
	const { label, variants, group } = row;
	const condition = conditionOf(variants, { ...titles, ...titlesOf(row.siblings) });
	const text = compact([commonText(variants), condition]).join(' ');
	if (group && text === '') return [];
	const values = variants.some(isFileChoice) ? fileValues(variants) : valuesOf(variants);
	return [[`${label}${requiredNote(variants)}`, group ? '' : values, text]];
}

const SEPARATOR = ' › ';

/** The choices of a file without their descriptions. */
function fileValues(variants: readonly INodeProperties[]): string {
	const withoutText = variants.map((variant) => ({
		...variant,
		options: variant.options?.map((choice) => omit(choice, 'description')),
	}));
	const names = valuesOf(withoutText as INodeProperties[]).replaceAll('<br>', ', ');
	return `A [file](nodes.md#files): ${names}`;
}

/** Label and choices of each field by its name, to put conditions into words. */
type Titles = Record<string, { label: string; choices: INodePropertyOptions[] }>;

/** How conditions name the fields that they depend on. */
function titlesOf(properties: readonly INodeProperties[]): Titles {
	return mapValues(groupBy(properties, 'name'), (variants) => ({
		label: variants[0]?.displayName ?? '',
		choices: variants.flatMap(({ options = [] }) => options as INodePropertyOptions[]),
	}));
}

/** Types of properties in which nothing is entered. */
const NO_FIELDS: readonly string[] = ['notice', 'callout', 'hidden'];

/** What only the tool of an agent has is described with the tools; what an expression shows, is there without one, too. */
function isField({ type, displayOptions: { show = {} } = {} }: INodeProperties): boolean {
	const isByExpression = JSON.stringify(show).includes('"startsWith":"="');
	return !NO_FIELDS.includes(type) && !show['@tool'] && !isByExpression;
}

/** Those of a collection without defaults: theirs are only what the editor adds a field with. */
function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options.map((one) => omit(one, 'default') as INodeProperties);
	if (type !== 'fixedCollection') return [];
	return options.flatMap((group) => ('values' in group ? group.values : []));
}

function requiredNote(variants: readonly INodeProperties[]): string {
	return variants.some(({ required }) => required) ? ' (required)' : '';
}

/** What may be entered, in words or as a list of choices. */
function valuesOf(variants: readonly INodeProperties[]): string {
	const texts = uniq(variants.map(valueText));
	return texts.length === 1 ? (texts[0] ?? '') : 'depends on the [model](models.md)';
}

const WORDS: Partial<Record<NodePropertyTypes, string>> = {
	color: 'a color',
	dateTime: 'a date and time',
	json: 'JSON',
};

function valueText(property: INodeProperties): string {
	const { type, default: start, typeOptions = {} } = property;
	const { minValue, maxValue, loadOptionsMethod } = typeOptions;
	switch (type) {
		case 'boolean':
			if (start === undefined) return 'on or off';
			return start === true ? '**on** or off' : 'on or **off**';
		case 'number':
			if (minValue === undefined) return 'a number';
			return maxValue === undefined ? `${minValue} or more` : `${minValue} to ${maxValue}`;
		case 'resourceLocator':
			return (property.modes ?? []).map(({ displayName }) => displayName).join(', ');
		case 'options':
		case 'multiOptions':
			// With choices of its own, the field only gets other words for them.
			if (loadOptionsMethod && !property.options) return 'a list from the service';
			if (property.name === MODEL) return 'a [model](models.md)';
			return choicesText((property.options ?? []) as INodePropertyOptions[], start);
		default:
			return WORDS[type] ?? 'text';
	}
}

function choicesText(choices: INodePropertyOptions[], start: unknown): string {
	const begun = [start].flat();
	return choices
		.map(({ name, value, description }) => {
			const title = begun.includes(value) ? `**${name}**` : name;
			return description ? `${title}: ${description}` : title;
		})
		.join('<br>');
}

/** What all variants have in common: the same sentences at the beginning. */
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

/** When the field is there, in words; nothing where that differs. */
function conditionOf(variants: readonly INodeProperties[], titles: Titles): string {
	const [shown = '', ...others] = uniq(variants.map((one) => showText(one.displayOptions, titles)));
	return others.length === 0 ? shown : '';
}

/** The value for which alone a field is not hidden. */
function unlessValue(condition: unknown): string | undefined {
	return (condition as { _cnd?: { not?: string } })._cnd?.not;
}

/** The conditions of `displayOptions` in words; empty if only a section or the model decides. */
function showText(displayOptions: IDisplayOptions | undefined, titles: Titles): string {
	const { hide } = displayOptions ?? {};
	const onlyFor = pickBy(
		mapValues(hide, (values) => compact(values?.map(unlessValue))),
		'length',
	);
	const show: IDisplayOptions['show'] = { ...displayOptions?.show, ...onlyFor };
	const isSection = (_: unknown, path: string) => SECTION_FIELDS.includes(nameIn(path));
	const shown = conditionsIn(omitBy(show, isSection), titles);
	const hidden = conditionsIn(hide, titles);
	const sentences = [
		...(shown.length > 0 ? [`Only if ${shown.join(' and ')}.`] : []),
		...(hidden.length > 0 ? [`Not if ${hidden.join(' or ')}.`] : []),
	];
	return sentences.join(' ');
}

function nameIn(path: string): string {
	return path.replace(/^\//, '');
}

function conditionsIn(conditions: IDisplayOptions['show'] = {}, titles: Titles): string[] {
	return Object.entries(conditions).flatMap(([path, values = []]) => {
		const name = nameIn(path);
		const about = titles[name];
		if (!about || name === MODEL) return [];
		const words = values.flatMap((value) => {
			if (typeof value === 'boolean') return [value ? 'on' : 'off'];
			return about.choices.find((one) => one.value === value)?.name ?? [];
		});
		return words.length > 0 ? [`_${about.label}_ is ${listOf(words)}`] : [];
	});
}

/** The models that `displayOptions` ask for; undefined if the model does not matter. */
function modelCodes({ type, displayOptions }: INodeProperties): unknown[] | undefined {
	const { show = {} } = displayOptions ?? {};
	return type === 'collection' ? undefined : (show[MODEL] ?? show[`/${MODEL}`]);
}

function listOf(words: string[]): string {
	return words.length < 2
		? words.join('')
		: `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** The fields of a node: a table, or one for each of its resources and operations. */
export function nodeFields({ properties }: INodeTypeDescription): string {
	return sectionsOf(properties, properties, SECTION_FIELDS, '###');
}

/** A section for each choice of the first of the fields that choose, and one for what does not depend on it. */
function sectionsOf(
	properties: INodeProperties[],
	node: INodeProperties[],
	[by, ...others]: string[],
	mark: string,
): string {
	if (by === undefined) return fieldTable(properties, node);
	const choices = choicesOf(properties, by);
	if (choices.length === 0) return sectionsOf(properties, node, others, mark);
	const sections = choices.map(({ name, value, description }) => {
		const own = properties.filter((field) => isFor(field, by, value));
		const about = by === 'operation' ? `${description ?? ''}.` : '';
		return [`${mark} ${name}`, about, sectionsOf(own, node, others, `${mark}#`)];
	});
	const common = fieldTable(
		properties.filter((field) => !wants(field, by)),
		node,
	);
	const rest = common === '' ? [] : [`${mark} All ${by}s`, common];
	return [...sections.flat(), ...rest].filter(Boolean).join('\n\n');
}

/** Whether a field depends on a choice and is shown for this value of it. */
function isFor(property: INodeProperties, field: string, value: unknown): boolean {
	const conditions = wants(property, field);
	return (
		conditions !== undefined && NodeHelpers.checkConditions(conditions as never, [value] as never)
	);
}

/** The choices for which a field is there; undefined where it does not depend on them. */
function wants({ displayOptions }: INodeProperties, field: string): unknown[] | undefined {
	return displayOptions?.show?.[field];
}

function choicesOf(properties: INodeProperties[], field: string): INodePropertyOptions[] {
	const options = properties.flatMap(({ name, options: own = [] }) => (name === field ? own : []));
	return options as INodePropertyOptions[];
}
