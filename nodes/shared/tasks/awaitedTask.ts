import type { Failure } from '../api/failure';
import type { ServiceError } from '../api/serviceError';
import { createdAt, isFinal, submittedTask, type Task, type UnreadTask } from '../model/task';
import type { Answers } from '../model/taskKind';
import type { TaskStatus, Unread, WatchedTask } from '../model/taskStatus';
import { denialIn, reasonOf } from './failures';
import { mayBeShownLater } from './justCreated';
import { taskMessages } from './taskMessages';

/*
 * What a wait knows of one task, from one answer of the service to the next. The task is awaited, or unreadable, or at
 * its end (finished, or unknown to the service), after which it is not asked about any more. How an answer changes the
 * first two states:
 *
 *   answer ↓ / state →       awaited              unreadable
 *   shown, in progress       awaited              awaited
 *   shown, final             finished             finished
 *   shown, odd status        unreadable from now  unreadable since then
 *   shown, success, no file  unreadable from now  unreadable since then
 *   question failed          unreadable from now  unreadable since then
 *   not shown, may exist     unreadable from now  unreadable since then
 *   not shown, else          unknown              unknown
 *
 * A task that is not shown may exist where the service has shown it before or an item reports its end; where this
 * execution has submitted it or its ID has just been given, because a list may show it late; and for any task within
 * the first minute, unless it is checked only once.
 */

/** How long a task that was never shown may be missing, as a list may show a new one late. */
const UNKNOWN_AFTER_MS = 60_000;

/** How long a task that an item reports as finished is asked about while it cannot be read. */
export const REPORTED_MS = 10_000;

/** What a wait knows of one task; the table above says how an answer changes it. */
type State =
	| { is: 'awaited' }
	| UnreadableState
	| { is: 'finished'; task: Task }
	/** `denial` is how the service said that it has no such task; undefined where it just did not show the task. */
	| { is: 'unknown'; denial?: Failure };

/** The status of the task cannot be read at the moment. */
interface UnreadableState {
	is: 'unreadable';
	/** Since when, and why. */
	unread: Unread;
	/** Whether the user is told; not while only one answer has not shown a new task, because that is usual. */
	isTold: boolean;
}

/** One task in a wait. */
export class AwaitedTask {
	private state: State = { is: 'awaited' };

	/** The task as the service has shown it last; undefined as long as it has not. */
	private lastShown?: Task;

	/** When the first check of the wait began, in an earlier round of a loop too; milliseconds since the epoch. */
	private readonly begunAt: number;

	/**
	 * @param watched what the caller knows of the task
	 * @param isAskedOnce whether the caller has the task checked once, and does not wait
	 */
	constructor(
		readonly watched: WatchedTask,
		private readonly isAskedOnce: boolean,
	) {
		const { awaitedSince, unread } = watched;
		this.begunAt = awaitedSince ?? Date.now();
		if (unread) this.state = { is: 'unreadable', unread, isTold: true };
	}

	/** Whether the end of the task is still to come: it has not finished, and is not unknown to the service. */
	get isOpen(): boolean {
		return this.state.is === 'awaited' || this.state.is === 'unreadable';
	}

	/**
	 * Since when and why the task cannot be read, if the user is told of it; undefined where it can be read, and where
	 * only one answer has not shown a new task.
	 */
	get toldUnread(): Unread | undefined {
		const { state } = this;
		return state.is === 'unreadable' && state.isTold ? state.unread : undefined;
	}

	/**
	 * The earliest time at which the task can have been created, in Unix seconds by the service's clock; undefined where
	 * that is not known.
	 */
	get createdAfter(): number | undefined {
		// The service may have shown the task without a time.
		const shownTime = this.lastShown && createdAt(this.lastShown);
		return shownTime ?? this.watched.createdAfter;
	}

	/** Whether an item reports that the task has finished, so that the service only has to confirm it. */
	get isReported(): boolean {
		return this.watched.known.by === 'report';
	}

	/** Whether there is no reason to ask again, though the time may not be up. */
	get isAskedEnough(): boolean {
		if (!this.isOpen) return true;
		// An end that an item reports only has to be confirmed. If it cannot be read, a single check asks again for ten
		// seconds, and a long wait gives up after them.
		return this.isReported ? this.isUnreadForLong : this.isAskedOnce;
	}

	/** Whether the task could not be read for ten seconds or longer; false where it can be read. */
	private get isUnreadForLong(): boolean {
		const { unread } = this;
		return unread !== undefined && Date.now() - unread.since >= REPORTED_MS;
	}

	/**
	 * Takes in what the service has answered.
	 *
	 * @param answers to the questions about all tasks of the kind: the tasks that were shown, and what failed
	 * @param isRightAddress whether this address has answered about any task of the kind
	 * @returns the error of the question; undefined where the service did answer it, also where it has not shown the task
	 *   or has said that there is no such task
	 */
	noteAnswers(answers: Answers, isRightAddress: boolean): ServiceError | undefined {
		const { taskId } = this.watched;
		const shown = answers.tasks.get(taskId);
		if (shown) {
			this.noteShown(shown);
			return undefined;
		}
		// Of the question about this task alone; undefined where there was none, or it did not fail.
		const ownError = answers.errorById.get(taskId);
		const denial = ownError && denialIn(ownError, isRightAddress);
		if (denial) {
			this.noteMissing(reasonOf(denial), denial);
			return undefined;
		}
		const error = ownError ?? answers.commonError;
		if (error) {
			const unread = this.unreadNow(reasonOf(error.failure));
			this.state = { is: 'unreadable', unread, isTold: true };
			return error;
		}
		this.noteMissing(taskMessages.notShown);
		return undefined;
	}

	/**
	 * What is known of the task.
	 *
	 * @param error why the wait for all tasks of its kind has ended early; undefined where it has not
	 * @returns never `unasked` without an error; with one, anything but a finished task is `unasked`
	 */
	status(error?: unknown): TaskStatus {
		const { state } = this;
		// An end that was seen counts even if the wait failed afterwards.
		if (state.is === 'finished') return { is: 'known', task: state.task };
		const task = this.lastShown ?? submittedTask(this.watched.kind.name, this.watched.taskId);
		const unreadTask = this.toldUnread && withUnread(task, this.toldUnread);
		if (error !== undefined) return { is: 'unasked', task: unreadTask ?? task, error };
		if (state.is === 'unknown') return { is: 'unknown', task, denial: state.denial };
		if (unreadTask) return { is: 'unreadable', task: unreadTask };
		// A task that was not shown yet is known as it was submitted.
		return { is: 'known', task };
	}

	/** Since when and why the task cannot be read; undefined where it can. */
	private get unread(): Unread | undefined {
		return this.state.is === 'unreadable' ? this.state.unread : undefined;
	}

	/** Notes the task as the service shows it. */
	private noteShown(shown: Task): void {
		this.lastShown = shown;
		const { statusUnknownReason } = shown;
		if (statusUnknownReason !== undefined) {
			// Its status is not documented, or it is a success whose file has not come yet.
			const unread = this.unreadNow(statusUnknownReason);
			this.state = { is: 'unreadable', unread, isTold: true };
			return;
		}
		this.state = isFinal(shown) ? { is: 'finished', task: shown } : { is: 'awaited' };
	}

	/**
	 * Notes that the service has answered and has not shown the task.
	 *
	 * @param reason why the status cannot be read, in words for the user
	 * @param denial how the service said that it has no such task; undefined where it did not say so
	 */
	private noteMissing(reason: string, denial?: Failure): void {
		if (this.isUnknownIfMissing) {
			this.state = { is: 'unknown', denial };
			return;
		}
		// A list may show a new task late. So of one that was never shown, the user is only told if it could not be read at
		// the last answer either.
		const wasUnreadableBefore = this.state.is === 'unreadable';
		const isTold = wasUnreadableBefore || this.certainlyExists;
		this.state = { is: 'unreadable', unread: this.unreadNow(reason), isTold };
	}

	/**
	 * What is to be noted of a task that the answer now makes unreadable: since when it is, and why. If it could not be
	 * read at the last answer either, it has been unreadable since then; so this has to be called before the state is
	 * changed.
	 *
	 * @param reason why it cannot be read now, in words for the user
	 */
	private unreadNow(reason: string): Unread {
		return { since: this.unread?.since ?? Date.now(), reason };
	}

	/**
	 * Whether an answer without the task means that the service has no such task. A task that certainly exists, or may
	 * be shown late, is never unknown; any other is after a minute, or at once in a single check.
	 */
	private get isUnknownIfMissing(): boolean {
		if (this.certainlyExists || this.mayBeShownLate) return false;
		const isOverdue = Date.now() - this.begunAt >= UNKNOWN_AFTER_MS;
		return isOverdue || this.isSingleCheck;
	}

	/** Whether the service has shown the task before, or the input item reports its end. */
	private get certainlyExists(): boolean {
		const { by } = this.watched.known;
		return this.lastShown !== undefined || by === 'service' || by === 'report';
	}

	/**
	 * Whether a list may show the task late: this execution has submitted it, or the service has given its ID to
	 * anybody in this process within the last minute. A task that a paused execution awaits is not new, because the
	 * callback comes long after the submit.
	 */
	private get mayBeShownLate(): boolean {
		const { known, kind, taskId } = this.watched;
		if (known.by === 'submit') return true;
		return known.by === 'id' && mayBeShownLater({ taskKind: kind.name, taskId });
	}

	/** Whether the task is checked once in all. In a loop, each round checks it once, and `awaitedSince` is set. */
	private get isSingleCheck(): boolean {
		return this.isAskedOnce && this.watched.awaitedSince === undefined;
	}
}

/** A task as outputs show it while it cannot be read: with since when, in ISO 8601, and why. */
function withUnread(task: Task, { since, reason }: Unread): UnreadTask {
	return {
		...task,
		statusUnknownSince: new Date(since).toISOString(),
		statusUnknownReason: reason,
	};
}
