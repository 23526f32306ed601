import { sortBy } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { pagesBackTo } from '../shared/tasks/listing';
import { createdAt, isFinal, isUnread, type Task } from '../shared/model/task';
import { isListed, type TaskKind } from '../shared/model/taskKind';
import { inTime } from '../shared/tasks/states';
import { watchTasks } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';
import { taskPollTriggerMessages } from './taskPollTrigger.messages';
import { ServiceError, explain } from '../shared/api/serviceError';

/** What the trigger remembers of one kind. Times are Unix seconds of the service's clock. */
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
	/** Before there is anything else: when the first check failed, by n8n's clock, as no answer has shown the service's. */
	since?: number;
}

/** How long after its creation a task may first show up in the service's list. */
const LATE_SECONDS = 10 * 60;

/** Age at which an open task is given up: once the service no longer knows it, and at the latest. */
const GIVE_UP_UNKNOWN_SECONDS = 24 * 3600;
const GIVE_UP_SECONDS = 30 * 24 * 3600;

/** Most entries of each list, which bounds the state that n8n stores. */
const MAX_ENTRIES = 5_000;

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
	for (const task of tasks) next.take(task);
	return {
		after: next.after(isCut, unknown),
		// The service lists tasks of the same second from new to old.
		finished: sortBy(next.finished.reverse(), (task) => createdAt(task) ?? 0),
	};
}

/** What is remembered after a check, while its tasks are taken in. */
class NextState {
	/** Those that have finished since the last check, as the service lists them. */
	readonly finished: Task[] = [];

	private readonly done: Map<string, number>;
	private readonly open: Map<string, number>;
	private readonly undatedBefore: Set<string>;
	private readonly undated = new Set<string>();
	private readonly withoutResult: Record<string, number> = {};

	/** The floor of the last check; 0 before the first one. */
	private readonly handled: number;

	private floor: number;

	constructor(
		private readonly before: Partial<PollState>,
		private readonly now: number,
	) {
		this.done = new Map(Object.entries(before.done ?? {}));
		this.open = new Map(Object.entries(before.open ?? {}));
		this.undatedBefore = new Set(before.undated);
		this.handled = before.floor ?? 0;
		this.floor = this.handled;
	}

	take(shown: Task): void {
		const { taskId } = shown;
		const task = this.inTime(shown);
		const created = createdAt(task);
		const isOld = created === undefined ? this.isOldUndated(task) : created < this.handled;
		if (this.done.has(taskId) || (isOld && !this.open.has(taskId))) return;
		if (created !== undefined) this.raiseFloor(created);
		if (!isFinal(task)) {
			// Without a time of its own, it is followed from now on.
			this.open.set(taskId, created ?? this.open.get(taskId) ?? this.now);
			return;
		}
		this.open.delete(taskId);
		if (created !== undefined) this.done.set(taskId, created);
		if (this.isNews(created)) this.finished.push(task);
	}

	/**
	 * @param isCut whether the list was not read to its end
	 * @param unknown open tasks that the service no longer knows
	 */
	after(isCut: boolean, unknown: ReadonlySet<string>): PollState {
		const followed = [...this.open].filter(([id, created]) => {
			const most = unknown.has(id) ? GIVE_UP_UNKNOWN_SECONDS : GIVE_UP_SECONDS;
			return this.now - created <= most;
		});
		const recent = latestFirst([...this.done]);
		const [, dropped = -Infinity] = recent[MAX_ENTRIES] ?? [];
		const floor = Math.max(isCut ? this.handled : this.floor, dropped + 1);
		return {
			floor,
			done: Object.fromEntries(recent.filter(([, created]) => created >= floor)),
			open: Object.fromEntries(latestFirst(followed).slice(0, MAX_ENTRIES)),
			// One answer may lack tasks that the next one shows again.
			undated: [...new Set([...this.undated, ...this.undatedBefore])].slice(0, MAX_ENTRIES),
			withoutResult: this.withoutResult,
		};
	}

	/** A task as it counts now: a success that has lacked its result for long has failed. */
	private inTime(shown: Task): Task {
		const since = this.before.withoutResult?.[shown.taskId] ?? this.now;
		if (shown.state === 'awaitingFile') this.withoutResult[shown.taskId] = since;
		return inTime(shown, since * 1000);
	}

	/** Whether a task without a time was handled before. A finished one is remembered as handled. */
	private isOldUndated(task: Task): boolean {
		// Of more than are remembered, the later ones of the list are old.
		const isFull = this.undated.size >= MAX_ENTRIES;
		if (isFinal(task) && !isFull) this.undated.add(task.taskId);
		return isFull || this.undatedBefore.has(task.taskId);
	}

	/** Only a time of the service's clock says how far its list is handled. */
	private raiseFloor(created: number): void {
		this.floor = Math.max(this.floor, Math.min(created, this.now) - LATE_SECONDS);
	}

	/** Whether a finished task starts the workflow: at the first check, what is finished by then is old. */
	private isNews(created = 0): boolean {
		const { floor, since = Infinity } = this.before;
		return floor !== undefined || created > since;
	}
}

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
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(check: KindCheck) {
	const { client, kind, before, now } = check;
	const { open = {} } = before;
	const { tasks, isCut } = await listSince(check);
	const listed = new Set(tasks.map(({ taskId }) => taskId));
	const missing = Object.entries(open).filter(([id]) => !listed.has(id));
	const statusOf = await watchTasks(client, {
		tasks: missing.map(([taskId, created]) => ({
			kind,
			taskId,
			// Where the service does not tell it, it is the time at which the task was first seen.
			createdAfter: created - GIVE_UP_UNKNOWN_SECONDS,
			known: { by: 'id' },
		})),
	});
	const followed = missing.map(([id]) => statusOf(kind, id));
	const odd = tasks.find(
		(task) => isUnread(task) && task.state === 'inProgress' && open[task.taskId] === undefined,
	);
	if (odd) {
		client.warn(taskPollTriggerMessages.oddStatus(odd.statusUnknownReason ?? '', odd.taskId));
	}
	return nextPollState(byServiceClock(before, client), {
		tasks: [...tasks, ...followed.map(({ task }) => task)],
		unknown: new Set(followed.flatMap(({ is, task }) => (is === 'unknown' ? task.taskId : []))),
		isCut,
		now,
	});
}

/**
 * The same with the time of a failed first check by the service's clock, which the tasks have their times from. Otherwise, what
 * was created after that check would count as older where n8n's clock is ahead.
 */
function byServiceClock(
	before: Partial<PollState>,
	{ clockLeadMs }: Pick<ServiceClient, 'clockLeadMs'>,
): Partial<PollState> {
	if (before.since === undefined) return before;
	return { ...before, since: before.since - clockLeadMs / 1000 };
}

async function listSince({ client, kind, before, now }: KindCheck) {
	const tasks: Task[] = [];
	if (!isListed(kind)) return { tasks, isCut: false };
	const { floor, since = now } = before;
	// The newest task is no younger than the service's clock says, which n8n's may be ahead of.
	const oldest = (newest: number) => floor ?? Math.min(newest, since) - FIRST_CHECK_SECONDS;
	try {
		for await (const { records } of pagesBackTo(client, kind.list, { oldest }))
			tasks.push(...records);
		return { tasks, isCut: false };
	} catch (error) {
		// n8n abandons a check that takes long, and the next one begins anew: what was read counts. Not
		// at first, where what was not read would be new the next time.
		const isFirst = floor === undefined;
		if (isFirst || tasks.length === 0 || !(error instanceof ServiceError)) throw asError(error);
		client.warn(explain(error.failure).title);
		return { tasks, isCut: true };
	}
}
