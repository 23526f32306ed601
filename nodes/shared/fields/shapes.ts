/*
 * Sizes and shapes of pictures as people write them: "1080x1920", "1080 × 1920 px", "9:16", "portrait".
 */
import type { Size } from '../api/library';
import { isObject } from '../util/json';
import { isPlain } from '../util/text';
import { numberIn } from './numbers';
import { plainWords } from './words';

const SIDES = /^(\d+(?:\.\d+)?)\s*(?:px)?\s*(?:[x×*:/,-]|by)\s*(\d+(?:\.\d+)?)\s*(?:px|pixels?)?$/;

/** The two sides that a text or an object names; undefined where it names none. */
export function sidesIn(given: unknown): Size | undefined {
	const [width, height] = isObject(given)
		? [given.width, given.height].map((side) => numberIn(side, { unit: 'pixels' }))
		: numbersIn(given);
	const isSize = Number(width) > 0 && Number(height) > 0;
	return isSize ? { width: Number(width), height: Number(height) } : undefined;
}

function numbersIn(given: unknown): number[] {
	const [, ...sides] = SIDES.exec(isPlain(given) ? plainWords(String(given)) : '') ?? [];
	return sides.map(Number);
}

function isOfSameShape(one: Size, other: Size): boolean {
	return one.width * other.height === other.width * one.height;
}

/** Words for the orientation of a picture, each as the sign of its width less its height. */
const ORIENTATIONS: Readonly<Record<string, number>> = {
	landscape: 1,
	horizontal: 1,
	widescreen: 1,
	square: 0,
	portrait: -1,
	vertical: -1,
};

/** The only one of some shapes that is meant by its sides or its orientation; undefined where several or none can be. */
export function shapeMeant<Shape extends Size>(
	shapes: readonly Shape[],
	given: unknown,
): Shape | undefined {
	const sides = sidesIn(given);
	const sign = isPlain(given) ? ORIENTATIONS[plainWords(String(given))] : undefined;
	const fitting = shapes.filter((shape) => {
		if (sides) return isOfSameShape(shape, sides);
		return Math.sign(shape.width - shape.height) === sign;
	});
	return fitting.length === 1 ? fitting[0] : undefined;
}
