/*
 * Sizes and shapes of pictures as people write them: "1080x1920", "1080 × 1920 px", "9:16", "portrait". A shape is a
 * pair of sides of which only the ratio counts.
 */
import { mapValues } from 'lodash';

import { onlyOne } from '../util/lists';
import { type Size, sizeOf } from '../util/pictureSize';
import { isObject } from '../util/json';
import { isPlain } from '../util/text';
import { numberIn } from './numbers';
import { listOfWords, meaningByWord, plainWords, withoutQuotes } from './words';

/** The width and the height, with a sign or a word between them: "1080 x 1920", "16:9", "1080 by 1920 px". */
const SIDES =
	/^(\d+(?:\.\d+)?)\s*(?:px|w)?\s*(?:[xх×*:∶/,_-]|by|to|zu|mal|sur|por|per|na|на)\s*(\d+(?:\.\d+)?)\s*(?:px|pixels?|p|h)?$/;

/**
 * The sign behind the thousands of a side: that in "1,080", but not the one between the sides of "720,480", and not
 * that of 0.386, which a sheet has for a time of day.
 */
const BEHIND_THOUSANDS = /(?<=(?<!\d)[1-9])[.,](?=\d{3}(?!\d))/g;

/**
 * The sides that a text names, as "1080x1920" does, or an object by `width` and `height`. They may be pixels, or only
 * say a ratio, as in "16:9". Undefined unless there are two, both above zero, and where words stand beside them, which
 * only `sidesMeant` understands.
 */
export function sidesIn(given: unknown): Size | undefined {
	if (isObject(given)) return sizeOf(mapValues(given, sideIn));
	const text = textOf(given).replace(BEHIND_THOUSANDS, '');
	const match = SIDES.exec(withoutTimeOfDay(text));
	if (!match) return undefined;
	const [, width, height] = match;
	return sizeOf({ width: Number(width), height: Number(height) });
}

/** A time of day in a sheet to the minute: "9:16:00", "9:16 AM", "4:09:00 PM". */
const TIME_IN_SHEET = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::00)?(?: (?<half>[ap]m))?$/;

/** A time of day as sheets count it, as the fraction of a day. */
const FRACTION_OF_DAY = /^0?\.\d+$/;

const MINUTES_OF_DAY = 24 * 60;

/**
 * The ratio that was written into a sheet, because sheets take one for a time of day: "9:16" for "9:16:00 AM" and for
 * 0.38611, which is that part of a day, "16:9" for "4:09 PM". Any other text stays as it is.
 */
function withoutTimeOfDay(text: string): string {
	if (FRACTION_OF_DAY.test(text)) {
		const minutes = Math.round(Number(text) * MINUTES_OF_DAY);
		return `${Math.floor(minutes / 60)}:${minutes % 60}`;
	}
	const { hour, minute, half } = TIME_IN_SHEET.exec(text)?.groups ?? {};
	if (hour === undefined) return text;
	const hoursBefore = half === 'pm' && hour !== '12' ? 12 : 0;
	return `${Number(hour) + hoursBefore}:${minute}`;
}

/** One side, which may be written as a text with pixels: 1080 for "1080 px"; NaN for what is no number. */
function sideIn(given: unknown): number {
	return Number(numberIn(given, { unit: 'pixels' }));
}

/** A text or number as texts are compared, without case and accents; empty for anything else. */
function textOf(given: unknown): string {
	if (!isPlain(given)) return '';
	return plainWords(String(given));
}

/** Words for the orientation of a picture, without accents. */
const ORIENTATIONS = meaningByWord({
	landscape: `landscape wide horizontal querformat quer paysage apaisado horizontale orizzontale paisagem liggend
		poziomo poziomy yatay альбомная горизонтальный горизонтально 横屏 横向 横版 横 横長 横向き 가로 가로형 แนวนอน
		أفقي`,
	square:
		'square quadrat quadratisch carre cuadrado cuadrada quadrato quadrado vierkant квадрат 方形 正方形 정사각형 مربع',
	portrait: `portrait tall vertical hochformat hochkant hoch retrato verticale staand pionowo pionowy dikey
		книжная вертикальное вертикальный вертикально 竖屏 竖向 竖版 竖 縦 縦長 縦向き 세로 세로형 แนวตั้ง عمودي`,
});

/** Words for films that always have the same shape: 16:9 for those in `WIDE`, and 9:16 for those in `HIGH`. */
const WIDE = ['youtube', 'widescreen', 'breitbild'];
const HIGH = listOfWords('tiktok snapchat reel reels short shorts story stories');

/** The name of a platform before the word for a film: "instagram " in "instagram reel". */
const PLATFORM = /^(?:instagram|ig|facebook|fb|youtube|yt|tiktok|snapchat) (?=\S)/;

/**
 * A shape by its sides with words before and behind, as in "9:16 vertical", "TikTok (9:16)" and "aspect ratio: 16:9".
 */
const SIDES_AND_WORDS =
	/^(?<before>\D*?)[\s,(:_–-]*(?<sides>\d.*\d)[\s,)(.–-]*(?<behind>\D*?)[)\s]*$/u;

/**
 * The most characters in which a shape is looked for. In a longer text, that could take very long, because the time
 * grows faster than the text.
 */
const MAX_WORDS_AND_SIDES = 200;

/** Words beside sides that say no more than that it is a shape, or stand for several. */
const WORDS_FOR_SHAPES: ReadonlySet<string> = new Set(
	'ratio,aspect ratio,aspect,ar,--ar,format,size,seitenverhaltnis,formato,proporcion,instagram,ig,facebook,linkedin,post,instagram post,linkedin post,cinematic,thumbnail,youtube thumbnail'.split(
		',',
	),
);

/** Words around those for a shape that say no more than that a picture has it: "vertical video", "portrait mode". */
const AROUND_SHAPE =
	/^(?:video|formato?) | (?:videos?|mode|format|orientation|for (?:tiktok|reels|shorts|youtube))$/g;

/**
 * The one of several shapes that is meant: by its sides, "9:16", by the word for a film with such sides, "reel", or by
 * its orientation, "portrait". Undefined where none or more than one of the shapes can be meant.
 *
 * @param shapes the sides of each; only their ratio counts
 */
export function shapeMeant<Shape extends Size>(
	shapes: readonly Shape[],
	given: unknown,
): Shape | undefined {
	const words = wordsOfShape(given);
	const sides = sidesMeant(given) ?? sidesNamed(words);
	if (sides) return onlyOne(shapes.filter((shape) => isOfSameShape(shape, sides)));
	const orientation = ORIENTATIONS.get(words);
	if (orientation === undefined) return undefined;
	return onlyOne(shapes.filter((shape) => orientationOf(shape) === orientation));
}

/**
 * The sides that a value names, as `sidesIn` finds them, also with words beside them that say the same shape:
 * "16:9 (landscape)". Undefined for any other value.
 */
export function sidesMeant(given: unknown): Size | undefined {
	return sidesIn(given) ?? sidesBesideWords(wordsOfShape(given));
}

/**
 * A text in the form in which words are compared, without quotes and without words that only say that it is about a
 * picture: "portrait" for "Portrait mode". Empty for what is no text.
 */
function wordsOfShape(given: unknown): string {
	return withoutQuotes(textOf(given)).replace(AROUND_SHAPE, '');
}

/** Whether two shapes have the same ratio of sides. They are compared without a division, which would round it. */
function isOfSameShape(one: Size, other: Size): boolean {
	return one.width * other.height === other.width * one.height;
}

/** The orientation of a picture, by its sides. */
function orientationOf({ width, height }: Size): 'landscape' | 'square' | 'portrait' {
	if (width === height) return 'square';
	if (width > height) return 'landscape';
	return 'portrait';
}

/**
 * The sides in a text that also has words, "9:16 vertical"; undefined for a text without sides, and where a word beside
 * them does not say the same shape.
 */
function sidesBesideWords(words: string): Size | undefined {
	if (words.length > MAX_WORDS_AND_SIDES) return undefined;
	const { before = '', sides, behind = '' } = SIDES_AND_WORDS.exec(words)?.groups ?? {};
	const shape = sidesIn(sides);
	if (!shape) return undefined;
	const withoutFor = behind.replace(/^for /, '');
	const doWordsFit = mayDescribe(before.trim(), shape) && mayDescribe(withoutFor, shape);
	return doWordsFit ? shape : undefined;
}

/**
 * Whether words may stand beside the sides of a shape: they only say that it is a shape, or they say the same shape.
 * An empty text may, too.
 */
function mayDescribe(words: string, shape: Size): boolean {
	if (words === '' || WORDS_FOR_SHAPES.has(words)) return true;
	// 9:16 for "reel"; undefined for most words.
	const named = sidesNamed(words);
	if (named) return isOfSameShape(named, shape);
	return ORIENTATIONS.get(words) === orientationOf(shape);
}

/**
 * The shape for which a word stands: 16:9 for "youtube", 9:16 for "reel" or "instagram reel"; undefined for any other
 * words.
 *
 * @param words in lower case and without accents
 */
function sidesNamed(words: string): Size | undefined {
	if (WIDE.includes(words)) return { width: 16, height: 9 };
	if (HIGH.includes(words.replace(PLATFORM, ''))) return { width: 9, height: 16 };
	return undefined;
}
