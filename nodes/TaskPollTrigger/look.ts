import type { ServiceClient } from '../shared/service/client';
import { eachPage } from '../shared/service/pages';
import type { TaskKind, TaskList } from '../shared/tasks/kind';
import type { Task } from '../shared/tasks/task';
import { advance, createdAt, type Ledger } from './ledger';

/** How far back the first look goes for tasks that are still in progress. */
const FIRST_LOOK_SECONDS = 2 * 24 * 3600;

/**
 * Looks at the tasks of one kind and finds those that have become final since the last look.
 *
 * @param before what was remembered; undefined for the first look
 * @param now Unix seconds
 * @throws ServiceError when the service does not tell; nothing is forgotten then
 */
export async function look(
	client: ServiceClient,
	{ list, lookUp }: Pick<TaskKind, 'list' | 'lookUp'>,
	before: Ledger | undefined,
	now: number,
): Promise<{ after: Ledger; finished: Task[] }> {
	const listed = list ? await listSince(client, list, before?.floor) : [];
	const seen = new Set(listed.map(({ taskId }) => taskId));
	const missing = Object.keys(before?.open ?? {}).filter((id) => !seen.has(id));
	const found = missing.length > 0 ? await lookUp(client, missing) : new Map<string, Task>();
	const unknown = new Set(missing.filter((id) => !found.has(id)));
	return advance(before, { tasks: [...listed, ...found.values()], unknown, now });
}

/**
 * Reads the list as far back as needed. The service does not promise an order, so a list that does not run
 * from the newest to the oldest is read to its end.
 */
async function listSince(
	client: ServiceClient,
	list: TaskList,
	floor: number | undefined,
): Promise<Task[]> {
	const tasks: Task[] = [];
	let newest = 0;
	let last = Infinity;
	let falling = true;
	const read = async (number: number) => await list(client, number);
	for await (const { records } of eachPage(read, ({ taskId }) => taskId)) {
		for (const task of records) {
			const created = createdAt(task) ?? last;
			falling &&= created <= last;
			newest = Math.max(newest, created === Infinity ? 0 : created);
			last = created;
			tasks.push(task);
		}
		if (falling && last < (floor ?? newest - FIRST_LOOK_SECONDS)) break;
	}
	return tasks;
}
