/*
 * What is wrong with what the user set: a message for each mistake, and one for all mistakes of an item.
 */
import { castArray, compact, isEmpty, uniqBy } from 'lodash';

import { type Message, wrongField } from '../util/catalogue';
import { isObject } from '../util/json';
import { formatValue } from '../util/quote';
import { clip, inOneText, withFullStop } from '../util/text';
import { fieldMessages } from './fieldMessages';

/** A mistake of the user: the message about it, which names the field. */
export interface Violation extends Message {
	/** The name of the field, if the mistake is that it was left out; undefined for any other mistake. */
	missingField?: string;
}

/**
 * The mistake that a field was left out which has to be set.
 *
 * @param place how messages name the field
 * @param advice what else is known about it; empty for nothing
 */
export function missing(field: string, place: string, advice = ''): Violation {
	return { ...fieldMessages.missing(place, advice), missingField: field };
}

/**
 * The message about a value that is something else than its field takes.
 *
 * @param place how messages name the field
 * @param expected what the value has to be, such as "an even number"
 */
export function mustBe(place: string, expected: string, given: unknown): Message {
	const advice = hasFields(given) ? fieldMessages.fieldOfObject : '';
	return fieldMessages.mustBe(place, expected, formatValue(given), advice);
}

/** Whether a value is an object with fields, or a list with one: what was dragged in is more than the field takes. */
function hasFields(given: unknown): boolean {
	return castArray(given).some((entry) => isObject(entry) && !isEmpty(entry));
}

/** The most violations of which an error says what they are; nobody reads more. */
const MOST_SHOWN = 20;

/**
 * All violations in one message: the first one is its title, and the others follow in its advice, each once. Of very
 * many, the advice only says how many more there are.
 *
 * @param violations at least one
 * @param notes sentences for the end of the advice; empty ones are left out
 */
export function refusalOf(violations: readonly Message[], ...notes: string[]): Message {
	const all = uniqBy(violations, ({ title, advice }) => inOneText(title, advice));
	const shown = all.slice(0, MOST_SHOWN);
	// As there is one at least, the default only satisfies the compiler.
	const [first = wrongField(''), ...others] = shown;
	const sentences = [clip(first.advice)];
	for (const { title, advice } of others) sentences.push(withFullStop(clip(title)), clip(advice));
	const notShown = all.length - shown.length;
	if (notShown > 0) sentences.push(fieldMessages.more(notShown));
	// An advice or a note may be empty.
	const wholeAdvice = compact(sentences.concat(notes)).join(' ');
	return wrongField(clip(first.title), wholeAdvice);
}
