import get from 'lodash/get';
import mapValues from 'lodash/mapValues';
import type { INodeProperties } from 'n8n-workflow';

import { readField } from './values';

/** A year; n8n cannot store dates that are thousands of years away. */
export const MOST_MINUTES = 366 * 24 * 60;

/** What a field holds, by its definition, which `satisfies INodeProperties` so that its type is known. */
type ValueOf<P extends INodeProperties> = P extends { type: 'number' }
	? number
	: P extends { type: 'boolean' }
		? boolean
		: P extends { type: 'multiOptions' }
			? string[]
			: string;

/**
 * Reads fields that steer the node and are not sent, such as those of the collection "Options". n8n lets an expression
 * give anything there.
 *
 * @param properties their definitions, by the names under which the values are returned
 * @param given what the collection holds
 * @returns the values, an option's own for a choice; undefined for a field that the user did not set
 * @throws Error that names the first field which holds something impossible, and what is possible
 */
export function readOptions<P extends Record<string, INodeProperties>>(
	properties: P,
	given: unknown,
): { [Name in keyof P]?: ValueOf<P[Name]> } {
	return mapValues(properties, (property) => optionValue(property, get(given, property.name))) as {
		[Name in keyof P]?: ValueOf<P[Name]>;
	};
}

/**
 * Reads one such field.
 *
 * @returns undefined where the user set none
 * @throws Error that names the field, and what is possible, when it holds something else
 */
export function optionValue<T = string>(property: INodeProperties, given: unknown): T | undefined {
	const { value, violation } = readField({ path: property.name, property }, given);
	if (violation !== undefined) throw new Error(violation);
	return value as T | undefined;
}

/** The same for a number. */
export const numberOption = optionValue<number>;

/** The same for a choice that has to be made: nothing is none of the options either. */
export function chosenOption<T = string>(property: INodeProperties, given: unknown): T {
	return optionValue<T>({ ...property, required: true }, given) as T;
}
