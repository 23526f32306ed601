/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, expect, test } from '@jest/globals';

import type { INodeParameters } from 'n8n-workflow';

import { finishedExecution } from '../../../tools/n8n/executions';
import { readExample, type WorkflowFile } from '../../../tools/n8n/workflows';
import { CREATE, isLive, submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { executionsOf } from '../../support/n8n/executionList';
import { chosenWorkflow } from '../../support/n8n/callbackList';
import { startExample, withParameters, runToEnd } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';
import { paused, newExecution } from '../../support/n8n/called';

const bench = setUpWorkbench({ limits: false });
beforeEach(() => bench.service.reset());

/** The example with other settings of Compose Video. */
function withSettings(
	file: WorkflowFile,
	{ callbackUrl, ...changed }: INodeParameters,
): WorkflowFile {
	const { parameters = {} } = file.nodes.find(({ name }) => name === 'Compose Video') ?? {};
	const settings: INodeParameters = { options: { ...(parameters.options as object), ...changed } };
	if (callbackUrl !== undefined) settings.callbackUrl = callbackUrl;
	return withParameters(file, 'Compose Video', settings);
}

const submitted = () =>
	bench.service.journal.entries({ endpoint: CREATE }).map(({ id }) => id ?? '');

test('pause-until-presenter-videos-are-ready hands all videos on together', async () => {
	bench.service.fate({ seconds: Infinity });
	const id = await startExample(bench, readExample('pause-until-presenter-videos-are-ready'));
	await paused(bench, id);
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
	const file = withSettings(readExample('callback-lost-safety-net'), { timeLimit: 0.1 });
	const id = await startExample(bench, file);
	await paused(bench, id);
	const tasks = submitted();
	tasks.forEach((task, index) =>
		bench.service.settle(task, index === 0 ? { outcome: 41, errMsg: 'no voice' } : {}),
	);
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.json('Links')).toHaveLength(2);
	expect(execution.json('What Went Wrong')).toEqual([{ taskId: tasks[0], reason: 'no voice' }]);
});

test('callback-triggered-automation goes one way for a success and another for a failure', async () => {
	const file = readExample('callback-triggered-automation');
	const workflow = await bench.live(file);
	const trigger = workflow.nodes.find(({ name }) => name === 'Task Callback Trigger');
	const address = `${bench.webhookUrl}/webhook/${trigger?.webhookId}/digital-human`;
	await isLive(address);
	const compose = readExample('nightly-batch-submit');
	bench.service.fate(({ index }) => (index === 0 ? { outcome: 51, errMsg: 'no face' } : undefined));
	const callbackUrl = await chosenWorkflow(bench.rest, bench.credential, workflow);
	await startExample(
		bench,
		withSettings(compose, { callbackUrl, reference: '={{ $json.title }}' }),
	);
	const ids = await waitFor(async () => {
		const started = await executionsOf(bench.rest, workflow.id);
		return started.length < 3 ? undefined : started;
	});
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
	const execution = await runToEnd(bench, readExample('nightly-batch-submit'));
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
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const example = readExample('nightly-batch-collect');
	const workflow = await bench.live(withParameters(example, 'Task Poll Trigger', { pollTimes }));
	// Tasks that are finished at the first check start nothing.
	await bench.service.journal.waitFor({ endpoint: 'video_list' });
	await delay(1000);
	bench.service.settle(task);
	const id = await newExecution(bench, workflow.id);
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.json('Links')).toEqual([
		{ taskId: task, video: expect.stringContaining('.mp4') },
	]);
});
