import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { FailedItem } from '../model/itemResult';
import { fillItemsWithoutJson, leaveEmptyOutputsEmpty } from '../n8n/engineState';
import { isGetTask } from '../n8n/nodeTypes';
import { cancelSignalOf, isToolExecution } from '../n8n/runs';
import { CancelledError } from '../util/async';
import { errorText, PackError } from '../util/errors';
import { hasErrorOutput } from './errorOutput';
import { outputMessages } from './outputMessages';
import { toNodeError } from './nodeError';
import { outputItem } from './outputItem';
import { toolAnswer } from './tools';

/*
 * The `execute` method of every node: around its own work stands what is the same for all of them, above all what
 * becomes of an error that concerns no single item.
 */

type Outputs = INodeExecutionData[][];

/**
 * Makes the `execute` method of a node.
 *
 * @param work gives the items for each output; what it throws becomes n8n's error, or the error of all items where the
 *   workflow continues on errors
 * @returns a method that returns the items for each output, and throws a NodeOperationError where an error ends the
 *   run, or a CancelledError when the execution is stopped
 */
export function executeNode(work: (context: IExecuteFunctions) => Promise<Outputs>) {
	return async function (this: IExecuteFunctions): Promise<Outputs> {
		const isTool = isToolExecution(this);
		if (isTool && hasErrorOutput(this)) {
			// A tool has no error output. n8n would look for it all the same, and drop the results of the tool, too.
			throw errorForAgent(this, new PackError(outputMessages.toolWithErrorOutput));
		}
		fillItemsWithoutJson(this);
		const outputs = await work(this).catch((error: unknown) => outputsOfFailedRun(this, error));
		// A node with several outputs may stand in a loop. With 'Always Output Data', n8n would put an item into an empty
		// output, and so the loop would never end.
		if (outputs.length > 1) leaveEmptyOutputsEmpty(this);
		return isTool ? outputs.map(toolAnswer) : outputs;
	};
}

/** n8n's error with all words in its message, because an agent gets no more of it. */
function errorForAgent(context: IExecuteFunctions, error: unknown): NodeOperationError {
	return new NodeOperationError(context.getNode(), errorText(error));
}

/**
 * The outputs of a node that fails as a whole and lets the workflow go on: each item with the error, at the last
 * output. If the error were thrown, n8n would pass the items on as if they had succeeded, into a loop too, and give an
 * AI agent its own arguments as the answer of the tool.
 *
 * @throws NodeOperationError where errors stop the workflow; CancelledError when it is stopped
 */
function outputsOfFailedRun(context: IExecuteFunctions, error: unknown): Outputs {
	if (error instanceof CancelledError) throw error;
	// Nothing goes on after Stop, so the error then ends the run whatever the node is set to.
	const isStopped = cancelSignalOf(context)?.aborted === true;
	const endsRun = isStopped || !context.continueOnFail();
	if (endsRun) {
		if (isToolExecution(context)) throw errorForAgent(context, error);
		throw toNodeError(context.getNode(), error);
	}
	const settings = { simple: true, includeInput: true };
	// An input item of Get Task is about the very task that was to be read. One of any other node may name a task, but
	// that is the task of an earlier node.
	const isAsInput = isGetTask(context.getNode());
	const items = context.getInputData().map((input, itemIndex) => {
		const failed: FailedItem = { is: 'failed', itemIndex, input, error, isAsInput };
		return outputItem(context, failed, settings);
	});
	// n8n itself takes items with an error to the error output, so that a node gives none for it.
	const ownOutputs = context.getNodeOutputs().filter(({ category }) => category !== 'error');
	// All outputs but the last one stay empty, because the first one of a node in a loop leads back into the loop.
	const emptyOutputs: Outputs = ownOutputs.slice(0, -1).map(() => []);
	return [...emptyOutputs, items];
}
