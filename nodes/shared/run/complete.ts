import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { explain, toNodeError } from '../service/messages';
import { kinds } from '../tasks/kinds';
import { isFailure, isFinal, isUnread, submittedTask, type Task, taskKey } from '../tasks/task';
import { type StatusOf, type TaskStatus, TaskWatch, type WatchedTask } from '../tasks/watch';
import { formatValue } from '../util/text';
import type { CompletionSettings } from './options';
import {
	hintOfFailures,
	hintOfTimeLimit,
	hintOfUnread,
	type Result,
	runError,
	taskError,
	unreadFilesError,
	unreadLog,
	withCredits,
} from './output';
import { withResultFiles } from './resultFiles';
import type { SubmittedItem, SubmittedTask } from './submit';

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up.
 *
 * @param items may hold tasks of several kinds
 * @param note added to an error that ends the run: the other tasks that were submitted
 * @returns what became of them, in the order of the input items
 * @throws NodeOperationError when an item fails and the workflow is to stop on errors
 */
export async function complete(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
	note: (mentioned?: Task) => string | undefined = () => undefined,
): Promise<Result[]> {
	const stopOnError = !context.continueOnFail();
	const fail = (failed: Result): Result => {
		const { error, itemIndex, task } = failed;
		if (stopOnError) throw runError(context, error, itemIndex, note(task));
		return failed;
	};
	const judge = (result: Result): Result => {
		const { task, error, itemIndex } = result;
		if (error !== undefined) return fail(result);
		if (!task || !failsItem(task, settings)) return result;
		return fail({ ...result, error: taskError(context, task, itemIndex) });
	};

	// Before anything is awaited: an error that ends the run names the tasks that are charged.
	for (const item of items) resultsBefore(context, item).forEach(judge);
	const itemOf = new Map<string, number>();
	for (const { kind, taskId, itemIndex } of tasksToWatch(items)) {
		itemOf.set(taskKey({ taskKind: kind.name, taskId }), itemIndex);
		// Of a task whose kind nobody names, the service says it.
		itemOf.set(taskId, itemIndex);
	}
	/** The error of a failed task ends the run at once, without waiting for the others. */
	const onFinal = (tasks: Task[]) => {
		for (const task of stopOnError ? tasks : []) {
			judge({ itemIndex: itemOf.get(taskKey(task)) ?? itemOf.get(task.taskId) ?? 0, task });
		}
	};
	const statusOf = await watchItems(context, client, items, settings, onFinal, note);
	hintOfUnread(
		context,
		tasksToWatch(items).map(({ kind, taskId }) => statusOf(kind, taskId).task),
	);
	const timedOut = settings.completion === 'wait';
	const results = resultsOf(context, items, statusOf).map((result) => {
		const { task, error } = result;
		const isOpen = task !== undefined && error === undefined && !isFinal(task);
		return judge(isOpen && timedOut ? { ...result, task: { ...task, timedOut } } : result);
	});
	hintOfTimeLimit(context, results, settings.timeLimitMs);
	const completed = await withResultFiles(context, results, {
		downloadField: settings.downloadField,
		signal: client.signal,
		connect: async () => client,
		fail,
	});
	hintOfFailures(context, completed);
	return completed;
}

/** What is known of an item without checking its tasks. */
function resultsBefore(context: IExecuteFunctions, item: SubmittedItem): Result[] {
	const { itemIndex } = item;
	const result = { itemIndex, input: context.getInputData()[itemIndex] };
	if ('error' in item) {
		const { error, passesOn } = item;
		return [item.isEarlier ? result : { ...result, error, passesOn }];
	}
	const { finalTask: task, missing = [] } = item;
	if (task) return [{ ...result, task, binary: result.input?.binary, passesOn: true }];
	return missing.map((sentence) => ({ ...result, error: new Error(sentence) }));
}

/** What is known of all items, in their order. */
export function resultsOf(
	context: IExecuteFunctions,
	items: SubmittedItem[],
	statusOf: StatusOf,
): Result[] {
	return items.flatMap((item) => [
		...tasksToWatch([item]).map(({ kind, taskId }) =>
			checkedResult(context, item as SubmittedTask, statusOf(kind, taskId)),
		),
		...resultsBefore(context, item),
	]);
}

/** A task that was checked, as the service shows it, or else as its item reports its end. */
function checkedResult(
	context: IExecuteFunctions,
	{ itemIndex, kept, reported, fileName, cost }: SubmittedTask,
	status: TaskStatus,
): Result & { task: Task } {
	const isSeen = status.error === undefined && !isUnread(status.task);
	const seen = { ...status.task, ...kept?.(status.task.taskId) };
	const task = reported && !isSeen ? reported : withCredits(seen, cost);
	const result = { itemIndex, input: context.getInputData()[itemIndex], task, fileName };
	if (status.error !== undefined) return { ...result, error: status.error };
	if (reported && !isSeen) return { ...result, error: unreadFilesError(context, status.task) };
	if (status.is !== 'unknown') return result;
	return { ...result, error: unknownTask(context, status, itemIndex) };
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
	if (completion === 'return') return unseen;
	try {
		return await new TaskWatch(client, {
			tasks: tasksToWatch(items),
			settings: completion === 'now' ? { ...settings, ...ONE_CHECK } : settings,
			stopOnError: !context.continueOnFail(),
			onFinal,
			onRound: (finished, all) => context.logger.info(`${finished} of ${all} tasks are finished`),
			onUnread: (tasks, reason) => context.logger.warn(unreadLog(tasks, reason)),
		}).run();
	} catch (error) {
		// The error of an item has its note already.
		const added = error instanceof NodeOperationError ? undefined : note();
		throw toNodeError(context.getNode(), error, undefined, added);
	}
}

/** Of tasks that are not checked. */
export const unseen: StatusOf = ({ name }, taskId) => ({
	is: 'seen',
	task: submittedTask(name, taskId),
});

const ONE_CHECK = { timeLimitMs: 0, mustAnswer: true };

/** The tasks whose status has to be checked. */
export function tasksToWatch(
	items: SubmittedItem[],
): Array<WatchedTask & Pick<SubmittedItem, 'itemIndex'>> {
	return items.flatMap((item) => {
		if ('error' in item || item.finalTask) return [];
		const { itemIndex, kind, taskIds, reported, before } = item;
		const isReported = reported !== undefined;
		return taskIds.map((taskId) => ({ ...before, itemIndex, kind, taskId, isReported }));
	});
}

function failsItem(task: Task, { onTaskFailure, onTimeLimit }: CompletionSettings): boolean {
	if (task.timedOut) return onTimeLimit === 'fail';
	return isFailure(task) && onTaskFailure === 'fail';
}

/** The error of an item whose task the service does not have, with its words, if it had any. */
function unknownTask(
	context: IExecuteFunctions,
	{ task: { taskKind, taskId }, denial }: TaskStatus,
	itemIndex: number,
): NodeOperationError {
	const { label = 'task' } = kinds[taskKind] ?? {};
	const check =
		"Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.";
	return new NodeOperationError(
		context.getNode(),
		`The service has no ${label} with the ID '${formatValue(taskId)}'`,
		{
			description: [check, denial && explain(denial).description].filter(Boolean).join(' '),
			itemIndex,
		},
	);
}
