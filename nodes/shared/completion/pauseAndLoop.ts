import { omit, partition } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { complete } from './complete';
import { refuseInEvaluation } from './evaluations';
import { requireLoopConnection } from './loops';
import { completionMessages } from './completionMessages';
import { destinationOf } from '../n8n/connections';
import { storeAsInput } from '../n8n/engineState';
import { warnInOutput } from '../output/outputHints';
import { outputItem, WAITING_SINCE } from '../output/outputItem';
import type { CompletionSettings } from '../output/settings';
import { refuseAsTool } from '../output/tools';
import type { ServiceClient } from '../api/client';
import type { ItemResult, OpenItem } from '../model/itemResult';
import { TASK_FIELDS } from '../model/task';
import type { AnsweredKinds } from '../model/taskStatus';
import { kinds } from '../tasks/kinds';
import { unreadIn } from '../tasks/states';

/** n8n checks once a minute which executions to resume, so a shorter pause would gain nothing. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** A run of a node that loops. */
interface Looping {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
}

/**
 * Checks all tasks once and outputs those that have finished. If none has, the execution pauses and
 * occupies no worker; when it resumes, n8n passes the items through the first output, which is
 * connected back to the node's input.
 *
 * @returns the outputs In Progress, Succeeded and Failed
 * @throws NodeOperationError when an item is wrong, or the query refused, and errors stop the workflow
 */
export async function pauseAndLoop(
	{ context, client, settings }: Looping,
	items: ItemResult[],
): Promise<INodeExecutionData[][]> {
	refuseAsTool(context, 'Pause and Loop', completionMessages.loopAsTool);
	refuseInEvaluation(context, "'Pause and Loop'", completionMessages.loopAsTool);
	const { name } = context.getNode();
	// Executed alone, as while building, it cannot go round.
	const isStep = destinationOf(context) === name;
	if (!isStep) requireLoopConnection(context, name);
	const now = Date.now();
	// Kept with the execution, over the rounds.
	const memory = context.getContext('node') as { answered?: AnsweredKinds; begunAt?: number };
	const answered = (memory.answered ??= {});
	const begunAt = (memory.begunAt ??= now);
	const results = await complete(
		{ context, client, settings: { ...settings, mustAnswer: false, answered } },
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
		warnInOutput(context, completionMessages.stepChecksOnce);
	}
	if (isStep || pending.length === 0 || leaving.length > 0) return outputs;

	// n8n passes it on after the pause.
	storeAsInput(context, pending);
	const starts = open.map(awaitedFrom);
	const { pauseMs, isLonger } = pauseOf(pending, settings, now - Math.max(...starts));
	if (isLonger) warnOfPause(context, pauseMs, pending.length);
	const firstLimit = Math.min(...starts) + settings.timeLimitMs;
	await context.putExecutionToWait(new Date(Math.min(now + pauseMs, firstLimit)));
	return outputs;
}

/** An item with what earlier rounds have found out. A time from before this loop began is a field of the user's own data. */
function ofThisWait(item: ItemResult, now: number, begunAt: number): ItemResult {
	if (item.is !== 'open') return item;
	const { watched, input } = item;
	const json = input?.json ?? {};
	const since = Date.parse(String(json[WAITING_SINCE]));
	if (!(since >= begunAt)) return { ...item, watched: { ...watched, awaitedSince: now } };
	const unread = unreadIn(json, kinds[watched.kind.name]?.states);
	return { ...item, watched: { ...watched, awaitedSince: since, unread } };
}

/** Since when a task is awaited, in milliseconds since the epoch. */
function awaitedFrom({ watched }: OpenItem): number {
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
	const since = new Date(awaitedFrom(result)).toISOString();
	const { taskId } = input.json;
	// 'Task ID' may name another task than the item does.
	const isOther = taskId !== undefined && taskId !== result.task.taskId;
	const earlier = isOther ? TASK_FIELDS : ['statusUnknownSince', 'statusUnknownReason'];
	return { ...item, json: { ...omit(input.json, earlier), ...item.json, [WAITING_SINCE]: since } };
}

/** What n8n may store of a loop: it keeps the items of every round, as one text. */
const MAX_STORED_CHARACTERS = 50_000_000;

/**
 * How long the execution pauses before the next check. With many items the pauses get longer, so that the rounds of the whole
 * loop stay within what n8n can store.
 *
 * @param waitedMs since when the newest of the tasks is awaited
 */
function pauseOf(
	pending: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: CompletionSettings,
	waitedMs: number,
): { pauseMs: number; isLonger: boolean } {
	const growing = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitedMs / 8));
	const rounds = timeLimitMs / (intervalMs ?? MAX_PAUSE_MS);
	const stored = rounds * JSON.stringify(pending.map(({ json }) => json)).length;
	const factor = Math.max(1, stored / MAX_STORED_CHARACTERS);
	return { pauseMs: (intervalMs ?? growing) * factor, isLonger: factor > 1 };
}

function warnOfPause(context: IExecuteFunctions, pauseMs: number, items: number): void {
	const minutes = Math.max(1, Math.round(pauseMs / 60_000));
	warnInOutput(context, completionMessages.nextCheckIn(minutes, items));
}
