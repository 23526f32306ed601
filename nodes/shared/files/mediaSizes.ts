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

/** What sizes are called, and about how many lines they have. */
const SIZE_NAMES: ReadonlyMap<string, number> = new Map([
	...named(100_000, 'original orig o'),
	...named(90_000, 'raw master source'),
	...named(WHOLE, 'full fullsize max maximum maxres highest best huge largest'),
	...named(2160, 'uhd 4k'),
	...named(1440, 'large2x xlarge xl 2k extralarge'),
	...named(1080, 'large l lg fullhd fhd'),
	...named(900, 'hd high'),
	...named(700, 'regular standard default normal landscape portrait'),
	...named(500, 'medium med m md'),
	...named(480, 'sd'),
	...named(300, 'small s sm'),
	...named(240, 'low mobile'),
	...named(100, 'tiny mini xs square'),
]);

function named(lines: number, names: string): Array<readonly [string, number]> {
	return names.split(' ').map((name) => [name, lines] as const);
}

/** How large a file is by the name of its size; undefined for any other name. */
export function namedSize(name: unknown): number | undefined {
	if (typeof name !== 'string') return undefined;
	const plain = name.toLowerCase().replace(/[\s_-]/g, '');
	const [, lines] = /^[wh]?(\d{2,4})[pw]?$/.exec(plain) ?? [];
	return lines === undefined ? SIZE_NAMES.get(plain) : Number(lines);
}

/** The sides of the picture that an object describes. */
export function sidesOf({ width, height }: Record<string, unknown>): Sides | undefined {
	const sides = { width: Number(width), height: Number(height) };
	return sides.width > 0 && sides.height > 0 ? sides : undefined;
}

/** The largest of the files, if they are one in several sizes; all of them where they are not known to be. */
export function largest(files: readonly SizedAddress[]): string[] {
	const distinct = uniqBy(files, 'address');
	const one =
		distinct.length > 1 ? (largestByName(distinct) ?? largestBySides(distinct)) : undefined;
	return (one ? [one] : distinct).map(({ address }) => address);
}

/** The one whose name says the largest size, where the others are said to be smaller, or it is the whole file. */
function largestByName(files: readonly SizedAddress[]): SizedAddress | undefined {
	const found = maxBy(files, 'size');
	if (found?.size === undefined) return undefined;
	const others = files.filter((file) => file !== found);
	const areSmaller = others.every(({ size }) => size !== undefined && size !== found.size);
	const isOnlyWhole = found.size >= WHOLE && others.every(({ size }) => size !== found.size);
	return areSmaller || isOnlyWhole ? found : undefined;
}

/** Two pictures of the same shape differ by so much at most, since their sides are rounded. */
const SHAPE_TOLERANCE = 0.02;

/** The one with the most pixels, where all have the same shape and no other has as many: several files are not so alike. */
function largestBySides(files: readonly SizedAddress[]): SizedAddress | undefined {
	const found = maxBy(files, ({ sides }) => sides && sides.width * sides.height);
	const most = found?.sides;
	if (!most) return undefined;
	const others = files.filter((file) => file !== found);
	const isSmaller = ({ sides }: SizedAddress) => {
		if (!sides || sides.width === most.width) return false;
		const shape = (sides.width * most.height) / (sides.height * most.width);
		return Math.abs(shape - 1) <= SHAPE_TOLERANCE;
	};
	return others.every(isSmaller) ? found : undefined;
}
