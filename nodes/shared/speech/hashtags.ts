import type { Changes } from './changes';

/*
 * Lines that consist of hashtags alone, as they stand below a post. They say where the post is to be found and nothing that
 * somebody listens to. A hashtag within a sentence is a word of it and stays.
 */

/** A hashtag; on Chinese networks it ends with the sign, too. */
const HASHTAG = '[#＃][\\p{L}\\p{M}\\p{N}_]*\\p{L}[\\p{L}\\p{M}\\p{N}_]*[#＃]?';

/** One hashtag or more, with the signs that emoji leave behind at the ends of a line. */
const LINE = new RegExp(`^[\\s•-]*${HASHTAG}(?:[\\s,;|·•]*${HASHTAG})*[\\s.,;。]*$`, 'u');

const SIGNS = /[#＃]\p{L}/gu;

/** Removes these lines; where nothing else would be left to say, they stay. */
export function withoutHashtagLines(text: string, changes: Changes): string {
	const lines = text.split('\n');
	const end = startOfLastTags(lines);
	const kept = lines.filter((line, at) => !LINE.test(line) || (at < end && isOneTag(line)));
	const removed = lines.length - kept.length;
	if (removed === 0 || !/[\p{L}\p{N}]/u.test(kept.join(''))) return text;
	changes.hashtags += removed;
	return kept.join('\n');
}

/** Before other lines, a single word behind the sign may be a heading whose blank was forgotten. */
function isOneTag(line: string): boolean {
	return (line.match(SIGNS)?.length ?? 0) < 2;
}

/** From which line on there are only hashtags. */
function startOfLastTags(lines: readonly string[]): number {
	let start = lines.length;
	while (start > 0 && isTagsOrEmpty(lines[start - 1] ?? '')) start -= 1;
	return start;
}

function isTagsOrEmpty(line: string): boolean {
	return line.trim() === '' || LINE.test(line);
}
