import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** What the answer of a tool holds whose work takes a while; `nextStep` is written by toolAnswer. */
export const TASK_ANSWER =
	'Returns taskId, taskKind and state. Once state is succeeded, outputUrls has the URLs of the files. If state is inProgress, do what nextStep says and do not call this tool again for the same work.';

/**
 * What a language model reads about an operation before it chooses a tool, as the value that n8n's field 'Description' starts
 * with. n8n itself would only tell it the operation's name.
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
		description:
			'What the AI agent reads about this tool. A precise description helps it to choose the right tool, and not to call it needlessly.',
	};
}
