/*
 * What is wrong with what the user set. Until it is shown, it is no text, but a value that says in `is` what sort of
 * mistake it is, and in `field` where, so that code can decide by these. It becomes words in this file alone.
 */
import { castArray, compact, isEmpty, uniqBy } from 'lodash';

import { type Message, wrongField } from '../util/catalogue';
import { isObject } from '../util/json';
import { formatValue } from '../util/quote';
import { clip, inOneText, withFullStop } from '../util/text';
import { fieldMessages } from './fieldMessages';

/** What is wrong with a value, before it is known which field holds it. */
export type Problem =
	/** It is something else than the field takes. */
	| { is: 'mustBe'; expected: string }
	/** It breaks a rule that has a message of its own. */
	| { is: 'broken'; message: Message };

/** What is wrong with one field; or, without a name, with several of them together. */
export type Violation =
	/** The user left out what has to be set; the advice is empty where nothing explains it. */
	| { is: 'missing'; field: string; place: string; advice: string }
	/** The field, which messages call `place`, has something else (`given`) than it takes. */
	| { is: 'mustBe'; field: string; place: string; expected: string; given: unknown }
	/** A rule is broken, about which the message says all. */
	| { is: 'broken'; field?: string; message: Message };

/** The problem of a value that is something else than the field takes. @param expected such as "an even number" */
export function mustBe(expected: string): Problem {
	return { is: 'mustBe', expected };
}

/**
 * A broken rule with a message of its own. It may be used as a `Problem`, and also as a `Violation`.
 *
 * @param field the name of the field whose rule it is; undefined for none in particular
 */
export function broken(message: Message, field?: string) {
	return { is: 'broken', field, message } as const;
}

/**
 * The violation that a problem is, once it is known which field has it.
 *
 * @param at the name of the field, and as `place` how messages name it
 * @param given the value that the message shows, where the problem is `mustBe`
 */
export function violationOf(
	problem: Problem,
	at: { field: string; place: string },
	given: unknown,
): Violation {
	const { field, place } = at;
	if (problem.is === 'broken') return broken(problem.message, field);
	return { is: 'mustBe', field, place, expected: problem.expected, given };
}

/** The message about a violation. */
export function inWords(violation: Violation): Message {
	switch (violation.is) {
		case 'missing':
			return fieldMessages.missing(violation.place, violation.advice);
		case 'mustBe': {
			const { place, expected, given } = violation;
			const advice = hasFields(given) ? fieldMessages.fieldOfObject : '';
			return fieldMessages.mustBe(place, expected, formatValue(given), advice);
		}
		case 'broken':
			return violation.message;
	}
}

/** Whether a value is an object with fields, or a list with one: what was dragged in is more than the field takes. */
function hasFields(given: unknown): boolean {
	return castArray(given).some((entry) => isObject(entry) && !isEmpty(entry));
}

/**
 * The violation by a value inside of a field, as of JSON: the message about the value, with the name of the field
 * before it.
 *
 * @param place how messages name the field
 * @param violation that of the value, whose message only says where it is within the field
 */
export function inside(place: string, violation: Violation): Violation {
	const { title, advice } = inWords(violation);
	return broken(fieldMessages.inside(place, title, advice), violation.field);
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
export function refusalOf(violations: readonly Violation[], ...notes: string[]): Message {
	const messages = violations.map(inWords);
	const all = uniqBy(messages, ({ title, advice }) => inOneText(title, advice));
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
