import { get, trimEnd } from 'lodash';

import { isObject, listInJson, onlyEntry, parseJson } from '../util/json';
import { toWebAddress } from '../util/webAddress';

/*
 * Files as tables, databases and form services hold them: an object that has the address of the file, a list of these, or
 * the JSON text of one of both. And files that are no address at all, but their own content as text.
 */

/** Under which the address stands, the surest first: in some objects, `url` leads to a page. */
const ADDRESS_NAMES = [
	'@microsoft.graph.downloadUrl',
	'webContentLink',
	'downloadUrl',
	'download_url',
	'downloadURL',
	'downloadLink',
	'download_link',
	'secure_url',
	'signedUrl',
	'signedURL',
	'signed_url',
	'publicUrl',
	'publicURL',
	'public_url',
	'url',
	'URL',
	'Url',
	'fileUrl',
	'fileURL',
	'file_url',
	'mediaUrl',
	'media_url',
	'mediaLink',
	'imageUrl',
	'image_url',
	'videoUrl',
	'video_url',
	'audioUrl',
	'audio_url',
	'href',
	'src',
	'link',
	'uri',
	'Location',
	'location',
	'value',
	'webViewLink',
];

/** Objects and lists in which the address may stand one level deeper. */
const CONTAINERS = [
	'file',
	'external',
	'files',
	'attachment',
	'attachments',
	'asset',
	'data',
	'attributes',
	'image',
	'video',
	'audio',
	'media',
	'result',
];

const MAX_DEPTH = 4;

/** A list or an object that a text holds as JSON; any other value as it is. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (text.startsWith('{')) return parseJson(text) ?? value;
	return listInJson(text) ?? value;
}

/** The address in an object; undefined where it has none, or more than one file. */
function addressIn(object: Record<string, unknown>, depth: number): string | undefined {
	for (const name of ADDRESS_NAMES) {
		const value = object[name];
		if (typeof value === 'string' && toWebAddress(value) !== undefined) return value;
	}
	if (depth === MAX_DEPTH) return undefined;
	for (const name of [...CONTAINERS, ...ADDRESS_NAMES]) {
		const inner = onlyEntry(parsed(object[name]));
		const found = isObject(inner) ? addressIn(inner, depth + 1) : inner;
		if (typeof found === 'string' && toWebAddress(found) !== undefined) return found;
	}
	return undefined;
}

/**
 * The address in an attachment, or in a list of one. Anything else stays, so that it is checked as what it is.
 */
export function addressOf(value: unknown): unknown {
	const only = onlyEntry(parsed(value));
	const one = onlyEntry(parsed(only));
	return isObject(one) ? (addressIn(one, 0) ?? one) : one;
}

/** Whether an object is an attachment: it has an address. */
export function isAttachment(value: unknown): boolean {
	return isObject(value) && typeof addressOf(value) === 'string';
}

/** The addresses in a list of several, also as JSON, or as a text with commas or breaks; none in anything else. */
export function addressesIn(value: unknown): string[] {
	const list = onlyEntry(parsed(value));
	const entries: unknown[] = Array.isArray(list) ? list : addressesInText(String(list));
	const addresses = entries.map((one) => toWebAddress(addressOf(one)));
	return addresses.length > 1 && addresses.every((one) => one !== undefined) ? addresses : [];
}

/** Split at a single sign before an address, because a pattern of any number of signs takes far too long for thousands. */
function addressesInText(text: string): string[] {
	return text.split(/[\s,;](?=https?:)/i).map((part) => trimEnd(part, ' \t\r\n,;'));
}

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
	const one = onlyEntry(parsed(onlyEntry(parsed(value))));
	return isObject(one) && TEXT_NAMES.some((name) => isFileText(get(one, name)));
}
