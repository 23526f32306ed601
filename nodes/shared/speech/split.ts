import { minBy } from 'lodash';

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
 * @returns the parts; undefined where a single word or element is longer than the limit
 */
export function splitText(text: string, limit: number): string[] | undefined {
	const [opening = '', inner, closing = ''] = withoutRoot(text);
	const room = limit - charactersIn(opening) - charactersIn(closing);
	if (room < 1) return undefined;
	return wholeParts(inner, room)?.map((part) => opening + part + closing);
}

/** Parts of whole sentences; only where one of them is too long, sentences are cut too, and so on. */
function wholeParts(text: string, limit: number): string[] | undefined {
	const fewest = Math.ceil(charactersIn(text) / limit);
	if (fewest <= 1) return [text];
	for (const worst of [SENTENCE_COST, CLAUSE_COST, WORD_COST, WITHOUT_BLANK_COST]) {
		const cuts = new Cuts(text, breaksOf(text, worst));
		const parts = cuts.equalParts(fewest, limit) ?? cuts.fullParts(limit);
		if (parts) return parts;
	}
	return undefined;
}

/** The parts of a document of SSML: its outermost element is that of each part. */
function withoutRoot(text: string): [opening: string, inner: string, closing: string] {
	const [, opening, inner, closing] =
		/^(\s*<speak(?:\s[^<>]*)?>)([^]*)(<\/speak>\s*)$/iu.exec(text) ?? [];
	if (opening === undefined || inner === undefined || closing === undefined) {
		return ['', text.trim(), ''];
	}
	return [opening, inner.trim(), closing];
}

/** What is wanted of a part, in characters. */
interface Aim {
	ideal: number;
	/** The most that may be left behind it. */
	mostLeft: number;
}

/** A text with places at which it may be cut. */
class Cuts {
	/** The characters before each code unit. */
	private readonly counts: Uint32Array;

	constructor(
		private readonly text: string,
		private readonly breaks: readonly Break[],
	) {
		this.counts = new Uint32Array(text.length + 1);
		let count = 0;
		for (let at = 0; at < text.length; at += 1) {
			this.counts[at] = count;
			if (!isSecondHalf(text, at)) count += 1;
		}
		this.counts[text.length] = count;
	}

	/** As many parts as are needed, of about equal length; undefined where that cannot be. */
	equalParts(fewest: number, limit: number): string[] | undefined {
		for (let count = fewest; count <= fewest + 2; count += 1) {
			const parts = this.parts(limit, (start, done) => {
				const left = Math.max(1, count - done);
				return { ideal: this.length(start, this.text.length) / left, mostLeft: limit * (left - 1) };
			});
			if (parts) return parts;
		}
		return undefined;
	}

	/** Parts as long as the limit allows; undefined where a word is longer. */
	fullParts(limit: number): string[] | undefined {
		return this.parts(limit, () => ({ ideal: limit, mostLeft: Infinity }));
	}

	/** @param aimOf what is wanted of the part that begins at a place, after so many others */
	private parts(limit: number, aimOf: (start: number, done: number) => Aim): string[] | undefined {
		const parts: string[] = [];
		let start = 0;
		let next = 0;
		while (this.length(start, this.text.length) > limit) {
			while ((this.breaks[next]?.end ?? Infinity) <= start) next += 1;
			const aim = aimOf(start, parts.length);
			const places = this.breaksWithin(start, next, limit).filter(
				(place) => this.length(place.start, this.text.length) <= aim.mostLeft,
			);
			const best = minBy(places, ({ end, cost }) => {
				return cost + Math.abs(this.length(start, end) - aim.ideal) / aim.ideal;
			});
			if (!best) return undefined;
			parts.push(this.text.slice(start, best.end));
			start = best.start;
		}
		return [...parts, this.text.slice(start)];
	}

	/** The places, from one of them on, at which a part may end that begins at `start`. */
	private breaksWithin(start: number, next: number, limit: number): Break[] {
		const places: Break[] = [];
		for (let at = next; at < this.breaks.length; at += 1) {
			const place = this.breaks[at];
			if (!place || this.length(start, place.end) > limit) break;
			places.push(place);
		}
		return places;
	}

	private length(start: number, end: number): number {
		return (this.counts[end] ?? 0) - (this.counts[start] ?? 0);
	}
}

function isSecondHalf(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0xdc00 && unit <= 0xdfff;
}
