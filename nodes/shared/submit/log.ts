import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../api/failure';
import type { TaskKind } from '../model/taskKind';
import { inLog } from '../util/quote';
import type { Created } from './memory/submission';

/** What a line is about. */
interface LogPlace {
	context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode' | 'logger'>;
	itemIndex: number;
	kind: TaskKind;
}

/** The beginning of the line for each accepted task, by which it is found in n8n's log. */
const ACCEPTED_IN_LOG = 'Digital Human task accepted';

/** The beginning of the line for a task that may exist. */
const MAY_EXIST_IN_LOG = 'Digital Human task may exist';

/** Writes a line for each task that was accepted, because n8n stores nothing of a node that is stopped or dies. */
export function logAccepted(place: LogPlace, { tasks }: Pick<Created, 'tasks'>): void {
	const { logger } = place.context;
	for (const { taskId: id } of tasks) {
		const task = /^[\w.:-]+$/.test(id) ? id : inLog(id);
		const [item, execution] = placeInLog(place);
		logger.info(`${ACCEPTED_IN_LOG}: ${item} task=${task} ${execution}`);
	}
}

/** Writes a line for a task that may exist after an error. */
export function logUnclear(place: LogPlace, { detail }: Pick<Failure, 'detail'>): void {
	const [item, execution] = placeInLog(place);
	const reason = inLog(detail);
	place.context.logger.warn(`${MAY_EXIST_IN_LOG}: ${item} ${execution} reason=${reason}`);
}

/** The item and the execution, as the lines name them. */
function placeInLog({ context, itemIndex, kind }: LogPlace): [item: string, execution: string] {
	const node = inLog(context.getNode().name);
	return [
		`node=${node} item=${itemIndex} kind=${kind.name}`,
		`execution=${context.getExecutionId()}`,
	];
}
