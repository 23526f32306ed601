import type { ServiceClient } from '../service/client';
import { collect, eachPage, type Page } from '../service/pages';
import { Findings, type Detail } from './findings';
import type { TaskFilter, TaskList } from './kind';
import type { Task } from './task';

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
 * Lists tasks, each once, in the order of the service.
 *
 * @param limit most tasks; Infinity for all
 */
export async function listTasks(
	client: ServiceClient,
	list: TaskList,
	filter: TaskFilter,
	limit: number,
): Promise<Task[]> {
	return await collect(async (number) => await list(client, number, filter), idOf, limit, {
		counts: ({ state }) => !filter.onlySuccessful || state === 'succeeded',
	});
}

function idOf({ taskId }: Task): string {
	return taskId;
}
