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
	return clip(withoutKeys(isText ? String(value) : safeJson(value)), MAX_VALUE);
}

/**
 * A value as it came, short enough for a message, in one line.
 *
 * @param redact takes out what must not be shown
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
	return JSON.stringify(quote(value)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** A text whose web addresses have no passwords and no queries, since these may open them. */
export function withoutKeys(text: string): string {
	return text.replace(/https?:[\\/]{2,}[^\s"'<>]+/gi, withoutQueries);
}

/** Of an address, the password before its host (`//user:password@`), and its query (`?signature=…`). */
const CONFIDENTIAL = /(?<=\/\/)[^/\s]*@|\?\S*/g;

/** A text without passwords and queries, also where they stand outside of a whole address. */
export function withoutQueries(text: string): string {
	return text.replace(CONFIDENTIAL, '');
}
