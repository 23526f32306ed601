import { dropRightWhile } from 'lodash';

import { countMatches } from '../util/text';
import type { Changes } from './changes';

/*
 * Hashtags below a post, in lines of their own, and behind its sentences. They say where the post is to be found and
 * nothing that somebody listens to. A hashtag within a sentence is a word of it and stays.
 */

/** A hashtag, `#travel`. On Chinese networks it ends with the sign, too: `#旅行#`. */
const HASHTAG = '[#＃](?=[\\p{M}\\p{N}_]*\\p{L})[\\p{L}\\p{M}\\p{N}_]+[#＃]?';

/** A line of one hashtag or more, with the points that emoji leave behind: "• #travel, #rome", "Best tags: #rome". */
const HASHTAG_LINE = new RegExp(
	`^[\\s•*_-]*(?:(?:\\p{L}{1,15} )?(?:hashtags?|tags)(?: \\p{L}{1,15})?[*_]*[:：][*_ ]*)?${HASHTAG}(?:[\\s,;|·•]*${HASHTAG})*[\\s.,;。*_]*$`,
	'iu',
);

/** The beginning of a hashtag, which may be a digit: `#2026trip`. */
const HASHTAG_START = /[#＃][\p{L}\p{N}_]/gu;

/** A hashtag as the last word of a line, or before others. One with a comma behind it belongs to a sentence. */
const HASHTAG_WORD = new RegExp(`^${HASHTAG}[.*_]*$`, 'u');

/** The end of a sentence, perhaps in quotes or in bold. */
const SENTENCE_END = /[.!?…。！？]["'”’»)*_]*$/u;

/** At the end of a line, so many hashtags are no words of its sentence, even where no sign ends it. */
const FEWEST_BEHIND_WORDS = 3;

/**
 * Removes lines that consist of hashtags alone, and hashtags behind the last sentence of a line. A line of a single
 * hashtag stays where lines of words follow it, because it may be a heading.
 *
 * @param changes to whose `hashtags` the number of removed lines is added
 */
export function withoutHashtagLines(text: string, changes: Changes): string {
	const lines = text.split('\n');
	// Only hashtags and empty lines stand behind the last line of words.
	const endOfWords = dropRightWhile(lines, isTagsOrEmpty).length;
	const kept = lines.filter((line, index) => {
		if (!HASHTAG_LINE.test(line)) return true;
		const isBeforeWords = index < endOfWords;
		return isBeforeWords && hasOneTag(line);
	});
	const plain = kept.map(withoutTagsAtEnd);
	const shortened = plain.filter((line, index) => line !== kept[index]);
	changes.hashtags += lines.length - kept.length + shortened.length;
	return plain.join('\n');
}

/** A line without the hashtags behind its last sentence, "We are open! #cafe #rome", and without many in a row. */
function withoutTagsAtEnd(line: string): string {
	const words = line.trimEnd().split(' ');
	const kept = dropRightWhile(words, (word) => HASHTAG_WORD.test(word));
	const sentences = kept.join(' ');
	const count = words.length - kept.length;
	if (count === 0 || sentences.trim() === '') return line;
	const areBehindSentence = SENTENCE_END.test(sentences) || count >= FEWEST_BEHIND_WORDS;
	return areBehindSentence ? sentences : line;
}

/** Whether a line has nothing but hashtags, or nothing at all. */
function isTagsOrEmpty(line: string): boolean {
	return line.trim() === '' || HASHTAG_LINE.test(line);
}

/**
 * Whether a line of hashtags has only one: "#Rome", which may be a heading of Markdown without the blank behind its
 * sign.
 */
function hasOneTag(line: string): boolean {
	return countMatches(line, HASHTAG_START) <= 1;
}
