import type { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { mayPass } from '../service/retry';
import { asError, LAST_CHECK_MS, poll, throwIfStopped } from '../util/async';
import { reasonOf } from './lookUp';
import { isFinal, submittedTask, type Task, type TaskKind } from './task';

const SHORTEST_INTERVAL_MS = 5_000;
const LONGEST_INTERVAL_MS = 15_000;

export interface WaitSettings {
	/** Longest wait in milliseconds, counted from the call. */
	timeLimitMs: number;
	/** Fixed time between two rounds in milliseconds; without it, it grows with the time waited. */
	intervalMs?: number;
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer?: boolean;
	/** Answers after which a task that none has shown counts as unknown; without it, never. */
	unknownAfter?: number;
	/** Tasks that are reported as finished: the wait for one that cannot be read ends as for one that is not shown. */
	reported?: ReadonlySet<string>;
}

interface WaitHooks {
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each round with the number of tasks that are still in progress. */
	onRound?: (pending: number) => void;
	/** Called when the status of tasks cannot be read any more, with the number of them and the first reason. */
	onUnread?: (tasks: number, reason: string) => void;
}

export interface WaitResult {
	/** The latest form of each task, by id. */
	tasks: Map<string, Task>;
	/** Ids that the service does not know. */
	unknown: Set<string>;
}

/**
 * Waits until all tasks are final or the time is up; one batched query a round.
 *
 * A query that fails for a passing reason does not end the wait; tasks whose status it would have read say so.
 *
 * @param ids tasks of one kind
 * @throws ServiceError when the service refuses the query for good; StoppedError when the execution is stopped
 */
export async function waitForTasks(
	client: ServiceClient,
	kind: TaskKind,
	ids: Iterable<string>,
	settings: WaitSettings,
	{ onFinal, onRound, onUnread }: WaitHooks = {},
): Promise<WaitResult> {
	const { timeLimitMs, intervalMs, mustAnswer = false } = settings;
	const awaited = new AwaitedTasks(kind.name, ids, settings);
	if (awaited.isOver) return awaited.result();
	const limited = timeLimitMs > 0 ? client.within(timeLimitMs + LAST_CHECK_MS) : client;
	let answered = false;
	let unreadBefore = 0;
	const check = async (isLast: boolean) => {
		const asked = awaited.next(isLast ? Infinity : kind.mostPerRound);
		const answer = await tryLookUp(limited, kind, asked);
		throwIfStopped(client.signal);
		if (answer instanceof ServiceError) {
			if (mustAnswer && !answered && isLast) throw asError(answer);
			awaited.noteUnread(asked, reasonOf(answer));
		} else {
			answered = true;
			const final = awaited.noteAnswer(asked, answer);
			if (final.length > 0) onFinal?.(final);
		}
		const { length: unread, 0: reason } = awaited.unreadReasons;
		if (unreadBefore === 0 && reason !== undefined) onUnread?.(unread, reason);
		unreadBefore = unread;
		onRound?.(awaited.pending.size);
		return awaited.isOver ? true : undefined;
	};
	await poll(check, {
		timeLimitMs,
		waitMs: (elapsedMs) =>
			Math.max(intervalMs ?? nextInterval(elapsedMs), kind.shortestIntervalMs ?? 0),
		signal: client.signal,
	});
	return awaited.result();
}

const NOT_SHOWN = 'The service responds, but does not show the task';

/** Checks in which a task was not seen. */
interface Misses {
	checks: number;
	/** As ISO 8601. */
	since: string;
}

/** What is known of tasks while they are awaited. */
class AwaitedTasks {
	/** Those that are not final, in the order in which they are asked for. */
	readonly pending: Set<string>;

	private readonly tasks = new Map<string, Task>();

	private readonly unknown = new Set<string>();

	/** Tasks that answers did not show. */
	private readonly missing = new Map<string, Misses>();

	/** Tasks that could not be read when they were last asked for. */
	private readonly unread = new Map<string, Misses & { reason: string }>();

	private readonly unknownAfter: number;

	private readonly reported: ReadonlySet<string>;

	constructor(
		private readonly kind: string,
		ids: Iterable<string>,
		{ unknownAfter = Infinity, reported = new Set() }: WaitSettings,
	) {
		this.pending = new Set(ids);
		this.unknownAfter = unknownAfter;
		this.reported = reported;
	}

	/** Whether there is nothing left to wait for. */
	get isOver(): boolean {
		return [...this.pending].every(
			(id) => this.reported.has(id) && this.isLost(this.unread.get(id)),
		);
	}

	/** Why tasks could not be read when they were last asked for. */
	get unreadReasons(): string[] {
		return [...this.unread.values()].map(({ reason }) => reason);
	}

	/** The tasks to ask for now; the others come first the next time. */
	next(most = Infinity): string[] {
		const ids = [...this.pending].slice(0, most);
		for (const id of ids) {
			this.pending.delete(id);
			this.pending.add(id);
		}
		return ids;
	}

	/** Notes that tasks could not be read. */
	noteUnread(ids: string[], reason: string): void {
		const now = new Date().toISOString();
		for (const id of ids) {
			const { checks, since } = this.unread.get(id) ?? { checks: 0, since: now };
			this.unread.set(id, { checks: checks + 1, since, reason });
		}
	}

	/**
	 * Notes an answer.
	 *
	 * @returns the tasks that have become final
	 */
	noteAnswer(ids: string[], found: Map<string, Task>): Task[] {
		const final: Task[] = [];
		for (const id of ids) {
			const task = found.get(id);
			if (task?.statusUnknownReason !== undefined) {
				this.noteUnread([id], task.statusUnknownReason);
				continue;
			}
			this.unread.delete(id);
			if (task) this.tasks.set(id, task);
			else if (!this.tasks.has(id)) this.noteMissing(id);
			if (task && isFinal(task)) {
				this.pending.delete(id);
				final.push(task);
			}
		}
		return final;
	}

	result(): WaitResult {
		for (const [id, misses] of this.missing) {
			const isOpen = this.pending.has(id) && !this.tasks.has(id) && !this.unread.has(id);
			// One that was just submitted may not be shown at first.
			const isOld = misses.checks > 1 || this.reported.has(id);
			if (isOpen && isOld) this.unread.set(id, { ...misses, reason: NOT_SHOWN });
		}
		for (const [id, { since, reason }] of this.unread) {
			const current = this.tasks.get(id) ?? submittedTask(this.kind, id);
			this.tasks.set(id, { ...current, statusUnknownSince: since, statusUnknownReason: reason });
		}
		return { tasks: this.tasks, unknown: this.unknown };
	}

	private noteMissing(id: string): void {
		const { checks, since } = this.missing.get(id) ?? {
			checks: 0,
			since: new Date().toISOString(),
		};
		const misses = { checks: checks + 1, since };
		this.missing.set(id, misses);
		if (!this.isLost(misses)) return;
		this.unknown.add(id);
		this.pending.delete(id);
	}

	/** Checks in quick succession say no more than one: the list may show a new task a little later. */
	private isLost(misses: Misses | undefined): boolean {
		if (!misses || misses.checks < this.unknownAfter) return false;
		const patienceMs = (this.unknownAfter - 1) * SHORTEST_INTERVAL_MS;
		return Date.now() - Date.parse(misses.since) >= patienceMs;
	}
}

/** The end of a task is noticed within this share of its duration. */
const LATEST_SHARE = 0.05;

/**
 * The time until the next status check, by the time waited so far; both in milliseconds. Never more checks than one every
 * five seconds, and fewer for long tasks.
 */
export function nextInterval(elapsedMs: number): number {
	return Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, elapsedMs * LATEST_SHARE));
}

async function tryLookUp(
	client: ServiceClient,
	kind: TaskKind,
	ids: string[],
): Promise<Map<string, Task> | ServiceError> {
	try {
		return await kind.lookUp(client, ids);
	} catch (error) {
		if (error instanceof ServiceError && mayPass(error.failure)) return error;
		throw asError(error);
	}
}
