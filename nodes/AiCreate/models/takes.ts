import { range } from 'lodash';

import type { Taken, ValueNames } from './modelRules';
import type { FieldValue } from './serviceFields';

/*
 * What fields may hold, as the entries of models say it: `takes: closedList([5, 10])`.
 */

type OneOf = Extract<Taken, { is: 'oneOf' }>;

/**
 * The rule that a field takes one of these values and nothing else.
 *
 * @param more what else is documented of the values: their names, or which one applies where none is sent
 */
export function closedList(
	values: readonly FieldValue[],
	more: Omit<Partial<OneOf>, 'is' | 'values' | 'isOpen'> = {},
): Taken {
	return { ...more, is: 'oneOf', values };
}

/**
 * The rule that a field takes any value, of which these are documented as common or as examples.
 *
 * @param names of the values, with which they are offered in a dropdown
 */
export function suggested(values: readonly FieldValue[], names?: ValueNames): Taken {
	return { is: 'oneOf', values, names, isOpen: true };
}

/**
 * The rule that a field takes one of the whole numbers from `least` to `most`, both included. The editor offers them in
 * a dropdown, so there may be some dozens at most.
 */
export function dropdownOfNumbers(least: number, most: number): Taken {
	// The function of lodash leaves out the number at the end.
	return closedList(range(least, most + 1));
}

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
