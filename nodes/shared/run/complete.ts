import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { toNodeError } from '../service/messages';
import {
	isFailure,
	isFinal,
	isUnread,
	submittedTask,
	type Task,
	taskKey,
	type TaskKind,
} from '../tasks/task';
import { waitForTasks, type WaitResult, type WaitSettings } from '../tasks/wait';
import { asError, runAll, StoppedError } from '../util/async';
import { shown } from '../util/text';
import type { CompletionSettings } from './options';
import {
	errorItem,
	hintOfUnread,
	taskError,
	taskItem,
	unreadFilesError,
	unreadLog,
	withInputFiles,
} from './output';
import { withResultFiles } from './resultFiles';
import type { SubmittedItem, SubmittedTask } from './submit';

/** A task to check. */
export interface WatchedTask {
	kind: TaskKind;
	taskId: string;
	/** Whether it is reported as finished, so that it is not awaited for long when it cannot be read. */
	isReported?: boolean;
}

/** Tasks to check, and whether a refused query ends everything or only concerns its kind. */
export interface Watch {
	tasks: WatchedTask[];
	settings: WaitSettings;
	stopOnError: boolean;
	/** Called with the tasks that have just become final. */
	onFinal?: (tasks: Task[]) => void;
	/** Called after each check. */
	onRound?: (finished: number, all: number) => void;
	/** Called when the status of tasks cannot be read any more, with the number of them and the first reason. */
	onUnread?: (tasks: number, reason: string) => void;
}

/** What is known of one task after the wait. */
export interface Sighting {
	task: Task;
	/** The service does not know the task. */
	unknown: boolean;
	/** Why the service could not be asked. */
	error?: unknown;
}

/**
 * Waits for tasks of any kinds, each kind at its own pace and with queries for all its tasks together.
 *
 * @returns gives what is known of a task
 * @throws StoppedError when the execution is stopped; with `stopOnError` whatever ends the wait of a kind
 */
export async function watchTasks(
	client: ServiceClient,
	{ tasks, settings, stopOnError, onFinal, onRound, onUnread }: Watch,
): Promise<(kind: TaskKind, taskId: string) => Sighting> {
	const halt = new AbortController();
	const watching = client.until(halt.signal);
	const idsOf = new Map<TaskKind, Set<string>>();
	const keyOf = (kind: TaskKind, taskId: string) => taskKey({ taskKind: kind.name, taskId });
	const open = new Set<string>();
	for (const { kind, taskId, isReported } of tasks) {
		idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(taskId));
		if (!isReported) open.add(keyOf(kind, taskId));
	}
	const all = [...idsOf.values()].reduce((sum, { size }) => sum + size, 0);
	const pending = new Map([...idsOf].map(([kind, { size }]) => [kind, size]));

	const results = new Map<TaskKind, WaitResult>();
	/** What had finished before the wait of its kind failed counts all the same. */
	const finished = new Map<string, Task>();
	const errors = new Map<TaskKind, unknown>();
	const watchKind = async ([kind, ids]: [TaskKind, Set<string>]) => {
		const hooks = {
			onUnread,
			onFinal(final: Task[]) {
				for (const task of final) finished.set(taskKey(task), task);
				onFinal?.(final);
			},
			onRound(left: number) {
				pending.set(kind, left);
				onRound?.(all - [...pending.values()].reduce((sum, count) => sum + count, 0), all);
			},
		};
		const reported = new Set([...ids].filter((id) => !open.has(keyOf(kind, id))));
		try {
			const result = await waitForTasks(watching, kind, ids, { ...settings, reported }, hooks);
			results.set(kind, result);
		} catch (error) {
			if (stopOnError || error instanceof StoppedError) throw asError(error);
			errors.set(kind, error);
		}
	};
	await runAll([...idsOf], watchKind, { haltOnError: halt });

	return (kind, taskId) => {
		const final = finished.get(keyOf(kind, taskId));
		return {
			task: results.get(kind)?.tasks.get(taskId) ?? final ?? submittedTask(kind.name, taskId),
			unknown: results.get(kind)?.unknown.has(taskId) ?? false,
			error: final ? undefined : errors.get(kind),
		};
	};
}

/**
 * Turns the tasks of all items into output items: at once, or when they have finished or the time limit is reached.
 *
 * @param items may hold tasks of several kinds
 * @param note added to an error that ends the run: the other tasks that were submitted
 * @returns the output items in the order of the input items
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function complete(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
	note: (mentioned?: Task) => string | undefined = () => undefined,
): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const fail = (error: unknown, itemIndex: number, task?: Task): INodeExecutionData => {
		if (stopOnError) throw toNodeError(context.getNode(), error, itemIndex, note(task));
		return errorItem(context, error, itemIndex, task);
	};
	const outcome = (task: Task, itemIndex: number): INodeExecutionData =>
		failsItem(task, settings)
			? fail(taskError(context, task, itemIndex), itemIndex, task)
			: taskItem(task, itemIndex, settings.simple);

	/** The error of a failed task ends the run at once, without waiting for the others. */
	const throwIfFailed = (task: Task, itemIndex: number): void => {
		if (stopOnError && failsItem(task, settings)) outcome(task, itemIndex);
	};

	const itemOf = new Map<string, number>();
	for (const item of items) {
		if ('error' in item) continue;
		if (item.finalTask) throwIfFailed(item.finalTask, item.itemIndex);
		// Before anything is awaited: the tasks are charged, and the error names them.
		if (stopOnError) notBegun(item.missing, item.itemIndex, fail);
		for (const id of item.taskIds)
			itemOf.set(taskKey({ taskKind: item.kind.name, taskId: id }), item.itemIndex);
	}
	const onFinal = (tasks: Task[]) => {
		for (const task of tasks) throwIfFailed(task, itemOf.get(taskKey(task)) ?? 0);
	};
	const sightingOf = await watchItems(context, client, items, settings, onFinal, note);
	hintOfUnread(
		context,
		tasksToWatch(items).map(({ kind, taskId }) => sightingOf(kind, taskId).task),
	);

	const outputs = items.flatMap((item) => {
		const { itemIndex } = item;
		if ('error' in item) return [fail(item.error, itemIndex)];
		if (item.finalTask) {
			return [withInputFiles(context, outcome(item.finalTask, itemIndex), itemIndex)];
		}
		const { kind, missing } = item;
		const begun = item.taskIds.map((taskId) => {
			const sighting = sightingOf(kind, taskId);
			const { unknown, error } = sighting;
			const task = knownTask(item, sighting);
			if (error) return errorItem(context, error, itemIndex, task);
			if (unknown) return fail(unknownTask(context, kind, taskId, itemIndex), itemIndex, task);
			const timedOut = settings.completion === 'wait' && !isFinal(task);
			return outcome(timedOut ? { ...task, timedOut } : task, itemIndex);
		});
		return [...begun, ...notBegun(missing, itemIndex, fail)];
	});
	const { downloadField } = settings;
	return await withResultFiles(context, outputs, {
		downloadField,
		signal: client.signal,
		connect: async () => client,
		unconfirmed: passedOn(items),
		unread: unreadFiles(context, items, sightingOf),
		fail,
	});
}

/** What is known of a task: as the service shows it, or else as its item reports that it has finished. */
export function knownTask(
	{ kept, reported }: SubmittedTask,
	{ task, error }: Pick<Sighting, 'task' | 'error'>,
): Task {
	const isSeen = error === undefined && !isUnread(task);
	return reported && !isSeen ? reported : { ...task, ...kept };
}

/** The errors of the input items whose task has finished, but cannot be read now for the addresses of its files. */
export function unreadFiles(
	context: IExecuteFunctions,
	items: SubmittedItem[],
	sightingOf: (kind: TaskKind, taskId: string) => Sighting,
): ReadonlyMap<number, Error> {
	const errors = new Map<number, Error>();
	for (const item of items) {
		if ('error' in item || !item.reported) continue;
		const { task } = sightingOf(item.kind, item.reported.taskId);
		if (isUnread(task)) errors.set(item.itemIndex, unreadFilesError(context, task));
	}
	return errors;
}

/** The input items whose task was final before and is not looked up. */
export function passedOn(items: SubmittedItem[]): ReadonlySet<number> {
	return new Set(
		items.flatMap((item) => ('finalTask' in item && item.finalTask ? [item.itemIndex] : [])),
	);
}

function notBegun(
	missing: string[] = [],
	itemIndex: number,
	fail: (error: unknown, itemIndex: number) => INodeExecutionData,
): INodeExecutionData[] {
	return missing.map((sentence) => fail(new Error(sentence), itemIndex));
}

async function watchItems(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
	onFinal: (tasks: Task[]) => void,
	note: () => string | undefined,
): Promise<(kind: TaskKind, taskId: string) => Sighting> {
	const { completion } = settings;
	if (completion === 'return') {
		return (kind, taskId) => ({ task: submittedTask(kind.name, taskId), unknown: false });
	}
	try {
		return await watchTasks(client, {
			tasks: tasksToWatch(items),
			settings: completion === 'now' ? { ...settings, ...ONE_CHECK } : settings,
			stopOnError: !context.continueOnFail(),
			onFinal,
			onRound(finished, all) {
				context.logger.info(`${finished} of ${all} tasks are finished`);
			},
			onUnread(tasks, reason) {
				context.logger.warn(unreadLog(tasks, reason));
			},
		});
	} catch (error) {
		// The error of an item has its note already.
		const added = error instanceof NodeOperationError ? undefined : note();
		throw toNodeError(context.getNode(), error, undefined, added);
	}
}

const ONE_CHECK = { timeLimitMs: 0, mustAnswer: true };

/** The tasks whose status has to be checked. */
export function tasksToWatch(items: SubmittedItem[]): WatchedTask[] {
	return items.flatMap((item) => {
		if ('error' in item || item.finalTask) return [];
		const { kind, taskIds, reported } = item;
		return taskIds.map((taskId) => ({ kind, taskId, isReported: reported !== undefined }));
	});
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return isFailure(task) && onTaskFailure === 'fail';
}

/** The error of an item whose task the service does not have. */
export function unknownTask(
	context: IExecuteFunctions,
	{ label }: TaskKind,
	taskId: string,
	itemIndex: number,
): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The service has no ${label} with the ID '${shown(taskId)}'`,
		{
			description:
				'Check the ID and the kind of the task, and that the credential belongs to the application that created it.',
			itemIndex,
		},
	);
}
