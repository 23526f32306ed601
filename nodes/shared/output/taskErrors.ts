import { compact } from 'lodash';
import type { FunctionsBase } from 'n8n-workflow';

import { isUnread, type Task } from '../model/task';
import { countsAsCanceled } from '../n8n/runs';
import type { Message } from '../util/catalogue';
import { PackError, wordsOf } from '../util/errors';
import { withFullStop } from '../util/text';
import { formatTime } from '../util/time';
import { outputMessages } from './outputMessages';

/*
 * The errors of an item that has a task: the task did not succeed, did not finish in time, or its files are missing.
 * Each names the task in its advice, and knows it as a fact.
 */

/** What knows the time zone of the workflow. */
type ZoneContext = Pick<FunctionsBase, 'getTimezone'>;

/**
 * Since when and why the status of a task could not be read, to be put behind "could not be read": for example "since
 * 2026-03-01 14:05:30: …", in the workflow's time zone; a time that cannot be read stands as it is. Where the time is
 * not known, the reason alone, and an empty text where that is not known either.
 */
export function unreadWords(context: ZoneContext, task: Task): string {
	const { statusUnknownSince: since, statusUnknownReason: reason = '' } = task;
	if (since === undefined) return reason;
	const time = formatTime(since, context.getTimezone());
	return outputMessages.unreadSince(time ?? since, reason);
}

/** The error of a task that did not succeed, or did not finish within the time limit. */
export function taskError(context: ZoneContext, task: Task): PackError {
	const { taskId, serviceStatus: status = outputMessages.unknownStatus } = task;
	const message = wordsOfTask(context, task);
	const advice = outputMessages.ofTask(taskId, status, adviceOfLanguage(task, message.advice));
	return new PackError({ ...message, advice }, { taskId });
}

/** The advice for a task, which for a failed translation also says its language, and how to repeat that one alone. */
function adviceOfLanguage({ timedOut, targetLanguage }: Task, advice: string): string {
	// Where its time was up, nothing has to be repeated.
	if (timedOut || targetLanguage === undefined) return advice;
	return outputMessages.ofLanguage(advice, targetLanguage);
}

/** Most characters of a reason in a title. A longer one, such as the report of a crashed program, stands below it. */
const MAX_REASON_IN_TITLE = 200;

/** Why a task has no result, which is that its time was up or how it has ended; without its ID and status. */
function wordsOfTask(context: ZoneContext, task: Task): Message {
	if (task.timedOut) {
		if (!isUnread(task)) return outputMessages.timedOut;
		return outputMessages.timedOutUnread(withFullStop(unreadWords(context, task)));
	}
	const { state, errorMessage: reason } = task;
	const ended = state === 'cancelled' ? outputMessages.taskStopped : outputMessages.taskFailed;
	if (!reason) return outputMessages.endedForNoReason(ended);
	// By some words in a title, n8n takes the execution for one that somebody has canceled, and starts no error workflow.
	const fitsTitle = reason.length <= MAX_REASON_IN_TITLE && !countsAsCanceled(reason);
	if (fitsTitle) return outputMessages.endedBecause(ended, reason);
	return outputMessages.endedWithReason(ended, withFullStop(reason));
}

/** The error of a finished task without files, because its status could not be read. */
export function unreadFilesError(context: ZoneContext, task: Task): PackError {
	const { taskId } = task;
	const unread = withFullStop(unreadWords(context, task));
	return new PackError(outputMessages.unreadFiles(unread, finishedNote(task)), { taskId });
}

/**
 * The error of a finished task whose files did not arrive.
 *
 * @param reason the error because of which they did not
 */
export function lostFilesError(task: Task, reason: unknown): PackError {
	const { taskId } = task;
	const { title, advice } = wordsOf(reason);
	const sentences = compact([advice, finishedNote(task)]).join(' ');
	return new PackError({ code: 'transferFailed', title, advice: sentences }, { taskId });
}

/** Sentences with the ID of a finished task whose files are missing, and how to get the files without a new task. */
export function finishedNote({ taskId }: Task): string {
	return outputMessages.filesStayAvailable(taskId);
}
