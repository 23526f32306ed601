import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { explain, toNodeError } from '../service/messages';
import { kinds } from '../tasks/kinds';
import { isFailure, isFinal, isUnread, submittedTask, type Task, taskKey } from '../tasks/task';
import { type StatusOf, type TaskStatus, TaskWatch, type WatchedTask } from '../tasks/watch';
import { formatValue } from '../util/text';
import type { CompletionSettings } from './options';
import {
	errorItem,
	hintOfUnread,
	passedOnItem,
	taskError,
	taskItem,
	unreadFilesError,
	unreadLog,
	withInputFiles,
} from './output';
import { withResultFiles } from './resultFiles';
import type { SubmittedItem, SubmittedTask } from './submit';

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
	const statusOf = await watchItems(context, client, items, settings, onFinal, note);
	hintOfUnread(
		context,
		tasksToWatch(items).map(({ kind, taskId }) => statusOf(kind, taskId).task),
	);

	const outputs = items.flatMap((item) => {
		const { itemIndex } = item;
		if ('error' in item) {
			return [item.isEarlier ? passedOnItem(context, itemIndex) : fail(item.error, itemIndex)];
		}
		if (item.finalTask) {
			return [withInputFiles(context, outcome(item.finalTask, itemIndex), itemIndex)];
		}
		const { kind, missing } = item;
		const begun = item.taskIds.map((taskId) => {
			const status = statusOf(kind, taskId);
			const task = knownTask(item, status);
			if (status.error) return errorItem(context, status.error, itemIndex, task);
			if (status.is === 'unknown') {
				return fail(unknownTask(context, status, itemIndex), itemIndex, task);
			}
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
		unread: unreadFiles(context, items, statusOf),
		fail,
	});
}

/** What is known of a task: as the service shows it, or else as its item reports that it has finished. */
export function knownTask({ kept, reported }: SubmittedTask, status: TaskStatus): Task {
	const isSeen = status.error === undefined && !isUnread(status.task);
	return reported && !isSeen ? reported : { ...status.task, ...kept };
}

/** The errors of the input items whose task has finished, but cannot be read now for the addresses of its files. */
export function unreadFiles(
	context: IExecuteFunctions,
	items: SubmittedItem[],
	statusOf: StatusOf,
): ReadonlyMap<number, Error> {
	const errors = new Map<number, Error>();
	for (const item of items) {
		if ('error' in item || !item.reported) continue;
		const { task } = statusOf(item.kind, item.reported.taskId);
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
): Promise<StatusOf> {
	const { completion } = settings;
	if (completion === 'return') {
		return (kind, taskId) => ({ is: 'seen', task: submittedTask(kind.name, taskId) });
	}
	try {
		return await new TaskWatch(client, {
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
		}).run();
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
		const { kind, taskIds, reported, before } = item;
		return taskIds.map((taskId) => ({
			...before,
			kind,
			taskId,
			isReported: reported !== undefined,
		}));
	});
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return isFailure(task) && onTaskFailure === 'fail';
}

/** The error of an item whose task the service does not have, with its words, if it had any. */
export function unknownTask(
	context: IExecuteFunctions,
	{ task: { taskKind, taskId }, denial }: TaskStatus,
	itemIndex: number,
): NodeOperationError {
	const { label = 'task' } = kinds[taskKind] ?? {};
	const check =
		'Check the ID and the kind of the task, and that the credential belongs to the application that created it.';
	return new NodeOperationError(
		context.getNode(),
		`The service has no ${label} with the ID '${formatValue(taskId)}'`,
		{
			description: [check, denial && explain(denial).description].filter(Boolean).join(' '),
			itemIndex,
		},
	);
}
