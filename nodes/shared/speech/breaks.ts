import { sortBy, uniqBy } from 'lodash';

/*
 * The places at which a text may be cut: between paragraphs, sentences, clauses
 * and words, never inside an element of SSML.
 */

export const SENTENCE_COST = 0.25;
export const CLAUSE_COST = 0.5;
export const WORD_COST = 0.75;

/** Between elements of SSML that are paragraphs or sentences. */
const ELEMENT_COST = 0.1;

/** Between words that are written without blanks, and between those that belong together, as in "Dr. Ada". */
export const WITHOUT_BLANK_COST = 1;

/** Words that end with a dot and are no end of a sentence; of "EE. UU.", the first one. */
const ABBREVIATIONS = [
	'Dr|Mr|Ms|Mrs|Prof|St|Jr|Sr|Sra|Dra|Fr|Hr|Sig|Dott|Gen|Col|Capt|Lt|Sgt|Rev|Gov|Sen|Dipl|Ing',
	'Mt|Av|Ave|Blvd|Str|EE|Co|Inc|Ltd|No|Nr|núm|nº|pág|pag|pp|Bd|Abs|Abb|Fig|Vol|Tel',
	'Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Okt|Nov|Dec|Dez',
	'vs|cf|al|ca|approx|bzw|etc|ecc|usw|vgl|ggf|evtl|inkl|zzgl|sog|Mio|Mrd|Tsd|Std',
	'ул|гг|им|см|ср|др|тыс|руб|млн|млрд',
].join('|');

/** An abbreviation, or an initial, before its dot. */
const ABBREVIATED = String.raw`(?<!\p{L})(?:\p{L}|${ABBREVIATIONS})`;

/** A full stop that ends a sentence: not that of an initial ("J."), an abbreviation ("Dr.") or a number ("3."). */
const FULL_STOP = String.raw`(?<!${ABBREVIATED}|(?<!\d)\d{1,3})\.`;

/** The blanks behind a sentence, perhaps in quotes or brackets, before anything but a small letter. */
const BLANKS_BEHIND_SENTENCE = String.raw`(?<=(?:[!?…।॥؟۔]|${FULL_STOP})["'”’»)\]]{0,3})\s+(?=[^\p{Ll}\s])`;

/** The place behind a sentence in Chinese or Japanese, which needs no blank behind it. */
const BEHIND_EAST_ASIAN_SENTENCE = '(?<=[。！？][”’」』）]?)(?![。！？”’」』）\\s])';

/**
 * Places at which a text may be cut, from the best to the worst. The cost of each is how far from the
 * ideal length a part may end for the better place, as a share of that length.
 */
const BREAKS: ReadonlyArray<[cost: number, pattern: RegExp]> = [
	/** Between paragraphs: the match is what is left out between the parts, here and below. */
	[0, /\n\s*\n\s*/gu],
	/** Between lines. */
	[0.1, /\n\s*/gu],
	/** Behind a sentence. */
	[SENTENCE_COST, new RegExp(`${BLANKS_BEHIND_SENTENCE}|${BEHIND_EAST_ASIAN_SENTENCE}`, 'gu')],
	/** Behind a part of a sentence: "if so, then". */
	[
		CLAUSE_COST,
		new RegExp(String.raw`(?<=[,;:!?…)،؛।؟۔]|(?<!${ABBREVIATED})\.)\s+|(?<=[，；：、])`, 'gu'),
	],
	/** Between words, but not within "Dr. Ada" and "10 000". */
	[
		WORD_COST,
		new RegExp(String.raw`(?<!\s|${ABBREVIATED}\.)(?:(?<!\d)|(?!\s\d{3}(?!\d)))\s+`, 'gu'),
	],
	/** Between all words. */
	[WITHOUT_BLANK_COST, /\s+/gu],
];

/** A place at which a text may be cut. */
export interface Break {
	/** Where the part before ends. */
	end: number;
	/** Where the part after begins. */
	start: number;
	/** How far from the ideal length a part may end for a place without cost, as a share of that length. */
	cost: number;
}

/**
 * The places at which a text may be cut, in their order, each with the lowest cost that it has. None is at the
 * beginning or at the end of the text.
 *
 * @param highestCost places of a higher cost are left out; finding the words of languages without blanks takes long, so
 *   that they are only looked for where nothing better is left
 */
export function breaksOf(text: string, highestCost: number): Break[] {
	const elements = outerElementsOf(text);
	const masked = withoutElements(text, elements);
	const withoutQuotes = withoutSentencesInQuotes(masked);
	const found: Break[] = [];
	for (const [cost, pattern] of BREAKS) {
		if (cost > highestCost) continue;
		// What somebody says is only cut where nothing better is left.
		const searched = cost === SENTENCE_COST ? withoutQuotes : masked;
		for (const { 0: blanks, index } of searched.matchAll(pattern)) {
			found.push({ end: index, start: index + blanks.length, cost });
		}
	}
	if (highestCost >= WITHOUT_BLANK_COST) {
		for (const start of wordStarts(masked)) {
			found.push({ end: start, start, cost: WITHOUT_BLANK_COST });
		}
	}
	for (const end of endsBetweenParagraphs(text, elements)) {
		found.push({ end, start: end, cost: ELEMENT_COST });
	}
	const inside = found.filter(({ end }) => end > 0 && end < text.length);
	// Of several at one place, `uniqBy` keeps the first, which is the best, as they were looked for from the best on.
	return sortBy(uniqBy(inside, 'end'), 'end');
}

/** What somebody says, in quotes within a line. */
const QUOTE =
	/"[^"\n]{3,300}"|“[^“”\n]{3,300}”|„[^„“”\n]{3,300}[“”]|«[^«»\n]{3,300}»|「[^「」\n]{3,300}」/gu;

/** The text with an x for each character within quotes, so that no end of a sentence is found there. */
function withoutSentencesInQuotes(text: string): string {
	return text.replace(QUOTE, (quote) => {
		// The closing quote and the sign before it stay, because a sentence may end with the quote.
		const end = quote.slice(-2);
		return 'x'.repeat(quote.length - end.length) + end;
	});
}

/**
 * Letters of languages that are written without blanks between the words; not
 * too many, because Intl takes long for those.
 */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,200}/gu;

/** Where words begin in languages that do not separate them, but for the first word of each run of such letters. */
function wordStarts(text: string): number[] {
	const runs = Array.from(text.matchAll(UNSPACED));
	if (runs.length === 0) return [];
	// Made here, because the first use of Intl takes longer than all other code of the node.
	const words = new Intl.Segmenter('zh', { granularity: 'word' });
	return runs.flatMap(({ 0: run, index }) => {
		const starts = Array.from(words.segment(run), (word) => index + word.index);
		// What stands before a run may belong to its first word.
		return starts.slice(1);
	});
}

/** Where something begins and ends in a text. */
interface Span {
	start: number;
	end: number;
}

/** The text with nothing to cut at inside a tag or an element: each of their letters is an x. */
function withoutElements(text: string, elements: readonly Span[]): string {
	let masked = '';
	let done = 0;
	for (const { start, end } of elements) {
		masked += text.slice(done, start) + 'x'.repeat(end - start);
		done = end;
	}
	return masked + text.slice(done);
}

/** The last tag of a paragraph, of a sentence, or of what one voice says; and the beginning of the first tag of one. */
const PARAGRAPH_END = /<\/(?:p|s|voice)>$/iu;
const PARAGRAPH_START = /^<(?:p|s|voice)[\s>]/iu;

/** The most characters that decide about a tag: more than these need not be read. */
const LONGEST_END = '</voice>'.length;
const LONGEST_START = '<voice>'.length;

/** Where one paragraph or sentence of SSML ends and the next one begins at once: "</p><p>". */
function endsBetweenParagraphs(text: string, elements: readonly Span[]): number[] {
	const ends = elements.map(({ end }) => end);
	return ends.filter((end) => {
		const before = text.slice(Math.max(0, end - LONGEST_END), end);
		const after = text.slice(end, end + LONGEST_START);
		return PARAGRAPH_END.test(before) && PARAGRAPH_START.test(after);
	});
}

/** The tags and elements of a text that are not inside others, in their order. */
function outerElementsOf(text: string): Span[] {
	// Of those that begin together, the longest first, so that outer ones come before inner ones.
	const spans = elementsOf(text).sort((a, b) => a.start - b.start || b.end - a.end);
	const outer: Span[] = [];
	let done = 0;
	for (const { start, end } of spans) {
		const isInsideOuter = end <= done;
		if (isInsideOuter) continue;
		// Of elements that overlap, the second one counts from the end of the first one on.
		outer.push({ start: Math.max(start, done), end });
		done = end;
	}
	return outer;
}

/** Any tag: `<voice name="ada">`, `</voice>`, `<break/>`. What stands between the two of an element stays together. */
const TAG = /<(\/?)([a-z][\w:-]*)(?:\s[^<>]*)?>/giu;

/** The tags of a text, and its elements from tag to tag. An element without an end is only a tag. */
function elementsOf(text: string): Span[] {
	const spans: Span[] = [];
	/** Where the elements of each name begin that have not ended yet, the innermost one last. */
	const openStarts = new Map<string, number[]>();
	for (const { 0: tag, 1: slash, 2: givenName = '', index } of text.matchAll(TAG)) {
		const end = index + tag.length;
		spans.push({ start: index, end });
		const name = givenName.toLowerCase();
		const starts = openStarts.get(name) ?? [];
		openStarts.set(name, starts);
		const isEnd = slash === '/';
		const isWhole = tag.endsWith('/>');
		if (isEnd) {
			const start = starts.pop();
			// An end without a beginning is only a tag.
			if (start !== undefined) spans.push({ start, end });
		} else if (!isWhole) {
			starts.push(index);
		}
	}
	return spans;
}
