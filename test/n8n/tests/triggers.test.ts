/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { type Execution, finishedExecution } from '../../../tools/n8n/executions';
import { activateWorkflow, chain, manualTrigger } from '../../../tools/n8n/workflows';
import {
	byUrl,
	forgedVideo,
	presenter,
	submitVideo,
	taskTrigger,
} from '../../../tools/n8n/presenterWorkflow';
import { passing, withItems } from '../../support/n8n/parts';
import { executionsOf } from '../../support/n8n/executionList';
import { runExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { liveTrigger } from '../../support/n8n/called';

const bench = setUpWorkbench({ limits: false });

/** Submits one video in n8n with the trigger's address, and returns the one that the service received. */
async function submitInN8n(callbackUrl: string, reference: string) {
	const compose = presenter('return', { callbackUrl: byUrl(callbackUrl), reference });
	const execution = await runExample(bench, withItems(1, chain('Submit', manualTrigger, compose)));
	const taskId = String(execution.json('Compose')[0]?.taskId);
	return { taskId, address: bench.service.callbacks.addressOf(taskId) ?? '' };
}

async function startedWith(workflowId: string): Promise<IDataObject[]> {
	const ids = await executionsOf(bench.rest, workflowId);
	const executions: Execution[] = [];
	for (const one of ids) {
		executions.push(await finishedExecution(bench.rest, one));
	}
	return executions.map((execution) => execution.json('Trigger')[0] ?? {});
}

/** What the callers were answered that reported a task. */
function answersAbout(taskId: string): string[] {
	const calls = bench.service.callbacks.sent().filter(({ body }) => body.includes(taskId));
	return calls.map(({ status = 'none', answer, failure }) => `${status}: ${answer ?? failure}`);
}

/** Waits until no further execution has been started for a while. */
async function settled(workflowId: string, atLeast: number): Promise<number> {
	let count = -1;
	for (let round = 0; round < 60; round++) {
		const now = (await executionsOf(bench.rest, workflowId)).length;
		if (now === count && now >= atLeast) return now;
		count = now;
		await delay(1000);
	}
	return count;
}

describe('Task Callback Trigger', () => {
	test('500 calls in a few seconds, two thirds repeated or forged: each genuine task starts one execution', async () => {
		const { service } = bench;
		service.fate({ seconds: Infinity });
		const { id, address } = await liveTrigger(bench);
		const first = await submitInN8n(address, 'order 1042');
		expect(new URL(first.address).searchParams.get('reference')).toBe('order 1042');
		const tasks = [first.taskId];
		while (tasks.length < 167) {
			tasks.push(await submitVideo(service, `Video ${tasks.length}`, first.address));
		}
		service.callbacks.hold();
		for (const task of tasks) service.settle(task);
		while (service.callbacks.heldCount < tasks.length) await delay(20);

		const finished = service.callbacks.release('shuffled');
		const again = tasks.map(async (task) => {
			await service.callbacks.post(first.address, forgedVideo(task), 'copy');
		});
		const unknown = tasks.map(async (_, index) => {
			const url = index % 2 === 0 ? first.address : address;
			await service.callbacks.post(url, forgedVideo(`77${index}`), 'forged');
		});
		await Promise.all([finished, ...again, ...unknown]);
		expect(service.callbacks.sent().length).toBeGreaterThanOrEqual(500);

		const count = await settled(id, 167);
		const started = await startedWith(id);
		const hasStarted = new Set(started.map(({ taskId }) => taskId));
		expect(tasks.filter((task) => !hasStarted.has(task)).map(answersAbout)).toEqual([]);
		expect(count).toBe(167);
		expect(started.map(({ taskId }) => taskId).sort()).toEqual([...tasks].sort());
		for (const json of started) {
			expect(json).toMatchObject({ state: 'succeeded', reference: 'order 1042' });
			expect(JSON.stringify(json)).not.toContain('forged.example');
		}
	});

	// What each call is answered is in the engine tests; here, that n8n passes the answers on.
	test('every other call starts nothing and has a fitting answer', async () => {
		const { service } = bench;
		service.reset();
		service.fate({ seconds: Infinity });
		const { id, address } = await liveTrigger(bench);
		const { taskId: open, address: secret } = await submitInN8n(address, '');
		const calls: Array<[string, unknown, number]> = [
			[address, forgedVideo(open), 403],
			[secret, '{"id": ', 422],
			[secret, {}, 400],
			[secret, forgedVideo('no such task'), 404],
			[secret, forgedVideo(open), 503],
		];
		for (const [url, body, status] of calls) {
			const sent = await service.callbacks.post(url, body);
			expect([body, sent.status]).toEqual([body, status]);
		}
		expect((await fetch(secret)).status).toBe(405);
		expect(await executionsOf(bench.rest, id)).toEqual([]);
	});

	test('it does not go live without what it needs to check its callers', async () => {
		const webhookId = randomUUID();
		const without = { ...taskTrigger({}, webhookId), credentials: {} };
		const workflow = await bench.load(chain('No credential', without, passing('After')));
		await activateWorkflow(bench.rest, workflow).catch(() => undefined);
		// n8n enters the address before it asks the node, and takes it back then.
		await delay(8000);
		const address = `${bench.webhookUrl}/webhook/${webhookId}/digital-human`;
		expect((await fetch(address, { method: 'POST' })).status).toBe(404);
	});
});
