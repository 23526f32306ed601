/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, expect, test } from '@jest/globals';

import { type Execution, finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { CREATE, createImage, presenter } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';
import type { NodeSpec } from '../../../tools/n8n/workflows';
import { newExecution, startCalled, type Started } from '../../support/n8n/called';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';

/*
 * The commonest workflow, a picture and then a video from it, killed in the second node: no item is paid twice, at the first retry
 * nor at the second.
 */

const SUBMIT = 'ai_creation/task/submit';

const own = setUpOwnInstance('retriedChain');
beforeEach(() => own.service.reset());

const texts = ['Text 0.', 'Text 1.'];

const submits = () => [SUBMIT, CREATE].map((one) => own.service.journal.accepted(one));

/** Presses Retry once more. */
async function retry({ workflow, id }: Started, others: string[]): Promise<string> {
	await own.rest.post(`executions/${id}/retry`, { loadWorkflow: false });
	return await newExecution(own, workflow, others);
}

async function endOf(id: string, node: string): Promise<Execution> {
	return await waitFor(async () => {
		const execution = await readExecution(own.rest, id);
		return execution.json(node).length > 0 ? execution : undefined;
	}, 120);
}

async function killed(endpoint: string, ...nodes: NodeSpec[]): Promise<Started> {
	own.service.fate((task) => ({ seconds: task.endpoint === endpoint ? Infinity : 0 }));
	const started = await startCalled(own, 'Chain', texts, ...nodes);
	await waitFor(() => own.service.journal.accepted(endpoint) >= texts.length, 60);
	await delay(3000);
	await own.killAndRestart();
	expect((await finishedExecution(own.rest, started.id)).status).toBe('crashed');
	for (const { id } of own.service.tasks()) own.service.settle(id);
	own.service.fate({ seconds: 0 });
	return started;
}

test('killed in the second node: two retries pay for nothing', async () => {
	const started = await killed(CREATE, createImage({ downloadResult: false }), presenter('wait'));
	expect(submits()).toEqual([2, 2]);
	const seen = [started.id];
	while (seen.length < 3) {
		const id = await retry(started, seen);
		seen.push(id);
		const execution = await endOf(id, 'Compose');
		expect(execution.json('Compose').map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
		expect(submits()).toEqual([2, 2]);
		expect(execution.stored).toContain('submitted before the original execution ended');
	}
}, 240_000);

test('killed in the first node, and begun again by a new call with the same items', async () => {
	const started = await killed(SUBMIT, createImage({ downloadResult: false }), presenter('wait'));
	expect(submits()).toEqual([2, 0]);
	const id = await retry(started, [started.id]);
	expect((await endOf(id, 'Compose')).json('Compose')).toHaveLength(2);
	expect(submits()).toEqual([2, 2]);
}, 240_000);
