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
	[/ (?=[.,)\]](?:[\s.,)\]]|$))| (?=[，。！？；：、）」』】।])/gm, ''],
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
 * Lines that were broken within a sentence, as by an e-mail, a PDF or the source of a page, because a voice would pause
 * at the break. A line of less than 40 characters is not taken for a wrapped one.
 */
const WRAPPED_LINES: readonly Replacement[] = [
	/** The hyphen of a divided word goes. Before a word such as "and", it is that of a list. */
	[
		/-\n(?<=^.{38,}\p{L}-\n)(?!(?:and|e|et|o|of|or|ou|och|oder|to|und|y)(?!\p{L}))(?=\p{Ll})/gmu,
		'',
	],
	/** The next line goes on with a small letter. */
	[/\n(?<=^.{39,}[\p{L}\p{N},]\n)(?=\p{Ll})/gmu, ' '],
];

/**
 * A text with tidy blanks: single ones, none at the ends of lines and before signs, and at most one empty line in a
 * row. Brackets, commas and lines that have lost their words go, and a line that was wrapped within a sentence is
 * joined with the next one.
 */
export function withTidyBlanks(text: string): string {
	const tidy = withReplacements(text, BLANKS).trim();
	return withReplacements(tidy, WRAPPED_LINES);
}
