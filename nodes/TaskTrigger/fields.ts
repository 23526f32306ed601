import type { INodeProperties } from 'n8n-workflow';

import { callbackKindOptions } from '../shared/callbacks/callbackKinds';
import {
	downloadResultProperty,
	outputFieldOption,
	simplifyOption,
} from '../shared/output/completionProperties';
import { triggerOnProperty } from '../shared/tasks/triggerFilter';

export const taskKinds: INodeProperties = {
	displayName: 'Task Kinds',
	name: 'taskKinds',
	type: 'multiOptions',
	options: callbackKindOptions,
	default: [],
	description: 'Callbacks of other kinds start nothing. Leave it empty for all kinds.',
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
				'Digital Human nodes with the same credential add it to the Callback URL by themselves',
		},
		{
			name: 'My Own',
			value: 'own',
			description: 'Add it to the Callback URL yourself, at the end, as ?secret=…',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Take callbacks from everyone who knows the address',
		},
	],
	default: 'credential',
	description: 'Secret that callers must include; other calls are rejected',
};

/** The fields of the editor. */
export const properties: INodeProperties[] = [
	{
		displayName:
			"Copy the Production URL into 'Callback URL' of a Digital Human node whose 'Completion' is 'Return Task ID'. n8n has to be reachable from the internet for it. For a sample while you build: click 'Execute step' and open the Test URL in your browser, which fetches your newest finished task.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	triggerOnProperty,
	taskKinds,
	{
		displayName: 'Verify With Service',
		name: 'verify',
		type: 'boolean',
		default: true,
		description:
			'Whether to ask the service about the task and output its answer. Callbacks are not signed: without this, anyone who knows the address and its secret could make one up, and no files are fetched. Needs a credential.',
	},
	secretFrom,
	{
		displayName: 'Secret',
		name: 'secret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { secretFrom: ['own'] } },
		description:
			'Letters and digits, as they stand behind ?secret= in the Callback URL. If it is empty, all calls are rejected.',
	},
	downloadResultProperty,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [outputFieldOption, simplifyOption],
	},
];
