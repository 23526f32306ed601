import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../tools/n8n/executions';
import {
	chain,
	manualTrigger,
	type NodeSpec,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import { alsoConnect, createImage } from '../../../tools/n8n/presenterWorkflow';
import { withItems } from './parts';
import { getTask } from './called';

/**
 * Edit Fields, which adds the text of the item at the beginning, found through n8n's pairing. It is above the loop,
 * since n8n continues with the highest node first.
 */
function named(name: string): NodeSpec {
	const value = `={{ $('${manualTrigger.name}').item.json.text }}`;
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [672, -224],
		parameters: {
			includeOtherFields: true,
			assignments: { assignments: [{ id: 'text', name: 'text', type: 'string', value }] },
			options: {},
		},
	};
}

/** AI Create, then Get Task wired back to itself, then a node each for what succeeded and what failed. */
export function loop(count: number): WorkflowFile {
	const create = createImage({ completion: 'return' });
	const get = getTask('pauseAndLoop');
	const straight = chain('Loop', manualTrigger, create, get, named('Succeeded'), named('Failed'));
	const file = { ...straight, connections: omit(straight.connections, 'Get', 'Succeeded') };
	const wired = ['Get', 'Succeeded', 'Failed'].reduce(
		(result, node, output) => alsoConnect(result, 'Get', output, node),
		file,
	);
	return withItems(count, wired);
}

/** All items that a node output through its first output, over all its runs. */
export const allItems = (execution: Execution, node: string): IDataObject[] =>
	execution.runs(node).flatMap(({ data }) => data?.main?.[0]?.map(({ json }) => json) ?? []);
