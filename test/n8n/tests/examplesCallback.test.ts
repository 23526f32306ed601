/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import type { INodeParameters } from 'n8n-workflow';

import { finishedExecution, readExecution, startExecution } from '../../../tools/n8n/executions';
import type { WorkflowFile } from '../../../tools/n8n/workflows';
import { activateWorkflow, readExample, triggerOf } from '../../../tools/n8n/workflows';
import {
	CREATE,
	executionsOf,
	isLive,
	presenter,
	submitVideo,
} from '../../../tools/n8n/presenterWorkflow';
import { chosenWorkflow } from '../../support/n8n/callbackList';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';

let bench: Workbench;

beforeAll(async () => {
	bench = await openWorkbench({ limits: false });
});
beforeEach(() => bench.service.reset());
afterAll(async () => await bench.close());

/** The example with a person and a voice chosen, as its note asks for. */
function withPresenter(
	file: WorkflowFile,
	{ callbackUrl, ...options }: INodeParameters = {},
): WorkflowFile {
	const { personId, voiceId } = presenter('wait').parameters;
	const nodes = file.nodes.map((node) =>
		node.name === 'Compose Video'
			? {
					...node,
					parameters: {
						...node.parameters,
						personId,
						voiceId,
						...(callbackUrl === undefined ? {} : { callbackUrl }),
						options: { ...(node.parameters.options as object), ...options },
					},
				}
			: node,
	);
	return { ...file, nodes };
}

async function start(file: WorkflowFile): Promise<string> {
	const workflow = await bench.load(file);
	return await startExecution(bench.rest, workflow.id, triggerOf(workflow));
}

async function paused(id: string): Promise<void> {
	for (let round = 0; round < 100; round++) {
		if ((await readExecution(bench.rest, id)).status === 'waiting') return;
		await delay(200);
	}
	throw new Error(`Execution ${id} does not pause`);
}

const submitted = () =>
	bench.service.journal.entries({ operation: CREATE }).map(({ id }) => id ?? '');

async function firstOf(workflowId: string, seconds: number): Promise<string> {
	for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await delay(500)) {
		const [id] = await executionsOf(bench.rest, workflowId);
		if (id !== undefined) return id;
	}
	throw new Error(`Workflow ${workflowId} was not started within ${seconds} s`);
}

test('pause-until-presenter-videos-are-ready hands all videos on together', async () => {
	bench.service.fate({ seconds: Infinity });
	const id = await start(withPresenter(readExample('pause-until-presenter-videos-are-ready')));
	await paused(id);
	const tasks = submitted();
	for (const task of tasks) bench.service.settle(task);
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.json('Links')).toEqual(
		[0, 1, 2].map(() => ({
			taskId: expect.stringMatching(new RegExp(tasks.join('|'))),
			video: expect.stringContaining('.mp4'),
		})),
	);
});

test('callback-lost-safety-net still brings every video when no callback comes', async () => {
	bench.service.fate({ seconds: Infinity });
	bench.service.callbacks.plan({ drop: true });
	const file = withPresenter(readExample('callback-lost-safety-net'), { timeLimit: 0.1 });
	const id = await start(file);
	await paused(id);
	const tasks = submitted();
	tasks.forEach((task, index) =>
		bench.service.settle(task, index === 0 ? { outcome: 41, errMsg: 'no voice' } : {}),
	);
	const execution = await finishedExecution(bench.rest, id, 150);
	expect(execution.status).toBe('success');
	expect(execution.json('Links')).toHaveLength(2);
	expect(execution.json('What Went Wrong')).toEqual([{ taskId: tasks[0], reason: 'no voice' }]);
});

test('callback-triggered-automation goes one way for a success and another for a failure', async () => {
	const file = readExample('callback-triggered-automation');
	const workflow = await bench.load(file);
	await activateWorkflow(bench.rest, workflow);
	const trigger = workflow.nodes.find(({ name }) => name === 'Task Callback Trigger');
	const address = `${bench.webhookUrl}/webhook/${trigger?.webhookId}/digital-human`;
	expect(await isLive(address)).toBe(true);
	const compose = readExample('nightly-batch-submit');
	bench.service.fate(({ index }) => (index === 0 ? { outcome: 51, errMsg: 'no face' } : undefined));
	const callbackUrl = await chosenWorkflow(bench.rest, bench.credential, workflow);
	await start(withPresenter(compose, { callbackUrl, reference: '={{ $json.title }}' }));
	let ids: string[] = [];
	for (let round = 0; ids.length < 3 && round < 60; round++) {
		await delay(500);
		ids = await executionsOf(bench.rest, workflow.id);
	}
	const executions = await Promise.all(
		ids.map(async (id) => await finishedExecution(bench.rest, id)),
	);
	const results = executions.flatMap((execution) => execution.json('Result'));
	const failures = executions.flatMap((execution) => execution.json('Failure'));
	expect(results).toHaveLength(2);
	expect(failures).toEqual([{ reference: expect.any(String), reason: 'no face' }]);
	expect([...results, ...failures].map(({ reference }) => reference).sort()).toEqual([
		'Monday',
		'Tuesday',
		'Wednesday',
	]);
});

test('nightly-batch-submit ends at once with a task for each script', async () => {
	bench.service.fate({ seconds: Infinity });
	const id = await start(withPresenter(readExample('nightly-batch-submit')));
	const execution = await finishedExecution(bench.rest, id);
	expect(
		execution
			.json('Compose Video')
			.map(({ taskId }) => taskId)
			.sort(),
	).toEqual(submitted().sort());
	expect(submitted()).toHaveLength(3);
});

test('nightly-batch-collect hands each video on when it is ready', async () => {
	bench.service.fate({ seconds: Infinity });
	const task = await submitVideo(bench.service, 'Tonight');
	const file = readExample('nightly-batch-collect');
	for (const node of file.nodes) {
		if (node.name === 'Task Poll Trigger') {
			node.parameters.pollTimes = { item: [{ mode: 'everyMinute' }] };
		}
	}
	const workflow = await bench.load(file);
	await activateWorkflow(bench.rest, workflow);
	// Tasks that are finished at the first check start nothing.
	await bench.service.journal.waitFor({ operation: 'video_list' }, 1, 60_000);
	await delay(1000);
	bench.service.settle(task);
	const execution = await finishedExecution(bench.rest, await firstOf(workflow.id, 90));
	expect(execution.json('Links')).toEqual([
		{ taskId: task, video: expect.stringContaining('.mp4') },
	]);
});
