// What the editor runs in parts: 'Execute step' with the results of an earlier run, and evaluations.
import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'flatted';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { createImage, presenter } from '../../../tools/n8n/presenterWorkflow';
import { passing, withItems } from '../../support/n8n/parts';
import { waitFor } from '../../../tools/n8n/program';
import type { StoredWorkflow } from '../../../tools/n8n/rest';
import { chain, manualTrigger, type NodeSpec, triggerOf } from '../../../tools/n8n/workflows';
import { getTask } from '../../support/n8n/called';
import { DataTable } from '../../support/n8n/dataTable';
import { setUpWorkbench } from '../../support/n8n/workbench';

const SUBMIT = 'ai_creation/task/submit';

const bench = setUpWorkbench({ limits: false });

const submitted = () => bench.service.journal.accepted(SUBMIT);

beforeEach(() => {
	bench.service.fate({ seconds: 1 });
});

describe('Execute step', () => {
	const returning = () => createImage({ completion: 'return' });

	/** A workflow that has run, and what n8n has of that run. */
	async function ran(): Promise<{ workflow: StoredWorkflow; runData: IDataObject }> {
		const file = chain('Steps', manualTrigger, returning(), getTask('wait'), passing('After'));
		const workflow = await bench.load(withItems(2, file));
		const id = await startExecution(bench.rest, workflow.id, triggerOf(workflow));
		await finishedExecution(bench.rest, id);
		const { data } = await bench.rest.get<{ data: string }>(`executions/${id}`);
		const { resultData } = parse(data) as { resultData: { runData: IDataObject } };
		return { workflow, runData: resultData.runData };
	}

	/** Runs one node as the editor does, which has the results of an earlier run. */
	async function step(
		{ id }: StoredWorkflow,
		{ node, ...more }: { node: string; runData?: IDataObject; dirtyNodeNames?: string[] },
	) {
		const workflowData = await bench.rest.get(`workflows/${id}`);
		const { executionId } = await bench.rest.post<{ executionId: string }>(`workflows/${id}/run`, {
			workflowData,
			destinationNode: { nodeName: node, mode: 'inclusive' },
			...more,
		});
		return await finishedExecution(bench.rest, executionId);
	}

	test('takes what a node before it has submitted, and submits only what is to be run again', async () => {
		const before = submitted();
		const { workflow, runData } = await ran();
		expect(submitted()).toBe(before + 2);

		const again = await step(workflow, { node: 'Get', runData, dirtyNodeNames: ['Get'] });
		expect(again.status).toBe('success');
		expect(again.json('Get').map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
		expect(submitted()).toBe(before + 2);

		// Somebody has changed a parameter of the node that submits.
		const changed = await step(workflow, {
			node: 'Get',
			runData,
			dirtyNodeNames: ['Create', 'Get'],
		});
		expect(changed.status).toBe('success');
		expect(submitted()).toBe(before + 4);
	});

	test('takes pinned tasks in place of the node that would submit', async () => {
		const before = submitted();
		const { workflow, runData } = await ran();
		const [{ data }] = runData.Create as [{ data: { main: [IDataObject[]] } }];
		const pinData = {
			...(workflow as IDataObject & typeof workflow),
			pinData: { Create: data.main[0] },
		};
		const { versionId } = await bench.rest.get<StoredWorkflow>(`workflows/${workflow.id}`);
		await bench.rest.patch(`workflows/${workflow.id}`, { ...pinData, versionId });
		const { status, json } = await step(workflow, { node: 'Get', runData: {}, dirtyNodeNames: [] });
		expect([status, json('Get').length]).toEqual(['success', 2]);
		expect(submitted()).toBe(before + 2);
	});
});

describe('an evaluation', () => {
	/** A workflow that evaluates these nodes with rows of a data table. */
	async function evaluated(node: NodeSpec, texts: string[]) {
		const table = await DataTable.open(() => bench.rest, `Rows ${randomUUID()}`, ['text']);
		await table.add(texts.map((text) => ({ text })));
		const dataTableId = { __rl: true, mode: 'id', value: table.id };
		const trigger: NodeSpec = {
			name: 'Rows',
			type: 'n8n-nodes-base.evaluationTrigger',
			typeVersion: 4.7,
			parameters: { source: 'dataTable', dataTableId },
		};
		const metrics: INodeParameters = {
			operation: 'setMetrics',
			metric: 'customMetrics',
			metrics: {
				assignments: [
					{ id: '1', name: 'length', type: 'number', value: '={{ String($json.taskId).length }}' },
				],
			},
		};
		const measure: NodeSpec = {
			name: 'Measure',
			type: 'n8n-nodes-base.evaluation',
			typeVersion: 4.7,
			parameters: metrics,
		};
		const workflow = await bench.load(chain('Evaluated', trigger, node, measure));
		await bench.rest.post(`workflows/${workflow.id}/test-runs/new`, {});
		const path = `workflows/${workflow.id}/test-runs`;
		const run = await waitFor(async () => {
			const [first] = await bench.rest.get<IDataObject[]>(path);
			return ['completed', 'error', 'cancelled'].includes(String(first?.status)) && first;
		});
		const cases = await bench.rest.get<IDataObject[]>(`${path}/${String(run.id)}/test-cases`);
		return { run, cases };
	}

	test('makes each row once, and measures it', async () => {
		const before = submitted();
		const { run, cases } = await evaluated(createImage(), ['One', 'Two', 'Three']);
		expect(run.status).toBe('completed');
		expect(cases).toMatchObject(Array(3).fill({ metrics: { length: 19 } }));
		expect(submitted()).toBe(before + 3);
	});

	test('of a node that pauses fails uncharged', async () => {
		const before = bench.service.tasks().length;
		const { cases } = await evaluated(presenter('pause'), ['One']);
		expect(bench.service.tasks()).toHaveLength(before);
		expect(cases.map(({ status }) => status)).toEqual(['error']);
	});
});
