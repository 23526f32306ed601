import { isUndefined, omit, omitBy, pick, without } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { ServiceClient } from '../api/client';
import type { PathField } from '../api/credential';
import type { ServiceError } from '../api/failure';
import type { Page } from '../api/pages';
import { clip, isObject, formatValue, toWebAddress, withoutKeys } from '../util/text';

const optional = <T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>) =>
	schema.optional().catch(undefined);
const text = optional(z.string());
const number = optional(z.number());

/** The fields of a task in the order of the output: first what a user looks for. */
const taskFields = z.object({
	coverUrl: text,
	durationSeconds: number,
	/** Name of a custom person; of an item that is about another task, whatever it has there. */
	name: z.custom<string | undefined>(),
	/** Language code of a translation. */
	targetLanguage: text,
	state: z.enum(['inProgress', 'succeeded', 'failed', 'cancelled']),
	taskId: z.string(),
	taskKind: z.string(),
	errorMessage: text,
	/** 0 to 100. */
	progress: number,
	subtitleUrl: text,
	/** ISO 8601. */
	createdAt: text,
	serviceStatus: text,
	outputUrls: optional(z.array(z.string())),
	/** The voice of a custom person, which Compose Video and Lip Sync can use. */
	voiceId: text,
	/** Since when the status could not be read, as ISO 8601; the rest is as it was before. */
	statusUnknownSince: text,
	statusUnknownReason: text,
	/** What it costs in credits of type A, where the service publishes the price. */
	estimatedCredits: number,
	/** What the languages of one translated video have in common. */
	translationId: text,
	/** What the user gave along with the callback address. */
	reference: text,
	/** The time limit of the node was reached first. */
	timedOut: optional(z.boolean()),
	/** The service's own object. */
	raw: optional(z.custom<IDataObject>(isObject)),
});

/** A task in the one form that every node of the pack outputs, whatever the kind. */
export type Task = z.infer<typeof taskFields>;

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

/** Whether the status of a task could not be read, so that its state is not to be relied on. */
export function isUnread({ statusUnknownReason }: Task): boolean {
	return statusUnknownReason !== undefined;
}

const FIELDS = ['url', ...Object.keys(taskFields.shape)];

/** The fields of a task in an item, but for `name`, which a row of the user may have as well. */
export const TASK_FIELDS = without(FIELDS, 'name');

/** The task that an item of this pack reports; with an error, it is not delivered. */
export function taskIn(json: IDataObject): Task | undefined {
	return json.error ? undefined : taskFields.safeParse(json).data;
}

const keptFields = taskFields.pick({
	reference: true,
	targetLanguage: true,
	translationId: true,
	estimatedCredits: true,
});

export type KeptFields = z.infer<typeof keptFields> & Pick<Task, 'name'>;

/** What an item of this pack says of its task and the service does not return. */
export function keptIn(json: IDataObject): KeptFields {
	return omitBy(keptFields.parse(json), isUndefined);
}

/** The json of an output item, with `url` for the first result; `simple` leaves `raw` out. */
export function taskJson({ raw, ...task }: Task, simple: boolean): IDataObject {
	const json = { ...task, url: task.outputUrls?.[0], ...(simple ? {} : { raw }) };
	return omitBy(pick(json, FIELDS), isUndefined);
}

/** When the service created a task, in Unix seconds; undefined where its record does not say. */
export function createdAt({ createdAt: time }: Task): number | undefined {
	return time === undefined ? undefined : Date.parse(time) / 1000;
}

const NO_RESULT_YET = 'The service reports success, but has returned no result file yet';

type Texts = ReadonlyArray<string | null | undefined> | null | undefined;

export type States = Readonly<Record<string, Task['state']>>;

/**
 * State and results of a task. A status that is not documented is in progress, and says so; case and
 * blanks around it do not matter.
 *
 * @param status as the service writes it; empty where it does not
 * @param reasons texts in which the service may give the reason of a failure, the best first
 * @param needsResult whether a success without a result is none yet
 */
export function stateOf(
	states: States,
	status: string,
	urls: Texts,
	reasons: Texts,
	needsResult = true,
): Pick<Task, 'state' | 'serviceStatus' | 'outputUrls' | 'errorMessage' | 'statusUnknownReason'> {
	const plain = status.trim().toLowerCase();
	const [, state] = Object.entries(states).find(([word]) => word.toLowerCase() === plain) ?? [];
	const serviceStatus = status || undefined;
	const unclear = (statusUnknownReason: string) => {
		return { state: 'inProgress' as const, serviceStatus, statusUnknownReason };
	};
	if (!status) return unclear('The service reports no status');
	const shown = `'${formatValue(status)}'`;
	if (!state) return unclear(`The service reports the status ${shown}, which is not documented`);
	if (state === 'inProgress') return { state, serviceStatus };
	if (isFailure({ state })) {
		const reason = reasons?.find(Boolean);
		return { state, serviceStatus, errorMessage: reason ? clip(withoutKeys(reason)) : undefined };
	}
	const outputUrls = urls?.flatMap((url) => toWebAddress(url) ?? []) ?? [];
	if (outputUrls.length > 0) return { state, serviceStatus, outputUrls };
	return needsResult ? unclear(NO_RESULT_YET) : { state, serviceStatus };
}

/** Whether the service reports success of a task, but no result yet. */
export function lacksResult({ statusUnknownReason }: Pick<Task, 'statusUnknownReason'>): boolean {
	return statusUnknownReason === NO_RESULT_YET;
}

/** Such a task as failed, for its result does not come. */
export function withoutResult(task: Task): Task {
	return {
		...omit(task, ['statusUnknownSince', 'statusUnknownReason']),
		state: 'failed',
		errorMessage: 'The service reported success but returned no result file',
	};
}

/** What the pack knows about one kind of task of the service. */
export interface TaskKind {
	/** Value of `taskKind` in outputs. */
	name: string;
	/** For messages, as in "No <label> has this ID"; with capitals, its name in drop-down lists. */
	label: string;
	/** What it is, beneath its name in drop-down lists. */
	description: string;
	/** Media type of the results, where it is always the same. */
	resultType?: string;
	/** Shortest time between two status checks, in milliseconds, where a limit asks for it. */
	shortestIntervalMs?: number;
	/** The path that the credential must hold before such a task can be looked up. */
	detailPath?: PathField;
	/**
	 * Longest pause for the service's callback, in minutes, unless the user says otherwise; of kinds
	 * whose submit takes the field `callback` (service.md 6).
	 */
	pauseMinutes?: number;
	/** Longest wait without a pause, in minutes, unless the user says otherwise; an hour if not set. */
	waitMinutes?: number;
	/** The list of the application's tasks, where the service has one. */
	list?: TaskList;
	/**
	 * Asks for many tasks with as few requests as the service allows. The list is not searched further
	 * back than `createdAfter`, in Unix seconds.
	 */
	lookUp(client: ServiceClient, ids: readonly string[], createdAfter?: number): Promise<Answers>;
}

/** What the service answered to a look-up. A task of which nothing is said was not shown. */
export interface Answers {
	/** By their IDs. */
	tasks: Map<string, Task>;
	/** How the question for a task alone failed. */
	refusals: Map<string, ServiceError>;
	/** How a question for many failed: why tasks that are in neither may not be shown. */
	failure?: ServiceError;
}

export interface TaskFilter {
	onlySuccessful?: boolean;
	/** 3 image, 4 video; AI-creation tasks only. */
	type?: number;
	/** At most 50; AI-creation tasks only. */
	ids?: string[];
}

/** Reads a page of tasks, from 1. What the service cannot filter by is left to the caller. */
export type TaskList = (
	client: ServiceClient,
	number: number,
	filter?: TaskFilter,
) => Promise<Page<Task>>;

/** How a task ended, as the triggers let the user choose. */
export type Outcome = 'finished' | 'succeeded' | 'failed';

/** Whether a finished task is one of those. */
export function hasOutcome({ state }: Task, outcome: Outcome): boolean {
	return outcome === 'finished' || (outcome === 'succeeded') === (state === 'succeeded');
}
