import { fieldLabels, labelFor, parametersLabel } from './labels';
import type { FieldName, FieldRule, FieldValue, Model } from './catalogue/types';
import { fieldNames } from './catalogue/types';

/** Values of clarity that the service uses internally and does not accept (service.md 4.3). */
export const internalClarities: readonly unknown[] = [48001, 72001, 108001];

/** "a, b or c". */
export function joined(words: readonly FieldValue[], last: 'or' | 'and' = 'or'): string {
	if (words.length < 2) return words.join('');
	return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Sentences of a description; by n8n's convention a single one has no full stop. */
export function sentences(...parts: Array<string | undefined>): string {
	const given = parts.filter((part): part is string => part !== undefined);
	return given.length < 2 ? given.join('') : given.map((part) => `${part}.`).join(' ');
}

/** What a media field takes. */
export const webAddress = 'a web address that starts with http:// or https://';

/** What a number rule allows: "a whole number from 2 to 30". */
function allowedNumber({ min, max, suggestions }: FieldRule): string {
	const lowest = min === undefined ? '' : ` of ${min} or more`;
	const range = max === undefined ? lowest : ` from ${min ?? 1} to ${max}`;
	return `a whole number${range}${suggestions ? `, such as ${joined(suggestions)}` : ''}`;
}

function allowedAddresses(maxItems: number | undefined): string {
	if (maxItems === undefined) return 'a list of web addresses';
	return maxItems === 1 ? 'one web address' : `a list of at most ${maxItems} web addresses`;
}

/**
 * What a field accepts, as the end of "must be …".
 *
 * @param field service field name
 * @param rule the model's rule for it
 */
export function allowed(field: FieldName, rule: FieldRule): string {
	if (rule.fixed !== undefined) return `${rule.fixed}`;
	if (rule.values) return `${rule.values.length > 2 ? 'one of ' : ''}${joined(rule.values)}`;
	switch (fieldLabels[field].kind) {
		case 'number':
			return allowedNumber(rule);
		case 'address':
			return webAddress;
		case 'addresses':
			return allowedAddresses(rule.maxItems);
		case 'materials':
			return `a list of materials with a web address and a type${rule.fileTypes ? ` (${joined(rule.fileTypes)})` : ''}`;
		default:
			return `a text${rule.maxLength ? ` of at most ${rule.maxLength} characters` : ''}${rule.suggestions ? ` such as ${joined(rule.suggestions)}` : ''}`;
	}
}

const LONGEST_MESSAGE = 4_000;

/** Sentences of a message without repeats: as many as one reads, and the number of the others. */
export function message(violations: readonly string[]): string {
	const all = [...new Set(violations)];
	const told: string[] = [];
	let length = 0;
	for (const sentence of all) {
		length += sentence.length + 2;
		if (told.length > 0 && length > LONGEST_MESSAGE) break;
		told.push(clipped(sentence, LONGEST_MESSAGE));
	}
	const more = all.length - told.length;
	return [...told, ...(more > 0 ? [`And ${more} more like these`] : [])].join('. ');
}

function clipped(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longestShown = 60;

/** A value as it appears in a message, short enough to read. */
export function shown(value: unknown): string {
	if (value === undefined) return 'missing';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return clipped(text, longestShown);
}

/** The label under which the user set the field in this model's editor fields. */
export function labelOf(model: Model, field: string): string {
	const known = fieldNames.find((name) => name === field);
	if (known && (model.described || model.fields[known]))
		return labelFor(known, model.fields[known]);
	return parametersLabel.label;
}
