import {
	type FailedItem,
	failedItem,
	deliveredItem,
	type ItemResult,
	type OpenItem,
	taskOf,
} from '../model/itemResult';
import { isFailure, taskKey } from '../model/task';
import type { TaskStatus } from '../model/taskStatus';
import { showFailureHint, showTaskHints } from '../output/outputHints';
import { runError } from '../output/nodeError';
import type { CompletionSettings } from '../output/settings';
import { taskError } from '../output/taskErrors';
import type { Watch } from '../tasks/watch';
import { type Checking, checkTasks, withKept, withTask } from './checkTasks';
import type { EarlierTries } from './earlierTries';
import { withResultFiles } from './resultFiles';
import { submittedSentence } from './submittedSentence';

/*
 * Completes the tasks of all items together: returns them at once, or checks them until they have finished or the time
 * is up, and downloads their files. What fails ends the run, or becomes the error of its item, as the user chose.
 */

/** What of a run is needed to complete its tasks. */
interface Completing extends Checking {
	settings: CompletionSettings;
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
	// Otherwise, what fails becomes the error of its item, behind the wait.
	if (run.context.continueOnFail()) return;
	for (const { task } of ended) {
		const result = resultByTask.get(taskKey(task));
		if (result) failIfChosen(run, deliveredItem(result, withKept(result, task)));
	}
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
