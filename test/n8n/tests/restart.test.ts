/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startService, type LocalService } from '../../../demo-service';
import { saveCredential, type StoredCredential } from '../../../tools/n8n/credentials';
import { finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { installHost } from '../../../tools/n8n/install';
import { startInstance, type Instance } from '../../../tools/n8n/instance';
import { Rest } from '../../../tools/n8n/rest';
import type { StoredWorkflow, WorkflowFile } from '../../../tools/n8n/workflows';
import { activateWorkflow, saveWorkflow, withCredential } from '../../../tools/n8n/workflows';
import { chain, packNode } from '../../../tools/n8n/buildWorkflow';
import { call, callable, waitFor } from '../../support/n8n/called';
import {
	CREATE,
	executionsOf,
	passing,
	presenter,
	runsOf,
	submitVideo,
	taskTrigger,
} from '../../../tools/n8n/presenterWorkflow';
import { sharedUserFolder } from '../../support/n8n/shared';

let instance: Instance;
let service: LocalService;
let credential: StoredCredential;

beforeAll(async () => {
	const userFolder = join(dirname(sharedUserFolder()), 'restarted');
	instance = await startInstance({ host: await installHost(), userFolder });
	service = await startService({ speed: 20, limits: false });
	credential = await saveCredential(instance.rest, {
		baseUrl: service.url,
		accessToken: service.token,
	});
}, 120_000);
afterAll(async () => {
	await instance.n8n.kill();
	await service.close();
});

/** Ends n8n without a chance to put anything in order, and starts it again. */
async function killAndRestart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
	await instance.n8n.kill();
	await meanwhile();
	await instance.n8n.launch();
	instance.rest = await Rest.signIn(instance.n8n.url);
}

async function live(file: WorkflowFile): Promise<StoredWorkflow> {
	const workflow = await saveWorkflow(instance.rest, withCredential(file, credential), false);
	await activateWorkflow(instance.rest, workflow);
	return workflow;
}

test('n8n killed while paused: the callbacks after its restart complete the workflow once', async () => {
	service.fate({ seconds: Infinity });
	const path = randomUUID();
	const workflow = await live(
		chain('Killed', ...callable(path), presenter('pause'), passing('After')),
	);
	await call(instance.n8n.url, path, {
		items: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
	});
	const id = await waitFor(async () => (await executionsOf(instance.rest, workflow.id))[0]);
	await waitFor(async () => {
		const { status } = await readExecution(instance.rest, id);
		return status === 'waiting' ? true : undefined;
	});
	const tasks = service.journal.entries({ operation: CREATE }).map((entry) => entry.id ?? '');
	expect(tasks).toHaveLength(3);

	await killAndRestart();
	expect((await readExecution(instance.rest, id)).status).toBe('waiting');
	service.settle(tasks[0] ?? '');
	await waitFor(async () => service.callbacks.sent(tasks[0])[0]?.status);
	expect((await readExecution(instance.rest, id)).status).toBe('waiting');

	// The last two arrive in the same instant.
	service.callbacks.hold();
	for (const task of tasks.slice(1)) service.settle(task);
	while (service.callbacks.heldCount < 2) await delay(20);
	await service.callbacks.release();
	const execution = await finishedExecution(instance.rest, id);
	expect(execution.status).toBe('success');
	const out = execution.json('After');
	expect(out).toHaveLength(3);
	expect(out.map(({ taskId }) => taskId).sort()).toEqual([...tasks].sort());
	expect(out.every(({ state }) => state === 'succeeded')).toBe(true);
	expect(await runsOf(instance.rest, id, 'After')).toBe(1);
}, 240_000);

test('Task Callback Trigger: callbacks repeated after a restart start nothing', async () => {
	service.reset();
	const webhookId = randomUUID();
	const trigger = taskTrigger({ options: { secretFrom: 'none' } }, webhookId);
	const workflow = await live(chain('Repeated', trigger, passing('After')));
	const path = `${webhookId}/digital-human`;
	const address = `${instance.n8n.url}/webhook/${path}`;
	await waitFor(async () => {
		const { status } = await service.callbacks.post(address, {});
		return status === 400 ? true : undefined;
	});
	const bodies: string[] = [];
	for (const text of ['One', 'Two', 'Three']) {
		const task = await submitVideo(service, text, address);
		const sent = await waitFor(() => service.callbacks.sent(task).find(({ status }) => status));
		expect(sent.status).toBe(200);
		bodies.push(sent.body);
	}
	expect(await executionsOf(instance.rest, workflow.id)).toHaveLength(3);

	await killAndRestart();
	for (const body of bodies) await call(instance.n8n.url, path, JSON.parse(body));
	await delay(1000);
	expect(await executionsOf(instance.rest, workflow.id)).toHaveLength(3);
}, 180_000);

test('Task Poll Trigger: 1,000 tasks that finish at random over three restarts, each once', async () => {
	service.reset();
	service.clock.setSpeed(1);
	service.fate(({ index }) => ({ seconds: index < 50 ? 1 : 30 + ((index * 7919) % 220) }));
	const submit = async (count: number): Promise<void> => {
		for (let index = 0; index < count; index++) await submitImage();
	};
	await submit(150);
	// The first fifty are final by now: they are old.
	await delay(1500);
	const poll = packNode('digitalHumanTaskPollTrigger', 'Poll', {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		taskKinds: ['aiCreation', 'composedVideo'],
	});
	service.journal.clear();
	const workflow = await live(chain('Polled', poll, passing('After')));
	await service.journal.waitFor({ operation: 'ai_creation/task/page' }, 1, 60_000);
	await submit(300);
	await killAndRestart(async () => await submit(300));
	await delay(20_000);
	await killAndRestart(async () => await submit(300));
	await killAndRestart(async () => await delay(30_000));

	const requested = service
		.tasks()
		.slice(50)
		.map(({ id }) => id);
	expect(requested).toHaveLength(1000);
	const put = await waitFor(async () => {
		const ids = await outputIds(workflow.id);
		return ids.length >= requested.length ? ids : undefined;
	}, 300);
	expect([...put].sort()).toEqual([...requested].sort());
	await delay(61_000);
	expect(await outputIds(workflow.id)).toHaveLength(requested.length);
}, 600_000);

async function submitImage(): Promise<void> {
	const response = await fetch(`${service.url}/open/v1/ai_creation/task/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', access_token: service.token },
		body: JSON.stringify({
			creation_type: 3,
			model_code: 'modelf-3.0-t2i',
			ref_prompt: 'A lighthouse',
			aspect_ratio: '1:1',
			number_of_images: 1,
		}),
	});
	const { code, msg } = (await response.json()) as { code: number; msg: string };
	if (code !== 0) throw new Error(`The service refused the image: ${msg}`);
}

async function outputIds(workflowId: string): Promise<string[]> {
	const ids = await executionsOf(instance.rest, workflowId);
	const executions = await Promise.all(
		ids.map(async (id) => await readExecution(instance.rest, id)),
	);
	return executions.flatMap((execution) =>
		execution.json('Poll').map(({ taskId }) => String(taskId)),
	);
}

test('n8n killed between the last callback and the files: a repeated callback, or else the time limit, continues', async () => {
	service.reset();
	service.fate({ seconds: Infinity });
	const begin = async (text: string, timeLimit: number) => {
		const path = randomUUID();
		const compose = presenter('pause', { downloadResult: true, timeLimit });
		const getTask = packNode('digitalHumanGetTask', 'Get', {
			operation: 'get',
			taskId: '={{ $json.taskId }}',
			whenNotFinished: 'wait',
		});
		const nodes = [...callable(path), compose, passing('Paused'), getTask, passing('After')];
		const workflow = await live(chain(text, ...nodes));
		await call(instance.n8n.url, path, { items: [{ text }] });
		const id = await waitFor(async () => (await executionsOf(instance.rest, workflow.id))[0]);
		await waitFor(async () => {
			const { status } = await readExecution(instance.rest, id);
			return status === 'waiting' ? true : undefined;
		});
		return { id, task: service.tasks().at(-1)?.id ?? '' };
	};
	const repeated = await begin('Killed before its files', 120);
	const limited = await begin('Killed, and no callback again', 1);
	const slow = service.faults.add({
		operation: 'result',
		times: 2,
		fault: { kind: 'delay', delayMs: 300_000 },
	});
	service.callbacks.hold();
	service.settle(repeated.task);
	service.settle(limited.task);
	while (service.callbacks.heldCount < 2) await delay(20);
	const bodies = service.callbacks.release();
	await service.journal.waitFor({ operation: 'result' }, 2);

	await killAndRestart(async () => slow());
	await bodies;
	for (const { task } of [repeated, limited]) {
		expect(service.callbacks.sent(task).map(({ status }) => status)).toEqual([undefined]);
	}
	expect((await readExecution(instance.rest, repeated.id)).status).toBe('waiting');
	const [{ url, body } = { url: '', body: '' }] = service.callbacks.sent(repeated.task);
	expect((await service.callbacks.post(url, body)).status).toBe(200);
	const now = await finishedExecution(instance.rest, repeated.id);
	expect(now.status).toBe('success');
	expect(now.items('Paused')).toMatchObject([
		{ json: { taskId: repeated.task, state: 'succeeded' }, binary: { data: {} } },
	]);

	const later = await waitFor(async () => {
		const execution = await readExecution(instance.rest, limited.id);
		return execution.status === 'success' ? execution : undefined;
	}, 180);
	expect(later.json('Paused')).toMatchObject([{ taskId: limited.task, state: 'inProgress' }]);
	expect(later.json('After')).toMatchObject([{ taskId: limited.task, state: 'succeeded' }]);
}, 360_000);
