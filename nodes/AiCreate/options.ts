import type { INodeProperties } from 'n8n-workflow';

import { completionOptions } from '../shared/output/completionProperties';
import { alphabetical } from '../shared/util/alphabetical';

export const creditsProperty: INodeProperties = {
	displayName: 'Credits per Task',
	name: 'credits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Most credits that one task may cost',
};

export const creditTypeProperty: INodeProperties = {
	displayName: 'Credit Type',
	name: 'creditType',
	type: 'options',
	options: [
		{ name: 'Credit A', value: 'creditA' },
		{ name: 'Credit B', value: 'creditB' },
	],
	default: 'creditA',
	description: 'Kind of credits that your account pays with',
};

const maxCost: INodeProperties = {
	displayName: 'Max Cost',
	name: 'maxCost',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Max Cost',
	displayOptions: { hide: { '/operation': ['animateImage'] } },
	description:
		'Refuses a task that would cost more, before it is submitted. Works for models whose price is published.',
	options: [
		{
			displayName: 'Limit',
			name: 'limit',
			values: [creditsProperty, creditTypeProperty],
		},
	],
};

const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the fields and put out the request and, where prices are published, its cost. Nothing is submitted.',
};

/** The collection "Options" of AI Create. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...completionOptions, maxCost, validateOnly].sort((a, b) =>
		alphabetical.compare(a.displayName, b.displayName),
	),
};
