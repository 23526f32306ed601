/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';

import type { LocalService } from '../../../demo-service';
import { does } from '../../../tools/n8n/dialect';
import { type Execution, finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { chain, manualTrigger, type NodeSpec } from '../../../tools/n8n/workflows';
import { alsoConnect, CREATE, forgedVideo, presenter } from '../../../tools/n8n/presenterWorkflow';
import { passing, runsOf, withItems } from '../../support/n8n/parts';
import { startExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';
import { getTask, paused } from '../../support/n8n/called';

/** The task that the service made of each text. */
function tasksByText({ journal }: LocalService): Map<string, string> {
	return new Map(
		journal.entries({ endpoint: CREATE }).map(({ body, id }) => {
			const { audio } = body as { audio: { tts: { text: string[] } } };
			return [audio.tts.text[0] ?? '', id ?? ''];
		}),
	);
}

/** Every item came out once, with its own finished video. */
function expectAll(service: LocalService, execution: Execution, node: string, count: number): void {
	const tasks = tasksByText(service);
	expect(tasks.size).toBe(count);
	const items = execution.items(node);
	expect(items.map(({ json }) => json.taskId)).toEqual(
		Array.from({ length: count }, (_, index) => tasks.get(`Video ${index}`)),
	);
	for (const { json } of items) {
		expect(json).toMatchObject({ state: 'succeeded', taskKind: 'composedVideo' });
		expect(JSON.stringify(json.outputUrls)).toContain(String(json.taskId));
	}
	expect(execution.stored).not.toContain('forged.example');
}

async function forge({ callbacks }: LocalService, taskId: string): Promise<void> {
	const address = callbacks.addressOf(taskId) ?? '';
	const bodies: unknown[] = [
		forgedVideo(taskId),
		forgedVideo('1234567890'),
		{ trace_id: 't', code: 0, msg: '', data: { id: taskId, status: 20, video_url: 'x' } },
		{ id: taskId, type: 'person', status: 2 },
		'{"id": "',
	];
	await Promise.all(bodies.map(async (body) => await callbacks.post(address, body, 'forged')));
}

describe('Pause Until Finished', () => {
	const bench = setUpWorkbench();
	const other = setUpWorkbench();

	test('30 items: callbacks shuffled, tripled, forged, lost and too early; also with the last one lost', async () => {
		const { service } = bench;
		// The first ten end while others are still submitted, and two of them call back before their answer.
		service.fate(({ index }) => (index < 10 ? undefined : { seconds: Infinity }));
		service.callbacks.plan(({ index }) => ({
			copies: 3,
			early: index % 5 === 0,
			beforeAnswer: index === 2 || index === 4,
			drop: [12, 17, 23].includes(index),
		}));
		const file = chain('Pause', manualTrigger, presenter('pause'), passing('After'));
		const id = await startExample(bench, withItems(30, file));

		// The same with no callback at all: the time limit hands the items to Get Task.
		other.service.callbacks.plan({ drop: true });
		other.service.fate({ seconds: Infinity });
		const lost = chain(
			'Lost',
			manualTrigger,
			presenter('pause', { timeLimit: 0.5 }),
			getTask('wait'),
			passing('After'),
		);
		const lostId = await startExample(other, withItems(30, lost));

		await paused(other, lostId);
		for (const task of tasksByText(other.service).values()) other.service.settle(task);
		const waiting = await paused(bench, id);
		expect(waiting.nodes).not.toContain('After');
		const tasks = [...tasksByText(service).values()];
		expect(tasks).toHaveLength(30);
		await forge(service, tasks[20] ?? '');
		expect((await readExecution(bench.rest, id)).status).toBe('waiting');

		service.callbacks.hold();
		for (const task of tasks.slice(10)) service.settle(task);
		await service.journal.waitFor({ endpoint: CREATE }, 30);
		while (service.callbacks.heldCount < 17) await delay(20);
		await service.callbacks.release('shuffled');
		const execution = await finishedExecution(bench.rest, id);
		expect(execution.status).toBe('success');
		expectAll(service, execution, 'Compose', 30);
		expect(await runsOf(bench.rest, id, 'After')).toBe(1);
		// What came while items were still submitted, n8n did not take.
		const refused = service.callbacks.sent().filter(({ status = 0 }) => status >= 400);
		expect(refused.length).toBeGreaterThan(10);

		const rescued = await finishedExecution(other.rest, lostId);
		expect(rescued.status).toBe('success');
		expect(rescued.json('Compose').every(({ state }) => state === 'inProgress')).toBe(true);
		expectAll(other.service, rescued, 'After', 30);
	});
});

describe('after a pause', () => {
	const bench = setUpWorkbench();
	beforeEach(() => {
		bench.service.reset();
		bench.service.fate({ seconds: Infinity });
	});

	test('failed tasks leave through the error output with their input, task ID and message', async () => {
		const { service } = bench;
		const compose = { ...presenter('pause'), onError: 'continueErrorOutput' as const };
		const file = alsoConnect(
			chain('Errors', manualTrigger, compose, passing('Good'), passing('Bad')),
			'Compose',
			1,
			'Bad',
		);
		delete file.connections.Good;
		const id = await startExample(bench, withItems(5, file));
		await paused(bench, id);
		const tasks = tasksByText(service);
		for (const [text, task] of tasks) {
			const fails = text === 'Video 1' || text === 'Video 3';
			service.settle(task, fails ? { outcome: 51, errMsg: 'no face was found' } : {});
		}
		const execution = await finishedExecution(bench.rest, id);
		expect(execution.status).toBe('success');
		expect(execution.json('Good').map(({ taskId }) => taskId)).toEqual(
			[0, 2, 4].map((index) => tasks.get(`Video ${index}`)),
		);
		const details = does(bench.rest, 'routesErrorDetails');
		expect(execution.json('Bad')).toMatchObject(
			[1, 3].map((index) => {
				const taskId = tasks.get(`Video ${index}`);
				return {
					text: `Video ${index}`,
					error: expect.stringContaining('no face was found'),
					...(details
						? { details: { taskId, state: 'failed', serviceStatus: '51' } }
						: { message: expect.stringContaining(`Task ID: ${taskId}, status: 51`) }),
				};
			}),
		);
		expect(await runsOf(bench.rest, id, 'Good')).toBe(1);
	});

	test('only the right token, the right proof and the word of the service resume it', async () => {
		const { service } = bench;
		const file = chain('Forged', manualTrigger, presenter('pause'), passing('After'));
		const id = await startExample(bench, withItems(1, file));
		await paused(bench, id);
		const task = tasksByText(service).get('Video 0') ?? '';
		const address = service.callbacks.addressOf(task) ?? '';
		const withoutToken = address.split('?')[0] ?? '';
		const withoutProof = new URL(address);
		withoutProof.searchParams.delete('proof');
		const changed = new URL(address);
		changed.searchParams.set('proof', '0'.repeat(64));
		for (const wrong of [withoutToken, withoutProof.href, changed.href]) {
			expect((await service.callbacks.post(wrong, forgedVideo(task))).status).toBe(401);
		}
		await forge(service, task);
		expect((await readExecution(bench.rest, id)).status).toBe('waiting');
		// The list lags three seconds behind the callback.
		service.settle(task, { listLagSeconds: 60 });
		const execution = await finishedExecution(bench.rest, id);
		expectAll(service, execution, 'After', 1);
		const [sent] = service.callbacks.sent(task);
		expect(sent?.status).toBe(200);
		expect(JSON.parse(sent?.answer ?? '')).toEqual({
			message: 'All tasks are finished; the workflow continues',
		});
	});

	// For nodes of version 1, n8n fails at the call itself there.
	test('a callback resumes it in a workflow with the newer binary mode too', async () => {
		const { service } = bench;
		const file = chain('Combined', manualTrigger, presenter('pause'), passing('After'));
		Object.assign(file.settings ?? {}, { binaryMode: 'combined' });
		const id = await startExample(bench, withItems(2, file));
		await paused(bench, id);
		for (const task of tasksByText(service).values()) service.settle(task);
		const execution = await finishedExecution(bench.rest, id);
		expect(execution.status).toBe('success');
		expectAll(service, execution, 'After', 2);
		expect(service.callbacks.sent().map(({ status }) => status)).toContain(200);
	});

	test('a callback that comes again does not resume a Wait node after it', async () => {
		const { service } = bench;
		const approval: NodeSpec = {
			name: 'Approval',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
			webhookId: randomUUID(),
		};
		const nodes = [manualTrigger, presenter('pause'), approval, passing('After')];
		const id = await startExample(bench, withItems(1, chain('Approved', ...nodes)));
		await paused(bench, id);
		const task = tasksByText(service).get('Video 0') ?? '';
		service.settle(task);
		await waitFor(async () => {
			const { status, nodes: begun } = await readExecution(bench.rest, id);
			return status === 'waiting' && begun.includes('Approval');
		});
		const address = service.callbacks.addressOf(task) ?? '';
		expect((await service.callbacks.post(address, forgedVideo(task))).status).toBe(404);
		const { status, nodes: begun } = await readExecution(bench.rest, id);
		expect(status).toBe('waiting');
		expect(begun).not.toContain('After');
	});
});
