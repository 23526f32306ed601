import { castArray, compact, flattenDeep, minBy } from 'lodash';

import { isObject } from '../util/json';
import { unwrapJson } from '../util/looseJson';
import type { Size } from '../util/pictureSize';
import { toWebAddress } from '../util/webAddress';
import type { FileType } from './formats';
import { fileTypeInAddress, formatOfName, nameInAddress } from './fileNames';
import { addressesOfLargest, namedSize, sidesOf } from './mediaSizes';
import { sharePlaceOf } from './shareLinks';

/*
 * Where the address of a file stands in an object that describes it. Each service gives it another name, so most names
 * are known by how they end. Addresses of previews, persons and pages, which stand beside it, are not taken for it.
 */

/**
 * Names of addresses, as `plainName` gives them, the surest ones first: the index of the first pattern that a name
 * matches is the rank of its address.
 */
const ADDRESS_NAMES: readonly RegExp[] = [
	/download(ur[il]|link|href)?$/,
	/^(webcontentlink|medialink|mediaurlhttps|contenturl)$/,
	/^(secure|(pre)?signed|public|original(file|content)?|full|hd|large(image)?|result|output|final)ur[il]$/,
	/^url(s|private)?$/,
	/^(file|media|image|img|photo|video|audio|sound|voice|asset|attachment|document|upload|cdn)ur[il]s?$/,
	/ur[il]$/,
	/src(set)?$/,
	/^(href|location|raw|original|full)$/,
	/^(file|output|result|video|audio|image|media|source|content|screenshot|audiofile|attachment|value|answer)s?$/,
];

/**
 * The rank of an address whose name only says a size, `{ large: "https://…" }`: that of `href`, `location` or `raw`.
 */
const NAMED_BY_SIZE = 7;

/** The rank of a link (`filelink`) in an object that describes a file: that of `url`. */
const LINK_OF_FILE = 3;

/** The rank of an address with any other name that ends as a file does: behind all known names. */
const ENDING_AS_FILE = ADDRESS_NAMES.length;

/** The rank of a link in any other object. */
const LINK = ENDING_AS_FILE + 1;

/** The rank of a page where files are shared, which counts only where nothing else is found. */
const SHARE_PAGE = LINK + 1;

/** Names that say nothing of an address: it may be that of a file, or of a page about it. */
const SAYS_NOTHING = /^(source)?(ur[il]|href|location)$/;

/**
 * Names of pages about a file, and of what else a service lets its users call. Of these addresses, only one of a known
 * share page counts, because there is a message about it.
 */
const PAGE_NAMES: readonly RegExp[] = [
	/^(web(page)?|view|page|html|perma(link|nent)|expanded|share|edit|embed|player|mapped)ur[il]$/,
	/^(status|cancel|response|callback|webhook|api)ur[il]$/,
	/^(self|alternate|web(view)?|icon|context)link$|^permalink/,
	/^(self|alternate|html|page|website|homepage|get|cancel|edit|view)$/,
];

/** Names of what stands beside a file: smaller pictures of it, and the persons who have to do with it. */
const OTHER_NAMES: readonly RegExp[] = [
	/thumb|preview|icon|poster|avatar|snapshot|^cover(image|photo)?ur[il]$/,
	/^(owners?|users?|author|creator|photographer|sender|parent|uploader|logo)$/,
	/^(createdby|lasteditedby|lastmodifyinguser|(last)?modifiedby)$/,
	/^(user|author|photographer)(image)?ur[il]$/,
];

/** Whether one of some patterns fits a name, as `plainName` gives it. */
function fitsOneOf(patterns: readonly RegExp[], name: string): boolean {
	return patterns.some((pattern) => pattern.test(name));
}

/** Names of objects with what a job was given, such as the picture from which it makes a film. */
const GIVEN_TO_JOB = /^(inputs?|request|params?|parameters|arguments|config)$/;

/** Names that only an object has that describes a file. */
const FILE_FACTS = /^(mimetype|filetype|contenttype|filename|width|height)$/;

/** How many objects may stand around an address; those of known services are no deeper. */
const MAX_DEPTH = 5;

/** Where something stands in an object. */
interface Place {
	/** The last name on the way to it that does not say a size, as `plainName` gives it; empty at the start. */
	name: string;
	/** How many objects are around the one in which it stands. */
	depth: number;
	/** How large the file is, by the names on the way, as `namedSize` gives it. */
	size?: number;
	/** How large the picture is, by the object around it. */
	sides?: Size;
	/** The object around it describes a file. */
	isOfFile?: boolean;
}

/** An address in an object, with its place. */
interface FoundAddress extends Place {
	address: string;
	/** How surely it is that of the file: the lower, the surer. */
	rank: number;
	/** It ends as a file does. */
	endsAsFile: boolean;
	/** Neither its name, nor its end, nor the object around it shows that it is that of a file, and not of a page. */
	mayBePage: boolean;
}

/**
 * The addresses of the files that an object describes. They are told from other addresses by the names under which they
 * stand, and only those with the surest name count. Of one picture or film in several sizes, it is the largest; of
 * different files, all.
 *
 * @param types of which the files may be, or none for any; other files only count where no file may be of these
 * @returns an empty list for an object without such an address
 */
export function addressesInObject(
	object: Record<string, unknown>,
	types: readonly FileType[] = [],
): string[] {
	const inObject = foundIn(object, { name: '', depth: 0 });
	// Pages are left out before the types are looked at: the page of an episode must not be taken for a picture because
	// the sound beside it is none.
	const all = inObject.filter((one) => !isPageAboutOthers(one, inObject));
	const ofTypes = all.filter(({ address }) => mayBeOfType(fileTypeInAddress(address), types));
	const found = ofTypes.length > 0 ? ofTypes : all;
	const best = minBy(found, 'rank')?.rank;
	return addressesOfLargest(found.filter(({ rank }) => rank === best));
}

/**
 * Whether an address is that of a page, because another one in the object ends as a file does: `{ url:
 * "https://…/photo/7", image: "https://…/7.png" }`. Not where both have the same name and stand equally deep, as in a
 * list of files.
 */
function isPageAboutOthers(one: FoundAddress, all: readonly FoundAddress[]): boolean {
	const isElsewhere = ({ name, depth }: FoundAddress) => name !== one.name || depth !== one.depth;
	return one.mayBePage && all.some((other) => other.endsAsFile && isElsewhere(other));
}

/** All addresses in an object, also in the objects within it, that may be those of files, with how surely they are. */
function foundIn(object: Record<string, unknown>, place: Place): FoundAddress[] {
	const isOfFile = Object.keys(object).some((name) => FILE_FACTS.test(plainName(name)));
	const inside = { ...place, isOfFile, sides: sidesOf(object) ?? place.sides };
	const found: FoundAddress[] = [];
	for (const [name, value] of Object.entries(object)) {
		if (fitsOneOf(OTHER_NAMES, plainName(name))) continue;
		const content = unwrapJson(value);
		const size = hasLists(content) ? undefined : namedSize(name);
		const isInSize = size !== undefined;
		// The name of a size, such as `large`, says nothing of what stands there, so that the name before it stays.
		const placeOfValue = isInSize ? { ...inside, size } : placeUnder(name, object, inside);
		if (isObject(content) && GIVEN_TO_JOB.test(plainName(name))) continue;
		// The entries of a list stand at the place of the list.
		const entries: unknown[] = flattenDeep(castArray(content));
		for (const entry of entries) found.push(...foundAt(placeOfValue, entry));
	}
	return found;
}

/** A name in lower case, with nothing but its letters from a to z: `fileurl` of `file_URL2`, and empty for `42`. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * Whether a value is an object with lists in it. It is no file in one size: a number before it is the ID of a step of a
 * job, of which these are the results.
 */
function hasLists(value: unknown): boolean {
	return isObject(value) && Object.values(value).some(Array.isArray);
}

/**
 * The place of what stands under a name in an object.
 *
 * @param around the place of the object
 */
function placeUnder(name: string, object: Record<string, unknown>, around: Place): Place {
	// A number, such as an ID, says nothing of what stands there, so that the name before it stays.
	const ownName = plainName(name) || around.name;
	return { ...around, name: ownName, size: statedSize(object) ?? around.size };
}

/**
 * The size that an object says of its file, `{ quality: "hd", url: "https://…" }`, as `namedSize` gives it: a number that
 * is only compared with others. Of several, the first counts; undefined where it says none.
 */
function statedSize(object: Record<string, unknown>): number | undefined {
	const { label, quality, rendition, resolution } = object;
	const sizes = [label, quality, rendition, resolution].map(namedSize);
	return compact(sizes)[0];
}

/** The address at a place, or those in the object that stands there; none for anything else. */
function foundAt(place: Place, entry: unknown): FoundAddress[] {
	const { name, depth } = place;
	if (isObject(entry)) {
		if (depth === MAX_DEPTH || fitsOneOf(PAGE_NAMES, name)) return [];
		return foundIn(entry, { ...place, depth: depth + 1 });
	}
	const address = toWebAddress(withScheme(entry));
	if (address === undefined) return [];
	const endsAsFile = isNamedAsFile(address);
	const rank = rankOf(place, address, endsAsFile);
	if (rank === undefined) return [];
	// A link beside a file leads to its page, also where it stands among the facts of the file.
	const saysNothing = name === 'link' || (SAYS_NOTHING.test(name) && !place.isOfFile);
	const mayBePage = saysNothing && !endsAsFile;
	// Of equal names, the one that stands less deep is surer. The depth is small, so it outweighs no other name.
	return [{ ...place, address, rank: rank + depth / 10, endsAsFile, mayBePage }];
}

/**
 * Whether a file may be of one of some types.
 *
 * @param type undefined where it does not show: such a file may be of any type
 * @param types none where any type will do
 */
export function mayBeOfType(type: FileType | undefined, types: readonly FileType[]): boolean {
	return type === undefined || types.length === 0 || types.includes(type);
}

/** Whether an address ends in the extension of a known format, which is not that of a web page. */
function isNamedAsFile(address: string): boolean {
	const format = formatOfName(nameInAddress(address));
	return format !== undefined && format.label !== 'HTML';
}

/**
 * An address without its scheme, as databases hold it and people write it: `//cdn.example.com/a.png`,
 * `www.example.com/a.png`. Without "www.", it may be the path of a file: `photos.old/a.png`.
 */
const WITHOUT_SCHEME = /^(?:\/\/|(?=www\.))[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\/\S*$/iu;

/** An address that lacks its scheme, with `https:` before it; any other value as it is. */
export function withScheme(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const address = value.trim();
	if (!WITHOUT_SCHEME.test(address)) return value;
	return address.startsWith('//') ? `https:${address}` : `https://${address}`;
}

/**
 * How surely the address at a place is that of the file, the lower the surer; undefined for one that is not.
 *
 * @param endsAsFile as in `FoundAddress`
 */
function rankOf(
	{ name, size, isOfFile }: Place,
	address: string,
	endsAsFile: boolean,
): number | undefined {
	// A share page counts under any name, because the message about it says what to do.
	if (sharePlaceOf(address)) return SHARE_PAGE;
	if (fitsOneOf(PAGE_NAMES, name)) return undefined;
	const rank = ADDRESS_NAMES.findIndex((names) => names.test(name));
	if (rank >= 0) return rank;
	if (size !== undefined) return NAMED_BY_SIZE;
	const isLink = name.endsWith('link');
	if (isLink && isOfFile) return LINK_OF_FILE;
	if (endsAsFile) return ENDING_AS_FILE;
	return isLink ? LINK : undefined;
}
