import type { IExecuteFunctions } from 'n8n-workflow';

import { answerTo, type Failure } from '../api/failure';
import type { TaskKind } from '../model/taskKind';
import { inLog } from '../util/quote';
import type { Created } from './memory/submission';

/*
 * Lines in n8n's log about what was submitted. They alone have the ID of a task where n8n dies within a second after
 * it was accepted: n8n itself stores nothing of a node that is stopped or whose n8n dies.
 */

/** The item that a line is about. */
interface LoggedItem {
	context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode' | 'logger'>;
	itemIndex: number;
	kind: TaskKind;
}

/** The beginning of the line for each accepted task. Messages and documents name it, so that users find the line. */
const ACCEPTED_IN_LOG = 'Digital Human task accepted';

/** The beginning of the line for each task of an earlier execution that is continued with. */
const CONTINUED_IN_LOG = 'Digital Human task continued';

/** The beginning of the line for a task that may exist. */
const MAY_EXIST_IN_LOG = 'Digital Human task may exist';

/**
 * Writes a line for each task that was accepted:
 *
 * Digital Human task accepted: node="Compose" item=0 kind=composedVideo task=123 execution=45
 */
export function logAccepted(item: LoggedItem, { tasks }: Pick<Created, 'tasks'>): void {
	for (const { taskId } of tasks) {
		item.context.logger.info(`${ACCEPTED_IN_LOG}: ${taskInLog(item, taskId)}`);
	}
}

/**
 * Writes a line for each task with which an item continues instead of being sent, and names the execution that has
 * submitted it:
 *
 * Digital Human task continued: node="Compose" item=0 kind=composedVideo task=123 execution=46 submittedBy=45
 *
 * @param submittedBy its ID; empty where it is the original of a retry, whose ID is not known
 */
export function logContinued(
	item: LoggedItem,
	{ tasks }: Pick<Created, 'tasks'>,
	submittedBy: string,
): void {
	const by = submittedBy === '' ? 'original' : submittedBy;
	for (const { taskId } of tasks) {
		const task = taskInLog(item, taskId);
		item.context.logger.info(`${CONTINUED_IN_LOG}: ${task} submittedBy=${by}`);
	}
}

/**
 * Writes a warning about a task that may exist after a call that failed, with what the service said or what was seen
 * instead of its answer. Its ID is not known. Where errors stop the workflow, the code and the trace ID of further
 * items stand here alone:
 *
 * Digital Human task may exist: node="Compose" item=0 kind=composedVideo execution=45 code=50000 traceId=a1 reason="…"
 */
export function logUnclear(item: LoggedItem, failure: Failure): void {
	const { code, traceId } = answerTo(failure);
	const facts = [itemInLog(item), executionInLog(item)];
	if (code !== undefined) facts.push(`code=${code}`);
	if (traceId !== undefined) facts.push(`traceId=${idInLog(traceId)}`);
	facts.push(`reason=${inLog(failure.detail)}`);
	item.context.logger.warn(`${MAY_EXIST_IN_LOG}: ${facts.join(' ')}`);
}

/** A task in a line: `node="Compose" item=0 kind=composedVideo task=123 execution=45`. */
function taskInLog(item: LoggedItem, taskId: string): string {
	return `${itemInLog(item)} task=${idInLog(taskId)} ${executionInLog(item)}`;
}

/** An ID as it is, so that it can be searched for; in quotes where it has blanks or other signs that break the line. */
function idInLog(taskId: string): string {
	const isPlain = /^[\w.:-]+$/.test(taskId);
	return isPlain ? taskId : inLog(taskId);
}

/** The item in a line, such as `node="Compose" item=0 kind=composedVideo`. */
function itemInLog({ context, itemIndex, kind }: LoggedItem): string {
	return `node=${inLog(context.getNode().name)} item=${itemIndex} kind=${kind.name}`;
}

/** The execution in a line, such as `execution=45`. */
function executionInLog({ context }: LoggedItem): string {
	return `execution=${context.getExecutionId()}`;
}
