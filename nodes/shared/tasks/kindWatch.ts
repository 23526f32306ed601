import { clamp } from 'lodash';

import type { ServiceClient } from '../api/client';
import { keepsWaiting } from '../api/failure';
import type { Task } from '../model/task';
import type { Reach, TaskQuery } from '../model/taskKind';
import type { AnsweredKinds } from '../model/taskStatus';
import { LAST_CHECK_MS, pollUntil, throwIfCancelled } from '../util/async';
import { namingPath } from './failures';
import { taskMessages } from './taskMessages';
import { REPORTED_MS, type Watched } from './watched';
import { type ServiceError } from '../api/serviceError';

/*
 * The wait for the tasks of one kind: when to ask again, and which failures end it.
 *
 * What has answered once is not called wrong for a later answer: such a path, address or token cannot be used for now, and only
 * time decides.
 */

/** What the waits for all kinds have in common. */
interface CommonWait {
	/** Longest wait in milliseconds; 0 for one check. */
	timeLimitMs: number;
	/** Fixed time between two checks in milliseconds; undefined where it grows with the time waited. */
	intervalMs: number | undefined;
	/** Whether it is a failure when no query was answered until the time was up. */
	mustAnswer: boolean;
	/** The kinds about which the service has answered so far; this one is added. */
	answered: AnsweredKinds;
	/** Called after each check with the tasks that have just become final. */
	afterRound(final: Task[]): void;
}

export class KindWatch {
	/** Tasks that are still asked about. */
	private open: readonly Watched[];

	private wasUnread = false;

	constructor(
		private readonly kind: TaskQuery,
		tasks: readonly Watched[],
		private readonly wait: CommonWait,
	) {
		this.open = tasks;
	}

	/** @throws ServiceError when all questions are refused for good; CancelledError */
	async run(client: ServiceClient): Promise<void> {
		const { intervalMs } = this.wait;
		const { shortestIntervalMs = 0 } = this.kind;
		const timeLimitMs = this.timeLimitMs();
		const limited =
			timeLimitMs > 0 ? client.with({ withinMs: timeLimitMs + LAST_CHECK_MS }) : client;
		await pollUntil(async (isLast) => ((await this.check(limited, isLast)) ? true : undefined), {
			timeLimitMs,
			waitMs: (elapsedMs) => Math.max(intervalMs ?? nextInterval(elapsedMs), shortestIntervalMs),
			signal: client.signal,
		});
	}

	/** What is reported as finished may be missing in one answer, so it is asked for a while. */
	private timeLimitMs(): number {
		const { timeLimitMs } = this.wait;
		if (timeLimitMs > 0) return timeLimitMs;
		return this.open.some(({ isReported }) => isReported) ? REPORTED_MS : 0;
	}

	/**
	 * Asks once about all open tasks.
	 *
	 * @returns whether asking may end: each one still open is lost, or was to be asked about once
	 */
	private async check(client: ServiceClient, isLast: boolean): Promise<boolean> {
		const asked = this.open;
		await this.ask(client, asked, isLast);
		this.open = asked.filter(({ isOpen }) => isOpen);
		this.warnOfUnread(client);
		this.wait.afterRound(asked.flatMap(({ finished }) => finished ?? []));
		const isOnce = this.wait.timeLimitMs === 0;
		return this.open.every((task) => task.isLost || (isOnce && !task.isReported));
	}

	/** Once, and again after they could be read. */
	private warnOfUnread(client: ServiceClient): void {
		const reasons = this.open.flatMap(({ reason }) => reason ?? []);
		const [first] = reasons;
		if (!this.wasUnread && first !== undefined) {
			client.warn(taskMessages.unreadTasks(reasons.length, first));
		}
		this.wasUnread = first !== undefined;
	}

	/** @throws ServiceError when all questions are refused for good */
	private async ask(
		client: ServiceClient,
		tasks: readonly Watched[],
		isLast: boolean,
	): Promise<void> {
		const { name } = this.kind;
		const { answered, mustAnswer } = this.wait;
		const ids = tasks.map(({ watched }) => watched.taskId);
		const answers = await this.kind.lookUp(client, ids, reachOf(tasks));
		throwIfCancelled(client.signal);
		const hasAnswered = answered[name] !== undefined;
		const isRightAddress = hasAnswered || answers.tasks.size > 0;
		const errors = tasks.flatMap((task) => task.note(answers, isRightAddress) ?? []);
		const error = worstOf(errors);
		if (!error || errors.length < tasks.length) {
			answered[name] = true;
			return;
		}
		const isUnanswered = isLast && !hasAnswered && mustAnswer;
		// Once the address has answered, only the user's time limit ends the wait.
		if (isUnanswered || !(hasAnswered || keepsWaiting(error.failure))) throw namingPath(error);
	}
}

/** How far back the tasks can be; undefined where that is not known of one. */
function reachOf(tasks: readonly Watched[]): Reach | undefined {
	const reach = { createdAfter: Infinity, age: -Infinity };
	for (const { createdAfter, watched } of tasks) {
		if (createdAfter !== undefined) {
			reach.createdAfter = Math.min(reach.createdAfter, createdAfter);
		} else if (watched.submittedAt !== undefined) {
			reach.age = Math.max(reach.age, (Date.now() - watched.submittedAt) / 1000);
		} else {
			return undefined;
		}
	}
	return reach;
}

/** Of several errors the first that will not pass; else the first. */
function worstOf(errors: readonly ServiceError[]): ServiceError | undefined {
	return errors.find(({ failure }) => !keepsWaiting(failure)) ?? errors[0];
}

const MIN_INTERVAL_MS = 3_000;
const MAX_INTERVAL_MS = 15_000;

/**
 * The end of a task is noticed within this share of its duration, and on average within half of it. Measured with `npm run bench
 * lateness`.
 */
const MAX_DELAY_SHARE = 0.025;

/**
 * The time until the next status check, by the time waited so far, in milliseconds: three seconds at
 * least, and more for long tasks.
 */
export function nextInterval(elapsedMs: number): number {
	return clamp(elapsedMs * MAX_DELAY_SHARE, MIN_INTERVAL_MS, MAX_INTERVAL_MS);
}
