/* Words as people write them: what differs only in case, accents, blanks or signs means the same. */

/** A text as it is compared with another: without case, accents and repeated blanks. */
export function plainWords(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The words of a list with blanks between them, as they are compared. */
export function listOfWords(words: string): string[] {
	return words.split(' ').map(plainWords);
}

/** What each word means, by lists of the words for each meaning. */
export function meaningByWord<Meaning extends string>(
	words: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
	const lists = Object.entries<string>(words);
	return new Map(
		lists.flatMap(([meaning, list]) => {
			return listOfWords(list).map((word) => [word, meaning as Meaning] as const);
		}),
	);
}

const SURROUNDED = /^["'`“”„‘’«»](.+)["'`“”„‘’«»]$/s;

/** A text without the quotes around it, with which code and language models hand it over. */
export function withoutQuotes(text: string): string {
	return text.replace(SURROUNDED, '$1').trim();
}

/** The same without signs, so that "16x9", "16/9" and "16:9" are one, and "whole-body" is "whole_body". */
export function wordsOnly(text: string): string {
	return plainWords(text)
		.replace(/(\d)\s*[x×]\s*(?=\d)/g, '$1 ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
