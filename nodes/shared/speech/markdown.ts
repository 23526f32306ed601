import { findLastIndex } from 'lodash';

import type { Changes } from './changes';
import { asSentence } from './sentences';

/*
 * Markdown as a voice should read it: headings and list items are sentences, the rows of a table are read one by one,
 * links keep their words, code is left out.
 */

const FENCE = /^(`{3,}|~{3,})/;

/** A line that only separates, or underlines a heading: `---`, `* * *`, `=====`. */
const DECORATION = /^(?:[-=*_~#+.•·─━═–—] ?){3,}$|^=+$/u;

/** The line below the headings of a table. */
const TABLE_LINE = /^[|: -]*-[|: -]*$/;

/** The beginnings of lines that stand for themselves, in the order in which they are tried. */
const LINE_STARTS = [
	/** A quote, and the kind of a note in it. */
	{ pattern: /^(?:> ?)+(?:\[![A-Z]+\])?/, instead: '', isSentence: false },
	{ pattern: /^#{1,6} /, instead: '', isSentence: true },
	{ pattern: /^[-*+•◦▪▫‣⁃●○■□►▶–] (?:\[[ xX]\] )?/u, instead: '', isSentence: true },
	{ pattern: /^(?:[•◦▪▫‣⁃●○■□►▶])/u, instead: '', isSentence: true },
	/** The number of an item is read. */
	{ pattern: /^(\d{1,3})[.)] (?:\[[ xX]\] )?/, instead: '$1. ', isSentence: true },
	{ pattern: /^\[\^[^\]\s]{1,40}\]: /, instead: '', isSentence: true },
] as const;

/** The whole line in bold: many models write headings so. */
const BOLD_LINE = /^(?:\*\*[^*]+\*\*|__[^_]+__)$/;

/** Where a reference leads, on a line of its own. */
const DEFINITION = /^\[[^\]^][^\]]*\]: ?<?(?:https?:|www\.|\/|#|mailto:)\S*(?: .*)?$/i;

/** What stands for itself within a line. The words of a link are the first group. */
const INLINE = [
	{
		name: 'markdown',
		pattern: /!\[[^[\]\n]*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g,
		instead: '',
	},
	{
		name: 'links',
		pattern: /\[([^[\]\n]*)\]\((?!\s)[^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g,
		instead: '$1',
	},
	{ name: 'links', pattern: /\[((?!\d{1,3}\])[^[\]\n]+)\]\[[^[\]\n]*\]/g, instead: '$1' },
	/** The marks of sources in the answers of models, and of footnotes. */
	{ name: 'markdown', pattern: / ?【[^【】\n]*】/g, instead: '' },
	{
		name: 'markdown',
		pattern: /(?<=\S) ?\[(?:\^[^\]\s]{1,40}|[1-9]\d{0,2}(?:[,–-] ?\d{1,3})*)\]/g,
		instead: '',
	},
	/** A sign that Markdown would take for its own. */
	{ name: 'markdown', pattern: /\\([!-/:-@[-`{-~])/g, instead: '$1' },
	{ name: 'markdown', pattern: /==([^=\n]+)==/g, instead: '$1' },
	{ name: 'markdown', pattern: /~~/g, instead: '' },
	{ name: 'markdown', pattern: /`+/g, instead: '' },
	{ name: 'markdown', pattern: /(?<=\d) ?\*+ ?(?=\d)/g, instead: ' × ' },
	{ name: 'markdown', pattern: /\*+/g, instead: '' },
	{
		name: 'markdown',
		pattern: /(?<![\p{L}\p{N}_])_+(?=[^\s_])|(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu,
		instead: '',
	},
] as const;

/** Turns the Markdown of a text into plain text. The text has no repeated blanks. */
export function fromMarkdown(given: string, changes: Changes): string {
	const lines = withoutEnvelope(given.split('\n'), changes);
	const prose = withoutCode(lines, changes);
	const read = readTables(prose, changes).map((line) => readLine(line, changes));
	return fromInline(endHeadings(read).join('\n'), changes);
}

/** Without what only stands around a text: its front matter, and a fence around the whole answer. */
function withoutEnvelope(lines: readonly string[], changes: Changes): string[] {
	const filled = lines.map((line) => line.trim());
	const first = filled.findIndex((line) => line !== '');
	const last = findLastIndex(filled, (line) => line !== '');
	const inner = filled.slice(first + 1, last);
	const isFenced =
		FENCE.test(filled[first] ?? '') && FENCE.test(filled[last] ?? '') && first < last;
	if (isFenced && !inner.some((line) => FENCE.test(line))) {
		changes.markdown += 1;
		return inner;
	}
	const matterEnd = filled.indexOf('---', first + 1);
	const matter = matterEnd < 0 ? [] : filled.slice(first + 1, matterEnd);
	const isMatter = matter.length > 0 && matter.every((line) => /^[\w-]+:|^- |^$/.test(line));
	if (filled[first] !== '---' || !isMatter) return filled;
	changes.markdown += 1;
	return filled.slice(matterEnd + 1);
}

/** Leaves out blocks of code; one that does not end is read. */
function withoutCode(lines: readonly string[], changes: Changes): string[] {
	const prose: string[] = [];
	let at = 0;
	while (at < lines.length) {
		const line = lines[at] ?? '';
		const [fence] = FENCE.exec(line) ?? [];
		const end = fence ? endOfFence(lines, at, fence) : -1;
		if (end < 0) {
			prose.push(fence ? '' : line);
			at += 1;
			continue;
		}
		changes.codeBlocks += 1;
		prose.push('');
		at = end + 1;
	}
	return prose;
}

/** The line that ends a block of code; -1 where none does. */
function endOfFence(lines: readonly string[], start: number, fence: string): number {
	for (let at = start + 1; at < lines.length; at += 1) {
		if (lines[at]?.startsWith(fence)) return at;
	}
	return -1;
}

/** Reads tables row by row: a sentence for each, with the heading before each cell. */
function readTables(lines: readonly string[], changes: Changes): string[] {
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

/** Where the table ends that begins at a line; the same line where none begins. */
function endOfTable(lines: readonly string[], start: number): number {
	const isRow = (line = '') => line.includes('|') && line.length > 1;
	const [first = '', second = ''] = lines.slice(start, start + 2);
	const hasLine = isRow(second) && TABLE_LINE.test(second);
	const isTable = isRow(first) && (hasLine || (first.startsWith('|') && second.startsWith('|')));
	if (!isTable && !/^\|.*\|$/.test(first)) return start;
	let end = start;
	while (isRow(lines[end])) end += 1;
	return end;
}

function rowsOf(lines: readonly string[]): string[] {
	const rows = lines.filter((line) => !TABLE_LINE.test(line)).map(cellsOf);
	const hasHeadings = TABLE_LINE.test(lines[1] ?? '') && rows.length > 1;
	const [headings = [], ...body] = hasHeadings ? rows : [[], ...rows];
	return body.map((cells) => rowInWords(cells, headings)).filter((row) => row !== '');
}

function cellsOf(row: string): string[] {
	const inner = row.replace(/^\|/, '').replace(/\|$/, '');
	return inner.split('|').map((cell) => cell.trim());
}

/** The first cell says what the row is about; each other one follows its heading. */
function rowInWords(cells: readonly string[], headings: readonly string[]): string {
	if (headings.length === 0) return asSentence(cells.filter((cell) => cell !== '').join(', '));
	const [subject = '', ...others] = cells;
	const named = others.flatMap((cell, column) => {
		const heading = cells.length > 2 ? (headings[column + 1] ?? '') : '';
		return cell === '' ? [] : [`${heading} ${cell}`.trim()];
	});
	const facts = named.join(', ');
	return asSentence(subject === '' || facts === '' ? subject + facts : `${subject}: ${facts}`);
}

/** A line without the signs at its beginning; a heading or an item as a sentence. */
function readLine(line: string, changes: Changes): string {
	if (line !== '' && DECORATION.test(line)) {
		changes.markdown += 1;
		return HEADING_END;
	}
	if (DEFINITION.test(line)) {
		changes.links += 1;
		return '';
	}
	let words = line;
	let isSentence = BOLD_LINE.test(line);
	for (const start of LINE_STARTS) {
		if (!start.pattern.test(words)) continue;
		const plain = words.replace(start.pattern, start.instead).trim();
		// The number of an item may stay as it is.
		if (plain !== words) changes.markdown += 1;
		isSentence ||= start.isSentence;
		words = plain;
	}
	return isSentence ? asSentence(words.replace(/ #+$/, '')) : words;
}

/** Stands for a line below a heading, until the heading is a sentence. */
const HEADING_END = '\u0000';

/** What stands above a line is a sentence: it may be a heading. */
function endHeadings(lines: readonly string[]): string[] {
	return lines.map((line, at) => {
		if (line === HEADING_END) return '';
		return lines[at + 1] === HEADING_END && line !== '' ? asSentence(line) : line;
	});
}

function fromInline(text: string, changes: Changes): string {
	let plain = text;
	for (const { name, pattern, instead } of INLINE) {
		const before = plain;
		const found = name === 'links' ? (before.match(pattern)?.length ?? 0) : 1;
		plain = before.replace(pattern, instead);
		if (plain !== before) changes[name] += found;
	}
	return plain;
}
