import { difference, map, uniqBy } from 'lodash';

import type { ServiceClient } from '../api/client';
import type { ListedKind, TaskList } from '../model/taskKind';
import { pagesBackTo } from '../tasks/listing';
import type { Match } from './memory/earlierRuns';
import type { StoreMemory } from './memory/store';
import type { CreatedTask } from './memory/submission';

/*
 * n8n's store keeps hashes of IDs, so the tasks that an earlier execution has submitted are found by asking which IDs in the
 * service's list are noted. The list has the newest tasks first. Of the kinds without a list, the IDs themselves are noted.
 */

/** Items that the tasks of a page can be of: it has at most 50 tasks, and they are there in the order of their submits. */
const WINDOW = 100;

/** Pages in a row without a task of the run, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** A submit of an earlier run, and its tasks. */
export interface FoundTasks {
	match: Match;
	tasks: CreatedTask[];
}

/**
 * Finds the tasks of submits that were accepted.
 *
 * @returns the newest task of each; without those that are not in the list, too far back, or not noted
 * @throws ServiceError when the list cannot be read; CancelledError when this execution is stopped
 */
export async function findAcceptedTasks(
	client: ServiceClient,
	{ list }: Partial<Pick<ListedKind, 'list'>>,
	store: StoreMemory,
	matches: readonly Match[],
): Promise<FoundTasks[]> {
	if (list) return await findInList(client, list, store, matches);
	const all: FoundTasks[] = [];
	for (const match of matches) {
		const tasks = await store.unlistedTasksOf(match);
		if (tasks.length > 0) all.push({ match, tasks });
	}
	return all;
}

async function findInList(
	client: ServiceClient,
	list: TaskList,
	store: StoreMemory,
	matches: readonly Match[],
): Promise<FoundTasks[]> {
	const found: Array<{ match: Match; taskId: string }> = [];
	let open = [...matches].reverse();
	let foreignPages = 0;
	if (open.length === 0) return [];
	for await (const { records } of pagesBackTo(client, list)) {
		const ids = difference(map(records, 'taskId'), map(found, 'taskId'));
		const pairs = await store.tasksOf(open.slice(0, WINDOW), ids);
		// One task of each, and each task once.
		const ofPage = uniqBy(uniqBy(pairs, 'match'), 'taskId');
		found.push(...ofPage);
		open = difference(open, map(ofPage, 'match'));
		foreignPages = ofPage.length === 0 ? foreignPages + 1 : 0;
		if (open.length === 0 || foreignPages === MAX_FOREIGN_PAGES) break;
	}
	return found.map(({ match, taskId }) => ({ match, tasks: [{ taskId }] }));
}
