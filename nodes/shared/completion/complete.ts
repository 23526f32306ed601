import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { StoppedError } from '../service/failure';
import { toNodeError } from '../service/nodeError';
import type { TaskKind } from '../tasks/kind';
import { isFinal, submittedTask, type Task } from '../tasks/task';
import { waitForTasks, type WaitResult } from '../tasks/wait';
import { errorItem, taskError, taskItem } from './items';
import type { CompletionSettings } from './settings';
import type { SubmittedItem } from './submit';

/**
 * Brings the tasks of all items to their output items: at once, or when they are final or the time is up.
 *
 * @param note added to an error that ends the run: the tasks that were submitted
 * @returns the output items in the order of the input items
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function complete(
	context: IExecuteFunctions,
	client: ServiceClient,
	kind: TaskKind,
	items: SubmittedItem[],
	settings: CompletionSettings,
	note: () => string | undefined = () => undefined,
): Promise<INodeExecutionData[]> {
	const stopOnError = !context.continueOnFail();
	const itemOf = new Map<string, number>();
	for (const item of items) {
		if ('taskIds' in item) for (const id of item.taskIds) itemOf.set(id, item.itemIndex);
	}
	const fail = (error: unknown, itemIndex: number, task?: Task): INodeExecutionData => {
		if (stopOnError) throw toNodeError(context.getNode(), error, itemIndex, note());
		return errorItem(context, error, itemIndex, task);
	};
	const outcome = (task: Task, itemIndex: number): INodeExecutionData =>
		failsItem(task, settings)
			? fail(taskError(context, task, itemIndex), itemIndex, task)
			: taskItem(task, itemIndex, settings.simple);

	let result: WaitResult = { tasks: new Map(), unknown: new Set() };
	let waitError: unknown;
	if (settings.completion !== 'return') {
		const timeLimitMs = settings.completion === 'look' ? 0 : settings.timeLimitMs;
		try {
			result = await waitForTasks(
				client,
				kind,
				itemOf.keys(),
				{ ...settings, timeLimitMs },
				{
					onFinal(tasks) {
						if (!stopOnError) return;
						for (const task of tasks) outcome(task, itemOf.get(task.taskId) ?? 0);
					},
					onRound(pending) {
						context.logger.info(`${itemOf.size - pending} of ${itemOf.size} tasks are finished`);
					},
				},
			);
		} catch (error) {
			if (stopOnError || error instanceof StoppedError) {
				throw toNodeError(context.getNode(), error, undefined, note());
			}
			waitError = error;
		}
	}

	return items.flatMap((item) => {
		const { itemIndex } = item;
		if ('error' in item) return [fail(item.error, itemIndex)];
		return item.taskIds.map((taskId) => {
			const task = result.tasks.get(taskId) ?? submittedTask(kind.name, taskId);
			if (waitError) return errorItem(context, waitError, itemIndex, task);
			if (result.unknown.has(taskId)) return fail(unknownTask(kind, taskId), itemIndex, task);
			const timedOut = settings.completion === 'wait' && !isFinal(task);
			return outcome(timedOut ? { ...task, timedOut } : task, itemIndex);
		});
	});
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return (task.state === 'failed' || task.state === 'cancelled') && onTaskFailure === 'fail';
}

function unknownTask({ label }: TaskKind, taskId: string): Error {
	return new Error(
		`The service knows no ${label} with the ID '${taskId}'. Check 'Task ID' and that the credential belongs to the application that created the task`,
	);
}
