import { sortBy } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { createdAt, isFinal, isUnread, type Task } from '../shared/model/task';
import { isListed, type Reach, type TaskKind } from '../shared/model/taskKind';
import type { TaskStatus, WatchedTask } from '../shared/model/taskStatus';
import { pagesBackTo } from '../shared/tasks/listing';
import { watchTasks } from '../shared/tasks/watch';
import { taskPollTriggerMessages } from './taskPollTrigger.messages';

/*
 * Finds the tasks of one kind that have finished since the last check, each once. What n8n stores from one check to the
 * next is bounded: below a time, the floor, all tasks are handled, and only of those created later the IDs are
 * remembered. Tasks that are in progress are remembered until they finish, however old they are. Finished ones of which
 * the service does not say when they were created are remembered for good; it is documented to say it of all.
 */

/**
 * What the trigger remembers of one kind. A task is handled once the trigger has started the workflow for it, or has
 * left it out as old. Times are Unix seconds of the service's clock; of n8n's where the service gives none.
 */
export interface PollState {
	/** Tasks created before this time count as handled, unless they are among the open ones. */
	floor: number;
	/** The handled tasks that were created since the floor: the time of creation of each, by its ID. */
	done: Record<string, number>;
	/** The tasks that were in progress when they were last seen: the time of creation of each, by its ID. */
	open: Record<string, number>;
	/** The IDs of handled tasks of which the service does not say when they were created. */
	undated: string[];
	/**
	 * When the first check failed, by n8n's clock, because no answer had shown the service's by then. It is the only
	 * field as long as no check has succeeded, and is missing afterwards.
	 */
	since?: number;
}

/** How long after its creation a task may first show up in the service's list. */
const LATE_SECONDS = 10 * 60;

const DAY_SECONDS = 24 * 3600;

/** The age at which an open task is forgotten that the service does not know any more. */
const GIVE_UP_UNKNOWN_SECONDS = DAY_SECONDS;

/** The age at which an open task is forgotten that the service still shows. */
const GIVE_UP_SECONDS = 30 * DAY_SECONDS;

/** What one check has found. */
interface Check {
	/** All tasks of the list since the floor, and the open ones, as they are now. */
	tasks: readonly Task[];
	/** The IDs of open tasks that the service does not know any more; none if not set. */
	unknown?: ReadonlySet<string>;
	/** Unix seconds of n8n's clock. A task that was created after it, by the service's clock, counts as created now. */
	now: number;
}

/**
 * Continues from one check of the service's tasks to the next.
 *
 * @param before what was remembered after the last check. It has no floor as long as no check has succeeded: what is
 *   finished at the first one is old, unless it was created after a first check that failed
 * @returns what is remembered for the next check, and the tasks that have finished, the oldest
 *   first: each once over all checks
 */
export function nextPollState(
	before: Partial<PollState>,
	check: Check,
): { after: PollState; finished: Task[] } {
	const { tasks, unknown = new Set<string>(), now } = check;
	const next = new NextState(before, now);
	for (const task of tasks) next.add(task);
	// The service lists the newest task first. Reversed before they are sorted, tasks of the same second are in the right
	// order, too.
	const oldestFirst = sortBy(next.finished.reverse(), (task) => createdAt(task) ?? 0);
	return { after: next.toStore(unknown), finished: oldestFirst };
}

/** What is remembered after a check, while its tasks are added one by one. */
class NextState {
	/** The tasks that have finished since the last check, in the order in which they were added. */
	readonly finished: Task[] = [];

	/** Handled and open tasks with the times of their creation, as in `PollState`. */
	private readonly done: Map<string, number>;
	private readonly open: Map<string, number>;

	/** The handled tasks without a time of creation. */
	private readonly undated: Set<string>;

	/** The floor after this check, as far as its tasks have been added. */
	private floor: number;

	/** @param now Unix seconds of n8n's clock */
	constructor(
		private readonly before: Partial<PollState>,
		private readonly now: number,
	) {
		this.done = new Map(Object.entries(before.done ?? {}));
		this.open = new Map(Object.entries(before.open ?? {}));
		this.undated = new Set(before.undated);
		this.floor = before.floor ?? 0;
	}

	/** Adds a task of the check, unless it was handled before. */
	add(task: Task): void {
		// In Unix seconds, as in all methods; undefined where the service does not say it.
		const created = createdAt(task);
		if (this.wasHandled(task, created)) return;
		if (created !== undefined) this.raiseFloor(created);
		if (isFinal(task)) this.addFinished(task, created);
		else this.addOpen(task, created);
	}

	/**
	 * What n8n has to store for the next check. To be called when all tasks are added.
	 *
	 * @param unknown open tasks that the service no longer knows
	 */
	toStore(unknown: ReadonlySet<string>): PollState {
		const { floor } = this;
		const stillAwaited = Array.from(this.open).filter(([id, created]) => {
			const age = this.now - created;
			const highestAge = unknown.has(id) ? GIVE_UP_UNKNOWN_SECONDS : GIVE_UP_SECONDS;
			return age <= highestAge;
		});
		const sinceFloor = Array.from(this.done).filter(([, created]) => created >= floor);
		return {
			floor,
			done: Object.fromEntries(sinceFloor),
			open: Object.fromEntries(stillAwaited),
			undated: [...this.undated],
		};
	}

	/** Whether a task was handled before this check. A task that was open before was not, however old it is. */
	private wasHandled({ taskId }: Task, created: number | undefined): boolean {
		if (this.done.has(taskId)) return true;
		if (this.open.has(taskId)) return false;
		const { floor = 0 } = this.before;
		return created === undefined ? this.undated.has(taskId) : created < floor;
	}

	/**
	 * Raises the floor to ten minutes before a task of the list was created: whatever was created earlier has been shown
	 * by now, because the list shows a task at most ten minutes late. The floor never falls.
	 */
	private raiseFloor(created: number): void {
		const notInFuture = Math.min(created, this.now);
		this.floor = Math.max(this.floor, notInFuture - LATE_SECONDS);
	}

	/** Remembers a task that is in progress. One without a time counts as created at the check that first showed it. */
	private addOpen({ taskId }: Task, created: number | undefined): void {
		const firstShown = this.open.get(taskId) ?? this.now;
		this.open.set(taskId, created ?? firstShown);
	}

	/** Adds a finished task to those that start the workflow, unless it is old, and remembers it as handled. */
	private addFinished(task: Task, created: number | undefined): void {
		const { taskId } = task;
		this.open.delete(taskId);
		if (created === undefined) this.undated.add(taskId);
		else this.done.set(taskId, created);
		if (this.startsWorkflow(created)) this.finished.push(task);
	}

	/**
	 * Whether a finished task starts the workflow, and is not old. At the first check that succeeds, all finished tasks
	 * are old, unless they were created after a first check that failed.
	 */
	private startsWorkflow(created: number | undefined): boolean {
		const { floor, since } = this.before;
		const isFirstCheck = floor === undefined;
		if (!isFirstCheck) return true;
		return created !== undefined && since !== undefined && created > since;
	}
}

/** How far back the first check goes for tasks that are still in progress. */
const FIRST_CHECK_SECONDS = 2 * DAY_SECONDS;

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
 * @throws ServiceError when the list cannot be read; CancelledError when the check is stopped. Nothing is forgotten
 *   then
 */
export async function findFinished(
	check: KindCheck,
): Promise<{ after: PollState; finished: Task[] }> {
	const { client, before, now } = check;
	const listed = await readTaskList(check);
	warnOfOddStatus(client, listed, before);
	const unlisted = await checkUnlisted(check, listed);
	const unknown = unlisted.filter(({ is }) => is === 'unknown');
	// If the service was asked, it has answered by now, so the client knows how the two clocks differ.
	return nextPollState(byServiceClock(before, client), {
		tasks: listed.concat(unlisted.map(({ task }) => task)),
		unknown: new Set(unknown.map(({ task }) => task.taskId)),
		now,
	});
}

/**
 * Asks once about each remembered open task that the list does not show: one by one, or together where their kind
 * allows it. A question that gets no answer changes nothing: its task still counts as open.
 *
 * @returns what is known of each of them; an empty list where the list of the service shows all open tasks
 * @throws CancelledError when the check is stopped
 */
async function checkUnlisted(
	{ client, kind, before }: KindCheck,
	listed: readonly Task[],
): Promise<TaskStatus[]> {
	const listedIds = new Set(listed.map(({ taskId }) => taskId));
	const missing = Object.entries(before.open ?? {}).filter(([id]) => !listedIds.has(id));
	const tasks = missing.map(([taskId, created]): WatchedTask => {
		// Lists are searched back to this time. For a task without a time of creation, `created` is when a check first
		// showed it. It was created before that, so the search goes back a day further.
		const createdAfter = created - DAY_SECONDS;
		// By its ID, as if nobody had seen it: a task that the service does not have any more is 'unknown' only then.
		return { kind, taskId, createdAfter, known: { by: 'id' } };
	});
	const statusOf = await watchTasks(client, { tasks });
	return tasks.map(({ taskId }) => statusOf(kind, taskId));
}

/**
 * Warns of the first task in the list that is new and counts as in progress because its status is not documented, or
 * because it is a success without a result; does nothing where there is none. A task that was open at the last check is
 * not new, so that no warning is repeated.
 */
function warnOfOddStatus(
	client: ServiceClient,
	listed: readonly Task[],
	{ open = {} }: Partial<PollState>,
): void {
	const odd = listed.find((task) => {
		const isNew = open[task.taskId] === undefined;
		return isNew && isUnread(task);
	});
	if (!odd) return;
	client.warn(taskPollTriggerMessages.oddStatus(odd.statusUnknownReason ?? '', odd.taskId));
}

/**
 * What is remembered, with the time of a failed first check (`since`) changed from n8n's clock to that of the service,
 * by which tasks are dated. Where n8n's clock is ahead, a task that was created just after that check would otherwise
 * count as older. Without `since`, all stays as it is.
 */
function byServiceClock(
	before: Partial<PollState>,
	{ clockLeadMs }: Pick<ServiceClient, 'clockLeadMs'>,
): Partial<PollState> {
	if (before.since === undefined) return before;
	return { ...before, since: before.since - clockLeadMs / 1000 };
}

/**
 * Reads the list of a kind as far back as new tasks can be. For a kind without a list, there are no tasks.
 *
 * @throws ServiceError where it cannot be read to there; CancelledError when the check is stopped
 */
async function readTaskList({ client, kind, before, now }: KindCheck): Promise<Task[]> {
	const tasks: Task[] = [];
	if (!isListed(kind)) return tasks;
	const pages = pagesBackTo(client, kind.list, { reach: reachOfCheck(before, now) });
	for await (const { records } of pages) tasks.push(...records);
	return tasks;
}

/** How far back the list is read: to the floor; as long as no check has succeeded, to two days before the first one. */
function reachOfCheck({ floor, since }: Partial<PollState>, now: number): Reach {
	// Without an age, the time alone counts.
	if (floor !== undefined) return { createdAfter: floor };
	const firstCheckAt = since ?? now;
	// Of a time and an age, which is counted back from the newest task of the list, the earlier one counts. The age is
	// there because n8n's clock may be ahead of the service's, which the times of the tasks are from.
	return { createdAfter: firstCheckAt - FIRST_CHECK_SECONDS, ageSeconds: FIRST_CHECK_SECONDS };
}
