import { compact, uniq } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { type ItemResult, taskOf } from '../model/itemResult';
import { isUnread, type Task } from '../model/task';
import { countedWord } from '../tasks/kinds';
import { formatDuration } from '../util/amounts';
import { hasErrorOutput } from './errorOutput';
import { outputMessages } from './outputMessages';
import { unreadWords } from './taskErrors';

/*
 * What the node says of a run beside its items: n8n shows it above them in the output panel.
 */

/** Shows a warning in the output panel. */
export function showHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/** Writes a warning into n8n's log and shows it in the output panel. */
export function warnInOutput(context: IExecuteFunctions, message: string): void {
	context.logger.warn(message);
	showHint(context, message);
}

/**
 * Shows how many tasks could not be read, and how many did not finish in time. Shows nothing where there are none.
 *
 * @param results what became of all items of the run
 * @param timeLimitMs how long they were awaited, in milliseconds
 */
export function showTaskHints(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	timeLimitMs: number,
): void {
	const open = results.filter(({ is }) => is === 'open');
	const unread = compact(open.map(taskOf)).filter(isUnread);
	showUnreadHint(context, unread);
	// Items without a task are no part of the count.
	showTimedOutHint(context, compact(results.map(taskOf)), timeLimitMs);
}

/**
 * Shows how many tasks could not be read, and why the first one could not.
 *
 * @param tasks those tasks alone; without any, nothing is shown
 */
function showUnreadHint(context: IExecuteFunctions, tasks: readonly Task[]): void {
	const [first] = tasks;
	if (!first) return;
	const count = tasks.length;
	const counted = count === 1 ? outputMessages.oneTask : outputMessages.severalTasks(count);
	showHint(context, outputMessages.unreadTasks(counted, unreadWords(context, first)));
}

/**
 * Shows how many tasks did not finish in time, without those that could not be read.
 *
 * @param tasks all tasks of the run
 */
function showTimedOutHint(
	context: IExecuteFunctions,
	tasks: readonly Task[],
	timeLimitMs: number,
): void {
	const late = tasks.filter((task) => task.timedOut && !isUnread(task)).length;
	if (late === 0) return;
	const all = tasks.length;
	const kinds = uniq(tasks.map(({ taskKind }) => taskKind));
	// The word for them, such as "composed videos", or "tasks" for several kinds.
	const words = countedWord(kinds, all);
	// Of a single task, no number is said.
	const counted =
		all === 1 ? outputMessages.theTask(words) : outputMessages.someTasks(late, all, words);
	showHint(context, outputMessages.stillInProgress(counted, late, formatDuration(timeLimitMs)));
}

/**
 * Shows how many of several items failed, where the workflow continues without them. Shows nothing where none has, and
 * for a single item, whose error is seen anyway.
 */
export function showFailureHint(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	const failed = results.filter(({ is }) => is === 'failed').length;
	if (failed === 0 || results.length < 2) return;
	const place = hasErrorOutput(context)
		? outputMessages.inErrorOutput
		: outputMessages.inErrorField;
	showHint(context, outputMessages.itemsFailed(failed, results.length, place));
}
