import chunk from 'lodash/chunk';
import sampleSize from 'lodash/sampleSize';

import type { ServiceClient } from '../service/client';
import { ServiceError, asError } from '../service/failure';
import { collect, eachPage } from '../service/pages';
import type { TaskFilter, TaskList } from './kind';
import type { Task } from './task';

type Detail = (client: ServiceClient, id: string) => Promise<Task>;

/** Detail requests under way at once. */
const PARALLEL_DETAILS = 5;

/** Tasks that a query for many does not show and that are asked for one by one, in one look. */
const MOST_MISSING = 5;

/** Codes with which the service may answer a query for an id that it does not know (specification 7). */
const NO_SUCH_TASK = new Set([400, 40000]);

/**
 * Finds tasks with one scan of the list, which ends as soon as all are found.
 *
 * @param detail asks for one task; used where that takes no more requests than the pages that are left, and
 * for tasks that the list does not show
 */
export async function lookUpInList(
	client: ServiceClient,
	list: TaskList,
	ids: string[],
	detail?: Detail,
): Promise<Map<string, Task>> {
	if (detail && ids.length === 1) return await lookUpEach(client, ids, detail);
	const found = new Map<string, Task>();
	const wanted = new Set(ids);
	const read = async (number: number) => await list(client, number);
	for await (const { records, pagesLeft } of eachPage(read, idOf)) {
		for (const task of records) if (wanted.delete(task.taskId)) found.set(task.taskId, task);
		if (wanted.size === 0) break;
		if (detail && wanted.size <= pagesLeft) {
			return new Map([...found, ...(await lookUpEach(client, [...wanted], detail))]);
		}
	}
	if (!detail) return found;
	return new Map([...found, ...(await lookUpMissing(client, [...wanted], detail))]);
}

/**
 * Asks for some of the tasks that a query for many did not show. They hardly exist, so whatever is said about
 * them takes nothing from what was found.
 */
export async function lookUpMissing(
	client: ServiceClient,
	ids: string[],
	detail: Detail,
): Promise<Map<string, Task>> {
	try {
		return await lookUpEach(client, sampleSize(ids, MOST_MISSING), detail);
	} catch (error) {
		if (error instanceof ServiceError) return new Map();
		throw asError(error);
	}
}

/**
 * Asks for each task by itself.
 *
 * @returns the tasks that the service knows, by id
 */
export async function lookUpEach(
	client: ServiceClient,
	ids: string[],
	detail: Detail,
): Promise<Map<string, Task>> {
	const found = new Map<string, Task>();
	for (const some of chunk(ids, PARALLEL_DETAILS)) {
		const tasks = await Promise.all(some.map(async (id) => await known(detail(client, id))));
		some.forEach((taskId, index) => {
			const task = tasks[index];
			if (task) found.set(taskId, { ...task, taskId });
		});
	}
	return found;
}

/**
 * Lists tasks, each once, in the order of the service.
 *
 * @param limit most tasks wanted; Infinity for all
 */
export async function listTasks(
	client: ServiceClient,
	list: TaskList,
	filter: TaskFilter,
	limit: number,
): Promise<Task[]> {
	return await collect(async (number) => await list(client, number, filter), idOf, limit, {
		wanted: ({ state }) => !filter.onlySuccessful || state === 'succeeded',
	});
}

function idOf({ taskId }: Task): string {
	return taskId;
}

async function known(task: Promise<Task>): Promise<Task | undefined> {
	try {
		return await task;
	} catch (error) {
		if (error instanceof ServiceError && NO_SUCH_TASK.has(error.failure.code ?? 0)) {
			return undefined;
		}
		throw asError(error);
	}
}
