import { difference, findLastIndex, groupBy, map, range, sortBy, uniq, uniqBy } from 'lodash';

import type { ServiceClient } from '../api/client';
import type { TaskList } from '../model/taskKind';
import { pagesBackTo } from '../tasks/listing';
import type { Match, TaskOfMatch } from './memory/earlierRuns';
import type { StoreMemory } from './memory/store';
import type { CreatedTask } from './memory/submission';

/*
 * Finds the tasks of submits that earlier runs have sent and that were accepted. n8n's store keeps hashes of IDs, so the IDs in
 * the service's list are asked for: first, whether a task is one of such a run; if so, of which of its items. Of the kinds without
 * a list, the IDs themselves are noted.
 *
 * A question that n8n answers with no costs it as much as the store is large. The list has the newest tasks first, nearly in the
 * order of their submits, so a task is first taken for that of the item whose turn it is, and then for those around it. So there
 * are a few questions for each item, however many there are.
 */

/** How far from its turn the item of a task is looked for, in items, step by step: several are submitted at once. */
const DISTANCES = [[0], [1], [2, 3], range(4, 8), range(8, 21), range(21, 101)];

/** IDs asked for together, unless fewer items are looked for. */
const IDS_AT_ONCE = 500;

/** Pages in a row without a task of the runs, after which the search ends. */
const MAX_FOREIGN_PAGES = 20;

/** A submit of an earlier run, and its tasks. */
export interface FoundTasks {
	match: Match;
	tasks: CreatedTask[];
}

/** Where the tasks of some submits are looked for. */
interface WantedSubmits {
	client: ServiceClient;
	/** The service's list of the tasks; undefined where it has none. */
	list?: TaskList;
	store: StoreMemory;
	/** The submits whose tasks are wanted. */
	matches: readonly Match[];
}

/**
 * Finds the tasks of submits that were accepted.
 *
 * @returns the newest task of each; without those that are not in the list, too far back, or not noted
 * @throws ServiceError when the list cannot be read; CancelledError when this execution is stopped
 */
export async function findAcceptedTasks(search: WantedSubmits): Promise<FoundTasks[]> {
	const { client, list, store, matches } = search;
	if (list) return await new ListedTaskSearch(store, matches).run(client, list);
	const all: FoundTasks[] = [];
	for (const match of matches) {
		const tasks = await store.unlistedTasksOf(match);
		if (tasks.length > 0) all.push({ match, tasks });
	}
	return all;
}

/** Asks for the tasks of a list, from the newest on. */
class ListedTaskSearch {
	private readonly runs: readonly SubmitsOfRun[];

	/** The IDs of pages that have been read and not asked for. */
	private pages: string[][] = [];

	private foreignPages = 0;

	constructor(
		private readonly store: StoreMemory,
		matches: readonly Match[],
	) {
		const byRun = Object.values(groupBy(matches, ({ by }) => by.run));
		this.runs = byRun.map((ofRun) => new SubmitsOfRun(store, ofRun));
	}

	async run(client: ServiceClient, list: TaskList): Promise<FoundTasks[]> {
		if (this.countOpen() > 0) {
			for await (const { records } of pagesBackTo(client, list)) {
				this.pages.push(map(records, 'taskId'));
				const count = this.pages.flat().length;
				if (count >= Math.min(IDS_AT_ONCE, this.countOpen())) await this.ask();
				if (this.countOpen() === 0 || this.foreignPages >= MAX_FOREIGN_PAGES) break;
			}
			await this.ask();
		}
		const found = this.runs.flatMap((run) => run.found);
		return found.map(({ match, taskId }) => ({ match, tasks: [{ taskId }] }));
	}

	private countOpen(): number {
		return this.runs.reduce((sum, { open }) => sum + open.length, 0);
	}

	/** Asks for what has been read. */
	private async ask(): Promise<void> {
		const pages = this.pages;
		this.pages = [];
		const ids = pages.flat();
		const ofRuns = new Set<string>();
		for (const run of this.runs) {
			const own = await this.store.tasksOfRun(run.name, ids);
			for (const id of own) ofRuns.add(id);
			await run.assign(own);
		}
		for (const page of pages) {
			const isForeign = !page.some((id) => ofRuns.has(id));
			this.foreignPages = isForeign ? this.foreignPages + 1 : 0;
		}
	}
}

/** The submits of one run whose tasks are looked for. */
class SubmitsOfRun {
	readonly name: string;

	readonly found: TaskOfMatch[] = [];

	/** Those whose task has not been found, the last one that was sent first. */
	open: readonly Match[];

	/** How many of the open ones were sent after the item of the last task that was found: their turn is over. */
	private passed = 0;

	constructor(
		private readonly store: StoreMemory,
		matches: readonly Match[],
	) {
		this.name = matches[0]?.by.run ?? '';
		this.open = sortBy(matches, ({ submit }) => -submit.place);
	}

	/** Finds out which of the tasks of the run, from the newest on, is that of which submit. */
	async assign(taskIds: readonly string[]): Promise<void> {
		const ids = difference(taskIds, map(this.found, 'taskId'));
		const open = this.open;
		const now: TaskOfMatch[] = [];
		for (const distances of DISTANCES) {
			const noted = await this.store.notedPairs(this.around({ ids, open, now, distances }));
			// One task of each submit, and each task once.
			now.push(...uniqBy(uniqBy(noted, 'match'), 'taskId'));
		}
		this.found.push(...now);
		const done = new Set(map(now, 'match'));
		const last = findLastIndex(open, (match) => done.has(match));
		this.open = open.filter((match) => !done.has(match));
		if (last >= 0) this.passed = last + 1 - done.size;
	}

	/** What each task may be that has not been found: a submit so far from the one whose turn it is. */
	private around({ ids, open, now, distances }: Step): TaskOfMatch[] {
		const [tasksDone, submitsDone] = [new Set(map(now, 'taskId')), new Set(map(now, 'match'))];
		return ids.flatMap((taskId, index) => {
			if (tasksDone.has(taskId)) return [];
			const turn = this.passed + index;
			const places = uniq(distances.flatMap((far) => [turn - far, turn + far]));
			const matches = places.flatMap((place) => open[place] ?? []);
			return matches.filter((match) => !submitsDone.has(match)).map((match) => ({ match, taskId }));
		});
	}
}

/** A step of the assignment of some tasks. */
interface Step {
	/** The tasks, and the submits that were open before, both from the newest on. */
	ids: readonly string[];
	open: readonly Match[];
	/** What was found in the steps before. */
	now: readonly TaskOfMatch[];
	distances: readonly number[];
}
