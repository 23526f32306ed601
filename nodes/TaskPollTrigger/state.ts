import isEmpty from 'lodash/isEmpty';
import partition from 'lodash/partition';
import sortBy from 'lodash/sortBy';
import uniq from 'lodash/uniq';

import type { ServiceClient } from '../shared/service/client';
import { ServiceError } from '../shared/service/failure';
import { explain } from '../shared/service/messages';
import { pagesBackTo } from '../shared/tasks/lookUp';
import {
	createdAt,
	isFinal,
	isUnread,
	lacksResult,
	type Task,
	type TaskKind,
} from '../shared/tasks/task';
import { inTime, type TaskStatus, TaskWatch } from '../shared/tasks/watch';
import { asError } from '../shared/util/async';

/** What the trigger remembers of one kind. Times are Unix seconds of the service's clock. */
export interface PollState {
	/** Tasks created before this time are handled, unless they are open. */
	floor: number;
	/** Tasks created since then that are handled, with the time of their creation. */
	done: Record<string, number>;
	/** Tasks that were in progress when they were last seen, with the time of their creation. */
	open: Record<string, number>;
	/** Handled tasks without a time of creation; undefined before the first were looked for. */
	undated?: string[];
	/** Since when open tasks report success without a result. */
	withoutResult?: Record<string, number>;
}

/** How long after its creation a task may first show up in the service's list. */
const LATE_SECONDS = 10 * 60;

/** Age at which an open task is given up: once the service no longer knows it, and at the latest. */
const GIVE_UP_UNKNOWN_SECONDS = 24 * 3600;
const GIVE_UP_SECONDS = 30 * 24 * 3600;

/** Most entries of each list, which bounds the state that n8n stores. */
export const MAX_ENTRIES = 5_000;

interface Check {
	/** All tasks of the list since the floor, and the open ones, as they are now. */
	tasks: Iterable<Task>;
	/** Open tasks that the service no longer knows. */
	unknown?: ReadonlySet<string>;
	/** Whether the list was not read to its end, so that older tasks are still expected. */
	isCut?: boolean;
	/** Unix seconds of n8n's clock; a task that seems to come from the future moves nothing. */
	now: number;
}

/** What is remembered for the next check, and the tasks that have finished, the oldest first. */
interface Checked {
	after: PollState;
	finished: Task[];
}

/**
 * Continues from one check of the service's tasks to the next.
 *
 * @param before undefined for the first check: what is finished by then is old
 * @returns each finished task once over all checks
 */
export function advance(
	before: PollState | undefined,
	{ tasks, unknown = new Set(), isCut = false, now }: Check,
): Checked {
	const done = new Map(Object.entries(before?.done ?? {}));
	const open = new Map(Object.entries(before?.open ?? {}));
	const finished: Task[] = [];
	const handled = new Set(before?.undated);
	const undated: string[] = [];
	const withoutResult: Record<string, number> = {};
	let floor = before?.floor ?? 0;
	for (const shown of tasks) {
		const since = lacksResult(shown) ? (before?.withoutResult?.[shown.taskId] ?? now) : Infinity;
		if (since < Infinity) withoutResult[shown.taskId] = since;
		const task = inTime(shown, since * 1000);
		const dated = createdAt(task);
		// Without a time of its own, a task that is not final is followed from now on.
		const created = dated ?? open.get(task.taskId) ?? (isFinal(task) ? undefined : now);
		// Of a long list only the first ones count, which are the newest, so that none that was
		// forgotten starts again. Those of the first check are old.
		const counts = dated === undefined && isFinal(task) && undated.length < MAX_ENTRIES;
		if (counts) undated.push(task.taskId);
		const isNew = counts && before?.undated && !handled.has(task.taskId);
		if (created === undefined && isNew) finished.push(task);
		if (created === undefined || done.has(task.taskId)) continue;
		if (before && created < before.floor && !open.has(task.taskId)) continue;
		// Only a time of the service's clock says how far its list is handled.
		if (dated !== undefined) floor = Math.max(floor, Math.min(dated, now) - LATE_SECONDS);
		if (!isFinal(task)) {
			open.set(task.taskId, created);
			continue;
		}
		open.delete(task.taskId);
		done.set(task.taskId, created);
		if (before) finished.push(task);
	}
	if (before && isCut) floor = before.floor;
	const followed = [...open].filter(([id, created]) => {
		const age = now - created;
		return age <= (unknown.has(id) ? GIVE_UP_UNKNOWN_SECONDS : GIVE_UP_SECONDS);
	});
	const recent = newestFirst([...done]);
	const dropped = recent[MAX_ENTRIES];
	if (dropped) floor = Math.max(floor, dropped[1] + 1);
	return {
		after: {
			floor,
			done: Object.fromEntries(recent.filter(([, created]) => created >= floor)),
			open: Object.fromEntries(newestFirst(followed).slice(0, MAX_ENTRIES)),
			undated: uniq([...undated, ...handled]).slice(0, MAX_ENTRIES),
			...(isEmpty(withoutResult) ? {} : { withoutResult }),
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
 * @param before what was remembered; undefined for the first check
 * @param now Unix seconds
 * @param endsAt after which the client gives up, in milliseconds since the epoch
 * @throws ServiceError when the list cannot be read; nothing is forgotten then
 */
export async function findFinished(
	client: ServiceClient,
	kind: TaskKind,
	before: PollState | undefined,
	now: number,
	endsAt = Infinity,
): Promise<Checked> {
	const floor = before?.floor ?? now - FIRST_CHECK_SECONDS;
	const { tasks, isCut } = await listSince(client, kind, floor, endsAt);
	const listed = new Set(tasks.map(({ taskId }) => taskId));
	const missing = Object.entries(before?.open ?? {}).filter(([id]) => !listed.has(id));
	const [unknown, known] = partition(
		await lookUpOpen(client, kind, missing),
		({ is }) => is === 'unknown',
	);
	const check = advance(before, {
		tasks: [...tasks, ...known.map(({ task }) => task)],
		unknown: new Set(unknown.map(({ task }) => task.taskId)),
		isCut,
		now,
	});
	const isNew = ({ taskId }: Task) => before?.open[taskId] === undefined;
	const odd = tasks.find((task) => isUnread(task) && !lacksResult(task) && isNew(task));
	if (odd) {
		client.warn?.(`${odd.statusUnknownReason}. It counts as in progress. Task ID: ${odd.taskId}`);
	}
	const undated = check.finished.filter((task) => createdAt(task) === undefined).length;
	if (undated > 0) {
		client.warn?.(
			`The service does not report when ${undated === 1 ? 'a finished task was' : `${undated} finished tasks were`} created; the workflow starts for the ones that were not in the list before`,
		);
	}
	return check;
}

/** Asks once about open tasks that the list does not show. */
async function lookUpOpen(
	client: ServiceClient,
	kind: TaskKind,
	open: Array<[id: string, created: number]>,
): Promise<TaskStatus[]> {
	const watch = new TaskWatch(client, {
		tasks: open.map(([taskId, created]) => ({
			kind,
			taskId,
			// Where the service does not tell it, it is the time at which the task was first seen.
			createdAfter: created - GIVE_UP_UNKNOWN_SECONDS,
		})),
		mayBeUnknown: true,
	});
	const statusOf = await watch.run();
	const found = open.map(([id]) => statusOf(kind, id));
	const { error } = found.find((one) => one.error !== undefined) ?? {};
	if (error instanceof ServiceError) client.warn?.(explain(error.failure).title);
	else if (error !== undefined) throw asError(error);
	return found;
}

/** So long before the end of its time the client may give up: a further try would come too late. */
const GIVES_UP_MS = 30_000;

/** Reads the list as far back as needed. */
async function listSince(
	client: ServiceClient,
	{ list }: TaskKind,
	floor: number,
	endsAt: number,
): Promise<{ tasks: Task[]; isCut: boolean }> {
	const tasks: Task[] = [];
	if (!list) return { tasks, isCut: false };
	try {
		for await (const { records } of pagesBackTo(client, list, floor)) tasks.push(...records);
	} catch (error) {
		// A check that n8n would abandon would begin anew each time: what has been read counts.
		const isCut = tasks.length > 0 && Date.now() >= endsAt - GIVES_UP_MS;
		if (!isCut || !(error instanceof ServiceError)) throw asError(error);
		return { tasks, isCut };
	}
	return { tasks, isCut: false };
}
