import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { chain, type StoredWorkflow } from '../../../tools/n8n/workflows';
import {
	endWebhookProcess,
	killWorker,
	startWebhookProcess,
	startWorker,
	workerOf,
	workersOf,
} from '../../support/n8n/cluster';
import {
	CREATE,
	forgedVideo,
	presenter,
	call,
	createImage,
} from '../../../tools/n8n/presenterWorkflow';
import { passing, runsOf } from '../../support/n8n/parts';
import { executionsOf } from '../../support/n8n/executionList';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';
import { callable } from '../../support/n8n/called';

const IMAGE = 'ai_creation/task/submit';

const bench = setUpWorkbench({ limits: false });
let second: string;

beforeAll(async () => {
	second = await startWebhookProcess('webhook-2');
});
beforeEach(() => {
	bench.service.reset();
	bench.service.fate(({ endpoint }) => (endpoint === CREATE ? { seconds: Infinity } : undefined));
});
afterAll(async () => await endWebhookProcess('webhook-2'));

/** Submits an image for each item that comes after the pause, so that the service counts the continuations. */
const counting = createImage({ refPrompt: '={{ $json.taskId }}', completion: 'return' }, 'Count');

async function live(): Promise<StoredWorkflow & { path: string }> {
	const path = randomUUID();
	const nodes = [...callable(path), presenter('pause'), passing('After'), counting];
	const workflow = await bench.live(chain('Paused', ...nodes));
	return { ...workflow, path };
}

async function allPaused(workflowId: string, count: number): Promise<string[]> {
	return await waitFor(async () => {
		const ids = await executionsOf(bench.rest, workflowId);
		if (ids.length < count) return undefined;
		const all = await Promise.all(ids.map(async (id) => await readExecution(bench.rest, id)));
		return all.every(({ status }) => status === 'waiting') ? ids : undefined;
	});
}

const videos = () => bench.service.tasks().map(({ id }) => id);

/** The videos that the nodes after the pause have worked on. */
const continuedWith = () =>
	bench.service.journal
		.entries({ endpoint: IMAGE })
		.map(({ body }) => (body as { ref_prompt: string }).ref_prompt);

/** The callback address of a task at another process that takes webhooks. */
function at(process: string, taskId: string): string {
	const address = new URL(bench.service.callbacks.addressOf(taskId) ?? '');
	return process + address.pathname + address.search;
}

test('paused on a worker that is killed, called back at the webhook process, continued on the other', async () => {
	const { id: workflowId, path } = await live();
	await call(bench.webhookUrl, path, {
		items: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
	});
	const [id = ''] = await allPaused(workflowId, 1);
	const tasks = videos();
	expect(tasks).toHaveLength(3);
	for (const task of tasks) {
		const address = bench.service.callbacks.addressOf(task);
		expect(address).toMatch(new RegExp(`^${bench.webhookUrl}/webhook-waiting/`));
	}
	const worker = workerOf(id) ?? 'worker-1';
	expect(workersOf(id)).toEqual([worker]);

	await killWorker(worker);
	expect((await readExecution(bench.rest, id)).status).toBe('waiting');
	bench.service.settle(tasks[0] ?? '');
	await waitFor(() => bench.service.callbacks.sent(tasks[0])[0]?.status);
	expect((await readExecution(bench.rest, id)).status).toBe('waiting');
	bench.service.callbacks.hold();
	for (const task of tasks.slice(1)) bench.service.settle(task);
	await waitFor(() => bench.service.callbacks.heldCount === 2);
	await bench.service.callbacks.release();

	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.json('After')).toMatchObject(
		tasks.map((taskId) => ({ taskId, state: 'succeeded', taskKind: 'composedVideo' })),
	);
	expect(workersOf(id)).toEqual(['worker-1', 'worker-2']);
	expect(await runsOf(bench.rest, id, 'After')).toBe(1);
	expect(continuedWith().sort()).toEqual([...tasks].sort());
	expect(bench.service.journal.accepted(CREATE)).toBe(3);
	await startWorker(worker);
});

test('the last callback at two webhook processes in the same instant: exactly one continuation', async () => {
	const { id: workflowId, path } = await live();
	const rounds = 15;
	for (let round = 0; round < rounds; round++) {
		await call(bench.webhookUrl, path, { items: [{ text: `Video ${round}` }] });
	}
	const ids = await allPaused(workflowId, rounds);
	const tasks = videos();
	expect(tasks).toHaveLength(rounds);
	bench.service.callbacks.hold();
	for (const task of tasks) bench.service.settle(task);
	for (const task of tasks) {
		const body = forgedVideo(task);
		const sent = await Promise.all(
			[bench.webhookUrl, second, bench.webhookUrl, second].map(
				async (process) => await bench.service.callbacks.post(at(process, task), body, task),
			),
		);
		expect(sent.some(({ status }) => status === 200)).toBe(true);
	}
	for (const id of ids) {
		const execution = await finishedExecution(bench.rest, id);
		expect(execution.status).toBe('success');
		expect(await runsOf(bench.rest, id, 'After')).toBe(1);
	}
	expect(continuedWith().sort()).toEqual([...tasks].sort());
});
