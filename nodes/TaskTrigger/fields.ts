import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	downloadResultProperty,
	taskOptions,
	triggerOnProperty,
} from '../shared/fields/completion';
import { kindOptions, kinds } from '../shared/tasks/kinds';
import { VOICE } from '../shared/tasks/voice';
import { alphabetical } from '../shared/util/text';

/** Kinds that the service reports by callback (service.md 6), for a list in the editor. */
export const callbackKindOptions: INodePropertyOptions[] = [
	...kindOptions
		.filter(({ value }) => kinds[String(value)]?.pauseMinutes)
		.map(({ name, value }) => ({ name, value })),
	{ name: 'Custom Voice', value: VOICE },
].sort((a, b) => alphabetical.compare(a.name, b.name));

export const taskKinds: INodeProperties = {
	displayName: 'Task Kinds',
	name: 'taskKinds',
	type: 'multiOptions',
	options: callbackKindOptions,
	default: [],
	hint: 'If empty, tasks of all kinds start the workflow',
	description:
		'Only callbacks for these kinds of task start the workflow. If empty, callbacks for all kinds do.',
};

export const secretFrom: INodeProperties = {
	displayName: 'Secret in the Address',
	name: 'secretFrom',
	type: 'options',
	options: [
		{
			name: 'From the Credential',
			value: 'credential',
			description:
				'Digital Human nodes that use the same credential add it to the address automatically',
		},
		{
			name: 'My Own',
			value: 'own',
			description:
				'Add ?secret=… to the end of the Production URL yourself. The workflow is not offered in lists.',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Accept callbacks from everyone who knows the address',
		},
	],
	default: 'credential',
	description:
		'Secret that callers must include; other calls are rejected. If not set, it comes from the credential.',
};

export const secret: INodeProperties = {
	displayName: 'Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	displayOptions: { show: { [secretFrom.name]: ['own'] } },
	description:
		'The letters and digits that follow ?secret= at the end of the address. If empty, all calls are rejected.',
};

export const verify: INodeProperties = {
	displayName: 'Verify With Service',
	name: 'verify',
	type: 'boolean',
	default: true,
	description:
		'Whether to check the task with the service and output what the service returns. Callbacks are not signed: if this is off, anyone who knows the address and its secret could fake one, and no files are downloaded. Needs a credential. If not set, tasks are verified.',
};

/** The fields of the editor. */
export const properties: INodeProperties[] = [
	{
		displayName:
			"Publish this workflow, then choose it in 'When Finished, Start Workflow' of a node with the same credential ('Completion': 'Return Task ID'). For a sample, click 'Execute step' and open the Test URL above in your browser.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	triggerOnProperty,
	taskKinds,
	downloadResultProperty,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [taskOptions.outputField, secret, secretFrom, taskOptions.simple, verify],
	},
];
