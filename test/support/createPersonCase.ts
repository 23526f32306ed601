import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './engine/engine';

export const VIDEO = 'https://example.com/anna.mp4';

/** Create Person with what it needs, and more; the video is a URL that nothing opens before a run. */
export const createPerson = (
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanCreatePerson',
	parameters: {
		name: 'Anna',
		videoFileSource: 'url',
		videoFileUrl: VIDEO,
		...parameters,
	},
	...more,
});
