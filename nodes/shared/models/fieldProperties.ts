import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fieldLabels } from './labels';
import { isMediaField, mediaProperties } from './mediaFields';
import type { FieldName, FieldRule, FieldValue } from './catalogue/types';
import { alphabetical } from '../util/alphabetical';
import { joined, sentences } from '../util/text';

/** What the editor starts with: the first of these that the model accepts. */
const usualValues: Partial<Record<FieldName, readonly FieldValue[]>> = {
	aspect_ratio: ['16:9'],
	clarity: [1080, 2048],
	resolution_mode: ['native'],
	quality_mode: ['std'],
	video_duration: [5],
	number_of_images: [1],
};

const usualNames: Readonly<Record<string, string>> = {
	'2K': '2K (Same as 1440)',
	'4K': '4K (Same as 2160)',
	auto: 'Auto',
};

/** n8n lists five or more entries by name, except where they begin with a number. */
function inOrder(choices: INodePropertyOptions[]): INodePropertyOptions[] {
	if (choices.length < 5 || typeof choices[0]?.value === 'number') return choices;
	return [...choices].sort((a, b) => alphabetical.compare(a.name, b.name));
}

function choices(values: readonly FieldValue[], rule: FieldRule): INodePropertyOptions[] {
	return inOrder(
		values.map((value) => ({
			name: rule.valueNames?.[value] ?? usualNames[value] ?? String(value),
			value,
		})),
	);
}

/** The values of a dropdown: a closed list, or suggestions that have names. */
function dropdownValues(rule: FieldRule): readonly FieldValue[] | undefined {
	return rule.values ?? (rule.valueNames && rule.suggestions);
}

function accepts(rule: FieldRule, value: FieldValue): boolean {
	const values = dropdownValues(rule);
	if (values) return values.includes(value);
	return typeof value !== 'number' || (value >= (rule.min ?? 1) && value <= (rule.max ?? Infinity));
}

function startValue(field: FieldName, rule: FieldRule): FieldValue {
	const usual = usualValues[field]?.find((value) => accepts(rule, value));
	return rule.initial ?? usual ?? dropdownValues(rule)?.[0] ?? rule.min ?? 1;
}

function limits({ min, max, maxLength }: FieldRule): string | undefined {
	if (maxLength !== undefined) return `At most ${maxLength} characters`;
	return min !== undefined && max !== undefined ? `From ${min} to ${max}` : undefined;
}

function openHint({ suggestions }: FieldRule): Pick<INodeProperties, 'hint'> {
	return suggestions
		? { hint: `Commonly ${joined(suggestions)}; the service decides about other values` }
		: {};
}

type Input = Partial<INodeProperties> & Pick<INodeProperties, 'type' | 'default'>;

function numberInput(field: FieldName, rule: FieldRule): Input {
	const { min, max } = rule;
	return {
		type: 'number',
		typeOptions: {
			...(min === undefined ? {} : { minValue: min }),
			...(max === undefined ? {} : { maxValue: max }),
			numberPrecision: 0,
		},
		default: startValue(field, rule),
		...openHint(rule),
	};
}

function textInput(rule: FieldRule): Input {
	const [example] = rule.suggestions ?? [];
	return {
		type: 'string',
		default: '',
		...(example === undefined ? {} : { placeholder: `e.g. ${example}` }),
		...openHint(rule),
	};
}

function input(field: FieldName, rule: FieldRule): Input {
	const values = dropdownValues(rule);
	if (values) {
		return { type: 'options', options: choices(values, rule), default: startValue(field, rule) };
	}
	switch (fieldLabels[field].kind) {
		case 'number':
			return numberInput(field, rule);
		case 'text':
			return {
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. A lighthouse at dawn, seen from a slowly rising drone',
			};
		default:
			return textInput(rule);
	}
}

/**
 * The editor parameters of one field under a model's rule, in display order, without display
 * conditions. Fields with a fixed value have none. None is marked as required: with the model by an expression, n8n
 * would ask for the fields of every model.
 */
export function fieldProperties(field: FieldName, rule: FieldRule): INodeProperties[] {
	if (rule.fixed !== undefined) return [];
	if (isMediaField(field)) {
		return mediaProperties(field, rule);
	}
	const { label, name, description } = fieldLabels[field];
	return [
		{
			displayName: label,
			name,
			...input(field, rule),
			description: sentences(description, limits(rule), rule.note),
		},
	];
}
