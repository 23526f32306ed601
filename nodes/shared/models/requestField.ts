import type { BodyField } from '../fields/bodyField';
import { atMostCharacters } from '../fields/values';
import type { FieldName, FieldRule } from './catalogue/types';
import { valueProperty } from './fieldProperties';
import { fieldLabels } from './labels';
import { isMediaField } from './mediaFields';

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
