/* Words as people write them: what differs only in case, accents, blanks or signs means the same. */

/** A text as it is compared with another: without case, accents and repeated blanks. */
export function plainWords(text: string): string {
	// NFKD makes a letter with an accent into two signs, of which the accent is a mark (M).
	const withoutAccents = text.normalize('NFKD').replace(/\p{M}/gu, '');
	return withoutAccents.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The words of a text with blanks or breaks between them, each in the form in which words are compared. */
export function listOfWords(words: string): string[] {
	return words.split(/\s+/).map(plainWords);
}

/**
 * Turns the words for each meaning into the meaning of each word.
 *
 * @param words for each meaning, its words with blanks or breaks between them: `{ on: 'yes ja', off: 'no nein' }`
 * @returns the meanings by the words as they are compared: "ja" leads to "on"
 */
export function meaningByWord<Meaning extends string>(
	words: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
	const meanings = new Map<string, Meaning>();
	for (const [meaning, list] of Object.entries<string>(words)) {
		for (const word of listOfWords(list)) meanings.set(word, meaning as Meaning);
	}
	return meanings;
}

/** A text between quotes of any kind: "text", 'text', «text». */
const QUOTED = /^["'`“”„‘’«»](.+)["'`“”„‘’«»]$/s;

/**
 * A text without the quotes around it, which code and language models often add, and without blanks at its ends. Quotes
 * with nothing in them stay.
 */
export function withoutQuotes(text: string): string {
	return text.replace(QUOTED, '$1').trim();
}

/**
 * The words and numbers of a text without the signs: "16 9" for "16x9", "16/9"
 * and "16:9", "whole body" for "whole-body".
 */
export function wordsOnly(text: string): string {
	// Between two numbers, an x is a sign.
	const withoutTimes = plainWords(text).replace(/(\d)\s*[x×]\s*(?=\d)/g, '$1 ');
	// All that is neither a letter nor a number is a sign, too.
	return withoutTimes.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
