import { findLastIndex } from 'lodash';

import type { Changes } from './changes';

/*
 * Blocks between fences, such as ```js. Code is left out, because nobody can listen to it; but language models also put
 * what they were asked to write into such a block, and that is read.
 */

/** The fence at the beginning of a block, and the language that it names, if any: "```js", "~~~". */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)/;

/** The languages, by which a fence may be named, that are texts. */
const TEXT_LANGUAGES = /^(?:markdown|md|mdx|plain|plaintext|script|text|txt)$/i;

/** What stands in code and not in sentences: `{`, `call(`, `a::b`, `#!`, `//`, `--flag`. */
const SIGN_OF_CODE = /[{}<>=;$\\]|\w\(|::|^\s*(?:#!|\/\/|--?\w)/;

/** The end of a sentence, perhaps in quotes or in bold. */
const SENTENCE_END = /[.!?…。！？][*_"'”’»)\]]*$/;

/** A tag of SSML, for which `ssml.ts` has put a letter into the text. */
const SSML = /[\u{F0000}-\u{10FFFD}]/u;

/** A block without a language and without signs of code is a text if it has at least so many words. */
const FEWEST_WORDS_OF_TEXT = 12;

/**
 * The lines to be read: without blocks of code, and without the fences around texts. A block that does not end is read,
 * too, since the text may have been cut off.
 *
 * @param given trimmed lines
 * @param changes to which each block of code, and each fence around a text as Markdown, is added
 */
export function withoutCode(given: readonly string[], changes: Changes): string[] {
	const lines = withoutOuterFence(given, changes);
	const prose: string[] = [];
	let index = 0;
	while (index < lines.length) {
		const line = lines[index] ?? '';
		const block = blockAt(lines, index);
		if (block) {
			prose.push('', ...spokenLines(block, changes));
			index = block.end;
		} else {
			// The fence of a block that does not end goes, and the lines behind it stay.
			prose.push(isFence(line) ? '' : line);
			index += 1;
		}
	}
	return prose;
}

/** What stands between two fences. */
interface Block {
	/** As its fence names it; empty where it names none. */
	language: string;
	lines: readonly string[];
	/** Index of the line behind its closing fence. */
	end: number;
}

/** The block that begins at a line; undefined where the line is no fence, or the block does not end. */
function blockAt(lines: readonly string[], start: number): Block | undefined {
	const [, fence, language = ''] = FENCE.exec(lines[start] ?? '') ?? [];
	if (fence === undefined) return undefined;
	const closing = lines.findIndex((line, index) => index > start && line.startsWith(fence));
	if (closing < 0) return undefined;
	return { language, lines: lines.slice(start + 1, closing), end: closing + 1 };
}

/** The lines that are read of a block: those of a text, in which there may be further blocks; none of code. */
function spokenLines(block: Block, changes: Changes): string[] {
	if (!isText(block)) {
		changes.codeBlocks += 1;
		return [];
	}
	changes.markdown += 1;
	// The empty line keeps the text apart from what follows.
	return withoutCode(block.lines, changes).concat('');
}

/**
 * The lines without the fence that stands around all of them. It goes whatever language it names, because something has
 * to be read. Where no fence does, or there are more fences within, the lines stay as they are.
 */
function withoutOuterFence(lines: readonly string[], changes: Changes): readonly string[] {
	const first = lines.findIndex((line) => line !== '');
	const last = findLastIndex(lines, (line) => line !== '');
	const isFenced = first < last && isFence(lines[first]) && isFence(lines[last]);
	if (!isFenced) return lines;
	const inner = lines.slice(first + 1, last);
	const hasBlocks = inner.some(isFence);
	if (hasBlocks) return lines;
	changes.markdown += 1;
	return inner;
}

/** Whether a line begins with a fence; false for a line that does not exist. */
function isFence(line = ''): boolean {
	return FENCE.test(line);
}

/**
 * Whether a block is a text: it has SSML, its fence names a language of texts, or it names none and the lines look like
 * a text. These have no signs of code, and the end of a sentence or enough words.
 */
function isText({ lines, language }: Block): boolean {
	if (lines.some((line) => SSML.test(line))) return true;
	if (language !== '') return TEXT_LANGUAGES.test(language);
	const filled = lines.filter((line) => line !== '');
	if (filled.some((line) => SIGN_OF_CODE.test(line))) return false;
	const hasSentences = filled.some((line) => SENTENCE_END.test(line));
	const words = filled.join(' ').split(' ');
	return hasSentences || words.length >= FEWEST_WORDS_OF_TEXT;
}
