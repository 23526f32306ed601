import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { toNodeError } from '../service/nodeError';
import { cancelSignalOf, isToolExecution } from '../util/capabilities';
import { inOneText, withoutSystemCode } from '../util/text';

type Outputs = INodeExecutionData[][];

const NEXT_STEP =
	'What is in progress keeps running at the service. Do not submit it again. Check it later by its taskId, with the tool that gets a task; checking costs no credits.';

/**
 * Runs a node. As a tool, it answers what a language model can use: n8n gives an agent the message of an error without its
 * description, and the model has to be told how to go on with a task that is not finished.
 *
 * @param work what the node does in every case
 * @throws NodeOperationError whose message says everything, where the tool is to stop on errors
 */
export async function toolAnswer(
	context: IExecuteFunctions,
	work: () => Promise<Outputs>,
): Promise<Outputs> {
	if (!isToolExecution(context)) return await work();
	if (context.getNode().onError === 'continueErrorOutput') throw noAnswer(context);
	try {
		return (await work()).map((items) => answerOf(items));
	} catch (error) {
		const { message, description } = toNodeError(context.getNode(), error);
		const text = answerText(message, description);
		const stops = !context.continueOnFail() || cancelSignalOf(context)?.aborted;
		if (stops) throw new NodeOperationError(context.getNode(), text);
		// n8n would give the model its own arguments as the answer.
		return [[{ json: { error: text } }]];
	}
}

/** n8n then looks for the error output that a tool does not have, and drops results, too. */
function noAnswer(context: IExecuteFunctions): NodeOperationError {
	const text =
		"'On Error' of this tool is set to its error output, so n8n would drop its answer. Nothing was sent to the service. Choose 'Continue' in the settings of the tool.";
	return new NodeOperationError(context.getNode(), text);
}

function answerOf(items: INodeExecutionData[]): INodeExecutionData[] {
	const open = items.findIndex(({ json }) => json.state === 'inProgress' && !json.error);
	return items.map(({ json, pairedItem }, index) => {
		if (json.error !== undefined) return { json: errorOf(json), pairedItem };
		return { json: index === open ? { ...json, nextStep: NEXT_STEP } : json, pairedItem };
	});
}

/** The input of the tool is left out: the model has it already. */
function errorOf({ error, details }: IDataObject): IDataObject {
	const { description, ...facts } = (details ?? {}) as IDataObject;
	return { error: answerText(error as string, description as string | undefined), ...facts };
}

function answerText(title: string, description?: string | null): string {
	return withoutSystemCode(inOneText(title, description));
}
