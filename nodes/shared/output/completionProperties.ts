import type { INodeProperties } from 'n8n-workflow';

/** How a node that submits work gives its result back. */
export const completionProperty: INodeProperties = {
	displayName: 'Completion',
	name: 'completion',
	type: 'options',
	options: [
		{
			name: 'Wait for Result',
			value: 'wait',
			description:
				'Go on when the result is there. All items are submitted first, then awaited together.',
		},
		{
			name: 'Return Task ID',
			value: 'return',
			description: 'Go on at once with the ID of each task. Get the result later with Get Task.',
		},
	],
	default: 'wait',
	description: 'When this node hands on to the next one',
};

const [waitChoice, returnChoice] = completionProperty.options ?? [];

/** The same for an operation that accepts a callback. */
export const pausableCompletionProperty: INodeProperties = {
	...completionProperty,
	options: [
		...(waitChoice ? [waitChoice] : []),
		{
			name: 'Pause Until Finished',
			value: 'pause',
			displayOptions: { hide: { '@tool': [true] } },
			description:
				'Let the execution sleep, also over a restart of n8n, until the service calls back. n8n has to be reachable from the internet. After the time limit unfinished items come out as inProgress: put Get Task behind.',
		},
		...(returnChoice ? [returnChoice] : []),
	],
};

const whenWaiting = { show: { '/completion': ['wait'] } };
const whenWaitingOrPausing = { show: { '/completion': ['wait', 'pause'] } };

export const checkEveryOption: INodeProperties = {
	displayName: 'Check Every (Seconds)',
	name: 'checkEvery',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 5,
	description:
		'Time between two looks at the tasks. Without this option it grows from 2 to 15 seconds with the time waited.',
};

export const timeLimitOption: INodeProperties = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 60,
	description: 'Longest wait for the results. Submitted tasks go on at the service.',
};

export const onTimeLimitOption: INodeProperties = {
	displayName: 'On Time Limit',
	name: 'onTimeLimit',
	type: 'options',
	options: [
		{
			name: 'Fail the Item',
			value: 'fail',
			description: 'The task ID is kept in the message',
		},
		{
			name: 'Put Out the Unfinished Task',
			value: 'output',
			description: 'The item comes out with its task ID and the state inProgress',
		},
	],
	default: 'output',
	description: 'What happens with tasks that are not finished within the time limit',
};

export const onTaskFailureOption: INodeProperties = {
	displayName: 'On Task Failure',
	name: 'onTaskFailure',
	type: 'options',
	options: [
		{
			name: 'Fail the Item',
			value: 'fail',
			description: "As an error of this node, handled as its setting 'On Error' says",
		},
		{
			name: 'Put Out the Failed Task',
			value: 'output',
			description: 'The item comes out with the state failed and the reason',
		},
	],
	default: 'fail',
	description: 'What happens when the service could not do a task',
};

export const simplifyOption: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const downloadResultOption: INodeProperties = {
	displayName: 'Download Result',
	name: 'downloadResult',
	type: 'boolean',
	default: true,
	description:
		'Whether to put the result files into the output items. Without this option there are only their addresses.',
};

export const outputFieldOption: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputField',
	type: 'string',
	default: 'data',
	hint: 'The name of the output field to put the file in',
	description: 'Further files of the same task go to data_1, data_2 and so on',
};

/** Options of a node that submits work, for its collection "Options". */
export const completionOptions: INodeProperties[] = [
	{ ...checkEveryOption, displayOptions: whenWaiting },
	{ ...downloadResultOption, displayOptions: whenWaitingOrPausing },
	{ ...onTaskFailureOption, displayOptions: whenWaitingOrPausing },
	{ ...onTimeLimitOption, displayOptions: whenWaiting },
	{ ...outputFieldOption, displayOptions: whenWaitingOrPausing },
	simplifyOption,
	{ ...timeLimitOption, displayOptions: whenWaitingOrPausing },
];
