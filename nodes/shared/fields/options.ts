import type { INodeProperties } from 'n8n-workflow';

import type { BodyField } from './field';
import { readField } from './values';

/** A year; n8n cannot store dates that are thousands of years away. */
export const MOST_MINUTES = 366 * 24 * 60;

/**
 * Reads a number that steers the node and is not sent. n8n lets an expression give anything there.
 *
 * @returns undefined where the user set none
 * @throws Error that names the field, when it is no number or out of its range
 */
export function numberOption(property: INodeProperties, given: unknown): number | undefined {
	const { value, violation } = readField({ path: property.name, property }, given);
	if (violation !== undefined) throw new Error(violation);
	return value as number | undefined;
}

/**
 * Reads a choice that steers the node and is not sent: one of the property's options, or several of a property that
 * takes several. n8n lets an expression give anything there.
 *
 * @returns the option's own value, undefined where the user set none
 * @throws Error that names the field and its options, when it is none of them
 */
export function optionValue<T = string>(property: INodeProperties, given: unknown): T | undefined {
	return read<T | undefined>({ path: property.name, property }, given);
}

/** The same for a choice that has to be made: nothing is none of the options either. */
export function chosenOption<T = string>(property: INodeProperties, given: unknown): T {
	return read<T>({ path: property.name, property, required: true }, given);
}

function read<T>(field: BodyField, given: unknown): T {
	const { value, violation } = readField(field, given);
	if (violation !== undefined) throw new Error(violation);
	return value as T;
}
