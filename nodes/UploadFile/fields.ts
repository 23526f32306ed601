import type { INodeProperties } from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { fileField, type FileFieldSpec } from '../shared/fields/files';
import { purposeChoices, type Purpose } from '../shared/files/purposes';

/** The file to upload; the same for every purpose. */
export const fileSpec = (purpose: Purpose): FileFieldSpec => ({
	name: 'file',
	label: 'File',
	purpose,
	canRename: true,
	sources: ['inputFile', 'url'],
	placeholder: 'e.g. https://example.com/video.mp4',
});

export const purpose: INodeProperties = {
	displayName: 'Purpose',
	name: 'purpose',
	type: 'options',
	options: purposeChoices,
	default: 'ai_creation',
	description:
		'What the file is for. Most fields only take files that were uploaded for their purpose.',
};

/** In display order. */
export const options = {
	fileName: {
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. presenter.mp4',
		description: 'Name with extension. If empty, the file keeps its name.',
	},
	timeLimit: {
		displayName: 'Limit Wait Time (Minutes)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { hide: { waitUntilUsable: [false] } },
		default: 10,
		description:
			'Maximum wait for the content review of the service, which usually takes about a minute. If not set, ten minutes.',
	},
	partsAtOnce: {
		displayName: 'Parts at Once',
		name: 'partsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 16, numberPrecision: 0 },
		default: 2,
		description:
			'How many parts of about 10 MB to send at the same time, across all items. Each part takes that much memory. If not set, 2.',
	},
	simple: taskOptions.simple,
	method: {
		displayName: 'Upload Method',
		name: 'method',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Small files in one piece, all others in parts',
			},
			{
				name: 'Multipart',
				value: 'multipart',
				description:
					'In parts of about 10 MB: if the connection breaks, only one part is sent again',
			},
			{ name: 'Single', value: 'single', description: 'In one piece, within 15 minutes' },
		],
		default: 'automatic',
		description: 'How the file is sent',
	},
	waitUntilUsable: {
		displayName: 'Wait Until Usable',
		name: 'waitUntilUsable',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the service has reviewed the file and other nodes can use it',
	},
} satisfies Record<string, INodeProperties>;

/** All parameters of the node, in display order. */
export const properties: INodeProperties[] = [
	purpose,
	...fileField(fileSpec('ai_creation')),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: Object.values(options),
	},
];
