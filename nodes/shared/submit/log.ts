import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../api/failure';
import type { TaskKind } from '../model/taskKind';
import { inLog } from '../util/quote';
import type { Created } from './memory/submission';

type LogContext = Pick<IExecuteFunctions, 'getExecutionId' | 'getNode' | 'logger'>;

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
const ACCEPTED_IN_LOG = 'Digital Human task accepted';

/** The beginning of the line for a task that may exist. */
const MAY_EXIST_IN_LOG = 'Digital Human task may exist';

/** Writes a line for each task that was accepted, because n8n stores nothing of a node that is stopped or dies. */
export function logAccepted(
	context: LogContext,
	itemIndex: number,
	kind: TaskKind,
	{ tasks }: Pick<Created, 'tasks'>,
): void {
	for (const { taskId: id } of tasks) {
		const task = /^[\w.:-]+$/.test(id) ? id : inLog(id);
		const execution = `execution=${context.getExecutionId()}`;
		context.logger.info(
			`${ACCEPTED_IN_LOG}: ${itemInLog(context, itemIndex, kind)} task=${task} ${execution}`,
		);
	}
}

/** Writes a line for a task that may exist after an error. */
export function logUnclear(
	context: LogContext,
	itemIndex: number,
	kind: TaskKind,
	{ detail }: Pick<Failure, 'detail'>,
): void {
	const place = itemInLog(context, itemIndex, kind);
	const execution = `execution=${context.getExecutionId()}`;
	const reason = inLog(detail);
	context.logger.warn(`${MAY_EXIST_IN_LOG}: ${place} ${execution} reason=${reason}`);
}

function itemInLog(context: LogContext, itemIndex: number, { name }: TaskKind): string {
	return `node=${inLog(context.getNode().name)} item=${itemIndex} kind=${name}`;
}
