import { sortBy, uniqBy } from 'lodash';

/*
 * The places at which a text may be cut: between paragraphs, sentences, clauses
 * and words, never inside an element of SSML.
 *
 * Each place has a cost, which is weighed against the length of the part that ends there: a cost of 0.25 is as bad as a
 * part that is a quarter longer or shorter than the ideal. Between paragraphs, a cut costs nothing.
 */

/** The costs behind a sentence, behind a clause, and between words. */
export const SENTENCE_COST = 0.25;
export const CLAUSE_COST = 0.5;
export const WORD_COST = 0.75;

/** The cost between lines. */
const LINE_COST = 0.1;

/** The cost between words that belong together, as in "Dr. Ada". */
export const ANY_WORD_COST = 1;

/** Words with vowels behind which a dot ends no sentence, such as the first one of "EE. UU.", the USA in Spanish. */
const ABBREVIATIONS = [
	'Prof|prof|Sra|Dra|Exm[oa]|Lic|Sig|Dott|Mme|Mlle|Mevr|mevr|Gen|Col|Capt|Rev|Gov|Sen|Dipl|Ing|Co|Inc|Rua',
	'Av|Ave|EE|No|núm|nº|pág|pag|Abs|Abb|Fig|Vol|Tel|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|Sec',
	'al|ca|ej|approx|etc|ecc|usw|evtl|inkl|sog|Mio|[Öö]rn|ul|Проф|проф|ул|им|тыс|руб|डॉ|प्रो|श्री',
].join('|');

/** A word without vowels, such as "Dr", "bzw" or "млн". A name in capitals, such as "TV", may end a sentence. */
const WITHOUT_VOWEL = String.raw`(?:\p{Lu}|[b-df-hj-np-tv-xzбвгджзклмнпрстфхцчш])[b-df-hj-np-tv-xzбвгджзклмнпрстфхцчш]{1,4}`;

/** An abbreviation, the end of one such as "t.ex", or an initial, before its dot. */
const ABBREVIATED = String.raw`(?:(?<!\p{L})(?:\p{L}|${ABBREVIATIONS}|${WITHOUT_VOWEL})|(?<=(?<!\p{L})\p{L}{1,3}\.)\p{L}{1,3})`;

/** Holds before blanks, but not those between a short word with a dot and a number, as in "nr. 5" and "godz. 17". */
const NOT_IN_NUMBER = String.raw`(?!(?<=(?<!\p{L})\p{L}{1,5}\.)\s+\d)`;

/** Holds before blanks, but not behind a quote where no capital can show that a sentence begins: "“가자!” 그가". */
const NOT_BEHIND_QUOTE = String.raw`(?!(?<=["'”’»])\s+\p{Lo})`;

/** A full stop that ends a sentence: not that of an initial, an abbreviation ("Dr.", "Hauptstr.") or a number. */
const FULL_STOP = String.raw`(?<!${ABBREVIATED}|(?<!\d)\d{1,3}|\p{L}str|\p{L}pl)\.`;

/** The blanks behind a sentence, perhaps in quotes or brackets, before anything but a small letter. */
const BLANKS_BEHIND_SENTENCE = String.raw`(?<=(?:[!?…।॥؟۔]|${FULL_STOP})["'”’»)\]]{0,3})${NOT_IN_NUMBER}${NOT_BEHIND_QUOTE}\s+(?=[^\p{Ll}\s])`;

/**
 * The place behind a sentence in Chinese or Japanese, which needs no blank behind it. Behind a quote, the sentence
 * may go on: "“你好吗？”他问。"
 */
const BEHIND_EAST_ASIAN_SENTENCE =
	'(?<=[。！？]）?)(?![。！？”’」』）\\s])|(?<=[。！？][”’」』])(?=[“‘「『])';

/**
 * Places at which a text may be cut, from the best to the worst. The match of each pattern is what is left out between
 * two parts.
 */
const BREAKS: ReadonlyArray<[cost: number, pattern: RegExp]> = [
	/** Between paragraphs. */
	[0, /\n\s*\n\s*/gu],
	/** Between lines. */
	[LINE_COST, /\n\s*/gu],
	/** Behind a sentence. */
	[SENTENCE_COST, new RegExp(`${BLANKS_BEHIND_SENTENCE}|${BEHIND_EAST_ASIAN_SENTENCE}`, 'gu')],
	/** Behind a part of a sentence: "if so, then". */
	[
		CLAUSE_COST,
		new RegExp(
			String.raw`(?<=[,;:!?…)،؛।؟۔]|(?<!${ABBREVIATED})\.)${NOT_IN_NUMBER}\s+|(?<=[，；：、])`,
			'gu',
		),
	],
	/** Between words, but not within "Dr. Ada" and "10 000". */
	[
		WORD_COST,
		new RegExp(
			String.raw`(?<!\s|${ABBREVIATED}\.)${NOT_IN_NUMBER}(?:(?<!\d)|(?!\s\d{3}(?!\d)))\s+`,
			'gu',
		),
	],
	/** Between all words. */
	[ANY_WORD_COST, /\s+/gu],
];

/** A place at which a text may be cut. Places are counted as JavaScript counts characters, from 0. */
export interface Break {
	/** Where the part before ends. */
	end: number;
	/** Where the part after begins; what stands between both, such as a blank, is left out. */
	start: number;
	/** How bad a cut is here: as bad as a part that differs from its ideal length by this share of it. */
	cost: number;
}

/**
 * The places at which a text may be cut, in the order of the text. A place that is found in several ways has the lowest
 * of their costs. None is at the beginning or at the end of the text, and none inside an element of SSML.
 *
 * @param highestCost places of a higher cost are left out
 */
export function breaksOf(text: string, highestCost: number): Break[] {
	const masked = withMaskedElements(text);
	const wanted = BREAKS.filter(([cost]) => cost <= highestCost);
	const found = wanted.flatMap(([cost, pattern]) => {
		return Array.from(masked.matchAll(pattern), (match): Break => {
			return { end: match.index, start: match.index + match[0].length, cost };
		});
	});
	const inside = found.filter(({ end }) => end > 0 && end < text.length);
	// Of several at one place, `uniqBy` keeps the first, which has the lowest cost, because `BREAKS` begins with the best
	// one.
	const breaks = withHeadingsKept(text, sortBy(uniqBy(inside, 'end'), 'end'));
	return breaks.filter(({ cost }) => cost <= highestCost);
}

/** A heading has so many characters at most. */
const MOST_OF_HEADING = 80;

/** A paragraph below a heading is so many times as long as it, or has so many characters. */
const PARAGRAPH_TO_HEADING = 4;
const LEAST_OF_PARAGRAPH = 120;

/** The end of a line that announces what follows, such as a list; blanks or the sign of Windows may stand behind it. */
const ANNOUNCEMENT = /[:：][ \t\r]{0,10}$/;

/** So many characters at the end of a line tell whether it announces something. */
const END_OF_LINE = 12;

/**
 * The places at which a text may be cut, of which those behind a heading and behind what announces a list get a higher
 * cost, because neither should be the end of a part. A short line before a long one is taken for a heading.
 *
 * @param breaks in the order of the text
 */
function withHeadingsKept(text: string, breaks: readonly Break[]): Break[] {
	const lineEnds = breaks.filter(({ cost }) => cost <= LINE_COST);
	const behindHeading = new Set<Break>();
	lineEnds.forEach((place, index) => {
		const lengthBefore = place.end - (lineEnds[index - 1]?.start ?? 0);
		const lengthBehind = (lineEnds[index + 1]?.end ?? text.length) - place.start;
		const isParagraphBehind =
			lengthBehind >= Math.min(LEAST_OF_PARAGRAPH, lengthBefore * PARAGRAPH_TO_HEADING);
		const isHeading = lengthBefore <= MOST_OF_HEADING && isParagraphBehind;
		const endOfLine = text.slice(Math.max(0, place.end - END_OF_LINE), place.end);
		const isAnnouncement = ANNOUNCEMENT.test(endOfLine);
		if (isHeading || isAnnouncement) behindHeading.add(place);
	});
	return breaks.map((place) =>
		behindHeading.has(place) ? { ...place, cost: CLAUSE_COST } : place,
	);
}

/** An element of SSML that has no other one in it, or is a tag alone: `<emphasis>now</emphasis>`, `<break/>`. */
const INNERMOST = /<([a-z][\w:-]*)(?:\s[^<>]*)?>[^<>]*<\/\1>|<[a-z][^<>]*\/>/giu;

/** A tag, also one without its counterpart. */
const TAG = /<\/?[a-z][^<>]*>/giu;

/** No more elements than so many stand within each other. */
const DEEPEST = 5;

/**
 * The text with an X for each character of a tag or an element, so that no place to cut is found inside of it. It has
 * the same length. The X is a capital, so that a sentence may begin with it.
 */
function withMaskedElements(text: string): string {
	const mask = (found: string) => 'X'.repeat(found.length);
	let masked = text;
	// Each time, what was the innermost element before is one word of the element around it.
	for (let depth = 0; depth < DEEPEST; depth += 1) masked = masked.replace(INNERMOST, mask);
	return masked.replace(TAG, mask);
}
