import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { clientOf, type ServiceClient } from '../service/client';
import { complete } from './complete';
import { submitMemory } from './memory';
import { type Completion, type CompletionSettings, readSettings } from './options';
import { submitAll, submittedNote, type SubmitOperation, type SubmittedItem } from './submit';
import { validateAll, validatesOnly } from './validate';

/**
 * Runs an operation that submits work, for all input items together: check all, submit all, then complete
 * all as the user chose. With 'Validate Only', nothing is submitted.
 *
 * @param completion the choice, where it has been read
 * @returns one output item per task, paired to its input item, in the order of the input
 */
export async function runSubmit<Request extends object>(
	context: IExecuteFunctions,
	operation: SubmitOperation<Request>,
	completion?: Completion,
): Promise<INodeExecutionData[]> {
	const client = await clientOf(context);
	const settings = readSettings(context, completion);
	if (validatesOnly(context)) return await validateAll(context, client, operation);
	return await completeAll(context, client, await submitAll(context, client, operation), settings);
}

/** Completes all items that were submitted, as the settings say. */
export async function completeAll(
	context: IExecuteFunctions,
	client: ServiceClient,
	items: SubmittedItem[],
	settings: CompletionSettings,
): Promise<INodeExecutionData[]> {
	const memory = submitMemory(context);
	const output = await complete(context, client, items, settings, (mentioned) =>
		submittedNote(memory, mentioned),
	);
	memory.forgetUnlessFailed(output);
	return output;
}
