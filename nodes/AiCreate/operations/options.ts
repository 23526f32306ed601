import type { INodeProperties } from 'n8n-workflow';

import { completionOptions } from '../../shared/fields/completion';
import { alphabetical, joined } from '../../shared/util/text';
import { pricedModels } from '../models/price';

export const creditsProperty: INodeProperties = {
	displayName: 'Credits per Task',
	name: 'credits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'The highest cost of one task. 0 refuses every task that has a price.',
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
	description: 'The type of credits that your account uses',
};

const maxCost: INodeProperties = {
	displayName: 'Max Cost',
	name: 'maxCost',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Max Cost',
	displayOptions: { hide: { '/operation': ['animate'] } },
	description: `A task that would cost more is not submitted. Only works for models whose price is published: ${joined(pricedModels, 'and')}. Others are refused.`,
	options: [
		{
			displayName: 'Limit',
			name: 'limit',
			values: [creditsProperty, creditTypeProperty],
		},
	],
};

/** The collection "Options" of AI Create. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...completionOptions, maxCost].sort((a, b) =>
		alphabetical.compare(a.displayName, b.displayName),
	),
};
