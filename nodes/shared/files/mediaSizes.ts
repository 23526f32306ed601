import { maxBy, uniqBy } from 'lodash';

import { type Size, sizeOf } from '../util/pictureSize';

/*
 * The same picture or film in several sizes, as libraries of photos and films give it: which of them is the largest.
 */

/** An address, and how large the file there is, as far as it is said. */
export interface SizedAddress {
	address: string;
	/** About how many lines of pixels it has, by a word such as `large` or `1080p`. */
	size?: number;
	sides?: Size;
}

/** From this size on, the names in the table below mean the file as it was made, and no other one is larger. */
const WHOLE = 50_000;

/**
 * What sizes are called: about how many lines of pixels the file has, and the names of that size. The first three
 * numbers are not meant as such: they are only larger than all others.
 */
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
	SIZES.trim().split('\n').flatMap(sizesIn),
);

/** The names in a row of the table, such as `1440: xl 2k`, each with the number of lines of pixels before them. */
function sizesIn(row: string): Array<[name: string, lines: number]> {
	const [lines, names = ''] = row.split(': ');
	return names.split(' ').map((name) => [name, Number(lines)]);
}

/** The name of a size that is a number, such as `720`, `1080p`, `w400` or `h600`. */
const NUMBER_AS_NAME = /^[wh]?(\d{2,4})[pw]?$/;

/**
 * How large a file is by the name of its size: 1080 for `large` and `1080p`, 400 for `w400`, about in lines of pixels.
 * Undefined for any other name.
 */
export function namedSize(name: unknown): number | undefined {
	if (typeof name !== 'string') return undefined;
	const plain = name.toLowerCase().replace(/[\s_-]/g, '');
	const [, number] = NUMBER_AS_NAME.exec(plain) ?? [];
	return number === undefined ? LINES_OF_SIZE.get(plain) : Number(number);
}

/**
 * The sides of the picture that an object describes, also where they are texts; undefined where it does not say both.
 */
export function sidesOf({ width, height }: Record<string, unknown>): Size | undefined {
	return sizeOf({ width: Number(width), height: Number(height) });
}

/**
 * The addresses that are meant by a list of files: where these are one picture or film in several sizes, only that of
 * the largest; where this is not known, all of them, each once.
 */
export function addressesOfLargest(files: readonly SizedAddress[]): string[] {
	const distinct = uniqBy(files, 'address');
	const largest =
		largestOf(distinct, ({ size }) => size, hasSmallerName) ??
		largestOf(distinct, ({ sides }) => sides && sides.width * sides.height, isSmallerOfShape);
	const meant = largest ? [largest] : distinct;
	return meant.map(({ address }) => address);
}

/** Whether one file is clearly a smaller size of another one. */
type IsSmaller = (file: SizedAddress, larger: SizedAddress) => boolean;

/**
 * The file that is the largest by some measure, if every other one is clearly a smaller size of it. Undefined where one
 * may be another file, or as large, and where the measure of no file is known.
 */
function largestOf(
	files: readonly SizedAddress[],
	measure: (file: SizedAddress) => number | undefined,
	isSmaller: IsSmaller,
): SizedAddress | undefined {
	const largest = maxBy(files, measure);
	if (!largest) return undefined;
	const others = files.filter((file) => file !== largest);
	return others.every((file) => isSmaller(file, largest)) ? largest : undefined;
}

/**
 * Whether a file is smaller by the name of its size. One whose name says no size may be as large, but not as large as
 * the file as it was made, such as `original`.
 */
const hasSmallerName: IsSmaller = ({ size }, { size: largest = 0 }) => {
	return size === undefined ? largest >= WHOLE : size < largest;
};

/** The ratios of the sides of one picture in two sizes differ by such a part at most, because the sides are rounded. */
const SHAPE_TOLERANCE = 0.02;

/**
 * Whether a picture may be a smaller size of another one that has more pixels: it has the same shape, because different
 * pictures hardly all have the same, and another width, because two of the same width are two pictures. False where
 * the sides of one are not known.
 */
const isSmallerOfShape: IsSmaller = ({ sides }, { sides: larger }) => {
	if (!sides || !larger || sides.width === larger.width) return false;
	const ratioOfShapes = (sides.width * larger.height) / (sides.height * larger.width);
	return Math.abs(ratioOfShapes - 1) <= SHAPE_TOLERANCE;
};
