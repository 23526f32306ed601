import { chunk, sortBy } from 'lodash';

/*
 * Texts: lists and sentences in words, and what an expression may give where a text is meant.
 */

/**
 * Entries in the order of the name, or another text, that each has under a key. This does not use Intl, whose first use
 * would make n8n start later.
 */
export function alphabetically<Key extends string, Entry extends Record<Key, string>>(
	entries: readonly Entry[],
	key: Key,
): Entry[] {
	return sortBy(entries, (entry) => sortingName(entry[key]));
}

/**
 * The text by which a name is sorted: in lower case, and with a blank for each run of characters that are no letters
 * and digits of ASCII. A blank comes before any of these, so that "1:1" stands before "16:9".
 */
function sortingName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
}

/** A number without a sign, as services write it in a text: "12", "12.5". */
export const DECIMAL = /^\d+(\.\d+)?$/;

/**
 * One pattern for several: it finds each place of a text that one of them fits. It has the flags `g` and `u`, whatever
 * flags they have.
 */
export function anyOf(patterns: readonly RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu');
}

/**
 * Words as a sentence lists them: "a, b or c"; one word as it is, and an empty text for none.
 *
 * @param last the word before the last one of the list
 */
export function formatList(
	words: ReadonlyArray<string | number>,
	last: 'or' | 'and' = 'or',
): string {
	if (words.length < 2) return words.join('');
	return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/**
 * A title and a description in one text, "Title. Description", for a place that shows one text only. Where one of them
 * is empty, it is the other alone.
 */
export function inOneText(title: string, description?: string | null): string {
	return [title, description].filter(Boolean).join('. ');
}

/** A sentence, which is not empty, with a full stop at its end, unless it ends with ".", "!", "?" or "…" already. */
export function withFullStop(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A letter by its number in hexadecimal digits: for `replace`, with a pattern whose first group is the digits. */
export function letterOfHex(_: string, digits: string): string {
	return String.fromCharCode(parseInt(digits, 16));
}

/**
 * The number of characters (code points) of a text. One beyond the usual ones, such as an emoji or a letter of a rare
 * script, counts once, although it counts twice in the `length` of JavaScript.
 */
export function charactersIn(text: string): number {
	return [...text].length;
}

/** The most characters that a message may have. */
const MAX_MESSAGE = 4_000;

/**
 * A text without what goes beyond a length, for which "…" stands at its end. A text that is not longer stays as it is.
 *
 * @param length the most characters, without the "…"; as many as a message may have if not set
 */
export function clip(text: string, length = MAX_MESSAGE): string {
	if (text.length <= length) return text;
	// A letter beyond the first 65,536 of Unicode, such as an emoji, has two halves, of which no first one stays alone.
	const beginning = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
	return `${beginning}…`;
}

/**
 * Up to nine invisible characters (Unicode's "format" ones, `\p{Cf}`) at either end of a text, as they come along when
 * it is pasted. At its end, the tag characters U+E0020 to U+E007F stay, because the flag of Scotland ends with them:
 * the class `[^\P{Cf}…]` there has all format characters but these.
 */
const PASTED = /^\p{Cf}{1,9}|[^\P{Cf}\u{e0020}-\u{e007f}]{1,9}$/gu;

/**
 * The text that is meant by what an expression gave: a text or a number without blanks and invisible characters at its
 * ends. Empty for anything else, such as undefined, an object or a list.
 */
export function plainText(value: unknown): string {
	if (!isPlain(value)) return '';
	const withoutBlanks = String(value).trim();
	// Trimmed again, because blanks may stand within the invisible characters.
	return withoutBlanks.replace(PASTED, '').trim();
}

/** Whether a value is a text, or a number that may stand for one; not a failed calculation (NaN). */
export function isPlain(value: unknown): value is string | number | bigint {
	return ['string', 'bigint'].includes(typeof value) || Number.isFinite(value);
}

/** How often a pattern fits in a text. Without the flag `g` it counts once, and must have no groups. */
export function countMatches(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

/** What is looked for in a text, and what takes its place, as `String.replace` takes it. */
export type Replacement = readonly [pattern: RegExp, instead: string];

/** A text after some replacements, each of which is applied to what the one before it has left. */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
	return replacements.reduce((plain, [pattern, instead]) => plain.replace(pattern, instead), text);
}

/**
 * Makes a table of what names stand for.
 *
 * @param text each name before what it stands for, with blanks, tabs or line breaks between all of them: "amp & lt <"
 */
export function tableOfPairs(text: string): ReadonlyMap<string, string> {
	// Split by no other blank than these, because a no-break blank is a sign of a table.
	const words = text.trim().split(/[\n\t ]+/);
	return new Map(chunk(words, 2) as Array<[name: string, meaning: string]>);
}
