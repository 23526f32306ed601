import { safeJson } from './json';
import { clip, isPlain } from './text';

/*
 * Values in messages and in the log: short, and without what opens the addresses in them.
 */

/** Characters of a value that are read in a message. */
const MAX_VALUE = 60;

/** Characters of what a server sent that are quoted. */
const MAX_QUOTED = 300;

/** A value as it appears in a message, short enough to read. */
export function formatValue(value: unknown): string {
	if (value === undefined) return 'missing';
	// In JSON, NaN is null.
	const text = isPlain(value) || typeof value === 'number' ? String(value) : safeJson(value);
	return clip(withoutKeys(text), MAX_VALUE);
}

/**
 * A value as it came, short enough for a message, in one line.
 *
 * @param redact takes out what must not be shown, before the text is cut
 */
export function quote(value: unknown, redact = (text: string) => text): string {
	const text = redact(clip(withoutKeys(typeof value === 'string' ? value : safeJson(value))))
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return clip(text, MAX_QUOTED);
}

/** Anything in a line of the log: short, in quotes and without line breaks. */
export function inLog(value: unknown): string {
	return JSON.stringify(quote(value)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** A text without what opens the addresses in it: their passwords and queries. */
export function withoutKeys(text: string): string {
	return text.replace(/https?:[\\/]{2,}[^\s"'<>]+/gi, (address) => withoutQueries(address));
}

/** Of an address, what may hold a password or a signature. */
const CONFIDENTIAL = /(?<=\/\/)[^/\s]*@|\?\S*/g;

/** A text without what may open an address in it, wherever it stands. */
export function withoutQueries(text: string): string {
	return text.replace(CONFIDENTIAL, '');
}
