import { compact } from 'lodash';

import type { Changes } from './changes';
import { NARRATORS } from './scriptWords';
import { NAMES_NARRATION } from './scripts';
import { asSentence } from './sentences';

/*
 * The tables of Markdown, of which a voice says each row as a sentence: what the row is about, then each cell after the
 * heading of its column. "| City | Mayor | People |" and "| Rome | Ada | 3 |" are read as "Rome: Mayor Ada, People 3."
 */

/** The line below the headings of a table: "|---|:-:|". */
const LINE_BELOW_HEADINGS = /^[|: -]*-[|: -]*$/;

/**
 * Further names of the column with what is said, in the table of a script, than those of `NAMES_NARRATION`. Other
 * tables have such columns, too, "Audio" in one of devices and "Narrator" in one of books, so that these names only
 * count beside a column of `PICTURE_COLUMN`.
 */
const SPEECH_COLUMN = new RegExp(
	`^[*_]{0,2}(?:${NARRATORS}|audio|dialogue?|script|text|guion|roteiro|texto|texte|текст|文案|台本)(?: ?[(/].{0,30})?[*_]{0,2}$`,
	'iu',
);
/** Names of the column with what is seen. */
const PICTURE_COLUMN =
	/^[*_]{0,2}(?:visuals?|scenes?|shots?|on[- ]?screen.{0,20}|bild|imagen|imagem|visuel|видеоряд|画面|映像)[*_]{0,2}$/iu;

/**
 * The lines of a text, with a sentence for each row of its tables, and an empty line before and behind each table.
 * Other lines stay as they are.
 *
 * @param lines trimmed
 * @param changes to whose `tables` each table is added
 */
export function withTablesInSentences(lines: readonly string[], changes: Changes): string[] {
	const spoken: string[] = [];
	let index = 0;
	while (index < lines.length) {
		const end = endOfTable(lines, index);
		if (end === undefined) {
			spoken.push(lines[index] ?? '');
			index += 1;
			continue;
		}
		changes.tables += 1;
		spoken.push('', ...rowsInWords(lines.slice(index, end)), '');
		index = end;
	}
	return spoken;
}

/**
 * The index of the line behind the table that begins at a line; undefined where no table begins there. One begins with
 * headings and the line below them, with two lines that start with a bar, or with one line that stands between bars.
 *
 * @param start the index of the line
 */
function endOfTable(lines: readonly string[], start: number): number | undefined {
	const [first = '', second = ''] = lines.slice(start, start + 2);
	if (!isTableRow(first)) return undefined;
	const hasHeadings = isTableRow(second) && LINE_BELOW_HEADINGS.test(second);
	const hasTwoRows = first.startsWith('|') && second.startsWith('|');
	const isBetweenBars = /^\|.*\|$/.test(first);
	if (!hasHeadings && !hasTwoRows && !isBetweenBars) return undefined;
	let end = start + 1;
	while (isTableRow(lines[end])) end += 1;
	return end;
}

/** Whether a line may be the row of a table: it has a bar and something else. False for a line that does not exist. */
function isTableRow(line = ''): boolean {
	return line.includes('|') && line.length > 1;
}

/**
 * The rows of a table as sentences; a row without words has none. The row of the headings is no sentence of its own,
 * unless it is the only row.
 *
 * @param lines those of the table, with the line below its headings, if it has one
 */
function rowsInWords(lines: readonly string[]): string[] {
	const rows = lines.filter((line) => !LINE_BELOW_HEADINGS.test(line)).map(cellsOf);
	const hasLineBelowHeadings = LINE_BELOW_HEADINGS.test(lines[1] ?? '');
	const hasHeadings = hasLineBelowHeadings && rows.length > 1 && !isRowOfData(rows[0]);
	if (!hasHeadings) return compact(rows.map(rowWithoutHeadings));
	const [headings = [], ...others] = rows;
	const narrator = narratorColumn(headings);
	// Of a script, only what is said: the other columns describe what is seen, and when.
	if (narrator >= 0) return compact(others.map((cells) => asSentence(cells[narrator] ?? '')));
	return compact(others.map((cells) => rowWithHeadings(cells, headings)));
}

/** A sign at which a voice pauses, at the end of a cell, perhaps in bold. */
const ENDS_WITH_SIGN = /[:：?？!！.]\**$/u;

/**
 * Whether a row in the place of the headings has data, because Markdown asks for a row there even where a table has no
 * headings: "| Weight | 1.2 kg |". It is known by two cells, of which the first ends with a colon or the second has a
 * digit.
 */
function isRowOfData(cells: readonly string[] = []): boolean {
	const [first = '', second = ''] = cells;
	return cells.length === 2 && (/[:：]\**$/u.test(first) || /\d/.test(second));
}

/** In the table of a script, the index of the column with what is said; -1 for any other table. */
function narratorColumn(headings: readonly string[]): number {
	const hasPictures = headings.some((heading) => PICTURE_COLUMN.test(heading));
	return headings.findIndex((heading) => {
		return NAMES_NARRATION.test(heading) || (hasPictures && SPEECH_COLUMN.test(heading));
	});
}

/** The cells of a row, trimmed. The row may have bars at its ends or not. */
function cellsOf(row: string): string[] {
	const inner = row.replace(/^\|/, '').replace(/\|$/, '');
	return inner.split('|').map((cell) => cell.trim());
}

/** A row of a table without headings, as a sentence: "Rome, Ada, 3."; an empty text where all its cells are empty. */
function rowWithoutHeadings(cells: readonly string[]): string {
	const [first = '', ...others] = compact(cells);
	if (others.length === 0) return asSentence(first);
	// "Name:" needs no further sign behind it.
	const sign = ENDS_WITH_SIGN.test(first) ? ' ' : ', ';
	return asSentence(first + sign + others.join(', '));
}

/**
 * A row of a table with headings, as a sentence: "Rome: Mayor Ada, People 3." The first cell is what the row is about,
 * and its heading is not read. An empty text where all cells are empty.
 */
function rowWithHeadings(cells: readonly string[], headings: readonly string[]): string {
	const [subject = '', ...others] = cells;
	// Where there is only one other column, its heading is not read: "Rome: 3."
	const headingsOfOthers = cells.length > 2 ? headings.slice(1) : [];
	const facts: string[] = [];
	others.forEach((cell, index) => {
		if (cell !== '') facts.push(`${headingsOfOthers[index] ?? ''} ${cell}`.trim());
	});
	const allFacts = facts.join(', ');
	if (subject === '') return asSentence(allFacts);
	if (allFacts === '') return asSentence(subject);
	const sign = ENDS_WITH_SIGN.test(subject) ? ' ' : ': ';
	return asSentence(subject + sign + allFacts);
}
