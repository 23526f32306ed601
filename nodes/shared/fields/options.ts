/*
 * Fields that decide what the node does and are not sent, such as those of the collection "Options". `given` is always
 * what n8n gives for a field or a collection: what is entered there, or what an expression in it gave.
 */
import { get } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { PackError } from '../util/errors';
import type { OtherWords } from './choices';
import { readField } from './field';
import { refusalOf, type Violation } from './violations';

/** The minutes of a leap year. n8n cannot store dates that are thousands of years away. */
const MAX_MINUTES = 366 * 24 * 60;

/** A time limit that the user has set in minutes, in milliseconds; a longer one than a year counts as a year. */
export function limitInMs(minutes: number): number {
	return Math.min(MAX_MINUTES, minutes) * 60_000;
}

/** Definitions of fields, by any names; each `satisfies INodeProperties`, so that its type is known. */
type Definitions = Record<string, INodeProperties>;

/** What a field holds when it has been read, by its type; one of any other type holds a text. */
type HeldByType = { number: number; boolean: boolean; multiOptions: string[] };

/** What a field of a type holds. */
type Held<Type> = Type extends keyof HeldByType ? HeldByType[Type] : string;

/** What fields hold, by the same names as their definitions; undefined for a field that the user did not set. */
export type OptionValues<P extends Definitions> = { [Name in keyof P]?: Held<P[Name]['type']> };

/**
 * Reads fields that are not sent; an expression may give anything in them.
 *
 * @param properties their definitions, by the names under which the values are returned
 * @param given what the collection of these fields holds
 * @param written what the user wrote in the collection, perhaps expressions; without it, what is given counts
 * @returns the values, undefined for a field that the user did not set; and the violations by fields that hold
 *   something impossible, none of which has a value
 */
export function checkOptions<P extends Definitions>(
	properties: P,
	given: unknown,
	written = given,
): { values: OptionValues<P>; violations: Violation[] } {
	const values: Record<string, unknown> = {};
	const violations: Violation[] = [];
	for (const [key, property] of Object.entries(properties)) {
		const { name } = property;
		const reading = readField({ property }, get(given, name), get(written, name));
		if ('violation' in reading) {
			violations.push(reading.violation);
		} else {
			values[key] = reading.value;
		}
	}
	return { values: values as OptionValues<P>, violations };
}

/**
 * Reads fields that are not sent, as `checkOptions` does, and returns their values.
 *
 * @throws PackError about all fields that hold something impossible
 */
export function readOptions<P extends Definitions>(properties: P, given: unknown): OptionValues<P> {
	const { values, violations } = checkOptions(properties, given);
	if (violations.length > 0) throw new PackError(refusalOf(violations));
	return values;
}

/**
 * Reads one field that is not sent, of whose values the caller knows the type `T`; undefined where the user set none.
 *
 * @param otherWords for a choice, other words for its options, by the values of these
 * @throws PackError where the field holds something impossible
 */
export function optionValue<T = string>(
	property: INodeProperties,
	given: unknown,
	otherWords?: OtherWords,
): T | undefined {
	const reading = readField({ property, parse: { otherWords } }, given);
	if ('violation' in reading) throw new PackError(refusalOf([reading.violation]));
	return reading.value as T | undefined;
}

/**
 * Reads, as `optionValue` does, a field in which something has to be chosen.
 *
 * @throws PackError where nothing is chosen, or the field holds something impossible
 */
export function chosenOption<T = string>(
	property: INodeProperties,
	given: unknown,
	otherWords?: OtherWords,
): T {
	return optionValue<T>({ ...property, required: true }, given, otherWords) as T;
}
