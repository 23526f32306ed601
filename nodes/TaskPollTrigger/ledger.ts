import { createdAt, isFinal, isUnread, type Task } from '../shared/tasks/task';

/** What the trigger remembers of one kind of task. Times are Unix seconds of the service's clock. */
export interface Ledger {
	/** Tasks created before this time are dealt with, unless they are open. */
	floor: number;
	/** Tasks created since then that are dealt with, with the time of their creation. */
	done: Record<string, number>;
	/** Tasks of any age that were in progress when they were last seen, with the time of their creation. */
	open: Record<string, number>;
}

/** How long after its creation a task may first show up in the service's list. */
const LATE_SECONDS = 10 * 60;

/** How far back tasks are still expected where the list holds records that cannot be told apart. */
const LATE_WHEN_UNREADABLE_SECONDS = 24 * 3600;

/** Age at which an open task is given up: once the service no longer knows it, and at the latest. */
const GIVE_UP_UNKNOWN_SECONDS = 24 * 3600;
const GIVE_UP_SECONDS = 30 * 24 * 3600;

/** Most entries, which bounds the state that n8n stores. */
export const MOST_DONE = 5_000;
export const MOST_OPEN = 5_000;

export interface Check {
	/** All tasks of the list since the floor, and the open ones, as they are now. */
	tasks: Iterable<Task>;
	/** Open tasks that the service no longer knows. */
	unknown?: ReadonlySet<string>;
	/** Whether there are records of which not even the ID can be read: any task may be one of them. */
	incomplete?: boolean;
	/** Unix seconds of n8n's clock; a task that seems to come from the future moves nothing. */
	now: number;
}

/**
 * Continues from one check of the service's tasks to the next.
 *
 * @param before undefined for the first check: what is finished by then is old
 * @returns the tasks that have finished, each once over all checks, the oldest first
 */
export function advance(
	before: Ledger | undefined,
	{ tasks, unknown = new Set(), incomplete = false, now }: Check,
): { after: Ledger; finished: Task[] } {
	const done = new Map(Object.entries(before?.done ?? {}));
	const open = new Map(Object.entries(before?.open ?? {}));
	const finished: Task[] = [];
	let floor = before?.floor ?? 0;
	for (const task of tasks) {
		const dated = createdAt(task);
		// Without a time of its own, a task that is not final is followed from now on, also one that cannot be read.
		const created = dated ?? open.get(task.taskId) ?? (isFinal(task) ? undefined : now);
		if (created === undefined || done.has(task.taskId)) continue;
		if (before && created < before.floor && !open.has(task.taskId)) continue;
		// Only a time of the service's clock says how far its list is dealt with.
		if (dated !== undefined && !isUnread(task))
			floor = Math.max(floor, Math.min(dated, now) - LATE_SECONDS);
		if (!isFinal(task)) {
			open.set(task.taskId, created);
			continue;
		}
		open.delete(task.taskId);
		done.set(task.taskId, created);
		if (before) finished.push(task);
	}
	if (incomplete) {
		floor = Math.min(floor, Math.max(before?.floor ?? 0, now - LATE_WHEN_UNREADABLE_SECONDS));
	}
	for (const [id, created] of open) {
		const age = now - created;
		if (age > GIVE_UP_SECONDS || (unknown.has(id) && age > GIVE_UP_UNKNOWN_SECONDS))
			open.delete(id);
	}
	const recent = newestFirst(done);
	const dropped = recent[MOST_DONE];
	if (dropped) floor = Math.max(floor, dropped[1] + 1);
	// The service lists tasks of the same second from new to old.
	const inOrder = finished.reverse().sort((a, b) => (createdAt(a) ?? 0) - (createdAt(b) ?? 0));
	return {
		after: {
			floor,
			done: Object.fromEntries(recent.filter(([, created]) => created >= floor)),
			open: Object.fromEntries(newestFirst(open).slice(0, MOST_OPEN)),
		},
		finished: inOrder,
	};
}

function newestFirst(times: Map<string, number>): Array<[string, number]> {
	return [...times].sort(([, a], [, b]) => b - a);
}
