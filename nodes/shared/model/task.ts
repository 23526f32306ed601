import { isUndefined, omitBy, orderBy, pick, without } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject } from '../util/json';

/*
 * A task of the service in the one form that every node of the pack reads, remembers and outputs, whatever its kind,
 * and the pure functions on it. A task is read from a record of the service (`tasks/`) or from an item that an earlier
 * node has output (`taskIn`), and becomes JSON here alone (`taskJson`).
 */

/**
 * The schema of a field that may be missing. What is not of its type is left out instead of being refused, because an
 * item may come from anywhere.
 */
const optional = <T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>) =>
	schema.optional().catch(undefined);
const text = optional(z.string());
const number = optional(z.number());

/** The fields of a task in the order of the output: first what a user looks for. */
const taskFields = z.object({
	coverUrl: text,
	durationSeconds: number,
	/** Name of a custom person. In an item about any other task, it is a field of the user, and may be anything. */
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
	/** Which part of the input item it is, counted from 1, and how many there are. */
	part: number,
	parts: number,
	/** What the user gave along with the callback address. */
	reference: text,
	/** The time limit of the node was reached first. */
	timedOut: optional(z.boolean()),
	/** The service's own object. */
	raw: optional(z.custom<IDataObject>(isObject)),
});

/**
 * A task. These combinations of its fields exist:
 *
 * - `inProgress`: no `outputUrls`; `statusUnknownReason` where its status could not be read or is not documented, and
 *   where the service reports success without a result;
 * - `succeeded`: `outputUrls` with at least one address, but for a custom person, which is the result itself;
 * - `failed` and `cancelled`: `errorMessage` where the service gives a reason;
 * - `timedOut` and `statusUnknownSince` only beside `inProgress`.
 */
export type Task = z.infer<typeof taskFields>;

/** A task whose status cannot be read, with since when (ISO 8601) and why. */
export type UnreadTask = Task & Required<Pick<Task, 'statusUnknownSince' | 'statusUnknownReason'>>;

/** A text that names a task among those of all kinds: two kinds may use the same ID. */
export function taskKey({ taskKind, taskId }: Pick<Task, 'taskKind' | 'taskId'>): string {
	return `${taskKind} ${taskId}`;
}

/** Whether a task has finished, successfully or not. */
export function isFinal({ state }: Pick<Task, 'state'>): boolean {
	return state === 'succeeded' || isFailure({ state });
}

/** Whether a task has ended without success. */
export function isFailure({ state }: Pick<Task, 'state'>): boolean {
	return state === 'failed' || state === 'cancelled';
}

/** A task that was submitted, and of which nothing but the ID is known yet. */
export function submittedTask(taskKind: string, taskId: string): Task {
	return { taskId, taskKind, state: 'inProgress' };
}

/**
 * Whether the status of a task could not be read, is not documented, or is a success without a file: its state is not
 * to be relied on then.
 */
export function isUnread({ statusUnknownReason }: Task): boolean {
	return statusUnknownReason !== undefined;
}

/** The fields of a task in an output item, in their order; `url` is the first of the `outputUrls`. */
const FIELDS = ['url'].concat(Object.keys(taskFields.shape));

/** The fields of a task in an item, without `name`, which may be a field of the user's own data. */
export const TASK_FIELDS = without(FIELDS, 'name');

/**
 * Fields of a task in an item that a later check of the same task replaces or makes untrue, even where it has no new
 * value for them: what an earlier check has come to, and the service's own object.
 */
const OUTDATED_FIELDS = [
	'progress',
	'timedOut',
	'statusUnknownSince',
	'statusUnknownReason',
	'raw',
];

/**
 * The fields of an item that must not stay beside the fields of a task: all about another task; of the same task, only
 * those that are outdated, because any other may be one of the user, such as a column `voiceId`.
 *
 * @param named the ID of the task that the item names
 * @param taskId that of the task whose fields are added; undefined for none, as beside an error without a task
 */
export function fieldsToReplace(named: string, taskId: string | undefined): readonly string[] {
	return named === taskId ? OUTDATED_FIELDS : TASK_FIELDS;
}

/** The task that an item of this pack reports; undefined where the item has no task, or has an error. */
export function taskIn(json: IDataObject): Task | undefined {
	if (json.error) return undefined;
	return taskFields.safeParse(json).data;
}

/** The fields of `KeptFields` that are read from an item. */
const keptFields = taskFields.pick({
	reference: true,
	targetLanguage: true,
	translationId: true,
	part: true,
	parts: true,
	estimatedCredits: true,
});

/**
 * What is known of a task and the service does not return when it is asked about it. Its `name`, that of a custom
 * person, is known from the submit alone, because in an item it may be a field of the user.
 */
export type KeptFields = z.infer<typeof keptFields> & Pick<Task, 'name'>;

/**
 * What an item of this pack says of its task and the service does not return: only the fields that the item has.
 */
export function keptIn(json: IDataObject): KeptFields {
	// This never throws, because a field that is not of its type is read as undefined.
	return omitBy(keptFields.parse(json), isUndefined);
}

/**
 * The json of an output item: what is known of a task, in the order of the output, with `url` for the first result.
 *
 * @param simple whether the service's own object, `raw`, is left out
 */
export function taskJson(task: Task, simple: boolean): IDataObject {
	const known: IDataObject = { ...task, url: task.outputUrls?.[0] };
	// The kind is empty where nobody has named it and the task was not found yet.
	if (known.taskKind === '') delete known.taskKind;
	if (simple) delete known.raw;
	const inOrder = pick(known, FIELDS);
	return omitBy(inOrder, isUndefined);
}

/**
 * When the service created a task, in Unix seconds; undefined where the task says no time, or none that can be read.
 */
export function createdAt(task: Task): number | undefined {
	if (task.createdAt === undefined) return undefined;
	// An item may hold any text there.
	const created = Date.parse(task.createdAt);
	return Number.isNaN(created) ? undefined : created / 1000;
}

/**
 * When the service created the task of an item, in Unix seconds; undefined where the service has not said it. Without a
 * status of the service, `createdAt` in the item may be the time of a row in a table of the user.
 */
export function createdAtService(reported: Task): number | undefined {
	return reported.serviceStatus === undefined ? undefined : createdAt(reported);
}

/** Tasks sorted from the newest to the oldest. Those whose time of creation is not known come last. */
export function newestTasksFirst(tasks: readonly Task[]): Task[] {
	// An unknown time counts as 1970, which is older than any task.
	const timeOf = (task: Task) => createdAt(task) ?? 0;
	return orderBy(tasks, timeOf, 'desc');
}

/** How a task ended, as the triggers let the user choose. */
export type TaskOutcome = 'finished' | 'succeeded' | 'failed';

/** Whether a finished task has ended as wanted. For `failed`, a cancelled task counts as well. */
export function hasOutcome({ state }: Task, outcome: TaskOutcome): boolean {
	switch (outcome) {
		case 'finished':
			return true;
		case 'succeeded':
			return state === 'succeeded';
		case 'failed':
			return isFailure({ state });
	}
}
