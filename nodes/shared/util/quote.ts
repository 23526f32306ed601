import { safeJson } from './json';
import { clip, isPlain } from './text';

/*
 * Values in messages and in the log: short, and without the passwords and signatures of the addresses in them.
 */

/** The most characters of a value that stand in a message. */
const MAX_VALUE = 60;

/** The most characters of what a server sent that are quoted. */
const MAX_QUOTED = 300;

/**
 * A value as it appears in a message: a text or a number as it is, anything else as JSON, cut after 60 characters, and
 * without the passwords and queries of web addresses. "missing" for undefined.
 */
export function formatValue(value: unknown): string {
	if (value === undefined) return 'missing';
	// A number that cannot be calculated is NaN, which JSON would write as null.
	const isText = isPlain(value) || typeof value === 'number';
	const text = isText ? String(value) : safeJson(value);
	return clip(withoutKeys(text), MAX_VALUE);
}

/**
 * A value as it came, such as the answer of a server, for a message: a text as it is, anything else as JSON, in one
 * line, cut after 300 characters, and without the passwords and queries of web addresses.
 *
 * @param redact takes out what else must not be shown; nothing if not set
 */
export function quote(value: unknown, redact = (text: string) => text): string {
	const text = typeof value === 'string' ? value : safeJson(value);
	// Secrets go before the text is cut, because one that is cut in its middle would not be recognized.
	const safe = redact(withoutKeys(text));
	// Cut before it is brought into one line, because it may be a whole answer of megabytes.
	const inOneLine = clip(safe).replace(/[\s\p{Cc}]+/gu, ' ');
	return clip(inOneLine.trim(), MAX_QUOTED);
}

/**
 * Anything in a line of the log: quoted as in a message, in double quotes, and without characters that could begin a
 * line or hide a part of it.
 */
export function inLog(value: unknown): string {
	const inQuotes = JSON.stringify(quote(value));
	return inQuotes.replace(NOT_IN_LOG, ' ');
}

/** What JSON leaves as it is: control and format characters, and Unicode's own separators of lines and paragraphs. */
const NOT_IN_LOG = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A web address in a text, to the first blank, quote or bracket; some programs take backslashes for its slashes. */
const ADDRESS = /https?:[\\/]{2,}[^\s"'<>]+/gi;

/**
 * A text whose web addresses have lost their passwords and queries, because these may open the addresses:
 * `https://example.com/a?signature=1` becomes `https://example.com/a`.
 */
export function withoutKeys(text: string): string {
	return text.replace(ADDRESS, withoutPasswordsAndQueries);
}

/** Of an address, the password before its host (`//user:password@`), and its query (`?signature=…`). */
const CONFIDENTIAL = /(?<=\/\/)[^/\s]*@|\?\S*/g;

/**
 * A text without what looks like the password or the query of an address, also where no whole address is there, as in
 * `//user:password@example.com` or `video.mp4?signature=1`. In a sentence, it would also remove a question mark with
 * what stands right behind it.
 */
export function withoutPasswordsAndQueries(text: string): string {
	return text.replace(CONFIDENTIAL, '');
}
