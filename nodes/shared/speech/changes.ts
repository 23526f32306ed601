import { mapValues, sumBy } from 'lodash';

import { speechMessages } from './speechMessages';

/*
 * What *Text Cleanup* did to a text, in numbers. Each stage of the cleanup adds what it has changed. One sentence in
 * the output panel says it for all texts of a run together.
 */

/** What the cleanup removes or rewrites, in the order in which the user reads it. */
export const CHANGE_NAMES = [
	'emoji',
	'markdown',
	'html',
	'struckOut',
	'hashtags',
	'links',
	'codeBlocks',
	'tables',
	'json',
	'directions',
	'remarks',
	'signs',
] as const;

/** The name of one kind of change. */
export type ChangeName = (typeof CHANGE_NAMES)[number];

/** How often each kind of change was made; 0 where it was not. */
export type Changes = Record<ChangeName, number>;

/** A new count of changes for the stages to add to: every number is 0. */
export function noChanges(): Changes {
	return Object.fromEntries(CHANGE_NAMES.map((name) => [name, 0])) as Changes;
}

/** The sum of the changes of several texts. */
export function sumOfChanges(all: readonly Changes[]): Changes {
	return mapValues(noChanges(), (_, name) => sumBy(all, name));
}

/** Whether any change was counted. What a reader would not notice, as with repeated blanks, is not. */
function hasChanges(changes: Changes): boolean {
	return CHANGE_NAMES.some((name) => changes[name] > 0);
}

/** What was changed, as a list in words, such as "4 emoji, Markdown, 2 links"; empty where nothing was. */
export function changesInWords(changes: Changes): string {
	const changed = CHANGE_NAMES.filter((name) => changes[name] > 0);
	return changed.map((name) => changeInWords(name, changes[name])).join(', ');
}

/**
 * One kind of change in words: "2 links". A kind whose number says nothing to the user has words without one:
 * "Markdown".
 *
 * @param count how often it was made, from 1
 */
function changeInWords(name: ChangeName, count: number): string {
	const words = speechMessages[name];
	const hasNoNumber = typeof words === 'string';
	return hasNoNumber ? words : words(count);
}

/**
 * The hint in the output panel about the cleanup of all texts of a run: a list of one sentence, or an empty list where
 * nothing was changed.
 */
export function cleanupHints(texts: ReadonlyArray<{ changes: Changes }>): string[] {
	const changed = texts.map(({ changes }) => changes).filter(hasChanges);
	if (changed.length === 0) return [];
	return [speechMessages.cleaned(changed.length, changesInWords(sumOfChanges(changed)))];
}
