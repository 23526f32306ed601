/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';

import { type Execution, finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { chain, manualTrigger, type NodeSpec, packNode } from '../../../tools/n8n/workflows';
import { killWorker, startWorker, workerOf, workersOf } from '../../support/n8n/cluster';
import { arrivedAt, runExample } from '../../support/n8n/exampleRun';
import { createImage } from '../../../tools/n8n/presenterWorkflow';
import { withItems } from '../../support/n8n/parts';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';
import { startRetry, type Started } from '../../support/n8n/called';

const MIB = 1024 ** 2;
const SUBMIT = 'ai_creation/task/submit';
const PAGE = 'ai_creation/task/page';

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

async function start(...nodes: NodeSpec[]): Promise<Started> {
	const file = withItems(3, chain('Killed', manualTrigger, ...nodes));
	const { id: workflow } = await bench.load(file);
	return { workflow, id: await startExecution(bench.rest, workflow, manualTrigger.name) };
}

/** Presses Retry in the list of executions: n8n keeps no items of one that it gave up, so no node runs. */
async function expectNothingRetried(started: Started) {
	const again = await startRetry(bench, started);
	expect((await finishedExecution(bench.rest, again)).nodes).toEqual([]);
}

/** Kills the worker of an execution, and returns what n8n makes of it. */
async function killed(id: string): Promise<Execution> {
	const worker = await waitFor(() => workerOf(id));
	await killWorker(worker);
	const execution = await finishedExecution(bench.rest, id);
	await startWorker(worker);
	return execution;
}

/** n8n gives the execution up with words of its own; it is not begun again on the other worker. */
function expectGivenUp(execution: Execution): void {
	expect(execution.status).toMatch(/^(error|crashed)$/);
	expect(String(execution.error?.message)).toMatch(/failed to be processed too many times/);
	expect(workersOf(execution.id)).toHaveLength(1);
}

test('while it waits for results: nothing is submitted twice, also by a retry, and the tasks can be found', async () => {
	bench.service.fate({ seconds: Infinity });
	const started = await start(createImage());
	await bench.service.journal.waitFor({ endpoint: PAGE }, 2, 60_000);
	const execution = await killed(started.id);
	expectGivenUp(execution);
	const asked = bench.service.journal.count({ endpoint: PAGE });
	await delay(8000);
	expect(bench.service.journal.count({ endpoint: PAGE })).toBe(asked);
	expect(bench.service.journal.accepted(SUBMIT)).toBe(3);

	const tasks = bench.service.tasks().map((task) => task.id);
	for (const task of tasks) bench.service.settle(task);
	const list = packNode('digitalHumanGetTask', 'List', { operation: 'getAll', returnAll: true });
	const found = await runExample(bench, chain('Found', manualTrigger, list));
	expect(found.json('List').map(({ taskId }) => taskId)).toEqual(expect.arrayContaining(tasks));
	expect(found.json('List').every(({ state }) => state === 'succeeded')).toBe(true);

	await expectNothingRetried(started);
	expect(bench.service.journal.accepted(SUBMIT)).toBe(3);
});

test('in the middle of an upload: no half file comes into being, and the next run uploads it whole', async () => {
	const source = bench.service.storage.source({ bytes: 45 * MIB, name: 'interview.mp4' });
	const spare = bench.service.faults.add({
		endpoint: 'part',
		times: 100,
		fault: { kind: 'slow', bytesPerSecond: 2 * MIB },
	});
	const upload = {
		...packNode('digitalHumanUploadFile', 'Upload', {
			purpose: 'video_translation',
			fileSource: 'url',
			fileUrl: source.url,
		}),
		executeOnce: true,
	};
	const { id } = await start(upload);
	await waitFor(() => bench.service.storage.uploads.arrivals > 0);
	expectGivenUp(await killed(id));
	const complete = () => arrivedAt(bench).filter(({ sha256 }) => sha256 !== undefined);
	expect(complete()).toEqual([]);
	spare();

	const again = await finishedExecution(bench.rest, (await start(upload)).id);
	expect(again).toMatchObject({ status: 'success', error: undefined });
	expect(complete()).toMatchObject([
		{ id: again.json('Upload')[0]?.fileId, sha256: source.sha256() },
	]);
});
