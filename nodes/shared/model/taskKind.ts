import type { ServiceClient } from '../api/client';
import { enteredPath, type PathField, type Paths } from '../api/paths';
import type { Page } from '../api/pages';
import type { Schema } from '../api/schemas';
import type { Task } from './task';
import { type ServiceError } from '../api/serviceError';

/*
 * What the pack knows about a kind of task, and how it asks the service about tasks of that kind. Each kind is declared
 * in one file of `tasks/`: its endpoints, its record, its states, and how a callback reports it.
 */

/** Who is asked about tasks: their kind, or a search over several kinds. */
export interface AskedKind {
	/** Value of `taskKind` in outputs; empty for a search. */
	name: string;
	/** Shortest time between two status checks, in milliseconds, where the service limits them; 0 if not set. */
	shortestIntervalMs?: number;
	/**
	 * Asks for many tasks with as few requests as the service allows. Errors of the service are among the answers.
	 *
	 * @param reach how far back a list is searched; to its end where that is not known
	 * @throws CancelledError when the execution is stopped
	 */
	lookUp(client: ServiceClient, ids: readonly string[], reach?: Reach): Promise<Answers>;
}

/** What the statuses of a kind mean, by the word or number that the service writes. */
export type States = Readonly<Record<string, 'inProgress' | 'succeeded' | 'failed' | 'cancelled'>>;

/** What the pack knows about every kind of task of the service. */
interface KindFacts extends AskedKind {
	/** For messages, as in "No <label> has this ID"; with capitals, its name in drop-down lists. */
	label: string;
	/** What it is, beneath its name in drop-down lists. */
	description: string;
	/**
	 * The media type that a result file of the kind usually has. It is assumed where neither the content of a file nor
	 * its server or name shows that it is a picture, a film or sound. Where they do, the file may be of another type,
	 * as a transparent video is.
	 */
	usualType?: string;
	/** How a callback reports such a task, where the service calls back (service.md 6). */
	callback?: CallbackForm;
	/**
	 * Longest pause for the service's callback, in minutes, unless the user says otherwise. Not set where the service
	 * does not call back or the pack does not submit (see `takesCallback`).
	 */
	pauseMinutes?: number;
	/** Longest wait without a pause, in minutes, unless the user says otherwise; an hour if not set. */
	waitMinutes?: number;
}

/** A kind whose tasks the service lists. */
export interface ListedKind extends KindFacts {
	asked: 'inList';
	/** The list of the application's tasks. */
	list: TaskList;
}

/**
 * A kind whose tasks the service shows one by one, at a path that is not
 * published, so that the credential has to hold it.
 */
interface KindAtPath extends KindFacts {
	asked: 'atPath';
	detailPath: PathField;
}

/** A kind that the service only reports, by callback, and cannot be asked about. */
interface ReportedKind extends KindFacts {
	asked: 'nowhere';
}

/** A kind of task, by how the service can be asked about it. */
export type TaskKind = ListedKind | KindAtPath | ReportedKind;

/** The record of a task in the body of a callback. Anybody may have sent it. */
export type CallbackRecord = Record<string, unknown>;

/** How a callback reports a task of one kind. */
export interface CallbackForm {
	/**
	 * Whether a record is of this kind, by fields that its records have or lack.
	 *
	 * @param isEnveloped whether the record stands within the body, and is not the body itself
	 */
	isOf(record: CallbackRecord, isEnveloped: boolean): boolean;
	/** Reads a record of this kind, and gives its task. */
	taskSchema: Schema<Task>;
}

/** How far back a list is read: to a time or to an age; where both are set, to the earlier one. */
export interface Reach {
	/** The oldest wanted time of creation, in Unix seconds by the service's clock. */
	createdAfter?: number;
	/**
	 * The highest age of the wanted tasks whose time the service has not told yet. It is counted back from the newest
	 * task of the list, because the service's clock need not be that of n8n.
	 */
	ageSeconds?: number;
}

/**
 * What the service answered to a look-up. A task that is in neither map was not shown; if there is a common error, that
 * may be because of the error.
 */
export interface Answers {
	/** The tasks that were shown, by their IDs. */
	tasks: Map<string, Task>;
	/** How the question about a task alone has failed, by the ID of the task: it may be refused, or not be answered. */
	errorById: Map<string, ServiceError>;
	/**
	 * Why there may be no answer about the tasks that are in neither map: a question about many tasks has failed, or so
	 * many questions in a row that the others were not asked.
	 */
	commonError?: ServiceError;
}

/** What a list can be asked for, besides a page. */
export interface TaskFilter {
	/** Whether only succeeded tasks are listed; false if not set. */
	onlySuccessful?: boolean;
	/** 3 for images, 4 for videos; only for AI-creation tasks. */
	type?: number;
	/** At most 50 IDs of tasks; only for AI-creation tasks. */
	ids?: string[];
}

/**
 * Reads a page of tasks, by its number from 1. A filter that the service does not have for the kind is ignored, so
 * the caller has to apply it. Throws a ServiceError where the page cannot be read.
 */
export type TaskList = (
	client: ServiceClient,
	number: number,
	filter?: TaskFilter,
) => Promise<Page<Task>>;

/**
 * Whether tasks of a kind can be submitted with an address that the service calls back: then their node can pause, and
 * has a field for the address that is called where it does not.
 */
export function takesCallback({ pauseMinutes }: TaskKind): boolean {
	return pauseMinutes !== undefined;
}

/** Whether the service lists the tasks of a kind. */
export function isListed(kind: TaskKind): kind is ListedKind {
	return kind.asked === 'inList';
}

/**
 * The path that the credential must hold before a task of this kind can be looked up; undefined where none is needed.
 */
export function pathOf(kind: TaskKind): PathField | undefined {
	return kind.asked === 'atPath' ? kind.detailPath : undefined;
}

/**
 * Whether the service can be asked about tasks of a kind with a credential: always where it lists them; where their
 * path is not published, only if the credential has it; and never about a kind that it only reports by callback.
 *
 * @param paths the unpublished paths that the user has entered in the credential
 * @throws PackError that says what is wrong with the path that the credential has for this kind
 */
export function canLookUp(paths: Paths, kind: TaskKind): boolean {
	switch (kind.asked) {
		case 'inList':
			return true;
		case 'atPath':
			return enteredPath(paths, kind.detailPath) !== undefined;
		case 'nowhere':
			return false;
	}
}
