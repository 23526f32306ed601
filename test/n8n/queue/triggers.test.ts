/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { readExecution } from '../../../tools/n8n/executions';

import { endWebhookProcess, startWebhookProcess, workersOf } from '../../support/n8n/cluster';
import { forgedVideo, isLive, submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { executionsOf } from '../../support/n8n/executionList';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';
import { liveTrigger } from '../../support/n8n/called';

const COUNT = 20;

const bench = setUpWorkbench({ limits: false });
let second: string;

beforeAll(async () => {
	second = await startWebhookProcess('webhook-2');
});
beforeEach(() => bench.service.reset());
afterAll(async () => await endWebhookProcess('webhook-2'));

/** A live Task Trigger, with its path below the address of any process. */
async function everywhere(): Promise<{ id: string; path: string }> {
	const { id, path } = await liveTrigger(bench, { options: { secretFrom: 'none' } });
	await isLive(second + path);
	return { id, path };
}

async function finishedVideos(): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < COUNT; index++) {
		const id = await submitVideo(bench.service, `Video ${index}`);
		bench.service.settle(id);
		ids.push(id);
	}
	return ids;
}

async function post(process: string, path: string, id: string): Promise<number | undefined> {
	return (await bench.service.callbacks.post(process + path, forgedVideo(id), id)).status;
}

/** The tasks that the workflow was started for, once nothing new comes any more. */
async function startedFor(workflowId: string, atLeast: number): Promise<string[]> {
	const ids = await waitFor(async () => {
		const found = await executionsOf(bench.rest, workflowId);
		if (found.length < atLeast) return undefined;
		await delay(2000);
		const again = await executionsOf(bench.rest, workflowId);
		const all = await Promise.all(again.map(async (id) => await readExecution(bench.rest, id)));
		const settled = all.every(({ status }) => status === 'success');
		return settled && again.length === found.length ? again : undefined;
	});
	const all = await Promise.all(ids.map(async (id) => await readExecution(bench.rest, id)));
	expect(ids.flatMap(workersOf)).toHaveLength(ids.length);
	return all.map((execution) => String(execution.json('Trigger')[0]?.taskId));
}

test('a callback that comes to two webhook processes, one after the other, starts one execution', async () => {
	const { id, path } = await everywhere();
	const tasks = await finishedVideos();
	for (const [index, task] of tasks.entries()) {
		const [one, other] = index % 2 === 0 ? [bench.webhookUrl, second] : [second, bench.webhookUrl];
		expect(await post(one, path, task)).toBe(200);
		// n8n saves what a trigger remembers right after its answer.
		await delay(1_000);
		for (const process of [other, one, other]) expect(await post(process, path, task)).toBe(200);
	}
	expect((await startedFor(id, COUNT)).sort()).toEqual([...tasks].sort());
});

test('what was remembered outlives the webhook process', async () => {
	const { id, path } = await everywhere();
	const [task = ''] = await finishedVideos();
	expect(await post(second, path, task)).toBe(200);
	expect(await startedFor(id, 1)).toEqual([task]);
	await endWebhookProcess('webhook-2');
	second = await startWebhookProcess('webhook-2');
	await isLive(second + path);
	expect(await post(second, path, task)).toBe(200);
	expect(await post(bench.webhookUrl, path, task)).toBe(200);
	expect(await startedFor(id, 1)).toEqual([task]);
});

test('in the same instant at two processes: no task is lost, and none starts more than one execution a process', async () => {
	const { id, path } = await everywhere();
	const tasks = await finishedVideos();
	for (const task of tasks) {
		const copies = [bench.webhookUrl, second, bench.webhookUrl, second];
		await Promise.all(copies.map(async (process) => await post(process, path, task)));
	}
	const started = await startedFor(id, COUNT);
	expect(new Set(started)).toEqual(new Set(tasks));
	for (const task of tasks) {
		expect(started.filter((other) => other === task).length).toBeLessThanOrEqual(2);
	}
	// n8n has nothing that its processes share and that a webhook could claim a task with.
	const twice = started.length - tasks.length;
	console.log(`${twice} of ${COUNT} tasks that came twice in the same instant started twice`);
});
