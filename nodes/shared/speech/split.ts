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
 * Splits a text into parts of about equal length. A part ends at a paragraph, else at a sentence,
 * else between words, and never inside a word or an element of SSML; blanks between parts go.
 *
 * @param text as it is sent, perhaps with SSML
 * @param limit the most characters of a part, as a reader counts them
 * @returns the parts, of a text within the limit the text alone; undefined where a word or an element is longer than it
 */
export function splitText(text: string, limit: number): string[] | undefined {
	const { opening, inner, closing } = withoutRoot(text);
	const room = limit - charactersIn(opening) - charactersIn(closing);
	const isElementTooLong = room < 1;
	if (isElementTooLong) return undefined;
	return partsWithin(inner, room)?.map((part) => opening + part + closing);
}

/** A text, and the tags of SSML that are around all of it. */
interface Wrapped {
	opening: string;
	inner: string;
	closing: string;
}

/**
 * A text without the elements of SSML that are around all of it, which each part needs, as in
 * `<speak><prosody rate="slow">…</prosody></speak>`. The tags are empty for any other text.
 */
function withoutRoot(text: string): Wrapped {
	const { name, opening = '', content = '', closing = '' } = ELEMENT.exec(text)?.groups ?? {};
	// Where there are more tags of this name, the first and the last one may be those of two elements.
	const isAroundAll =
		name !== undefined && !content.toLowerCase().includes(`</${name.toLowerCase()}`);
	if (!isAroundAll) return { opening: '', inner: text, closing: '' };
	const within = withoutRoot(content.trim());
	return {
		opening: opening + within.opening,
		inner: within.inner,
		closing: within.closing + closing,
	};
}

/** An element whose tags are the first and the last thing of a text. */
const ELEMENT =
	/^(?<opening>\s*<(?<name>speak|prosody|voice|lang|emphasis)(?:\s[^<>]*)?>)(?<content>[^]*)(?<closing><\/\k<name>>\s*)$/iu;

/**
 * Parts of whole sentences; where a sentence is too long, of clauses, then of words, also of those that are written
 * without blanks. Undefined where a word is too long.
 */
function partsWithin(text: string, limit: number): string[] | undefined {
	const fewest = Math.ceil(charactersIn(text) / limit);
	if (fewest <= 1) return [text];
	for (const highestCost of [SENTENCE_COST, CLAUSE_COST, WORD_COST, WITHOUT_BLANK_COST]) {
		const splitter = new Splitter(text, { breaks: breaksOf(text, highestCost), limit });
		const parts = splitter.equalParts(fewest) ?? splitter.fullParts();
		if (parts) return parts;
	}
	return undefined;
}

/** What is wanted of a part, in characters. */
interface Aim {
	ideal: number;
	/** The most that may be left behind it. */
	mostLeft: number;
}

/** Cuts a text at some of the places at which it may be cut. */
class Splitter {
	/** In the order of the text. */
	private readonly breaks: readonly Break[];

	/** The most characters of a part. */
	private readonly limit: number;

	/** How many characters are before each place of the text, because its length is not that of a reader. */
	private readonly counts: Uint32Array;

	constructor(
		private readonly text: string,
		{ breaks, limit }: { breaks: readonly Break[]; limit: number },
	) {
		this.breaks = breaks;
		this.limit = limit;
		this.counts = countsOf(text);
	}

	/**
	 * As few parts as possible, of about equal length; undefined where that is not possible with two more parts either.
	 */
	equalParts(fewest: number): string[] | undefined {
		for (let count = fewest; count <= fewest + 2; count += 1) {
			const parts = this.parts((start, done) => {
				const left = Math.max(1, count - done);
				// The parts behind this one take no more than the limit each.
				return { ideal: this.lengthFrom(start) / left, mostLeft: this.limit * (left - 1) };
			});
			if (parts) return parts;
		}
		return undefined;
	}

	/** Parts as long as the limit allows; undefined where there is no place to cut within the limit. */
	fullParts(): string[] | undefined {
		return this.parts(() => ({ ideal: this.limit, mostLeft: Infinity }));
	}

	/**
	 * @param aimOf what is wanted of the part that begins at `start`, after as many others as are `done`
	 * @returns undefined where a part cannot be as it is wanted
	 */
	private parts(aimOf: (start: number, done: number) => Aim): string[] | undefined {
		const parts: string[] = [];
		let start = 0;
		while (this.lengthFrom(start) > this.limit) {
			const best = this.bestBreak(start, aimOf(start, parts.length));
			if (!best) return undefined;
			parts.push(this.text.slice(start, best.end));
			start = best.start;
		}
		parts.push(this.text.slice(start));
		return parts;
	}

	/**
	 * The place at which the part that begins at `start` ends best: it is about as long as wanted, and breaks up
	 * little. Undefined where there is none that leaves little enough.
	 */
	private bestBreak(start: number, { ideal, mostLeft }: Aim): Break | undefined {
		const places = this.breaksWithinLimit(start).filter(
			(place) => this.lengthFrom(place.start) <= mostLeft,
		);
		return minBy(places, ({ end, cost }) => {
			return cost + Math.abs(this.length(start, end) - ideal) / ideal;
		});
	}

	/** The places behind `start` at which the part that begins there may end. */
	private breaksWithinLimit(start: number): Break[] {
		// Only `end` is compared: the places are in its order.
		const first = sortedLastIndexBy(this.breaks, { start, end: start, cost: 0 }, 'end');
		const places: Break[] = [];
		for (let index = first; index < this.breaks.length; index += 1) {
			const place = this.breaks[index];
			if (!place || this.length(start, place.end) > this.limit) break;
			places.push(place);
		}
		return places;
	}

	/** The characters from a place to the end. */
	private lengthFrom(start: number): number {
		return this.length(start, this.text.length);
	}

	private length(start: number, end: number): number {
		return (this.counts[end] ?? 0) - (this.counts[start] ?? 0);
	}
}

/** The characters, as a reader counts them, before each place of a text and before its end. */
function countsOf(text: string): Uint32Array {
	const counts = new Uint32Array(text.length + 1);
	let count = 0;
	for (let index = 0; index < text.length; index += 1) {
		counts[index] = count;
		if (!isSecondHalf(text, index)) count += 1;
	}
	counts[text.length] = count;
	return counts;
}

/** The second halves of characters that JavaScript counts as two, as those of rare scripts and emoji (UTF-16). */
const FIRST_SECOND_HALF = 0xdc00;
const LAST_SECOND_HALF = 0xdfff;

/** Whether the second half of a character stands at a place of a text. */
function isSecondHalf(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= FIRST_SECOND_HALF && unit <= LAST_SECOND_HALF;
}
