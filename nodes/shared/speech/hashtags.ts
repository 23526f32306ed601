import { dropRightWhile } from 'lodash';

import { countMatches } from '../util/text';
import type { Changes } from './changes';
import { hasLettersOrDigits } from './rules';

/*
 * Lines that consist of hashtags alone, as they stand below a post. They say where the post is to be found and nothing
 * that somebody listens to. A hashtag within a sentence is a word of it and stays.
 */

/** A hashtag, `#travel`. On Chinese networks it ends with the sign, too: `#旅行#`. */
const HASHTAG = '[#＃][\\p{L}\\p{M}\\p{N}_]*\\p{L}[\\p{L}\\p{M}\\p{N}_]*[#＃]?';

/** A line of one hashtag or more, with the points that emoji leave behind: "• #travel, #rome", "Best tags: #rome". */
const HASHTAG_LINE = new RegExp(
	`^[\\s•*_-]*(?:(?:\\p{L}{1,15} )?(?:hashtags?|tags)(?: \\p{L}{1,15})?[*_]*[:：][*_ ]*)?${HASHTAG}(?:[\\s,;|·•]*${HASHTAG})*[\\s.,;。*_]*$`,
	'iu',
);

/** The beginning of a hashtag, which may be a digit: `#2026trip`. */
const HASHTAG_START = /[#＃][\p{L}\p{N}_]/gu;

/**
 * Removes lines that consist of hashtags alone. A line of a single hashtag stays where lines of words follow it,
 * because it may be a heading. Where no words would be left, all lines stay.
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
	const removed = lines.length - kept.length;
	if (removed === 0 || !hasLettersOrDigits(kept.join(''))) return text;
	changes.hashtags += removed;
	return kept.join('\n');
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
