import { compact, flattenDeep, trim, without } from 'lodash';

import { isObject, onlyEntry } from '../util/json';
import { onlyOne } from '../util/lists';
import { unwrapJson } from '../util/looseJson';
import { plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressInText } from './addressText';
import { addressesInObject, mayBeOfType, plainName, withScheme } from './fileAddresses';
import { formatOfName, nameInAddress } from './fileNames';
import { FILE_TYPES, type FileType, formatOfType } from './formats';

/*
 * Files as tables, databases, forms and media services hold them: an attachment, which is an object in which the
 * address of the file stands; a list of attachments; or the JSON text of one of both.
 */

/** How many lists and JSON texts around each other are taken off; what is deeper stays as it is. */
const MAX_DEPTH = 5;

/**
 * What a value holds once the lists and the JSON texts around it are taken off: 7 for `[[7]]` and for `"[7]"`. A list
 * of several things is returned as a flat list, and an empty one as undefined. Any other value is returned as it is.
 */
function onlyThing(value: unknown): unknown {
	let thing = value;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const inner = onlyEntry(withoutGaps(unwrapJson(thing)));
		const hasNothingAround = inner === thing;
		if (hasNothingAround) break;
		// A list of several is a new list with the same entries each time, so it goes through all rounds unchanged.
		thing = inner;
	}
	return thing;
}

/** A list as a flat one, with the entries of the lists in it and without empty ones; what is no list, as it is. */
function withoutGaps(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	return without(flattenDeep<unknown>(value), null, undefined, '');
}

/**
 * The address that a value means: that in an attachment, that in a list with one file, or that in a text.
 *
 * @param types of which the file may be, or none for any: of several files, the only one that may be of these is
 *   meant
 * @returns the address; where the value means none, or several, the value without the lists and JSON texts around it,
 *   so that the caller can say what it is
 */
export function addressOf(value: unknown, types: readonly FileType[] = []): unknown {
	const one = onlyThing(value);
	if (typeof one === 'string') return addressInText(one) ?? withScheme(one);
	if (Array.isArray(one)) return addressOfOnly(one, types) ?? one;
	if (!isObject(one)) return one;
	const addresses = addressesInObject(one, types);
	return onlyOne(addresses) ?? one;
}

/**
 * The address of the only entry of a list that may be of some types. An entry whose type does not show may be of any.
 * Undefined where none or several may be, and where the only one has no address.
 */
function addressOfOnly(list: readonly unknown[], types: readonly FileType[]): string | undefined {
	const usable = list.filter((entry) => mayBeOfType(fileTypeOfAttachment(entry), types));
	return toWebAddress(addressOf(onlyOne(usable)));
}

/** Whether a value is an attachment: an object that means one address. */
export function isAttachment(value: unknown): boolean {
	return isObject(value) && typeof addressOf(value) === 'string';
}

/** Under which names an attachment says the type of its file, as `plainName` gives them: `mimetype` for `mime_type`. */
const TYPE_NAMES = /^(type|mime|mimetype|contenttype|filetype)$/;

/** Under which names an attachment says the name of its file, as `plainName` gives them. */
const FILE_NAMES = /^(filename|name|title|visiblename|originalname)$/;

/**
 * What a file shows or plays: an image, a video or audio. The type that its attachment states counts first, then the
 * name that it states, and last the extension in its address; undefined where none of these tells.
 *
 * @param value an attachment, or the address of a file
 */
export function fileTypeOfAttachment(value: unknown): FileType | undefined {
	const one = onlyThing(value);
	const types = textsUnder(one, TYPE_NAMES);
	// Where the attachment has no address, or the address no name, this is undefined, and left out.
	const address = toWebAddress(addressOf(one));
	const nameOfAddress = address && nameInAddress(address);
	const fileNames = compact([...textsUnder(one, FILE_NAMES), nameOfAddress]);
	const byType = types.map(fileTypeInWord);
	const byName = fileNames.map((name) => formatOfName(name)?.media);
	return byType.concat(byName).find(Boolean);
}

/**
 * The values that an attachment has under names of a pattern, as texts, which are empty for anything but a text or a
 * number. An empty list for what is no object.
 *
 * @param names fits the names in lower case, without signs and digits
 */
function textsUnder(attachment: unknown, names: RegExp): string[] {
	if (!isObject(attachment)) return [];
	const found = Object.keys(attachment).filter((name) => names.test(plainName(name)));
	return found.map((name) => plainText(attachment[name]));
}

/**
 * The file type that a word means: the word is a file type itself (`image`), a media type (`image/png`) or the end of
 * one (`png`). Undefined for any other word.
 */
export function fileTypeInWord(word: string): FileType | undefined {
	const itself = FILE_TYPES.find((fileType) => fileType === word.toLowerCase());
	return itself ?? formatOfType(word)?.media;
}

/**
 * The addresses of several files: in a list, which may be JSON, in a text with commas, breaks or the like between
 * them, or in an object, of which only those of its files count, without previews (`addressesInObject`).
 *
 * @returns an empty list for fewer than two addresses, of which `addressOf` gives a single one, and where an entry of
 *   the list has no address, or several
 */
export function addressesIn(value: unknown): string[] {
	const addresses = addressesInThing(onlyThing(value));
	if (addresses.length < 2) return [];
	// A list that holds anything else, too, is no list of files.
	return addresses.every((address) => address !== undefined) ? addresses : [];
}

/** The addresses in an object, or that of each entry of a list or a text; undefined for an entry without one. */
function addressesInThing(thing: unknown): Array<string | undefined> {
	if (isObject(thing)) return addressesInObject(thing);
	const entries: unknown[] = Array.isArray(thing) ? thing : entriesOfText(String(thing));
	return entries.map((entry) => toWebAddress(addressOf(entry)));
}

/** What stands between the links of a list. The first one that leaves nothing but links counts. */
const BETWEEN_LINKS: readonly RegExp[] = [
	// Before an address: signs, and a bullet or a number. The signs are so many at most, because a text with thousands of
	// them in a row would take far too long.
	/[\s,;|，；、]{1,20}(?:(?:[-•*–]|\d{1,3}[.)])\s{1,20})?(?=https?:)/i,
	// The others are for links that have something around their addresses: `[a](https://…), [b](https://…)`.
	/[\r\n]|<br ?\/?>/i,
	/[,;，；、]/,
	/[\s|]/,
	// Elements of HTML, one behind the other.
	/(?<=>)(?=<)/,
];

/**
 * The entries of a text that lists links, split at the first of `BETWEEN_LINKS` that leaves several texts, all of them
 * links.
 *
 * @returns the entries; where no split does, the pieces of the first one: a single one, or some that are no links, by
 *   which the caller sees that the text is no list
 */
function entriesOfText(text: string): string[] {
	const splits = BETWEEN_LINKS.map((signs) => {
		// With a blank in front, the first address and the first bullet have a sign before them, as all others do.
		const parts = ` ${text}`.split(signs);
		return compact(parts.map((part) => trim(part, ' \t\r\n,;|')));
	});
	const [first = []] = splits;
	return splits.find(areLinks) ?? first;
}

/** Whether these are at least two texts, each of which means one address. */
function areLinks(texts: string[]): boolean {
	return texts.length > 1 && texts.every((text) => toWebAddress(addressOf(text)) !== undefined);
}
