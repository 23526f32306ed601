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
 * Asks the service about tasks of any kinds, once or until they have finished or the time is up. Each kind goes at its own pace
 * (`kindWatch.ts`); what the answers say of one task is noted in `awaitedTask.ts`.
 */

/** Tasks to check, once unless there is a time limit. */
export interface Watch extends Partial<WaitSettings> {
	/** Of a task that is named twice, what was said first counts. */
	tasks: WatchedTask[];
	/** Whether a refused question ends everything; otherwise, it only concerns its kind. */
	stopOnError?: boolean;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each check of a kind with how many tasks are no longer open, of all of them. */
	onRound?: (finished: number, all: number) => void;
}

/**
 * Asks about tasks until they have finished or the time is up; once, where there is no time limit.
 *
 * @returns gives what is known of a task
 * @throws CancelledError when the execution is stopped; with `stopOnError` also what ends the wait for a kind
 */
export async function watchTasks(client: ServiceClient, watch: Watch): Promise<StatusOf> {
	const { timeLimitMs = 0, intervalMs, mustAnswer, answered = {}, stopOnError } = watch;
	const taskByKey = new Map<string, AwaitedTask>();
	for (const asked of watch.tasks) {
		const key = keyOf(asked.kind, asked.taskId);
		if (!taskByKey.has(key)) taskByKey.set(key, new AwaitedTask(asked, timeLimitMs === 0));
	}
	const all = [...taskByKey.values()];
	const wait: CommonWait = {
		timeLimitMs,
		intervalMs,
		mustAnswer,
		answered,
		afterRound(finished) {
			watch.onFinal?.(finished);
			const open = all.filter(({ isOpen }) => isOpen);
			watch.onRound?.(all.length - open.length, all.length);
		},
	};
	const halt = new AbortController();
	const haltable = client.with({ signal: halt.signal });
	const errorOfKind = new Map<TaskQuery, unknown>();
	const watchKind = async (kind: TaskQuery) => {
		const tasks = all.filter(({ asked }) => asked.kind === kind);
		try {
			await new KindWatch(kind, tasks, wait).run(haltable);
		} catch (error) {
			if (stopOnError || error instanceof CancelledError) throw asError(error);
			client.warn(error instanceof ServiceError ? reasonOf(error.failure) : String(error));
			errorOfKind.set(kind, error);
		}
	};
	const kinds = uniq(all.map(({ asked }) => asked.kind));
	await mapConcurrent(kinds, watchKind, { haltOnError: halt });
	return (kind, taskId) => {
		const task = taskByKey.get(keyOf(kind, taskId));
		// Of a task that was not to be checked, nothing is known but its ID.
		if (!task) return { is: 'seen', task: submittedTask(kind.name, taskId) };
		return task.status(errorOfKind.get(task.asked.kind));
	};
}

/** Tells tasks apart: two kinds may use the same ID. */
function keyOf(kind: TaskQuery, taskId: string): string {
	return taskKey({ taskKind: kind.name, taskId });
}

/**
 * Asks once for a task of one of these kinds; undefined when the service has none with the ID.
 *
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
