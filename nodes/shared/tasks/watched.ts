import type { Failure } from '../api/failure';
import { mayAppearMs } from '../api/justNamed';
import { createdAt, isFinal, submittedTask, type Task } from '../model/task';
import type { Answers } from '../model/taskKind';
import type { TaskStatus, Unread, WatchedTask } from '../model/taskStatus';
import { denialIn, reasonOf } from './failures';
import { taskMessages } from './taskMessages';
import { inTime } from './states';
import { type ServiceError } from '../api/serviceError';

/*
 * What a wait knows of one task, from one answer of the service to the next. The states and how each answer changes them:
 *
 *   answer ↓ / state →    awaited                               unreadable                        (finished, unknown: no more)
 *   shown, in progress    awaited                               awaited
 *   shown, final          finished                              finished
 *   shown, odd status     unreadable from now                   unreadable since then
 *   shown, no file yet    unreadable from now                   unreadable since then, if it had no file before; else from now;
 *                                                               after two minutes finished, as failed
 *   question failed       unreadable from now                   unreadable since then
 *   not shown             if it exists for certain: unreadable  the same
 *                         else, after a minute or in a single
 *                         check: unknown, unless its ID has just
 *                         been given; before: unreadable, which
 *                         is not told the first time
 */

/** How long a task may be missing that was never shown, as a list may show a new one late. */
const UNKNOWN_AFTER_MS = 60_000;

/** How long a task that is reported as finished is asked for while it cannot be read. */
export const REPORTED_MS = 10_000;

type State =
	| { is: 'awaited' }
	/** `isTold` is false while only one answer has not shown a new task: that is usual. */
	| { is: 'unreadable'; unread: Unread; isTold: boolean }
	| { is: 'finished'; task: Task }
	| { is: 'unknown'; denial?: Failure };

/** One task in a wait. */
export class Watched {
	private state: State = { is: 'awaited' };

	/** As the service has shown it last. */
	private shown?: Task;

	/** When the first of its rounds began, in milliseconds since the epoch. */
	private readonly begunAt: number;

	/** Whether it is asked about once, and never was before. */
	private readonly isSingleCheck: boolean;

	/** @param timeLimitMs that of the wait; 0 for one check */
	constructor(
		readonly watched: WatchedTask,
		timeLimitMs: number,
	) {
		const { awaitedSince, unread } = watched;
		this.begunAt = awaitedSince ?? Date.now();
		this.isSingleCheck = timeLimitMs === 0 && awaitedSince === undefined;
		if (unread) this.state = { is: 'unreadable', unread, isTold: true };
	}

	get isOpen(): boolean {
		return this.state.is === 'awaited' || this.state.is === 'unreadable';
	}

	get finished(): Task | undefined {
		return this.state.is === 'finished' ? this.state.task : undefined;
	}

	/** Why it could not be read when it was last asked for; undefined where it could. */
	get reason(): string | undefined {
		const { state } = this;
		return state.is === 'unreadable' && state.isTold ? state.unread.reason : undefined;
	}

	/** Unix seconds of the service's clock before which it was not created; undefined where that is not known. */
	get createdAfter(): number | undefined {
		return (this.shown && createdAt(this.shown)) ?? this.watched.createdAfter;
	}

	get isReported(): boolean {
		return this.watched.known.by === 'report';
	}

	/** Whether it is asked for no longer, because it is reported as finished and cannot be read. */
	get isLost(): boolean {
		const { state } = this;
		if (!this.isReported || state.is !== 'unreadable') return false;
		return Date.now() - state.unread.since >= REPORTED_MS;
	}

	/**
	 * Notes what an answer says of it.
	 *
	 * @param isRightAddress whether the address has answered about a task of this kind
	 * @returns the failure by which it could not be read; undefined where it was shown, or denied
	 */
	note(answers: Answers, isRightAddress: boolean): ServiceError | undefined {
		const { taskId } = this.watched;
		const shown = answers.tasks.get(taskId);
		if (shown) {
			this.noteShown(shown);
			return undefined;
		}
		const refusal = answers.refusals.get(taskId);
		const denial = refusal && denialIn(refusal, isRightAddress);
		const error = denial ? undefined : (refusal ?? answers.failure);
		if (error) this.noteUnread(reasonOf(error.failure));
		else this.noteMissing(denial);
		return error;
	}

	/** @param error why the wait for its kind has ended early */
	status(error?: unknown): TaskStatus {
		const { state } = this;
		const task = this.shown ?? submittedTask(this.watched.kind.name, this.watched.taskId);
		// What had finished before the wait of its kind failed counts all the same.
		if (state.is === 'finished') return { is: 'seen', task: state.task };
		if (error === undefined && state.is === 'unknown') {
			return { is: 'unknown', task, denial: state.denial };
		}
		if (state.is !== 'unreadable' || !state.isTold) {
			return error === undefined ? { is: 'seen', task } : { is: 'unasked', task, error };
		}
		const { since, reason } = state.unread;
		const statusUnknownSince = new Date(since).toISOString();
		const unread = { ...task, statusUnknownSince, statusUnknownReason: reason };
		return error === undefined
			? { is: 'unreadable', task: unread }
			: { is: 'unasked', task: unread, error };
	}

	private noteShown(shown: Task): void {
		this.shown = shown;
		if (shown.statusUnknownReason === undefined) this.state = { is: 'awaited' };
		else this.noteUnread(shown.statusUnknownReason, shown.state === 'awaitingFile');
		if (this.state.is === 'unreadable') this.shown = inTime(shown, this.state.unread.since);
		if (isFinal(this.shown)) this.state = { is: 'finished', task: this.shown };
	}

	/**
	 * Since when it is unreadable stays as it was, but the first answer without a file starts anew, because the two minutes in
	 * which the file may still come count from there.
	 */
	private noteUnread(reason: string, isAwaitingFile = false): void {
		const before = this.state.is === 'unreadable' ? this.state.unread : undefined;
		const isContinued = before !== undefined && (!isAwaitingFile || before.isAwaitingFile);
		const since = isContinued ? before.since : Date.now();
		this.state = { is: 'unreadable', unread: { since, reason, isAwaitingFile }, isTold: true };
	}

	private noteMissing(denial: Failure | undefined): void {
		const isFirst = this.state.is === 'awaited';
		const exists =
			this.shown !== undefined || ['service', 'report'].includes(this.watched.known.by);
		this.noteUnread(denial ? reasonOf(denial) : taskMessages.notShown);
		if (exists || this.state.is !== 'unreadable') return;
		const isLate = this.isSingleCheck || Date.now() - this.begunAt >= UNKNOWN_AFTER_MS;
		const { known, taskId } = this.watched;
		const isNew = known.by === 'submit' || (known.by === 'id' && mayAppearMs(taskId) > 0);
		if (isLate && !isNew) this.state = { is: 'unknown', denial };
		else if (isFirst) this.state = { ...this.state, isTold: false };
	}
}
