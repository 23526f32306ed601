import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { deliveredItem, failedItem, type ItemResult, type OpenItem } from '../model/itemResult';
import { isFailure, isFinal, type Task } from '../model/task';
import type { TaskStatus } from '../model/taskStatus';
import { toNodeError, withNote } from '../output/nodeError';
import { unreadFilesError } from '../output/taskErrors';
import { type Watch, watchTasks } from '../tasks/watch';
import { submittedSentence } from './submittedSentence';
import type { TaskMemory } from './taskMemory';
import { explainUnknown } from './unknownTasks';

/*
 * Checks the tasks of items, once or until they have finished, and says what became of each item.
 */

/** What of a run is needed to check its tasks. */
export interface Checking {
	context: IExecuteFunctions;
	client: ServiceClient;
	/** What the run remembers of its tasks; undefined where it submits nothing. */
	memory?: TaskMemory;
}

/**
 * Checks the tasks of those results that are open. The other results stay as they are. Tasks that are lost are noted in
 * the memory of the run, if it has one, before one of them ends the run.
 *
 * @param watch how long they are checked, and what is done meanwhile; if not set, they are checked once
 * @returns the results, in the same order, with their tasks as they are now
 * @throws NodeOperationError when the service refuses for good and that ends the run, when the execution is stopped,
 *   and what `onEnded` of the watch throws
 */
export async function checkTasks(
	{ context, client, memory }: Checking,
	results: ItemResult[],
	watch: Omit<Watch, 'tasks'> = {},
): Promise<ItemResult[]> {
	const open = results.filter((result) => result.is === 'open');
	const tasks = open.map(({ watched }) => watched);
	const onEnded = (ended: TaskStatus[]) => {
		if (memory) noteLostTasks(memory, ended);
		watch.onEnded?.(ended);
	};
	try {
		const statusOf = await watchTasks(client, { ...watch, tasks, onEnded });
		const statuses = tasks.map(({ kind, taskId }) => statusOf(kind, taskId));
		const unknown = statuses.filter((status) => status.is === 'unknown');
		const errorOf = await explainUnknown(client, unknown);
		return results.map((result) => {
			if (result.is !== 'open') return result;
			const { kind, taskId } = result.watched;
			const status = statusOf(kind, taskId);
			const checked = withTask(result, withKept(result, status.task));
			if (status.is === 'unknown') return failedItem(checked, errorOf(status));
			return resultOfCheck(context, checked, status);
		});
	} catch (error) {
		// A NodeOperationError comes from `onEnded`: it is the error of an item, and already names the tasks that exist.
		const note = error instanceof NodeOperationError ? undefined : submittedSentence(memory);
		throw toNodeError(context.getNode(), withNote(error, note));
	}
}

/**
 * Notes which tasks have failed, and which the service does not have any more: a new run sends their items again,
 * instead of continuing with them.
 */
function noteLostTasks(memory: TaskMemory, ended: readonly TaskStatus[]): void {
	for (const { is, task } of ended) {
		if (is === 'unknown') memory.noteTaskGone(task.taskId);
		if (isFailure(task)) memory.noteTaskFailed(task.taskId);
	}
}

/**
 * The result of an item whose task the service has shown, or could not show: open, finished or failed.
 *
 * @param checked the item with its task as it is now, or as it was shown last
 */
function resultOfCheck(
	context: IExecuteFunctions,
	checked: OpenItem,
	status: Exclude<TaskStatus, { is: 'unknown' }>,
): ItemResult {
	const { task, watched } = checked;
	// The wait for the kind of the task has ended with an error. Where the input item reports the end of the task, that
	// report stays beside the error.
	if (status.is === 'unasked') return failedItem(asReported(checked), status.error);
	// The input item reports the end of the task, and the service was asked to confirm it and to give the addresses of
	// the files. It did not, and `task` has the reason.
	if (status.is === 'unreadable' && watched.known.by === 'report') {
		return failedItem(asReported(checked), unreadFilesError(context, task));
	}
	return isFinal(task) ? deliveredItem(checked, task) : checked;
}

/** An item with its task as the input item reports it; unchanged where the input item reports no end of the task. */
function asReported(item: OpenItem): OpenItem {
	const { known } = item.watched;
	return known.by === 'report' ? withTask(item, known.task) : item;
}

/** An item with its task in another state. */
export function withTask(item: OpenItem, task: Task): OpenItem {
	return { ...item, task };
}

/**
 * A task that was checked, with what is known of it from its submit, such as its language: the service does not return
 * that.
 *
 * @param result the result of the item before the check
 */
export function withKept(result: ItemResult, task: Task): Task {
	return result.is === 'open' ? { ...task, ...result.kept } : task;
}
