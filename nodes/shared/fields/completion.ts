/* The fields that say how a node that submits work goes on: when its results are passed on, and in what form. */
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** When a node that submits work passes its results on, for an operation that accepts a callback. */
export const pausableCompletionProperty = {
	displayName: 'Completion',
	name: 'completion',
	type: 'options',
	options: [
		{
			name: 'Wait for Result',
			value: 'wait',
			description:
				'Continue when the results are ready. All items are submitted first, so their tasks run in parallel.',
		},
		{
			name: 'Pause Until Finished',
			value: 'pause',
			displayOptions: { hide: { '@tool': [true] } },
			description:
				'Needs an n8n that is reachable from the internet. The execution sleeps until the service calls back.',
		},
		{
			name: 'Return Task ID',
			value: 'return',
			description:
				'Continue right away with the ID of each task. Use Get Task to fetch the result later.',
		},
	],
	default: 'wait',
	description: 'When this node passes its results on',
} satisfies INodeProperties;

/**
 * When a node that submits work passes its results on, for an operation that accepts no callback, and so has no choice
 * to pause.
 */
export const completionProperty: INodeProperties = {
	...pausableCompletionProperty,
	options: pausableCompletionProperty.options.filter(({ value }) => value !== 'pause'),
};

const whenWaiting = { show: { '/completion': ['wait'] } };
const whenWaitingOrPausing = { show: { '/completion': ['wait', 'pause'] } };
const whenDownloading = { show: { '/completion': ['wait', 'pause'], '/downloadResult': [true] } };

/**
 * Whether result files are downloaded. It stands on the top level, because a node is used for its files; a tool lacks
 * it, because n8n passes only JSON to the agent.
 */
export const downloadResultProperty = {
	displayName: 'Download Result',
	name: 'downloadResult',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description:
		'Whether to download the result files into the output items. If off, only their URLs are returned.',
} satisfies INodeProperties;

/**
 * Whether result files are downloaded, for a node that submits work: it has none where it only returns the task IDs.
 */
export const downloadWhenFinishedProperty: INodeProperties = {
	...downloadResultProperty,
	displayOptions: { hide: { '@tool': [true] }, show: { completion: ['wait', 'pause'] } },
};

/** Options of nodes that submit or complete tasks, by their names. */
export const taskOptions = {
	checkEvery: {
		displayName: 'Check Every (Seconds)',
		name: 'checkEvery',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description: 'Time between status checks. If not set, it grows from 3 to 15 seconds.',
	},
	includeInput: {
		displayName: 'Include Input Fields',
		name: 'includeInput',
		type: 'boolean',
		default: true,
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Whether to keep the fields of the input item in the output. Fields of the task win over input fields of the same name.',
	},
	timeLimit: {
		displayName: 'Limit Wait Time (Minutes)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		description:
			'Maximum wait for the results. If not set, one hour. Submitted tasks keep running at the service.',
	},
	onTaskFailure: {
		displayName: 'On Task Failure',
		name: 'onTaskFailure',
		type: 'options',
		options: [
			{
				name: 'Fail the Item',
				value: 'fail',
				description: "Treat it as an error of this node, according to its 'On Error' setting",
			},
			{
				name: 'Output the Failed Task',
				value: 'output',
				description: 'Output an item with the state failed and the reason',
			},
		],
		default: 'fail',
		description: 'What to do when the service reports that a task has failed',
	},
	onTimeLimit: {
		displayName: 'On Time Limit',
		name: 'onTimeLimit',
		type: 'options',
		options: [
			{
				name: 'Fail the Item',
				value: 'fail',
				description: 'The error message includes the task ID',
			},
			{
				name: 'Output the Unfinished Task',
				value: 'output',
				description: 'Output an item with the task ID and the state inProgress',
			},
		],
		default: 'output',
		description: 'What to do with tasks that are not finished when the time limit is reached',
	},
	outputFileName: {
		displayName: 'Output File Name',
		name: 'outputFileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.title }}',
		displayOptions: { show: { '/downloadResult': [true] } },
		description:
			'Name of the result files, usually by expression. A language and, for several files, a number are added. If empty, the name of the source file, the title or name in the input item, the first words of a speech, or else the one from the service.',
	},
	outputField: {
		displayName: 'Put Output File in Field',
		name: 'outputField',
		type: 'string',
		default: 'data',
		displayOptions: { show: { '/downloadResult': [true] } },
		hint: 'The name of the output field to put the file in',
		description:
			'Further files of the same task are put in fields with _1, _2 and so on added to this name, such as data_1',
	},
	simple: {
		displayName: 'Simplify',
		name: 'simple',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	validateOnly: {
		displayName: 'Validate Only',
		name: 'validateOnly',
		type: 'boolean',
		default: true,
		description:
			'Whether to only check all items and output each request as it would be sent, with its cost where the price is published. Nothing is uploaded or submitted; lists and tasks may be looked up.',
	},
} satisfies Record<string, INodeProperties>;

/** A copy of a property that is shown under other conditions. */
function shownFor(displayOptions: IDisplayOptions, property: INodeProperties): INodeProperties {
	return { ...property, displayOptions };
}

/** Options of a node that submits work, for its collection "Options". */
export const completionOptions: INodeProperties[] = [
	shownFor(whenWaiting, taskOptions.checkEvery),
	taskOptions.includeInput,
	shownFor(whenWaitingOrPausing, taskOptions.timeLimit),
	shownFor(whenWaitingOrPausing, taskOptions.onTaskFailure),
	shownFor(whenWaiting, taskOptions.onTimeLimit),
	shownFor(whenDownloading, taskOptions.outputFileName),
	shownFor(whenDownloading, taskOptions.outputField),
	// A task that was only submitted has no response to simplify.
	shownFor(whenWaitingOrPausing, taskOptions.simple),
	taskOptions.validateOnly,
];

/** A copy of a choice with other descriptions for some of its options, by their values; the others keep theirs. */
export function withDescriptions(
	property: INodeProperties,
	descriptions: Readonly<Record<string, string>>,
): INodeProperties {
	const options = (property.options as INodePropertyOptions[]).map((option) => {
		const description = descriptions[String(option.value)] ?? option.description;
		return { ...option, description };
	});
	return { ...property, options };
}

/** The finished tasks for which a trigger starts; the nodes panel shows them in this order. */
export const triggerOnProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	options: [
		{
			name: 'Task Finished',
			value: 'finished',
			description: 'For every finished task, successful or not',
		},
		{ name: 'Task Succeeded', value: 'succeeded', description: 'Only for tasks with a result' },
		{
			name: 'Task Failed or Canceled',
			value: 'failed',
			description: 'Only for tasks that ended without a result',
		},
	],
	default: 'finished',
};
