import { maxBy, uniqBy } from 'lodash';

/*
 * The same picture or film in several sizes, as libraries of photos and films give it: which of them is the largest.
 */

/** Width and height of a picture, in pixels. */
export interface Sides {
	width: number;
	height: number;
}

/** An address, and how large the file there is, as far as it is said. */
export interface SizedAddress {
	address: string;
	/** By words such as `large` or `1080p`: about so many lines. */
	size?: number;
	sides?: Sides;
}

/** Such a size is the file as it was made, so no other need be known to be smaller. */
const WHOLE = 50_000;

/** What sizes are called: about how many lines the file has, and the names of that size. */
const SIZES = `
100000: original orig o
90000: raw master source
50000: full fullsize max maximum maxres highest best huge largest
2160: uhd 4k
1440: large2x xlarge xl 2k extralarge
1080: large l lg fullhd fhd
900: hd high
700: regular standard default normal landscape portrait
500: medium med m md
480: sd
300: small s sm
240: low mobile
100: tiny mini xs square
`;

/** About how many lines a file has, by the name of its size. */
const LINES_OF_SIZE: ReadonlyMap<string, number> = new Map(
	SIZES.trim().split('\n').flatMap(namesOf),
);

/** The names in a line of the table of sizes, each with about how many lines such a file has. */
function namesOf(line: string): Array<[name: string, lines: number]> {
	const [lines, names = ''] = line.split(': ');
	return names.split(' ').map((name) => [name, Number(lines)]);
}

/** How large a file is by the name of its size, such as `large`, `1080p` or `w400`; undefined for any other name. */
export function namedSize(name: unknown): number | undefined {
	if (typeof name !== 'string') return undefined;
	const plain = name.toLowerCase().replace(/[\s_-]/g, '');
	const [, lines] = /^[wh]?(\d{2,4})[pw]?$/.exec(plain) ?? [];
	return lines === undefined ? LINES_OF_SIZE.get(plain) : Number(lines);
}

/** The sides of the picture that an object describes; undefined where it does not say both. */
export function sidesOf({ width, height }: Record<string, unknown>): Sides | undefined {
	const sides = { width: Number(width), height: Number(height) };
	return sides.width > 0 && sides.height > 0 ? sides : undefined;
}

/**
 * The address of the largest of the files, if they are one in several sizes; all
 * of them where they are not known to be.
 */
export function addressesOfLargest(files: readonly SizedAddress[]): string[] {
	const distinct = uniqBy(files, 'address');
	const found = largestByName(distinct) ?? largestBySides(distinct);
	const meant = found ? [found] : distinct;
	return meant.map(({ address }) => address);
}

/**
 * The file whose name says the largest size; undefined where another one may be as large, because its name says no
 * size, or the same. Of the whole file, it need not be known how large the others are.
 */
function largestByName(files: readonly SizedAddress[]): SizedAddress | undefined {
	const found = maxBy(files, 'size');
	if (found?.size === undefined) return undefined;
	const others = files.filter((file) => file !== found);
	if (others.some(({ size }) => size === found.size)) return undefined;
	const areAllNamed = others.every(({ size }) => size !== undefined);
	return areAllNamed || found.size >= WHOLE ? found : undefined;
}

/** Two pictures of the same shape differ by so much at most, since their sides are rounded. */
const SHAPE_TOLERANCE = 0.02;

/**
 * The picture with the most pixels; undefined where another one cannot be a smaller size of it, or no sides are said.
 * Several different pictures are hardly so alike.
 */
function largestBySides(files: readonly SizedAddress[]): SizedAddress | undefined {
	const found = maxBy(files, ({ sides }) => sides && sides.width * sides.height);
	const most = found?.sides;
	if (!most) return undefined;
	const others = files.filter((file) => file !== found);
	return others.every(({ sides }) => isSmallerOfShape(sides, most)) ? found : undefined;
}

/**
 * Whether a picture may be a smaller size of another one that has more pixels: it has the same shape, and is not as
 * wide. Two of the same width are two pictures.
 */
function isSmallerOfShape(sides: Sides | undefined, larger: Sides): boolean {
	if (!sides || sides.width === larger.width) return false;
	const shape = (sides.width * larger.height) / (sides.height * larger.width);
	return Math.abs(shape - 1) <= SHAPE_TOLERANCE;
}
