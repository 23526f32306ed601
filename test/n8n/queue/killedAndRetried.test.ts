/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { type Execution, finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { stopExecution } from '../../support/n8n/parts';
import { CREATE, createImage, presenter } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';
import { booked, endAll } from '../../support/n8n/books';
import { newExecution, publishCalled, startCalled, type Started } from '../../support/n8n/called';
import {
	crashWith,
	killWorker,
	startWorker,
	workerOf,
	type Worker,
} from '../../support/n8n/cluster';
import { setUpWorkbench } from '../../support/n8n/workbench';

/*
 * A worker dies in the middle of nodes that are charged. What n8n then keeps of the execution decides how it can go on:
 * - Where the process that has started it dies too, n8n keeps the items, and Retry runs the nodes again, on another worker.
 * - Where that process lives, n8n gives the execution up without its items, so that Retry runs no node (killed.test.ts). A new
 *   start with the same items continues with its tasks.
 */

const SUBMIT = 'ai_creation/task/submit';

const PAGE = 'ai_creation/task/page';

/** From then on, a dead run of another process gives no sign of life any more (nodes/shared/submit/memory/openRuns.ts). */
const SILENT_MS = 65_000;

const bench = setUpWorkbench({ limits: false });
beforeEach(() => bench.service.reset());

/** The worker that a test has killed. */
let dead: Worker | undefined;
afterEach(async () => {
	if (dead) await startWorker(dead);
	dead = undefined;
});

const texts = Array.from({ length: 6 }, (_, index) => `Text ${index}.`);

/** A picture of each item, without its file. */
const pictures = createImage({ downloadResult: false });

const patientPictures = { ...pictures, onError: 'continueRegularOutput' } as const;

const accepted = (endpoint: string) => bench.service.journal.accepted(endpoint);

/** The texts in the books of the service, each of them once. */
function bookedOnce(): string[] {
	const all = booked(bench.service);
	expect(new Set(all).size).toBe(all.length);
	return all.sort();
}

async function workerOfStarted({ id }: Started): Promise<Worker> {
	return await waitFor(() => workerOf(id));
}

/** The worker of an execution dies, and all that has started it. */
async function crash(started: Started): Promise<void> {
	dead = await workerOfStarted(started);
	await crashWith(dead);
	expect((await finishedExecution(bench.rest, started.id)).status).toBe('crashed');
}

/** Presses Retry. @returns what the other worker has made of it, once a node has output something */
async function retried({ workflow, id }: Started, seen: string[], node: string) {
	await bench.rest.post(`executions/${id}/retry`, { loadWorkflow: false });
	const retry = await newExecution(bench, workflow, seen);
	seen.push(retry);
	return await outputOf(retry, node);
}

async function outputOf(id: string, node: string): Promise<Execution> {
	return await waitFor(async () => {
		const execution = await readExecution(bench.rest, id);
		return execution.json(node).length > 0 ? execution : undefined;
	}, 120);
}

test('a worker and the main process die in the second of two nodes that are charged: two retries on the other worker pay for nothing', async () => {
	const two = texts.slice(0, 2);
	bench.service.fate(({ endpoint }) => ({ seconds: endpoint === CREATE ? Infinity : 0 }));
	const started = await startCalled(bench, 'Chain', two, pictures, presenter('wait'));
	await waitFor(() => accepted(CREATE) >= two.length);
	await delay(3000);
	await crash(started);
	endAll(bench.service);
	const seen = [started.id];
	while (seen.length < 3) {
		const execution = await retried(started, seen, 'Compose');
		expect(workerOf(execution.id)).not.toBe(dead);
		const states = execution.json('Compose').map(({ state }) => state);
		expect(states).toEqual(['succeeded', 'succeeded']);
		expect([accepted(SUBMIT), accepted(CREATE)]).toEqual([2, 2]);
		expect(execution.stored).toContain('submitted before the original execution ended');
		// A retry is known by the token of its resume address, so that no other execution can be meant.
		expect(execution.stored).not.toContain('which execution is retried');
	}
});

/** A published workflow that makes pictures, and what calls it, with the same items each time. */
async function published(): Promise<() => Promise<Started>> {
	const { workflow, call } = await publishCalled(bench, 'Called', patientPictures);
	const seen: string[] = [];
	return async () => {
		await call(texts);
		const id = await newExecution(bench, workflow, seen);
		seen.push(id);
		return { workflow, id };
	};
}

test('only a worker dies: a new start on the other worker continues with the tasks, once', async () => {
	bench.service.fate({ seconds: Infinity });
	const start = await published();
	const started = await start();
	await bench.service.journal.waitFor({ endpoint: PAGE }, 1, 60_000);
	await delay(2000);
	dead = await workerOfStarted(started);
	await killWorker(dead);
	expect((await finishedExecution(bench.rest, started.id)).status).toMatch(/^(error|crashed)$/);
	await delay(SILENT_MS);
	endAll(bench.service);
	const execution = await outputOf((await start()).id, pictures.name);
	expect(workerOf(execution.id)).not.toBe(dead);
	expect(execution.json(pictures.name).map(({ state }) => state)).toEqual(
		texts.map(() => 'succeeded'),
	);
	expect(execution.stored).toContain(`execution ${started.id}`);
	expect(bookedOnce()).toEqual(texts);

	const third = await outputOf((await start()).id, pictures.name);
	expect(third.json(pictures.name)).toHaveLength(texts.length);
	expect(accepted(SUBMIT)).toBe(2 * texts.length);
});

test('executions with equal items that live on two workers stay apart, however long they wait', async () => {
	bench.service.fate({ seconds: Infinity });
	const start = await published();
	const all = [await start()];
	const first = await workerOfStarted(all[0] as Started);
	await bench.service.journal.waitFor({ endpoint: PAGE }, 1, 60_000);
	await delay(SILENT_MS);
	while (all.length < 5) {
		const next = await start();
		all.push(next);
		if ((await workerOfStarted(next)) !== first) break;
	}
	expect(await workerOfStarted(all.at(-1) as Started)).not.toBe(first);
	await waitFor(() => accepted(SUBMIT) >= all.length * texts.length);
	endAll(bench.service);
	const taskIds = [];
	for (const { id } of all) {
		const output = (await finishedExecution(bench.rest, id)).json(pictures.name);
		expect(output.map(({ state }) => state)).toEqual(texts.map(() => 'succeeded'));
		taskIds.push(...output.map(({ taskId }) => taskId));
	}
	expect(new Set(taskIds).size).toBe(all.length * texts.length);
	expect(accepted(SUBMIT)).toBe(all.length * texts.length);
});

test('Stop while it waits: Retry continues with the same tasks', async () => {
	bench.service.fate({ seconds: Infinity });
	const started = await startCalled(bench, 'Stopped', texts, patientPictures);
	await bench.service.journal.waitFor({ endpoint: PAGE }, 1, 60_000);
	await delay(2000);
	await stopExecution(bench.rest, started.id);
	await finishedExecution(bench.rest, started.id);
	await delay(2000);
	endAll(bench.service);
	const execution = await retried(started, [started.id], pictures.name);
	expect(execution.json(pictures.name).map(({ state }) => state)).toEqual(
		texts.map(() => 'succeeded'),
	);
	expect(bookedOnce()).toEqual(texts);
});
