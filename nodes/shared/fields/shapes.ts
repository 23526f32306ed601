/*
 * Sizes and shapes of pictures as people write them: "1080x1920", "1080 × 1920 px", "9:16", "portrait".
 */
import type { Size } from '../api/library';
import { isObject } from '../util/json';
import { isPlain } from '../util/text';
import { numberIn } from './numbers';
import { meaningByWord, plainWords, withoutQuotes } from './words';

const SIDES =
	/^(\d+(?:\.\d+)?)\s*(?:px)?\s*(?:[x×*:∶/,-]|by|zu|mal|sur|por|per|na|на)\s*(\d+(?:\.\d+)?)\s*(?:px|pixels?)?$/;

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

/** Words for the orientation of a picture, without accents. */
const ORIENTATIONS = meaningByWord({
	landscape:
		'landscape horizontal querformat quer paysage apaisado horizontale orizzontale paisagem liggend альбомная 横屏 横向 横版 横',
	square:
		'square quadrat quadratisch carre cuadrado cuadrada quadrato quadrado vierkant квадрат 方形 正方形',
	portrait:
		'portrait vertical hochformat hoch retrato verticale staand книжная вертикальное 竖屏 竖向 竖版 縦',
});

/** What is shown in one shape alone, without accents. */
const NAMED_SHAPES: ReadonlyArray<[shape: Size, words: readonly string[]]> = [
	[{ width: 16, height: 9 }, ['youtube', 'youtube video', 'widescreen', 'breitbild']],
	[
		{ width: 9, height: 16 },
		[
			'tiktok',
			'reel',
			'reels',
			'instagram reel',
			'instagram reels',
			'short',
			'shorts',
			'youtube short',
			'youtube shorts',
			'story',
			'stories',
			'instagram story',
			'instagram stories',
		],
	],
];

/** A shape by its sides with words before and behind, as in "9:16 vertical", "TikTok (9:16)" and "aspect ratio: 16:9". */
const SIDES_AND_WORDS = /^(\D*?)[\s,(:–-]*(\d.*\d)[\s,)(.–-]*(\D*?)[)\s]*$/u;

/** Words beside sides that say no more than that it is a shape. */
const WORDS_FOR_SHAPES = new Set(
	'ratio,aspect ratio,aspect,ar,--ar,format,size,seitenverhaltnis,formato,proporcion'.split(','),
);

/** The only one of some shapes that is meant by its sides or its orientation; undefined where several or none can be. */
export function shapeMeant<Shape extends Size>(
	shapes: readonly Shape[],
	given: unknown,
): Shape | undefined {
	const words = isPlain(given) ? withoutQuotes(plainWords(String(given))) : '';
	const sides = sidesIn(given) ?? sidesBesideWords(words) ?? sidesNamed(words);
	const orientation = ORIENTATIONS.get(words);
	const fitting = shapes.filter((shape) => {
		return sides ? isOfSameShape(shape, sides) : orientationOf(shape) === orientation;
	});
	return fitting.length === 1 ? fitting[0] : undefined;
}

function orientationOf({ width, height }: Size): 'landscape' | 'square' | 'portrait' {
	if (width === height) return 'square';
	return width > height ? 'landscape' : 'portrait';
}

/** The sides, where no word beside them says another shape. */
function sidesBesideWords(words: string): Size | undefined {
	const [, before = '', written, behind = ''] = SIDES_AND_WORDS.exec(words) ?? [];
	const sides = sidesIn(written);
	if (!sides) return undefined;
	const isFitting = [before.trim(), behind].every((one) => one === '' || mayDescribe(one, sides));
	return isFitting ? sides : undefined;
}

function mayDescribe(words: string, sides: Size): boolean {
	const named = sidesNamed(words);
	if (named) return isOfSameShape(named, sides);
	return WORDS_FOR_SHAPES.has(words) || ORIENTATIONS.get(words) === orientationOf(sides);
}

function sidesNamed(words: string): Size | undefined {
	return NAMED_SHAPES.find(([, names]) => names.includes(words))?.[0];
}
