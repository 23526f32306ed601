import { groupBy, map, sumBy } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createClient } from '../api/client';
import { readCredential } from '../api/credential';
import { requiredPath } from '../api/paths';
import { type Callbacks, callbacksOf } from '../callbacks/callbackFields';
import { complete } from '../completion/complete';
import { earlierTriesOf } from '../completion/earlierTries';
import { errorMayComeBack, refuseEndless, requireLoopsAfter } from '../completion/loops';
import { pauseIfPossible, preparePause } from '../completion/pause';
import { isPausedHere } from '../completion/pauseState';
import { submittedSentence } from '../completion/submittedSentence';
import { completionProperty, pausableCompletionProperty, taskOptions } from '../fields/completion';
import { RunFiles } from '../files/runFiles';
import type { ItemResult } from '../model/itemResult';
import { canLookUp, isListed, pathOf, takesCallback, type TaskKind } from '../model/taskKind';
import { countsAsFailed, countTriesLeft } from '../n8n/retryOnFail';
import { withOneErrorOfItem } from '../output/errorsOfItem';
import { executeNode } from '../output/execute';
import { warnInOutput } from '../output/outputHints';
import {
	type ItemOutcome,
	othersSentence,
	outputOfItems,
	resultOfError,
	shortList,
	throwFirstError,
	valuesOfItems,
} from '../output/items';
import { toNodeError, withNote } from '../output/nodeError';
import { outputItem } from '../output/outputItem';
import { type Completion, readForAll, readCompletionSettings } from '../output/settings';
import { throwIfCancelled } from '../util/async';
import { fillInRequests } from './lookUpBefore';
import { SubmitMemory } from './memory/memory';
import type { RunEnd } from './memory/store';
import { isNew, type ItemSubmit } from './memory/submission';
import { showEstimateOfMany, showHintsOfOperation } from './requestHints';
import { submitMessages } from './submitMessages';
import type { BodyRequest, Run, SubmitOperation } from './submitOperation';
import { prepareRequests } from './prepare';
import { recallAll } from './recall';
import { sendAll, uploadBeforeSubmits } from './sendAll';
import { validateOnly } from './validateOnly';

/*
 * One run of a node that submits work, from the first field to the last output item.
 */

/** Makes the `execute` method of a node whose only operation is this one. */
export const executeSubmit = <Request extends BodyRequest>(operation: SubmitOperation<Request>) =>
	executeNode(async (context) => [await runSubmit(context, operation)]);

/**
 * Runs an operation that submits work, for all items together: prepares all, fills in the requests of all, submits
 * all, then waits for their tasks, pauses or returns at once, as the user chose. With 'Validate Only', nothing is
 * submitted.
 *
 * @returns one output item per task, paired to its input item, in the order of the input
 * @throws NodeOperationError naming the item, and all tasks that exist, where errors stop the workflow; PackError or
 *   NodeOperationError where what holds for all items is wrong, such as the credential or a loop of the workflow;
 *   CancelledError when the execution is stopped
 */
export async function runSubmit<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { kind } = operation;
	const triesLeft = countTriesLeft(context);
	const completion = readCompletion(context, kind);
	// With "Retry On Fail", n8n runs the node again if its first output item is an error, even after the node has paused
	// the execution. In the place of its input then stands what it has output, which is passed on.
	if (completion === 'pause' && isPausedHere(context)) return context.getInputData().slice();
	const run = await beginRun(context, kind, completion);
	let output: INodeExecutionData[] | undefined;
	try {
		output = await outputOfRun(run, operation);
		return output;
	} finally {
		// A function, because the memory asks again after it has written: the execution may be stopped meanwhile.
		await run.memory.end(() => endOf(run, triesLeft, output));
	}
}

/**
 * How a run ends, as far as it is known now.
 *
 * @param triesLeft how many tries of it n8n may still make
 * @param output undefined where the node fails
 */
function endOf(
	{ context, client }: Run,
	triesLeft: number,
	output: readonly INodeExecutionData[] | undefined,
): RunEnd {
	if (client.signal?.aborted) return 'stopped';
	const isTriedAgain = triesLeft > 0 && countsAsFailed(output);
	// After a pause, the further try only passes on what this one has output.
	if (isTriedAgain && !isPausedHere(context)) return 'triedAgain';
	return output ? 'output' : 'failed';
}

/**
 * What a run outputs for all items: what would be submitted, with 'Validate Only', or else the tasks.
 *
 * @throws as `runSubmit`
 */
async function outputOfRun<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { context, memory } = run;
	if (readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly')) {
		return outputOfItems(context, await validateOnly(run, operation));
	}
	// Two mistakes in the workflow are refused before they cost credits: a loop behind this node without its connection,
	// and a trigger that would start the workflow again for the tasks of this node.
	requireLoopsAfter(context);
	refuseEndless(context, operation.kind);
	const submitted = await submitAll(run, operation);
	const output = await completeAll(run, submitted);
	memory.forgetUnlessNeeded(output, isPausedHere(context));
	run.tries?.endUnlessFailed(output);
	return output;
}

/**
 * What happens after the submits, as the user chose for all items. Where the service does not call back, the field
 * of the node has no choice to pause.
 *
 * @throws PackError where the choice is impossible, or not the same for all items
 */
function readCompletion(context: IExecuteFunctions, kind: TaskKind): Completion {
	const property = takesCallback(kind) ? pausableCompletionProperty : completionProperty;
	return readForAll<Completion>(context, { ...property, required: true });
}

/**
 * Reads what is the same for all items, and makes what the run remembers. The memory has to be ended whatever happens
 * from then on.
 *
 * @throws PackError or NodeOperationError when the credential or the completion cannot be used; CancelledError when
 *   the execution was stopped before
 */
async function beginRun(
	context: IExecuteFunctions,
	kind: TaskKind,
	completion: Completion,
): Promise<Run> {
	// Before `canCheckTasks`, whose errors offer 'Return Task ID': with a wrong credential, that does not help either.
	const client = await createClient(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	// With 'return', no task is checked, so nothing is refused that only a check would need.
	const canCheck = completion === 'return' || canCheckTasks({ context, client }, kind, completion);
	const isPausing = completion === 'pause';
	const defaultMinutes = isPausing ? kind.pauseMinutes : kind.waitMinutes;
	const settings = readCompletionSettings(context, completion, defaultMinutes);
	const pauseFields = isPausing ? await preparePause(context, kind, canCheck) : undefined;
	const callbacks = await readCallbacks(context, kind, completion);
	const tries = earlierTriesOf(context);
	const files = new RunFiles();
	const memory = new SubmitMemory(context, isListed(kind));
	// Only a run that pauses has the fields of a pause, and only one whose node has a field for callbacks those of them.
	return {
		context,
		client,
		canCheck,
		settings,
		memory,
		tries,
		files,
		...pauseFields,
		...callbacks,
	};
}

/**
 * What reads the user's callback addresses; undefined where the node has or shows no field for them.
 *
 * @throws PackError when the credential cannot be used
 */
async function readCallbacks(
	context: IExecuteFunctions,
	kind: TaskKind,
	completion: Completion,
): Promise<Callbacks | undefined> {
	// The field for an address is only shown where the node neither waits nor pauses.
	const hasField = completion === 'return' && takesCallback(kind);
	if (!hasField) return undefined;
	return callbacksOf(context, await readCredential(context));
}

/**
 * Whether the service can be asked about the tasks. A wait is refused where the credential lacks the path for that; a
 * pause is not, because the service calls back.
 *
 * @throws NodeOperationError that says what the credential lacks for a wait, or what is wrong there
 */
function canCheckTasks(
	{ context, client }: Pick<Run, 'context' | 'client'>,
	kind: TaskKind,
	completion: Completion,
): boolean {
	try {
		const path = pathOf(kind);
		// Called for its error alone. Kinds that are asked about in a list need no path.
		if (path && completion === 'wait') requiredPath(client.paths, path);
		return canLookUp(client.paths, kind);
	} catch (error) {
		throw toNodeError(context.getNode(), withNote(error, submitMessages.returnTaskId));
	}
}

/**
 * Prepares all items, looks up what has to be known of them, then sends them. With stop on error, nothing is
 * submitted when one is wrong or its file cannot be loaded, and nothing further when one fails.
 *
 * @returns the tasks of all items, and the errors of those without one, in the order of the items
 * @throws NodeOperationError of an item, naming the tasks that exist, where errors stop the workflow;
 *   NodeOperationError or CancelledError after Stop
 */
async function submitAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<ItemResult[]> {
	const { context, memory, settings } = run;
	const halt = new AbortController();
	const running = { run, operation, halt, client: run.client.with({ signal: halt.signal }) };
	const prepared = await prepareRequests(run, operation);
	stopOnFirstError(run, prepared);
	// Before the service is asked anything about an item, because one that has a task already needs nothing.
	const recalled = await recallAll(run, operation, prepared);
	stopOnFirstError(run, recalled);
	const ready = await fillInRequests(running, recalled);
	stopOnFirstError(run, ready);
	const newSubmits = valuesOfItems(ready).filter(isNew);
	const requests = map(newSubmits, 'request');
	// Before the first item is charged.
	warnOfEqualRequests(context, newSubmits, ready.length);
	warnOfSameUnderWay(run, newSubmits);
	showHintsOfOperation(context, operation, requests);
	const uploaded = await uploadBeforeSubmits(running, ready);
	stopOnFirstError(run, uploaded);
	const sent = await sendAll(running, uploaded);
	// By an error that stops the workflow, or by Stop, after which the run must end also where errors continue.
	const wasEnded = halt.signal.aborted;
	if (wasEnded) throwFirstError(context, sent, submittedSentence(memory));
	showEstimateOfMany(context, operation, requests);
	// Before a wait, because n8n may die during it. Otherwise, the node ends now, and writes its notes then.
	if (settings.completion !== 'return') await memory.store.flush();
	// An item has a result for each of its tasks, or one for its error.
	return sent.flatMap((item) => ('value' in item ? item.value : resultOfError(context, item)));
}

/**
 * Warns, before anything is charged, of items that send the same request, as where a field is a fixed text that
 * should be an expression.
 *
 * @param newSubmits those that will be sent
 * @param itemCount how many items there are, also those that are not sent; each part of an item counts as one
 */
function warnOfEqualRequests(
	context: IExecuteFunctions,
	newSubmits: readonly ItemSubmit[],
	itemCount: number,
): void {
	// By the fingerprint of what is sent.
	const groups = Object.values(groupBy(newSubmits, 'prints.request'));
	const groupsOfEquals = groups.filter(({ length }) => length > 1);
	const equalCount = sumBy(groupsOfEquals, 'length');
	if (equalCount > 0) warnInOutput(context, submitMessages.equalRequests(equalCount, itemCount));
}

/**
 * Warns, before anything is charged, that another execution still works on the same, as where somebody has clicked
 * twice or a schedule starts the workflow before the last execution has ended.
 *
 * @param newSubmits those that will be sent
 */
function warnOfSameUnderWay({ context, memory }: Run, newSubmits: readonly ItemSubmit[]): void {
	const executionIds = memory.store.executionsWithSame(newSubmits);
	if (executionIds.length === 0) return;
	const { length } = executionIds;
	warnInOutput(context, submitMessages.sameUnderWay(shortList(executionIds), length));
}

/**
 * Ends the run where one of the items is wrong, unless the user has chosen that the workflow continues on errors.
 *
 * @throws NodeOperationError of the first item that is wrong. It names the tasks that exist, or else says that the
 *   other items were not submitted either
 */
function stopOnFirstError(
	{ context, memory }: Run,
	items: ReadonlyArray<ItemOutcome<unknown>>,
): void {
	if (context.continueOnFail()) return;
	const sentence = submittedSentence(memory) ?? othersSentence(items);
	throwFirstError(context, items, sentence);
}

/**
 * Waits for the tasks, pauses for them, or returns them, as the user chose; where it cannot pause, it waits.
 *
 * @param submitted the tasks of all items, and the errors of those without one
 * @returns the output items of the node
 * @throws NodeOperationError when an item fails and errors stop the workflow; NodeOperationError or CancelledError
 *   after Stop
 */
async function completeAll(run: Run, submitted: ItemResult[]): Promise<INodeExecutionData[]> {
	const { context, settings } = run;
	if (settings.completion === 'pause') {
		const output = await pauseIfPossible(run, submitted);
		// Undefined where it cannot pause.
		if (output) return output;
	}
	const results = await complete(run, submitted);
	const shown = errorMayComeBack(context) ? withOneErrorOfItem(results) : results;
	return shown.map((result) => outputItem(context, result, settings));
}
