/* Lists of tasks: of one kind, or of all kinds that the service can list. */
import { get, truncate, upperFirst } from 'lodash';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { Page } from '../api/pages';
import { newestTasksFirst, shownState, type Task } from '../model/task';
import { isListed, type ListedKind, type TaskFilter } from '../model/taskKind';
import { kinds } from '../tasks/kinds';
import { asError } from '../util/async';
import { PackError } from '../util/errors';
import { formatDuration } from '../util/amounts';
import { type Entry, entryOf, STATES, whenOf } from './entries';
import { pickerMessages } from './pickerMessages';
import { type ListSearch, searchIn } from './search';

/**
 * The tasks of the kind that is chosen in the node's field 'taskKind'; unless one is, of all kinds that can be listed.
 */
export const searchTasks: ListSearch = searchIn<Task>((context) => {
	// Undefined for the choice that names no kind, and for one that an expression makes.
	const chosen = kinds[String(context.getCurrentNodeParameter('taskKind'))];
	if (!chosen) return sourceOfTasks(context, Object.values(kinds).filter(isListed));
	if (!isListed(chosen)) throw new PackError(pickerMessages.notListed(chosen.label));
	return sourceOfTasks(context, [chosen]);
});

/**
 * A list of the tasks of one kind that have succeeded.
 *
 * @param type of AI tasks, as the service numbers them (service.md 2.2); of any other kind, there are no types
 */
export function successfulTasksOf(kind: ListedKind, type?: number): ListSearch {
	return searchIn<Task>((context) => {
		const { read, entry } = sourceOfTasks(context, [kind], { onlySuccessful: true, type });
		// Not every list of the service can leave the other tasks out.
		return { read, entry, isOffered: ({ state }) => state === 'succeeded' };
	});
}

/** How a list reads and shows the tasks of some kinds. @param filter which of them the service itself is asked for */
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
 * A page of each kind as one page, the newest task first. A kind that cannot be listed takes nothing from the others.
 *
 * @throws what the first kind throws, where none can be listed
 */
async function joinPages(pagesOfKinds: ReadonlyArray<Promise<Page<Task>>>): Promise<Page<Task>> {
	const pagesRead: Array<Page<Task>> = [];
	const failures: unknown[] = [];
	const outcomes = await Promise.allSettled(pagesOfKinds);
	for (const outcome of outcomes) {
		if (outcome.status === 'fulfilled') {
			pagesRead.push(outcome.value);
		} else {
			failures.push(outcome.reason);
		}
	}
	if (pagesRead.length === 0) throw asError(failures[0]);
	const tasks = pagesRead.flatMap(({ records }) => records);
	// Of one kind, the order of the service stays.
	const isOneKind = pagesOfKinds.length === 1;
	const records = isOneKind ? tasks : newestTasksFirst(tasks);
	// A page says how many pages its list has: there are more as long as one of the lists has more.
	const pageCounts = pagesRead.map(({ pages }) => pages);
	return { records, pages: Math.max(...pageCounts) };
}

/**
 * A task by what a user recognizes it by: its prompt, or else its name or its kind; then when it was made, how long its
 * result is, and its state.
 */
function entryOfTask(task: Task, zone: string): Entry {
	const { taskId, durationSeconds } = task;
	const kind = upperFirst(kinds[task.taskKind]?.label ?? task.taskKind);
	const title = promptOf(task) ?? task.name;
	const [howLongAgo, date] = whenOf(task.createdAt, zone);
	const duration = durationSeconds ? formatDuration(durationSeconds * 1000) : undefined;
	const state = STATES[shownState(task.state)];
	const urls = [task.outputUrls?.[0], task.coverUrl];
	// Details that are undefined are left out.
	const details = [howLongAgo, date, duration, state];
	// Without a title, the kind stands in its place, and not among the details.
	if (!title) return entryOf({ value: taskId, name: kind, details, urls });
	return entryOf({ value: taskId, name: title, details: [kind, ...details], urls });
}

/**
 * The beginning of the prompt of an AI task, which the record of the task has under the one name for an image and under
 * the other for a video (service.md 2.2); undefined for any other task.
 */
function promptOf({ raw }: Task): string | undefined {
	const prompts = [get(raw, 'photo_info.ref_prompt'), get(raw, 'motion_info.ref_prompt')];
	// A prompt may also be there and empty.
	const prompt: unknown = prompts.find(Boolean);
	if (typeof prompt !== 'string') return undefined;
	return truncate(prompt, { length: 60, omission: '…' });
}
