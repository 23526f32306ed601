import type { INodeProperties } from 'n8n-workflow';

import { completionOptions, completionProperty } from '../completion/properties';

/** The collection "Options" of a node that submits work and has no further options. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: completionOptions,
};

/** For tasks that can only be followed where the credential says how: not awaited unless asked for. */
export const returnFirstProperty: INodeProperties = {
	...completionProperty,
	default: 'return',
};
