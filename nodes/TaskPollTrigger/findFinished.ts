import { asError } from '../shared/util/errors';
import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import type { Unreadable } from '../shared/service/pages';
import { shownNumber } from '../shared/service/lenientSchemas';
import { reasonOf } from '../shared/tasks/findings';
import type { TaskKind, TaskList } from '../shared/tasks/kind';
import { pagesBackTo } from '../shared/tasks/lookUpTasks';
import { unreadTask, type Task } from '../shared/tasks/task';
import { isoTime } from '../shared/util/format';
import { advance, type Ledger } from './ledger';

/** How far back the first check goes for tasks that are still in progress. */
const FIRST_CHECK_SECONDS = 2 * 24 * 3600;

/**
 * Checks the tasks of one kind and finds those that have finished since the last check.
 *
 * @param before what was remembered; undefined for the first check
 * @param now Unix seconds
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(
	client: ServiceClient,
	{ list, lookUp }: Pick<TaskKind, 'list' | 'lookUp'>,
	before: Ledger | undefined,
	now: number,
): Promise<{ after: Ledger; finished: Task[] }> {
	const { tasks, incomplete } = list
		? await listSince(client, list, before?.floor)
		: { tasks: [], incomplete: false };
	const seen = new Set(tasks.map(({ taskId }) => taskId));
	const missing = Object.keys(before?.open ?? {}).filter((id) => !seen.has(id));
	const found = missing.length > 0 ? await tryLookUp(client, lookUp, missing) : new Map();
	const unknown = new Set(found ? missing.filter((id) => !found.has(id)) : []);
	return advance(before, {
		tasks: [...tasks, ...(found?.values() ?? [])],
		unknown,
		incomplete,
		now,
	});
}

/**
 * The open tasks; undefined when the service cannot be asked about them. That does not affect those of the list, which it
 * has just given: token and address are right.
 */
async function tryLookUp(
	client: ServiceClient,
	lookUp: TaskKind['lookUp'],
	ids: string[],
): Promise<Map<string, Task> | undefined> {
	try {
		return await lookUp(client, ids);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw asError(error);
		client.warn?.(reasonOf(error));
		return undefined;
	}
}

/** Reads the list as far back as needed. */
async function listSince(
	client: ServiceClient,
	list: TaskList,
	floor: number | undefined,
): Promise<{ tasks: Task[]; incomplete: boolean }> {
	const tasks: Task[] = [];
	let incomplete = false;
	const oldest = (newest: number) => floor ?? newest - FIRST_CHECK_SECONDS;
	for await (const { records, unreadable } of pagesBackTo(client, list, oldest)) {
		tasks.push(...records);
		for (const odd of unreadable) {
			if (odd.id === undefined) incomplete = true;
			else tasks.push(followed(odd.id, odd));
		}
	}
	return { tasks, incomplete };
}

/** A task whose record has a readable id at least. */
function followed(id: string, { raw, problem }: Unreadable): Task {
	const created = shownNumber.parse((raw as { create_time?: unknown } | null)?.create_time);
	return { ...unreadTask('', id, problem), createdAt: isoTime(created) };
}
