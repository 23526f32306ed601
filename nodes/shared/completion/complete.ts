import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import {
	type FailedItem,
	failedItem,
	deliveredItem,
	type ItemResult,
	type OpenItem,
	taskOf,
} from '../model/itemResult';
import { isFailure, isFinal, type Task, taskKey } from '../model/task';
import type { TaskStatus } from '../model/taskStatus';
import { type Watch, watchTasks } from '../tasks/watch';
import { showFailureHint, showTaskHints } from '../output/outputHints';
import { runError, toNodeError, withNote } from '../output/nodeError';
import type { CompletionSettings } from '../output/settings';
import { taskError, unreadFilesError } from '../output/taskErrors';
import type { EarlierTries } from './earlierTries';
import { withResultFiles } from './resultFiles';
import { submittedSentence } from './submittedSentence';
import type { TaskMemory } from './taskMemory';
import { explainUnknown } from './unknownTasks';

/*
 * Completes the tasks of all items together: returns them at once, or checks them until they have finished or the time
 * is up, and downloads their files. What fails ends the run, or becomes the error of its item, as the user chose.
 */

/** What of a run is needed to complete its tasks. */
interface Completing {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
	/** What the run remembers of its tasks; undefined where it submits nothing. */
	memory?: TaskMemory;
	/** What earlier tries of the run have left; undefined where it has no such tries. */
	tries?: EarlierTries;
}

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up. Shows in the output panel
 * how many of them could not be read, did not finish in time, or failed.
 *
 * @param items the tasks, and the items that have failed before or have no task
 * @returns what became of them, in the same order, with the result files if the user wants them
 * @throws NodeOperationError that names the tasks which the run has submitted, when an item fails and errors stop the
 *   workflow; NodeOperationError or CancelledError when the execution is stopped
 */
export async function complete(run: Completing, items: ItemResult[]): Promise<ItemResult[]> {
	const { context, client, settings, tries } = run;
	const { completion, downloadField, timeLimitMs } = settings;
	const orFailed = (result: ItemResult) => failIfChosen(run, result);
	// An error that is known already ends the run before anything is awaited.
	for (const item of items) orFailed(item);
	// 'return' outputs the tasks at once, as they were submitted.
	let checked = items;
	if (completion !== 'return') checked = await checkTasks(run, items, watchFor(run, items));
	const results = checked.map((result) => orFailed(withTimeLimit(settings, result)));
	showTaskHints(context, results, timeLimitMs);
	const files = { downloadField, client, tries, fail: orFailed };
	const completed = await withResultFiles(context, results, files);
	showFailureHint(context, completed);
	return completed;
}

/**
 * Whether the tasks are awaited in one go. A node that should pause only comes here where it cannot, and then waits.
 */
function isWaiting({ completion }: CompletionSettings): boolean {
	return completion === 'wait' || completion === 'pause';
}

/** A result that was checked, marked as timed out where its task is still open and its time is up. */
function withTimeLimit(settings: CompletionSettings, result: ItemResult): ItemResult {
	if (result.is !== 'open' || !isTimeUp(settings, result)) return result;
	return withTask(result, { ...result.task, timedOut: true });
}

/**
 * Whether the time limit of a task is reached that is still open after the check. A task that is checked only once, and
 * in no loop, has no limit.
 */
function isTimeUp(settings: CompletionSettings, { watched }: OpenItem): boolean {
	// The wait is over here. It ends when all tasks have finished or its time is up, so the time of an open one is up.
	if (isWaiting(settings)) return true;
	// A loop checks once in each round, and its time counts from the first round. Outside of a loop, `awaitedSince` is
	// undefined.
	const { awaitedSince } = watched;
	return awaitedSince !== undefined && Date.now() - awaitedSince >= settings.timeLimitMs;
}

/**
 * How the tasks of results are checked: until they have finished or the time of all tries is up, or else once. Where
 * errors stop the workflow, the first task that fails ends the check, unless the user wants failed tasks as output.
 */
function watchFor(run: Completing, results: readonly ItemResult[]): Omit<Watch, 'tasks'> {
	const { context, settings, tries } = run;
	const { intervalMs, answered } = settings;
	const stopOnError = !context.continueOnFail();
	// Where a task fails, the error names the first of its items.
	const resultByTask = firstByTask(results);
	const onEnded = (ended: readonly TaskStatus[]) => endRunAtFailure(run, resultByTask, ended);
	const watch: Omit<Watch, 'tasks'> = { intervalMs, answered, stopOnError, onEnded };
	if (isWaiting(settings)) {
		// The time that earlier tries have waited counts too; in the first try, it begins with this call. It begins anew
		// where this try has submitted a task, which nobody has awaited before. A tool has no `tries`.
		const wasSubmittedNow = results.some((result) => {
			return result.is === 'open' && result.watched.submittedAt !== undefined;
		});
		const waitedMs = tries?.waitedSoFar(wasSubmittedNow) ?? 0;
		const leftMs = settings.timeLimitMs - waitedMs;
		// Where earlier tries have used up the time, 0 makes one check.
		watch.timeLimitMs = Math.max(0, leftMs);
	} else {
		// 0 makes one check. If it gets no answer, that is a failure, unless the settings say otherwise: a loop asks again
		// in its next round.
		watch.timeLimitMs = 0;
		watch.mustAnswer = settings.mustAnswer ?? true;
	}
	return watch;
}

/**
 * Where errors stop the workflow, ends the run at once when a task has failed, without waiting for the others.
 *
 * @param resultByTask the first result of each task, by its key
 * @param ended the tasks that have just ended
 * @throws NodeOperationError about the first of them that fails, if the user has not chosen to output failed tasks. A
 *   task that the service does not have ends nothing here: its item fails after the wait
 */
function endRunAtFailure(
	run: Completing,
	resultByTask: ReadonlyMap<string, ItemResult>,
	ended: readonly TaskStatus[],
): void {
	for (const { task } of ended) {
		const result = resultByTask.get(taskKey(task));
		if (result) failIfChosen(run, deliveredItem(result, withKept(result, task)));
	}
}

/**
 * A task that was checked, with what is known of it from its submit, such as its language: the service does not return
 * that.
 *
 * @param result the result of the item before the check
 */
function withKept(result: ItemResult, task: Task): Task {
	return result.is === 'open' ? { ...task, ...result.kept } : task;
}

/** The first result of each task, by its key; several items may be about the same task. */
function firstByTask(results: readonly ItemResult[]): Map<string, ItemResult> {
	const byTask = new Map<string, ItemResult>();
	for (const result of results) {
		const task = taskOf(result);
		if (task && !byTask.has(taskKey(task))) byTask.set(taskKey(task), result);
	}
	return byTask;
}

/**
 * Fails a result as the user has chosen (`failedAsChosen`), and ends the run with it where errors stop the workflow.
 *
 * @returns the failed item, or the result as it is
 * @throws NodeOperationError of the result, naming the other tasks that the run has submitted
 */
function failIfChosen(run: Completing, result: ItemResult): ItemResult {
	const { context, memory } = run;
	const failed = failedAsChosen(run, result);
	if (!failed) return result;
	if (context.continueOnFail()) return failed;
	// The error of the result names its own task already.
	const otherTasks = submittedSentence(memory, taskOf(result)?.taskId);
	throw runError(context, failed, otherTasks);
}

/**
 * A result as a failed item, if it has an error, or if its task has failed or timed out and the user has not chosen
 * to output such tasks; undefined for any other result.
 */
function failedAsChosen(
	{ context, settings }: Pick<Completing, 'context' | 'settings'>,
	result: ItemResult,
): FailedItem | undefined {
	if (result.is === 'failed') return result;
	const { onTimeLimit, onTaskFailure } = settings;
	const task = taskOf(result);
	if (!task) return undefined;
	const isTimedOut = task.timedOut === true;
	const failsForTime = isTimedOut && onTimeLimit === 'fail';
	const failsForState = !isTimedOut && isFailure(task) && onTaskFailure === 'fail';
	const hasFailed = failsForTime || failsForState;
	return hasFailed ? failedItem(result, taskError(context, task)) : undefined;
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
	{ context, client, memory }: Omit<Completing, 'settings'>,
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
function withTask(item: OpenItem, task: Task): OpenItem {
	return { ...item, task };
}
