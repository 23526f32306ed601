import type { Taken } from './modelRules';
import type { FieldValue } from './serviceFields';

/*
 * What fields may hold, as the entries of models say it: `takes: closedList([5, 10])`.
 */

type ClosedList = Extract<Taken, { is: 'oneOf' }>;

/** One of these values; and what else is documented of them, such as their names. */
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

/** A whole number between two, or one of the two. Up to 50 numbers become a dropdown; decimals have no range. */
export function range(least: number, most: number): Taken {
	return { is: 'range', least, most };
}

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
