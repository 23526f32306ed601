import { findIndex, findLastIndex } from 'lodash';

import type { Changes } from './changes';

/*
 * Blocks between fences, such as ```js. Code is left out, because nobody can listen to it; but language models also put what
 * they were asked to write into such a block, and that is read.
 */

/** The fence at the beginning of a block, and the language that it names, if any: "```js", "~~~". */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)/;

/** The languages, by which a fence may be named, that are texts. */
const TEXT_LANGUAGES = /^(?:markdown|md|mdx|plain|plaintext|script|text|txt)$/i;

/** What stands in code and not in sentences: `{`, `call(`, `a::b`, `#!`, `//`, `--flag`. */
const SIGN_OF_CODE = /[{}<>=;$\\]|\w\(|::|^\s*(?:#!|\/\/|--?\w)/;

/** The end of a sentence, perhaps in quotes or in bold. */
const SENTENCE_END = /[.!?…。！？][*_"'”’»)\]]*$/;

/** A block without a language is a text if it has so many words, or whole sentences. */
const WORDS_OF_TEXT = 12;

/**
 * The lines to be read: without blocks of code, and without the fences around texts. A block that does not end is read, too,
 * since the text may have been cut off.
 */
export function withoutCode(given: readonly string[], changes: Changes): string[] {
	const lines = withoutOuterFence(given, changes);
	const prose: string[] = [];
	let index = 0;
	while (index < lines.length) {
		const line = lines[index] ?? '';
		const [, fence, language = ''] = FENCE.exec(line) ?? [];
		if (fence === undefined) {
			prose.push(line);
			index += 1;
			continue;
		}
		prose.push('');
		const end = findIndex(lines, (closing) => closing.startsWith(fence), index + 1);
		if (end < 0) {
			index += 1;
			continue;
		}
		const block = lines.slice(index + 1, end);
		if (isText(block, language)) {
			changes.markdown += 1;
			prose.push(...withoutCode(block, changes), '');
		} else {
			changes.codeBlocks += 1;
		}
		index = end + 1;
	}
	return prose;
}

/** The lines without a fence around all of them, whatever its language. */
function withoutOuterFence(lines: readonly string[], changes: Changes): readonly string[] {
	const first = lines.findIndex((line) => line !== '');
	const last = findLastIndex(lines, (line) => line !== '');
	const isFenced = first < last && isFence(lines[first]) && isFence(lines[last]);
	const inner = lines.slice(first + 1, last);
	if (!isFenced || inner.some(isFence)) return lines;
	changes.markdown += 1;
	return inner;
}

function isFence(line = ''): boolean {
	return FENCE.test(line);
}

/** Whether a block is to be read: by its language, else by what stands in it. */
function isText(block: readonly string[], language: string): boolean {
	if (language !== '') return TEXT_LANGUAGES.test(language);
	const filled = block.filter((line) => line !== '');
	if (filled.some((line) => SIGN_OF_CODE.test(line))) return false;
	const hasSentences = filled.some((line) => SENTENCE_END.test(line));
	return hasSentences || filled.join(' ').split(' ').length >= WORDS_OF_TEXT;
}
