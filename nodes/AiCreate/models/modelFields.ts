import memoize from 'lodash/memoize';
import range from 'lodash/range';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { BodyField } from '../../shared/fields/field';
import { atMostCharacters, numberInText } from '../../shared/fields/values';
import { alphabetical, formatList, sentences } from '../../shared/util/text';
import {
	type FieldName,
	fieldNames,
	type FieldRule,
	type FieldValue,
	type Model,
} from './catalogue/types';
import { fieldLabels } from './labels';
import { isMediaField, mediaProperties } from './mediaFields';

/** One field of a model. */
interface ModelField {
	field: FieldName;
	rule: FieldRule;
	/** How the editor asks for it, without display conditions. */
	properties: INodeProperties[];
	/** How its value is read and checked: by the same property. Media are read by their own rules. */
	body?: BodyField;
}

/** What a required field starts with, and an example of an optional one: the first of these that the model accepts. */
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

/** No number of any model counts from zero. */
const numberLimits = { minValue: 1, numberPrecision: 0 };

type Input = Partial<INodeProperties> & Pick<INodeProperties, 'type' | 'default'>;

/** The values of a dropdown: a closed list, suggestions that have names, or a range. */
function dropdownValues(rule: FieldRule): readonly FieldValue[] | undefined {
	const { values, valueNames, suggestions, min, max } = rule;
	if (values) return values;
	if (valueNames) return suggestions;
	return min !== undefined && max !== undefined ? range(min, max + 1) : undefined;
}

function dropdown(rule: FieldRule, values: readonly FieldValue[], start: FieldValue): Input {
	const nameOf = (value: FieldValue) =>
		rule.valueNames?.[value] ?? usualNames[value] ?? String(value);
	const choices = values.map((value): INodePropertyOptions => ({ name: nameOf(value), value }));
	// n8n lists five or more entries by name, except where they begin with a number.
	if (choices.length >= 5 && typeof values[0] !== 'number') {
		choices.sort((a, b) => alphabetical.compare(a.name, b.name));
	}
	if (rule.required) return { type: 'options', options: choices, default: start };
	const { defaultWhenOmitted: omitted } = rule;
	const unset = omitted === undefined ? 'Model Default' : `Model Default (${nameOf(omitted)})`;
	return { type: 'options', options: [{ name: unset, value: '' }, ...choices], default: '' };
}

function input(field: FieldName, rule: FieldRule): Input {
	const { kind, placeholder } = fieldLabels[field];
	const { suggestions, initial } = rule;
	const values = dropdownValues(rule);
	const usual = usualValues[field]?.find((value) => (values ?? [value]).includes(value));
	const start = initial ?? usual ?? values?.[0] ?? numberLimits.minValue;
	if (values) return dropdown(rule, values, start);
	if (kind === 'text')
		return { type: 'string', typeOptions: { rows: 4 }, default: '', placeholder };
	const hint = suggestions && {
		hint: `Common values: ${formatList(suggestions)}. The service may reject others.`,
	};
	if (kind === 'number' && rule.required) {
		return { type: 'number', typeOptions: numberLimits, default: start, ...hint };
	}
	// Also of a number that may stay empty: n8n's input for numbers cannot.
	const example = suggestions?.find((value) => usualValues[field]?.includes(value)) ?? start;
	return { type: 'string', default: '', placeholder: `e.g. ${example}`, ...hint };
}

/** None is marked as required: with the model by an expression, n8n would ask for the fields of every model. */
function propertyOf(field: FieldName, rule: FieldRule): INodeProperties {
	const { label, name, description } = fieldLabels[field];
	const one = input(field, rule);
	const mayStayEmpty = !rule.required && one.type === 'string' && !one.typeOptions?.rows;
	return {
		displayName: label,
		name,
		...one,
		description: sentences(
			description,
			rule.maxLength === undefined ? undefined : `At most ${rule.maxLength} characters`,
			rule.note,
			mayStayEmpty ? 'If empty, the model decides' : undefined,
		),
	};
}

/** Values of clarity that the service uses internally and does not accept (service.md 4.3). */
const internalClarities = ['48001', '72001', '108001'];

function internalClarity(value: unknown): string | undefined {
	return internalClarities.includes(String(value))
		? `cannot be ${String(value)}, a value that the service uses internally: enter the real resolution, such as 480, 720 or 1080`
		: undefined;
}

/**
 * How the value of a field is read.
 *
 * @param property how the editor asks for it; its type, options and limits are the rule
 */
function bodyField(field: FieldName, rule: FieldRule, property: INodeProperties): BodyField {
	const { required, maxLength } = rule;
	const isNumber = fieldLabels[field].kind === 'number' && property.type === 'string';
	const number = numberInText(numberLimits);
	return {
		path: field,
		property,
		...(required ? { required } : {}),
		...(rule.values || property.type !== 'options' || !rule.valueNames ? {} : { isOpen: true }),
		check(value) {
			if (maxLength !== undefined) return atMostCharacters(maxLength)(value);
			if (!isNumber) return undefined;
			return (field === 'clarity' ? internalClarity(value) : undefined) ?? number.check(value);
		},
		...(isNumber ? { send: number.send } : {}),
	};
}

/** One field of a model; a fixed value is not asked for. */
export function modelField(field: FieldName, rule: FieldRule): ModelField {
	if (rule.fixed !== undefined) return { field, rule, properties: [] };
	if (isMediaField(field)) return { field, rule, properties: mediaProperties(field, rule) };
	const property = propertyOf(field, rule);
	return { field, rule, properties: [property], body: bodyField(field, rule, property) };
}

/** The fields of a model, in the order of requests. They are made once. */
export const fieldsOf = memoize(
	({ fields }: Pick<Model, 'fields'>): readonly ModelField[] =>
		fieldNames.flatMap((field) => {
			const rule = fields[field];
			return rule ? [modelField(field, rule)] : [];
		}),
	({ fields }) => fields,
);
