import type { ServiceClient } from '../service/client';
import { StoppedError, asError } from '../util/errors';
import type { TaskKind } from '../tasks/kind';
import { runAll } from '../util/runAll';
import { submittedTask, taskKey, type Task } from '../tasks/task';
import { waitForTasks, type WaitResult, type WaitSettings } from '../tasks/wait';

/** A task to check. */
export interface WatchedTask {
	kind: TaskKind;
	taskId: string;
	/** Whether it is reported as finished, so that it is not awaited for long when it cannot be read. */
	isReported?: boolean;
}

/** Tasks to check, and whether a refused query ends everything or only concerns its kind. */
export interface Watch {
	tasks: WatchedTask[];
	settings: WaitSettings;
	stopOnError: boolean;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each check. */
	onRound?: (finished: number, all: number) => void;
	/** Called when the status of tasks cannot be read any more, with the number of them and the first reason. */
	onUnread?: (tasks: number, reason: string) => void;
}

/** What is known of one task after the wait. */
export interface Sighting {
	task: Task;
	/** The service does not know the task. */
	unknown: boolean;
	/** Why the service could not be asked. */
	error?: unknown;
}

/**
 * Waits for tasks of any kinds, each kind at its own pace and with queries for all its tasks together.
 *
 * @returns gives what is known of a task
 * @throws StoppedError when the execution is stopped; with `stopOnError` whatever ends the wait of a kind
 */
export async function watchTasks(
	client: ServiceClient,
	{ tasks, settings, stopOnError, onFinal, onRound, onUnread }: Watch,
): Promise<(kind: TaskKind, taskId: string) => Sighting> {
	const halt = new AbortController();
	const watching = client.until(halt.signal);
	const idsOf = new Map<TaskKind, Set<string>>();
	const keyOf = (kind: TaskKind, taskId: string) => taskKey({ taskKind: kind.name, taskId });
	const open = new Set<string>();
	for (const { kind, taskId, isReported } of tasks) {
		idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(taskId));
		if (!isReported) open.add(keyOf(kind, taskId));
	}
	const all = [...idsOf.values()].reduce((sum, { size }) => sum + size, 0);
	const pending = new Map([...idsOf].map(([kind, { size }]) => [kind, size]));

	const results = new Map<TaskKind, WaitResult>();
	/** What had finished before the wait of its kind failed counts all the same. */
	const finished = new Map<string, Task>();
	const errors = new Map<TaskKind, unknown>();
	const watchKind = async ([kind, ids]: [TaskKind, Set<string>]) => {
		const hooks = {
			onUnread,
			onFinal(final: Task[]) {
				for (const task of final) finished.set(taskKey(task), task);
				onFinal?.(final);
			},
			onRound(left: number) {
				pending.set(kind, left);
				onRound?.(all - [...pending.values()].reduce((sum, count) => sum + count, 0), all);
			},
		};
		const reported = new Set([...ids].filter((id) => !open.has(keyOf(kind, id))));
		try {
			const result = await waitForTasks(watching, kind, ids, { ...settings, reported }, hooks);
			results.set(kind, result);
		} catch (error) {
			if (stopOnError || error instanceof StoppedError) throw asError(error);
			errors.set(kind, error);
		}
	};
	await runAll([...idsOf], watchKind, { haltOnError: halt });

	return (kind, taskId) => {
		const final = finished.get(keyOf(kind, taskId));
		return {
			task: results.get(kind)?.tasks.get(taskId) ?? final ?? submittedTask(kind.name, taskId),
			unknown: results.get(kind)?.unknown.has(taskId) ?? false,
			error: final ? undefined : errors.get(kind),
		};
	};
}
