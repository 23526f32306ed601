/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, test } from '@jest/globals';

import {
	type Execution,
	finishedExecution,
	readExecution,
	stopExecution,
} from '../../../tools/n8n/executions';
import { retriesStopped } from '../../../tools/n8n/dialect';
import { type NodeSpec } from '../../../tools/n8n/workflows';
import { CREATE, presenter, createImage } from '../../../tools/n8n/presenterWorkflow';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { waitFor } from '../../../tools/n8n/program';
import { startCalled, startRetry, type Started } from '../../support/n8n/called';

const SUBMIT = 'ai_creation/task/submit';
const COUNT = 20;

const own = setUpOwnInstance('retried');
beforeEach(() => own.service.reset());

const pictures: NodeSpec = {
	...createImage(),
	onError: 'continueRegularOutput',
};
const videos: NodeSpec = {
	...presenter('wait'),
	name: 'Create',
	onError: 'continueRegularOutput',
};

const texts = Array.from({ length: COUNT }, (_, index) => `Text ${index}.`);

/** Starts an execution with twenty items. @returns its workflow and ID */
async function begin(node: NodeSpec): Promise<Started> {
	return await startCalled(own, 'Retried', texts, node);
}

async function retry(started: Started): Promise<Execution> {
	const retried = await startRetry(own, started);
	return await waitFor(async () => {
		const execution = await readExecution(own.rest, retried);
		// Of a stopped execution, n8n carries the old error over, and may say so before it ends.
		return execution.json('Create').length > 0 ? execution : undefined;
	}, 120);
}

/** The texts in the books of the service. */
const booked = () =>
	own.service.tasks().map(({ input }) => /Text \d+\./.exec(JSON.stringify(input))?.[0] ?? '?');

/** Each item is in the books at most once, and its task in the output; of the others, it says that they may exist. */
function expectEachOnce(execution: Execution): void {
	expect(new Set(booked()).size).toBe(booked().length);
	const output = execution.json('Create');
	expect(output).toHaveLength(COUNT);
	const tasks = own.service.tasks();
	const ofItems = output.map(({ taskId }) => tasks.find(({ id }) => id === taskId));
	for (const [index, task] of ofItems.entries()) {
		if (task) expect(JSON.stringify(task.input)).toContain(texts[index]);
		else expect(JSON.stringify(output[index])).toContain('may still have been created');
	}
	expect(execution.stored).not.toContain(own.service.token);
}

/** After Stop, a retry has each item once. An older n8n runs no node then, so nothing is submitted. */
async function expectRetryOfStopped(started: Started): Promise<void> {
	const before = booked();
	finishAll();
	if (retriesStopped(own.rest)) {
		const execution = await retry(started);
		expectEachOnce(execution);
		expect(booked()).toHaveLength(COUNT);
		expect(execution.json('Create').every(({ state }) => state === 'succeeded')).toBe(true);
	} else {
		const retried = await startRetry(own, started);
		const execution = await finishedExecution(own.rest, retried);
		expect(execution.nodes).not.toContain('Create');
		expect(booked()).toEqual(before);
	}
}

const finishAll = () => {
	for (const { id } of own.service.tasks()) own.service.settle(id);
	own.service.fate({ seconds: 0 });
};

const isAccepted = (endpoint: string, count: number) =>
	waitFor(() => own.service.journal.accepted(endpoint) >= count);

// Ten videos a minute.
describe.each([
	['pictures', SUBMIT, pictures, [1, 10, COUNT]],
	['videos', CREATE, videos, [1]],
] as const)('n8n killed while it submits twenty %s', (_, endpoint, node, counts) => {
	test.each(counts)(
		'after submit %i, the retry has each of them once',
		async (count) => {
			own.service.fate({ seconds: Infinity });
			own.service.faults.add({
				endpoint,
				times: count,
				fault: { kind: 'delay', delayMs: 1500 },
			});
			own.service.faults.add({ endpoint, times: Infinity, fault: { kind: 'never' } });
			const started = await begin(node);
			await isAccepted(endpoint, count);
			await delay(2000);
			await own.killAndRestart(async () => own.service.faults.clear());
			expect(booked()).toHaveLength(count);
			expect((await finishedExecution(own.rest, started.id)).status).toBe('crashed');

			finishAll();
			const execution = await retry(started);
			expectEachOnce(execution);
			const done = execution.json('Create').filter(({ state }) => state === 'succeeded');
			expect(done).toHaveLength(booked().length);
			// Those are open that were on their way, and few that were next; videos go one after another.
			const open = endpoint === CREATE ? 4 : 14;
			expect(booked().length).toBeGreaterThanOrEqual(count === COUNT ? COUNT : COUNT - open);
		},
		240_000,
	);

	test('in the middle of a request that has created its task, the retry does not send it again', async () => {
		own.service.fate({ seconds: Infinity });
		own.service.faults.add({ endpoint, times: 2, fault: { kind: 'delay', delayMs: 1500 } });
		own.service.faults.add({
			endpoint,
			times: Infinity,
			fault: { kind: 'never', processed: true },
		});
		const started = await begin(node);
		await own.service.journal.waitFor({ endpoint }, 3, 60_000);
		await delay(4000);
		const before = booked().length;
		await own.killAndRestart(async () => own.service.faults.clear());
		finishAll();
		const execution = await retry(started);
		expectEachOnceOrUnclear(execution);
		expect(before).toBeGreaterThanOrEqual(3);
	}, 240_000);

	/** Of a task whose answer did not arrive, nobody knows the item. */
	function expectEachOnceOrUnclear(execution: Execution): void {
		expect(new Set(booked()).size).toBe(booked().length);
		const output = execution.json('Create');
		expect(output).toHaveLength(COUNT);
		expect(output.filter(({ state }) => state === 'succeeded').length).toBeGreaterThanOrEqual(2);
		for (const item of output) {
			if (item.state !== 'succeeded') {
				expect(JSON.stringify(item)).toContain('may still have been created');
			}
		}
	}
});

test('Stop while it submits: the retry has each item once, and none is left open', async () => {
	own.service.fate({ seconds: Infinity });
	const fault = { kind: 'delay', delayMs: 3000 } as const;
	own.service.faults.add({ endpoint: SUBMIT, times: Infinity, fault });
	const started = await begin(pictures);
	await own.service.journal.waitFor({ endpoint: SUBMIT }, 1, 60_000);
	await stopExecution(own.rest, started.id);
	await finishedExecution(own.rest, started.id);
	await delay(5000);
	own.service.faults.clear();
	expect(booked().length).toBeLessThan(COUNT);
	await expectRetryOfStopped(started);
}, 120_000);

test('Stop while it waits: the retry continues with the same tasks', async () => {
	own.service.fate({ seconds: Infinity });
	const started = await begin(pictures);
	await own.service.journal.waitFor({ endpoint: 'ai_creation/task/page' }, 1, 60_000);
	await stopExecution(own.rest, started.id);
	await finishedExecution(own.rest, started.id);
	await delay(2000);
	expect(booked()).toHaveLength(COUNT);
	await expectRetryOfStopped(started);
}, 120_000);
