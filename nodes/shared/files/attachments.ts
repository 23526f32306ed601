import { flattenDeep, trimEnd } from 'lodash';

import { isObject, onlyEntry } from '../util/json';
import { toWebAddress } from '../util/webAddress';
import { addressInText } from './addressText';
import { addressesInObject, unwrapJson, withScheme } from './fileAddresses';

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

/**
 * Split at a single sign before an address, because a pattern of any number of signs takes far too long for thousands.
 */
function addressesInList(text: string): string[] {
	const parts = ` ${text}`.split(/[\s,;|](?=https?:)/i);
	const bare = parts.map((part) => trimEnd(part.replace(BULLET, ''), ' \t\r\n,;|'));
	return bare.filter((part) => part !== '');
}
