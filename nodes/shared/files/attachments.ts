import { castArray, flattenDeep, minBy, trimEnd, uniq } from 'lodash';

import { isObject, onlyEntry, parseJson } from '../util/json';
import { toWebAddress } from '../util/webAddress';
import { addressInText } from './addressText';
import { formatOfExtension } from './formats';
import { extensionOf, nameInAddress } from './fileNames';
import { sharePlaceOf } from './shareLinks';

/*
 * Files as tables, databases, forms and media services hold them: an object in which the address of the file stands, a list
 * of these, or the JSON text of one of both. Services name the address as they like, so the names are known by how they end;
 * addresses of previews, persons and pages, which stand beside it, are not taken for it.
 */

/** Names of addresses, the surest first, in lower case and without signs and numbers. */
const ADDRESS_NAMES: readonly RegExp[] = [
	/download(ur[il]|link|href)?$/,
	/^(webcontentlink|medialink|mediaurlhttps|(mapped)?contenturl)$/,
	/^(secure|signed|presigned|public|original|originalfile|originalcontent|full|large|largeimage|result|output|final)ur[il]$/,
	/^url(private)?$/,
	/^(file|media|image|img|photo|video|audio|sound|voice|asset|attachment|document|upload|cdn)ur[il]$/,
	/ur[il]$/,
	/src$/,
	/^(href|location|raw|original|full)$/,
	/^(file|output|result|video|audio|image|media|source|content|screenshot|audiofile|attachment|value|answer)$/,
];

/** Ranks behind the names that are known: an address that ends as a file does, a link, and a page where files are shared. */
const NAMED_AS_FILE = ADDRESS_NAMES.length;
const LINK = NAMED_AS_FILE + 1;
const SHARE_PAGE = LINK + 1;

/** Names of pages about a file, and of what else can be asked for: only a known share page is taken, to be named. */
const PAGE_NAMES =
	/^(web|view|page|html|webpage|permalink|permanent|expanded|share|status|cancel|response|callback|webhook|api|edit|embed|player|mapped)ur[il]$|^(self|alternate|web|icon|webview)link$|^permalink|^(self|alternate|html|page|website|homepage|get|cancel|edit|view)$/;

/** Names of what stands beside a file: smaller pictures of it, and the persons who have to do with it. */
const OTHER_NAMES =
	/thumb|preview|icon|poster|avatar|snapshot|^cover(image|photo)?ur[il]$|^(owners?|users?|author|creator|createdby|lasteditedby|lastmodifyinguser|lastmodifiedby|modifiedby|sender|parent|uploader|logo|tiny|small)$/;

/** Attachments are no deeper in their objects. */
const MAX_DEPTH = 5;

/** What a text holds as JSON: a list, an object or a text in quotes; any other value as it is. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
	return parseJson(value) ?? value;
}

/** The only thing in lists and JSON texts, however they are nested; all that is there where it is more. */
export function onlyThing(value: unknown): unknown {
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

/** An address in an object. */
interface FoundAddress {
	address: string;
	/** How surely it is that of the file; the lowest counts, and of equal ones that which stands least deep. */
	rank: number;
}

function foundIn(object: Record<string, unknown>, depth = 0): FoundAddress[] {
	return Object.entries(object).flatMap(([name, value]) => {
		const plainName = name.toLowerCase().replace(/[^a-z]/g, '');
		if (OTHER_NAMES.test(plainName)) return [];
		const entries: unknown[] = flattenDeep(castArray(parsed(value)));
		return entries.flatMap((entry) => foundAt(plainName, entry, depth));
	});
}

function foundAt(name: string, entry: unknown, depth: number): FoundAddress[] {
	if (isObject(entry)) {
		const isOfFile = depth < MAX_DEPTH && !PAGE_NAMES.test(name);
		return isOfFile ? foundIn(entry, depth + 1) : [];
	}
	const address = toWebAddress(withScheme(entry));
	const rank = address && rankOf(name, address);
	return address && rank !== undefined ? [{ address, rank: Number(rank) + depth / 10 }] : [];
}

/** Databases leave out the scheme: `//cdn.example.com/a.png`. */
function withScheme(value: unknown): unknown {
	const isWithout = typeof value === 'string' && /^\s*\/\/[\w-]+(\.[\w-]+)+\//.test(value);
	return isWithout ? `https:${value.trim()}` : value;
}

/** How surely the address with a name is that of the file; undefined for one that is not. */
function rankOf(name: string, address: string): number | undefined {
	if (sharePlaceOf(address)) return SHARE_PAGE;
	if (PAGE_NAMES.test(name)) return undefined;
	const rank = ADDRESS_NAMES.findIndex((names) => names.test(name));
	if (rank >= 0) return rank;
	const format = formatOfExtension(extensionOf(nameInAddress(address)));
	if (format && format.label !== 'HTML') return NAMED_AS_FILE;
	return name.endsWith('link') ? LINK : undefined;
}

/** The addresses of the files in an object, as far as their names tell them from others. */
function addressesInObject(object: Record<string, unknown>): string[] {
	const found = foundIn(object);
	const best = minBy(found, 'rank')?.rank;
	return uniq(found.filter(({ rank }) => rank === best).map(({ address }) => address));
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
