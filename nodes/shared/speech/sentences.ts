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
 * A heading or list item as a sentence: with a full stop, unless it ends with a sign for a pause, such as a comma or a
 * colon, or has no words.
 */
export function asSentence(line: string): string {
	const words = line.replace(TRAILING_ELEMENTS, '');
	if (words === '' || ENDED.test(words)) return line;
	const fullStop = isIdeographic(words) ? '。' : '.';
	return words + fullStop + line.slice(words.length);
}

/**
 * Whether a line is Chinese or Japanese, perhaps with names and numbers in other letters: a quarter of it is enough.
 */
function isIdeographic(words: string): boolean {
	const ideographs = words.match(IDEOGRAPHS)?.length ?? 0;
	return 4 * ideographs >= words.length;
}
