import { uniq } from 'lodash';

import type { ServiceClient } from '../api/client';
import { ServiceError } from '../api/serviceError';
import { submittedTask, type Task, taskKey } from '../model/task';
import type { TaskKind, AskedKind } from '../model/taskKind';
import type { StatusOf, WatchedTask } from '../model/taskStatus';
import { asError, CancelledError, mapConcurrent } from '../util/async';
import { AwaitedTask } from './awaitedTask';
import { reasonOf } from './failures';
import { type CommonWait, KindWatch, type WaitSettings } from './kindWatch';

/*
 * Asks the service about tasks of any kinds, once or until they have finished or the time is up. Each kind goes at its
 * own pace (`kindWatch.ts`); what the answers say of one task is noted in `awaitedTask.ts`.
 *
 * A look-up asks about some tasks of a kind once, with as few requests as it takes (`taskLookUp.ts`). A check is a
 * look-up of those that are still open, and notes what it says of each. A watch checks them again and again, until they
 * have finished or the time is up; without a time limit, it checks once.
 */

/** Which tasks are checked, and how: once, unless there is a time limit, which is 0 if not set. */
export interface Watch extends Partial<WaitSettings> {
	/** The tasks to check. Where one is named twice, the first mention counts. */
	tasks: WatchedTask[];
	/**
	 * Whether a question that the service refuses for good ends everything; false if not set, so that it ends only the
	 * wait for its kind.
	 */
	stopOnError?: boolean;
}

/**
 * Asks about tasks until they have finished or the time is up. Without a time limit, they are asked about once; but
 * where an item reports the end of a task, which is to be confirmed, for up to ten seconds.
 *
 * @returns a function that gives what is known of a task; of one that was not to be checked, no more than its kind
 *   and ID
 * @throws CancelledError when the execution is stopped; with `stopOnError` also what ends the wait for a kind
 */
export async function watchTasks(client: ServiceClient, watch: Watch): Promise<StatusOf> {
	const taskByKey = awaitedByKey(watch);
	const errorByKind = await watchEachKind(client, watch, [...taskByKey.values()]);
	return (kind, taskId) => {
		const task = taskByKey.get(keyOf(kind, taskId));
		// Of a task that was not to be checked, nothing but its kind and ID is known.
		if (!task) return { is: 'known', task: submittedTask(kind.name, taskId) };
		return task.status(errorByKind.get(kind.name));
	};
}

/** The tasks to check, by the keys of their kind and ID. Where one is named twice, the first mention counts. */
function awaitedByKey({ tasks, timeLimitMs = 0 }: Watch): Map<string, AwaitedTask> {
	const isAskedOnce = timeLimitMs === 0;
	const byKey = new Map<string, AwaitedTask>();
	for (const watched of tasks) {
		const key = keyOf(watched.kind, watched.taskId);
		if (!byKey.has(key)) byKey.set(key, new AwaitedTask(watched, isAskedOnce));
	}
	return byKey;
}

/**
 * Checks the tasks of all kinds side by side.
 *
 * @returns the errors that have ended waits early, by the name of the kind; a kind whose wait did not end so has no
 *   entry
 * @throws CancelledError when the execution is stopped; with `stopOnError` also what ends the wait for a kind
 */
async function watchEachKind(
	client: ServiceClient,
	watch: Watch,
	tasks: readonly AwaitedTask[],
): Promise<Map<string, unknown>> {
	const { timeLimitMs = 0, answered = {} } = watch;
	const wait: CommonWait = { ...watch, timeLimitMs, answered };
	// Aborted by the first error that is thrown, so that the waits for the other kinds end too. The client's own signal,
	// that of the execution, still holds beside it.
	const halt = new AbortController();
	const clientUntilHalt = client.with({ signal: halt.signal });
	const errorByKind = new Map<string, unknown>();
	const watchKind = async (kind: AskedKind) => {
		const ofKind = tasks.filter(({ watched }) => watched.kind === kind);
		try {
			await new KindWatch(kind, ofKind, wait).run(clientUntilHalt);
		} catch (error) {
			const endsEverything = watch.stopOnError || error instanceof CancelledError;
			if (endsEverything) throw asError(error);
			const reason = error instanceof ServiceError ? reasonOf(error.failure) : String(error);
			client.warn(reason);
			errorByKind.set(kind.name, error);
		}
	};
	const kinds = uniq(tasks.map(({ watched }) => watched.kind));
	await mapConcurrent(kinds, watchKind, { haltOnError: halt });
	return errorByKind;
}

/** The key by which tasks are told apart. It has the kind because two kinds may use the same ID. */
function keyOf(kind: AskedKind, taskId: string): string {
	return taskKey({ taskKind: kind.name, taskId });
}

/**
 * Looks for a task that is of one of several kinds: the service is asked for it once as a task of each kind in turn,
 * until one of them knows it. A task whose status cannot be read is known, too; so is one that was created as of this
 * kind within the last minute, because the service may show it late.
 *
 * @returns the task as the service shows it, or as it was submitted where it is not shown yet; undefined where it is
 *   of none of the kinds
 * @throws ServiceError when the service cannot be asked; CancelledError when the execution is stopped
 */
export async function findTask(
	client: ServiceClient,
	kinds: readonly TaskKind[],
	taskId: string,
): Promise<Task | undefined> {
	for (const kind of kinds) {
		// Nothing is known of the task but its ID.
		const tasks: WatchedTask[] = [{ kind, taskId, known: { by: 'id' } }];
		const statusOf = await watchTasks(client, { tasks, mustAnswer: true, stopOnError: true });
		const status = statusOf(kind, taskId);
		if (status.is === 'unknown') continue;
		return status.task;
	}
	return undefined;
}
