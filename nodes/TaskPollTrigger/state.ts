import isEmpty from 'lodash/isEmpty';
import uniq from 'lodash/uniq';

import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import type { Unreadable } from '../shared/service/pages';
import { shownNumber } from '../shared/service/schemas';
import { pagesBackTo } from '../shared/tasks/list';
import { reasonOf } from '../shared/tasks/lookUp';
import {
	createdAt,
	isFinal,
	isUnread,
	lacksResult,
	type Task,
	type TaskKind,
	type TaskList,
	unreadTask,
	withoutResult as failedWithoutResult,
} from '../shared/tasks/task';
import { WITHOUT_RESULT_MS } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';
import { isoTime } from '../shared/util/format';

/** What the trigger remembers of one kind of task. Times are Unix seconds of the service's clock. */
export interface Ledger {
	/** Tasks created before this time are dealt with, unless they are open. */
	floor: number;
	/** Tasks created since then that are dealt with, with the time of their creation. */
	done: Record<string, number>;
	/** Tasks of any age that were in progress when they were last seen, with the time of their creation. */
	open: Record<string, number>;
	/** Finished tasks without a time of creation that are dealt with; undefined before the first were looked for. */
	undated?: string[];
	/** Since when open tasks report success without a result. */
	withoutResult?: Record<string, number>;
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
const MAX_UNDATED = 5_000;

interface Check {
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
	const undated = undatedSince(before?.undated);
	const withoutResult: Record<string, number> = {};
	let floor = before?.floor ?? 0;
	for (const shown of tasks) {
		const task = inTime(shown, before?.withoutResult, withoutResult, now);
		const dated = createdAt(task);
		// Without a time of its own, a task that is not final is followed from now on, also one that cannot be read.
		const created = dated ?? open.get(task.taskId) ?? (isFinal(task) ? undefined : now);
		const isNew = dated === undefined && isFinal(task) && undated.isNew(task);
		if (created === undefined && isNew) finished.push(task);
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
			undated: undated.known(),
			...(isEmpty(withoutResult) ? {} : { withoutResult }),
		},
		finished: inOrder,
	};
}

/**
 * Finished tasks of which the service does not say when they were created: those of the first check are old. Of a long list
 * only the first ones count, which are the newest, so that none that was forgotten starts again.
 */
function undatedSince(before: readonly string[] | undefined) {
	const dealtWith = new Set(before);
	const seen: string[] = [];
	return {
		isNew({ taskId }: Task): boolean {
			if (seen.length >= MAX_UNDATED) return false;
			seen.push(taskId);
			return before !== undefined && !dealtWith.has(taskId);
		},
		known: () => uniq([...seen, ...dealtWith]).slice(0, MAX_UNDATED),
	};
}

/** A task as it counts now: a success whose result does not come has failed. */
function inTime(
	task: Task,
	before: Readonly<Record<string, number>> = {},
	after: Record<string, number>,
	now: number,
): Task {
	if (!lacksResult(task)) return task;
	const since = (after[task.taskId] = before[task.taskId] ?? now);
	return (now - since) * 1000 < WITHOUT_RESULT_MS ? task : failedWithoutResult(task);
}

function newestFirst(times: Map<string, number>): Array<[string, number]> {
	return [...times].sort(([, a], [, b]) => b - a);
}

/** How far back the first check goes for tasks that are still in progress. */
const FIRST_CHECK_SECONDS = 2 * 24 * 3600;

/**
 * Checks the tasks of one kind and finds those that have finished since the last check.
 *
 * @param before what was remembered; undefined for the first check
 * @param now Unix seconds
 * @param endsAt after which the client gives up, in milliseconds since the epoch
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(
	client: ServiceClient,
	{ list, lookUp }: Pick<TaskKind, 'list' | 'lookUp'>,
	before: Ledger | undefined,
	now: number,
	endsAt = Infinity,
): Promise<{ after: Ledger; finished: Task[] }> {
	const { tasks, incomplete } = list
		? await listSince(client, list, before?.floor, endsAt)
		: { tasks: [], incomplete: false };
	const seen = new Set(tasks.map(({ taskId }) => taskId));
	const missing = Object.keys(before?.open ?? {}).filter((id) => !seen.has(id));
	const found = missing.length > 0 ? await tryLookUp(client, lookUp, missing) : new Map();
	const unknown = new Set(found ? missing.filter((id) => !found.has(id)) : []);
	const check = advance(before, {
		tasks: [...tasks, ...(found?.values() ?? [])],
		unknown,
		incomplete,
		now,
	});
	const undated = check.finished.filter((task) => createdAt(task) === undefined).length;
	if (undated > 0) {
		client.warn?.(
			`The service does not report when ${undated === 1 ? 'a finished task was' : `${undated} finished tasks were`} created; the workflow starts for the ones that were not in the list before`,
		);
	}
	return check;
}

/**
 * The open tasks; undefined when the service cannot be asked about them. That does not affect those of the list, which it
 * has just given: token and address are right.
 */
async function tryLookUp(
	client: ServiceClient,
	lookUp: TaskKind['lookUp'],
	ids: string[],
): Promise<Map<string, Task> | undefined> {
	try {
		return await lookUp(client, ids);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw asError(error);
		client.warn?.(reasonOf(error));
		return undefined;
	}
}

/** How long before the end of its time the client may have given up, as the next try would come too late. */
const GIVES_UP_MS = 30_000;

/** Reads the list as far back as needed. */
async function listSince(
	client: ServiceClient,
	list: TaskList,
	floor: number | undefined,
	endsAt: number,
): Promise<{ tasks: Task[]; incomplete: boolean }> {
	const tasks: Task[] = [];
	let incomplete = false;
	const oldest = (newest: number) => floor ?? newest - FIRST_CHECK_SECONDS;
	try {
		for await (const { records, unreadable } of pagesBackTo(client, list, oldest)) {
			tasks.push(...records);
			for (const odd of unreadable) {
				if (odd.id === undefined) incomplete = true;
				else tasks.push(followed(odd.id, odd));
			}
		}
	} catch (error) {
		// A check that n8n would abandon would begin anew each time: what has been read counts.
		if (
			tasks.length === 0 ||
			Date.now() < endsAt - GIVES_UP_MS ||
			!(error instanceof ServiceError)
		) {
			throw asError(error);
		}
		incomplete = true;
	}
	return { tasks, incomplete };
}

/** A task whose record has a readable id at least. */
function followed(id: string, { raw, problem }: Unreadable): Task {
	const created = shownNumber.parse((raw as { create_time?: unknown } | null)?.create_time);
	return { ...unreadTask('', id, problem), createdAt: isoTime(created) };
}
