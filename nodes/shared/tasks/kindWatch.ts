import { clamp, compact, map, max, min, partition } from 'lodash';

import type { ServiceClient } from '../api/client';
import { keepsWaiting } from '../api/failure';
import type { ServiceError } from '../api/serviceError';
import type { Reach, AskedKind } from '../model/taskKind';
import type { AnsweredKinds, TaskStatus } from '../model/taskStatus';
import { LAST_CHECK_MS, pollUntil, throwIfCancelled } from '../util/async';
import { type AwaitedTask, REPORTED_MS } from './awaitedTask';
import { withPathAsCause } from './failures';
import { taskMessages } from './taskMessages';

/*
 * The wait for the tasks of one kind: when to ask again, and which failures end it.
 *
 * A path, an address or a token that has worked once is not called wrong because of a later answer: it cannot be used
 * for now, and only the time limit ends the wait.
 */

/** How long and how often tasks are checked. */
export interface WaitSettings {
	/** Longest wait in milliseconds, counted from the call; 0 for one check. */
	timeLimitMs: number;
	/** Fixed time between two checks in milliseconds; without it, it grows with the time waited. */
	intervalMs?: number;
	/** Whether it is a failure when no question was answered until the time was up; false if not set. */
	mustAnswer?: boolean;
	/** The kinds that have answered in earlier rounds of this wait, if there were any; those of this round are added. */
	answered?: AnsweredKinds;
	/** Called after each check of a kind with the tasks that have just ended: finished, or unknown to the service. */
	onEnded?: (ended: TaskStatus[]) => void;
}

/** What the waits for all kinds have in common. */
export interface CommonWait extends WaitSettings {
	answered: AnsweredKinds;
}

/** The wait for the tasks of one kind. */
export class KindWatch {
	/** Whether the user was told of tasks that cannot be read, and no check has read all of them since. */
	private hasWarned = false;

	/**
	 * @param kind is asked about the tasks
	 * @param open the tasks that are asked about. After each check, those that have finished or are unknown to the
	 *   service are taken out
	 * @param wait how long and how often they are checked. To `wait.answered`, the kind is added as soon as the service
	 *   has answered about it
	 */
	constructor(
		private readonly kind: AskedKind,
		private open: readonly AwaitedTask[],
		private readonly wait: CommonWait,
	) {}

	/**
	 * Checks the tasks until asking again is of no use, or the time is up. What the answers say is noted in the tasks.
	 *
	 * @throws ServiceError when a check without an answer ends the wait (`endsWait`); CancelledError when the execution
	 *   is stopped
	 */
	async run(client: ServiceClient): Promise<void> {
		const { intervalMs } = this.wait;
		const { shortestIntervalMs = 0 } = this.kind;
		const timeLimitMs = this.longestWaitMs();
		// The last check begins only when the time is up, so its requests get some time beyond the limit.
		let limitedClient = client;
		if (timeLimitMs > 0) limitedClient = client.with({ withinMs: timeLimitMs + LAST_CHECK_MS });
		const checkOnce = async (isLast: boolean) => {
			await this.check(limitedClient, isLast);
			const isDone = this.open.every(({ isAskedEnough }) => isAskedEnough);
			// As long as this gives undefined, the check is repeated.
			return isDone ? true : undefined;
		};
		const waitMs = (elapsedMs: number) =>
			Math.max(shortestIntervalMs, intervalMs ?? nextInterval(elapsedMs));
		await pollUntil(checkOnce, { timeLimitMs, waitMs, signal: client.signal });
	}

	/**
	 * The longest wait, in milliseconds; 0 for one check. Where the caller wants one check, a task that an item reports
	 * as finished is asked about for ten seconds all the same, because one answer may lack it.
	 */
	private longestWaitMs(): number {
		const { timeLimitMs } = this.wait;
		const isOneCheck = timeLimitMs === 0;
		const hasReported = this.open.some(({ isReported }) => isReported);
		return isOneCheck && hasReported ? REPORTED_MS : timeLimitMs;
	}

	/**
	 * Asks about all open tasks, and tells the caller which have ended.
	 *
	 * @param isLast whether the time is up
	 * @throws ServiceError when the service cannot be asked, so that the wait ends
	 */
	private async check(client: ServiceClient, isLast: boolean): Promise<void> {
		const checked = this.open;
		// Only set where no question was answered.
		const error = await this.ask(client, checked);
		if (error && this.endsWait(error, isLast)) throw withPathAsCause(error);
		const [open, ended] = partition(checked, 'isOpen');
		this.open = open;
		this.warnOfUnread(client);
		this.wait.onEnded?.(ended.map((task) => task.status()));
	}

	/** Warns of tasks that cannot be read: once, and again if all could be read in between. */
	private warnOfUnread(client: ServiceClient): void {
		const unread = compact(map(this.open, 'toldUnread'));
		const [first] = unread;
		if (first && !this.hasWarned) {
			client.warn(taskMessages.unreadTasks(unread.length, first.reason));
		}
		this.hasWarned = first !== undefined;
	}

	/**
	 * Asks about tasks, and notes what the service answers of each. Its errors are among the answers.
	 *
	 * @returns why no question was answered; undefined where at least one was, and where there are no tasks
	 * @throws CancelledError when the execution is stopped
	 */
	private async ask(
		client: ServiceClient,
		tasks: readonly AwaitedTask[],
	): Promise<ServiceError | undefined> {
		const ids = tasks.map(({ watched }) => watched.taskId);
		const answers = await this.kind.lookUp(client, ids, reachOf(tasks));
		throwIfCancelled(client.signal);
		// A task that is shown proves that the address is right: "not found" then means this task, and not the address.
		const isRightAddress = this.hasAnsweredBefore || answers.tasks.size > 0;
		const errors: ServiceError[] = [];
		for (const task of tasks) {
			// The error says why the question about this task got no answer.
			const error = task.noteAnswers(answers, isRightAddress);
			if (error) errors.push(error);
		}
		const isNoneAnswered = errors.length === tasks.length;
		if (isNoneAnswered) return worstOf(errors);
		this.wait.answered[this.kind.name] = true;
		return undefined;
	}

	/** Whether the service has answered about any task of the kind, in this round of the wait or in an earlier one. */
	private get hasAnsweredBefore(): boolean {
		return this.wait.answered[this.kind.name] === true;
	}

	/**
	 * Whether the wait ends with an error after a check without an answer: because the service refuses for good; or
	 * because the time is up, and the caller counts a wait without any answer as a failure.
	 *
	 * @param isLast whether the time is up
	 */
	private endsWait({ failure }: ServiceError, isLast: boolean): boolean {
		// Once the address has answered, only the user's time limit ends the wait.
		if (this.hasAnsweredBefore) return false;
		if (isLast && this.wait.mustAnswer) return true;
		return !keepsWaiting(failure);
	}
}

/**
 * How far back a list has to be read so that it can show all of these tasks: to the oldest one. Of some tasks the
 * service has said when they were created; of the others n8n's clock tells how old they are.
 *
 * @returns the oldest time and the highest age: the list is read back to whichever of them is further. Undefined
 *   where neither is known of some task, so that the whole list has to be read
 */
function reachOf(tasks: readonly AwaitedTask[]): Reach | undefined {
	const creationTimes: number[] = [];
	const agesInSeconds: number[] = [];
	for (const { createdAfter, watched } of tasks) {
		const { submittedAt } = watched;
		if (createdAfter !== undefined) creationTimes.push(createdAfter);
		else if (submittedAt !== undefined) agesInSeconds.push((Date.now() - submittedAt) / 1000);
		else return undefined;
	}
	// Of an empty list of numbers, `min` and `max` give undefined: then the reach has no time, or no age.
	return { createdAfter: min(creationTimes), ageSeconds: max(agesInSeconds) };
}

/** The first error that does not pass by waiting; the first of all where each may pass; undefined for no errors. */
function worstOf(errors: readonly ServiceError[]): ServiceError | undefined {
	const lasting = errors.find(({ failure }) => !keepsWaiting(failure));
	return lasting ?? errors[0];
}

/** Shortest and longest time between two checks, unless the user says otherwise. */
const MIN_INTERVAL_MS = 3_000;
const MAX_INTERVAL_MS = 15_000;

/**
 * The time between two checks, as a share of the time waited so far. So the end of a task is noticed within this share
 * of its duration, on average within half of it (measured with `npm run bench lateness`).
 */
const MAX_DELAY_SHARE = 0.025;

/**
 * The time until the next status check, by the time waited so far, in milliseconds: three seconds in the first two
 * minutes, then a longer one from check to check, and fifteen seconds from a wait of ten minutes on.
 */
export function nextInterval(elapsedMs: number): number {
	const shareOfWaitMs = elapsedMs * MAX_DELAY_SHARE;
	return clamp(shareOfWaitMs, MIN_INTERVAL_MS, MAX_INTERVAL_MS);
}
