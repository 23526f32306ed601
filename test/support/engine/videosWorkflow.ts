import type { INode, INodeParameters } from 'n8n-workflow';

import { compose } from '../composeVideoCase';
import type { WorkflowPlan } from './workflowEngine';

/** Compose Video, with a node before it that outputs one item for each text. */
export function videosWorkflow(
	texts: string[],
	parameters: INodeParameters,
	name = 'Videos',
): WorkflowPlan {
	const base = { typeVersion: 1, position: [0, 0] as [number, number] };
	const input: INode = {
		...base,
		id: 'Input',
		name: 'Input',
		type: 'items',
		parameters: { items: texts.map((text) => ({ json: { text } })) as never },
	};
	const video: INode = {
		...base,
		id: 'Videos',
		name,
		...compose({ text: '={{ $json.text }}', ...parameters }),
		credentials: { digitalHumanApi: { id: '1', name: 'API' } },
	};
	return {
		nodes: [input, video],
		connections: { Input: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	};
}
