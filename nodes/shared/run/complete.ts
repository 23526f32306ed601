import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { toNodeError } from '../service/nodeError';
import type { TaskKind } from '../tasks/kind';
import { shown } from '../util/text';
import { isFailure, isFinal, isUnread, submittedTask, taskKey, type Task } from '../tasks/task';
import { errorItem, taskError, taskItem, withInputFiles } from '../output/taskItems';
import { withResultFiles } from '../output/resultFiles';
import type { CompletionSettings } from './settings';
import type { SubmittedItem, SubmittedTask } from './submit';
import { hintOfUnread, unreadFilesError, unreadLog } from '../output/unreadStatus';
import { watchTasks, type Sighting, type WatchedTask } from './watch';

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
	note: (mentioned?: string) => string | undefined = () => undefined,
): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const fail = (error: unknown, itemIndex: number, task?: Task): INodeExecutionData => {
		if (stopOnError) throw toNodeError(context.getNode(), error, itemIndex, note(task?.taskId));
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
