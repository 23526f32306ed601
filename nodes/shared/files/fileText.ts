import { isObject } from '../util/json';
import { unwrapJson } from '../util/looseJson';
import { BASE64_OF_BEGINNING, BEGINNING_BYTES, formatOfContent } from './content';

/*
 * Files that are given as their own content: base64, `data:` addresses, and lists of bytes.
 */

/** Fewer characters may be a name instead of base64, if they do not begin as a file of a known format. */
const MIN_BASE64 = 120;

/** Fewer characters of base64 show no format for certain. */
const MIN_KNOWN_BASE64 = 16;

/** How many characters of a text are looked at. */
const MAX_BEGINNING = 2_000;

/** The break `\n`, of which the end is cut off. */
const CUT_BREAK = /\\$/;

/**
 * What stands before the content of a file: `data:image/png;base64,`, or the rest of that which somebody has cut out,
 * `base64,`. What HTML, CSS or Markdown has before an address may stand before it: `<img src="`, `url(`, `![words](`.
 */
const CONTENT_MARK =
	/^(<\w+\s[^>]{0,200}?(src|href)=|!?\[[^\]]{0,100}\]\(|url\()?["'`<(]{0,2}(data:[^,]{0,200},|([\w.+-]{1,50}\/[\w.+-]{1,50}\s*;\s*)?base64\s*[,:])/i;

/** Breaks within base64, also those that a program has written as `\n`. */
const BREAKS = /\\[rn]|\s/g;

/** Signs of base64, of both alphabets. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** What programs leave before a text: a quote, also as Python writes bytes (`b'…'`). */
const BEFORE_TEXT = /^(["'`]|b["'](?=[A-Za-z0-9+/_-]{16}))/;

/** What programs leave behind a text. */
const BEHIND_TEXT = /["'`,;]$/;

/**
 * Whether a value is a text that is a file itself: a `data:` address, base64 that begins as a known format does, or any
 * base64 that is long enough and has no blanks.
 */
export function isFileText(value: unknown): value is string {
	if (typeof value !== 'string') return false;
	const beginning = value.trimStart().slice(0, MAX_BEGINNING).replace(CUT_BREAK, '');
	const text = beginning.replace(BEFORE_TEXT, '');
	if (CONTENT_MARK.test(text)) return true;
	const letters = text.replace(BREAKS, '').replace(BEHIND_TEXT, '');
	if (!BASE64.test(letters)) return false;
	if (isKnownBase64(letters)) return true;
	// Words consist of the letters of base64, too.
	const mayBeWords = text.trimEnd().includes(' ');
	return letters.length >= MIN_BASE64 && !mayBeWords;
}

/**
 * Whether a text is clearly a file itself: a `data:` address or the like, or base64 that begins as a known format does.
 * It is for what a server sent in the place of a file. Unlike in `isFileText`, long base64 of no known format does not
 * count, since a server may send any text.
 */
export function isKnownFileText(text: string): boolean {
	const letters = text.replace(BREAKS, '');
	return CONTENT_MARK.test(text) || (BASE64.test(letters) && isKnownBase64(letters));
}

/** Whether base64 begins as a file of a known format. */
function isKnownBase64(letters: string): boolean {
	if (letters.length < MIN_KNOWN_BASE64) return false;
	const first = Buffer.from(letters.slice(0, BASE64_OF_BEGINNING), 'base64');
	return formatOfContent(first) !== undefined;
}

/** How many objects and lists around each other are searched: answers of services that make media are no deeper. */
const MAX_DEPTH = 8;

/**
 * Whether an object or a list, or the JSON text of one, is the bytes of a file, or holds these or a file as text, at
 * most `MAX_DEPTH` deep. False for anything else, also for a text that is a file itself.
 *
 * @param depth how many objects and lists are around the value; callers leave it out
 */
export function holdsFileText(value: unknown, depth = 0): boolean {
	const one = unwrapJson(value);
	if (typeof one !== 'object' || one === null || depth > MAX_DEPTH) return false;
	if (areBytes(one)) return true;
	return Object.values(one).some((inner) => isFileText(inner) || holdsFileText(inner, depth + 1));
}

/** Fewer bytes show no format for certain, and may be a color. */
const MIN_KNOWN_BYTES = 5;

/** Whether a value is the bytes of a file of a known format: a list, or a buffer as JSON, `{ "data": [137, 80] }`. */
function areBytes(value: object): boolean {
	const list: unknown = isObject(value) ? value.data : value;
	if (!Array.isArray(list)) return false;
	// A file may have millions of bytes, of which only the first ones are looked at.
	const bytes: unknown[] = list.slice(0, BEGINNING_BYTES);
	if (bytes.length < MIN_KNOWN_BYTES || !bytes.every(isByte)) return false;
	return formatOfContent(Buffer.from(bytes)) !== undefined;
}

/** Whether a value is a number that a byte can have. */
function isByte(value: unknown): value is number {
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}
