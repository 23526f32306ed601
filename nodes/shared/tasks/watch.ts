import min from 'lodash/min';

import type { ServiceClient } from '../service/client';
import { type Failure, ServiceError } from '../service/failure';
import { keepsWaiting } from '../service/retry';
import {
	asError,
	CancelledError,
	LAST_CHECK_MS,
	mapConcurrent,
	poll,
	throwIfCancelled,
} from '../util/async';
import { reasonOf } from './lookUp';
import {
	createdAt,
	isFinal,
	isUnread,
	lacksResult,
	submittedTask,
	type Task,
	taskKey,
	type TaskKind,
	withoutResult,
} from './task';

const MIN_INTERVAL_MS = 5_000;
const MAX_INTERVAL_MS = 15_000;

/** How long a task may be missing that was never shown, as a list may show a new one late. */
const UNKNOWN_AFTER_MS = 60_000;

/** How long a refusal for good is doubted, where the service has answered before. */
const DOUBTED_MS = 5 * 60_000;

/** How long a success may come without its result file. */
const WITHOUT_RESULT_MS = 2 * 60_000;

/** How long a task that is reported as finished is asked for while it cannot be read. */
const REPORTED_MS = 10_000;

export interface WaitSettings {
	/** Longest wait in milliseconds, counted from the call; 0 for one check. */
	timeLimitMs: number;
	/** Fixed time between two checks in milliseconds; without it, it grows with the time waited. */
	intervalMs?: number;
	/** Longest time for one check in milliseconds, besides that of each question. */
	checkLimitMs?: number;
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer?: boolean;
	/** Whether a task that was never shown becomes unknown: after a minute, in one check at once. */
	mayBeUnknown?: boolean;
}

/** A task to check, and what is known of it before. */
export interface WatchedTask {
	kind: TaskKind;
	taskId: string;
	/** Whether it is reported as finished: it is not awaited for long when it cannot be read. */
	isReported?: boolean;
	/** Whether the service has shown it before, so that it is not unknown. */
	wasSeen?: boolean;
	/** As an earlier round of the same wait has left it. */
	earlier?: Task;
	/** When the first of several rounds began, in milliseconds since the epoch. */
	awaitedSince?: number;
	/** Unix seconds before which it was not created. */
	createdAfter?: number;
}

/** Tasks to check, and whether a refused query ends everything or only concerns its kind. */
export interface Watch {
	tasks: WatchedTask[];
	settings: WaitSettings;
	stopOnError: boolean;
	/**
	 * Of this wait and its earlier rounds, by the name of a kind whose path, address and token have
	 * answered: since when, in milliseconds, the answers say what waiting cannot change, or null.
	 */
	answered?: Record<string, number | null>;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each check. */
	onRound?: (finished: number, all: number) => void;
	/** Called when tasks cannot be read any more, with their number and the first reason. */
	onUnread?: (tasks: number, reason: string) => void;
}

/** What is known of a task. One that is unread says since when and why. */
export interface TaskStatus {
	is: 'seen' | 'unread' | 'unknown';
	task: Task;
	/** Why the service could not be asked. */
	error?: unknown;
	/** How the service denied to have it. */
	denial?: Failure;
}

export type StatusOf = (kind: TaskKind, taskId: string) => TaskStatus;

/**
 * Asks about tasks of any kinds until they have finished or the time is up, each kind at its own
 * pace and with queries for all its tasks together.
 *
 * What has answered once is not called unknown or wrong for a later answer: such a task, path,
 * address or token cannot be read for now, and only time decides.
 */
export class TaskWatch {
	private readonly tasks = new Map<string, Watched>();

	private readonly errors = new Map<TaskKind, unknown>();

	private readonly answered: NonNullable<Watch['answered']>;

	constructor(
		private readonly client: ServiceClient,
		private readonly watch: Watch,
	) {
		this.answered = watch.answered ?? {};
		for (const watched of watch.tasks) {
			const key = taskKey({ taskKind: watched.kind.name, taskId: watched.taskId });
			if (!this.tasks.has(key)) this.tasks.set(key, new Watched(watched, watch.settings));
		}
	}

	/**
	 * @returns gives what is known of a task
	 * @throws CancelledError when the execution is stopped; with `stopOnError` what ends a kind's wait
	 */
	async run(): Promise<StatusOf> {
		const halt = new AbortController();
		const client = this.client.until(halt.signal);
		const watchKind = async (kind: TaskKind) => {
			try {
				await this.watchKind(kind, client);
			} catch (error) {
				if (this.watch.stopOnError || error instanceof CancelledError) throw asError(error);
				this.errors.set(kind, error);
			}
		};
		const kinds = new Set([...this.tasks.values()].map(({ watched }) => watched.kind));
		await mapConcurrent([...kinds], watchKind, { haltOnError: halt });
		return (kind, taskId) => {
			const status = this.tasks.get(taskKey({ taskKind: kind.name, taskId }))?.status();
			if (!status) return { is: 'seen', task: submittedTask(kind.name, taskId) };
			// What had finished before the wait of its kind failed counts all the same.
			return isFinal(status.task) ? status : { ...status, error: this.errors.get(kind) };
		};
	}

	/** Asks about the tasks of one kind, one batched query a round. */
	private async watchKind(kind: TaskKind, client: ServiceClient): Promise<void> {
		const { settings, onFinal, onRound, onUnread } = this.watch;
		const { timeLimitMs, intervalMs, checkLimitMs } = settings;
		const limited = timeLimitMs > 0 ? client.within(timeLimitMs + LAST_CHECK_MS) : client;
		const all = [...this.tasks.values()];
		const open = new Set(all.filter(({ watched }) => watched.kind === kind));
		let unreadBefore = 0;
		const check = async (isLast: boolean) => {
			const asked = [...open].slice(0, isLast ? Infinity : kind.mostPerRound);
			const asking = checkLimitMs === undefined ? limited : limited.within(checkLimitMs);
			const final = await this.ask(asking, kind, asked, isLast);
			// Those that were not asked come first the next time.
			for (const task of asked) if (open.delete(task) && task.isOpen) open.add(task);
			if (final.length > 0) onFinal?.(final);
			const unread = [...open].flatMap(({ reason }) => reason ?? []);
			if (unreadBefore === 0 && unread[0] !== undefined) onUnread?.(unread.length, unread[0]);
			unreadBefore = unread.length;
			onRound?.(all.filter(({ isOpen }) => !isOpen).length, all.length);
			return [...open].every(({ isLost }) => isLost) ? true : undefined;
		};
		await poll(check, {
			timeLimitMs,
			waitMs: (elapsedMs) =>
				Math.max(intervalMs ?? nextInterval(elapsedMs), kind.shortestIntervalMs ?? 0),
			signal: client.signal,
		});
	}

	/**
	 * Asks once for tasks of a kind.
	 *
	 * @param isLast the time is up after this check
	 * @returns the tasks that have finished
	 * @throws ServiceError when the service refuses the query for good
	 */
	private async ask(
		client: ServiceClient,
		kind: TaskKind,
		tasks: Watched[],
		isLast: boolean,
	): Promise<Task[]> {
		const ids = tasks.map(({ watched }) => watched.taskId);
		const created = tasks.map(({ createdAfter }) => createdAfter);
		const createdAfter = created.includes(undefined) ? undefined : min(created);
		const hasAnswered = kind.name in this.answered;
		try {
			const found = await kind.lookUp(client, ids, { createdAfter, hasAnswered });
			throwIfCancelled(client.signal);
			this.answered[kind.name] = null;
			return tasks.flatMap((task) => {
				const { taskId } = task.watched;
				return task.note(found.get(taskId), found.denials?.get(taskId)) ?? [];
			});
		} catch (error) {
			throwIfCancelled(client.signal);
			const isEnd = isLast && !hasAnswered && this.watch.settings.mustAnswer;
			if (isEnd || !(error instanceof ServiceError) || !this.outlives(kind, error)) {
				throw asError(error);
			}
			for (const task of tasks) task.noteUnread(reasonOf(error));
			return [];
		}
	}

	/** Whether the wait continues after a failed query. */
	private outlives({ name }: TaskKind, { failure }: ServiceError): boolean {
		if (keepsWaiting(failure)) return true;
		if (!(name in this.answered)) return false;
		const since = (this.answered[name] ??= Date.now());
		return Date.now() - since < DOUBTED_MS;
	}
}

const NOT_SHOWN = 'The service responds, but does not show the task';

/** Why a task could not be read, and since when, in milliseconds since the epoch. */
interface Unread {
	reason: string;
	since: number;
}

/** What is known of one task. */
class Watched {
	/** Whether it is still asked for. */
	isOpen = true;

	private readonly begunAt: number;

	/** In milliseconds since the epoch, where an earlier round of the same wait could not read it. */
	private readonly unreadBefore?: number;

	/** As the service has shown it last. */
	private task?: Task;

	private wasSeen: boolean;

	private denial?: Failure;

	/** While no answer has shown it: how many there were, and what the last one said. */
	private missing?: Unread & { answers: number };

	/** While it cannot be read. */
	private unread?: Unread;

	/** Since when the service reports success without a result, in milliseconds since the epoch. */
	private withoutResultSince?: number;

	constructor(
		readonly watched: WatchedTask,
		private readonly settings: WaitSettings,
	) {
		const { wasSeen, isReported, earlier, awaitedSince = Date.now() } = watched;
		this.begunAt = awaitedSince;
		this.wasSeen = wasSeen === true || isReported === true;
		const since = Date.parse(earlier?.statusUnknownSince ?? '');
		if (!Number.isNaN(since)) this.unreadBefore = since;
		if (earlier && lacksResult(earlier)) this.withoutResultSince = this.unreadBefore;
	}

	/** Why it could not be read when it was last asked for. */
	get reason(): string | undefined {
		return this.unread?.reason;
	}

	get createdAfter(): number | undefined {
		return (this.task && createdAt(this.task)) ?? this.watched.createdAfter;
	}

	/** Whether it is asked for no longer, because it is reported as finished and cannot be read. */
	get isLost(): boolean {
		const { since = Infinity } = this.unread ?? {};
		return this.watched.isReported === true && Date.now() - since >= REPORTED_MS;
	}

	noteUnread(reason: string): void {
		this.unread = { reason, since: this.unread?.since ?? this.unreadBefore ?? Date.now() };
	}

	/**
	 * Notes how an answer shows or denies it.
	 *
	 * @returns the task, if it has finished
	 */
	note(shown: Task | undefined, denial?: Failure): Task | undefined {
		this.denial = denial;
		if (!shown) {
			this.noteMissing(denial ? reasonOf(new ServiceError(denial)) : NOT_SHOWN);
			return undefined;
		}
		this.withoutResultSince = lacksResult(shown)
			? (this.withoutResultSince ?? Date.now())
			: undefined;
		const current = inTime(shown, this.withoutResultSince);
		// Of a record that cannot be read, there is only the ID.
		if (!isUnread(current) || current.serviceStatus !== undefined) {
			this.task = current;
			this.wasSeen = true;
			this.missing = undefined;
		}
		if (current.statusUnknownReason !== undefined) {
			this.noteUnread(current.statusUnknownReason);
			return undefined;
		}
		this.unread = undefined;
		if (!isFinal(current)) return undefined;
		this.isOpen = false;
		return current;
	}

	status(): TaskStatus {
		const { watched, denial, missing } = this;
		const task = this.task ?? submittedTask(watched.kind.name, watched.taskId);
		if (missing && !this.isOpen) return { is: 'unknown', task, denial };
		// One that was just submitted may not be shown at first.
		const unread = this.unread ?? (missing && missing.answers > 1 ? missing : undefined);
		if (!unread) return { is: 'seen', task };
		const statusUnknownSince = new Date(unread.since).toISOString();
		const { reason: statusUnknownReason } = unread;
		return { is: 'unread', task: { ...task, statusUnknownSince, statusUnknownReason }, denial };
	}

	private noteMissing(reason: string): void {
		if (this.wasSeen) {
			this.noteUnread(reason);
			return;
		}
		this.unread = undefined;
		const { since = Date.now(), answers = 0 } = this.missing ?? {};
		this.missing = { reason, since, answers: answers + 1 };
		const { mayBeUnknown, timeLimitMs } = this.settings;
		const isOnce = timeLimitMs === 0 && this.watched.awaitedSince === undefined;
		const isLate = isOnce || Date.now() - this.begunAt >= UNKNOWN_AFTER_MS;
		if (mayBeUnknown && isLate) this.isOpen = false;
	}
}

/**
 * A task as it counts now: a success whose result does not come has failed.
 *
 * @param since since when it has reported success without a result, in milliseconds since the epoch
 */
export function inTime(task: Task, since = Infinity): Task {
	return Date.now() - since < WITHOUT_RESULT_MS ? task : withoutResult(task);
}

/** The end of a task is noticed within this share of its duration. */
const MAX_DELAY_SHARE = 0.05;

/**
 * The time until the next status check, by the time waited so far, in milliseconds: five seconds at
 * least, and more for long tasks.
 */
export function nextInterval(elapsedMs: number): number {
	return Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, elapsedMs * MAX_DELAY_SHARE));
}
