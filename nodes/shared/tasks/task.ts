import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import type { DetailPathField } from '../service/credential';
import type { Page } from '../service/pages';
import { toWebAddress } from '../util/url';

export type TaskState = 'inProgress' | 'succeeded' | 'failed' | 'cancelled';

/** A task in the one form that every node of the pack outputs, whatever the kind. */
export interface Task {
	taskId: string;
	taskKind: string;
	state: TaskState;
	/** The service's own status value. */
	serviceStatus?: string;
	/** 0 to 100. */
	progress?: number;
	outputUrls?: string[];
	coverUrl?: string;
	subtitleUrl?: string;
	durationSeconds?: number;
	errorMessage?: string;
	/** ISO 8601. */
	createdAt?: string;
	/** The time limit of the node was reached first. */
	timedOut?: boolean;
	/** Since when the status could not be read, as ISO 8601; the rest is as it was before. */
	statusUnknownSince?: string;
	/** Why the status could not be read. */
	statusUnknownReason?: string;
	/** The voice of a custom person, which Compose Video and Lip Sync can use. */
	voiceId?: string;
	/** Language code of a translation. */
	targetLanguage?: string;
	/** What the languages of one translated video have in common. */
	translationId?: string;
	/** What the user gave along with the callback address. */
	reference?: string;
	/** The service's own object. */
	raw?: IDataObject;
}

/** Names a task among those of all kinds. */
export function taskKey({ taskKind, taskId }: Pick<Task, 'taskKind' | 'taskId'>): string {
	return `${taskKind} ${taskId}`;
}

/** Whether a task has finished, successfully or not. */
export function isFinal({ state }: Task): boolean {
	return state !== 'inProgress';
}

/** Whether a task ended without a result. */
export function isFailure({ state }: Pick<Task, 'state'>): boolean {
	return state === 'failed' || state === 'cancelled';
}

/** A task of which only the id is there yet. */
export function submittedTask(taskKind: string, taskId: string): Task {
	return { taskId, taskKind, state: 'inProgress' };
}

/** A task whose status could not be read, for a reason in words. */
export function unreadTask(taskKind: string, taskId: string, reason: string): Task {
	return { ...submittedTask(taskKind, taskId), statusUnknownReason: reason };
}

/** Whether the status of a task could not be read, so that its state is not to be relied on. */
export function isUnread({ statusUnknownReason }: Task): boolean {
	return statusUnknownReason !== undefined;
}

/** Whether the service has shown a task with a status that could be read. */
export function isRead(task: Task | undefined): task is Task {
	return task !== undefined && !isUnread(task);
}

/** What a user looks for comes first in the output; the rest follows as it was read. */
const FIRST = ['taskId', 'taskKind', 'state', 'outputUrls', 'errorMessage', 'progress'] as const;

/**
 * The json of an output item: absent values are left out, and the service's own object is added on demand.
 *
 * @param simple leaves `raw` out
 */
export function taskJson({ raw, ...task }: Task, simple: boolean): IDataObject {
	const inOrder = { ...pick(task, FIRST), ...task };
	const entries = Object.entries(simple ? inOrder : { ...inOrder, raw });
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** When the service created a task, in Unix seconds; undefined where its record does not say. */
export function createdAt({ createdAt: time }: Task): number | undefined {
	return time === undefined ? undefined : Date.parse(time) / 1000;
}

/** The addresses of results as the service wrote them, without blanks around them and without entries that are none. */
export function webAddresses(entries: ReadonlyArray<string | null | undefined>): string[] {
	return entries.flatMap((entry) => (entry && toWebAddress(entry) ? entry.trim() : []));
}

/**
 * State and results of a task. Only a task that did not succeed has a reason, and a success that names no
 * result is none.
 *
 * @param outputUrls addresses of the results, as far as there are any
 * @param reasons texts in which the service may give the reason of a failure, the best first
 */
export function resultOf(
	state: TaskState,
	outputUrls: ReadonlyArray<string | null | undefined> | null | undefined,
	reasons: ReadonlyArray<string | null | undefined>,
): Pick<Task, 'state' | 'outputUrls' | 'errorMessage'> {
	if (isFailure({ state })) {
		return { state, errorMessage: reasons.find(Boolean) ?? undefined };
	}
	if (state === 'inProgress') return { state };
	const urls = webAddresses(outputUrls ?? []);
	return urls.length > 0
		? { state, outputUrls: urls }
		: { state: 'failed', errorMessage: 'The service reported success but returned no result file' };
}

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

/** Asks for one task. */
export type TaskDetail = (client: ServiceClient, id: string) => Promise<Task>;

export interface TaskFilter {
	onlySuccessful?: boolean;
	/** 3 image, 4 video; AI-creation tasks only. */
	type?: number;
	/** At most 50; AI-creation tasks only. */
	ids?: string[];
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

/**
 * State of a task by the status of its kind. A value that is not listed counts as still in progress.
 */
export function stateOf(states: Readonly<Record<string, TaskState>>, status: string): TaskState {
	// Not states[status]: a word such as 'constructor' is none of the table.
	return new Map(Object.entries(states)).get(status) ?? 'inProgress';
}

/** How a task ended, as the triggers let the user choose. */
export type Outcome = 'finished' | 'succeeded' | 'failed';

/** Whether a finished task is one of those. */
export function hasOutcome({ state }: Task, outcome: Outcome): boolean {
	return outcome === 'finished' || (outcome === 'succeeded') === (state === 'succeeded');
}
