import { groupBy, map } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createClient } from '../api/client';
import { readCredential } from '../api/credential';
import { enteredPath } from '../api/paths';
import { callbacksOf } from '../callbacks/callbackFields';
import { complete } from '../completion/complete';
import { refuseEndless, requireLoopsAfter } from '../completion/loops';
import { pause, preparePause } from '../completion/pause';
import { isPausedHere } from '../completion/pauseState';
import { submittedNote } from '../completion/submittedNote';
import { completionProperty, pausableCompletionProperty, taskOptions } from '../fields/completion';
import { RunFiles } from '../files/runFiles';
import { failedItem, type ItemResult } from '../model/itemResult';
import { isListed, pathOf, type TaskKind } from '../model/taskKind';
import { executeNode } from '../output/execute';
import { warnInOutput } from '../output/outputHints';
import {
	type ItemOutcome,
	othersNote,
	outputOfItems,
	throwFirstError,
	valuesOfItems,
} from '../output/items';
import { toNodeError, withNote } from '../output/nodeError';
import { outputItem } from '../output/outputItem';
import { type Completion, readForAll, readCompletionSettings } from '../output/settings';
import { throwIfCancelled } from '../util/async';
import { completeRequests } from './lookUpBefore';
import { SubmitMemory } from './memory/memory';
import { isNew, type ItemSubmit } from './memory/submission';
import { showEstimateOfMany, showHintsOfOperation } from './requestHints';
import { submitMessages } from './submitMessages';
import type { BodyRequest, Run, SubmitOperation } from './submitOperation';
import { prepareRequests } from './prepare';
import { recallAll } from './recall';
import { sendAll } from './sendAll';
import { validateOnly } from './validateOnly';
import { canLookUp } from '../tasks/canAsk';

/*
 * One run of a node that submits work, from the first field to the last output item.
 */

/** Makes the `execute` method of a node whose only operation is this one. */
export const executeSubmit = <Request extends BodyRequest>(operation: SubmitOperation<Request>) =>
	executeNode(async (context) => [await runSubmit(context, operation)]);

/**
 * Runs an operation that submits work, for all items together: prepares all, completes the requests of all, submits
 * all, then completes their tasks as the user chose. With 'Validate Only', nothing is submitted.
 *
 * @returns one output item per task, paired to its input item, in the order of the input
 * @throws NodeOperationError naming the item, and all tasks that exist, where errors stop the workflow
 */
export async function runSubmit<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { kind } = operation;
	const completion = readCompletion(context, kind);
	// "Retry On Fail" runs a node again whose first item is an error, also one that has paused. The tasks of the node
	// stand in the place of its input then, and are passed on.
	if (completion === 'pause' && isPausedHere(context)) return context.getInputData().slice();
	const run = await beginRun(context, kind, completion);
	let hasOutput = false;
	try {
		const output = await outputOfRun(run, operation);
		hasOutput = true;
		return output;
	} finally {
		await run.memory.end(() => {
			if (run.client.signal?.aborted) return 'stopped';
			return hasOutput ? 'output' : 'failed';
		});
	}
}

/** What a run outputs for all items: what would be submitted, with 'Validate Only', or else the tasks. */
async function outputOfRun<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { context, memory } = run;
	if (readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly')) {
		return outputOfItems(context, await validateOnly(run, operation));
	}
	requireLoopsAfter(context);
	refuseEndless(context, operation.kind);
	const submitted = await submitAll(run, operation);
	const output = await completeAll(run, submitted);
	memory.forgetUnlessNeeded(output);
	return output;
}

/** What happens after the submits, as the user chose. Only tasks of some kinds can be paused for. */
function readCompletion(context: IExecuteFunctions, { pauseMinutes }: TaskKind): Completion {
	const mayPause = pauseMinutes !== undefined;
	const property = mayPause ? pausableCompletionProperty : completionProperty;
	return readForAll<Completion>(context, { ...property, required: true });
}

/**
 * Reads what is the same for all items. @throws NodeOperationError when the credential or the completion cannot be used
 */
async function beginRun(
	context: IExecuteFunctions,
	kind: TaskKind,
	completion: Completion,
): Promise<Run> {
	// First, because what is wrong with the credential itself is not a matter of the completion.
	const client = await createClient(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	const canCheck = completion === 'return' || canCheckTasks({ context, client }, kind, completion);
	const defaultMinutes = completion === 'pause' ? kind.pauseMinutes : kind.waitMinutes;
	const settings = readCompletionSettings(context, completion, defaultMinutes);
	const pause = completion === 'pause' ? await preparePause(context, kind, canCheck) : undefined;
	const callbacks = await readCallbacks(context, kind, completion);
	const memory = new SubmitMemory(context, isListed(kind));
	const files = new RunFiles();
	const { tries } = memory;
	return { context, client, canCheck, settings, memory, tries, files, ...pause, ...callbacks };
}

/** How the user's callback addresses are read; undefined where the node has or shows no field for them. */
async function readCallbacks(context: IExecuteFunctions, kind: TaskKind, completion: Completion) {
	// The service calls back for kinds that can be paused for. A run that waits or pauses shows no field for an address.
	const hasField = completion === 'return' && kind.pauseMinutes !== undefined;
	if (!hasField) return undefined;
	return callbacksOf(context, await readCredential(context));
}

/**
 * Whether the service can be asked about the tasks.
 *
 * @throws NodeOperationError that says what the credential lacks for a wait, or what is wrong there
 */
function canCheckTasks(
	{ context, client }: Pick<Run, 'context' | 'client'>,
	kind: TaskKind,
	completion: Completion,
): boolean {
	try {
		const canCheck = canLookUp(client.paths, kind);
		const path = pathOf(kind);
		const lacksPath = !canCheck && path !== undefined;
		// Without any paths, `enteredPath` throws the error that says which one is missing.
		if (lacksPath && completion === 'wait') enteredPath({}, path);
		return canCheck;
	} catch (error) {
		throw toNodeError(context.getNode(), withNote(error, submitMessages.returnTaskId));
	}
}

/**
 * Prepares all items, looks up what has to be known of them, then sends them. With stop on error, nothing is sent when
 * one is wrong, and nothing further when one fails.
 *
 * @returns the tasks of all items, and the errors of those without one
 */
async function submitAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<ItemResult[]> {
	const { context, memory, settings } = run;
	const halt = new AbortController();
	const submitting = { run, operation, halt };
	const prepared = requireAll(run, await prepareRequests(run, operation));
	// Before anything is asked for an item, because one that has a task already needs nothing.
	const recalled = requireAll(run, await recallAll(run, operation, prepared));
	const ready = requireAll(run, await completeRequests(submitting, recalled));
	const newSubmits = valuesOfItems(ready).filter(isNew);
	const requests = map(newSubmits, 'request');
	// The last moment before the first item is charged.
	warnOfEqualRequests(context, newSubmits, ready.length);
	showHintsOfOperation(context, operation, requests);
	const sent = await sendAll(submitting, ready);
	const wasEnded = halt.signal.aborted;
	if (wasEnded) throwFirstError(context, sent, submittedNote(memory));
	showEstimateOfMany(context, operation, requests);
	// Before a wait, because n8n may die during it. Otherwise, the node ends now, and writes its notes then.
	if (settings.completion !== 'return') await memory.store.flush();
	const inputs = context.getInputData();
	return sent.flatMap((item) => {
		if ('value' in item) return item.value;
		const { itemIndex, error } = item;
		return [failedItem({ itemIndex, input: inputs[itemIndex] }, error)];
	});
}

/**
 * Warns, before anything is charged, of items that send the same request, as where a field
 * is a fixed text that should be an expression.
 *
 * @param newSubmits those that will be sent
 * @param itemCount how many items there are
 */
function warnOfEqualRequests(
	context: IExecuteFunctions,
	newSubmits: readonly ItemSubmit[],
	itemCount: number,
): void {
	const groups = Object.values(groupBy(newSubmits, 'prints.request'));
	const equalCount = groups.filter(({ length }) => length > 1).flat().length;
	if (equalCount > 0) warnInOutput(context, submitMessages.equalRequests(equalCount, itemCount));
}

/**
 * Gives the items back, unless errors stop the workflow and one of them is wrong.
 *
 * @throws NodeOperationError of the first item that is wrong, naming the tasks that exist
 */
function requireAll<T>(
	{ context, memory }: Run,
	items: Array<ItemOutcome<T>>,
): Array<ItemOutcome<T>> {
	if (context.continueOnFail()) return items;
	throwFirstError(context, items, submittedNote(memory) ?? othersNote(items));
	return items;
}

/** Waits for the tasks, pauses for them, or returns them, as the user chose; where it cannot pause, it waits. */
async function completeAll(run: Run, submitted: ItemResult[]): Promise<INodeExecutionData[]> {
	const { context, settings } = run;
	if (settings.completion === 'pause') {
		const output = await pause(run, submitted);
		if (output) return output;
	}
	const results = await complete(run, submitted);
	return results.map((result) => outputItem(context, result, settings));
}
