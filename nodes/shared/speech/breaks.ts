/*
 * The places at which a text may be cut: between paragraphs, sentences, clauses and words, never inside an element of SSML.
 */

export const SENTENCE_COST = 0.25;
export const CLAUSE_COST = 0.5;
export const WORD_COST = 0.75;

/** Between words that are written without blanks. */
export const WITHOUT_BLANK_COST = 1;

/**
 * Places at which a text may be cut, from the best to the worst. The cost of each is how far from the
 * ideal length a part may end for the better place, as a part of that length.
 */
const BREAKS: ReadonlyArray<[cost: number, pattern: RegExp]> = [
	/** Between paragraphs. */
	[0, /\n\s*\n\s*/gu],
	/** Between lines. */
	[0.1, /\n\s*/gu],
	/** Behind a sentence: but not behind the dot of a short word, such as "Dr.", or of a number. */
	[
		SENTENCE_COST,
		/(?<=(?:[!?…]|(?<!(?<!\p{L})(?:\p{L}{1,2}|Mrs|Prof|Sra|bzw|etc|vgl)|(?<!\d)\d{1,3})\.)["'”’»)\]]{0,3})\s+(?=[^\p{Ll}\s])|(?<=[。！？][”’」』）]?)(?![。！？”’」』）\s])/gu,
	],
	/** Behind a part of a sentence. */
	[CLAUSE_COST, /(?<=[,;:.!?…)])\s+|(?<=[，；：、])/gu],
	/** Between words. */
	[WORD_COST, /\s+/gu],
];

/** A place at which a text may be cut. */
export interface Break {
	/** Where the part before ends. */
	end: number;
	/** Where the part after begins. */
	start: number;
	/** As in `BREAKS`. */
	cost: number;
}

/**
 * The places at which a text may be cut, in their order, each with the lowest cost that it has.
 *
 * @param worst the highest cost of a place; finding the words of languages without blanks takes long, so that they are only
 *   looked for where nothing better is left
 */
export function breaksOf(text: string, worst: number): Break[] {
	const masked = withoutElements(text);
	const found = new Map<number, Break>();
	const add = (place: Break) => {
		if (!found.has(place.end)) found.set(place.end, place);
	};
	for (const [cost, pattern] of BREAKS) {
		if (cost > worst) break;
		for (const { 0: blanks, index } of masked.matchAll(pattern)) {
			add({ end: index, start: index + blanks.length, cost });
		}
	}
	if (worst >= WITHOUT_BLANK_COST) {
		for (const at of wordStarts(masked)) add({ end: at, start: at, cost: WITHOUT_BLANK_COST });
	}
	const places = [...found.values()].filter(({ end }) => end > 0 && end < text.length);
	return places.sort((a, b) => a.end - b.end);
}

/** Letters of languages that are written without blanks between the words; not too many, because Intl takes long for those. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,200}/gu;

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
