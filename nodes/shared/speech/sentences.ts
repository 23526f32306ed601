/*
 * Where a sentence ends, in the scripts that the voices read.
 */

/** Signs that end a sentence or announce what follows, and so need no full stop after them. */
const ENDED = /[.!?…:;,。！？：；，、।۔؟]["'”’»«“)\]）」』】*_~]*$/u;

/** A letter of Chinese or Japanese, which have signs of their own for the end of a sentence and a pause. */
export const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const IDEOGRAPHS = new RegExp(IDEOGRAPH, 'gu');

/** A place that stands for an element of SSML, see `ssml.ts`; it is no part of a sentence. */
const PLACES = /[\u{F0000}-\u{10FFFD}\s]*$/u;

/** A heading or list item as a sentence: with the full stop that it may have already. */
export function asSentence(line: string): string {
	const words = line.replace(PLACES, '');
	if (words === '' || ENDED.test(words)) return line;
	return words + (isIdeographic(words) ? '。' : '.') + line.slice(words.length);
}

/** Whether a line is Chinese or Japanese, perhaps with names and numbers in other letters. */
function isIdeographic(words: string): boolean {
	return 4 * (words.match(IDEOGRAPHS)?.length ?? 0) >= words.length;
}
