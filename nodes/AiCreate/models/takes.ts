import { range } from 'lodash';

import type { Taken } from './modelRules';
import type { FieldValue } from './serviceFields';

/*
 * What fields may hold, as the entries of models say it: `takes: closedList([5, 10])`.
 */

type ClosedList = Extract<Taken, { is: 'oneOf' }>;

/** One of these values. @param more what else is documented of them, such as their names */
export function closedList(
	values: readonly FieldValue[],
	more: Omit<Partial<ClosedList>, 'is' | 'values'> = {},
): Taken {
	return { ...more, is: 'oneOf', values };
}

/** Any value, of which these are common. */
export function suggested(values: readonly FieldValue[]): Taken {
	return { is: 'suggested', values };
}

/** One of the whole numbers from `least` to `most`. */
export function wholeNumbers(least: number, most: number): Taken {
	// The function of lodash leaves out the number at the end.
	return closedList(range(least, most + 1));
}

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
