import { get } from 'lodash';

import { isObject } from '../util/json';
import { onlyThing } from './attachments';

/*
 * Files that are given as their own content, written as text: base64 and `data:` addresses.
 */

/** Fewer characters may be a name. */
const MIN_BASE64 = 120;

/** Beginnings of base64 that no name has: PNG, JPG, MP3, GIF, WAV and WebP, WebM, PDF, Ogg. */
const KNOWN_BASE64 =
	/^(iVBORw0KGgo|\/9j\/4|SUQz|R0lGOD|UklGR|GkXfo|JVBERi0|T2dnUw)[A-Za-z0-9+/_-]{8}/;

/** Whether a text is a file itself: a `data:` address, or base64. */
export function isFileText(value: unknown): value is string {
	if (typeof value !== 'string') return false;
	const text = value.trimStart().slice(0, 2_000);
	if (/^"?data:[^,]{0,200},/i.test(text) || KNOWN_BASE64.test(text)) return true;
	return text.length >= MIN_BASE64 && /^[A-Za-z0-9+/_-]+[\r\nA-Za-z0-9+/_-]*={0,2}\s*$/.test(text);
}

/** Where services that make media put the base64 of a file. */
const TEXT_NAMES = [
	'b64_json',
	'base64',
	'data',
	'inlineData.data',
	'inline_data.data',
	'content',
	'audioContent',
	'audio_base64',
];

/** Whether an object holds a file as text, as services that make media answer. */
export function holdsFileText(value: unknown): boolean {
	const one = onlyThing(value);
	return isObject(one) && TEXT_NAMES.some((name) => isFileText(get(one, name)));
}
