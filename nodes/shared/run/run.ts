import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { completionProperty, pausableCompletionProperty } from '../fields/completion';
import { clientOf } from '../service/client';
import { canLookUp, detailPath, readCredential } from '../service/credential';
import { toNodeError } from '../service/messages';
import { isFailure, type TaskKind } from '../tasks/task';
import { callbacksOf } from './callbackAddress';
import { complete } from './complete';
import { requireLoopsAfter } from './loopConnection';
import { SubmitMemory } from './memory';
import { type Completion, readChoice, readSettings } from './options';
import { outputItem } from './output';
import { isParkedHere, pause, preparePause } from './pause';
import type { BodyRequest, Run, SubmitOperation } from './prepare';
import { submitAll, submittedNote, type SubmittedItem } from './submit';
import { validateAll, validatesOnly } from './validate';

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
