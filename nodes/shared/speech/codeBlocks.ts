import { findLastIndex } from 'lodash';

import type { Changes } from './changes';

/*
 * Blocks between fences, such as ```js. Code is left out, because nobody can listen to it; but language models also put what
 * they were asked to write into such a block, and that is read.
 */

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)/;

/** The languages, by which a fence may be named, that are texts. */
const TEXT_LANGUAGES = /^(?:markdown|md|mdx|plain|plaintext|script|text|txt)$/i;

/** What stands in code and not in sentences. */
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
	let at = 0;
	while (at < lines.length) {
		const line = lines[at] ?? '';
		const [, fence, language = ''] = FENCE.exec(line) ?? [];
		if (fence === undefined) {
			prose.push(line);
			at += 1;
			continue;
		}
		const end = endOfBlock(lines, at, fence);
		prose.push('');
		if (end < 0) {
			at += 1;
			continue;
		}
		const block = lines.slice(at + 1, end);
		const isRead = isText(block, language);
		changes[isRead ? 'markdown' : 'codeBlocks'] += 1;
		if (isRead) prose.push(...withoutCode(block, changes), '');
		at = end + 1;
	}
	return prose;
}

/** Without a fence around the whole text, whatever its language. */
function withoutOuterFence(lines: readonly string[], changes: Changes): readonly string[] {
	const first = lines.findIndex((line) => line !== '');
	const last = findLastIndex(lines, (line) => line !== '');
	const isFenced = first < last && [first, last].every((at) => FENCE.test(lines[at] ?? ''));
	const inner = lines.slice(first + 1, last);
	if (!isFenced || inner.some((line) => FENCE.test(line))) return lines;
	changes.markdown += 1;
	return inner;
}

/** The line that ends a block; -1 where none does. */
function endOfBlock(lines: readonly string[], start: number, fence: string): number {
	for (let at = start + 1; at < lines.length; at += 1) {
		if (lines[at]?.startsWith(fence)) return at;
	}
	return -1;
}

function isText(block: readonly string[], language: string): boolean {
	if (language !== '') return TEXT_LANGUAGES.test(language);
	const filled = block.filter((line) => line !== '');
	const words = filled.join(' ').split(' ').length;
	const hasSentences = filled.some((line) => SENTENCE_END.test(line)) || words >= WORDS_OF_TEXT;
	return hasSentences && !filled.some((line) => SIGN_OF_CODE.test(line));
}
