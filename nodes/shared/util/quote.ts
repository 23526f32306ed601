import { safeJson } from './json';
import { clip, isPlain } from './text';

/*
 * Values in messages and in the log: short, and without the passwords and signatures of the addresses in them.
 */

/** The most characters of a value that stand in a message. */
const MAX_VALUE = 60;

/** The most characters of what a server sent that are quoted. */
const MAX_QUOTED = 300;

/** A value as it appears in a message, short enough to read; "missing" for undefined. */
export function formatValue(value: unknown): string {
	if (value === undefined) return 'missing';
	// A number that cannot be calculated is NaN, which JSON would write as null.
	const isText = isPlain(value) || typeof value === 'number';
	const text = isText ? String(value) : safeJson(value);
	return clip(withoutKeys(text), MAX_VALUE);
}

/**
 * A value as it came, short enough for a message, in one line.
 *
 * @param redact takes out what must not be shown, besides what opens addresses; nothing more if not set
 */
export function quote(value: unknown, redact = (text: string) => text): string {
	const text = typeof value === 'string' ? value : safeJson(value);
	// Secrets go before the text is cut, because one that is cut in its middle would not be recognized.
	const safe = redact(withoutKeys(text));
	// Cut before it is brought into one line, because it may be a whole answer of megabytes.
	const inOneLine = clip(safe).replace(/[\s\p{Cc}]+/gu, ' ');
	return clip(inOneLine.trim(), MAX_QUOTED);
}

/** Anything in a line of the log: short, in quotes and without line breaks. */
export function inLog(value: unknown): string {
	const inQuotes = JSON.stringify(quote(value));
	return inQuotes.replace(NOT_IN_LOG, ' ');
}

/** What JSON leaves as it is: control and format characters, and Unicode's own separators of lines and paragraphs. */
const NOT_IN_LOG = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A web address in a text, to the first blank, quote or bracket; some programs take backslashes for its slashes. */
const ADDRESS = /https?:[\\/]{2,}[^\s"'<>]+/gi;

/** A text whose web addresses have no passwords and no queries, since these are keys: they may open the addresses. */
export function withoutKeys(text: string): string {
	return text.replace(ADDRESS, withoutPasswordsAndQueries);
}

/** Of an address, the password before its host (`//user:password@`), and its query (`?signature=…`). */
const CONFIDENTIAL = /(?<=\/\/)[^/\s]*@|\?\S*/g;

/** A text without passwords and queries, also where they stand outside of a whole address. */
export function withoutPasswordsAndQueries(text: string): string {
	return text.replace(CONFIDENTIAL, '');
}
