import { compact, flattenDeep, trimEnd } from 'lodash';

import { isObject, onlyEntry } from '../util/json';
import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressInText } from './addressText';
import { addressesInObject, plainName, unwrapJson, withScheme } from './fileAddresses';
import { extensionOf, fileTypeOf, nameInAddress } from './fileNames';
import { FILE_TYPES, type FileType, formatOfType } from './formats';

/*
 * Files as tables, databases, forms and media services hold them: an object in which the address of the file stands, a
 * list of these, or the JSON text of one of both.
 */

/** How deep lists and JSON texts are searched in each other; what is deeper stays as it is. */
const MAX_DEPTH = 5;

/**
 * The only thing in lists and JSON texts, nested in each other; the list where there are several, and undefined where
 * it is empty.
 */
function onlyThing(value: unknown): unknown {
	let one = value;
	// Ends early for a single thing. A list of several is looked at again and again, which does not change it.
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const next = onlyEntry(withoutGaps(unwrapJson(one)));
		if (next === one) break;
		one = next;
	}
	return one;
}

/** A list without its empty entries, and without lists in it; anything else as it is. */
function withoutGaps(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	return flattenDeep(value).filter(
		(entry) => entry !== null && entry !== undefined && entry !== '',
	);
}

/**
 * The address in an attachment, in a list of one, or in the text around it. Anything
 * else stays, so that it is checked as what it is.
 */
export function addressOf(value: unknown): unknown {
	const one = onlyThing(value);
	if (typeof one === 'string') return addressInText(one) ?? withScheme(one);
	if (!isObject(one)) return one;
	const addresses = addressesInObject(one);
	return addresses.length === 1 ? addresses[0] : one;
}

/** Whether an object is an attachment: it has an address. */
export function isAttachment(value: unknown): boolean {
	return isObject(value) && typeof addressOf(value) === 'string';
}

/** Names of what an attachment says of the type and of the name of its file, without signs. */
const TYPE_NAMES = /^(type|mime|mimetype|contenttype|filetype)$/;
const FILE_NAMES = /^(filename|name|title|visiblename|originalname)$/;

/**
 * What the file of an attachment or at an address shows or plays, by the type and the name that the attachment has, or
 * else by the extension in the address; undefined where none of these tells.
 */
export function fileTypeOfAttachment(value: unknown): FileType | undefined {
	const one = onlyThing(value);
	const types = textsUnder(one, TYPE_NAMES);
	// Not every attachment has an address.
	const address = toWebAddress(addressOf(one)) ?? '';
	const names = textsUnder(one, FILE_NAMES).concat(nameInAddress(address) ?? []);
	const byType = types.map(fileTypeInWord);
	const byName = names.map((name) => fileTypeOf(extensionOf(name)));
	return byType.concat(byName).find((fileType) => fileType !== undefined);
}

/** What an attachment says under such names, as texts; nothing of what is no object. */
function textsUnder(attachment: unknown, names: RegExp): string[] {
	if (!isObject(attachment)) return [];
	const said = Object.keys(attachment).filter((name) => names.test(plainName(name)));
	return said.map((name) => plainText(attachment[name]));
}

/** What kind of file a word means: a kind itself, a media type (`image/png`) or its end; undefined for any other. */
export function fileTypeInWord(word: string): FileType | undefined {
	const kind = FILE_TYPES.find((fileType) => fileType === word.toLowerCase());
	return kind ?? formatOfType(word)?.media;
}

/**
 * The addresses in a list or an object of several, also as JSON, or as a text with commas or breaks.
 *
 * @returns none for a single one, for which `addressOf` is, and where an entry of the list has none
 */
export function addressesIn(value: unknown): string[] {
	const addresses = addressesInThing(onlyThing(value));
	const areSeveral = addresses.length > 1;
	// A list that holds anything else, too, is no list of files.
	if (!areSeveral || !addresses.every((one) => one !== undefined)) return [];
	return addresses;
}

/** The addresses in an object, or of each entry of a list or a text of several; undefined for an entry without one. */
function addressesInThing(thing: unknown): Array<string | undefined> {
	if (isObject(thing)) return addressesInObject(thing);
	const entries: unknown[] = Array.isArray(thing) ? thing : addressesInList(String(thing));
	return entries.map((one) => toWebAddress(addressOf(one)));
}

/** What stands before each address of a list with bullets or numbers, at the end of the part before it. */
const BULLET = /[\s,;|](?:[-•*–]|\d{1,3}[.)])$/;

/** What stands between links that have something around them: `[a](https://…), [b](https://…)`. The first that fits counts. */
const BETWEEN_LINKS: readonly RegExp[] = [
	/[\r\n]|<br ?\/?>/i,
	/[,;，；、]/,
	/[\s|]/,
	// Elements of HTML, one behind the other.
	/(?<=>)(?=<)/,
];

/**
 * Split at a single sign before an address, because a pattern of any number of signs takes far too long for thousands;
 * where that does not leave addresses alone, between links.
 */
function addressesInList(text: string): string[] {
	const parts = ` ${text}`.split(/[\s,;|，；、](?=https?:)/i);
	const bare = compact(parts.map((part) => trimEnd(part.replace(BULLET, ''), ' \t\r\n,;|')));
	const areLinks = (links: string[]) => links.length > 1 && links.every(isLink);
	if (areLinks(bare)) return bare;
	const splits = BETWEEN_LINKS.map((sign) =>
		inBraces(text)
			.split(sign)
			.map((part) => part.trim()),
	);
	return splits.map(compact).find(areLinks) ?? bare;
}

/** Whether a text is nothing but one link. */
function isLink(text: string): boolean {
	return toWebAddress(addressOf(text)) !== undefined;
}

/** What a list of a database has between its braces; any other text as it is. */
function inBraces(text: string): string {
	return /^\s*\{(https?:[^{}]*)\}\s*$/i.exec(text)?.[1] ?? text;
}
