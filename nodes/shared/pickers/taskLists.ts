/* Lists of tasks: of one kind, or of all kinds that the service can list. */
import { truncate, upperFirst } from 'lodash';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { Page } from '../api/pages';
import { newestTasksFirst, shownState, type Task } from '../model/task';
import { isListed, type ListedKind, type TaskFilter, type TaskKind } from '../model/taskKind';
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
	const chosen = kinds[String(context.getCurrentNodeParameter('taskKind'))];
	if (chosen && !isListed(chosen)) throw new PackError(pickerMessages.notListed(chosen.label));
	const wanted = chosen ? [chosen] : Object.values(kinds).filter(isListed);
	return sourceOfTasks(context, wanted);
});

/** A list of the tasks of one kind that have succeeded. */
export function successfulTasksOf(kind: TaskKind, type?: number): ListSearch {
	return searchIn<Task>((context) => {
		const filter = { onlySuccessful: true, type };
		return {
			...sourceOfTasks(context, [kind].filter(isListed), filter),
			isOffered: ({ state }) => state === 'succeeded',
		};
	});
}

function sourceOfTasks(
	context: ILoadOptionsFunctions,
	wanted: readonly ListedKind[],
	filter: TaskFilter = {},
) {
	const zone = context.getTimezone();
	return {
		read: async (client: ServiceClient, number: number) =>
			await pageOfKinds(client, wanted, { number, filter }),
		entry: (task: Task) => entryOfTask(task, zone),
	};
}

/**
 * The same page of all kinds, the newest task first. A kind that cannot be listed takes nothing from the others.
 *
 * @throws what the first kind throws, where none can be listed
 */
async function pageOfKinds(
	client: ServiceClient,
	wanted: readonly ListedKind[],
	{ number, filter }: { number: number; filter: TaskFilter },
): Promise<Page<Task>> {
	const answers = await Promise.allSettled(
		wanted.map(async ({ list }) => await list(client, number, filter)),
	);
	const read = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	if (read.length === 0) throw asError(refused);
	const records = read.flatMap((page) => page.records);
	return {
		// Of one kind, the order of the service stays.
		records: wanted.length === 1 ? records : newestTasksFirst(records),
		pages: Math.max(...read.map(({ pages }) => pages)),
	};
}

/** A task by what a user recognizes it by: its prompt, or its name or kind; when it was made, how long its result is, its state. */
function entryOfTask(task: Task, zone: string): Entry {
	const { taskId, taskKind, state, createdAt: time, durationSeconds, outputUrls, coverUrl } = task;
	const kind = upperFirst(kinds[taskKind]?.label ?? taskKind);
	const title = promptOf(task) ?? task.name;
	const length = durationSeconds ? formatDuration(durationSeconds * 1000) : undefined;
	const details = [title && kind, ...whenOf(time, zone), length, STATES[shownState(state)]];
	return entryOf(taskId, title ?? kind, details, outputUrls?.[0], coverUrl);
}

/** The beginning of the prompt of an AI task (service.md 2.2). */
function promptOf({ raw }: Task): string | undefined {
	const infos = [raw?.photo_info, raw?.motion_info] as Array<{ ref_prompt?: unknown } | undefined>;
	const prompt = infos.map((info) => info?.ref_prompt).find((text) => text);
	if (typeof prompt !== 'string') return undefined;
	return truncate(prompt, { length: 60, omission: '…' });
}
