import type { Changes } from './changes';
import { withoutCode } from './codeBlocks';
import { type Rule, withRules } from './rules';
import { asSentence } from './sentences';
import { STRUCK_OUT } from './struckOut';
import { readTables } from './tables';

/*
 * Markdown as a voice should read it: headings and list items are sentences, the rows of a table are read one by one,
 * links keep their words, code is left out.
 */

/** A line that only separates, or underlines a heading: `---`, `* * *`, `=====`. */
const DECORATION = /^(?:[-=*_~#+.•·─━═–—] ?){3,}$|^=+$/u;

/** The beginnings of lines that stand for themselves, in the order in which they are tried, what is read instead, and whether such a line is a sentence. */
const LINE_STARTS = [
	[/^#{1,6} /, '', true],
	[/^[-*+•·◦▪▫‣⁃●○■□►▶–] (?:\[[ xX]\] )?/u, '', true],
	[/^(?:[•◦▪▫‣⁃●○■□►▶・])/u, '', true],
	/** Of a definition, and of a box that some pages show. */
	[/^: /, '', false],
	[/^:{3,} ?[\w-]*/, '', false],
	/** The number of an item is read. */
	[/^(\d{1,3})[.)] (?:\[[ xX]\] )?/, '$1. ', true],
	[/^\[\^[^\]\s]{1,40}\]: /, '', true],
] as const;

/** The whole line in bold: many models write headings so. */
const BOLD_LINE = /^(?:\*\*[^*]+\*\*|__[^_]+__)$/;

/** Where a reference leads, on a line of its own; or nowhere: such a line is a comment. */
const DEFINITION =
	/^\[[^\]^][^\]]*\]: ?(?:<?(?:https?:|www\.|\/|#|mailto:)\S*(?: .*)?|<> ?[("'].*)$/i;

/** What stands for itself within a line. The words of a link are the first group. */
const INLINE: readonly Rule[] = [
	...STRUCK_OUT,
	['markdown', /!\[[^[\]\n]*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g, ''],
	[
		'links',
		/\[((?:[^[\]]|\[[^[\]\n]{0,100}\]){0,500})\]\((?!\s)[^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g,
		'$1',
	],
	['links', /\[((?!\^|\d{1,3}\])[^[\]\n]+)\]\[[^[\]\n]*\]/g, '$1'],
	/** Of wikis and notes: `[[page|words]]`. */
	['markdown', /!\[\[[^[\]\n]*\]\]/g, ''],
	['links', /\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]*)\]\]/g, '$1'],
	/** The marks of sources in the answers of models, and of footnotes. */
	['markdown', / ?【(?:[^【】\n]{0,80}†[^【】\n]{0,80}|[\d:, ]{1,20})】/g, ''],
	['markdown', /(?<=\S) ?\[(?:\^[^\]\s]{1,40}|[1-9]\d{0,2}(?:[,–-] ?\d{1,3})*)\]/g, ''],
	/** A line break. */
	['markdown', / ?\\$/gm, ''],
	/** A sign that Markdown would take for its own. */
	['markdown', /\\([!-/:-@[-`{-~])/g, '$1'],
	['markdown', /==([^=\n]+)==/g, '$1'],
	/** The name and the classes of a heading or a link: `{#prices .wide}`. */
	['markdown', / ?\{:? ?[#.][\w-]{1,60}(?: [#.]?[\w-]{1,60}(?:=[^\s{}]{1,60})?){0,5} ?\}/g, ''],
	['markdown', /~~|\|\|/g, ''],
	/** Adorned, as in chats, and below and above the line: H~2~O, x^2^. */
	['markdown', /(?<!\w)~(?=\S)([^~\n]{1,200})(?<=\S)~(?!\w)/g, '$1'],
	['markdown', /(?<=\w)([~^])([\w+-]{1,20})\1/g, '$2'],
	['markdown', /`+/g, ''],
	['markdown', /(?<=\d) ?\*+ ?(?=\d)/g, ' × '],
	/** What somebody does between two sentences, as in chats: `*waves*`. */
	[
		'markdown',
		/(?<=^|[.!?…]["'”»)]? )\*\p{Ll}[\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]{1,20}){0,3}\*(?!\*)(?= *$| ["“«¿¡(]?\p{Lu}) ?/gmu,
		'',
	],
	['markdown', /\*+/g, ''],
	['markdown', /(?<![\p{L}\p{N}_])_+(?=[^\s_])|(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu, ''],
];

/** Turns the Markdown of a text into plain text. The text has no repeated blanks. */
export function fromMarkdown(given: string, changes: Changes): string {
	const lines = withoutFrontMatter(given.split('\n'), changes);
	const quoted = lines.map((line) => withoutQuoteMark(line.trim(), changes));
	const prose = withoutCode(quoted, changes);
	const read = readTables(prose, changes).map((line) => readLine(line, changes));
	return withRules(endHeadings(read).join('\n'), INLINE, changes);
}

/** The beginning of a quote, perhaps with the kind of a note. */
const QUOTE = /^(?:> ?)+(?:\[![A-Z]+\])?/;

function withoutQuoteMark(line: string, changes: Changes): string {
	if (!QUOTE.test(line)) return line;
	changes.markdown += 1;
	return line.replace(QUOTE, '').trim();
}

/** The lines of data before a text, and what begins and ends them. */
const FRONT_MATTER = [
	{ mark: '---', first: /^[\w-]+ ?:/, line: /^[\w-]+ ?:|^\s*- |^\s+\S|^#|^\s*$/ },
	{ mark: '+++', first: /^[\w.-]+ ?=/, line: /^[\w.-]+ ?=|^\[|^\s|^#|^$/ },
] as const;

/** Without the data in YAML or TOML before the text, as generators of pages have it. */
function withoutFrontMatter(lines: readonly string[], changes: Changes): readonly string[] {
	const start = lines.findIndex((line) => line.trim() !== '');
	const kind = FRONT_MATTER.find(({ mark }) => lines[start]?.trim() === mark);
	if (!kind) return lines;
	const end = lines.findIndex((line, at) => at > start && line.trim() === kind.mark);
	const [first = '', ...others] = lines.slice(start + 1, Math.max(start, end));
	if (!kind.first.test(first) || !others.every((line) => kind.line.test(line))) return lines;
	changes.markdown += 1;
	return lines.slice(end + 1);
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
	for (const [pattern, instead, endsAsSentence] of LINE_STARTS) {
		if (!pattern.test(words)) continue;
		const plain = words.replace(pattern, instead).trim();
		// The number of an item may stay as it is.
		if (plain !== words) changes.markdown += 1;
		isSentence ||= endsAsSentence;
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
