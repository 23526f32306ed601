import type { ServiceClient } from '../service/client';
import { eachPage, type Page, type Unreadable } from '../service/pages';
import { Findings, type Detail } from './findings';
import type { TaskFilter, TaskList } from './kind';
import { createdAt, type Task } from './task';

/** A kind of task that the service can list. */
interface Listed {
	/** Value of `taskKind`. */
	name: string;
	list: TaskList;
	/** Asks for one task; used where that takes no more requests than the pages that are left. */
	detail?: Detail;
}

/**
 * Finds tasks with one scan of the list, which ends as soon as all are found. Those that the list does not show
 * are asked for separately, where that is possible.
 */
export async function lookUpInList(
	client: ServiceClient,
	{ name, list, detail }: Listed,
	ids: string[],
): Promise<Map<string, Task>> {
	if (detail && ids.length === 1) return await lookUpEach(name, ids, detail);
	const findings = new Findings(name, ids);
	const read = async (number: number) => await list(client, number);
	try {
		for await (const { records, unreadable, pagesLeft } of eachPage(read, idOf)) {
			findings.read({ records, unreadable });
			if (findings.missing.length === 0) break;
			if (detail && findings.missing.length <= pagesLeft) {
				await findings.askEach(findings.missing, detail);
				return findings.result();
			}
		}
	} catch (error) {
		findings.fail(findings.missing, error);
		return findings.result();
	}
	if (detail) await findings.askForMissing(detail);
	return findings.result();
}

/**
 * Asks for each task separately.
 *
 * @param kind value of `taskKind`
 * @returns the tasks that the service knows, by id
 */
export async function lookUpEach(
	kind: string,
	ids: string[],
	detail: Detail,
): Promise<Map<string, Task>> {
	const findings = new Findings(kind, ids);
	await findings.askEach(ids, detail);
	return findings.result();
}

/** A page of the service's records as one of tasks. */
export function tasksOn<T>(page: Page<T>, taskOf: (record: T) => Task): Page<Task> {
	return { ...page, records: page.records.map(taskOf) };
}

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order, so a list that does
 * not run from the newest to the oldest is read to its end.
 *
 * @param oldest up to which time tasks are of interest, in Unix seconds, once the time of the newest is known
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	oldest: (newest: number) => number,
	filter?: TaskFilter,
): AsyncGenerator<{ records: Task[]; unreadable: Unreadable[] }> {
	let newest = 0;
	let last = Infinity;
	let falling = true;
	const read = async (number: number) => await list(client, number, filter);
	for await (const { records, unreadable } of eachPage(read, idOf)) {
		for (const task of records) {
			const created = createdAt(task) ?? last;
			falling &&= created <= last;
			newest = Math.max(newest, created === Infinity ? 0 : created);
			last = created;
		}
		yield { records, unreadable };
		if (falling && last < oldest(newest)) return;
	}
}

/**
 * Lists tasks, each once, in the order of the service. A task of which the service does not say when it was created
 * may be from any time, and is not left out.
 *
 * @param limit most tasks; Infinity for all
 * @param isWanted further condition
 */
export async function listTasks(
	client: ServiceClient,
	list: TaskList,
	filter: TaskFilter,
	limit: number,
	isWanted: (task: Task) => boolean = () => true,
): Promise<Task[]> {
	const { onlySuccessful, createdAfter = -Infinity, createdBefore = Infinity } = filter;
	const fits = (task: Task): boolean => {
		const created = createdAt(task);
		if (created !== undefined && (created < createdAfter || created >= createdBefore)) return false;
		return (!onlySuccessful || task.state === 'succeeded') && isWanted(task);
	};
	const found: Task[] = [];
	for await (const { records } of pagesBackTo(client, list, () => createdAfter, filter)) {
		found.push(...records.filter(fits));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}

function idOf({ taskId }: Task): string {
	return taskId;
}
