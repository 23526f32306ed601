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

/**
 * A whole number from `least` to `most`. The editor offers up to 50 numbers as a dropdown. What applies where the field
 * is left out can only be said of a closed list.
 */
export function range(least: number, most: number): Taken {
	return { is: 'range', least, most };
}

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
