import { safeJson } from './json';

/**
 * The order of names in lists: letters and digits, where signs come before both (1:1 before 16:9).
 * Without Intl, whose first use would make n8n start later.
 */
export const alphabetical = {
	compare(a: string, b: string): number {
		const [left, right] = [forOrder(a), forOrder(b)];
		return Number(left > right) - Number(left < right);
	},
};

function forOrder(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
}

/** Most entries of a list in a message. */
const MAX_LISTED = 100;

/** "a, b or c"; of a longer list than one reads, its beginning. */
export function formatList(
	words: ReadonlyArray<string | number>,
	last: 'or' | 'and' = 'or',
): string {
	if (words.length < 2) return words.join('');
	const more = words.length - MAX_LISTED;
	if (more > 0) return `${words.slice(0, MAX_LISTED).join(', ')}, and ${more} more`;
	return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Sentences of a description; by n8n's convention a single one has no full stop. */
export function sentences(...parts: Array<string | undefined>): string {
	const given = parts.filter((part): part is string => part !== undefined);
	return given.length < 2 ? given.join('') : given.map((part) => `${part}.`).join(' ');
}

const IS_MISSING = ' is missing';

/** The sentence about a field that must be set and is not. */
export function missing(label: string): string {
	return missingMessage(`'${label}'`);
}

/** The same about anything, such as the URL of one file of a list. */
export function missingMessage(subject: string): string {
	return `${subject}${IS_MISSING}`;
}

/** Whether a sentence says so. */
export function isMissingMessage(sentence: string): boolean {
	return sentence.endsWith(IS_MISSING);
}

/** The end of a sentence about a text that looks like an expression and is none, and what to do. */
export function plainBraces(text: string): string | undefined {
	const [braces] = /\{\{.*?\}\}/s.exec(text) ?? [];
	return (
		braces &&
		`contains ${formatValue(braces)} as plain text. Switch the field to an expression, or remove the braces`
	);
}

/** A message in two parts, as n8n shows it. */
export interface Explanation {
	/** What happened. */
	title: string;
	/** What to do. */
	description: string;
}

/** A quoted name or value, in which a full stop ends no sentence. */
const QUOTED = /(?<![\p{L}\p{N}])'(?:[^']|(?<=\p{L})'(?=\p{L}))*'/gu;

const END_OF_SENTENCE = /\. (?=[\p{Lu}_"{(])/u;

/** The first sentence of a text as the title of a message, the others as its description. */
export function explanation(text: string): Explanation {
	const unquoted = text.replace(QUOTED, (quoted) => '_'.repeat(quoted.length));
	const end = unquoted.search(END_OF_SENTENCE);
	if (end < 0) return { title: text, description: '' };
	return { title: text.slice(0, end), description: withFullStop(text.slice(end + 2)) };
}

/** A message of both parts in one text, for a place that shows nothing else. */
export function inOneText(title: string, description?: string | null): string {
	return [title, description].filter(Boolean).join('. ');
}

/** A sentence with the full stop that it may have already. */
export function withFullStop(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const MAX_MESSAGE = 4_000;

/** Sentences of a message without repeats: as many as one reads, and the number of the others. */
export function message(violations: readonly string[]): string {
	const all = [...new Set(violations)];
	const listed: string[] = [];
	let length = 0;
	for (const sentence of all) {
		length += sentence.length + 2;
		if (listed.length > 0 && length > MAX_MESSAGE) break;
		listed.push(clip(sentence));
	}
	const more = all.length - listed.length;
	return [...listed, ...(more > 0 ? [`And ${more} more like these`] : [])].join('. ');
}

/** A text no longer than a message may be, or than so many characters. */
export function clip(text: string, length = MAX_MESSAGE): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/**
 * A text or a number as the text that is meant, without blanks at its ends. An expression gives
 * anything; what has no text of its own is empty.
 */
export function plainText(value: unknown): string {
	return isPlain(value) ? String(value).trim() : '';
}

/** Whether a value is a text, or a number that may stand for one; not a failed calculation (NaN). */
export function isPlain(value: unknown): value is string | number | bigint {
	return ['string', 'bigint'].includes(typeof value) || Number.isFinite(value);
}

/** A value as it appears in a message, short enough to read. */
export function formatValue(value: unknown): string {
	if (value === undefined) return 'missing';
	// In JSON, NaN is null.
	const text = isPlain(value) || typeof value === 'number' ? String(value) : safeJson(value);
	return clip(text, 60);
}

/** n8n replaces the whole message of an error that holds a code of the system, such as ECONNRESET. */
export function withoutSystemCode(detail: string): string {
	return detail.replace(/ \([A-Z_]+\)/g, '');
}
