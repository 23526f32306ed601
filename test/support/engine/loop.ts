import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import type { NodeRun } from './engine';

/** Get Task that pauses and loops, its output In Progress wired back to its input. */
export const loop = (
	items: IDataObject[],
	options: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'get', whenNotFinished: 'pauseAndLoop', options },
	items,
	loop: true,
	...more,
});

/** What left the node through an output, over all its runs. */
export const left = ({ data }: IRun, output: number): IDataObject[] =>
	(data.resultData.runData.Tested ?? []).flatMap(
		(one) => one.data?.main?.[output]?.map(({ json }) => json) ?? [],
	);
