// What happens to a workflow while one of its executions is paused.
import { randomUUID } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { presenter } from '../../../tools/n8n/presenterWorkflow';
import { passing, withItems } from '../../support/n8n/parts';
import { waitFor } from '../../../tools/n8n/program';
import type { StoredWorkflow, WorkflowFile } from '../../../tools/n8n/rest';
import { chain, manualTrigger, triggerOf } from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { paused, startCalled } from '../../support/n8n/called';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench({ limits: false });

/** An execution that is paused for so many videos, and its workflow. */
async function pausedFor(count: number): Promise<{ workflow: StoredWorkflow; id: string }> {
	bench.service.reset();
	bench.service.fate({ seconds: Infinity });
	const file = chain(`Paused for ${count}`, manualTrigger, presenter('pause'), passing('After'));
	const workflow = await bench.load(withItems(count, file));
	const id = await startExecution(bench.rest, workflow.id, triggerOf(workflow));
	await paused(bench, id);
	return { workflow, id };
}

/** Lets all videos end, and waits for the end of the execution. */
async function continued(id: string) {
	for (const task of bench.service.tasks()) bench.service.settle(task.id);
	return await finishedExecution(bench.rest, id);
}

async function expectContinued(id: string, count: number): Promise<void> {
	const { status, json } = await continued(id);
	expect(status).toBe('success');
	expect(json('After').map(({ state }) => state)).toEqual(Array(count).fill('succeeded'));
}

/** Saves a workflow that somebody has changed in the editor. */
async function save(workflow: StoredWorkflow, changed: Partial<WorkflowFile>): Promise<void> {
	const { versionId } = await bench.rest.get<StoredWorkflow>(`workflows/${workflow.id}`);
	await bench.rest.patch(`workflows/${workflow.id}`, { ...workflow, ...changed, versionId });
}

describe('An execution that is paused', () => {
	test('continues although its workflow was renamed', async () => {
		const { workflow, id } = await pausedFor(2);
		await save(workflow, { name: 'Another name' });
		await expectContinued(id, 2);
	});

	test('continues as it was begun although its nodes were renamed and removed', async () => {
		const { workflow, id } = await pausedFor(2);
		const [start, compose] = workflow.nodes;
		const nodes = [start, { ...compose, name: 'Renamed' }] as WorkflowFile['nodes'];
		const main = [[{ node: 'Renamed', type: 'main' as const, index: 0 }]];
		await save(workflow, { nodes, connections: { [manualTrigger.name]: { main } } });
		await expectContinued(id, 2);
	});

	test('continues although its workflow was published and is deactivated', async () => {
		bench.service.reset();
		bench.service.fate({ seconds: Infinity });
		const nodes = [presenter('pause'), passing('After')];
		const { workflow, id } = await startCalled(bench, 'Deactivated', ['One', 'Two'], ...nodes);
		await paused(bench, id);
		await switchWorkflow(bench.rest, { id: workflow } as StoredWorkflow, false);
		await expectContinued(id, 2);
	});

	/** Moves a workflow to the project of another person, with the credential or without. */
	async function move({ id }: StoredWorkflow, isShared: boolean): Promise<void> {
		const email = `${randomUUID()}@example.com`;
		await bench.rest.post('invitations', [{ email, role: 'global:member' }]);
		const projects = await bench.rest.get<Array<{ id: string; name: string }>>('projects');
		const moved = await bench.rest.fetch(`/rest/workflows/${id}/transfer`, {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				destinationProjectId: projects.find(({ name }) => name.includes(email))?.id,
				shareCredentials: isShared ? [bench.credential.id] : [],
			}),
		});
		expect(moved.ok).toBe(true);
	}

	test('continues in another project, if its credential is shared with that', async () => {
		const { workflow, id } = await pausedFor(2);
		await move(workflow, true);
		await expectContinued(id, 2);
	});

	test('is ended by n8n in a project without its credential', async () => {
		const { workflow, id } = await pausedFor(2);
		await move(workflow, false);
		const { status, error } = await continued(id);
		expect([status, error?.description]).toEqual([
			'error',
			expect.stringContaining('recreate the credential or ask its owner'),
		]);
	});

	test('ends with its workflow, and a callback for it harms nothing', async () => {
		const { workflow } = await pausedFor(1);
		await bench.rest.post(`workflows/${workflow.id}/archive`, {});
		const deleted = await bench.rest.fetch(`/rest/workflows/${workflow.id}`, { method: 'DELETE' });
		expect(deleted.ok).toBe(true);
		for (const task of bench.service.tasks()) bench.service.settle(task.id);
		const answered = () => bench.service.callbacks.sent().filter(({ status }) => status);
		await waitFor(() => answered().length > 0);
		expect(answered().map(({ status = 0 }) => status >= 400)).not.toContain(false);
		// n8n goes on.
		const { id: next } = await pausedFor(1);
		await expectContinued(next, 1);
	});
});
