import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceError, mayHaveCreated } from '../service/failure';
import type { TaskKind } from '../tasks/kind';

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
export const ACCEPTED = 'Digital Human task accepted';

/** The beginning of the line for each submit that may have created a task. */
export const MAY_EXIST = 'Digital Human task may exist';

/**
 * Writes one line for each task that the service has accepted. n8n stores nothing of a node that is stopped or
 * dies, so the log is the only place that keeps the IDs then.
 */
export function logAccepted(
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	taskIds: readonly string[],
): void {
	for (const id of taskIds) context.logger.info(line(ACCEPTED, context, itemIndex, kind, id));
}

/** Writes a line when a submit may have created a task, with the IDs that its answer holds, if any. */
export function logUnclear(
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	error: unknown,
): void {
	if (!(error instanceof ServiceError) || !mayHaveCreated(error.failure)) return;
	const { taskIds = ['unknown'] } = error.failure;
	for (const id of taskIds) context.logger.warn(line(MAY_EXIST, context, itemIndex, kind, id));
}

function line(
	start: string,
	context: IExecuteFunctions,
	itemIndex: number,
	kind: TaskKind,
	id: string,
): string {
	return [
		`${start}: node=${quoted(context.getNode().name)}`,
		`item=${itemIndex}`,
		`kind=${kind.name}`,
		`task=${/^[\w.:-]+$/.test(id) ? id : quoted(id)}`,
		`execution=${context.getExecutionId()}`,
	].join(' ');
}

/** In quotes and on one line, whatever the text holds. */
function quoted(text: string): string {
	return JSON.stringify(text).replace(
		/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu,
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
}
