import { sortBy, uniq } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { explain, ServiceError } from '../shared/api/serviceError';
import { createdAt, isFinal, isUnread, type Task } from '../shared/model/task';
import { isListed, type Reach, type TaskKind } from '../shared/model/taskKind';
import type { TaskStatus, WatchedTask } from '../shared/model/taskStatus';
import { pagesBackTo } from '../shared/tasks/listing';
import { awaitingFileSince, failedWhenOverdue } from '../shared/tasks/states';
import { watchTasks } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';
import { taskPollTriggerMessages } from './taskPollTrigger.messages';

/*
 * Finds the tasks of one kind that have finished since the last check, each once. What n8n stores from one check to the
 * next is bounded: below a time, the floor, all tasks are handled, and only of those created later the IDs are
 * remembered. Tasks that are in progress are remembered until they finish, however old they are.
 */

/**
 * What the trigger remembers of one kind. A task is handled once the trigger has started the workflow for it, or has
 * left it out as old. Times are Unix seconds of the service's clock.
 */
export interface PollState {
	/** Tasks created before this time are handled, unless they are open. */
	floor: number;
	/** Tasks created since then that are handled, with the time of their creation. */
	done: Record<string, number>;
	/** Tasks that were in progress when they were last seen, with the time of their creation. */
	open: Record<string, number>;
	/** Handled tasks of the list without a time of creation. */
	undated: string[];
	/** Since when open tasks report success without a result. */
	withoutResult: Record<string, number>;
	/**
	 * The only field after a first check that failed: when it did, by n8n's clock,
	 * because no answer has shown the service's.
	 */
	since?: number;
}

/** How long after its creation a task may first show up in the service's list. */
const LATE_SECONDS = 10 * 60;

/** Age at which an open task is forgotten that the service no longer knows, and one that it still shows. */
const GIVE_UP_UNKNOWN_SECONDS = 24 * 3600;
const GIVE_UP_SECONDS = 30 * 24 * 3600;

/** Most entries of each list, which bounds the state that n8n stores. */
const MAX_ENTRIES = 5_000;

/** What one check has found. */
interface Check {
	/** All tasks of the list since the floor, and the open ones, as they are now. */
	tasks: readonly Task[];
	/** Open tasks that the service no longer knows. */
	unknown?: ReadonlySet<string>;
	/** Whether the list was not read to its end, so that older tasks are still expected. */
	isCut?: boolean;
	/** Unix seconds of n8n's clock; a task that seems to come from the future moves nothing. */
	now: number;
}

/**
 * Continues from one check of the service's tasks to the next.
 *
 * @param before without a floor for the first check: what is finished by then is old, unless it was
 *   created after a first check that failed
 * @returns what is remembered for the next check, and the tasks that have finished, the oldest
 *   first: each once over all checks
 */
export function nextPollState(
	before: Partial<PollState>,
	check: Check,
): { after: PollState; finished: Task[] } {
	const { tasks, unknown = new Set<string>(), isCut = false, now } = check;
	const next = new NextState(before, now);
	for (const task of tasks) next.add(task);
	// The service lists tasks from new to old; those of the same second stay in the reverse of its order.
	const oldestFirst = sortBy(next.finished.reverse(), (task) => createdAt(task) ?? 0);
	return { after: next.toStore(isCut, unknown), finished: oldestFirst };
}

/** What is remembered after a check, while its tasks are added one by one. */
class NextState {
	/** Those that have finished since the last check, as the service lists them. */
	readonly finished: Task[] = [];

	/** Handled and open tasks with the times of their creation, as in `PollState`. */
	private readonly done: Map<string, number>;
	private readonly open: Map<string, number>;

	/** The tasks without a time that were handled before this check. */
	private readonly undatedBefore: ReadonlySet<string>;

	/** Those that this check shows as finished. */
	private readonly undated = new Set<string>();

	private readonly withoutResult: Record<string, number> = {};

	/** Below this time, all tasks were handled before this check; 0 at the first one. */
	private readonly floorBefore: number;

	/** The same after this check, as far as its tasks have been added. */
	private floor: number;

	/** @param now Unix seconds of n8n's clock */
	constructor(
		private readonly before: Partial<PollState>,
		private readonly now: number,
	) {
		this.done = new Map(Object.entries(before.done ?? {}));
		this.open = new Map(Object.entries(before.open ?? {}));
		this.undatedBefore = new Set(before.undated);
		this.floorBefore = before.floor ?? 0;
		this.floor = this.floorBefore;
	}

	/** Adds a task of the check, unless it was handled before. */
	add(shown: Task): void {
		const task = this.failIfOverdue(shown);
		// In Unix seconds, as in all methods; undefined where the service does not say it.
		const created = createdAt(task);
		// Asked first: once as many tasks without a time as can be remembered are noted, any further one counts as handled.
		const wasHandled = this.wasHandled(task, created);
		// Also if it was handled, so that the next check still knows it.
		if (created === undefined && isFinal(task)) this.noteUndated(task);
		if (wasHandled) return;
		if (created !== undefined) this.raiseFloor(created);
		if (isFinal(task)) this.addFinished(task, created);
		else this.addOpen(task, created);
	}

	/**
	 * What n8n has to store for the next check.
	 *
	 * @param isCut whether the list was not read to its end, so that the floor has to stay
	 * @param unknown open tasks that the service no longer knows
	 */
	toStore(isCut: boolean, unknown: ReadonlySet<string>): PollState {
		const stillAwaited = Array.from(this.open).filter(([id, created]) => {
			// The age in seconds from which on it is forgotten.
			const longest = unknown.has(id) ? GIVE_UP_UNKNOWN_SECONDS : GIVE_UP_SECONDS;
			return this.now - created <= longest;
		});
		const latestDone = latestFirst(Array.from(this.done));
		const floorOfList = isCut ? this.floorBefore : this.floor;
		// The latest task that is one too many to be remembered, where there are so many; the floor has to be above it.
		const firstForgotten = latestDone[MAX_ENTRIES];
		const timeForgotten = firstForgotten?.[1] ?? -Infinity;
		const floor = Math.max(floorOfList, timeForgotten + 1);
		// Those of earlier checks stay behind those of this one, because one answer may
		// lack tasks that the next one shows again.
		const undated = Array.from(this.undated).concat(Array.from(this.undatedBefore));
		return {
			floor,
			done: Object.fromEntries(latestDone.filter(([, created]) => created >= floor)),
			open: Object.fromEntries(latestFirst(stillAwaited).slice(0, MAX_ENTRIES)),
			undated: uniq(undated).slice(0, MAX_ENTRIES),
			withoutResult: this.withoutResult,
		};
	}

	/**
	 * A task as it counts now: one that reports success without a result has failed after two minutes. Since when it
	 * does so is noted for the next check.
	 */
	private failIfOverdue(shown: Task): Task {
		const { taskId } = shown;
		const since = awaitingFileSince(shown, this.before.withoutResult?.[taskId], this.now);
		if (since === undefined) return shown;
		this.withoutResult[taskId] = since;
		return failedWhenOverdue(shown, since * 1000, this.now * 1000);
	}

	/** Whether a task was handled before. A task that was open then was not, however old it is. */
	private wasHandled({ taskId }: Task, created: number | undefined): boolean {
		if (this.done.has(taskId)) return true;
		if (this.open.has(taskId)) return false;
		if (created !== undefined) return created < this.floorBefore;
		// Of more tasks without a time than are remembered, those that come later in the list count as handled.
		return this.areUndatedFull || this.undatedBefore.has(taskId);
	}

	/** Remembers a finished task without a time, as long as there are not too many. */
	private noteUndated({ taskId }: Task): void {
		if (!this.areUndatedFull) this.undated.add(taskId);
	}

	private get areUndatedFull(): boolean {
		return this.undated.size >= MAX_ENTRIES;
	}

	/** Raises the floor up to a task of the list: all that were created ten minutes before it have been shown. */
	private raiseFloor(created: number): void {
		const notInFuture = Math.min(created, this.now);
		this.floor = Math.max(this.floor, notInFuture - LATE_SECONDS);
	}

	/** Remembers a task that is in progress; one without a time with the time of the check that first showed it. */
	private addOpen({ taskId }: Task, created: number | undefined): void {
		const firstShown = this.open.get(taskId) ?? this.now;
		this.open.set(taskId, created ?? firstShown);
	}

	/** Remembers a finished task, if it has a time, and adds it to those that start the workflow, unless it is old. */
	private addFinished(task: Task, created: number | undefined): void {
		const { taskId } = task;
		this.open.delete(taskId);
		if (created !== undefined) this.done.set(taskId, created);
		if (this.isNews(created)) this.finished.push(task);
	}

	/**
	 * Whether a finished task starts the workflow. At the first check, what is finished by then is old, unless it
	 * was created after a first check that failed. There, a task without a time counts as old, too.
	 */
	private isNews(created = 0): boolean {
		const { floor, since = Infinity } = this.before;
		const isFirstCheck = floor === undefined;
		return !isFirstCheck || created > since;
	}
}

/** Task IDs with times, the latest time first. */
function latestFirst(times: Array<[string, number]>): Array<[string, number]> {
	return sortBy(times, ([, time]) => -time);
}

/** How far back the first check goes for tasks that are still in progress. */
const FIRST_CHECK_SECONDS = 2 * 24 * 3600;

/** A check of the tasks of one kind. */
interface KindCheck {
	client: ServiceClient;
	kind: TaskKind;
	before: Partial<PollState>;
	/** Unix seconds of n8n's clock. */
	now: number;
}

/**
 * Checks the tasks of one kind and finds those that have finished since the last check.
 *
 * @returns what is remembered for the next check, and the finished tasks, the oldest first
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(
	check: KindCheck,
): Promise<{ after: PollState; finished: Task[] }> {
	const { client, before, now } = check;
	const { tasks: listed, isCut } = await readTaskList(check);
	warnOfOddStatus(client, listed, before);
	const unlisted = await checkUnlisted(check, listed);
	const unknown = unlisted.filter(({ is }) => is === 'unknown');
	return nextPollState(byServiceClock(before, client), {
		tasks: listed.concat(unlisted.map(({ task }) => task)),
		unknown: new Set(unknown.map(({ task }) => task.taskId)),
		isCut,
		now,
	});
}

/** Asks about the open tasks that the list does not show: one by one, or together where their kind allows it. */
async function checkUnlisted(
	{ client, kind, before }: KindCheck,
	listed: readonly Task[],
): Promise<TaskStatus[]> {
	const listedIds = new Set(listed.map(({ taskId }) => taskId));
	const missing = Object.entries(before.open ?? {}).filter(([id]) => !listedIds.has(id));
	const tasks = missing.map(([taskId, created]): WatchedTask => {
		// A day earlier, because for a task without a time, it is that of the check that first showed it.
		const createdAfter = created - GIVE_UP_UNKNOWN_SECONDS;
		return { kind, taskId, createdAfter, known: { by: 'id' } };
	});
	const statusOf = await watchTasks(client, { tasks });
	return tasks.map(({ taskId }) => statusOf(kind, taskId));
}

/** Warns of a new task whose status is not documented, which counts as in progress. */
function warnOfOddStatus(
	client: ServiceClient,
	listed: readonly Task[],
	{ open = {} }: Partial<PollState>,
): void {
	const odd = listed.find((task) => {
		const isNew = open[task.taskId] === undefined;
		// A success without a result, which cannot be read either, is usual for a while.
		const hasOddStatus = isUnread(task) && task.state === 'inProgress';
		return isNew && hasOddStatus;
	});
	if (!odd) return;
	client.warn(taskPollTriggerMessages.oddStatus(odd.statusUnknownReason ?? '', odd.taskId));
}

/**
 * What is remembered, with the time of a failed first check by the service's clock, which the tasks have their times
 * from. Otherwise, what was created after that check would count as older where n8n's clock is ahead.
 */
function byServiceClock(
	before: Partial<PollState>,
	{ clockLeadMs }: Pick<ServiceClient, 'clockLeadMs'>,
): Partial<PollState> {
	if (before.since === undefined) return before;
	return { ...before, since: before.since - clockLeadMs / 1000 };
}

/** What could be read of a list, and whether the rest of it could not. */
interface ReadList {
	tasks: Task[];
	isCut: boolean;
}

/**
 * Reads the list of a kind as far back as new tasks can be. A kind without a list has none.
 *
 * @throws ServiceError where nothing could be read, or not all in the first
 *   check; CancelledError when the check is stopped
 */
async function readTaskList({ client, kind, before, now }: KindCheck): Promise<ReadList> {
	let tasks: Task[] = [];
	if (!isListed(kind)) return { tasks, isCut: false };
	try {
		const pages = pagesBackTo(client, kind.list, { reach: reachOfCheck(before, now) });
		for await (const { records } of pages) tasks = tasks.concat(records);
		return { tasks, isCut: false };
	} catch (error) {
		// A check that fails is repeated by n8n from its beginning, and may fail at the same page again. So what was
		// read counts, but in the first check, after which all that was not read would be taken for new.
		const isFirst = before.floor === undefined;
		if (isFirst || tasks.length === 0 || !(error instanceof ServiceError)) throw asError(error);
		client.warn(explain(error.failure).title);
		return { tasks, isCut: true };
	}
}

/** How far back the list is read: to the floor; or in the first check, and until one succeeds, by two days. */
function reachOfCheck({ floor, since }: Partial<PollState>, now: number): Reach {
	// The floor alone counts: of no task only the age is known.
	if (floor !== undefined) return { createdAfter: floor, age: -Infinity };
	const firstCheckAt = since ?? now;
	// Two days before the first check, and two days before the newest task: the earlier time counts,
	// because n8n's clock may be ahead of the service's.
	return { createdAfter: firstCheckAt - FIRST_CHECK_SECONDS, age: FIRST_CHECK_SECONDS };
}
