/* Words as people write them: what differs only in case, accents, blanks or signs means the same. */

/** A text as it is compared with another: without case, accents and repeated blanks. */
export function plainWords(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
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
