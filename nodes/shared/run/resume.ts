import type {
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { canLookUp } from '../service/credential';
import { isFinal, isRead, type Task, type TaskKind } from '../tasks/task';
import { asError } from '../util/async';
import { storedItems } from '../util/capabilities';
import {
	answerAt,
	answeringInTime,
	askUntilFinal,
	handOver,
	readCallback,
	reply,
	takeTurn,
} from './callback';
import { RESUME_PATH, isProven } from './callbackAddress';
import { isAwaited, settledItem } from './output';
import { parkedState, type Parked } from './pause';
import { beforeTimeLimit, withFilesOf, withoutFilesOf } from './resultFiles';

/** The address of a paused execution. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// The answer is the sentence that the node gives.
		responseData: '',
		path: RESUME_PATH,
		isFullPath: true,
		restartWebhook: true,
	},
];

/** What the tasks are like, and whether the service itself has confirmed it. */
interface Findings {
	tasks: Map<string, Task>;
	confirmed: boolean;
}

/**
 * Answers a callback for a paused execution, whatever happens: of an error that is thrown here, n8n would make an empty
 * item, and resume the execution with it instead of its tasks.
 */
export async function resumeWhenFinished(
	context: IWebhookFunctions,
	kind: TaskKind,
): Promise<IWebhookResponseData> {
	try {
		return await takeCallback(context, kind);
	} catch (error) {
		const id = context.getExecutionId();
		const { message } = asError(error);
		context.logger.error(`A callback for the paused execution ${id} failed: ${message}`);
		return reply(context, 503, 'The callback cannot be processed at the moment');
	}
}

/**
 * Takes a callback for a paused execution. It is only a hint to ask the service about all tasks that are
 * open; the execution continues when all of them are final, with one item per task. Until then n8n keeps it as it is,
 * so whatever happens in the meantime, a callback that comes again finds it waiting; it is asked for as long as one of the
 * tasks cannot be read.
 *
 * A custom person whose kind cannot be looked up is the one exception: there, the callback itself counts.
 *
 * Whoever calls has to know the proof in the address, which only the service was given. n8n checks a token of its own
 * before, but not in every version.
 */
async function takeCallback(
	context: IWebhookFunctions,
	kind: TaskKind,
): Promise<IWebhookResponseData> {
	const endsAt = answerAt();
	const parked = parkedState(context);
	if (!parked || !isProven(context.getQueryData() as object, parked.seal)) {
		return reply(context, 401, 'The address does not contain the right proof');
	}
	const reported = readCallback(context.getBodyData());
	if (!reported) return reply(context, 400, 'This is not a completion callback of the service');
	const items = storedItems(context);
	const awaited = items.filter(isAwaited).map(({ json }) => String(json.taskId));
	if (reported.taskKind !== kind.name || !awaited.includes(reported.taskId)) {
		return reply(context, 200, 'This execution is not waiting for this task');
	}
	if (!isFinal(reported)) return reply(context, 200, 'The task is not finished');
	if (isTooLate(parked.until)) return tooLate(context, awaited);

	const found = await findTasks(context, kind, awaited, reported);
	if (!found) return reply(context, 503, 'The task cannot be checked at the moment');
	const open = awaited.filter((id) => !isFinished(found.tasks.get(id)));
	if (open.includes(reported.taskId)) {
		return reply(context, 503, 'The service does not report the task as finished yet');
	}
	// The callback of such a task may have been answered before, so that nothing else would resume the execution.
	if (found.confirmed && !open.every((id) => isRead(found.tasks.get(id)))) {
		return reply(context, 503, 'Not all tasks can be checked at the moment');
	}
	if (open.length > 0) {
		const finished = items.length - open.length;
		return reply(context, 200, `${finished} of ${items.length} tasks are finished`);
	}
	const turn = await takeTurn(`${context.getExecutionId()} ${awaited.join(' ')}`, endsAt);
	if (turn === 'done') return reply(context, 200, GOES_ON);
	if (turn === 'busy') return reply(context, 503, FILES_ON_THEIR_WAY);
	try {
		const complete = await answeringInTime(
			context,
			outputOf(context, items, found, parked),
			endsAt,
			FILES_ON_THEIR_WAY,
		);
		if (isTooLate(parked.until)) {
			turn.end('unseen');
			return tooLate(context, awaited);
		}
		return handOver(context, complete, GOES_ON, turn.end);
	} catch (error) {
		turn.end('failed');
		throw asError(error);
	}
}

/** Files that have not arrived so long before n8n resumes the execution itself are left out. */
const FILES_BEFORE_MS = 5_000;

/** n8n takes a moment to resume an execution with what it is given, and does not notice if it has just done so itself. */
const ITEMS_BEFORE_MS = 2_000;

function isTooLate(until: number): boolean {
	return Date.now() > until - ITEMS_BEFORE_MS;
}

/** Leaves the execution to n8n, which has resumed it at the time limit, or is about to. */
function tooLate(context: IWebhookFunctions, taskIds: string[]): IWebhookResponseData {
	context.logger.warn(
		`A callback is too late for the paused execution ${context.getExecutionId()}, which continues at its time limit without the results. Task IDs: ${taskIds.join(', ')}`,
	);
	return reply(
		context,
		200,
		'The time limit was reached; the workflow continues without the results',
	);
}

const GOES_ON = 'All tasks are finished; the workflow continues';
const FILES_ON_THEIR_WAY = 'All tasks are finished; their files are being downloaded';

/** The items with which the execution continues, with their files. */
async function outputOf(
	context: IWebhookFunctions,
	items: INodeExecutionData[],
	{ tasks, confirmed }: Findings,
	{ settings, until }: Parked,
): Promise<INodeExecutionData[]> {
	const output = items.map((item, index) => {
		const task = isAwaited(item) ? tasks.get(String(item.json.taskId)) : undefined;
		if (!task) return beforeTimeLimit(item);
		const settled = settledItem(context, task, inputOf(item, index), settings);
		// What was stored for the error output, to which an item also goes whose files cannot be downloaded.
		const mayFail = settled.json.error !== undefined || (confirmed && settings.downloadField);
		return mayFail && item.binary ? { ...settled, binary: item.binary } : settled;
	});
	return confirmed
		? await withFilesOf(context, output, settings, { endsAt: until - FILES_BEFORE_MS })
		: withoutFilesOf(context, output, settings);
}

async function findTasks(
	context: IWebhookFunctions,
	kind: TaskKind,
	ids: string[],
	reported: Task,
): Promise<Findings | undefined> {
	try {
		if (!(await canLookUp(context, kind))) {
			return { tasks: new Map([[reported.taskId, reported]]), confirmed: false };
		}
		const group = `execution ${context.getExecutionId()}`;
		const { taskId } = reported;
		const tasks = await askUntilFinal(context, { kind, taskId, ids, own: true, group });
		return { tasks, confirmed: true };
	} catch (error) {
		context.logger.warn(
			`A callback for the paused execution could not be checked: ${asError(error).message}`,
		);
		return undefined;
	}
}

function isFinished(task: Task | undefined): boolean {
	return task !== undefined && isFinal(task);
}

function inputOf({ pairedItem }: INodeExecutionData, index: number): number {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : index;
}
