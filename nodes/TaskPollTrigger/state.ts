import { sortBy } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { pagesBackTo } from '../shared/tasks/lookUp';
import { createdAt, isFinal, isUnread, type Task } from '../shared/model/task';
import type { TaskKind } from '../shared/model/taskKind';
import { inTime } from '../shared/tasks/states';
import { watchTasks } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';
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
	/** Before there is anything else: when the first check failed, by n8n's clock. */
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
export function advance(
	before: Partial<PollState>,
	{ tasks, unknown = new Set(), isCut = false, now }: Check,
) {
	const done = new Map(Object.entries(before.done ?? {}));
	const open = new Map(Object.entries(before.open ?? {}));
	const undatedBefore = new Set(before.undated);
	const undated = new Set<string>();
	const withoutResult: Record<string, number> = {};
	const finished: Task[] = [];
	const { floor: handled = 0, since: begun = Infinity } = before;
	let floor = handled;
	for (const shown of tasks) {
		const { taskId } = shown;
		const since = before.withoutResult?.[taskId] ?? now;
		if (shown.state === 'awaitingFile') withoutResult[taskId] = since;
		const task = inTime(shown, since * 1000);
		const created = createdAt(task);
		// Of more than are remembered, the later ones of the list are old.
		const isFull = undated.size >= MAX_ENTRIES;
		const isOld = created === undefined ? isFull || undatedBefore.has(taskId) : created < handled;
		if (created === undefined && isFinal(task) && !isFull) undated.add(taskId);
		if (done.has(taskId) || (isOld && !open.has(taskId))) continue;
		// Only a time of the service's clock says how far its list is handled.
		if (created !== undefined) floor = Math.max(floor, Math.min(created, now) - LATE_SECONDS);
		if (!isFinal(task)) {
			// Without a time of its own, it is followed from now on.
			open.set(taskId, created ?? open.get(taskId) ?? now);
			continue;
		}
		open.delete(taskId);
		if (created !== undefined) done.set(taskId, created);
		if (before.floor !== undefined || (created ?? 0) > begun) finished.push(task);
	}
	if (isCut) floor = handled;
	const followed = [...open].filter(([id, created]) => {
		const age = now - created;
		return age <= (unknown.has(id) ? GIVE_UP_UNKNOWN_SECONDS : GIVE_UP_SECONDS);
	});
	const recent = newestFirst([...done]);
	const [, dropped = -Infinity] = recent[MAX_ENTRIES] ?? [];
	floor = Math.max(floor, dropped + 1);
	return {
		after: {
			floor,
			done: Object.fromEntries(recent.filter(([, created]) => created >= floor)),
			open: Object.fromEntries(newestFirst(followed).slice(0, MAX_ENTRIES)),
			// One answer may lack tasks that the next one shows again.
			undated: [...new Set([...undated, ...undatedBefore])].slice(0, MAX_ENTRIES),
			withoutResult,
		},
		// The service lists tasks of the same second from new to old.
		finished: sortBy(finished.reverse(), (task) => createdAt(task) ?? 0),
	};
}

function newestFirst(times: Array<[string, number]>): Array<[string, number]> {
	return sortBy(times, ([, time]) => -time);
}

/** How far back the first check goes for tasks that are still in progress. */
const FIRST_CHECK_SECONDS = 2 * 24 * 3600;

/**
 * Checks the tasks of one kind and finds those that have finished since the last check.
 *
 * @param now Unix seconds
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(
	client: ServiceClient,
	kind: TaskKind,
	before: Partial<PollState>,
	now: number,
) {
	const { floor = (before.since ?? now) - FIRST_CHECK_SECONDS, open = {} } = before;
	const { tasks, isCut } = await listSince(client, kind, floor, before.floor === undefined);
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
		client.warn(`${odd.statusUnknownReason}. It counts as in progress. Task ID: ${odd.taskId}`);
	}
	return advance(before, {
		tasks: [...tasks, ...followed.map(({ task }) => task)],
		unknown: new Set(followed.flatMap(({ is, task }) => (is === 'unknown' ? task.taskId : []))),
		isCut,
		now,
	});
}

async function listSince(
	client: ServiceClient,
	{ list }: TaskKind,
	floor: number,
	isFirst: boolean,
) {
	const tasks: Task[] = [];
	if (!list) return { tasks, isCut: false };
	try {
		for await (const { records } of pagesBackTo(client, list, floor)) tasks.push(...records);
		return { tasks, isCut: false };
	} catch (error) {
		// n8n abandons a check that takes long, and the next one begins anew: what was read counts. Not
		// at first, where what was not read would be new the next time.
		if (isFirst || tasks.length === 0 || !(error instanceof ServiceError)) throw asError(error);
		client.warn(explain(error.failure).title);
		return { tasks, isCut: true };
	}
}
