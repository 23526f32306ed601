import { minBy, sortedLastIndexBy } from 'lodash';

import { charactersIn } from '../util/text';
import {
	type Break,
	breaksOf,
	CLAUSE_COST,
	SENTENCE_COST,
	WITHOUT_BLANK_COST,
	WORD_COST,
} from './breaks';

/*
 * A text that is too long for one video, in parts: at paragraphs, else at the ends of sentences, else between words.
 */

/**
 * Splits a text into parts of about equal length. A part ends at a paragraph, else at a sentence, else between words,
 * and never inside a word or an element of SSML. Blanks between parts go. Tags of SSML that are around all of the text
 * are put around each part.
 *
 * @param text as it is sent, perhaps with SSML
 * @param limit the most characters of a part, as a reader counts them
 * @returns the parts in their order; a text within the limit is the only one. Undefined where a word or an element is
 *   longer than a part may be
 */
export function splitText(text: string, limit: number): string[] | undefined {
	const { opening, inner, closing } = unwrap(text);
	const room = limit - charactersIn(opening) - charactersIn(closing);
	const hasRoom = room >= 1;
	if (!hasRoom) return undefined;
	const parts = partsWithin(inner, room);
	return parts?.map((part) => opening + part + closing);
}

/** An element whose tags are the first and the last thing of a text. */
const ELEMENT =
	/^(?<opening>\s*<(?<name>speak|prosody|voice|lang|emphasis)(?:\s[^<>]*)?>)(?<content>[^]*)(?<closing><\/\k<name>>\s*)$/iu;

/** A text, and the tags of SSML that are around all of it. */
interface Wrapped {
	opening: string;
	inner: string;
	closing: string;
}

/**
 * Takes apart a text and the elements of SSML that are around all of it, perhaps several within each other, as in
 * `<speak><prosody rate="slow">…</prosody></speak>`. Blanks right behind and before these tags go. For any other text,
 * the tags are empty.
 */
function unwrap(text: string): Wrapped {
	const notWrapped = { opening: '', inner: text, closing: '' };
	const { name, opening = '', content = '', closing = '' } = ELEMENT.exec(text)?.groups ?? {};
	if (name === undefined) return notWrapped;
	// Where another element of this name ends within, the first and the last tag may belong to two elements.
	const hasEndTagWithin = content.toLowerCase().includes(`</${name.toLowerCase()}`);
	if (hasEndTagWithin) return notWrapped;
	const within = unwrap(content.trim());
	return {
		opening: opening + within.opening,
		inner: within.inner,
		closing: within.closing + closing,
	};
}

/**
 * A text in parts of whole sentences. Where a sentence is too long for that, the text may also be cut between clauses,
 * else also between words, and last also between words that are written without blanks. At each of these steps, parts
 * of about equal length are tried first, and then parts as long as the limit allows. Undefined where a word or an
 * element is too long.
 *
 * @param limit the most characters of a part
 */
function partsWithin(text: string, limit: number): string[] | undefined {
	const fewest = Math.ceil(charactersIn(text) / limit);
	if (fewest <= 1) return [text];
	for (const highestCost of [SENTENCE_COST, CLAUSE_COST, WORD_COST, WITHOUT_BLANK_COST]) {
		const splitter = new Splitter(text, breaksOf(text, highestCost), limit);
		const parts = splitter.equalParts(fewest) ?? splitter.fullParts();
		if (parts) return parts;
	}
	return undefined;
}

/**
 * So many more parts than the length alone would need are tried, because a text can only be cut at certain places.
 */
const MORE_PARTS = 2;

/** What is wanted of a part. */
interface Aim {
	/** How many characters it has at best. */
	ideal: number;
	/** How many characters may at most be left for the parts behind it; Infinity for any number. */
	mostLeft: number;
}

/** Cuts a text at some of the places at which it may be cut. */
class Splitter {
	/** For each place of the text, how many characters are before it, as a reader counts them. */
	private readonly counts: Uint32Array;

	/**
	 * @param breaks the places, in the order of the text
	 * @param limit the most characters of a part
	 */
	constructor(
		private readonly text: string,
		private readonly breaks: readonly Break[],
		private readonly limit: number,
	) {
		this.counts = countsOf(text);
	}

	/**
	 * As few parts as possible, of about equal length.
	 *
	 * @param fewest how many parts are needed by the length of the text alone
	 * @returns undefined where the text cannot be cut into so many parts, nor into `MORE_PARTS` more
	 */
	equalParts(fewest: number): string[] | undefined {
		for (let count = fewest; count <= fewest + MORE_PARTS; count += 1) {
			const parts = this.cut((start, done) => {
				// How many parts are left, with the one that begins at `start`. What it leaves has to fit into the others.
				const left = Math.max(1, count - done);
				return { ideal: this.charactersFrom(start) / left, mostLeft: this.limit * (left - 1) };
			});
			if (parts) return parts;
		}
		return undefined;
	}

	/** Parts as long as the limit allows; undefined where there is no place to cut within the limit. */
	fullParts(): string[] | undefined {
		return this.cut(() => ({ ideal: this.limit, mostLeft: Infinity }));
	}

	/**
	 * Cuts the text into parts, each where it ends best, until the rest is within the limit.
	 *
	 * @param aimOf what is wanted of the part that begins at the place `start`, before which there are `done` parts
	 * @returns undefined where a part has no place at which it may end
	 */
	private cut(aimOf: (start: number, done: number) => Aim): string[] | undefined {
		const parts: string[] = [];
		let start = 0;
		while (this.charactersFrom(start) > this.limit) {
			const best = this.bestBreak(start, aimOf(start, parts.length));
			if (!best) return undefined;
			parts.push(this.text.slice(start, best.end));
			start = best.start;
		}
		parts.push(this.text.slice(start));
		return parts;
	}

	/**
	 * The place at which the part that begins at `start` ends best: the part is about as long as wanted, and the cut
	 * costs little. Undefined where the part cannot end within the limit, or would leave more than `mostLeft` behind it.
	 */
	private bestBreak(start: number, { ideal, mostLeft }: Aim): Break | undefined {
		const places = this.breaksWithinLimit(start).filter((place) => {
			return this.charactersFrom(place.start) <= mostLeft;
		});
		return minBy(places, ({ end, cost }) => {
			const deviation = Math.abs(this.charactersBetween(start, end) - ideal);
			return cost + deviation / ideal;
		});
	}

	/** The places behind `start` at which the part that begins there may end, in their order. */
	private breaksWithinLimit(start: number): Break[] {
		const places: Break[] = [];
		for (let index = this.firstBehind(start); index < this.breaks.length; index += 1) {
			const place = this.breaks[index];
			if (!place || this.charactersBetween(start, place.end) > this.limit) break;
			places.push(place);
		}
		return places;
	}

	/** The index of the first place that ends behind `start`. The places are in the order of the text. */
	private firstBehind(start: number): number {
		// As if there were a place that ends at `start`: of it, nothing but its end is compared.
		const placeAtStart: Break = { start, end: start, cost: 0 };
		return sortedLastIndexBy(this.breaks, placeAtStart, 'end');
	}

	/** How many characters, as a reader counts them, are between a place and the end of the text. */
	private charactersFrom(start: number): number {
		return this.charactersBetween(start, this.text.length);
	}

	/** How many characters, as a reader counts them, are between two places of the text. */
	private charactersBetween(start: number, end: number): number {
		return (this.counts[end] ?? 0) - (this.counts[start] ?? 0);
	}
}

/**
 * For each place of a text, and for its end, how many characters are before it, as a reader counts them: 0, 1, 2, 2 for
 * a letter and an emoji, which takes two places.
 */
function countsOf(text: string): Uint32Array {
	const counts = new Uint32Array(text.length + 1);
	let count = 0;
	for (let index = 0; index < text.length; index += 1) {
		counts[index] = count;
		// A character of two halves is counted at its first one.
		if (!isSecondHalf(text, index)) count += 1;
	}
	counts[text.length] = count;
	return counts;
}

/** The second halves (low surrogates) of characters that JavaScript counts as two, as those of emoji. */
const LOWEST_SECOND_HALF = 0xdc00;
const HIGHEST_SECOND_HALF = 0xdfff;

/** Whether the second half of a character stands at a place of a text; false at its end. */
function isSecondHalf(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= LOWEST_SECOND_HALF && unit <= HIGHEST_SECOND_HALF;
}
