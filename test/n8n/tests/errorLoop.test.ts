// A loop of n8n's own nodes, which pair the items: an item that has left by the error output comes back to its node.
import { expect, test } from '@jest/globals';

import { finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { createImage, withItems } from '../../../tools/n8n/presenterWorkflow';
import { chain, manualTrigger, type NodeSpec, triggerOf } from '../../../tools/n8n/workflows';
import { SUBMIT } from '../../support/engine/submits';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench({ limits: false });

/** Keeps nothing of an item but its text, so that it does not say any more that it has failed. */
const keepText: NodeSpec = {
	name: 'Keep Text',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [{ id: 'text', name: 'text', type: 'string', value: '={{ $json.text }}' }],
		},
		options: {},
	},
};

/** Ends the loop after some rounds. */
const fewRounds: NodeSpec = {
	name: 'Few Rounds',
	type: 'n8n-nodes-base.if',
	typeVersion: 2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
			conditions: [
				{
					id: 'few',
					leftValue: '={{ $runIndex }}',
					rightValue: 2,
					operator: { type: 'number', operation: 'lt' },
				},
			],
			combinator: 'and',
		},
		options: {},
	},
};

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

test('an item that may have been submitted comes back with its text alone: it is not submitted again', async () => {
	bench.service.faults.add({ endpoint: SUBMIT.aiCreation, fault: { kind: 'resetAfter' } });
	const create: NodeSpec = {
		...createImage({ completion: 'return' }),
		onError: 'continueErrorOutput',
	};
	const file = chain('Error loop', manualTrigger, create, keepText, fewRounds);
	const connections = {
		...file.connections,
		[create.name]: { main: [[], to(keepText.name)] },
		[fewRounds.name]: { main: [to(create.name)] },
	};
	const workflow = await bench.load(withItems(1, { ...file, connections }));
	const id = await startExecution(bench.rest, workflow.id, triggerOf(workflow));
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.runs(create.name)).toHaveLength(3);
	expect(bench.service.journal.accepted(SUBMIT.aiCreation)).toBe(1);
});
