import { get } from 'lodash';

import { isObject, listInJson, onlyEntry, parseJson } from '../util/text';

/*
 * Files as tables and databases hold them: an object that has the address of the file, a list of these, or the JSON text
 * of one of both.
 */

/** Where the address stands, in the attachments of Airtable, NocoDB, Baserow, Notion, Monday and form services. */
const ADDRESS_PATHS = [
	'url',
	'signedUrl',
	'signed_url',
	'file.url',
	'external.url',
	'public_url',
	'publicUrl',
	'download_url',
	'downloadUrl',
	'fileUrl',
	'file_url',
	'href',
	'src',
];

/** A list that a text holds as JSON, or an object; any other value as it is. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (text.startsWith('{')) return parseJson(text) ?? value;
	return listInJson(text) ?? value;
}

/**
 * The address in an attachment, or in a list of one. Anything else stays, so that it is checked as what it is.
 */
export function addressOf(value: unknown): unknown {
	const only = onlyEntry(parsed(value));
	if (!isObject(only)) return only;
	const found = ADDRESS_PATHS.map((path) => get(only, path) as unknown);
	return found.find((one) => typeof one === 'string' && one !== '') ?? only;
}

/** Whether an object is an attachment: it has an address. */
export function isAttachment(value: unknown): boolean {
	return isObject(value) && typeof addressOf(value) === 'string';
}

/** Fewer characters may be a name. */
const MIN_BASE64 = 120;

/** Whether a text is a file itself: a `data:` address, or base64. */
export function isFileText(value: unknown): value is string {
	if (typeof value !== 'string') return false;
	const text = value.trimStart().slice(0, 2_000);
	if (/^data:[^\s,]{0,200},/i.test(text)) return true;
	return text.length >= MIN_BASE64 && /^[A-Za-z0-9+/_-]+[\r\nA-Za-z0-9+/_-]*={0,2}\s*$/.test(text);
}
