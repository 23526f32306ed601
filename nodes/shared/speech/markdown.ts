import type { Changes } from './changes';
import { withoutCode } from './codeBlocks';
import { PRESS } from './patterns';
import { type Rule, withRules } from './rules';
import { asSentence } from './sentences';
import { STRUCK_OUT } from './struckOut';
import { withTablesInSentences } from './tables';

/*
 * Markdown as a voice should read it: headings and list items are sentences, the rows of a table are read one by one,
 * links keep their words, code is left out.
 */

/**
 * Turns the Markdown of a text into plain text, whose headings and items end as sentences.
 *
 * @param given without repeated blanks, which an earlier stage has removed
 * @param changes to which what is removed or replaced is added, each mark under its kind: Markdown, links, struck-out
 *   words, blocks of code, tables
 */
export function fromMarkdown(given: string, changes: Changes): string {
	const lines = withoutFrontMatter(given.split('\n'), changes);
	const unquoted = lines.map((line) => withoutQuoteMark(line.trim(), changes));
	const uncoded = withoutCode(unquoted, changes);
	const prose = withTablesInSentences(uncoded, changes);
	const starts = hasNumberedItems(prose) ? LINE_STARTS.concat(NUMBERS) : LINE_STARTS;
	const plain = prose.map((line) => plainLine(line, starts, changes));
	return withRules(plain.join('\n'), INLINE, changes);
}

/** The line before and after the data that generators of pages read, and the forms of its first line and all others. */
const DATA_MARK = '---';
const FIRST_LINE_OF_DATA = /^[\w-]+ ?:/;
const LINE_OF_DATA = /^[\w-]+ ?:|^\s*- |^\s+\S|^#|^\s*$/;

/**
 * The lines without the data before the text (its "front matter"). Where the data does not end, or a line does not look
 * like data, all lines stay.
 */
function withoutFrontMatter(lines: readonly string[], changes: Changes): readonly string[] {
	// The first line that is not empty; -1 where there is none.
	const start = lines.findIndex((line) => line.trim() !== '');
	if (lines[start]?.trim() !== DATA_MARK) return lines;
	const end = lines.findIndex((line, index) => index > start && line.trim() === DATA_MARK);
	if (end < 0) return lines;
	const [first = '', ...others] = lines.slice(start + 1, end);
	const isData = FIRST_LINE_OF_DATA.test(first) && others.every((line) => LINE_OF_DATA.test(line));
	if (!isData) return lines;
	changes.markdown += 1;
	return lines.slice(end + 1);
}

/** The beginning of a quote, perhaps with the kind of a note: "> ", "> > ", "> [!NOTE]"; no ">= 18", ">5". */
const QUOTE = /^(?:>(?![=\d]) ?)+(?:\[![A-Z]+\])?/;

/**
 * A line without the marks of a quote at its beginning; any other line stays.
 *
 * @param line trimmed
 */
function withoutQuoteMark(line: string, changes: Changes): string {
	if (!QUOTE.test(line)) return line;
	changes.markdown += 1;
	return line.replace(QUOTE, '').trim();
}

/** A line that only separates, or underlines: "---", "* * *", "=====". */
const SEPARATOR = /^[⁂⸺⸻]$|^(?:[-=*_~#+.•·─━═–—] ?){3,}$|^=+$/u;

/**
 * Where a reference leads: "[1]: https://example.com", "[image1]: <data:image/png;base64,…>"; or nowhere, which is a
 * comment: "[//]: <> (note)".
 */
const TARGET =
	/^\[[^\]^][^\]]*\]: ?(?:<?(?:https?:|www\.|\/|#|mailto:|data:\w+\/)\S*(?: .*)?|<> ?[("'].*)$/i;

/** A line that is all in bold, because many language models write headings so. */
const BOLD_LINE = /^(?:\*\*[^*]+\*\*|__[^_]+__)$/;

/** A beginning of lines, what is read instead, and whether such a line is to end as a sentence. */
type LineStart = readonly [start: RegExp, instead: string, endsAsSentence: boolean];

/**
 * Beginnings of lines, in the order in which they are looked for. A line may have several: "- [x] Rome", "## 1. Rome".
 */
const LINE_STARTS: readonly LineStart[] = [
	/** A heading: "## Rome", "##Rome"; "#Rome" is a hashtag. */
	[/^(?:#{1,6} |#{2,6}(?=[^#\s]))/, '', true],
	/** An item: "- Rome", "• Rome", "→ Rome", "- [x] Rome". */
	[/^[-*+•·◦▪▫‣⁃●○■□►▶▸→➔➜➤⇒↳◆◇✦✧★☆❖✓✔✗✘»›⦿☛–] (?:\[[ xX]\] )?/u, '', true],
	/** An item whose point has no blank: "•Rome". */
	[/^(?:[•◦▪▫‣⁃●○■□►▶・])/u, '', true],
	/** A box to tick without a point before it: "[x] Rome". */
	[/^\[[ xX]\] /, '', true],
	/** A definition: ": a city". */
	[/^: /, '', false],
	/** A box that some pages and chats show: "::: warning", ':::writing{id="1"}'. */
	[/^:{3,} ?[\w-]*(?:\{[^{}]*\})?/, '', false],
	/** A footnote: "[^1]: See below". */
	[/^\[\^[^\]\s]{1,40}\]: /, '', true],
];

/** Beginnings that make an item only where several lines of the text have one, because "1. FC Köln" has one, too. */
const NUMBERS: readonly LineStart[] = [
	/**
	 * A numbered item, whose number is read: "1) Rome", "(1) Rome", "1.) Rome" and "1/ Rome" are "1. Rome"; not the first
	 * of several in a line.
	 */
	[/^(?:\((?=\d{1,3}\) (?!.*\(\d{1,3}\) )))?(\d{1,3})(?:\.\)|[.)/]) (?:\[[ xX]\] )?/, '$1. ', true],
	/** An item with a letter or a small Roman number, which is read: "a) Rome", "(ii) Rome". */
	[/^\(?([a-zA-Z]|[ivx]{2,4})\) (?!.*\([a-zA-Z]\) )/, '$1) ', true],
	/**
	 * An item as Chinese and Japanese number it: "1、罗马", "（一）罗马", "１．ローマ". The pattern only looks ahead, so that
	 * nothing is replaced, and the item is read as it is written.
	 */
	[
		/^(?=(?:\d{1,3}|[一二三四五六七八九十]{1,3})[、．]|（(?:\d{1,3}|[一二三四五六七八九十]{1,3})）)/,
		'',
		true,
	],
];

/** Whether at least two lines begin as items with a number or a letter do. */
function hasNumberedItems(lines: readonly string[]): boolean {
	const items = lines.filter((line) => NUMBERS.some(([start]) => start.test(line)));
	return items.length > 1;
}

/**
 * A line without the signs at its beginning. A heading or an item becomes a sentence. A separator, and a line that says
 * where a reference leads, become empty.
 *
 * @param line trimmed
 * @param starts the beginnings to look for: each in what the one before it has left of the line
 */
function plainLine(line: string, starts: readonly LineStart[], changes: Changes): string {
	if (line !== '' && SEPARATOR.test(line)) {
		changes.markdown += 1;
		return '';
	}
	if (TARGET.test(line)) {
		changes.links += 1;
		return '';
	}
	let words = line;
	let isSentence = BOLD_LINE.test(line);
	for (const [start, instead, endsAsSentence] of starts) {
		if (!start.test(words)) continue;
		const plain = words.replace(start, instead).trim();
		// An item that is read as it is written, such as "a) Rome", is no change.
		if (plain !== words) changes.markdown += 1;
		isSentence ||= endsAsSentence;
		words = plain;
	}
	if (!isSentence) return words;
	// A heading may end with the signs with which it begins: "## Rome ##".
	return asSentence(words.replace(/ #+$/, ''));
}

/** The address of a link, in which brackets are a pair. */
const URL = String.raw`https?:(?:[^()\s]|\([^()\s]{0,200}\)){1,2000}`;

/**
 * A link that only says where a language model has its words from: it has the name of a page as its words, the name of
 * the model in its address, or a number as its reference.
 */
const SOURCE = String.raw`\[(?:[\w-]+(?:\.[\w-]+)+\]\(${URL}\)|[^[\]\n]{1,200}\](?:\[\d{1,3}\]|\(https?:[^()\s]{1,2000}[?&]utm_source=(?:chatgpt\.com|openai)\)))`;

/** The number of a note, or from one to another: "1", "2-4". */
const NOTE_NUMBERS = String.raw`[1-9]\d{0,2}(?:[–-]\d{1,3})?`;

/** What has a meaning of its own within a line. */
const INLINE: readonly Rule[] = [
	...STRUCK_OUT,
	/** A picture: "![a cat](cat.png)". */
	[/!\[[^[\]\n]*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g, '', 'markdown'],
	/** A picture by a reference: "![][image1]"; but no notes behind a sentence, "Great![1][2]". */
	[/!\[(?!\d{1,3}\])[^[\]\n]*\]\[[^[\]\n]*\]/g, '', 'markdown'],
	/** Sources in brackets of their own: "proved ([example.com](https://example.com/a), [Rome][2])". */
	[new RegExp(String.raw` ?\((?:${SOURCE}[,;]? ?){1,10}\)`, 'g'), '', 'links'],
	/** The number of a note or a source behind words: "proved [1](https://example.com)". */
	[/(?<=\S) ?\[\^?\d{1,3}\]\((?:https?:|#)[^()\s]*\)/g, '', 'links'],
	/** A link: "[words](https://example.com)". */
	[
		/\[((?:[^[\]]|\[[^[\]\n]{0,100}\]){0,500})\]\((?!\s)[^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g,
		'$1',
		'links',
	],
	/** A link by a reference: "[words][1]". */
	[/\[((?!\^|\d{1,3}\])[^[\]\n]+)\]\[[^[\]\n]*\]/g, '$1', 'links'],
	/** A picture of wikis and notes: "![[cat.png]]". */
	[/!\[\[[^[\]\n]*\]\]/g, '', 'markdown'],
	/** A link of wikis and notes: "[[page|words]]", "[[words]]". */
	[/\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]*)\]\]/g, '$1', 'links'],
	/** Where a language model has its words from: "【4†source】". */
	[/ ?【(?:[^【】\n]{0,80}†[^【】\n]{0,80}|[\d:, ]{1,20})】/g, '', 'markdown'],
	/** The name of a note: "proved [^a]". */
	[/(?<=\S) ?\[\^[^\]\s]{1,40}\]/g, '', 'markdown'],
	/**
	 * The number of a note, or of two: "proved [1, 2-4]". More of them are a list of numbers, as in "the list [1, 2, 3]",
	 * and one behind "sizes:" or "press" is no note.
	 */
	[
		new RegExp(
			String.raw`(?:(?<=[^\s(:=])|(?<=[^\s(:=,;]) )(?<!${PRESS})\[${NOTE_NUMBERS}(?:, ?${NOTE_NUMBERS})?\]`,
			'giu',
		),
		'',
		'markdown',
	],
	/** What the authors of a wiki say to each other: "proved[citation needed]". */
	[
		/ ?\[(?:citation needed|clarification needed|better source needed|when\?|who\?|来源请求|要出典)\]/gi,
		'',
		'markdown',
	],
	/** Their button behind a heading, without a blank: "History[edit]"; but "Click [Edit]" is said. */
	[/(?<=\S)\[(?:edit|edit source|Bearbeiten|Quelltext bearbeiten)\]/gi, '', 'markdown'],
	/** A line break: `\` at the end of a line. */
	[/ ?\\$/gm, '', 'markdown'],
	/** A star that Markdown would take for its own, "\*", which is not read, except between numbers. */
	[/(?<=\d) ?\\\* ?(?=\d)/g, ' × ', 'markdown'],
	[/\\\*/g, '', 'markdown'],
	/** Another such sign: "\#". */
	[/\\([!-/:-@[-`{-~])/g, '$1', 'markdown'],
	/** Marked words: "==words==". */
	[/==([^=\n]+)==/g, '$1', 'markdown'],
	/** The name and the classes of a heading or a link: "{#prices .wide}". */
	[/ ?\{:? ?[#.][\w-]{1,60}(?: [#.]?[\w-]{1,60}(?:=[^\s{}]{1,60})?){0,5} ?\}/g, '', 'markdown'],
	/** What is left of struck-out words, and what hides words in chats: "||the end||". */
	[/~~|\|\|/g, '', 'markdown'],
	/** Adorned words of chats: "~words~". */
	[/(?<!\w)~(?=\S)([^~\n]{1,200})(?<=\S)~(?!\w)/g, '$1', 'markdown'],
	/** Below and above the line: "H~2~O", "x^2^". */
	[/(?<=\w)([~^])([\w+-]{1,20})\1/g, '$2', 'markdown'],
	/** Code within a line: "`words`". */
	[/`+/g, '', 'markdown'],
	/** A product: "2 * 3", "area = length * width". */
	[/(?<=\d) ?\*+ ?(?=\d)|(?<== [^,;=\n]{1,40}) \* (?=\S)/g, ' × ', 'markdown'],
	/** Between other words, the point of a list that has lost its line breaks: "Rome * Milan". */
	[/(?<=\S) \* (?=\S)/g, ' · ', 'markdown'],
	/** What somebody does between two sentences, as in chats: "*waves*". */
	[
		/(?<=^|[.!?…]["'”»)]? )\*\p{Ll}[\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]{1,20}){0,3}\*(?!\*)(?= *$| ["“«¿¡(]?\p{Lu}) ?/gmu,
		'',
		'markdown',
	],
	/** Bold and italic: "**words**", "*words*"; no star of German, in which "Lehrer*in" means all genders. */
	[/(?!(?<=\p{L})\*in(?:nen\p{L}*)?(?!\p{L}))\*+/gu, '', 'markdown'],
	/** The same with lines: "__words__", "_words_"; not within a name, such as "my_file". */
	[/(?<![\p{L}\p{N}_])_+(?=[^\s_])|(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu, '', 'markdown'],
];
