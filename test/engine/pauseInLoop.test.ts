import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { createPerson } from '../support/createPersonCase';
import { queryOfCallback } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';
import {
	createWorkflowEngine,
	planned,
	storedWithItems,
	type ExecutionPlan,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

const NAMES = ['Anna', 'Ben', 'Cleo'];

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

const pausing: INodeParameters = {
	name: '={{ $json.name }}',
	completion: 'pause',
	downloadResult: false,
};

const workflow: WorkflowPlan = {
	nodes: [
		planned('Input', 'items', { items: NAMES.map((name) => ({ json: { name } })) }),
		planned('Loop Over Items', 'loopOverItems'),
		planned('Create Person', 'digitalHumanCreatePerson', createPerson(pausing).parameters),
	],
	connections: {
		Input: { main: [to('Loop Over Items')] },
		'Loop Over Items': { main: [[], to('Create Person')] },
		'Create Person': { main: [to('Loop Over Items')] },
	},
};

/** What the node advises that refuses to pause for several items. */
describe("Create Person behind 'Loop Over Items', without a Person Detail Path", () => {
	const setup = setUp({ limits: false });
	const submitted = () =>
		setup.service.journal
			.entries({ operation: 'create_customised_person' })
			.map(({ body }) => (body as { name?: string }).name);

	it('pauses for one person after the other, and each resumes only its own pause', async () => {
		setup.service.fate({ seconds: Infinity });
		const { url: baseUrl, token: accessToken } = setup.service;
		const engine = await createWorkflowEngine({ baseUrl, accessToken });
		const persons: Array<{ id: string; query: Record<string, string> }> = [];
		let plan: ExecutionPlan = { workflow, id: 'execution' };
		for (const [index] of NAMES.entries()) {
			const { status, data } = await engine.start(plan).done;
			expect(status).toBe('waiting');
			expect(submitted()).toEqual(NAMES.slice(0, index + 1));
			plan = { ...plan, stored: JSON.stringify(data) };
			const id = setup.service.tasks().at(-1)?.id ?? '';
			const body = { id, type: 'person', status: 2 };
			for (const { query } of persons) {
				expect(await engine.callBack(plan, { query, body })).toMatchObject({ status: 401 });
			}
			const query = queryOfCallback(setup.service);
			const { items = [] } = await engine.callBack(plan, { query, body });
			plan = { ...plan, stored: storedWithItems(plan.stored ?? '', items) };
			persons.push({ id, query });
		}
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('success');
		const [done] = data.resultData.runData['Loop Over Items']?.at(-1)?.data?.main ?? [];
		expect(done?.map(({ json }) => json)).toMatchObject(
			persons.map(({ id }) => ({ taskId: id, taskKind: 'person', state: 'succeeded' })),
		);
		expect(submitted()).toEqual(NAMES);
	});
});
