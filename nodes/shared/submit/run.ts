import { groupBy, sumBy } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createClient } from '../api/client';
import { readCredential } from '../api/credential';
import { detailPath } from '../api/paths';
import { callbacksOf } from '../callbacks/callbackFields';
import { complete } from '../completion/complete';
import { refuseEndless, requireLoopsAfter } from '../completion/loops';
import { pause, preparePause } from '../completion/pause';
import { isParkedHere } from '../completion/pauseState';
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
import { hintOfManyItems, hintOfRequests } from './requestHints';
import { lookUpAll } from './lookUpBefore';
import { SubmitMemory } from './memory/memory';
import { isNew, type ItemSubmit } from './memory/submission';
import { submitMessages } from './submitMessages';
import type { BodyRequest, Run, SubmitOperation } from './submitOperation';
import { prepareRequests } from './prepare';
import { recallAll } from './recall';
import { sendAll } from './sendAll';
import { validateOnly } from './validateOnly';
import { canLookUp } from '../tasks/canAsk';

/** The method of a node that has no other operation. */
export const executeSubmit = <Request extends BodyRequest>(operation: SubmitOperation<Request>) =>
	executeNode(async (context) => [await runSubmit(context, operation)]);

/**
 * Runs an operation that submits work, for all items together: prepare all, look up all, submit all, then complete all as
 * the user chose. With 'Validate Only', nothing is submitted.
 *
 * @returns one output item per task, paired to its input item, in the order of the input
 * @throws NodeOperationError naming the item, and all tasks that exist, where errors stop the workflow
 */
export async function runSubmit<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { kind } = operation;
	const property =
		kind.pauseMinutes === undefined ? completionProperty : pausableCompletionProperty;
	const completion = readForAll<Completion>(context, { ...property, required: true });
	// "Retry On Fail" runs a node again whose first item is an error; its input is replaced then.
	if (completion === 'pause' && isParkedHere(context)) return [...context.getInputData()];
	const run = await beginRun(context, kind, completion);
	try {
		if (readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly')) {
			return outputOfItems(context, await validateOnly(run, operation));
		}
		requireLoopsAfter(context);
		refuseEndless(context, kind);
		const output = await completeAll(run, await submitAll(run, operation));
		run.memory.forgetUnlessNeeded(output);
		return output;
	} finally {
		await run.memory.end(() => run.client.signal?.aborted === true);
	}
}

/** @throws NodeOperationError when the credential or the completion cannot be used */
async function beginRun(
	context: IExecuteFunctions,
	kind: TaskKind,
	completion: Completion,
): Promise<Run> {
	const isCalledBack = kind.pauseMinutes !== undefined;
	// Before: what is wrong with the credential itself is no matter of the completion.
	const client = await createClient(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	const canCheck = completion === 'return' || canAsk({ context, client }, kind, completion);
	const defaultMinutes = completion === 'pause' ? kind.pauseMinutes : kind.waitMinutes;
	const settings = readCompletionSettings(context, completion, defaultMinutes);
	const pausing = completion === 'pause' ? await preparePause(context, kind, canCheck) : undefined;
	const calledBack =
		completion === 'return' && isCalledBack
			? callbacksOf(context, await readCredential(context))
			: undefined;
	const memory = new SubmitMemory(context, isListed(kind));
	const files = new RunFiles();
	return { context, client, canCheck, settings, memory, files, ...pausing, ...calledBack };
}

/** @throws NodeOperationError that says what the credential lacks, or what is wrong there */
function canAsk(
	{ context, client }: Pick<Run, 'context' | 'client'>,
	kind: TaskKind,
	completion: Completion,
): boolean {
	try {
		const can = canLookUp(client.paths, kind);
		const path = pathOf(kind);
		if (!can && path && completion === 'wait') detailPath({}, path);
		return can;
	} catch (error) {
		throw toNodeError(context.getNode(), withNote(error, submitMessages.returnTaskId));
	}
}

/**
 * Prepares all items, looks up what has to be known of them, then sends them. With stop on error, nothing is sent when one
 * is wrong, and nothing further when one fails.
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
	const recalled = requireAll(run, await recallAll(run, operation, prepared));
	const ready = requireAll(run, await lookUpAll(submitting, recalled));
	const fresh = valuesOfItems(ready).filter(isNew);
	hintOfEqualRequests(context, fresh, ready.length);
	const requests = fresh.map(({ request }) => request);
	hintOfRequests(context, operation, requests);
	const sent = await sendAll(submitting, ready);
	if (halt.signal.aborted) throwFirstError(context, sent, submittedNote(memory));
	hintOfManyItems(context, operation, requests);
	// Before a wait; else the node ends now.
	if (settings.completion !== 'return') await memory.store.flush();
	const inputs = context.getInputData();
	return sent.flatMap((item) => {
		if ('value' in item) return item.value;
		const { itemIndex, error } = item;
		return [failedItem({ itemIndex, input: inputs[itemIndex] }, error)];
	});
}

/** Says before anything is paid how many items are the same work, as where a field that should be an expression is a text. */
function hintOfEqualRequests(
	context: IExecuteFunctions,
	fresh: readonly ItemSubmit[],
	items: number,
): void {
	const groups = Object.values(groupBy(fresh, 'prints.request'));
	const equal = sumBy(groups, ({ length }) => (length > 1 ? length : 0));
	if (equal > 0) warnInOutput(context, submitMessages.equalRequests(equal, items));
}

/** @throws NodeOperationError of the first item that is wrong, where errors stop the workflow */
function requireAll<T>(
	{ context, memory }: Run,
	items: Array<ItemOutcome<T>>,
): Array<ItemOutcome<T>> {
	if (!context.continueOnFail()) {
		throwFirstError(context, items, submittedNote(memory) ?? othersNote(items));
	}
	return items;
}

/** Waits for the tasks, pauses for them, or returns them, as the user chose. */
async function completeAll(run: Run, submitted: ItemResult[]): Promise<INodeExecutionData[]> {
	const { context, settings } = run;
	const parked = settings.completion === 'pause' ? await pause(run, submitted) : undefined;
	if (parked) return parked;
	const results = await complete({ ...run, tries: run.memory.tries }, submitted);
	return results.map((result) => outputItem(context, result, settings));
}
