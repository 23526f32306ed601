import { countMatches } from '../util/text';

/*
 * Where a sentence ends, in the scripts that the voices read.
 */

/**
 * The end of a line that needs no full stop: a sign that ends a sentence, or announces what follows, perhaps in quotes.
 */
const ENDED = /[.!?…:;,。！？：；，、।۔؟]["'”’»«“)\]）」』】*_~]*$/u;

/** A letter of Chinese or Japanese, which have signs of their own for the end of a sentence and a pause. */
export const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const IDEOGRAPHS = new RegExp(IDEOGRAPH, 'gu');

/**
 * Letters that stand for elements of SSML (see `ssml.ts`), and blanks, at the
 * end of a line. They are no part of a sentence.
 */
const TRAILING_ELEMENTS = /[\u{F0000}-\u{10FFFD}\s]*$/u;

/**
 * A line, such as a heading or a list item, as a sentence: with a full stop, that of Chinese and Japanese in a line of
 * theirs, unless it ends with a sign at which a voice pauses, such as a comma or a colon. A line without words stays.
 */
export function asSentence(line: string): string {
	const words = line.replace(TRAILING_ELEMENTS, '');
	const trailing = line.slice(words.length);
	return words + fullStopFor(line) + trailing;
}

/** The full stop that a line lacks to be a sentence; empty for a line that needs none. */
export function fullStopFor(line: string): string {
	const words = line.replace(TRAILING_ELEMENTS, '');
	if (words === '' || ENDED.test(words)) return '';
	return isIdeographic(words) ? '。' : '.';
}

/**
 * In a Chinese or Japanese line, at least this share of the characters are of these scripts; names may be in others.
 */
const LEAST_OF_OWN_LETTERS = 1 / 4;

/** Whether a line is Chinese or Japanese, perhaps with names and numbers in other letters. */
function isIdeographic(words: string): boolean {
	return countMatches(words, IDEOGRAPHS) >= words.length * LEAST_OF_OWN_LETTERS;
}
