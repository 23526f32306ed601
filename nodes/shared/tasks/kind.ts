import type { ServiceClient } from '../service/client';
import type { DetailPathField } from '../service/detailPaths';
import type { Page } from '../service/pages';
import type { Task } from './task';

/** Values of `taskKind` in outputs; of custom voices the service only reports by callback. */
export type TaskKindName =
	| 'aiCreation'
	| 'motion'
	| 'composedVideo'
	| 'person'
	| 'lipSync'
	| 'translation'
	| 'voice';

/** What the pack knows about one kind of task of the service. */
export interface TaskKind {
	name: TaskKindName;
	/** For messages, as in "No <label> has this ID". */
	label: string;
	/** Media type of the results, where it is always the same. */
	resultType?: string;
	/** Shortest time between two status checks of the same tasks, in milliseconds, where a limit asks for it. */
	shortestIntervalMs?: number;
	/** The path that the credential must hold before such a task can be looked up. */
	detailPath?: DetailPathField;
	/** Most tasks that are asked for in one round of a wait, where each takes a request of its own. */
	mostPerRound?: number;
	/** Longest pause for the service's callback, in minutes, unless the user says otherwise. */
	pauseMinutes?: number;
	/** The list of the application's tasks, where the service has one. */
	list?: TaskList;
	/**
	 * Asks for many tasks with as few requests as the service allows.
	 *
	 * @returns the tasks that the service knows, by id; those whose status could not be read are unread tasks
	 * @throws ServiceError when none could be read
	 */
	lookUp(client: ServiceClient, ids: string[]): Promise<Map<string, Task>>;
}

export interface TaskFilter {
	onlySuccessful?: boolean;
	/** 3 image, 4 video; AI-creation tasks only. */
	type?: number;
	/** Unix seconds: tasks created at this time or later. No list of the service has such a filter. */
	createdAfter?: number;
	/** Unix seconds: tasks created earlier than this. */
	createdBefore?: number;
}

/**
 * Reads one page of tasks. A filter that the service does not know is applied by the caller.
 *
 * @param number page, from 1
 */
export type TaskList = (
	client: ServiceClient,
	number: number,
	filter?: TaskFilter,
) => Promise<Page<Task>>;
