import { uniq } from 'lodash';

import type { ServiceClient } from '../api/client';
import { ServiceError } from '../api/serviceError';
import { submittedTask, type Task, taskKey } from '../model/task';
import type { TaskKind, TaskQuery } from '../model/taskKind';
import type { StatusOf, WatchedTask } from '../model/taskStatus';
import { asError, CancelledError, mapConcurrent } from '../util/async';
import { AwaitedTask } from './awaitedTask';
import { reasonOf } from './failures';
import { type CommonWait, KindWatch, type WaitSettings } from './kindWatch';

/*
 * Asks the service about tasks of any kinds, once or until they have finished or the time is up. Each kind goes at its
 * own pace (`kindWatch.ts`); what the answers say of one task is noted in `awaitedTask.ts`.
 */

/** Which tasks are checked, and how: once, unless there is a time limit. */
export interface Watch extends Partial<WaitSettings> {
	/** The tasks to check. Where one is named twice, the first mention counts. */
	tasks: WatchedTask[];
	/**
	 * Whether a question that the service refuses for good ends everything; false if not set, so that it ends only the
	 * wait for its kind.
	 */
	stopOnError?: boolean;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/**
	 * Called after each check of a kind: how many tasks of any kind are no longer open, and how many there are in all.
	 */
	onRound?: (finished: number, all: number) => void;
}

/**
 * Asks about tasks until they have finished or the time is up. Without a time limit, they are asked about once; but
 * where an item reports the end of a task, which is to be confirmed, for up to ten seconds.
 *
 * @returns a function that gives what is known of a task
 * @throws CancelledError when the execution is stopped; with `stopOnError` also what ends the wait for a kind
 */
export async function watchTasks(client: ServiceClient, watch: Watch): Promise<StatusOf> {
	const taskByKey = awaitedByKey(watch);
	const errorByKind = await watchEachKind(client, watch, [...taskByKey.values()]);
	return (kind, taskId) => {
		const task = taskByKey.get(keyOf(kind, taskId));
		// Nothing but the ID is known of a task that was not to be checked.
		if (!task) return { is: 'seen', task: submittedTask(kind.name, taskId) };
		return task.status(errorByKind.get(kind.name));
	};
}

/** The tasks to check, by the keys of their kind and ID. Where one is named twice, the first mention counts. */
function awaitedByKey({ tasks, timeLimitMs = 0 }: Watch): Map<string, AwaitedTask> {
	const isAskedOnce = timeLimitMs === 0;
	const byKey = new Map<string, AwaitedTask>();
	for (const asked of tasks) {
		const key = keyOf(asked.kind, asked.taskId);
		if (!byKey.has(key)) byKey.set(key, new AwaitedTask(asked, isAskedOnce));
	}
	return byKey;
}

/**
 * Checks the tasks of all kinds side by side.
 *
 * @returns the errors that have ended waits early, by the kind; a kind whose wait was not ended has no entry
 * @throws CancelledError when the execution is stopped; with `stopOnError` also what ends the wait for a kind
 */
async function watchEachKind(
	client: ServiceClient,
	watch: Watch,
	tasks: readonly AwaitedTask[],
): Promise<Map<string, unknown>> {
	const wait = settingsOfWait(watch, tasks);
	// Aborted by the first error that is thrown, so that the waits for the other kinds end too. The client's own signal,
	// that of the execution, still holds beside it.
	const halt = new AbortController();
	const clientUntilHalt = client.with({ signal: halt.signal });
	const errorByKind = new Map<string, unknown>();
	const watchKind = async (kind: TaskQuery) => {
		const ofKind = tasks.filter(({ asked }) => asked.kind === kind);
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
	const kinds = uniq(tasks.map(({ asked }) => asked.kind));
	await mapConcurrent(kinds, watchKind, { haltOnError: halt });
	return errorByKind;
}

/**
 * What the waits for all kinds have in common: the settings of the caller, and what follows each check. Then the caller
 * is told which tasks have just finished, and how many of all kinds are no longer open.
 */
function settingsOfWait(watch: Watch, tasks: readonly AwaitedTask[]): CommonWait {
	const { timeLimitMs = 0, intervalMs, mustAnswer, answered = {} } = watch;
	return {
		timeLimitMs,
		intervalMs,
		mustAnswer,
		answered,
		afterRound(justFinished) {
			watch.onFinal?.(justFinished);
			const open = tasks.filter(({ isOpen }) => isOpen);
			watch.onRound?.(tasks.length - open.length, tasks.length);
		},
	};
}

/** The key by which tasks are told apart. It has the kind because two kinds may use the same ID. */
function keyOf(kind: TaskQuery, taskId: string): string {
	return taskKey({ taskKind: kind.name, taskId });
}

/**
 * Looks for a task that is of one of several kinds: asks once about each kind in turn, until one has the task.
 *
 * @returns the task as the service shows it; as it was submitted, where it was created within the last minute and is
 *   not shown yet; undefined where it is of none of the kinds
 * @throws ServiceError when the service cannot be asked
 */
export async function findTask(
	client: ServiceClient,
	kinds: readonly TaskKind[],
	taskId: string,
): Promise<Task | undefined> {
	for (const kind of kinds) {
		const tasks: WatchedTask[] = [{ kind, taskId, known: { by: 'id' } }];
		const statusOf = await watchTasks(client, { tasks, mustAnswer: true, stopOnError: true });
		const status = statusOf(kind, taskId);
		if (status.is !== 'unknown') return status.task;
	}
	return undefined;
}
