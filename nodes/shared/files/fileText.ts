import { isObject } from '../util/json';
import { BASE64_OF_BEGINNING, BEGINNING_BYTES, formatOfContent } from './content';
import { unwrapJson } from './fileAddresses';

/*
 * Files that are given as their own content: base64, `data:` addresses, and lists of bytes.
 */

/** Fewer characters of base64 may be a name, where they are not the beginning of a known format. */
const MIN_BASE64 = 120;

/** Fewer characters of base64 show no format for certain. */
const MIN_KNOWN_BASE64 = 16;

/** No more of a text is looked at. */
const MAX_BEGINNING = 2_000;

/** What stands before the content where it is an address, was cut out of one, or stands in HTML, CSS or Markdown. */
const CONTENT_MARK =
	/^(<\w+\s[^>]{0,200}?(src|href)=|!?\[[^\]]{0,100}\]\(|url\()?["'`<(]{0,2}(data:[^,]{0,200},|([\w.+-]{1,50}\/[\w.+-]{1,50}\s*;\s*)?base64\s*[,:])/i;

/** Breaks within base64, also as another program has written them. */
const BREAKS = /\\[rn]|\s/g;

/** Signs of base64, of both alphabets. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** What programs leave before a text: a quote, also as Python writes bytes (`b'…'`). */
const BEFORE_TEXT = /^(["'`]|b["'](?=[A-Za-z0-9+/_-]{16}))/;

/** A text whose signs of base64 and of `data:` addresses are no longer encoded as in the query of an address. */
function withoutEncoding(text: string): string {
	return text.replace(/%(2b|2c|2f|3a|3b|3d)/gi, (_, digits: string) =>
		String.fromCharCode(parseInt(digits, 16)),
	);
}

/** Whether a text is a file itself: a `data:` address, or base64. */
export function isFileText(value: unknown): value is string {
	if (typeof value !== 'string') return false;
	const text = withoutEncoding(value.trimStart().slice(0, MAX_BEGINNING)).replace(BEFORE_TEXT, '');
	if (CONTENT_MARK.test(text)) return true;
	const letters = text.replace(BREAKS, '').replace(/["'`,;]$/, '');
	if (!BASE64.test(letters)) return false;
	// Words are letters, too, so a text with blanks has to begin as a file does.
	const mayBeWords = text.trimEnd().includes(' ');
	return isKnownBase64(letters) || (letters.length >= MIN_BASE64 && !mayBeWords);
}

/**
 * Whether a text is clearly a file itself: a `data:` address or the like, or base64 that begins as a known format does.
 * Unlike `isFileText`, for what a server sent in the place of a file, which may be any text: it was never part of an
 * address, so it is not decoded, and long base64 of no known format does not count.
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

/** Answers of services that make media are no deeper. */
const MAX_DEPTH = 8;

/**
 * Whether an object or a list holds a file as text, or its bytes, wherever services that make media put it in their
 * answers.
 */
export function holdsFileText(value: unknown, depth = 0): boolean {
	const one = unwrapJson(value);
	if (typeof one !== 'object' || one === null || depth > MAX_DEPTH) return false;
	if (areBytes(one)) return true;
	return Object.values(one).some((inner) => isFileText(inner) || holdsFileText(inner, depth + 1));
}

/** Whether a list, a buffer as JSON, or an object with numbers for names is the bytes of a file of a known format. */
function areBytes(value: object): boolean {
	const list: unknown = isObject(value) && Array.isArray(value.data) ? value.data : value;
	const bytes = Object.values(list as object).slice(0, BEGINNING_BYTES);
	if (bytes.length < 4 || !bytes.every(isByte)) return false;
	return formatOfContent(Buffer.from(bytes)) !== undefined;
}

function isByte(value: unknown): value is number {
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}
