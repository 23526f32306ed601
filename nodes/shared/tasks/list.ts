import type { ServiceClient } from '../service/client';
import { eachPage, type Unreadable } from '../service/pages';
import {
	createdAt,
	hasOutcome,
	isFinal,
	type Outcome,
	type Task,
	type TaskFilter,
	type TaskKind,
	type TaskList,
} from './task';

const idOf = ({ taskId }: Task) => taskId;

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order:
 * a list that does not run from the newest to the oldest is read to its end.
 *
 * @param oldest up to which time tasks are of interest, by the time of the newest, in Unix seconds
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	oldest: (newest: number) => number,
	filter?: TaskFilter,
): AsyncGenerator<{ records: Task[]; unreadable: Unreadable[]; pagesLeft: number }> {
	let newest = 0;
	let last = Infinity;
	let falling = true;
	const read = async (number: number) => await list(client, number, filter);
	for await (const page of eachPage(read, idOf)) {
		for (const task of page.records) {
			const created = createdAt(task) ?? last;
			falling &&= created <= last;
			newest = Math.max(newest, created === Infinity ? 0 : created);
			last = created;
		}
		yield page;
		if (falling && last < oldest(newest)) return;
	}
}

/**
 * Lists tasks, each once, in the order of the service, with those whose creation time is not known.
 *
 * @param limit most tasks; Infinity for all
 */
export async function listTasks(
	client: ServiceClient,
	list: TaskList,
	filter: TaskFilter,
	limit: number,
): Promise<Task[]> {
	const { onlySuccessful, createdAfter = -Infinity, createdBefore = Infinity } = filter;
	const fits = (task: Task): boolean => {
		const created = createdAt(task);
		if (created !== undefined && (created < createdAfter || created >= createdBefore)) return false;
		return !onlySuccessful || task.state === 'succeeded';
	};
	const found: Task[] = [];
	for await (const { records } of pagesBackTo(client, list, () => createdAfter, filter)) {
		found.push(...records.filter(fits));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}

/** The user waits for a sample, and the service has no filter. */
const MAX_SAMPLE_PAGES = 5;

/** The first finished task of each kind in the service's list, as a sample for building a workflow. */
export async function sampleTasks(
	client: ServiceClient,
	kinds: TaskKind[],
	outcome: Outcome,
): Promise<Task[]> {
	const sampleOf = async ({ list }: TaskKind): Promise<Task[]> => {
		if (!list) return [];
		let pages = 0;
		for await (const { records } of pagesBackTo(client, list, () => -Infinity)) {
			const task = records.find((one) => isFinal(one) && hasOutcome(one, outcome));
			if (task) return [task];
			if (++pages >= MAX_SAMPLE_PAGES) break;
		}
		return [];
	};
	return (await Promise.all(kinds.map(sampleOf))).flat();
}
