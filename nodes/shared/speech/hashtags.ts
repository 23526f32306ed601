import { dropRightWhile } from 'lodash';

import type { Changes } from './changes';

/*
 * Lines that consist of hashtags alone, as they stand below a post. They say where the post is to be found and nothing
 * that somebody listens to. A hashtag within a sentence is a word of it and stays.
 */

/** A hashtag, `#travel`. On Chinese networks it ends with the sign, too: `#旅行#`. */
const HASHTAG = '[#＃][\\p{L}\\p{M}\\p{N}_]*\\p{L}[\\p{L}\\p{M}\\p{N}_]*[#＃]?';

/** A line of one hashtag or more, with the points that emoji leave behind at its ends: "• #travel, #rome". */
const LINE = new RegExp(`^[\\s•-]*${HASHTAG}(?:[\\s,;|·•]*${HASHTAG})*[\\s.,;。]*$`, 'u');

/** The beginning of a hashtag. */
const START = /[#＃]\p{L}/gu;

/** Removes these lines. Where nothing else would be left to say, they stay. */
export function withoutHashtagLines(text: string, changes: Changes): string {
	const lines = text.split('\n');
	const lastTags = dropRightWhile(lines, isTagsOrEmpty).length;
	const kept = lines.filter((line, index) => {
		const mayBeHeading = index < lastTags && isOneTag(line);
		return !LINE.test(line) || mayBeHeading;
	});
	const removed = lines.length - kept.length;
	const hasWords = /[\p{L}\p{N}]/u.test(kept.join(''));
	if (removed === 0 || !hasWords) return text;
	changes.hashtags += removed;
	return kept.join('\n');
}

function isTagsOrEmpty(line: string): boolean {
	return line.trim() === '' || LINE.test(line);
}

/** Before other lines, such a line may be a heading of Markdown whose blank was forgotten: "#Rome". */
function isOneTag(line: string): boolean {
	return (line.match(START)?.length ?? 0) < 2;
}
