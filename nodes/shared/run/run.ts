import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { completionProperty, pausableCompletionProperty, taskOptions } from '../fields/completion';
import type { PlannedUpload } from '../fields/files';
import { clientOf } from '../service/client';
import { API_PREFIX, canLookUp, detailPath, readCredential } from '../service/credential';
import { operations } from '../service/endpoints';
import { toNodeError } from '../service/messages';
import { isFailure, type TaskKind } from '../tasks/task';
import { mapConcurrent, throwIfCancelled } from '../util/async';
import { parsedUrl, SECRETS } from '../util/text';
import { callbacksOf } from './callbackAddress';
import { complete, isParkedHere, pause, preparePause } from './complete';
import { SubmitMemory } from './memory';
import { type Completion, readChoice, readForAll, readSettings } from './options';
import { errorItem, outputItem, warnInOutput, toolAnswer } from './output';
import {
	bodyOf,
	type BodyRequest,
	LOOK_UPS_AT_ONCE,
	lookUpItem,
	prepareAll,
	type PreparedItem,
	prepareItem,
	requireLoopsAfter,
	type Run,
	type SubmitOperation,
	throwFirstError,
} from './prepare';
import { submitAll, submittedNote, type SubmittedItem } from './submit';

/**
 * Runs an operation that submits work, for all items together: check all, submit all, then complete
 * all as the user chose. With 'Validate Only', nothing is submitted.
 *
 * @returns one output item per task, paired to its input item, in the order of the input
 */
export async function runSubmit<Request extends BodyRequest>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { kind, acceptsCallback } = operation;
	const property = acceptsCallback ? pausableCompletionProperty : completionProperty;
	const completion = readChoice<Completion>(context, property);
	// With "Retry On Fail", n8n runs a node again whose first item is an error; the input is
	// replaced.
	if (completion === 'pause' && isParkedHere(context)) return [...context.getInputData()];
	// Before: what is wrong with the credential itself is no matter of the completion.
	const client = await clientOf(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	const canCheck = completion === 'return' || (await canAsk(context, kind, completion));
	const run: Run = {
		context,
		client,
		settings: readSettings(
			context,
			completion,
			completion === 'pause' ? kind.pauseMinutes : undefined,
		),
		memory: new SubmitMemory(context),
		hints: new Set(),
		stopOnError: !context.continueOnFail(),
		canCheck,
	};
	try {
		if (completion === 'pause') Object.assign(run, await preparePause(run, kind));
		if (completion === 'return' && acceptsCallback) {
			Object.assign(run, callbacksOf(context, await readCredential(context)));
		}
		if (validatesOnly(context)) return await validateAll(run, operation);
		requireLoopsAfter(context);
		const submitted = await submitAll(run, operation);
		const parked = completion === 'pause' ? await pause(run, submitted) : undefined;
		return parked ?? (await completeAll(run, submitted));
	} finally {
		await run.memory.release(run.client.signal?.aborted === true);
	}
}

/** The method of a node that has no other operation. */
export function executeSubmit<Request extends BodyRequest>(operation: SubmitOperation<Request>) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await toolAnswer(this, async () => [await runSubmit(this, operation)]);
	};
}

const NOTE =
	"Nothing was submitted. You can also choose 'Return Task ID' in 'Completion', but these nodes cannot fetch the file then.";

/** @throws NodeOperationError that says what the credential lacks, or what is wrong there */
async function canAsk(
	context: IExecuteFunctions,
	kind: TaskKind,
	completion: Completion,
): Promise<boolean> {
	try {
		const can = await canLookUp(context, kind);
		if (!can && kind.detailPath && completion === 'wait') detailPath({}, kind.detailPath);
		return can;
	} catch (error) {
		throw toNodeError(context.getNode(), error, undefined, NOTE);
	}
}

/** Completes all items that were submitted, as the settings say; where it cannot pause, it waits. */
async function completeAll(
	{ context, client, memory, settings }: Run,
	items: SubmittedItem[],
): Promise<INodeExecutionData[]> {
	const completion = settings.completion === 'pause' ? 'wait' : settings.completion;
	const chosen = { ...settings, completion };
	const results = await complete(context, client, items, chosen, (mentioned) => {
		if (mentioned && isFailure(mentioned)) memory.taskFailed(mentioned.taskId);
		return submittedNote(memory, mentioned?.taskId);
	});
	for (const { task } of results) if (task && isFailure(task)) memory.taskFailed(task.taskId);
	const output = results.map((result) => outputItem(context, result, settings));
	memory.forgetUnlessFailed(output);
	return output;
}

/** A request body without the secrets in its callback address, for outputs. */
export function hiddenSecrets(body: object): object {
	const { callback } = body as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return body;
	for (const name of SECRETS) if (url.searchParams.has(name)) url.searchParams.set(name, '***');
	return { ...body, callback: url.href };
}

/** @throws NodeOperationError when an expression gives no boolean, or not the same for all items */
function validatesOnly(context: IExecuteFunctions): boolean {
	return readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly') ?? false;
}

/**
 * Checks all items as a real run does, looks up what has to be looked up, and outputs each request
 * as it would be sent. Nothing is uploaded or submitted.
 *
 * @throws NodeOperationError when an item would be refused and the workflow stops on errors
 */
async function validateAll<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { context, stopOnError, client, resumeAddress } = run;
	const reading = client.before(async (name) => {
		const { effect, action } = operations[name];
		if (effect === 'read') return;
		throw new Error(
			`'Validate Only' is on, so the node did not ${action}. Turn it off to run the node`,
		);
	});
	const prepared = await prepareAll(context, (index) => prepareItem(run, operation, index));
	const planned = await mapConcurrent(
		prepared,
		async (item): Promise<PreparedItem<IDataObject>> => {
			if ('error' in item) return item;
			const { itemIndex } = item;
			const uploads: PlannedUpload[] = [];
			const submitItem = { context, itemIndex, uploads };
			try {
				const checking = { ...run, client: reading };
				const request = await lookUpItem(checking, operation, item.request, submitItem);
				const body = await bodyOf({ client: reading, resumeAddress }, request, submitItem);
				return { itemIndex, request: plannedJson(operation, body, uploads) };
			} catch (error) {
				return { itemIndex, error };
			}
		},
		{ concurrency: LOOK_UPS_AT_ONCE },
	);
	if (stopOnError || client.signal?.aborted) throwFirstError(context, planned);
	warnInOutput(
		context,
		"'Validate Only' is on: nothing was uploaded or submitted. Turn it off to run the node",
	);
	return planned.map((item) =>
		'error' in item
			? errorItem(context, item.error, item.itemIndex)
			: { json: item.request, pairedItem: { item: item.itemIndex } },
	);
}

/** The request of an item as it would be sent, with the files that would be uploaded for it. */
function plannedJson(
	{ endpoint, costOf }: Pick<SubmitOperation, 'endpoint' | 'costOf'>,
	body: IDataObject,
	uploads: PlannedUpload[],
): IDataObject {
	const { method, path } = operations[endpoint];
	const estimatedCost = costOf?.(body);
	return {
		method,
		path: `${API_PREFIX}/${String(path)}`,
		request: hiddenSecrets(body),
		...(uploads.length > 0 ? { uploads } : {}),
		...(estimatedCost ? { estimatedCost } : {}),
	} as unknown as IDataObject;
}
