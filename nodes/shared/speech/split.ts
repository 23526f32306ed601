import { minBy, takeWhile } from 'lodash';

import { charactersIn } from '../util/text';
import {
	ANY_WORD_COST,
	type Break,
	breaksOf,
	CLAUSE_COST,
	SENTENCE_COST,
	WORD_COST,
} from './breaks';

/*
 * A text that is too long for one video, in parts: at paragraphs, else at the ends of sentences, else between words.
 */

/**
 * Splits a text into parts of about equal length. A part ends at a paragraph, else at a sentence, else between words,
 * and never inside a word or an element of SSML. Blanks between parts go. The tags of a document of SSML are put around
 * each part.
 *
 * @param text as it is sent, perhaps with SSML
 * @param limit the most characters of a part, as a reader counts them
 * @returns the parts in their order; a text within the limit is the only one. Undefined where a word or an element is
 *   longer than a part may be
 */
export function splitText(text: string, limit: number): string[] | undefined {
	const [, opening = '', inner = text, closing = ''] = DOCUMENT.exec(text) ?? [];
	const room = limit - charactersIn(opening) - charactersIn(closing);
	if (room < 1) return undefined;
	const parts = partsWithin(inner.trim(), room);
	return parts?.map((part) => opening + part + closing);
}

/** A document of SSML, whose tags are around all of a text. */
const DOCUMENT = /^(\s*<speak(?:\s[^<>]*)?>)([^]*)(<\/speak>\s*)$/iu;

/**
 * A text in parts of whole sentences. Where a sentence is too long for that, the text may also be cut between clauses,
 * else also between words, and last also between words that belong together. Undefined where a word or an element is
 * too long.
 *
 * @param limit the most characters of a part
 */
function partsWithin(text: string, limit: number): string[] | undefined {
	for (const highestCost of [SENTENCE_COST, CLAUSE_COST, WORD_COST, ANY_WORD_COST]) {
		const parts = partsBetween(text, breaksOf(text, highestCost), limit);
		if (parts) return parts;
	}
	return undefined;
}

/** Parts are planned with this share of the limit, because a text can only be cut at certain places. */
const SHARE_OF_LIMIT = 0.95;

/**
 * A text in parts of about equal length, each of which ends where the length is about right and the cut costs little.
 *
 * @param breaks the places at which the text may be cut
 * @param limit the most characters of a part, as a reader counts them
 * @returns undefined where a part has no place at which it may end
 */
function partsBetween(text: string, breaks: readonly Break[], limit: number): string[] | undefined {
	const counts = countsOf(text);
	const charactersBetween = (start: number, end: number) => {
		return (counts[end] ?? 0) - (counts[start] ?? 0);
	};
	const parts: string[] = [];
	let start = 0;
	/** The index of the first place behind `start`. */
	let next = 0;
	let left = charactersBetween(0, text.length);
	while (left > limit) {
		while ((breaks[next]?.end ?? Infinity) <= start) next += 1;
		// A character has two places at most.
		const places = takeWhile(breaks.slice(next, next + 2 * limit), ({ end }) => {
			return charactersBetween(start, end) <= limit;
		});
		const count = Math.ceil(left / (limit * SHARE_OF_LIMIT));
		// What a part leaves has to fit into the others, where that is possible.
		const fitting = places.filter((place) => {
			return charactersBetween(place.start, text.length) <= limit * (count - 1);
		});
		const ideal = left / count;
		const best = minBy(fitting.length > 0 ? fitting : places, ({ end, cost }) => {
			return cost + Math.abs(charactersBetween(start, end) - ideal) / ideal;
		});
		if (!best) return undefined;
		parts.push(text.slice(start, best.end));
		start = best.start;
		left = charactersBetween(start, text.length);
	}
	return parts.concat(text.slice(start));
}

/**
 * For each place of a text at which a character begins, and for its end, how many characters are before it, as a reader
 * counts them. An emoji takes two places.
 */
function countsOf(text: string): Uint32Array {
	const counts = new Uint32Array(text.length + 1);
	let place = 0;
	let count = 0;
	for (const character of text) {
		place += character.length;
		count += 1;
		counts[place] = count;
	}
	return counts;
}
