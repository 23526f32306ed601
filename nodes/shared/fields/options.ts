import get from 'lodash/get';
import mapValues from 'lodash/mapValues';
import type { INodeProperties } from 'n8n-workflow';

import { message } from '../util/text';
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

type Options<P extends Record<string, INodeProperties>> = { [Name in keyof P]?: ValueOf<P[Name]> };

/**
 * Reads fields that steer the node and are not sent, such as those of the collection "Options". n8n
 * lets an expression give anything there.
 *
 * @param properties their definitions, by the names under which the values are returned
 * @param given what the collection holds
 * @returns the values, undefined for a field that the user did not set; and a sentence for each
 *   that holds something impossible, which names it and what is possible
 */
export function checkOptions<P extends Record<string, INodeProperties>>(
	properties: P,
	given: unknown,
): { values: Options<P>; violations: string[] } {
	const read = mapValues(properties, (property) =>
		readField({ path: property.name, property }, get(given, property.name)),
	);
	return {
		values: mapValues(read, ({ value }) => value) as Options<P>,
		violations: Object.values(read).flatMap(({ violation }) => violation ?? []),
	};
}

/** The same. @throws Error with all sentences */
export function readOptions<P extends Record<string, INodeProperties>>(
	properties: P,
	given: unknown,
): Options<P> {
	const { values, violations } = checkOptions(properties, given);
	if (violations.length > 0) throw new Error(message(violations));
	return values;
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
