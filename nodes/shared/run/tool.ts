import {
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { toNodeError } from '../service/messages';
import { cancelSignalOf, isToolExecution } from '../util/capabilities';
import { inOneText, withoutSystemCode } from '../util/text';
import { hasErrorOutput } from './output';

/**
 * @param choice what the user chose, as it is labelled
 * @param instead what to choose in its place, as sentences
 * @throws NodeOperationError when the node is used as a tool, for whose answer an agent waits
 */
export function refuseAsTool(context: IExecuteFunctions, choice: string, instead: string): void {
	if (!isToolExecution(context)) return;
	throw new NodeOperationError(
		context.getNode(),
		`'${choice}' cannot be used in a tool of an AI agent`,
		{
			description: `The agent waits for the answer of its tool, so the execution cannot pause. ${instead}`,
		},
	);
}

type Outputs = INodeExecutionData[][];

/** How a language model goes on with a task that is in progress. */
function nextStep({ taskKind }: IDataObject): string {
	return `What is in progress keeps running at the service. Do not submit it again. Check it later by its taskId, with the tool that gets a task (its kind is '${String(taskKind)}'); checking costs no credits.`;
}

/**
 * n8n gives an agent no description of an error, and the model has to be told how to go on with an
 * open task, so a tool says both in its answer.
 *
 * @throws NodeOperationError whose message says everything, where the tool is to stop on errors
 */
export async function toolAnswer(
	context: IExecuteFunctions,
	work: () => Promise<Outputs>,
): Promise<Outputs> {
	if (!isToolExecution(context)) return await work();
	if (hasErrorOutput(context)) {
		// n8n looks for the error output, which a tool does not have, and drops results, too.
		const text =
			"'On Error' of this tool is set to its error output, so n8n would drop its answer. Nothing was submitted. Choose 'Continue' in the settings of the tool.";
		throw new NodeOperationError(context.getNode(), text);
	}
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

function answerOf(items: INodeExecutionData[]): INodeExecutionData[] {
	const open = items.findIndex(({ json }) => json.state === 'inProgress' && !json.error);
	return items.map(({ json, pairedItem }, index) => {
		if (json.error !== undefined) return { json: errorOf(json), pairedItem };
		return { json: index === open ? { ...json, nextStep: nextStep(json) } : json, pairedItem };
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

/** What a tool that takes a while answers; `nextStep` is written by toolAnswer. */
export const TASK_ANSWER =
	'Returns taskId, taskKind and state. Once state is succeeded, outputUrls has the URLs of the files. If state is inProgress, do what nextStep says and do not call this tool again for the same work.';

/**
 * What a language model reads about an operation; n8n itself would only tell the operation's name.
 *
 * @param show when the operation is chosen; left out for a node that has only one
 */
export function toolDescription(
	text: string,
	show: NonNullable<IDisplayOptions['show']> = {},
): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: text,
		required: true,
		displayOptions: { show: { ...show, '@tool': [true] } },
		hint: 'For each field that the agent is to fill in, click the ✨ beside it',
		description:
			'What the AI agent reads about this tool. A precise description helps it to choose the right tool, and not to call it needlessly.',
	};
}
