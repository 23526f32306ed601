// A loop of n8n's own nodes, which pair the items: an item that has left by the error output comes back to its node.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { createImage, presenter } from '../../../tools/n8n/presenterWorkflow';
import {
	chain,
	manualTrigger,
	type NodeSpec,
	triggerOf,
	withPinned,
} from '../../../tools/n8n/workflows';
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

/** Runs a node whose error output leads back to it by way of a node that keeps the text alone, for three rounds. */
async function threeRounds(node: NodeSpec, items: IDataObject[]) {
	const create: NodeSpec = { ...node, onError: 'continueErrorOutput' };
	const file = chain('Error loop', manualTrigger, create, keepText, fewRounds);
	const connections = {
		...file.connections,
		[create.name]: { main: [[], to(keepText.name)] },
		[fewRounds.name]: { main: [to(create.name)] },
	};
	const workflow = await bench.load(withPinned({ ...file, connections }, items));
	const id = await startExecution(bench.rest, workflow.id, triggerOf(workflow));
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.runs(create.name)).toHaveLength(3);
	return execution.runs(create.name).map(({ data }) => data?.main?.[0] ?? []);
}

test('an item that may have been submitted comes back with its text alone: it is not submitted again', async () => {
	bench.service.faults.add({ endpoint: SUBMIT.aiCreation, fault: { kind: 'resetAfter' } });
	await threeRounds(createImage({ completion: 'return' }), [{ text: 'Video 0' }]);
	expect(bench.service.journal.accepted(SUBMIT.aiCreation)).toBe(1);
});

test('two of three videos of a text may have been submitted: none is submitted or output again', async () => {
	const paragraph = 'One more sentence. '.repeat(180);
	const text = [1, 2, 3].map((number) => `Part ${number}. ${paragraph}`).join('\n\n');
	bench.service.faults.add({
		endpoint: SUBMIT.composedVideo,
		fault: { kind: 'resetAfter' },
		skip: 1,
		times: 2,
	});
	const compose = presenter('return');
	const parameters = { ...compose.parameters, ifTextTooLong: 'makeSeveral' };
	const rounds = await threeRounds({ ...compose, parameters }, [{ text }]);
	expect(bench.service.journal.count({ endpoint: SUBMIT.composedVideo })).toBe(3);
	expect(rounds.map(({ length }) => length)).toEqual([1, 0, 0]);
});
