import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { completionProperty, pausableCompletionProperty, taskOptions } from '../fields/completion';
import { createClient } from '../service/client';
import { canLookUp, detailPath, readCredential } from '../service/credential';
import { toNodeError } from '../service/messages';
import type { TaskKind } from '../tasks/task';
import { throwIfCancelled } from '../util/async';
import { callbacksOf } from './callbackAddress';
import { complete, isParkedHere, pause, preparePause, requireLoopsAfter } from './complete';
import { outputOfItems } from './items';
import { SubmitMemory } from './memory';
import { type Completion, readChoice, readForAll, readSettings } from './options';
import { outputItem, toolAnswer } from './output';
import { type BodyRequest, type Run, submitAll, type SubmitOperation, validateAll } from './submit';

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
	const client = await createClient(context);
	// With "Retry On Fail", n8n may begin a further try after Stop.
	throwIfCancelled(client.signal);
	const defaultMinutes = completion === 'pause' ? kind.pauseMinutes : undefined;
	const run: Run = {
		context,
		client,
		canCheck: completion === 'return' || (await canAsk(context, kind, completion)),
		settings: readSettings(context, completion, defaultMinutes),
		memory: new SubmitMemory(context),
		stopOnError: !context.continueOnFail(),
	};
	try {
		if (completion === 'pause') Object.assign(run, await preparePause(run, kind));
		if (completion === 'return' && acceptsCallback) {
			Object.assign(run, callbacksOf(context, await readCredential(context)));
		}
		return await outputOf(run, operation);
	} finally {
		await run.memory.release(client.signal?.aborted === true);
	}
}

async function outputOf<Request extends BodyRequest>(
	run: Run,
	operation: SubmitOperation<Request>,
): Promise<INodeExecutionData[]> {
	const { context, settings, memory } = run;
	if (readForAll<boolean>(context, taskOptions.validateOnly, 'options.validateOnly')) {
		return outputOfItems(context, await validateAll(run, operation));
	}
	requireLoopsAfter(context);
	const submitted = await submitAll(run, operation);
	const parked = settings.completion === 'pause' ? await pause(run, submitted) : undefined;
	const output =
		parked ??
		(await complete(run, submitted)).map((result) => outputItem(context, result, settings));
	memory.forgetUnlessFailed(output);
	return output;
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
