import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './engine';

/** The library with one operation. */
export const library = (
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanLibrary',
	parameters: { resource, operation, ...parameters },
	...more,
});
