import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { tasksToWatch, unknownTask } from '../shared/completion/complete';
import { errorItem, taskItem, withInputFiles } from '../shared/completion/items';
import { refuseAsTool } from '../shared/completion/refuseAsTool';
import { withResultFiles } from '../shared/completion/resultFiles';
import type { SubmittedItem } from '../shared/completion/submit';
import { watchTasks } from '../shared/completion/watch';
import type { ServiceClient } from '../shared/service/client';
import { toNodeError } from '../shared/service/nodeError';
import { isFinal, taskJson, type Task } from '../shared/tasks/task';

/** Field of the items that go round: since when their task is awaited, as ISO 8601. */
const WAITING_SINCE = 'waitingSince';

/** n8n looks for executions to go on with once a minute. */
const SHORTEST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** A new task may not be in the service's list at once. */
const UNKNOWN_AFTER_MS = 60_000;

export interface LoopSettings {
	/** Longest wait for a task, over all rounds. */
	timeLimitMs: number;
	/** Fixed time between two rounds; without it, it grows with the time waited. */
	intervalMs?: number;
	simple: boolean;
	/** Output field for the first result file; undefined where none is wanted. */
	downloadField?: string;
}

type Route = 'inProgress' | 'succeeded' | 'failed';

interface Leaving {
	route: Route;
	item: INodeExecutionData;
}

/**
 * Looks once at all tasks and puts those out that are final. While none is, the execution is parked, so that
 * nothing runs and no worker is held; when it goes on, n8n passes the items through the first output, which
 * is wired back to the node's input.
 *
 * @returns the outputs In Progress, Succeeded and Failed
 * @throws NodeOperationError when an item is wrong, or the query refused, and the workflow is to stop on errors
 */
export async function pauseAndLoop(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: LoopSettings,
): Promise<INodeExecutionData[][]> {
	refuseAsTool(context, 'Pause and Loop', "Choose 'Wait' or 'Return Now' in 'When Not Finished'.");
	const now = Date.now();
	const look = await lookAt(context, client, items);
	const leaving = items.map((item) => leave(context, item, look, settings, now));
	const by = (wanted: Route) =>
		leaving.filter(({ route }) => route === wanted).map(({ item }) => item);
	const pending = by('inProgress');
	const failed = by('failed');
	const succeeded = await withResultFiles(context, by('succeeded'), {
		downloadField: settings.downloadField,
		signal: client.signal,
		fail(error, itemIndex, task) {
			if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex);
			failed.push(errorItem(context, error, itemIndex, task));
			return undefined;
		},
	});
	const outputs = [pending, succeeded, failed];
	if (pending.length === 0 || pending.length < leaving.length) return outputs;

	// n8n stores this input and passes it on after the pause. It must not share the array that is returned,
	// which n8n empties when the node has an error output.
	context.getExecuteData().data = { main: [[...pending]] };
	await context.putExecutionToWait(nextLook(pending, settings, now));
	return outputs;
}

type Look = Awaited<ReturnType<typeof watchTasks>>;

async function lookAt(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
): Promise<Look> {
	try {
		return await watchTasks(client, {
			tasks: tasksToWatch(items),
			settings: { timeLimitMs: 0, unknownAfter: 1 },
			stopOnError: !context.continueOnFail(),
		});
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function leave(
	context: IExecuteFunctions,
	submitted: SubmittedItem,
	look: Look,
	settings: LoopSettings,
	now: number,
): Leaving {
	const { itemIndex } = submitted;
	const fail = (error: unknown, about?: Task): Leaving => {
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex);
		return { route: 'failed', item: errorItem(context, error, itemIndex, about) };
	};
	if ('error' in submitted) return fail(submitted.error);
	const { kind, taskIds, known, kept } = submitted;
	const put = (route: Route, about: Task): Leaving => {
		const item = taskItem(about, itemIndex, settings.simple);
		return { route, item: known ? withInputFiles(context, item, itemIndex) : item };
	};
	const taskId = taskIds[0] ?? '';
	const {
		task: seen,
		unknown,
		error,
	} = known ? { task: known, unknown: false, error: undefined } : look(kind, taskId);
	const task = { ...seen, ...kept };
	if (error) return fail(error, task);
	if (isFinal(task)) return put(task.state === 'succeeded' ? 'succeeded' : 'failed', task);
	const input = context.getInputData()[itemIndex] ?? { json: {} };
	const since = waitingSince(input) ?? now;
	const waitedMs = now - since;
	if (unknown && waitedMs >= UNKNOWN_AFTER_MS) return fail(unknownTask(kind, taskId), task);
	if (waitedMs >= settings.timeLimitMs) return put('failed', { ...task, timedOut: true });
	return {
		route: 'inProgress',
		item: {
			...input,
			json: {
				...input.json,
				...taskJson(task, settings.simple),
				[WAITING_SINCE]: new Date(since).toISOString(),
			},
			pairedItem: { item: itemIndex },
		},
	};
}

function waitingSince({ json }: INodeExecutionData): number | undefined {
	const since = Date.parse(String(json[WAITING_SINCE]));
	return Number.isNaN(since) ? undefined : since;
}

/** When the tasks are looked at again; not later than the first time limit. */
function nextLook(
	pending: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: LoopSettings,
	now: number,
): Date {
	const starts = pending.map((item) => waitingSince(item) ?? now);
	const waitedMs = now - Math.max(...starts);
	const growing = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waitedMs / 8));
	const deadline = Math.min(...starts) + timeLimitMs;
	return new Date(Math.min(now + (intervalMs ?? growing), deadline));
}
