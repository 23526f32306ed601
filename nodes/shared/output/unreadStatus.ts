import { NodeOperationError, type FunctionsBase, type IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { formatTime } from '../util/format';
import { withFullStop } from '../util/text';
import { isUnread, type Task } from '../tasks/task';

/** Since when and why the status of a task could not be read, in the workflow's time zone. */
export function unreadWords(context: Pick<FunctionsBase, 'getTimezone'>, task: Task): string {
	const { statusUnknownSince: since, statusUnknownReason: reason = '' } = task;
	if (since === undefined) return reason;
	const time = formatTime(since, context.getTimezone());
	return `since ${time ?? since}: ${reason}`;
}

/** What is logged when the status of tasks cannot be read any more. */
export function unreadLog(tasks: number, reason: string): string {
	return `The status of ${tasks === 1 ? 'one task' : `${tasks} tasks`} cannot be read at the moment. ${reason}`;
}

/** The error of a finished task whose files are not downloaded, because its status could not be read. */
export function unreadFilesError(context: IExecuteFunctions, task: Task): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'The result files could not be downloaded', {
		description: `The status of the task could not be read ${withFullStop(unreadWords(context, task))} Only files that the service has just confirmed are downloaded.`,
	});
}

/** Shows in the output panel which tasks are output with a status that could not be read. */
export function hintOfUnread(context: IExecuteFunctions, tasks: readonly Task[]): void {
	const unread = tasks.filter(isUnread);
	const [first] = unread;
	if (!first) return;
	const many = unread.length === 1 ? 'one task' : `${unread.length} tasks`;
	hint(context, `The status of ${many} could not be read ${unreadWords(context, first)}`);
}

/** Shows in the output panel what was odd in the answers of the service, and yet no failure. */
export function hintOfWarnings(context: IExecuteFunctions, { warnings }: ServiceClient): void {
	for (const message of warnings ?? []) hint(context, message);
}

/** Writes a warning into n8n's log and shows it in the output panel. */
export function warnInOutput(context: IExecuteFunctions, message: string): void {
	context.logger.warn(message);
	hint(context, message);
}

function hint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
