import type {
	IDataObject,
	IDisplayOptions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { inOneText } from '../util/text';
import { outputMessages } from './outputMessages';

/*
 * A node that an AI agent uses as its tool: what the agent reads about it, and what it gets as the answer.
 */

/** Sentences for the description of a tool that submits tasks: what its answer is, which `toolAnswer` makes. */
export const TASK_ANSWER =
	'Returns taskId, taskKind and state. Once state is succeeded, outputUrls has the URLs of the files. If state is inProgress, do what nextStep says and do not call this tool again for the same work.';

/**
 * The field with what a language model reads about an operation of a tool; n8n itself would only tell the operation's
 * name. The field is not shown where the node is no tool.
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
		hint: "For each field that the agent is to fill in, click the ✨ beside it. For a file, first choose 'By URL'.",
		description:
			'What the AI agent reads about this tool. A precise description helps it to choose the right tool, and not to call it needlessly.',
	};
}

/**
 * The answer to an agent, made of the items that the node outputs. A model gets no description of an error, so the
 * description stands in the text of the error. How to go on with tasks that are still open is said once, at the first
 * of them. Files are left out.
 */
export function toolAnswer(items: INodeExecutionData[]): INodeExecutionData[] {
	const firstOpen = items.findIndex(({ json }) => json.state === 'inProgress' && !json.error);
	return items.map(({ json, pairedItem }, index) => {
		if (json.error !== undefined) return { json: errorAnswer(json), pairedItem };
		if (index !== firstOpen) return { json, pairedItem };
		const nextStep = outputMessages.checkLater(String(json.taskKind));
		return { json: { ...json, nextStep }, pairedItem };
	});
}

/** The JSON of an item with an error for a model: without the input of the tool, which the model has already. */
function errorAnswer({ error, details }: IDataObject): IDataObject {
	// Beside its description, the details have facts such as the ID of the task.
	const { description, ...facts } = (details ?? {}) as { description?: string };
	return { error: inOneText(String(error), description), ...facts };
}
