import { keyBy } from 'lodash';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import {
	failedItem,
	type FinishedItem,
	type ItemResult,
	type OpenItem,
	taskOf,
} from '../model/itemResult';
import { isFailure, isFinal } from '../model/task';
import type { TaskStatus } from '../model/taskStatus';
import { type Watch, watchTasks } from '../tasks/watch';
import { hintOfFailures, hintOfTasks } from '../output/outputHints';
import { runError, toNodeError, withNote } from '../output/nodeError';
import type { CompletionSettings } from '../output/settings';
import { taskError, unreadFilesError } from '../output/taskErrors';
import { completionMessages } from './completionMessages';
import type { EarlierTries } from './earlierTries';
import { withResultFiles } from './resultFiles';
import { type Submitted, submittedNote } from './submittedNote';
import { explainUnknown } from './unknownTasks';

/*
 * Completes the tasks of all items together: returns them at once, or asks about them until they have finished or the time is
 * up, and fetches their files. What fails ends the run, or becomes the error of its item, as the user chose.
 */

/** What completing tasks takes of a run; without a memory, the tasks were submitted before. */
interface Completing {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
	memory?: Submitted;
	/** What earlier tries of the run have left. */
	tries?: EarlierTries;
}

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up.
 *
 * @returns what became of them, in the order of the input items
 * @throws NodeOperationError with the other tasks, when an item fails and errors stop the workflow
 */
export async function complete(run: Completing, items: ItemResult[]): Promise<ItemResult[]> {
	const { context, client, settings } = run;
	const judge = judgeOf(run);
	// Only for what it throws: an error that ends the run comes before anything is awaited, and names the tasks that are charged.
	items.forEach((item) => judge(item));
	const { completion, downloadField, timeLimitMs } = settings;
	// Where it cannot pause, the node waits.
	const waits = completion === 'wait' || completion === 'pause';
	const asked = completion === 'return' ? items : await ask(run, items, watchOf(run, items, waits));
	const results = asked.map((result) => {
		// After a wait, what is still open is out of time. A loop checks once in each round, and counts from the first one.
		const isTimeUp =
			result.is === 'open' &&
			(waits || Date.now() - (result.watched.awaitedSince ?? Infinity) >= timeLimitMs);
		return judge(isTimeUp ? withTimedOut(result) : result);
	});
	hintOfTasks(context, results, timeLimitMs);
	const { tries } = run;
	const completed = await withResultFiles(context, results, {
		downloadField,
		client,
		tries,
		fail: judge,
	});
	hintOfFailures(context, completed);
	return completed;
}

function withTimedOut(result: OpenItem): OpenItem {
	return { ...result, task: { ...result.task, timedOut: true } };
}

/** How the tasks of a run are asked about. */
function watchOf(run: Completing, items: readonly ItemResult[], waits: boolean) {
	const { context, settings } = run;
	const stopOnError = !context.continueOnFail();
	const judge = judgeOf(run);
	const itemOf = keyBy(items, (item) => taskOf(item)?.taskId ?? '');
	const watch: Omit<Watch, 'tasks'> = {
		...settings,
		stopOnError,
		/** The error of a failed task ends the run at once, without waiting for the others. */
		onFinal(tasks) {
			for (const task of stopOnError ? tasks : []) {
				const item = itemOf[task.taskId] ?? { itemIndex: 0 };
				judge(finishedItem({ ...item, task }));
			}
		},
		onRound: (done, all) => context.logger.info(completionMessages.roundProgress(done, all)),
	};
	if (waits) {
		const timeLimitMs = Math.max(0, settings.timeLimitMs - (run.tries?.waitedMs() ?? 0));
		return { ...watch, timeLimitMs };
	}
	return { ...watch, timeLimitMs: 0, mustAnswer: settings.mustAnswer ?? true };
}

/** The result of an item whose task has finished, with what is known of the item. */
function finishedItem({
	itemIndex,
	input,
	fileName,
	cost,
	task,
}: Omit<FinishedItem, 'is' | 'isAsInput' | 'files'>): FinishedItem {
	return { is: 'finished', itemIndex, input, fileName, cost, task, isAsInput: false };
}

/**
 * Makes what decides about a result: an error, a failed task, or a time limit that was reached ends the run, fails the item, or
 * leaves the result as it is.
 */
function judgeOf({ context, settings, memory }: Completing): (result: ItemResult) => ItemResult {
	const stopOnError = !context.continueOnFail();
	return (result) => {
		const task = taskOf(result);
		if (task && isFailure(task)) memory?.taskFailed(task.taskId);
		const failed = failingOf(context, settings, result);
		if (!failed) return result;
		if (stopOnError) throw runError(context, failed, submittedNote(memory, task?.taskId));
		return failed;
	};
}

/** The failed item of a result that fails; undefined where it does not. */
function failingOf(context: IExecuteFunctions, settings: CompletionSettings, result: ItemResult) {
	if (result.is === 'failed') return result;
	const task = taskOf(result);
	if (!task || !(task.timedOut || isFailure(task))) return undefined;
	const choice = task.timedOut ? settings.onTimeLimit : settings.onTaskFailure;
	if (choice !== 'fail') return undefined;
	return failedItem(result, taskError(context, task));
}

/**
 * Asks about the tasks of results, and gives these with their tasks as they are now.
 *
 * @throws NodeOperationError when the service refuses for good and that ends the run
 */
export async function ask(
	{ context, client, memory }: Omit<Completing, 'settings'>,
	results: ItemResult[],
	watch: Omit<Watch, 'tasks'> = {},
): Promise<ItemResult[]> {
	const tasks = results.flatMap((result) => (result.is === 'open' ? result.watched : []));
	try {
		const statusOf = await watchTasks(client, { ...watch, tasks });
		const unknown = tasks
			.map(({ kind, taskId }) => statusOf(kind, taskId))
			.filter((status) => status.is === 'unknown');
		const errorOf = await explainUnknown(client, unknown);
		return results.map((result) => {
			if (result.is !== 'open') return result;
			const status = statusOf(result.watched.kind, result.watched.taskId);
			if (status.is !== 'unknown') return checkedItem(context, result, status);
			const task = { ...status.task, ...result.kept };
			return failedItem({ ...result, task }, errorOf(status));
		});
	} catch (error) {
		// The error of an item has its note already.
		const note = error instanceof NodeOperationError ? undefined : submittedNote(memory);
		throw toNodeError(context.getNode(), withNote(error, note));
	}
}

/** An item with its task as the service shows it, or else as the item reports its end. */
function checkedItem(
	context: IExecuteFunctions,
	result: OpenItem,
	status: Exclude<TaskStatus, { is: 'unknown' }>,
): ItemResult {
	const { kept } = result;
	const { known } = result.watched;
	if (known.by === 'report' && (status.is === 'unasked' || status.is === 'unreadable')) {
		const error = status.is === 'unasked' ? status.error : unreadFilesError(context, status.task);
		return failedItem({ ...result, task: known.task }, error);
	}
	const task = { ...status.task, ...kept };
	if (status.is === 'unasked') return failedItem({ ...result, task }, status.error);
	return isFinal(task) ? finishedItem({ ...result, task }) : { ...result, task };
}
