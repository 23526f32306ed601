import { attempt, isError } from 'lodash';

import { isObject } from '../util/json';
import type { Changes } from './changes';
import { asSentence, IDEOGRAPH } from './sentences';

/*
 * The answer of a language model that was asked for JSON, perhaps between the fences of a block of code. A voice reads the texts
 * in it, because names and brackets make no sense to a listener.
 */

/** A whole text in JSON without blanks at its ends, and the fences around it. */
const ANSWER =
	/^(?:(?:```|~~~)[ \t]*(?:json5?|jsonc)?[ \t]*\n\s*)?([[{][^]*[\]}])(?:\s*\n[ \t]*(?:```|~~~))?$/i;

/** Names of what is shown, found or known, and not said. */
const UNSPOKEN =
	/prompt|visual|image|picture|camera|style|music|sound|tone|ur[li]$|link|tag|keyword|seo|meta|note|slug|^alt$|^id$|type|model/i;

const ADDRESS = /^(?:[a-z][\w+.-]*:\/\/|data:|www\.)\S*$/i;

/** Replaces JSON by the texts in it, each as a paragraph; JSON without any text stays as it is. */
export function fromJson(text: string, changes: Changes): string {
	const [, json] = ANSWER.exec(text.trim()) ?? [];
	if (json === undefined) return text;
	const value: unknown = attempt(JSON.parse, json);
	if (isError(value)) return text;
	const texts = spokenIn(value).filter((one) => /\p{L}/u.test(one) && !ADDRESS.test(one.trim()));
	// A single word beside sentences is a code, a language or a tone, and no part of what is said.
	const sentences = texts.filter((one) => /\S\s+\S/.test(one) || IDEOGRAPH.test(one));
	const read = sentences.length > 0 ? sentences : texts;
	if (read.length === 0) return text;
	changes.json += 1;
	return read.map((one) => (read.length > 1 ? asSentence(one.trim()) : one)).join('\n\n');
}

function spokenIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (!Array.isArray(value) && !isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		return Array.isArray(value) || !UNSPOKEN.test(name) ? spokenIn(inner) : [];
	});
}
