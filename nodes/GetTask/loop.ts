import omit from 'lodash/omit';
import sortBy from 'lodash/sortBy';
import { type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { ask, destinationOf, requireLoopConnection, waitingFor } from '../shared/run/complete';
import type { CompletionSettings } from '../shared/run/options';
import {
	hintOfTasks,
	outputItem,
	type Result,
	runError,
	WAITING_SINCE,
	warnInOutput,
	refuseAsTool,
} from '../shared/run/output';
import { withResultFiles } from '../shared/run/resultFiles';
import type { ServiceClient } from '../shared/service/client';
import { isFinal, taskIn, taskKey, type TaskKind } from '../shared/tasks/task';
import type { Watch } from '../shared/tasks/watch';

/** n8n checks once a minute which executions to resume. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 5 * 60_000;

type Route = 'inProgress' | 'succeeded' | 'failed';

/** What became of an input item, and the fields that it keeps where it goes round. */
interface Leaving {
	route: Route;
	result: Result;
	fields?: IDataObject;
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
	context: IExecuteFunctions,
	client: ServiceClient,
	items: Result[],
	settings: CompletionSettings,
): Promise<INodeExecutionData[][]> {
	refuseAsTool(context, 'Pause and Loop', "Choose 'Wait' or 'Return Now' in 'When Not Finished'.");
	const { name } = context.getNode();
	const isStep = destinationOf(context) === name;
	if (!isStep) requireLoopConnection(context, name);
	const now = Date.now();
	const asked = new Set(itemsToAsk(context, items, settings, now));
	const round = items.map((item) =>
		asked.has(item) ? ofThisWait(item, now) : { ...item, watched: undefined },
	);
	const answered = (context.getContext('node')[ANSWERED] ??= {}) as Watch['answered'];
	const checked = await ask({ context, client }, round, {
		mayBeUnknown: true,
		stopOnError: !context.continueOnFail(),
		answered,
	});
	const leaving = checked.map((result) =>
		result.watched || !result.reported
			? leave(result, settings, now)
			: // What its item brings finished waits for its turn.
				goRound({ ...result, task: result.reported }, now),
	);
	const fail = (result: Result): Result => {
		const { error, itemIndex } = result;
		if (!context.continueOnFail()) throw runError(context, error, itemIndex);
		return result;
	};
	const judged = leaving.map(({ result }) => (result.error === undefined ? result : fail(result)));
	const results = await withResultFiles(context, judged, {
		downloadField: settings.downloadField,
		client,
		signal: client.signal,
		fail,
	});
	hintOfTasks(context, results, settings.timeLimitMs);
	const by = (chosen: Route) =>
		results.flatMap((result, index) => {
			const { route, fields } = leaving[index] as Leaving;
			const isChosen = (result.error === undefined ? route : 'failed') === chosen;
			if (!isChosen) return [];
			const item = outputItem(context, result, settings);
			return [fields ? { ...item, json: { ...fields, ...item.json } } : item];
		});
	// In the order of the input: n8n pairs them by their places after the pause.
	const pending = by('inProgress');
	const outputs = [pending, by('succeeded'), by('failed')];
	if (pending.length > 0 && isStep) warnInOutput(context, CHECKED_ONCE);
	if (isStep || pending.length === 0 || pending.length < leaving.length) return outputs;

	// n8n stores this input and passes it on after the pause. It must not share the returned array,
	// which n8n empties when the node has an error output.
	context.getExecuteData().data = { main: [[...pending]] };
	waitingFor(context, pending);
	const isComplete = asked.size >= pending.length;
	await context.putExecutionToWait(nextCheck(context, pending, settings, now, isComplete));
	return outputs;
}

const CHECKED_ONCE =
	"'Execute step' checks the tasks once. To check them until they have finished, use 'Execute workflow'";

/** Field of the node's context, stored with the execution: when each task was checked last. */
const LAST_CHECKED = 'lastChecked';

/** The same of the kinds that the service has answered about. */
const ANSWERED = 'answered';

/**
 * The items whose tasks are checked in this round. Where each task needs its own request, a round
 * covers those that were checked longest ago, and all that have reached their time limit.
 */
function itemsToAsk(
	context: IExecuteFunctions,
	items: Result[],
	{ timeLimitMs }: CompletionSettings,
	now: number,
): Result[] {
	const memory = context.getContext('node');
	const lastChecked = (memory[LAST_CHECKED] ?? {}) as Record<string, number>;
	const inRound = new Map<TaskKind, number>();
	const asked = sortBy(items, (item) => lastChecked[keyOf(item)] ?? 0).filter((item) => {
		const { watched, input } = item;
		if (!watched) return false;
		const { kind } = watched;
		if (input && now - (waitingSince(input) ?? now) >= timeLimitMs) return true;
		const count = (inRound.get(kind) ?? 0) + 1;
		inRound.set(kind, count);
		return count <= (kind.mostPerRound ?? Infinity);
	});
	const inTurn = asked.filter(({ watched }) => watched?.kind.mostPerRound);
	const checked = Object.fromEntries(inTurn.map((item) => [keyOf(item), now]));
	memory[LAST_CHECKED] = { ...lastChecked, ...checked };
	return asked;
}

function keyOf({ watched }: Result): string {
	return watched ? taskKey({ taskKind: watched.kind.name, taskId: watched.taskId }) : '';
}

/** An item with what earlier rounds have found out. */
function ofThisWait(item: Result, now: number): Result {
	const { watched, input } = item;
	if (!watched || !input) return item;
	const since = waitingSince(input);
	const earlier = since === undefined ? undefined : taskIn(input.json);
	return { ...item, watched: { ...watched, earlier, awaitedSince: since ?? now } };
}

function leave(result: Result, settings: CompletionSettings, now: number): Leaving {
	const { task, error, input = { json: {} } } = result;
	if (error !== undefined || !task) return { route: 'failed', result };
	if (isFinal(task)) return { route: task.state === 'succeeded' ? task.state : 'failed', result };
	if (now - (waitingSince(input) ?? now) < settings.timeLimitMs) return goRound(result, now);
	return { route: 'failed', result: { ...result, task: { ...task, timedOut: true } } };
}

function goRound(result: Result, now: number): Leaving {
	const { input = { json: {} } } = result;
	const since = new Date(waitingSince(input) ?? now).toISOString();
	const fields = omit(input.json, ['statusUnknownSince', 'statusUnknownReason']);
	return {
		route: 'inProgress',
		result: { ...result, binary: result.input?.binary },
		fields: { ...fields, [WAITING_SINCE]: since },
	};
}

function waitingSince({ json }: INodeExecutionData): number | undefined {
	const since = Date.parse(String(json[WAITING_SINCE]));
	return Number.isNaN(since) ? undefined : since;
}

/** What n8n may store of a loop: it keeps the items of every round, as one text. */
const MAX_STORED_CHARACTERS = 50_000_000;

/**
 * When the tasks are checked again; not later than the first time limit. With many items the pauses
 * get longer, so that the rounds of the whole loop stay within what n8n can store.
 *
 * @param isComplete whether this round covered all of them
 */
function nextCheck(
	context: IExecuteFunctions,
	pending: INodeExecutionData[],
	{ intervalMs, timeLimitMs }: CompletionSettings,
	now: number,
	isComplete: boolean,
): Date {
	const starts = pending.map((item) => waitingSince(item) ?? now);
	const waitedMs = isComplete ? now - Math.max(...starts) : 0;
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
