import { map } from 'lodash';

import {
	canSpell,
	type ProcessedRow,
	readSpelled,
	spelled,
	type Spelling,
} from '../../n8n/processedItems';
import type { OpenRun } from './openRuns';
import type { CreatedTask, ItemSubmit, Prints } from './submission';

/*
 * What is noted in n8n's store: plain texts, of which it keeps the hashes. All of them begin with the name of a run, which
 * is the same in a retry of its execution.
 */

/** By what the notes name the submit of an item: equal ones of a run stay apart by their place among the equals. */
export type Key = string;

/** The keys of an item, each of which names it alone: of what is sent, and of what the node was given. */
export interface Keys {
	request: Key;
	input: Key;
}

/** The keys of all submits of a run, by their places. */
export function keysOf(submits: readonly ItemSubmit[]): Map<number, Keys> {
	const seen = new Map<string, number>();
	const next = (kind: keyof Prints, print: string): Key => {
		const name = `${kind} ${print}`;
		const count = seen.get(name) ?? 0;
		seen.set(name, count + 1);
		return `${name} ${count}`;
	};
	return new Map(
		submits.map(({ place, prints }) => [
			place,
			{ request: next('request', prints.request), input: next('input', prints.input) },
		]),
	);
}

/** The run has sent something. */
export const hasBegun = (run: string) => `${run} begun`;

/** The run has sent what has this place among its submits. */
export const itemSent = (run: string, place: number) => `${run} item ${place}`;

/** It has sent the item with this key, or is just about to. */
export const sent = (run: string, key: Key) => `${run} sent ${key}`;

/** The service has accepted it. */
export const accepted = (run: string, key: Key) => `${run} accepted ${key}`;

/** The user was told that there may be a task: whoever retries the execution then, and has its data, may send it again. */
export const told = (run: string, key: Key) => `${run} told ${key}`;

/** The run has submitted the task with this ID. */
export const hasTask = (run: string, taskId: string) => `${run} task ${taskId}`;

/** It is the task of the item with this key. */
export const isTask = (run: string, key: Key, taskId: string) => `${run} task ${taskId} of ${key}`;

/** A later run, which is no retry of this one, has taken it over from this execution. */
export const takenOver = ({ run, executionId }: OpenRun, key: Key) =>
	`${run}.${executionId} taken over ${key}`;

/** All that is noted of an item which has no task, so that it can be taken back. */
export function notesOfTaskless(run: string, place: number, keys: Keys): string[] {
	const { request, input } = keys;
	const ofItem = [request, input].flatMap((key) => [
		sent(run, key),
		accepted(run, key),
		told(run, key),
	]);
	return [itemSent(run, place), ...ofItem];
}

/** What is noted of an item of which the user was told that it may have a task. */
export function notesOfTold(run: string, { request, input }: Keys): string[] {
	return [told(run, request), told(run, input)];
}

/** What is noted before an item is sent. */
export function notesOfSent(run: string, place: number, { request, input }: Keys): string[] {
	return [hasBegun(run), itemSent(run, place), sent(run, request), sent(run, input)];
}

/** What is noted of an item when it has been accepted, and its tasks can be found in a list of the service. */
export function notesOfAccepted(
	run: string,
	{ request, input }: Keys,
	tasks: readonly CreatedTask[],
): string[] {
	const ids = map(tasks, 'taskId');
	const ofKeys = [request, input].flatMap((key) => [
		accepted(run, key),
		...ids.map((id) => isTask(run, key, id)),
	]);
	return [...ids.map((id) => hasTask(run, id)), ...ofKeys];
}

/** Entries of the store that an item takes, with one task. */
export const NOTES_OF_ITEM = 8;

/*
 * The service has no list of persons and translations. Their IDs are therefore spelled, with the language of a translation.
 */

/** Such as `17=de,18=fr`. IDs with other signs are not noted. */
const TASKS: Spelling = {
	signs: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:_-=,',
	maxLength: 400,
};

const spelledTasks = (run: string, key: Key) => `${run} tasks of ${key}`;

/** The same for an item whose tasks cannot be found in a list. */
export function notesOfUnlisted(
	run: string,
	{ request, input }: Keys,
	tasks: readonly CreatedTask[],
): string[] {
	const parts = tasks.map(({ taskId, targetLanguage }) =>
		targetLanguage ? `${taskId}=${targetLanguage}` : taskId,
	);
	const text = parts.join(',');
	return [request, input].flatMap((key) => [
		accepted(run, key),
		...(canSpell(text, TASKS) ? spelled(spelledTasks(run, key), text) : []),
	]);
}

/** Entries that such an item takes, with an ID of twenty signs. */
export const NOTES_OF_UNLISTED = 50;

/** The tasks of an item that cannot be found in a list; none where they are not noted. */
export async function readUnlisted(
	row: ProcessedRow,
	run: string,
	key: Key,
): Promise<CreatedTask[]> {
	const text = await readSpelled(row, spelledTasks(run, key), TASKS);
	if (!text) return [];
	return text.split(',').map((part): CreatedTask => {
		const [taskId = '', targetLanguage] = part.split('=');
		return targetLanguage ? { taskId, targetLanguage } : { taskId };
	});
}
