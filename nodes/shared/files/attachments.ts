import { flattenDeep, trimEnd } from 'lodash';

import { isObject, onlyEntry } from '../util/json';
import { toWebAddress } from '../util/webAddress';
import { addressInText } from './addressText';
import { addressesInObject, parsed, withScheme } from './fileAddresses';

/*
 * Files as tables, databases, forms and media services hold them: an object in which the address of the file stands, a list
 * of these, or the JSON text of one of both.
 */

/** Lists and JSON texts are no deeper in each other. */
const MAX_DEPTH = 5;

/** The only thing in lists and JSON texts, however they are nested; all that is there where it is more. */
function onlyThing(value: unknown): unknown {
	let one = value;
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const inside = parsed(one);
		const entries = Array.isArray(inside) ? withoutGaps(inside) : inside;
		const next = onlyEntry(entries);
		if (next === one) break;
		one = next;
	}
	return one;
}

function withoutGaps(list: unknown[]): unknown[] {
	return flattenDeep(list).filter((entry) => entry !== null && entry !== undefined && entry !== '');
}

/**
 * The address in an attachment, in a list of one, or in the text around it. Anything else stays, so that it is checked as
 * what it is.
 */
export function addressOf(value: unknown): unknown {
	const one = onlyThing(value);
	if (typeof one === 'string') return addressInText(one) ?? withScheme(one);
	if (!isObject(one)) return one;
	const [address, ...others] = addressesInObject(one);
	return others.length > 0 ? one : (address ?? one);
}

/** Whether an object is an attachment: it has an address. */
export function isAttachment(value: unknown): boolean {
	return isObject(value) && typeof addressOf(value) === 'string';
}

/** The addresses in a list or an object of several, also as JSON, or as a text with commas or breaks; none in anything else. */
export function addressesIn(value: unknown): string[] {
	const thing = onlyThing(value);
	if (isObject(thing)) {
		const inside = addressesInObject(thing);
		return inside.length > 1 ? inside : [];
	}
	const entries: unknown[] = Array.isArray(thing) ? thing : addressesInList(String(thing));
	const addresses = entries.map((one) => toWebAddress(addressOf(one)));
	return addresses.length > 1 && addresses.every((one) => one !== undefined) ? addresses : [];
}

/** Split at a single sign before an address, because a pattern of any number of signs takes far too long for thousands. */
function addressesInList(text: string): string[] {
	return text.split(/[\s,;](?=https?:)/i).map((part) => trimEnd(part, ' \t\r\n,;'));
}
