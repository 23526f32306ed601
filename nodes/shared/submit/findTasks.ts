import {
	compact,
	difference,
	findLastIndex,
	groupBy,
	intersection,
	map,
	range,
	sortBy,
	sumBy,
	uniq,
	uniqBy,
} from 'lodash';

import type { ServiceClient } from '../api/client';
import { JUST_NAMED_MS } from '../api/justNamed';
import type { TaskList } from '../model/taskKind';
import type { ProcessedRow } from '../n8n/processedItems';
import { pagesBackTo } from '../tasks/listing';
import { pollUntil } from '../util/async';
import type { Match, TaskOfMatch } from './memory/earlierRuns';
import type { NodeNotes } from './memory/nodeNotes';
import { filterNoted, noteText, readUnlisted } from './memory/notes';
import type { CreatedTask } from './memory/submission';

/*
 * Finds the tasks of submits that earlier runs of the node have sent and the service has accepted.
 *
 * n8n's store can only be asked whether something is noted, so the IDs in the service's list of tasks are
 * asked for: first whether a task is one of those runs, then of which of its submits. Of kinds of tasks
 * without a list, the IDs themselves are noted.
 *
 * Each question that n8n's store answers with no takes time in proportion to all that is noted. So not every task is
 * compared with every submit: the list has the newest tasks first, nearly in the reverse order of the submits. A task
 * is first compared with the submit whose turn it is by this order, then with those around it. So there are a few
 * questions for each task, however many submits there are.
 */

/**
 * The places around the submit whose turn it is with which a task is compared, step by step: at first that submit
 * itself, then those one place away, then two or three, and at last 21 to 100. The task may belong to one of these,
 * because several submits are under way at once, so that the list has their tasks in another order; and because a
 * submit whose task was deleted has none.
 */
const DISTANCES = [[0], [1], [2, 3], range(4, 8), range(8, 21), range(21, 101)];

/**
 * n8n's store is asked about IDs of the list when so many of them have been read, or as many as there are submits
 * without a task, if these are fewer.
 */
const IDS_AT_ONCE = 500;

/**
 * After so many pages in a row without a task of the runs, the search ends: the tasks that are not found are too far
 * back, or were deleted.
 */
const MAX_FOREIGN_PAGES = 20;

/** The wait before a list that lacks tasks is read again, in milliseconds. */
const BETWEEN_SEARCHES_MS = 20_000;

/** A submit of an earlier run, and its tasks. */
export interface FoundTasks {
	match: Match;
	tasks: CreatedTask[];
}

/** The submits whose tasks are looked for, and where. */
interface TaskSearch {
	client: ServiceClient;
	/** The service's list of the tasks; undefined where it has none. */
	list?: TaskList;
	/** What n8n's store remembers of the node. */
	notes: NodeNotes;
	matches: readonly Match[];
}

/**
 * Finds the tasks of submits that were accepted. Where some are not found, they are searched again for a minute: they
 * may have been submitted just before, as where somebody stops an execution and starts it again at once, and the
 * service shows new tasks late; or n8n's store may have failed.
 *
 * @param onFound called with what each reading has found, so that it is not lost where a later one fails
 * @throws as `findAcceptedTasks`, and what `onFound` throws
 */
export async function awaitAcceptedTasks(
	search: TaskSearch,
	onFound: (found: readonly FoundTasks[]) => Promise<void>,
): Promise<void> {
	let open = search.matches;
	const idsRead = new Set<string>();
	const searchOpen = async () => {
		const found = await findAcceptedTasks({ ...search, matches: open }, idsRead);
		await onFound(found);
		open = difference(open, map(found, 'match'));
		// Undefined lets the search go on.
		return open.length === 0 || undefined;
	};
	const waitMs = () => BETWEEN_SEARCHES_MS;
	const { signal } = search.client;
	await pollUntil(searchOpen, { timeLimitMs: JUST_NAMED_MS, waitMs, signal });
}

/**
 * Finds the tasks of submits that were accepted, as far as they are shown now.
 *
 * @param idsRead the IDs that earlier readings of the list have had, to which those of this one are added: only what
 *   has come since is read
 * @returns of each submit its newest task in the list, or without a list all of its noted tasks; nothing of a submit
 *   whose tasks are not noted, not in the list, or too far back in it
 * @throws ServiceError when the list cannot be read; CancelledError when this execution is stopped
 */
export async function findAcceptedTasks(
	search: TaskSearch,
	idsRead: Set<string>,
): Promise<FoundTasks[]> {
	const { client, list, notes, matches } = search;
	if (list) return await new SubmitListSearch(notes, matches).searchList(client, list, idsRead);
	const found: FoundTasks[] = [];
	for (const match of matches) {
		const { by, key } = match;
		const tasks = await notes.use(async (row) => await readUnlisted(row, by.runName, key));
		if (tasks?.length) found.push({ match, tasks });
	}
	return found;
}

/** A search through the service's list, from the newest task on. */
class SubmitListSearch {
	/** The submits that are looked for, by the run that has sent them. */
	private readonly runs: readonly RunSearch[];

	/** The IDs on each page that has been read, and for which n8n's store has not been asked yet. */
	private pages: string[][] = [];

	/** How many pages in a row had no task of the runs, up to the last one for which n8n's store was asked. */
	private foreignPages = 0;

	/** Whether n8n's store has failed, so that nobody knows whose the tasks on some pages are. */
	private hasStoreFailed = false;

	constructor(
		private readonly notes: NodeNotes,
		matches: readonly Match[],
	) {
		const byRun = groupBy(matches, ({ by }) => by.runName);
		this.runs = map(byRun, (ofRun, name) => new RunSearch(name, ofRun));
	}

	/**
	 * Reads the list until all tasks are found, it ends or goes on with what was read before, so many pages in a row have
	 * had none of these tasks that the others are given up, or n8n's store fails.
	 *
	 * @param idsRead as in `findAcceptedTasks`
	 * @returns the submits whose task was found, each with this one task
	 * @throws ServiceError when the list cannot be read; CancelledError when this execution is stopped
	 */
	async searchList(
		client: ServiceClient,
		list: TaskList,
		idsRead: Set<string>,
	): Promise<FoundTasks[]> {
		if (this.countOpen() === 0) return [];
		for await (const { records } of pagesBackTo(client, list)) {
			const ids = map(records, 'taskId');
			// The newest tasks come first, so there is nothing new behind a page without any. A page may also have nothing.
			const wasRead = ids.length > 0 && ids.every((id) => idsRead.has(id));
			if (wasRead) break;
			for (const id of ids) idsRead.add(id);
			this.pages.push(ids);
			const enoughIds = Math.min(IDS_AT_ONCE, this.countOpen());
			if (this.pages.flat().length >= enoughIds) await this.assignPages();
			const isAllFound = this.countOpen() === 0;
			if (isAllFound || this.foreignPages >= MAX_FOREIGN_PAGES || this.hasStoreFailed) break;
		}
		// Where the list ended, its last pages may have had too few IDs to ask for.
		await this.assignPages();
		// The next reading begins anew then.
		if (this.hasStoreFailed) idsRead.clear();
		const found = this.runs.flatMap((run) => run.found);
		return found.map(({ match, taskId }) => ({ match, tasks: [{ taskId }] }));
	}

	/** How many submits are left whose tasks are not found yet. */
	private countOpen(): number {
		return sumBy(this.runs, ({ open }) => open.length);
	}

	/** Assigns the tasks on the pages that have been read to the submits of each run, unless n8n's store fails. */
	private async assignPages(): Promise<void> {
		const { pages } = this;
		this.pages = [];
		if (pages.length === 0) return;
		const idsOfRuns = await this.notes.use(async (row) => await this.assignIds(row, pages.flat()));
		if (idsOfRuns) this.countForeign(pages, idsOfRuns);
		else this.hasStoreFailed = true;
	}

	/**
	 * Assigns tasks of the list to the submits of each run.
	 *
	 * @returns those of the IDs that are tasks of the runs
	 * @throws what n8n's store throws
	 */
	private async assignIds(row: ProcessedRow, ids: readonly string[]): Promise<string[]> {
		const idsOfRuns: string[] = [];
		for (const run of this.runs) {
			// In the order of the list, from the newest task on.
			const ofRun = await filterNoted(row, ids, (id) => noteText.hasTask(run.name, id));
			await run.assign(row, ofRun);
			idsOfRuns.push(...ofRun);
		}
		return idsOfRuns;
	}

	/**
	 * Goes on counting how many pages in a row have no task of the runs. A page with one sets the count back to zero.
	 *
	 * @param pages the IDs on each of the next pages, in the order of the list
	 * @param idsOfRuns those of them that are IDs of tasks of the runs
	 */
	private countForeign(pages: readonly string[][], idsOfRuns: readonly string[]): void {
		for (const page of pages) {
			const isForeign = intersection(page, idsOfRuns).length === 0;
			this.foreignPages = isForeign ? this.foreignPages + 1 : 0;
		}
	}
}

/** The submits of one run whose tasks are looked for. */
class RunSearch {
	/** The tasks that were found. */
	readonly found: TaskOfMatch[] = [];

	/** The submits whose tasks are not found yet, from the last one that was sent to the first. */
	open: readonly Match[];

	/**
	 * How many of the open submits, from the first of them on, were sent after the oldest submit whose task was found.
	 * Their turn is over, because the next tasks of the list are older than theirs would be.
	 */
	private passed = 0;

	/**
	 * @param name the name of the run in the notes
	 * @param matches the submits that the run has sent, in any order
	 */
	constructor(
		readonly name: string,
		matches: readonly Match[],
	) {
		this.open = sortBy(matches, ({ submit }) => -submit.position);
	}

	/**
	 * Finds out to which open submits some tasks belong. These submits are not open any more then.
	 *
	 * @param taskIds tasks of the run, from the newest on
	 * @throws what n8n's store throws
	 */
	async assign(row: ProcessedRow, taskIds: readonly string[]): Promise<void> {
		const assigned: TaskOfMatch[] = [];
		for (const distances of DISTANCES) {
			const pairs = withoutAssigned(this.pairsAt(distances, taskIds), assigned);
			const noted = await filterNoted(row, pairs, ({ match: { by, key }, taskId }) =>
				noteText.isTask(by.runName, key, taskId),
			);
			// Each submit gets one task, and each task one submit.
			const oneForEachSubmit = uniqBy(noted, 'match');
			assigned.push(...uniqBy(oneForEachSubmit, 'taskId'));
		}
		this.close(assigned);
	}

	/** Adds tasks, each with its submit, to those that were found, and takes the submits out of those that are open. */
	private close(assigned: readonly TaskOfMatch[]): void {
		this.found.push(...assigned);
		const withTask = new Set(map(assigned, 'match'));
		const isOpen = (match: Match) => !withTask.has(match);
		// The last submit in `open` that has its task now: the turn of all before it is over. -1 where none has.
		const lastWithTask = findLastIndex(this.open, (match) => withTask.has(match));
		const turnIsOver = this.open.slice(0, Math.max(this.passed, lastWithTask + 1));
		this.passed = turnIsOver.filter(isOpen).length;
		this.open = this.open.filter(isOpen);
	}

	/**
	 * Pairs of each task with the open submits that are at some distances from the one whose turn it is.
	 *
	 * @param distances such as 2 and 3, for the submits two and three places before and behind that one
	 * @param taskIds the tasks from the newest on. With the first of them, it is the turn of the first open submit that
	 *   is not passed; with the second, of the next submit; and so on
	 */
	private pairsAt(distances: readonly number[], taskIds: readonly string[]): TaskOfMatch[] {
		return taskIds.flatMap((taskId, index) => {
			const turn = this.passed + index;
			// Each place once: at distance 0, the one before and the one behind are the same.
			const places = uniq(distances.flatMap((far) => [turn - far, turn + far]));
			// There is no submit at a place before the first open one, or behind the last one.
			const matches = compact(places.map((place) => this.open[place]));
			return matches.map((match) => ({ match, taskId }));
		});
	}
}

/** Those of some pairs of which neither the task nor the submit stands in a pair that was assigned before. */
function withoutAssigned(
	pairs: readonly TaskOfMatch[],
	assigned: readonly TaskOfMatch[],
): TaskOfMatch[] {
	const assignedTasks = new Set(map(assigned, 'taskId'));
	const assignedMatches = new Set(map(assigned, 'match'));
	return pairs.filter(({ match, taskId }) => {
		return !assignedTasks.has(taskId) && !assignedMatches.has(match);
	});
}
