import type { Changes } from './changes';
import { asSentence } from './sentences';

/*
 * The tables of Markdown, of which a voice says each row as a sentence: what the row is about, then each cell after the
 * heading of its column. "| City | Mayor | People |" and "| Rome | Ada | 3 |" are read as "Rome: Mayor Ada, People 3."
 */

/** The line below the headings of a table: "|---|:-:|". */
const LINE_BELOW_HEADINGS = /^[|: -]*-[|: -]*$/;

/** A bar that belongs to the text of a cell, and what stands for it until the cells are known. */
const BAR_IN_CELL = /\\\|/g;
const BAR = '\u0001';

/** Reads all tables row by row. Other lines stay as they are. */
export function readTables(lines: readonly string[], changes: Changes): string[] {
	const read: string[] = [];
	let index = 0;
	while (index < lines.length) {
		const end = endOfTable(lines, index);
		if (end === undefined) {
			read.push(lines[index] ?? '');
			index += 1;
			continue;
		}
		changes.tables += 1;
		read.push('', ...rowsInWords(lines.slice(index, end)), '');
		index = end;
	}
	return read;
}

/**
 * The line behind the table that begins at a line; undefined where none begins. A table begins with headings and the
 * line below them, with two lines that start with a bar, or with one line that stands between bars.
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

function isTableRow(line = ''): boolean {
	return line.includes('|') && line.length > 1;
}

/**
 * The rows of a table as sentences; none for a row without words. The row of headings is not read by itself, unless it
 * is the only one.
 */
function rowsInWords(lines: readonly string[]): string[] {
	const rows = lines.filter((line) => !LINE_BELOW_HEADINGS.test(line)).map(cellsOf);
	const hasHeadings = LINE_BELOW_HEADINGS.test(lines[1] ?? '') && rows.length > 1;
	if (!hasHeadings) return rows.map(cellsInWords).filter((row) => row !== '');
	const [headings = [], ...others] = rows;
	return others.map((cells) => rowInWords(cells, headings)).filter((row) => row !== '');
}

/** The cells of a row, with or without bars at its ends; a bar within a cell becomes a blank. */
function cellsOf(row: string): string[] {
	const inner = row.replace(BAR_IN_CELL, BAR).replace(/^\|/, '').replace(/\|$/, '');
	return inner.split('|').map((cell) => cell.replaceAll(BAR, ' ').trim());
}

/** A row of a table without headings, as a sentence. */
function cellsInWords(cells: readonly string[]): string {
	return asSentence(cells.filter((cell) => cell !== '').join(', '));
}

/** A row of a table with headings, as a sentence. The first cell is what the row is about. Empty without any words. */
function rowInWords(cells: readonly string[], headings: readonly string[]): string {
	const [subject = '', ...others] = cells;
	// Of two columns, the first one says what the second one is about, so that its heading is not read.
	const columns = cells.length > 2 ? headings.slice(1) : [];
	const facts: string[] = [];
	others.forEach((cell, column) => {
		if (cell !== '') facts.push(`${columns[column] ?? ''} ${cell}`.trim());
	});
	const inWords = facts.join(', ');
	if (subject === '') return asSentence(inWords);
	if (inWords === '') return asSentence(subject);
	return asSentence(`${subject}: ${inWords}`);
}
