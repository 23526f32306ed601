import { clamp, map, omit, partition } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { ItemResult, OpenItem } from '../model/itemResult';
import { TASK_FIELDS } from '../model/task';
import type { AnsweredKinds } from '../model/taskStatus';
import { destinationOf } from '../n8n/connections';
import { storeAsInput } from '../n8n/engineState';
import { warnInOutput } from '../output/outputHints';
import { outputItem, WAITING_SINCE } from '../output/outputItem';
import type { CompletionSettings } from '../output/settings';
import { refuseAsTool } from '../output/tools';
import { kinds } from '../tasks/kinds';
import { unreadIn } from '../tasks/states';
import { complete } from './complete';
import { completionMessages } from './completionMessages';
import { refuseInEvaluation } from './evaluations';
import { requireLoopConnection } from './loops';

/*
 * "Pause and Loop": a node whose first output is connected back to its input, so that open tasks go round through it.
 * In each round it checks all tasks once. When none has finished, the execution pauses and occupies no worker; when it
 * resumes, n8n passes the stored items through the first output, and the next round begins.
 */

/** n8n checks once a minute which executions to resume, so a shorter pause would gain nothing. */
const MIN_PAUSE_MS = 30_000;
/** The longest pause without a fixed interval. */
const MAX_PAUSE_MS = 5 * 60_000;

/** How much of the time waited so far the next pause takes, within the shortest and the longest. */
const PAUSE_SHARE = 1 / 8;

/** What n8n may store of a loop: it keeps the items of every round, as one text. */
const MAX_STORED_CHARACTERS = 50_000_000;

/** A run of a node that loops. */
interface Looping {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
}

/** What the node keeps in the execution over all rounds. */
interface LoopMemory {
	/** The kinds of tasks about which the service has answered in any round. */
	answered?: AnsweredKinds;
	/** When the first round began, in milliseconds since the epoch. */
	begunAt?: number;
}

/**
 * Makes one round: checks all tasks once, and outputs those that have finished. If none has, the execution pauses.
 *
 * @returns the outputs In Progress, Succeeded and Failed
 * @throws NodeOperationError when an item is wrong, or the query refused, and errors stop the
 *   workflow; PackError where the workflow cannot loop
 */
export async function pauseAndLoop(
	looping: Looping,
	items: ItemResult[],
): Promise<INodeExecutionData[][]> {
	const { context, settings } = looping;
	refuseAsTool(context, 'Pause and Loop', completionMessages.loopAsTool);
	refuseInEvaluation(context, "'Pause and Loop'", completionMessages.loopAsTool);
	const { name } = context.getNode();
	// 'Execute step' runs this node alone, so that nothing goes round.
	const isStep = destinationOf(context) === name;
	if (!isStep) requireLoopConnection(context, name);
	const now = Date.now();
	const results = await checkInRound(looping, items, now);

	// Each result goes round once more, or leaves through one of the other outputs.
	const [open, leaving] = partition(results, isStillAwaited);
	const [succeeded, failed] = partition(leaving, isSucceeded);
	const goingRound = open.map((result) => itemGoingRound(context, result, settings));
	const outputOf = (result: ItemResult) => outputItem(context, result, settings);
	const outputs = [goingRound, succeeded.map(outputOf), failed.map(outputOf)];
	if (isStep && open.length > 0) warnInOutput(context, completionMessages.stepChecksOnce);
	// Results that leave must not wait for a pause, so the open tasks go round at once. The next round pauses, if nothing
	// has finished by then.
	const hasOnlyOpen = open.length > 0 && leaving.length === 0;
	if (hasOnlyOpen && !isStep) {
		const starts = open.map(({ watched }) => watched.awaitedSince ?? now);
		await pauseUntilNextRound({ context, settings, goingRound }, starts, now);
	}
	return outputs;
}

/**
 * Checks all tasks once, as the round of the loop that begins `now`, in milliseconds since the epoch.
 *
 * @throws NodeOperationError as `pauseAndLoop`
 */
async function checkInRound(
	{ context, client, settings }: Looping,
	items: ItemResult[],
	now: number,
): Promise<ItemResult[]> {
	// n8n keeps what is set in this object until the next round.
	const memory = context.getContext('node') as LoopMemory;
	memory.begunAt ??= now;
	memory.answered ??= {};
	const { begunAt, answered } = memory;
	const awaited = items.map((item) => withEarlierRounds(item, now, begunAt));
	// A check that gets no answer is no failure, because the next round asks again. It adds to `answered`.
	const ofRound = { ...settings, mustAnswer: false, answered };
	return await complete({ context, client, settings: ofRound }, awaited);
}

/** What pauses between two rounds. */
interface RoundPause extends Pick<Looping, 'context' | 'settings'> {
	/** The items of the open tasks. */
	goingRound: INodeExecutionData[];
}

/**
 * Pauses the execution until the next round, which begins no later than the time limit of the first task is reached.
 *
 * @param starts since when each open task is awaited, in milliseconds since the epoch, as `now`
 */
async function pauseUntilNextRound(
	{ context, settings, goingRound }: RoundPause,
	starts: readonly number[],
	now: number,
): Promise<void> {
	// After the pause, n8n passes what is stored as the input through the first output.
	storeAsInput(context, goingRound);
	const newestStart = Math.max(...starts);
	const { pauseMs, isLonger } = lengthOfPause(goingRound, settings, now - newestStart);
	if (isLonger) warnOfLongPause(context, pauseMs, goingRound.length);
	const firstLimit = Math.min(...starts) + settings.timeLimitMs;
	await context.putExecutionToWait(new Date(Math.min(now + pauseMs, firstLimit)));
}

/**
 * An item with what earlier rounds have found out, as its input says: since when its task
 * is awaited, and since when it cannot be read.
 *
 * @param begunAt when the first round began: an earlier time in the input is not from
 *   this loop, but a field of the user's own data
 */
function withEarlierRounds(item: ItemResult, now: number, begunAt: number): ItemResult {
	if (item.is !== 'open') return item;
	const { watched, input } = item;
	const json = input?.json ?? {};
	// NaN for an item that has no such time, which is not of this loop.
	const since = Date.parse(String(json[WAITING_SINCE]));
	const isOfThisLoop = since >= begunAt;
	if (!isOfThisLoop) return { ...item, watched: { ...watched, awaitedSince: now } };
	const unread = unreadIn(json, kinds[watched.kind.name]?.states);
	return { ...item, watched: { ...watched, awaitedSince: since, unread } };
}

/** Whether the task of a result goes round once more: it is open, and its time is not up. */
function isStillAwaited(result: ItemResult): result is OpenItem {
	return result.is === 'open' && !result.task.timedOut;
}

/** Whether a result leaves through Succeeded. An item without a task leaves through Failed, as one that has failed. */
function isSucceeded(result: ItemResult): boolean {
	return result.is === 'finished' && result.task.state === 'succeeded';
}

/**
 * The item of a task that goes round: with the fields and files of its input, the
 * task as it is now, and since when it is awaited.
 */
function itemGoingRound(
	context: IExecuteFunctions,
	result: OpenItem,
	settings: CompletionSettings,
): INodeExecutionData {
	const input: INodeExecutionData = result.input ?? { json: {} };
	const item = outputItem(context, result, settings);
	if (input.binary) item.binary = input.binary;
	const { taskId } = input.json;
	// The field 'Task ID' may name another task than that of the item, whose fields must not stay then.
	const isOtherTask = taskId !== undefined && taskId !== result.task.taskId;
	// The others are replaced by those of the item; these two it lacks when its task can be read again.
	const outdated = isOtherTask ? TASK_FIELDS : ['statusUnknownSince', 'statusUnknownReason'];
	const since = new Date(result.watched.awaitedSince ?? Date.now()).toISOString();
	item.json = { ...omit(input.json, outdated), ...item.json, [WAITING_SINCE]: since };
	return item;
}

/**
 * How long the execution pauses before the next check. With many items the pauses get longer, so that the rounds of
 * the whole loop stay within what n8n can store.
 *
 * @param waitedMs how long the newest of the tasks has been awaited: without a fixed interval, the pause grows with it
 * @returns the pause in milliseconds, and whether it is longer because of the number of items
 */
function lengthOfPause(
	goingRound: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: CompletionSettings,
	waitedMs: number,
): { pauseMs: number; isLonger: boolean } {
	const growingMs = clamp(waitedMs * PAUSE_SHARE, MIN_PAUSE_MS, MAX_PAUSE_MS);
	const usualMs = intervalMs ?? growingMs;
	// Rounds until the time limit. Without a fixed interval, most pauses of a long loop are the longest ones.
	const roundsAhead = timeLimitMs / (intervalMs ?? MAX_PAUSE_MS);
	const charactersOfRound = JSON.stringify(map(goingRound, 'json')).length;
	// 2 where all rounds together are twice as much as n8n can store: with pauses twice as long, there are half as many.
	const lengthening = Math.max(1, (roundsAhead * charactersOfRound) / MAX_STORED_CHARACTERS);
	return { pauseMs: usualMs * lengthening, isLonger: lengthening > 1 };
}

function warnOfLongPause(context: IExecuteFunctions, pauseMs: number, items: number): void {
	const minutes = Math.max(1, Math.round(pauseMs / 60_000));
	warnInOutput(context, completionMessages.nextCheckIn(minutes, items));
}
