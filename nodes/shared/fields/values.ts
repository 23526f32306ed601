import { get } from 'lodash';

import { plainText } from '../util/text';

/**
 * Whether the user left the value empty: nothing, blanks, or a list of such. 0 and false are values. An empty field is never
 * sent.
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return plainText(value) === '';
	return Array.isArray(value) && value.every(isEmpty);
}

/** What is entered in a field: of one with a list, the value. */
export function enteredIn(parameter: unknown): unknown {
	return get(parameter, 'value', parameter);
}

/** Whether a parameter, or what is entered in a field with a list, is an expression. */
export function isExpression(parameter: unknown): boolean {
	const entered = enteredIn(parameter);
	return typeof entered === 'string' && entered.startsWith('=');
}
