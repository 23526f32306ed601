import { clamp, min, uniq } from 'lodash';

import type { ServiceClient } from '../api/client';
import { Code } from '../api/codes';
import { operations } from '../api/endpoints';
import { type Failure, isNoSuchId, keepsWaiting, ServiceError } from '../api/failure';
import { explain } from '../api/messages';
import {
	asError,
	CancelledError,
	LAST_CHECK_MS,
	mapConcurrent,
	poll,
	throwIfCancelled,
} from '../util/async';
import {
	type Answers,
	createdAt,
	isFinal,
	lacksResult,
	submittedTask,
	type Task,
	taskKey,
	type TaskKind,
	withoutResult,
} from '../model/task';

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
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer?: boolean;
	/**
	 * Of this wait and its earlier rounds, by the name of a kind whose path, address and token have
	 * answered: since when, in milliseconds, the answers say what waiting cannot change, or null.
	 */
	answered?: Record<string, number | null>;
}

/** A task to check, and what is known of it before. */
export interface WatchedTask {
	kind: TaskKind;
	taskId: string;
	/** As it is reported to have finished: it is not awaited for long when it cannot be read. */
	reported?: Task;
	/** Whether the service has shown it before, so that it is not unknown. */
	wasSeen?: boolean;
	/** Whether it becomes unknown where it is never shown: after a minute, in one check at once. */
	mayBeUnknown?: boolean;
	/** As an earlier round of the same wait has left it. */
	earlier?: Task;
	/** When the first of several rounds began, in milliseconds since the epoch. */
	awaitedSince?: number;
	/** Unix seconds before which it was not created. */
	createdAfter?: number;
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

	constructor(
		private readonly client: ServiceClient,
		private readonly watch: Watch,
		private readonly answered: NonNullable<Watch['answered']> = watch.answered ?? {},
	) {
		for (const watched of watch.tasks) {
			const key = taskKey({ taskKind: watched.kind.name, taskId: watched.taskId });
			if (!this.tasks.has(key)) this.tasks.set(key, new Watched(watched, watch));
		}
	}

	/**
	 * @returns gives what is known of a task
	 * @throws CancelledError when the execution is stopped; with `stopOnError` what ends a kind's wait
	 */
	async run(): Promise<StatusOf> {
		const halt = new AbortController();
		const client = this.client.with({ signal: halt.signal });
		const all = [...this.tasks.values()];
		const watchKind = async (kind: TaskKind) => {
			const tasks = all.filter(({ watched }) => watched.kind === kind);
			try {
				await this.watchKind(kind, tasks, client);
			} catch (error) {
				if (this.watch.stopOnError || error instanceof CancelledError) throw asError(error);
				client.warn(error instanceof ServiceError ? reasonOf(error.failure) : String(error));
				for (const task of tasks) task.error = error;
			}
		};
		const kinds = uniq(all.map(({ watched }) => watched.kind));
		await mapConcurrent(kinds, watchKind, { haltOnError: halt });
		return ({ name: taskKind }, taskId) =>
			this.tasks.get(taskKey({ taskKind, taskId }))?.status() ?? {
				is: 'seen',
				task: submittedTask(taskKind, taskId),
			};
	}

	/** Asks about the tasks of one kind, one batched query a round. */
	private async watchKind(kind: TaskKind, tasks: Watched[], client: ServiceClient): Promise<void> {
		const { intervalMs, onFinal, onRound } = this.watch;
		const isReported = ({ watched }: Watched) => watched.reported !== undefined;
		const isOnce = !this.watch.timeLimitMs;
		// What is reported as finished may be missing in one answer.
		const timeLimitMs = this.watch.timeLimitMs || (tasks.some(isReported) ? REPORTED_MS : 0);
		const limited =
			timeLimitMs > 0 ? client.with({ withinMs: timeLimitMs + LAST_CHECK_MS }) : client;
		const all = [...this.tasks.values()];
		let open = tasks;
		let wasUnread = false;
		const check = async (isLast: boolean) => {
			const asked = open;
			await this.ask(limited, kind, asked, isLast);
			open = asked.filter(({ isOpen }) => isOpen);
			onFinal?.(asked.flatMap(({ finished }) => finished ?? []));
			const unread = open.flatMap(({ reason }) => reason ?? []);
			if (!wasUnread && unread[0] !== undefined) {
				const many = unread.length === 1 ? 'one task' : `${unread.length} tasks`;
				client.warn(`The status of ${many} cannot be read at the moment. ${unread[0]}`);
			}
			wasUnread = unread.length > 0;
			onRound?.(all.filter(({ isOpen }) => !isOpen).length, all.length);
			const isDone = (task: Watched) => task.isLost || (isOnce && !isReported(task));
			return open.every(isDone) ? true : undefined;
		};
		await poll(check, {
			timeLimitMs,
			waitMs: (elapsedMs) =>
				Math.max(intervalMs ?? nextInterval(elapsedMs), kind.shortestIntervalMs ?? 0),
			signal: client.signal,
		});
	}

	/** Asks once. @throws ServiceError when all questions are refused for good */
	private async ask(client: ServiceClient, kind: TaskKind, tasks: Watched[], isLast: boolean) {
		const { name } = kind;
		const ids = tasks.map(({ watched }) => watched.taskId);
		const created = tasks.map(({ createdAfter }) => createdAfter);
		const createdAfter = created.includes(undefined) ? undefined : min(created);
		const answers = await kind.lookUp(client, ids, createdAfter);
		throwIfCancelled(client.signal);
		const hasAnswered = name in this.answered;
		const isRightAddress = hasAnswered || answers.tasks.size > 0;
		const errors = tasks.flatMap((task) => task.note(answers, isRightAddress) ?? []);
		const error = errors.find(({ failure }) => !keepsWaiting(failure)) ?? errors[0];
		if (!error || errors.length < tasks.length) {
			this.answered[name] = null;
			return;
		}
		const { failure } = error;
		const isEnd = isLast && !hasAnswered && this.watch.mustAnswer;
		if (!isEnd && this.outlives(name, failure)) return;
		throw isAtWrongPath(failure) ? new ServiceError({ ...failure, cause: 'notTheService' }) : error;
	}

	/** Whether the wait continues after a failed query. */
	private outlives(name: string, failure: Failure): boolean {
		if (keepsWaiting(failure)) return true;
		if (!(name in this.answered)) return false;
		const since = (this.answered[name] ??= Date.now());
		return Date.now() - since < DOUBTED_MS;
	}
}

/**
 * Asks once for a task of one of these kinds; undefined when the service has none with the ID.
 *
 * @throws ServiceError when the service cannot be asked
 */
export async function findTask(client: ServiceClient, kinds: TaskKind[], taskId: string) {
	for (const kind of kinds) {
		const tasks = [{ kind, taskId, mayBeUnknown: true }];
		const watch = { tasks, mustAnswer: true, stopOnError: true };
		const statusOf = await new TaskWatch(client, watch).run();
		const { is, task } = statusOf(kind, taskId);
		if (is !== 'unknown') return task;
	}
	return undefined;
}

const NOT_SHOWN = 'The service responds, but does not show the task';

class Watched {
	/** Why the service could not be asked, which ended the wait for its kind. */
	error?: unknown;

	/** As the service has shown it last. */
	private task?: Task;

	private isUnknown = false;
	private denial?: Failure;

	/** Why it cannot be read, and since when, in milliseconds since the epoch. */
	private unread?: { reason: string; since: number };

	/** Whether only one answer has not shown it so far: a list may show a new one late. */
	private isNew = false;

	constructor(
		readonly watched: WatchedTask,
		private readonly watch: Watch,
		private readonly begunAt = watched.awaitedSince ?? Date.now(),
	) {
		const { statusUnknownReason: reason, statusUnknownSince = '' } = watched.earlier ?? {};
		const since = Date.parse(statusUnknownSince);
		if (reason !== undefined && !Number.isNaN(since)) this.unread = { reason, since };
	}

	/** Why it could not be read when it was last asked for. */
	get reason(): string | undefined {
		return this.isNew ? undefined : this.unread?.reason;
	}

	get isOpen(): boolean {
		return !this.finished && !this.isUnknown;
	}

	get finished(): Task | undefined {
		return this.task && isFinal(this.task) ? this.task : undefined;
	}

	get createdAfter(): number | undefined {
		return (this.task && createdAt(this.task)) ?? this.watched.createdAfter;
	}

	/** Whether it is asked for no longer, because it is reported as finished and cannot be read. */
	get isLost(): boolean {
		const { since = Infinity } = this.unread ?? {};
		return this.watched.reported !== undefined && Date.now() - since >= REPORTED_MS;
	}

	/**
	 * Notes how the answers show or deny it.
	 *
	 * @returns the failure by which it could not be read
	 */
	note({ tasks, refusals, failure }: Answers, isRightAddress: boolean): ServiceError | undefined {
		const { taskId } = this.watched;
		const shown = tasks.get(taskId);
		const refusal = refusals.get(taskId);
		this.denial = refusal && denialIn(refusal, isRightAddress);
		const error = shown || this.denial ? undefined : (refusal ?? failure);
		if (shown) this.noteShown(shown);
		else if (error) this.noteUnread(reasonOf(error.failure));
		else this.noteMissing(this.denial ? reasonOf(this.denial) : NOT_SHOWN);
		return error;
	}

	status(): TaskStatus {
		const { watched, denial, error, unread, reason: statusUnknownReason } = this;
		// What had finished before the wait of its kind failed counts all the same.
		if (this.finished) return { is: 'seen', task: this.finished };
		const task = this.task ?? submittedTask(watched.kind.name, watched.taskId);
		if (this.isUnknown) return { is: 'unknown', task, error, denial };
		if (!unread || statusUnknownReason === undefined) return { is: 'seen', task, error };
		const statusUnknownSince = new Date(unread.since).toISOString();
		const unreadTask = { ...task, statusUnknownSince, statusUnknownReason };
		return { is: 'unread', task: unreadTask, error, denial };
	}

	private noteShown(shown: Task): void {
		if (shown.statusUnknownReason === undefined) this.unread = undefined;
		else this.noteUnread(shown.statusUnknownReason);
		this.task = inTime(shown, this.unread?.since);
	}

	private noteUnread(reason: string): void {
		const isOther = lacksResult({ statusUnknownReason: reason }) && this.unread?.reason !== reason;
		const { since = Date.now() } = isOther ? {} : (this.unread ?? {});
		this.unread = { reason, since };
		this.isNew = false;
	}

	private noteMissing(reason: string): void {
		const { reported, awaitedSince, mayBeUnknown } = this.watched;
		const wasSeen = this.watched.wasSeen || (this.task ?? reported) !== undefined;
		const isNew = !wasSeen && !this.unread;
		this.noteUnread(reason);
		this.isNew = isNew;
		const isOnce = !this.watch.timeLimitMs && awaitedSince === undefined;
		const isLate = isOnce || Date.now() - this.begunAt >= UNKNOWN_AFTER_MS;
		this.isUnknown = !wasSeen && isLate && mayBeUnknown === true;
	}
}

const MAX_REASON_LENGTH = 500;

/** Why the status of a task could not be read, in words for the user. */
function reasonOf(failure: Failure): string {
	const { title, description } = explain(failure);
	return `${title}. ${description}`.slice(0, MAX_REASON_LENGTH);
}

/**
 * How the service denied to have a task, in answer to the question for it alone; undefined where
 * that failed otherwise. At an address that has answered about others, a refusal by HTTP concerns
 * the one task, such as one that was deleted.
 */
function denialIn({ failure }: ServiceError, isRightAddress: boolean): Failure | undefined {
	const { httpStatus = 0, code } = failure;
	const isRefused = httpStatus >= 400 && httpStatus < 500 && !keepsWaiting(failure);
	const isGone = isRightAddress && isRefused && code !== Code.TokenRefused;
	const denies = isGone || (isNoSuchId(failure) && !isAtWrongPath(failure));
	return denies ? { ...failure, cause: 'refused' } : undefined;
}

/** Whether an answer may come of a wrong path that the user has entered. */
function isAtWrongPath({ operation, httpStatus }: Failure): boolean {
	return httpStatus === 404 && operations[operation].credentialField !== undefined;
}

/**
 * A task as it counts now: a success whose result does not come has failed.
 *
 * @param since since when it has reported success without a result, in milliseconds since the epoch
 */
export function inTime(task: Task, since = Infinity): Task {
	const hasFailed = lacksResult(task) && Date.now() - since >= WITHOUT_RESULT_MS;
	return hasFailed ? withoutResult(task) : task;
}

/** The end of a task is noticed within this share of its duration. */
const MAX_DELAY_SHARE = 0.05;

/**
 * The time until the next status check, by the time waited so far, in milliseconds: five seconds at
 * least, and more for long tasks.
 */
export function nextInterval(elapsedMs: number): number {
	return clamp(elapsedMs * MAX_DELAY_SHARE, MIN_INTERVAL_MS, MAX_INTERVAL_MS);
}
