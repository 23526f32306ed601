import { type Replacement, withReplacements } from '../util/text';

/*
 * Blanks, as they are left when all else is removed from a text.
 */

/** What is looked for, and what stands instead, in the order in which it is done. */
const BLANKS: readonly Replacement[] = [
	/** Brackets with nothing in them. Behind a word they belong to it: "main()". */
	[/(?<![\p{L}\p{N}_])[([（【] ?[)\]）】]/gu, ''],
	[/ {2,}/g, ' '],
	/** Full stops in rows, with blanks between the rows: "... ...". */
	[/\.{2,}(?: \.{2,})+/g, '…'],
	/** A blank before a sign: "word ," */
	[/ (?=[.,)\]](?:[\s.,)\]]|$))| (?=[，。！？；：、）」』】])/gm, ''],
	/** Commas in a row, of which all words between them are gone: ", , ". */
	[/,(?: ?,)+/g, ','],
	/** The end of a sentence that only announces something: "Links:." */
	[/([:：]) ?[.。](?=$|\n)/g, '$1'],
	/** A blank at an end of a line. */
	[/^ (?=\S)| $/gm, ''],
	/** A line without any words. */
	[/^[ .,;:!?…•-]+$/gm, ''],
	/** More than one empty line. */
	[/\n{3,}/g, '\n\n'],
];

/**
 * A text with tidy blanks: single ones, none at the ends of lines and before signs, and at most one empty line in a
 * row. Brackets, commas and lines that have lost their words go, and a line that was wrapped within a sentence is
 * joined with the next one.
 */
export function withTidyBlanks(text: string): string {
	const tidy = withReplacements(text, BLANKS).trim();
	return withWholeLines(tidy);
}

/** A shorter line is not taken for one that an e-mail, a PDF or the source of a page has wrapped. */
const SHORTEST_WRAPPED_LINE = 40;

/** Joins lines that were broken within a sentence, because a voice would pause at the break. */
function withWholeLines(text: string): string {
	const [first = '', ...others] = text.split('\n');
	let whole = first;
	let lineBefore = first;
	for (const line of others) {
		// The hyphen at the end of a divided word goes.
		if (isDivided(lineBefore, line)) whole = whole.slice(0, -'-'.length) + line;
		else whole += (isContinued(lineBefore, line) ? ' ' : '\n') + line;
		lineBefore = line;
	}
	return whole;
}

/** The end of a line whose last word is divided, as in a PDF. */
const DIVIDED = /\p{L}-$/u;

/**
 * The beginning of the next line with the rest of that word. Before a word such as "and", the hyphen is that of a list.
 */
const REST_OF_WORD = /^(?!(?:and|e|et|o|of|or|ou|och|oder|to|und|y)(?!\p{L}))\p{Ll}/u;

/** Whether a line is long enough to be a wrapped one, and ends within a word that goes on in the next line. */
function isDivided(line: string, next: string): boolean {
	return line.length >= SHORTEST_WRAPPED_LINE && DIVIDED.test(line) && REST_OF_WORD.test(next);
}

/**
 * Whether a sentence goes on in the next line: the line is as long as a wrapped one and ends within a sentence, and the
 * next one begins with a small letter.
 */
function isContinued(line: string, next: string): boolean {
	const isLong = line.length >= SHORTEST_WRAPPED_LINE;
	const endsWithinSentence = /[\p{L}\p{N},]$/u.test(line);
	return isLong && endsWithinSentence && /^\p{Ll}/u.test(next);
}
