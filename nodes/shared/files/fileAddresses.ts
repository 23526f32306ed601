import { castArray, compact, flattenDeep, minBy } from 'lodash';

import { isObject } from '../util/json';
import { parseLooseJson } from '../util/looseJson';
import { toWebAddress } from '../util/webAddress';
import { formatOfExtension } from './formats';
import { extensionOf, nameInAddress } from './fileNames';
import {
	addressesOfLargest,
	namedSize,
	type Sides,
	sidesOf,
	type SizedAddress,
} from './mediaSizes';
import { sharePlaceOf } from './shareLinks';

/*
 * Where the address of a file stands in an object that describes it. Services name it as they like, so the names are
 * known by how they end; addresses of previews, persons and pages, which stand beside it, are not taken for it.
 */

/** Names of addresses, the surest first, in lower case and without signs and numbers. */
const ADDRESS_NAMES: readonly RegExp[] = [
	/download(ur[il]|link|href)?$/,
	/^(webcontentlink|medialink|mediaurlhttps|contenturl)$/,
	/^(secure|signed|presigned|public|original|originalfile|originalcontent|full|large|largeimage|result|output|final)ur[il]$/,
	/^url(s|private)?$/,
	/^(file|media|image|img|photo|video|audio|sound|voice|asset|attachment|document|upload|cdn)ur[il]s?$/,
	/ur[il]$/,
	/src(set)?$/,
	/^(href|location|raw|original|full)$/,
	/^(file|output|result|video|audio|image|media|source|content|screenshot|audiofile|attachment|value|answer)$/,
];

/** The rank, in the order of these names, of an address whose name only says a size: `{ large: "https://…" }`. */
const NAMED_BY_SIZE = 7;

/** The rank of a link in an object that describes a file, which counts as a name such as `url`. */
const LINK_OF_FILE = 3;

/**
 * Ranks behind the names that are known: an address that ends as a file does, a
 * link, and a page where files are shared.
 */
const NAMED_AS_FILE = ADDRESS_NAMES.length;
const LINK = NAMED_AS_FILE + 1;
const SHARE_PAGE = LINK + 1;

/** Names that say nothing of an address: it may be that of a file, or of a page about it. */
const SAYS_NOTHING = /^(ur[il]|href|location)$/;

/** Names of pages about a file, and of what else can be asked for: only a known share page is taken, to be named. */
const PAGE_NAMES =
	/^(web|view|page|html|webpage|permalink|permanent|expanded|share|status|cancel|response|callback|webhook|api|edit|embed|player|mapped)ur[il]$|^(self|alternate|web|icon|webview)link$|^permalink|^(self|alternate|html|page|website|homepage|get|cancel|edit|view)$/;

/** Names of what stands beside a file: smaller pictures of it, and the persons who have to do with it. */
const OTHER_NAMES =
	/thumb|preview|icon|poster|avatar|snapshot|^cover(image|photo)?ur[il]$|^(owners?|users?|author|creator|photographer|createdby|lasteditedby|lastmodifyinguser|lastmodifiedby|modifiedby|sender|parent|uploader|logo)$|^(user|author|photographer)(image)?ur[il]$/;

/** Names of what only objects have that describe a file. */
const FILE_FACTS = /^(mimetype|filetype|contenttype|filename|width|height)$/;

/** Attachments are no deeper in their objects. */
const MAX_DEPTH = 5;

/** An address in an object. */
interface FoundAddress extends SizedAddress {
	/** How surely it is that of the file; the lowest counts, and of equal ones that which stands least deep. */
	rank: number;
	depth: number;
	/** It ends as a file does. */
	endsAsFile: boolean;
	/** Nothing but its place shows that it is that of a file. */
	mayBePage: boolean;
}

/** Where something stands. */
interface Place {
	/** The last name on the way that is not that of a size. */
	name: string;
	depth: number;
	/** How large the names on the way say that the file is. */
	size?: number;
	sides?: Sides;
	/** The object around it describes a file. */
	isOfFile?: boolean;
}

/** JSON between the marks of a code block, as language models write it. */
const IN_FENCES = /^```\w{0,20}[ \t]*\r?\n([^]*?)\s?```$/;

/** The list, object or text in quotes that a text holds as JSON, also in a code block; any other value as it is. */
export function unwrapJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim().replace(IN_FENCES, '$1');
	if (!/^[[{"]/.test(text)) return value;
	return parseLooseJson(text) ?? value;
}

/** The addresses of the files in an object, as far as their names tell them from others; of one file, the largest. */
export function addressesInObject(object: Record<string, unknown>): string[] {
	const all = foundIn(object, { name: '', depth: 0 });
	const found = all.filter((one) => !isPageAboutOthers(one, all));
	const best = minBy(found, 'rank')?.rank;
	return addressesOfLargest(found.filter(({ rank }) => rank === best));
}

/** Whether an address is that of a page, because files stand deeper: `{ url: "https://…/photo/7", src: { … } }`. */
function isPageAboutOthers(one: FoundAddress, all: readonly FoundAddress[]): boolean {
	return one.mayBePage && all.some(({ endsAsFile, depth }) => endsAsFile && depth > one.depth);
}

/** All addresses in an object that may be those of files, with how surely they are. */
function foundIn(object: Record<string, unknown>, place: Place): FoundAddress[] {
	const isOfFile = Object.keys(object).some((name) => FILE_FACTS.test(plainName(name)));
	const inside = { ...place, isOfFile, sides: sidesOf(object) ?? place.sides };
	const found: FoundAddress[] = [];
	for (const [name, value] of Object.entries(object)) {
		if (OTHER_NAMES.test(plainName(name))) continue;
		const placeOfValue = placeOfAddress(name, object, inside);
		const entries: unknown[] = flattenDeep(castArray(unwrapJson(value)));
		for (const entry of entries) found.push(...foundAt(placeOfValue, entry));
	}
	return found;
}

/** A name in lower case, without signs and numbers. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * The place of what has a name in an object. A name that says a size, such as `large`, says nothing of what stands
 * there; else the object may say the size: `{ quality: "hd", url: "https://…" }`.
 */
function placeOfAddress(name: string, object: Record<string, unknown>, around: Place): Place {
	const own = namedSize(name);
	if (own !== undefined) return { ...around, size: own };
	const { label, quality, rendition, resolution } = object;
	const [stated] = compact([label, quality, rendition, resolution].map(namedSize));
	return { ...around, name: plainName(name), size: stated ?? around.size };
}

/** The address at a place, or those in the object there. */
function foundAt(place: Place, entry: unknown): FoundAddress[] {
	const { name, depth, size, sides } = place;
	if (isObject(entry)) {
		if (depth === MAX_DEPTH || PAGE_NAMES.test(name)) return [];
		return foundIn(entry, { ...place, depth: depth + 1 });
	}
	const address = toWebAddress(withScheme(entry));
	if (address === undefined) return [];
	const endsAsFile = isNamedAsFile(address);
	const rank = rankOf(place, address);
	if (rank === undefined) return [];
	const mayBePage = SAYS_NOTHING.test(name) && !endsAsFile && !place.isOfFile;
	// Of equal names, the one that stands less deep is surer.
	return [{ address, rank: rank + depth / 10, size, sides, depth, endsAsFile, mayBePage }];
}

/** Whether an address ends as a file does. */
function isNamedAsFile(address: string): boolean {
	const format = formatOfExtension(extensionOf(nameInAddress(address)));
	return format !== undefined && format.label !== 'HTML';
}

/** Databases leave out the scheme: `//cdn.example.com/a.png`. */
export function withScheme(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*\/\/[\w-]+(\.[\w-]+)+\//.test(value)) return value;
	return `https:${value.trim()}`;
}

/** How surely the address at a place is that of the file; undefined for one that is not. */
function rankOf({ name, size, isOfFile }: Place, address: string): number | undefined {
	// Counts last, but under any name, because the message about it says what to do.
	if (sharePlaceOf(address)) return SHARE_PAGE;
	if (PAGE_NAMES.test(name)) return undefined;
	const rank = ADDRESS_NAMES.findIndex((names) => names.test(name));
	if (rank >= 0) return rank;
	if (size !== undefined) return NAMED_BY_SIZE;
	const isLink = name.endsWith('link');
	if (isLink && isOfFile) return LINK_OF_FILE;
	if (isNamedAsFile(address)) return NAMED_AS_FILE;
	return isLink ? LINK : undefined;
}
