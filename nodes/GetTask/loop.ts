import { omit, partition } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { complete } from '../shared/completion/complete';
import { destinationOf, requireLoopConnection } from '../shared/completion/loops';
import type { CompletionSettings } from '../shared/output/options';
import { outputItem, WAITING_SINCE, warnInOutput, refuseAsTool } from '../shared/output/output';
import { waitingFor } from '../shared/completion/pause';
import type { ServiceClient } from '../shared/api/client';
import type { ItemResult, OpenItem } from '../shared/model/itemResult';
import { TASK_FIELDS } from '../shared/model/task';
import type { AnswersOfKinds } from '../shared/model/taskStatus';
import { unreadIn } from '../shared/tasks/states';

/** n8n checks once a minute which executions to resume. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Checks all tasks once and outputs those that have finished. If none has, the execution pauses and
 * occupies no worker; when it resumes, n8n passes the items through the first output, which is
 * connected back to the node's input.
 *
 * @returns the outputs In Progress, Succeeded and Failed
 * @throws NodeOperationError when an item is wrong, or the query refused, and errors stop the workflow
 */
export async function pauseAndLoop(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: ItemResult[],
	settings: CompletionSettings,
): Promise<INodeExecutionData[][]> {
	refuseAsTool(context, 'Pause and Loop', "Choose 'Wait' or 'Return Now' in 'When Not Finished'.");
	const { name } = context.getNode();
	const isStep = destinationOf(context) === name;
	if (!isStep) requireLoopConnection(context, name);
	const now = Date.now();
	// Kept with the execution, over the rounds.
	const memory = context.getContext('node') as { answers?: AnswersOfKinds; begunAt?: number };
	const answers = (memory.answers ??= {});
	const begunAt = (memory.begunAt ??= now);
	const results = await complete(
		{ context, client, settings: { ...settings, mustAnswer: false, answers } },
		items.map((item) => ofThisWait(item, now, begunAt)),
	);
	const [open, leaving] = partition(results, isPending);
	const pending = open.map((result) => itemGoingRound(context, result, settings));
	const through = (isSuccess: boolean) =>
		leaving
			.filter((result) => isSucceeded(result) === isSuccess)
			.map((result) => outputItem(context, result, settings));
	const outputs = [pending, through(true), through(false)];
	if (pending.length > 0 && isStep) {
		warnInOutput(
			context,
			"'Execute step' checks the tasks once. To check them until they have finished, use 'Execute workflow'",
		);
	}
	if (isStep || pending.length === 0 || leaving.length > 0) return outputs;

	// n8n stores this input and passes it on after the pause. It must not share the returned array,
	// which n8n empties when the node has an error output.
	context.getExecuteData().data = { main: [[...pending]] };
	const starts = open.map(startOf);
	waitingFor(context, pending, pending.length, Math.min(...starts));
	await context.putExecutionToWait(nextCheck(context, pending, settings, starts, now));
	return outputs;
}

/** An item with what earlier rounds have found out; an earlier time is that of a row of the user. */
function ofThisWait(item: ItemResult, now: number, begunAt: number): ItemResult {
	if (item.is !== 'open') return item;
	const { watched, input } = item;
	const json = input?.json ?? {};
	const since = Date.parse(String(json[WAITING_SINCE]));
	if (!(since >= begunAt)) return { ...item, watched: { ...watched, awaitedSince: now } };
	const unread = unreadIn(json, watched.kind.states);
	return { ...item, watched: { ...watched, awaitedSince: since, unread } };
}

/** Since when a task is awaited, in milliseconds since the epoch. */
function startOf({ watched }: OpenItem): number {
	return watched.awaitedSince ?? Date.now();
}

function isPending(result: ItemResult): result is OpenItem {
	return result.is === 'open' && !result.task.timedOut;
}

function isSucceeded(result: ItemResult): boolean {
	return result.is === 'finished' && result.task.state === 'succeeded';
}

/** An item that goes round, with what its input has. */
function itemGoingRound(
	context: IExecuteFunctions,
	result: OpenItem,
	settings: CompletionSettings,
) {
	const input: INodeExecutionData = result.input ?? { json: {} };
	const shown = outputItem(context, result, settings);
	const item = input.binary ? { ...shown, binary: input.binary } : shown;
	const since = new Date(startOf(result)).toISOString();
	const { taskId } = input.json;
	// 'Task ID' may name another task than the item does.
	const isOther = taskId !== undefined && taskId !== result.task.taskId;
	const earlier = isOther ? TASK_FIELDS : ['statusUnknownSince', 'statusUnknownReason'];
	return { ...item, json: { ...omit(input.json, earlier), ...item.json, [WAITING_SINCE]: since } };
}

/** What n8n may store of a loop: it keeps the items of every round, as one text. */
const MAX_STORED_CHARACTERS = 50_000_000;

/**
 * When the tasks are checked again; not later than the first time limit. With many items the pauses
 * get longer, so that the rounds of the whole loop stay within what n8n can store.
 */
function nextCheck(
	context: IExecuteFunctions,
	pending: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: CompletionSettings,
	starts: number[],
	now: number,
): Date {
	const waitedMs = now - Math.max(...starts);
	const growing = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitedMs / 8));
	const rounds = timeLimitMs / (intervalMs ?? MAX_PAUSE_MS);
	const stored = rounds * JSON.stringify(pending.map(({ json }) => json)).length;
	const longer = Math.max(1, stored / MAX_STORED_CHARACTERS);
	const pauseMs = (intervalMs ?? growing) * longer;
	if (longer > 1) {
		const minutes = Math.max(1, Math.round(pauseMs / 60_000));
		warnInOutput(
			context,
			`The next status check follows after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: n8n stores all ${pending.length} items with every check, so pauses are longer for many items. Pass fewer items to one loop for more frequent checks`,
		);
	}
	return new Date(Math.min(now + pauseMs, Math.min(...starts) + timeLimitMs));
}
