import type { ServiceClient } from '../service/client';
import { ServiceError, asError } from '../service/failure';
import { pause, throwIfStopped } from '../service/pause';
import { isPassing } from '../service/retry';
import type { TaskKind } from './kind';
import { isFinal, type Task } from './task';

const SHORTEST_INTERVAL_MS = 2_000;
const LONGEST_INTERVAL_MS = 15_000;

/** A look that begins as the time is up still gets the time of one request. */
const LAST_LOOK_MS = 60_000;

export interface WaitSettings {
	/** Longest wait in milliseconds, counted from the call. */
	timeLimitMs: number;
	/** Fixed time between two rounds in milliseconds; without it, it grows with the time waited. */
	intervalMs?: number;
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer?: boolean;
	/** Rounds after which a task that no query has shown is taken as unknown; without it, never. */
	unknownAfter?: number;
}

export interface WaitHooks {
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each round with the number of tasks that are still in progress. */
	onRound?: (pending: number) => void;
}

export interface WaitResult {
	/** The last known form of each task, by id. */
	tasks: Map<string, Task>;
	/** Ids that the service does not know. */
	unknown: Set<string>;
}

/**
 * Waits until all tasks are final or the time is up; one batched query a round.
 *
 * A query that fails for a passing reason does not end the wait.
 *
 * @param ids tasks of one kind
 * @throws ServiceError when the service refuses the query for good; StoppedError when the execution is stopped
 */
export async function waitForTasks(
	client: ServiceClient,
	kind: TaskKind,
	ids: Iterable<string>,
	{ timeLimitMs, intervalMs, mustAnswer = false, unknownAfter = Infinity }: WaitSettings,
	{ onFinal, onRound }: WaitHooks = {},
): Promise<WaitResult> {
	const started = Date.now();
	const pending = new Set(ids);
	const result: WaitResult = { tasks: new Map(), unknown: new Set() };
	const limited = timeLimitMs > 0 ? client.within(timeLimitMs + LAST_LOOK_MS) : client;
	let answered = false;
	for (let round = 1; pending.size > 0; round++) {
		const found = await tryLookUp(limited, kind, [...pending]);
		throwIfStopped(client.signal);
		if (found instanceof ServiceError) {
			if (mustAnswer && !answered && Date.now() - started >= timeLimitMs) throw asError(found);
		} else {
			answered = true;
			const final: Task[] = [];
			for (const id of pending) {
				const task = found.get(id);
				if (task) result.tasks.set(id, task);
				if (task && isFinal(task)) final.push(task);
				if (!task && !result.tasks.has(id) && round >= unknownAfter) result.unknown.add(id);
			}
			for (const { taskId } of final) pending.delete(taskId);
			for (const id of result.unknown) pending.delete(id);
			if (final.length > 0) onFinal?.(final);
		}
		onRound?.(pending.size);
		const elapsed = Date.now() - started;
		if (pending.size === 0 || elapsed >= timeLimitMs) break;
		await pause(
			Math.min(
				Math.max(intervalMs ?? nextInterval(elapsed), kind.shortestIntervalMs ?? 0),
				timeLimitMs - elapsed,
			),
			client.signal,
		);
	}
	return result;
}

/** Short tasks are asked for often, long ones rarely. Both in milliseconds. */
export function nextInterval(elapsedMs: number): number {
	return Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, elapsedMs / 8));
}

async function tryLookUp(
	client: ServiceClient,
	kind: TaskKind,
	ids: string[],
): Promise<Map<string, Task> | ServiceError> {
	try {
		return await kind.lookUp(client, ids);
	} catch (error) {
		if (error instanceof ServiceError && isPassing(error.failure)) return error;
		throw asError(error);
	}
}
