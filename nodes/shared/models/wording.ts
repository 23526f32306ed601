import { fieldLabels, labelFor, parametersLabel } from './labels';
import { joined } from '../util/text';
import { WEB_ADDRESS } from '../util/webAddress';
import type { FieldName, FieldRule, Model } from './catalogue/types';
import { fieldNames } from './catalogue/types';

/** Values of clarity that the service uses internally and does not accept (service.md 4.3). */
export const internalClarities: readonly unknown[] = [48001, 72001, 108001];

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
			return WEB_ADDRESS;
		case 'addresses':
			return allowedAddresses(rule.maxItems);
		case 'materials':
			return `a list of materials with a web address and a type${rule.fileTypes ? ` (${joined(rule.fileTypes)})` : ''}`;
		default:
			return `a text${rule.maxLength ? ` of at most ${rule.maxLength} characters` : ''}${rule.suggestions ? ` such as ${joined(rule.suggestions)}` : ''}`;
	}
}

/** The label under which the user set the field in this model's editor fields. */
export function labelOf(model: Model, field: string): string {
	const known = fieldNames.find((name) => name === field);
	if (known && (model.described || model.fields[known]))
		return labelFor(known, model.fields[known]);
	return parametersLabel.label;
}
