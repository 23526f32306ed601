import type { INodeProperties } from 'n8n-workflow';

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
