/*
 * What a field holds, before it is parsed. n8n stores a field with a list as an
 * object, whose `value` is what was chosen.
 */
import { get } from 'lodash';

import { plainText } from '../util/text';

/**
 * Whether the user left the value empty: nothing, blanks, or a list of such, also an empty one. 0, false and an empty
 * object are values. An empty field is never sent.
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return plainText(value) === '';
	return Array.isArray(value) && value.every(isEmpty);
}

/** What the user entered: for a field with a list, what was chosen; for any other, what the field holds. */
export function enteredIn(parameter: unknown): unknown {
	// The last argument is what comes back for a parameter without a `value`, as a text or a number is.
	return get(parameter, 'value', parameter);
}

/** Whether the user entered an expression, which n8n stores with an equals sign before it. */
export function isExpression(parameter: unknown): boolean {
	const entered = enteredIn(parameter);
	return typeof entered === 'string' && entered.startsWith('=');
}
