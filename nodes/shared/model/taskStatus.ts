import type { Failure } from '../api/failure';
import type { Task, UnreadTask } from './task';
import type { AskedKind } from './taskKind';

/*
 * What is asked about a task, and what is known of it afterwards. `tasks/watch.ts` turns the one into the other.
 */

/** How it is known that a task exists, before it is asked about. */
export type KnownBy =
	/**
	 * By its ID alone. If the service does not show it, it is unknown: after a minute or, in a single check, at once.
	 * But an ID that was given within the last minute may be shown late.
	 */
	| { by: 'id' }
	/**
	 * The execution that paused for it was called with the right proof. As with an ID alone, but it is not new: a call
	 * comes long after a submit.
	 */
	| { by: 'call' }
	/** This execution has submitted it: it exists, although a list of the service may show it late. */
	| { by: 'submit' }
	/** The service has shown it before: it exists, although it is missing in one answer. */
	| { by: 'service' }
	/** An item reports its end, which is confirmed: what cannot be read is not awaited for long. */
	| { by: 'report'; task: Task };

/** Since when and why the status of a task cannot be read. */
export interface Unread {
	/** Milliseconds since the epoch. */
	since: number;
	/** A sentence for the user. Nothing is decided by it. */
	reason: string;
}

/** A task to ask about. */
export interface WatchedTask {
	/** Its kind; or a search, where nobody says the kind. */
	kind: AskedKind;
	taskId: string;
	known: KnownBy;
	/**
	 * The earliest time at which it can have been created, in Unix seconds by the service's clock; undefined where that
	 * is not known.
	 */
	createdAfter?: number;
	/** When it was submitted, in milliseconds by n8n's clock; undefined where that is not known. */
	submittedAt?: number;
	/**
	 * When Pause and Loop began to wait for it, in milliseconds since the epoch: in this round of the loop, or in an
	 * earlier one. Undefined where there is no loop.
	 */
	awaitedSince?: number;
	/** Since when and why it could not be read in an earlier round; undefined where it could. */
	unread?: Unread;
}

/** What is known of a task after it was asked about. */
export type TaskStatus =
	/** It is as the service has shown it last; or as it was submitted, where the service has not shown it yet. */
	| { is: 'known'; task: Task }
	/** Its status cannot be read at the moment; the rest of the task is as it was shown before. */
	| { is: 'unreadable'; task: UnreadTask }
	/** The service does not have it. `denial` is how it has said so; undefined where it just did not show the task. */
	| { is: 'unknown'; task: Task; denial?: Failure }
	/** The service could not be asked about its kind any more; the task is as it was shown before. */
	| { is: 'unasked'; task: Task; error: unknown };

/** Gives what is known of a task after a wait: of one that was not awaited, no more than its kind and ID. */
export type StatusOf = (kind: AskedKind, taskId: string) => TaskStatus;

/**
 * The names of the kinds about which the service has answered, over the rounds of a wait: path, address and token are
 * right, and what goes wrong later may pass. Pause and Loop keeps it in the execution.
 */
export type AnsweredKinds = Record<string, true>;
