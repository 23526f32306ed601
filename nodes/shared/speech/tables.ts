import type { Changes } from './changes';
import { asSentence } from './sentences';

/*
 * The tables of Markdown, of which a voice says each row as a sentence: what the row is about, then each cell after the
 * heading of its column.
 */

/** The line below the headings of a table. */
const LINE_BELOW_HEADINGS = /^[|: -]*-[|: -]*$/;

/** A bar that belongs to the text of a cell, and what stands for it until the cells are known. */
const BAR_IN_CELL = /\\\|/g;
const BAR = '\u0001';

/** Reads all tables row by row; other lines stay as they are. */
export function readTables(lines: readonly string[], changes: Changes): string[] {
	const read: string[] = [];
	let at = 0;
	while (at < lines.length) {
		const end = endOfTable(lines, at);
		if (end === at) {
			read.push(lines[at] ?? '');
			at += 1;
			continue;
		}
		changes.tables += 1;
		read.push('', ...rowsOf(lines.slice(at, end)), '');
		at = end;
	}
	return read;
}

/**
 * Where the table ends that begins at a line; the same line where none begins. A table begins with headings and the line below
 * them, with two lines that start with a bar, or with one that stands between bars.
 */
function endOfTable(lines: readonly string[], start: number): number {
	const isRow = (line = '') => line.includes('|') && line.length > 1;
	const [first = '', second = ''] = lines.slice(start, start + 2);
	const hasHeadings = isRow(second) && LINE_BELOW_HEADINGS.test(second);
	const hasTwoRows = first.startsWith('|') && second.startsWith('|');
	const hasSeveralRows = isRow(first) && (hasHeadings || hasTwoRows);
	if (!hasSeveralRows && !/^\|.*\|$/.test(first)) return start;
	let end = start;
	while (isRow(lines[end])) end += 1;
	return end;
}

function rowsOf(lines: readonly string[]): string[] {
	const rows = lines.filter((line) => !LINE_BELOW_HEADINGS.test(line)).map(cellsOf);
	const hasHeadings = LINE_BELOW_HEADINGS.test(lines[1] ?? '') && rows.length > 1;
	const [headings = [], ...body] = hasHeadings ? rows : [[], ...rows];
	return body.map((cells) => rowInWords(cells, headings)).filter((row) => row !== '');
}

function cellsOf(row: string): string[] {
	const inner = row.replace(BAR_IN_CELL, BAR).replace(/^\|/, '').replace(/\|$/, '');
	return inner.split('|').map((cell) => cell.replaceAll(BAR, ' ').trim());
}

function rowInWords(cells: readonly string[], headings: readonly string[]): string {
	if (headings.length === 0) return asSentence(cells.filter((cell) => cell !== '').join(', '));
	const [subject = '', ...others] = cells;
	const named = others.flatMap((cell, column) => {
		// Of two columns, the first one says what the second one is about.
		const heading = cells.length > 2 ? (headings[column + 1] ?? '') : '';
		return cell === '' ? [] : [`${heading} ${cell}`.trim()];
	});
	const facts = named.join(', ');
	return asSentence(subject === '' || facts === '' ? subject + facts : `${subject}: ${facts}`);
}
