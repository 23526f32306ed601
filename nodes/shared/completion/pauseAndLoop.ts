import { clamp, map, omit, partition } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { type ItemResult, type OpenItem, taskOf } from '../model/itemResult';
import { fieldsToReplace } from '../model/task';
import type { AnsweredKinds } from '../model/taskStatus';
import { destinationOf } from '../n8n/connections';
import { storeAsInput } from '../n8n/engineState';
import { warnInOutput } from '../output/outputHints';
import { outputItem } from '../output/outputItem';
import type { CompletionSettings } from '../output/settings';
import { unreadIn } from '../tasks/states';
import { plainText } from '../util/text';
import { complete } from './complete';
import { completionMessages } from './completionMessages';
import { requireLoopConnection } from './loops';
import { refusePause } from './refusePause';

/*
 * "Pause and Loop": a node whose first output is connected back to its input, so that open tasks go round through it.
 * In each round it checks all tasks once. When none has finished, the execution pauses and occupies no worker; when it
 * resumes, n8n passes the stored items through the first output, and the next round begins.
 */

/** n8n checks once a minute which executions to resume, so a shorter pause would gain nothing. */
const MIN_PAUSE_MS = 30_000;
/** The longest pause without a fixed interval. */
const MAX_PAUSE_MS = 5 * 60_000;

/** The length of the next pause as a share of the time waited so far, within the shortest and the longest. */
const PAUSE_SHARE = 1 / 8;

/** How long the items of all rounds of a loop may become: n8n stores them with the execution, as one text. */
const MAX_STORED_CHARACTERS = 50_000_000;

/** A run of a node that loops. */
interface Looping {
	context: IExecuteFunctions;
	client: ServiceClient;
	/**
	 * Their `completion` is 'now', so that each round checks the tasks once. By them, a task that fails or reaches its
	 * time limit is no error, because it leaves through the output Failed.
	 */
	settings: CompletionSettings;
}

/**
 * What the node keeps in the execution over all rounds. It does not stand in the items, because a node within the loop,
 * such as Edit Fields, may pass on only some of their fields: then no task would ever reach its time limit.
 */
interface LoopMemory {
	/** The kinds of tasks about which the service has answered in any round. */
	answered: AnsweredKinds;
	/** The execution that awaits the tasks: one that retries it awaits them anew. */
	executionId: string;
	/** Since when each task in the loop is awaited, by its ID, in milliseconds since the epoch. */
	awaitedSince: Record<string, number>;
}

/**
 * Makes one round: checks all tasks once, and outputs those that have finished. If none has, the execution pauses.
 *
 * @param items what is known of each input item so far: its open task, or that it has ended or failed already
 * @returns the outputs In Progress, Succeeded and Failed; when the execution pauses, n8n only shows them during the
 *   pause, and goes on with the items that it has stored
 * @throws NodeOperationError where errors stop the workflow and an item is wrong, or the service refuses the question
 *   for good; NodeOperationError or CancelledError when the execution is stopped; PackError where the workflow cannot
 *   loop
 */
export async function pauseAndLoop(
	looping: Looping,
	items: ItemResult[],
): Promise<INodeExecutionData[][]> {
	const { context, client, settings } = looping;
	const { insteadOfLoop } = completionMessages;
	const advice = { inTool: insteadOfLoop, inEvaluation: insteadOfLoop };
	refusePause(context, 'Pause and Loop', advice);
	const { name } = context.getNode();
	// By 'Execute step', n8n runs nothing behind this node, so that nothing goes round.
	const isStep = destinationOf(context) === name;
	if (!isStep) requireLoopConnection(context, name);
	const now = Date.now();
	const memory = memoryOf(context);
	const awaited = items.map((item) => withEarlierRounds(item, memory.awaitedSince, now));
	// A check that gets no answer is no failure, because the next round asks again. To the kinds in the memory, it adds
	// those about which the service has answered.
	const ofRound = { ...settings, mustAnswer: false, answered: memory.answered };
	const results = await complete({ context, client, settings: ofRound }, awaited);

	// Each result goes round once more, or leaves through one of the other outputs.
	const [open, leaving] = partition(results, isStillAwaited);
	const [succeeded, failed] = partition(leaving, isSucceeded);
	noteAwaited(memory, open, leaving);
	const goingRound = open.map((result) => itemGoingRound(context, result, settings));
	const outputOf = (result: ItemResult) => outputItem(context, result, settings);
	const outputs = [goingRound, succeeded.map(outputOf), failed.map(outputOf)];
	if (isStep && open.length > 0) warnInOutput(context, completionMessages.stepChecksOnce);
	// Results that leave must not wait for a pause. So where there are any, the open tasks go round at once, and the
	// execution only pauses in the next round, if nothing has finished by then.
	const hasOnlyOpen = open.length > 0 && leaving.length === 0;
	if (hasOnlyOpen && !isStep) {
		// `withEarlierRounds` has given each item an `awaitedSince`.
		const starts = open.map(({ watched }) => watched.awaitedSince ?? now);
		await pauseUntilNextRound({ context, settings, goingRound }, starts, now);
	}
	return outputs;
}

/** What the node keeps in the execution; nothing yet in the first round, also in that of a retry. */
function memoryOf(context: IExecuteFunctions): LoopMemory {
	// n8n keeps what is set in this object until the next round, and for a retry.
	const kept = context.getContext('node') as Partial<LoopMemory>;
	const executionId = context.getExecutionId();
	if (kept.executionId !== executionId) {
		Object.assign(kept, { executionId, awaitedSince: {}, answered: {} });
	}
	return kept as LoopMemory;
}

/**
 * Notes since when the tasks that go round are awaited, and forgets those that leave: the time of one that is led back
 * into the loop begins anew.
 */
function noteAwaited(
	{ awaitedSince }: LoopMemory,
	open: readonly OpenItem[],
	leaving: readonly ItemResult[],
): void {
	for (const result of leaving) {
		const task = taskOf(result);
		if (task) delete awaitedSince[task.taskId];
	}
	for (const { watched } of open) {
		// `withEarlierRounds` has given each item an `awaitedSince`.
		awaitedSince[watched.taskId] = watched.awaitedSince ?? Date.now();
	}
}

/** The loop that pauses between two rounds. */
interface RoundPause extends Pick<Looping, 'context' | 'settings'> {
	/** The items of the open tasks. */
	goingRound: INodeExecutionData[];
}

/**
 * Pauses the execution until the next round. The pause ends at the latest when the first task reaches its time limit.
 *
 * @param starts since when each open task is awaited, in milliseconds since the epoch; there is at least one
 * @param now the time at which this round began, in the same unit
 */
async function pauseUntilNextRound(
	{ context, settings, goingRound }: RoundPause,
	starts: readonly number[],
	now: number,
): Promise<void> {
	// After the pause, n8n passes the stored input through the first output, 'In Progress'.
	storeAsInput(context, goingRound);
	const oldestStart = Math.min(...starts);
	const newestStart = Math.max(...starts);
	const { pauseMs, isLengthened } = lengthOfPause(goingRound, settings, now - newestStart);
	if (isLengthened) warnOfLongPause(context, pauseMs, goingRound.length);
	const endOfPause = now + pauseMs;
	const firstLimit = oldestStart + settings.timeLimitMs;
	await context.putExecutionToWait(new Date(Math.min(endOfPause, firstLimit)));
}

/**
 * An item with what is known from earlier rounds: since when its task is awaited, and, by its input, since when it
 * cannot be read. A task that is new in the loop is awaited from now on.
 *
 * @param awaitedSince since when the tasks in the loop are awaited, by their IDs
 * @param now when this round began, in milliseconds since the epoch
 */
function withEarlierRounds(
	item: ItemResult,
	awaitedSince: LoopMemory['awaitedSince'],
	now: number,
): ItemResult {
	if (item.is !== 'open') return item;
	const { watched, input } = item;
	const since = awaitedSince[watched.taskId];
	if (since === undefined) return { ...item, watched: { ...watched, awaitedSince: now } };
	const unread = unreadIn(input?.json ?? {});
	return { ...item, watched: { ...watched, awaitedSince: since, unread } };
}

/** Whether the task of a result goes round once more: it is open, and the check has not marked it as timed out. */
function isStillAwaited(result: ItemResult): result is OpenItem {
	return result.is === 'open' && !result.task.timedOut;
}

/** Whether a result leaves through Succeeded. Any other one leaves through Failed, also an item without a task. */
function isSucceeded(result: ItemResult): boolean {
	return result.is === 'delivered' && result.task.state === 'succeeded';
}

/** The item of a task that goes round: with the fields and files of its input, and the task as it is now. */
function itemGoingRound(
	context: IExecuteFunctions,
	result: OpenItem,
	settings: CompletionSettings,
): INodeExecutionData {
	const input: INodeExecutionData = result.input ?? { json: {} };
	const item = outputItem(context, result, settings);
	if (input.binary) item.binary = input.binary;
	// The field 'Task ID' of the node may name another task than the input item. Then the fields of that other task are
	// left out, but for a `name`, which may be the user's own. If it is the same task, its fields stay where no new ones
	// replace them.
	const { taskId } = result.task;
	const named = plainText(input.json.taskId) || taskId;
	item.json = { ...omit(input.json, fieldsToReplace(named, taskId)), ...item.json };
	return item;
}

/**
 * How long the execution pauses before the next check. With many items the pauses get longer, so that the rounds of
 * the whole loop stay within what n8n can store.
 *
 * @param goingRound the items that n8n stores in each round
 * @param waitedMs how long the newest of the tasks has been awaited: without a fixed interval, the pause grows with
 *   it
 * @returns the pause in milliseconds, and whether it is longer because of the number of items
 */
function lengthOfPause(
	goingRound: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: CompletionSettings,
	waitedMs: number,
): { pauseMs: number; isLengthened: boolean } {
	const growingMs = clamp(waitedMs * PAUSE_SHARE, MIN_PAUSE_MS, MAX_PAUSE_MS);
	const usualMs = intervalMs ?? growingMs;
	// Without a fixed interval, most pauses of a long loop have the greatest length.
	const typicalMs = intervalMs ?? MAX_PAUSE_MS;
	// About how many rounds there are until the time limit.
	const roundsAhead = timeLimitMs / typicalMs;
	const charactersOfRound = JSON.stringify(map(goingRound, 'json')).length;
	const charactersOfLoop = roundsAhead * charactersOfRound;
	const timesTooMany = charactersOfLoop / MAX_STORED_CHARACTERS;
	const isLengthened = timesTooMany > 1;
	// If all rounds together are twice as much as n8n can store, pauses twice as long make half as many rounds.
	const pauseMs = isLengthened ? usualMs * timesTooMany : usualMs;
	return { pauseMs, isLengthened };
}

/** Tells the user that the pause is longer because of the number of items. */
function warnOfLongPause(context: IExecuteFunctions, pauseMs: number, items: number): void {
	const rounded = Math.round(pauseMs / 60_000);
	// A pause of less than half a minute is not called one of 0 minutes.
	const minutes = Math.max(1, rounded);
	warnInOutput(context, completionMessages.nextCheckIn(minutes, items));
}
