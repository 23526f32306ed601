import { minBy } from 'lodash';

/*
 * A text that is too long for one video, in parts: at paragraphs, else at the ends of sentences, else between words.
 */

const SENTENCE_COST = 0.25;
const CLAUSE_COST = 0.5;
const WORD_COST = 0.75;

/** Between words that are written without blanks. */
const WITHOUT_BLANK_COST = 1;

/**
 * Places at which a text may be cut, from the best to the worst. The cost of each is how far from the
 * ideal length a part may end for the better place, as a part of that length.
 */
const BREAKS = [
	/** Between paragraphs. */
	{ cost: 0, pattern: /\n\s*\n\s*/gu },
	/** Between lines. */
	{ cost: 0.1, pattern: /\n\s*/gu },
	/** Behind a sentence: but not behind the dot of a short word, such as "Dr.", or of a number. */
	{
		cost: SENTENCE_COST,
		pattern:
			/(?<=(?:[!?…]|(?<!(?<!\p{L})(?:\p{L}{1,2}|Mrs|Prof|Sra|bzw|etc|vgl)|(?<!\d)\d{1,3})\.)["'”’»)\]]{0,3})\s+(?=[^\p{Ll}\s])|(?<=[。！？][”’」』）]?)(?![。！？”’」』）\s])/gu,
	},
	/** Behind a part of a sentence. */
	{ cost: CLAUSE_COST, pattern: /(?<=[,;:.!?…)])\s+|(?<=[，；：、])/gu },
	/** Between words. */
	{ cost: WORD_COST, pattern: /\s+/gu },
] as const;

/** A place at which a text may be cut. */
interface Break {
	/** Where the part before ends. */
	end: number;
	/** Where the part after begins. */
	start: number;
	/** As in `BREAKS`. */
	cost: number;
}

/**
 * Splits a text into parts of about equal length. A part ends at a paragraph, else at a sentence,
 * else between words, and never inside a word or an element of SSML; blanks between parts go.
 *
 * @param text as it is sent, perhaps with SSML
 * @param limit the most characters of a part, as a reader counts them
 * @returns the parts; undefined where a single word or element is longer than the limit
 */
export function splitText(text: string, limit: number): string[] | undefined {
	const [opening = '', inner, closing = ''] = unwrapped(text);
	const room = limit - lengthOf(opening) - lengthOf(closing);
	if (room < 1) return undefined;
	return partsOf(inner, room)?.map((part) => opening + part + closing);
}

/** Parts of whole sentences; only where one of them is too long, sentences are cut too, and so on. */
function partsOf(text: string, limit: number): string[] | undefined {
	const fewest = Math.ceil(lengthOf(text) / limit);
	if (fewest <= 1) return [text];
	const breaks = breaksOf(text);
	for (const worst of [SENTENCE_COST, CLAUSE_COST, WORD_COST, WITHOUT_BLANK_COST]) {
		const usable = breaks.filter(({ cost }) => cost <= worst);
		const cuts = new Cuts(text, usable);
		const parts = cuts.equalParts(fewest, limit) ?? cuts.fullParts(limit);
		if (parts) return parts;
	}
	return undefined;
}

/** Characters as a reader counts them, also those of rare scripts. */
export function lengthOf(text: string): number {
	return [...text].length;
}

/** The parts of a document of SSML: its outermost element is that of each part. */
function unwrapped(text: string): [opening: string, inner: string, closing: string] {
	const [, opening, inner, closing] =
		/^(\s*<speak(?:\s[^<>]*)?>)([^]*)(<\/speak>\s*)$/iu.exec(text) ?? [];
	if (opening === undefined || inner === undefined || closing === undefined) {
		return ['', text.trim(), ''];
	}
	return [opening, inner.trim(), closing];
}

/** Any tag; what stands between the two of an element stays together. */
const TAG = /<(\/?)([a-z][\w:-]*)(?:\s[^<>]*)?>/giu;

/** Where something begins and ends in a text. */
interface Span {
	start: number;
	end: number;
}

/** The tags of a text, and its elements from tag to tag; an element without an end is only a tag. */
function elementsOf(text: string): Span[] {
	const spans: Span[] = [];
	const open = new Map<string, number[]>();
	for (const { 0: tag, 1: slash, 2: given = '', index } of text.matchAll(TAG)) {
		const name = given.toLowerCase();
		const end = index + tag.length;
		spans.push({ start: index, end });
		const starts = open.get(name) ?? [];
		open.set(name, starts);
		if (slash === '/') spans.push({ start: starts.pop() ?? index, end });
		else if (!tag.endsWith('/>')) starts.push(index);
	}
	return spans;
}

/** The text in which nothing inside a tag or an element looks like a place to cut. */
function withoutElements(text: string): string {
	const spans = elementsOf(text).sort((a, b) => a.start - b.start || b.end - a.end);
	let masked = '';
	let from = 0;
	for (const { start, end } of spans) {
		if (end <= from) continue;
		masked += text.slice(from, start) + 'x'.repeat(end - Math.max(start, from));
		from = end;
	}
	return masked + text.slice(from);
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

/** All places at which a text may be cut, in their order, each with the lowest cost that it has. */
function breaksOf(text: string): Break[] {
	const masked = withoutElements(text);
	const found = new Map<number, Break>();
	for (const { cost, pattern } of BREAKS) {
		for (const { 0: blanks, index } of masked.matchAll(pattern)) {
			if (!found.has(index)) found.set(index, { end: index, start: index + blanks.length, cost });
		}
	}
	for (const at of wordStarts(masked)) {
		if (!found.has(at)) found.set(at, { end: at, start: at, cost: WITHOUT_BLANK_COST });
	}
	const places = [...found.values()].filter(({ end }) => end > 0 && end < text.length);
	return places.sort((a, b) => a.end - b.end);
}

/** Letters of languages that are written without blanks between the words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Where words begin in languages that do not separate them. */
function wordStarts(text: string): number[] {
	const runs = [...text.matchAll(UNSPACED)];
	if (runs.length === 0) return [];
	// Made here, because the first use of Intl takes longer than all other code of the node.
	const words = new Intl.Segmenter('zh', { granularity: 'word' });
	return runs.flatMap(({ 0: run, index }) =>
		Array.from(words.segment(run), (word) => index + word.index).slice(1),
	);
}
