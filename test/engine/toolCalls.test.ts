/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeAll, describe, expect, it } from '@jest/globals';
import {
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	Workflow,
} from 'n8n-workflow';

import { BinaryDataService, Container, ExecuteContext } from '../support/engine/core';
import { additionalDataOf } from '../support/engine/engine';
import { planned, registry } from '../support/engine/nodes';
import { setUp } from '../support/engine/setup';
import { createWorkflowEngine, type WorkflowPlan } from '../support/engine/workflowEngine';

const SUBMIT = 'ai_creation/task/submit';
const image = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: '={{ $json.prompt }}',
	completion: 'wait',
	downloadResult: false,
	options: { checkEvery: 1 },
};

/** Each call of a tool has a memory of its own. */
describe('Calls of a tool by an AI agent', () => {
	const setup = setUp({ limits: false });
	beforeAll(async () => {
		await Container.get(BinaryDataService).init();
	});

	/** What n8n's makeHandleToolInvocation does for each call of one execution, with 'Retry On Fail'. */
	const agent = () => {
		const node: INode = {
			...planned('Tool', 'digitalHumanAiCreateTool', image),
			retryOnFail: true,
			maxTries: 3,
		};
		const workflow = new Workflow({
			id: 'w',
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: registry,
			settings: { executionOrder: 'v1' },
		});
		const { url: baseUrl, token: accessToken } = setup.service;
		const runData = createRunExecutionData({});
		const additionalData = additionalDataOf({ baseUrl, accessToken });
		let runIndex = 0;
		return async (prompt: string): Promise<INodeExecutionData[] | string> => {
			const call = { prompt };
			for (let tries = 1; ; tries++) {
				const items = [{ json: call }];
				const data = { main: [items] };
				const context = new ExecuteContext(
					workflow,
					workflow.getNode('Tool') as INode,
					additionalData,
					'trigger',
					runData,
					runIndex++,
					items,
					data,
					{ node, data, source: null },
					[],
				);
				try {
					const type = registry.getByNameAndVersion(node.type);
					return ((await type.execute?.call(context)) as INodeExecutionData[][])[0] ?? [];
				} catch (error) {
					if (tries === 3) return (error as Error).message;
					await delay(200);
				}
			}
		};
	};

	const outcomes = (answers: Array<INodeExecutionData[] | string>) =>
		answers.map((answer) => (typeof answer === 'string' ? answer : answer[0]?.json.state)).sort();

	it('two at once for the same, of which the task of one fails: 2 submits', async () => {
		setup.service.fate(({ index }) =>
			index === 0 ? { seconds: 0 } : { seconds: 40, outcome: 'Error', errMsg: 'no' },
		);
		const call = agent();
		const answers = await Promise.all([call('A fox'), call('A fox')]);
		expect(outcomes(answers)).toEqual([
			expect.stringContaining('The task failed: no'),
			'succeeded',
		]);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(2);
	});

	it('two at once for the same, of which the answer of one is lost: 2 submits', async () => {
		setup.service.fate({ seconds: 0 });
		setup.service.faults.add({
			operation: SUBMIT,
			skip: 1,
			times: 1,
			fault: { kind: 'resetAfter' },
		});
		const call = agent();
		const answers = await Promise.all([call('A fox'), call('A fox')]);
		expect(outcomes(answers)).toEqual([
			expect.stringContaining('may still have been created'),
			'succeeded',
		]);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(2);
	});

	it('one whose answer is lost is not submitted again, neither by n8n nor by another call', async () => {
		setup.service.fate({ seconds: 0 });
		setup.service.faults.add({ operation: SUBMIT, times: 1, fault: { kind: 'resetAfter' } });
		const call = agent();
		expect(await call('A fox')).toContain('may still have been created');
		expect(await call('A fox')).toContain('may still have been created');
		expect(setup.service.journal.accepted(SUBMIT)).toBe(1);
	});

	it('one whose task failed is not submitted again by n8n, but by the next call for the same', async () => {
		setup.service.fate(({ index }) =>
			index === 0 ? { seconds: 0, outcome: 'Error', errMsg: 'no' } : { seconds: 0 },
		);
		const call = agent();
		expect(await call('A fox')).toContain('The task failed: no');
		expect(setup.service.journal.accepted(SUBMIT)).toBe(1);
		expect(outcomes([await call('A fox')])).toEqual(['succeeded']);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(2);
	});

	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

	/** As n8n's newer agents run tools: as nodes of the workflow, one call after another. */
	const asNode = (settings: Partial<INode>): WorkflowPlan => ({
		nodes: [
			planned('Input', 'items', {
				items: ['call_1', 'call_2'].map((toolCallId) => ({
					json: { prompt: 'A fox', toolCallId },
				})) as never,
			}),
			planned('Loop Over Items', 'loopOverItems'),
			{ ...planned('Tool', 'digitalHumanAiCreateTool', image), ...settings },
		],
		connections: {
			Input: { main: [to('Loop Over Items')] },
			'Loop Over Items': { main: [[], to('Tool')] },
			Tool: { main: [to('Loop Over Items')] },
		},
	});

	it.each<[string, Partial<INode>]>([
		['', {}],
		[' with Retry On Fail', { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 }],
	])(
		'as a node of the workflow%s, a failed task is submitted again by the next call alone',
		async (_, settings) => {
			setup.service.fate(({ index }) =>
				index === 0 ? { seconds: 0, outcome: 'Error', errMsg: 'no' } : { seconds: 0 },
			);
			const { url: baseUrl, token: accessToken } = setup.service;
			const engine = await createWorkflowEngine({ baseUrl, accessToken });
			const workflow = asNode({ onError: 'continueRegularOutput', ...settings });
			const { data } = await engine.start({ workflow, id: 'x' }).done;
			const answers = (data.resultData.runData.Tool ?? []).map(
				(run) => run.data?.main?.[0]?.[0]?.json,
			);
			expect(answers).toEqual([
				expect.objectContaining({ error: expect.stringContaining('The task failed: no') }),
				expect.objectContaining({ state: 'succeeded' }),
			]);
			expect(setup.service.journal.accepted(SUBMIT)).toBe(2);
		},
	);
});
