/* Lists of tasks: of one kind, or of all kinds that the service can list. */
import { get, truncate, upperFirst } from 'lodash';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { Page } from '../api/pages';
import { newestTasksFirst, type Task } from '../model/task';
import { isListed, type ListedKind, type TaskFilter } from '../model/taskKind';
import { kinds, listedKinds } from '../tasks/kinds';
import { settled } from '../util/async';
import { PackError } from '../util/errors';
import { formatDuration } from '../util/amounts';
import { type Entry, entryOf, STATE_WORDS, whenOf } from './entries';
import { pickerMessages } from './pickerMessages';
import { type ListSearch, searchIn } from './search';

/**
 * The tasks of the kind that is chosen in the node's field 'taskKind'; where no single kind is chosen, those of all
 * kinds that the service can list. For a kind that it cannot list, there is an error in place of the list.
 */
export const searchTasks: ListSearch = searchIn<Task>((context) => {
	// Undefined for the choice that names no kind, and for one that an expression makes.
	const chosen = kinds[String(context.getCurrentNodeParameter('taskKind'))];
	if (!chosen) return sourceOfTasks(context, listedKinds);
	if (!isListed(chosen)) throw new PackError(pickerMessages.notListed(chosen.label));
	return sourceOfTasks(context, [chosen]);
});

/**
 * Makes the list of the tasks of one kind that have succeeded.
 *
 * @param type only AI tasks of this type, as the service numbers them (service.md 2.2); other kinds have no types
 */
export function successfulTasksOf(kind: ListedKind, type?: number): ListSearch {
	return searchIn<Task>((context) => {
		const { read, entry } = sourceOfTasks(context, [kind], { onlySuccessful: true, type });
		// Not every list of the service can leave the other tasks out.
		return { read, entry, isOffered: ({ state }) => state === 'succeeded' };
	});
}

/**
 * How a list reads and shows the tasks of some kinds.
 *
 * @param wanted the kinds
 * @param filter which tasks the service is asked for; it may give others nevertheless
 */
function sourceOfTasks(
	context: ILoadOptionsFunctions,
	wanted: readonly ListedKind[],
	filter: TaskFilter = {},
) {
	const zone = context.getTimezone();
	return {
		read: async (client: ServiceClient, pageNumber: number) => {
			const pagesOfKinds = wanted.map(async ({ list }) => await list(client, pageNumber, filter));
			return await joinPages(pagesOfKinds);
		},
		entry: (task: Task) => entryOfTask(task, zone),
	};
}

/**
 * Joins a page of each kind into one page, with the newest task first. Where the page of a kind cannot be read, the
 * others are still shown.
 *
 * @throws the error of the first kind, where none of the pages can be read
 */
async function joinPages(pagesOfKinds: ReadonlyArray<Promise<Page<Task>>>): Promise<Page<Task>> {
	const { values: pagesRead, errors } = await settled(pagesOfKinds);
	const [firstError] = errors;
	if (pagesRead.length === 0 && firstError) throw firstError;
	const tasks = pagesRead.flatMap(({ records }) => records);
	// Of one kind, the order of the service stays.
	const isOneKind = pagesOfKinds.length === 1;
	const records = isOneKind ? tasks : newestTasksFirst(tasks);
	// Each page says how many pages its list has: the joined list has as many as the longest of them.
	const pageCounts = pagesRead.map(({ pages }) => pages);
	return { records, pages: Math.max(...pageCounts) };
}

/**
 * The entry of a task. A user recognizes it by its prompt, or else by its name or its kind; behind that stand its kind,
 * when it was made, how long its result is, and its state.
 *
 * @param zone time zone of the workflow
 */
function entryOfTask(task: Task, zone: string): Entry {
	const { taskId, durationSeconds } = task;
	const kind = upperFirst(kinds[task.taskKind]?.label ?? task.taskKind);
	const title = promptOf(task) ?? task.name;
	const [howLongAgo, date] = whenOf(task.createdAt, zone);
	const duration = durationSeconds ? formatDuration(durationSeconds * 1000) : undefined;
	const state = STATE_WORDS[task.state];
	const urls = [task.outputUrls?.[0], task.coverUrl];
	// Details that are undefined are left out.
	const details = [howLongAgo, date, duration, state];
	// Without a title, the kind stands in its place, and not among the details.
	if (!title) return entryOf({ value: taskId, name: kind, details, urls });
	return entryOf({ value: taskId, name: title, details: [kind, ...details], urls });
}

/**
 * The beginning of the prompt of an AI task; undefined for any other task. The record of the service has it in one
 * field for images, and in another for videos (service.md 2.2).
 */
function promptOf({ raw }: Task): string | undefined {
	const prompts = [get(raw, 'photo_info.ref_prompt'), get(raw, 'motion_info.ref_prompt')];
	// A prompt may also be there and empty.
	const prompt: unknown = prompts.find(Boolean);
	if (typeof prompt !== 'string') return undefined;
	return truncate(prompt, { length: 60, omission: '…' });
}
