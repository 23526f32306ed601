import { castArray, last, map, range, uniq } from 'lodash';

import {
	canSpell,
	type ProcessedRow,
	readSpelled,
	spelled,
	type Spelling,
} from '../../n8n/processedItems';
import type { CreatedTask, ItemSubmit } from './submission';

/*
 * Notes: the texts by which n8n's store remembers what a run has sent.
 *
 * n8n's store keeps the hashes of the texts that are added, and says of a text whether it was added. So a note is never
 * read, it is asked for. Each note begins with the name of a run, because the store is that of all runs of a node; a
 * retry of an execution has the run names of its original. Of an item, a note has one of its two keys.
 *
 * This file makes the texts, and reads those IDs that are spelled. When they are written is decided in `store.ts`.
 */

/** A run of the node in one execution, whether it is under way, was cut off or has ended. */
export interface NamedRun {
	/** Its name in the notes, such as "12345678.0": the same in a retry of the execution. */
	runName: string;
	/**
	 * The ID of its execution, in digits. Empty where n8n has given the execution another kind of ID, and where the run
	 * is that of the original of a retry, whose ID a retry does not know.
	 */
	executionId: string;
}

/** Names an item in the notes of a run, such as "request 9f86d081884c7d65 0". */
export type Key = string;

/**
 * The two keys of an item, by its request and by its input. Each is noted, so that either suffices to recognize the
 * item. Equal items of a run have different keys, because they are numbered.
 */
export interface Keys {
	request: Key;
	input: Key;
}

/** The keys of all submits of a run, by their positions. Equal submits are numbered in the order in which they come. */
export function keysOf(submits: readonly ItemSubmit[]): Map<number, Keys> {
	const keysByPosition = new Map<number, Keys>();
	const counts = new Map<Key, number>();
	for (const { position, prints } of submits) {
		const request = numbered('request', prints.request, counts);
		const input = numbered('input', prints.input, counts);
		keysByPosition.set(position, { request, input });
	}
	return keysByPosition;
}

/**
 * The key of the next item with a fingerprint. No two are the same: a, b, a become "input a 0", "input b 0" and
 * "input a 1".
 *
 * @param counts how many items there were so far, by the key that the first of them got; this one is counted
 */
function numbered(name: keyof Keys, print: string, counts: Map<Key, number>): Key {
	const first = keyWithNumber(name, print, 0);
	const before = counts.get(first) ?? 0;
	counts.set(first, before + 1);
	return keyWithNumber(name, print, before);
}

/** The key, by its request or its input, of an item before which there are so many with the same fingerprint. */
export function keyWithNumber(name: keyof Keys, print: string, before: number): Key {
	return `${name} ${print} ${before}`;
}

/**
 * The limits of positions for `sentBelow`: 1, 2, 4, 8 and so on, up to a million, which is far above what a run of n8n
 * can hold.
 */
const LIMITS = range(21).map((exponent) => 2 ** exponent);

/** The lowest limit above a position, such as 4 above 2; Infinity above a million, which is never asked for. */
function limitAbove(position: number): number {
	return LIMITS.find((limit) => limit > position) ?? Infinity;
}

/**
 * The text of each note, such as "12345678.0 sent request 9f86d081884c7d65 0": run 0 of an execution has sent the
 * item with that key.
 *
 * A sent item is noted by each of its keys, by which it is recognized, and once more by its position: so the items
 * that a run has sent can be counted by somebody who does not know them (`countSent`). `runName` is "12345678.0" here.
 */
export const noteText = {
	/**
	 * The run has sent or recalled an item whose position is lower than this limit, which is one of `LIMITS`. The text
	 * says "sent" for recalled items, too, because earlier versions have stored it so.
	 */
	sentBelow: (runName: string, limit: number) => `${runName} sent below ${limit}`,

	/**
	 * The run has sent the item at this position. It serves to count the items, and is removed when the user is told
	 * that the item may have a task.
	 */
	itemSent: (runName: string, position: number) => `${runName} item ${position}`,

	/**
	 * The run has continued with the tasks of the item with this key, because the execution itself knew them from an
	 * earlier run or try.
	 */
	recalled: (runName: string, key: Key) => `${runName} recalled ${key}`,

	/** The same of the item at this position. It serves to count the items. */
	itemRecalled: (runName: string, position: number) => `${runName} recalled item ${position}`,

	/**
	 * The run has sent the item with this key, or is about to. It stays when the user is told that there may be a task.
	 */
	sent: (runName: string, key: Key) => `${runName} sent ${key}`,

	/** The service has accepted the item with this key. */
	accepted: (runName: string, key: Key) => `${runName} accepted ${key}`,

	/**
	 * The user was told in the output of the run that the item may have a task. Whoever retries the execution afterwards
	 * may send it again, if n8n has stored that output. In n8n's store, the word for it is "reported".
	 */
	userTold: (runName: string, key: Key) => `${runName} reported ${key}`,

	/** The run has submitted the task with this ID. */
	hasTask: (runName: string, taskId: string) => `${runName} task ${taskId}`,

	/** The task with this ID is that of the item with this key. */
	isTask: (runName: string, key: Key, taskId: string) => `${runName} task ${taskId} of ${key}`,

	/**
	 * The item of a run that was cut off is closed: no further run may continue with it, because another one has taken it
	 * over, or the user was told of it in the error of the node. In n8n's store, the words for it are "taken over".
	 */
	closed: ({ runName, executionId }: NamedRun, key: Key) =>
		`${runName}.${executionId} taken over ${key}`,
};

/**
 * Those of some subjects of which there is a note.
 *
 * @param notesOf gives the text of the note of a subject, or of several notes, of which one is enough
 * @throws what n8n's store throws
 */
export async function filterNoted<T>(
	row: ProcessedRow,
	subjects: readonly T[],
	notesOf: (subject: T) => string | string[],
): Promise<T[]> {
	const known = await row.known(uniq(subjects.flatMap(notesOf)));
	return subjects.filter((subject) => castArray(notesOf(subject)).some((note) => known.has(note)));
}

/** What is noted before an item is sent: two notes by its position, to count it, and one by each of its keys. */
export function notesOfSent(runName: string, position: number, { request, input }: Keys): string[] {
	const { sentBelow, itemSent, sent } = noteText;
	return [
		sentBelow(runName, limitAbove(position)),
		itemSent(runName, position),
		sent(runName, request),
		sent(runName, input),
	];
}

/**
 * How many items a run has sent, without those of which the user was told that they may have a task.
 *
 * @param row where n8n's store keeps the notes of the node
 * @throws what n8n's store throws
 */
export async function countSent(row: ProcessedRow, runName: string): Promise<number> {
	return await countPositions(row, runName, [noteText.itemSent]);
}

/** How many items a run has sent, as in `countSent`, or recalled. @throws what n8n's store throws */
export async function countSentOrRecalled(row: ProcessedRow, runName: string): Promise<number> {
	const { itemSent, itemRecalled } = noteText;
	return await countPositions(row, runName, [itemSent, itemRecalled]);
}

/**
 * At how many positions a run has at least one of several notes.
 *
 * @param texts each gives the text of one of these notes, for a position
 * @throws what n8n's store throws
 */
async function countPositions(
	row: ProcessedRow,
	runName: string,
	texts: ReadonlyArray<(runName: string, position: number) => string>,
): Promise<number> {
	// First the few limits, because n8n is slow to say of a position that it is not noted.
	const limits = await filterNoted(row, LIMITS, (limit) => noteText.sentBelow(runName, limit));
	const highestLimit = last(limits) ?? 0;
	const noted = await filterNoted(row, range(highestLimit), (position) =>
		texts.map((textOf) => textOf(runName, position)),
	);
	return noted.length;
}

/**
 * What is noted of an item with whose tasks a run continues because the execution itself knew them. It does not count
 * as sent, because a retry counts what its original has sent.
 */
export function notesOfRecalled(runName: string, position: number, { request }: Keys): string[] {
	const { recalled, itemRecalled, sentBelow } = noteText;
	return [
		recalled(runName, request),
		itemRecalled(runName, position),
		sentBelow(runName, limitAbove(position)),
	];
}

/**
 * Those of some runs that have something to be found: they have ever begun to send an item, also one that was refused,
 * or have recalled one.
 *
 * @param row where n8n's store keeps the notes of the node
 * @throws what n8n's store throws
 */
export async function runsWithItems(
	row: ProcessedRow,
	runNames: readonly string[],
): Promise<string[]> {
	return await filterNoted(row, runNames, (runName) =>
		LIMITS.map((limit) => noteText.sentBelow(runName, limit)),
	);
}

/** What is noted of an item of which the user was told that it may have a task. */
export function notesOfUserTold(runName: string, { request, input }: Keys): string[] {
	return [noteText.userTold(runName, request), noteText.userTold(runName, input)];
}

/**
 * All notes of an item that was sent, but those of its tasks: they are removed where it turns out that it has none.
 * That of a limit (`sentBelow`) is not among them, because other items share it.
 */
export function notesOfTaskless(runName: string, position: number, keys: Keys): string[] {
	const { itemSent, sent, accepted, userTold } = noteText;
	const { request, input } = keys;
	const byKeys = [sent, accepted, userTold].flatMap((textOf) => [
		textOf(runName, request),
		textOf(runName, input),
	]);
	return byKeys.concat(itemSent(runName, position));
}

/**
 * What is noted of an accepted item whose tasks are in a list of the service. A later run reads that list, and asks of
 * each ID in it whether it is noted: first as that of any task of the run, then as that of an item.
 */
export function notesOfListed(
	runName: string,
	{ request, input }: Keys,
	tasks: readonly CreatedTask[],
): string[] {
	const { accepted, hasTask, isTask } = noteText;
	const ofTasks = map(tasks, 'taskId').flatMap((id) => [
		hasTask(runName, id),
		isTask(runName, request, id),
		isTask(runName, input, id),
	]);
	return ofTasks.concat(accepted(runName, request), accepted(runName, input));
}

/** The notes of an item with one task in a list: four before it is sent, and five when it is accepted. */
export const NOTES_OF_LISTED = 9;

/*
 * The service has no list of custom persons and translations, whose IDs could be asked for. They are therefore spelled
 * in n8n's store, one note for each sign, together with the language of a translation.
 */

/** Most signs that are spelled for an item: an item with a longer text has no notes of its IDs. */
const MAX_SPELLED = 400;

/** How an ID or a language is spelled. The signs "=" and "," are not among these, because they separate the parts. */
const PART_OF_TASK: Spelling = {
	signs: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:_-',
	maxLength: MAX_SPELLED,
};

/** How the tasks of an item are spelled together, such as "17=de,18=fr". */
const TASKS: Spelling = { signs: `${PART_OF_TASK.signs}=,`, maxLength: MAX_SPELLED };

/** The name under which the tasks of an item are spelled. */
const nameOfTasks = (runName: string, key: Key) => `${runName} tasks of ${key}`;

/**
 * What is noted of an accepted item whose tasks cannot be found in a list: that it was accepted, and the IDs
 * of its tasks, unless these cannot be spelled.
 */
export function notesOfUnlisted(
	runName: string,
	{ request, input }: Keys,
	tasks: readonly CreatedTask[],
): string[] {
	const { accepted } = noteText;
	const acceptedNotes = [accepted(runName, request), accepted(runName, input)];
	const text = tasks.map(taskInText).join(',');
	const isSpellable = tasks.every(hasSpellableParts) && canSpell(text, TASKS);
	if (!isSpellable) return acceptedNotes;
	const spelledByRequest = spelled(nameOfTasks(runName, request), text);
	const spelledByInput = spelled(nameOfTasks(runName, input), text);
	return acceptedNotes.concat(spelledByRequest, spelledByInput);
}

/**
 * About how many notes there are of an item with one task that is not in a list, if the ID has twenty signs: six, and
 * 21 for the ID by each of the two keys.
 */
export const NOTES_OF_UNLISTED = 50;

/** Whether both the ID of a task and its language, if it has one, can be spelled. An ID with "," or "=" cannot. */
function hasSpellableParts({ taskId, targetLanguage = '' }: CreatedTask): boolean {
	return canSpell(taskId, PART_OF_TASK) && canSpell(targetLanguage, PART_OF_TASK);
}

/** A task as it is spelled: "17=de" for task 17 in German, or "17" for one without a language. */
function taskInText({ taskId, targetLanguage }: CreatedTask): string {
	return targetLanguage ? `${taskId}=${targetLanguage}` : taskId;
}

/** The task of a text such as "17=de", or "17" for one without a language. */
function taskFromText(text: string): CreatedTask {
	const [taskId = '', targetLanguage] = text.split('=');
	return targetLanguage ? { taskId, targetLanguage } : { taskId };
}

/**
 * The tasks of an item that no list of the service has, as `notesOfUnlisted` has spelled them.
 *
 * @param row where n8n's store keeps the notes of the node
 * @param key either of the two keys of the item
 * @returns an empty list where nothing was spelled, because an ID has other signs or the text was too long; also
 *   where n8n's store has lost the note of a sign, or two texts were spelled under the key
 * @throws what n8n's store throws
 */
export async function readUnlisted(
	row: ProcessedRow,
	runName: string,
	key: Key,
): Promise<CreatedTask[]> {
	const text = await readSpelled(row, nameOfTasks(runName, key), TASKS);
	return text ? text.split(',').map(taskFromText) : [];
}
