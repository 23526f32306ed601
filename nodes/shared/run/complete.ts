import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { toNodeError } from '../service/nodeError';
import type { TaskKind } from '../tasks/kind';
import { isFailure, isFinal, submittedTask, type Task } from '../tasks/task';
import { errorItem, taskError, taskItem, withInputFiles } from '../output/taskItems';
import { withResultFiles } from '../output/resultFiles';
import type { CompletionSettings } from './settings';
import type { SubmittedItem } from './submit';
import { hintOfUnread, unreadLog } from '../output/unreadStatus';
import { watchTasks, type Sighting } from './watch';

/**
 * Brings the tasks of all items to their output items: at once, or when they are final or the time is up.
 *
 * @param items may hold tasks of several kinds
 * @param note added to an error that ends the run: the tasks that were submitted besides the one it tells of
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

	/** The error of a failed task ends the run at once; nothing else is awaited for it. */
	const throwIfFailed = (task: Task, itemIndex: number): void => {
		if (stopOnError && failsItem(task, settings)) outcome(task, itemIndex);
	};

	const itemOf = new Map<string, number>();
	for (const item of items) {
		if ('error' in item) continue;
		if (item.finalTask) throwIfFailed(item.finalTask, item.itemIndex);
		// Before anything is awaited: it is paid for, and the error names it.
		if (stopOnError) notBegun(item.missing, item.itemIndex, fail);
		for (const id of item.taskIds) itemOf.set(`${item.kind.name} ${id}`, item.itemIndex);
	}
	const onFinal = (tasks: Task[]) => {
		for (const task of tasks)
			throwIfFailed(task, itemOf.get(`${task.taskKind} ${task.taskId}`) ?? 0);
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
		const { kind, kept, missing } = item;
		const begun = item.taskIds.map((taskId) => {
			const { task: seen, unknown, error } = sightingOf(kind, taskId);
			const task = { ...seen, ...kept };
			if (error) return errorItem(context, error, itemIndex, task);
			if (unknown) return fail(unknownTask(kind, taskId), itemIndex, task);
			const timedOut = settings.completion === 'wait' && !isFinal(task);
			return outcome(timedOut ? { ...task, timedOut } : task, itemIndex);
		});
		return [...begun, ...notBegun(missing, itemIndex, fail)];
	});
	const { downloadField } = settings;
	return await withResultFiles(context, outputs, { downloadField, signal: client.signal, fail });
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
			settings: completion === 'look' ? { ...settings, ...ONE_LOOK } : settings,
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

const ONE_LOOK = { timeLimitMs: 0, mustAnswer: true };

/** The tasks of which more has to be asked. */
export function tasksToWatch(items: SubmittedItem[]): Array<{ kind: TaskKind; taskId: string }> {
	return items.flatMap((item) =>
		'error' in item || item.finalTask
			? []
			: item.taskIds.map((taskId) => ({ kind: item.kind, taskId })),
	);
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return isFailure(task) && onTaskFailure === 'fail';
}

/** The error of an item whose task the service does not know. */
export function unknownTask({ label }: TaskKind, taskId: string): Error {
	return new Error(
		`The service knows no ${label} with the ID '${taskId}'. Check the task's ID and kind, and that the credential belongs to the application that created it`,
	);
}
