import range from 'lodash/range';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { BodyField } from '../../shared/fields/field';
import { atMostCharacters } from '../../shared/fields/values';
import { alphabetical, joined, sentences } from '../../shared/util/text';
import type { CreationType, FieldName, FieldRule, FieldValue } from './catalogue/types';
import { fieldLabels, isAdditionalField } from './labels';
import { isMediaField, mediaProperties } from './mediaFields';

/** What a required field starts with, and an optional one that was added: the first of these that the model accepts. */
const usualValues: Partial<Record<FieldName, readonly FieldValue[]>> = {
	aspect_ratio: ['16:9'],
	clarity: [1080, 2048],
	video_duration: [5],
};

/** Names of values in plain words, by what the editor otherwise shows. A resolution of an image is no height. */
const usualNames: Readonly<Record<string, string>> = {
	...Object.fromEntries([480, 720, 1080, 1440, 2160].map((height) => [height, `${height}p`])),
	'2K': '2K (Same as 1440p)',
	'4K': '4K (Same as 2160p)',
	auto: 'Auto',
};

/** Of an image and of a video, which also moves. */
const promptExamples: Readonly<Record<CreationType, string>> = {
	3: 'e.g. A lighthouse at dawn, soft light, calm sea',
	4: 'e.g. A lighthouse at dawn, seen from a slowly rising drone',
};

/** No number of any model counts from zero. */
const LEAST = 1;

function nameOf(value: FieldValue, rule: FieldRule): string {
	return rule.valueNames?.[value] ?? usualNames[value] ?? String(value);
}

/** n8n lists five or more entries by name, except where they begin with a number. */
function inOrder(choices: INodePropertyOptions[]): INodePropertyOptions[] {
	if (choices.length < 5 || typeof choices[0]?.value === 'number') return choices;
	return [...choices].sort((a, b) => alphabetical.compare(a.name, b.name));
}

function choices(values: readonly FieldValue[], rule: FieldRule): INodePropertyOptions[] {
	return inOrder(values.map((value) => ({ name: nameOf(value, rule), value })));
}

/** The values of a dropdown: a closed list, suggestions that have names, or a range of lengths. */
function dropdownValues(field: FieldName, rule: FieldRule): readonly FieldValue[] | undefined {
	const { values, valueNames, suggestions, min, max } = rule;
	if (values) return values;
	if (valueNames) return suggestions;
	return field === 'video_duration' && min !== undefined && max !== undefined
		? range(min, max + 1)
		: undefined;
}

/** Whether the editor shows the field although it may stay empty. */
function isOptionalAtTop(field: FieldName, rule: FieldRule): boolean {
	return !rule.required && !isAdditionalField(field, rule);
}

function accepts(field: FieldName, rule: FieldRule, value: FieldValue): boolean {
	const values = dropdownValues(field, rule);
	if (values) return values.includes(value);
	return (
		typeof value !== 'number' || (value >= (rule.min ?? LEAST) && value <= (rule.max ?? Infinity))
	);
}

function startValue(field: FieldName, rule: FieldRule): FieldValue {
	const usual = usualValues[field]?.find((value) => accepts(field, rule, value));
	return rule.initial ?? usual ?? dropdownValues(field, rule)?.[0] ?? rule.min ?? LEAST;
}

function limits(field: FieldName, rule: FieldRule): string | undefined {
	const { min, max, maxLength } = rule;
	if (maxLength !== undefined) return `At most ${maxLength} characters`;
	if (min === undefined || max === undefined || dropdownValues(field, rule)) return undefined;
	return `From ${min} to ${max}`;
}

function openHint({ suggestions }: FieldRule): Pick<INodeProperties, 'hint'> {
	return suggestions
		? { hint: `Common values: ${joined(suggestions)}. The service may reject others.` }
		: {};
}

type Input = Partial<INodeProperties> & Pick<INodeProperties, 'type' | 'default'>;

function dropdown(field: FieldName, rule: FieldRule, values: readonly FieldValue[]): Input {
	const all = choices(values, rule);
	if (!isOptionalAtTop(field, rule)) {
		return { type: 'options', options: all, default: startValue(field, rule) };
	}
	const { omitted } = rule;
	const unset =
		omitted === undefined ? 'Model Default' : `Model Default (${nameOf(omitted, rule)})`;
	return { type: 'options', options: [{ name: unset, value: '' }, ...all], default: '' };
}

function numberLimits({ min = LEAST, max }: FieldRule): INodeProperties['typeOptions'] {
	return {
		minValue: min,
		...(max === undefined ? {} : { maxValue: max }),
		numberPrecision: 0,
	};
}

/** A field that may stay empty; n8n's input for numbers cannot. */
function textInput(field: FieldName, rule: FieldRule): Input {
	const example = rule.suggestions?.find((value) => usualValues[field]?.includes(value));
	return {
		type: 'string',
		default: '',
		placeholder: `e.g. ${example ?? startValue(field, rule)}`,
		...openHint(rule),
	};
}

function input(field: FieldName, rule: FieldRule, creationType: CreationType): Input {
	const values = dropdownValues(field, rule);
	if (values) return dropdown(field, rule, values);
	switch (fieldLabels[field].kind) {
		case 'text':
			return {
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: promptExamples[creationType],
			};
		case 'number':
			if (isOptionalAtTop(field, rule)) return textInput(field, rule);
			return {
				type: 'number',
				typeOptions: numberLimits(rule),
				default: startValue(field, rule),
				...openHint(rule),
			};
		default:
			return textInput(field, rule);
	}
}

/**
 * The editor parameters of one field under a model's rule, in display order, without display
 * conditions. Fields with a fixed value have none. None is marked as required: with the model by an expression, n8n
 * would ask for the fields of every model.
 */
export function fieldProperties(
	field: FieldName,
	rule: FieldRule,
	creationType: CreationType,
): INodeProperties[] {
	if (rule.fixed !== undefined) return [];
	if (isMediaField(field)) return mediaProperties(field, rule);
	const { label, name, description } = fieldLabels[field];
	const one = input(field, rule, creationType);
	const mayStayEmpty = !rule.required && one.type === 'string' && !one.typeOptions?.rows;
	return [
		{
			displayName: label,
			name,
			...one,
			description: sentences(
				description,
				limits(field, rule),
				rule.note,
				mayStayEmpty ? 'If empty, the model decides' : undefined,
			),
		},
	];
}

/**
 * What the value of a field has to be, whichever way the editor asks for it: a closed list, a number, or a text.
 *
 * @returns the part of an editor parameter that says so
 */
function valueProperty(field: FieldName, rule: FieldRule): Input {
	if (rule.values) {
		return { type: 'options', options: choices(rule.values, rule), default: '' };
	}
	const { kind } = fieldLabels[field];
	if (kind === 'number') return { type: 'number', typeOptions: numberLimits(rule), default: 1 };
	return { type: 'string', default: '', ...(kind === 'text' ? { typeOptions: { rows: 4 } } : {}) };
}

/** Values of clarity that the service uses internally and does not accept (service.md 4.3). */
const internalClarities: readonly unknown[] = [48001, 72001, 108001];

/**
 * The field of a request that a model's rule stands for, as fixed requests write theirs by hand.
 *
 * @param field service field name
 * @param rule the model's rule for it
 * @returns undefined for media, which readMedia reads, and for a fixed value, which nobody is asked for
 */
export function requestField(field: FieldName, rule: FieldRule): BodyField | undefined {
	if (isMediaField(field) || rule.fixed !== undefined) return undefined;
	const { name, label } = fieldLabels[field];
	return {
		path: field,
		property: { displayName: label, name, ...valueProperty(field, rule) },
		...(rule.required ? { required: true } : {}),
		check: (value) =>
			(rule.maxLength === undefined ? undefined : atMostCharacters(rule.maxLength)(value)) ??
			(field === 'clarity' ? internalClarity(value) : undefined),
	};
}

function internalClarity(value: unknown): string | undefined {
	return internalClarities.includes(value)
		? `cannot be ${String(value)}, a value that the service uses internally: enter the real resolution, such as 480, 720 or 1080`
		: undefined;
}
