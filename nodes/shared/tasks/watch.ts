import { uniq } from 'lodash';

import type { ServiceClient } from '../api/client';
import { submittedTask, type Task, taskKey } from '../model/task';
import type { TaskKind, TaskQuery } from '../model/taskKind';
import type { AnsweredKinds, StatusOf, TaskStatus, WatchedTask } from '../model/taskStatus';
import { asError, CancelledError, mapConcurrent } from '../util/async';
import { reasonOf } from './failures';
import { KindWatch } from './kindWatch';
import { Watched } from './watched';
import { ServiceError } from '../api/serviceError';

/*
 * Asks the service about tasks of any kinds, once or until they have finished or the time is up. Each kind goes at its own pace
 * (`kindWatch.ts`); what the answers say of one task is noted in `watched.ts`.
 */

export interface WaitSettings {
	/** Longest wait in milliseconds, counted from the call; 0 for one check. */
	timeLimitMs: number;
	/** Fixed time between two checks in milliseconds; without it, it grows with the time waited. */
	intervalMs?: number;
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer?: boolean;
	/** The kinds that have answered in earlier rounds of this wait; those of this round are added. */
	answered?: AnsweredKinds;
}

/** Tasks to check, once unless there is a time limit. */
export interface Watch extends Partial<WaitSettings> {
	tasks: WatchedTask[];
	/** Whether a refused query ends everything; otherwise, it only concerns its kind. */
	stopOnError?: boolean;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	onRound?: (finished: number, all: number) => void;
}

/**
 * Asks about tasks until they have finished or the time is up; once, where there is no time limit.
 *
 * @returns gives what is known of a task
 * @throws CancelledError when the execution is stopped; with `stopOnError` what ends a kind's wait
 */
export async function watchTasks(client: ServiceClient, watch: Watch): Promise<StatusOf> {
	const { timeLimitMs = 0, intervalMs, mustAnswer = false, answered = {} } = watch;
	const tasks = new Map<string, Watched>();
	for (const watched of watch.tasks) {
		const key = taskKey({ taskKind: watched.kind.name, taskId: watched.taskId });
		if (!tasks.has(key)) tasks.set(key, new Watched(watched, timeLimitMs));
	}
	const all = [...tasks.values()];
	const wait = {
		timeLimitMs,
		intervalMs,
		mustAnswer,
		answered,
		afterRound(final: Task[]) {
			watch.onFinal?.(final);
			watch.onRound?.(all.filter(({ isOpen }) => !isOpen).length, all.length);
		},
	};
	const errors = new Map<TaskQuery, unknown>();
	const halt = new AbortController();
	const halted = client.with({ signal: halt.signal });
	const watchKind = async (kind: TaskQuery) => {
		try {
			const own = all.filter(({ watched }) => watched.kind === kind);
			await new KindWatch(kind, own, wait).run(halted);
		} catch (error) {
			if (watch.stopOnError || error instanceof CancelledError) throw asError(error);
			client.warn(error instanceof ServiceError ? reasonOf(error.failure) : String(error));
			errors.set(kind, error);
		}
	};
	const kinds = uniq(all.map(({ watched }) => watched.kind));
	await mapConcurrent(kinds, watchKind, { haltOnError: halt });
	return (kind, taskId): TaskStatus => {
		const watched = tasks.get(taskKey({ taskKind: kind.name, taskId }));
		if (!watched) return { is: 'seen', task: submittedTask(kind.name, taskId) };
		return watched.status(errors.get(watched.watched.kind));
	};
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
