/*
 * Blanks, as they are left when all else is removed from a text.
 */

/** What is looked for, and what stands instead. */
const BLANKS: ReadonlyArray<[pattern: RegExp, instead: string]> = [
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

/** Blanks as a typesetter sets them: none at the ends of lines, and at most one empty line. */
export function withTidyBlanks(text: string): string {
	let tidy = text;
	for (const [pattern, instead] of BLANKS) tidy = tidy.replace(pattern, instead);
	return withWholeLines(tidy.trim());
}

/** Where an e-mail or the source of a page was wrapped, lines have at least so many characters. */
const WRAPPED = 40;

/** Joins lines that were broken within a sentence, because a voice would pause there. */
function withWholeLines(text: string): string {
	const [first = '', ...others] = text.split('\n');
	let whole = first;
	let before = first;
	for (const line of others) {
		whole += isContinued(before, line) ? ` ${line}` : `\n${line}`;
		before = line;
	}
	return whole;
}

/**
 * Whether a sentence goes on in the next line: the line is long and has no end,
 * and the next one begins with a small letter.
 */
function isContinued(line: string, next: string): boolean {
	return line.length >= WRAPPED && /[\p{L}\p{N},]$/u.test(line) && /^\p{Ll}/u.test(next);
}
