/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { chain, packNode } from '../../../tools/n8n/workflows';
import { Submits } from '../../support/engine/submits';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { CREATE, presenter } from '../../../tools/n8n/presenterWorkflow';
import { passing, runsOf } from '../../support/n8n/parts';
import { executionsOf } from '../../support/n8n/executionList';
import { waitFor } from '../../../tools/n8n/program';
import { getTask, startCalled, paused } from '../../support/n8n/called';

const own = setUpOwnInstance('restarted');

test('n8n killed while paused: the callbacks after its restart complete the workflow once', async () => {
	own.service.fate({ seconds: Infinity });
	const nodes = [presenter('pause'), passing('After')];
	const { id } = await startCalled(own, 'Killed', ['One', 'Two', 'Three'], ...nodes);
	await paused(own, id);
	const tasks = own.service.journal.entries({ endpoint: CREATE }).map((entry) => entry.id ?? '');
	expect(tasks).toHaveLength(3);

	await own.killAndRestart();
	expect((await readExecution(own.rest, id)).status).toBe('waiting');
	own.service.settle(tasks[0] ?? '');
	await waitFor(async () => own.service.callbacks.sent(tasks[0])[0]?.status);
	expect((await readExecution(own.rest, id)).status).toBe('waiting');

	// The last two arrive in the same instant.
	own.service.callbacks.hold();
	for (const task of tasks.slice(1)) own.service.settle(task);
	while (own.service.callbacks.heldCount < 2) await delay(20);
	await own.service.callbacks.release();
	const execution = await finishedExecution(own.rest, id);
	expect(execution.status).toBe('success');
	const out = execution.json('After');
	expect(out).toHaveLength(3);
	expect(out.map(({ taskId }) => taskId).sort()).toEqual([...tasks].sort());
	expect(out.every(({ state }) => state === 'succeeded')).toBe(true);
	expect(await runsOf(own.rest, id, 'After')).toBe(1);
});

test('Task Poll Trigger: 1,000 tasks that finish at random over three restarts, each once', async () => {
	own.service.reset();
	own.service.clock.setSpeed(1);
	own.service.fate(({ index }) => ({ seconds: index < 50 ? 1 : 30 + ((index * 7919) % 120) }));
	const submits = new Submits(() => own.service);
	const submit = async (count: number): Promise<void> => {
		for (let index = 0; index < count; index++) await submits.aiCreation();
	};
	await submit(150);
	// The first fifty are final by now: they are old.
	await delay(1500);
	const poll = packNode('digitalHumanTaskPollTrigger', 'Poll', {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		taskKinds: ['aiCreation', 'composedVideo'],
		// An execution that is killed meanwhile has output nothing (see pollTrigger.test.ts).
		downloadResult: false,
	});
	own.service.journal.clear();
	const workflow = await own.live(chain(`Polled ${randomUUID()}`, poll, passing('After')));
	await own.service.journal.waitFor({ endpoint: 'ai_creation/task/page' });
	await submit(300);
	await own.killAndRestart(async () => await submit(300));
	await delay(20_000);
	await own.killAndRestart(async () => await submit(300));
	await own.killAndRestart(async () => await delay(30_000));

	const requested = own.service
		.tasks()
		.slice(50)
		.map(({ id }) => id);
	expect(requested).toHaveLength(1000);
	const put = await waitFor(async () => {
		// Reading all executions takes n8n a while.
		await delay(3_000);
		const ids = await outputIds(workflow.id);
		return ids.length >= requested.length ? ids : undefined;
	});
	expect([...put].sort()).toEqual([...requested].sort());
	await delay(61_000);
	expect(await outputIds(workflow.id)).toHaveLength(requested.length);
});

async function outputIds(workflowId: string): Promise<string[]> {
	const ids = await executionsOf(own.rest, workflowId);
	const executions = await Promise.all(ids.map(async (id) => await readExecution(own.rest, id)));
	return executions.flatMap((execution) =>
		execution.json('Poll').map(({ taskId }) => String(taskId)),
	);
}

test('n8n killed between the last callback and the files: a repeated callback, or else the time limit, continues', async () => {
	own.service.reset();
	own.service.fate({ seconds: Infinity });
	const begin = async (text: string, timeLimit: number) => {
		const compose = presenter('pause', { downloadResult: true, timeLimit });
		const nodes = [compose, passing('Paused'), getTask('wait'), passing('After')];
		const { id } = await startCalled(own, text, [text], ...nodes);
		await paused(own, id);
		return { id, task: own.service.tasks().at(-1)?.id ?? '' };
	};
	const repeated = await begin('Killed before its files', 120);
	const limited = await begin('Killed, and no callback again', 1);
	const slow = own.service.faults.add({
		endpoint: 'result',
		times: 2,
		fault: { kind: 'delay', delayMs: 300_000 },
	});
	own.service.callbacks.hold();
	own.service.settle(repeated.task);
	own.service.settle(limited.task);
	while (own.service.callbacks.heldCount < 2) await delay(20);
	const bodies = own.service.callbacks.release();
	await own.service.journal.waitFor({ endpoint: 'result' }, 2);

	await own.killAndRestart(async () => slow());
	await bodies;
	for (const { task } of [repeated, limited]) {
		expect(own.service.callbacks.sent(task).map(({ status }) => status)).toEqual([undefined]);
	}
	expect((await readExecution(own.rest, repeated.id)).status).toBe('waiting');
	const [{ url, body } = { url: '', body: '' }] = own.service.callbacks.sent(repeated.task);
	expect((await own.service.callbacks.post(url, body)).status).toBe(200);
	const now = await finishedExecution(own.rest, repeated.id);
	expect(now.status).toBe('success');
	expect(now.items('Paused')).toMatchObject([
		{ json: { taskId: repeated.task, state: 'succeeded' }, binary: { data: {} } },
	]);

	const later = await waitFor(async () => {
		const execution = await readExecution(own.rest, limited.id);
		return execution.status === 'success' ? execution : undefined;
	});
	expect(later.json('Paused')).toMatchObject([{ taskId: limited.task, state: 'inProgress' }]);
	expect(later.json('After')).toMatchObject([{ taskId: limited.task, state: 'succeeded' }]);
});
