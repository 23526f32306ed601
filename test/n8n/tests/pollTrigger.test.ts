import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import {
	downloadBinary,
	finishedExecution,
	startExecution,
	type Execution,
} from '../../../tools/n8n/executions';
import {
	chain,
	packNode,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import { switchWorkflow } from '../../../tools/n8n/dialect';
import { submitVideo } from '../../../tools/n8n/presenterWorkflow';
import { passing } from '../../support/n8n/parts';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { startRetry, newExecution } from '../../support/n8n/called';

const own = setUpOwnInstance('polled');

/** Of the list that a check reads. */
const LIST = 'video_list';

const polled = (parameters: INodeParameters = {}): WorkflowFile =>
	chain(
		`Polled ${randomUUID()}`,
		packNode('digitalHumanTaskPollTrigger', 'Poll', {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			taskKinds: ['composedVideo'],
			...parameters,
		}),
		passing('After'),
	);

const published: StoredWorkflow[] = [];
afterEach(async () => {
	for (const one of published.splice(0)) await switchWorkflow(own.rest, one, false);
});

/** A live workflow that has had its first check. */
async function live(): Promise<string> {
	own.service.reset();
	const workflow = await own.live(polled({ options: { outputField: 'video' } }));
	published.push(workflow);
	await own.service.journal.waitFor({ endpoint: LIST });
	return workflow.id;
}

async function finishedVideo(): Promise<string> {
	const id = await submitVideo(own.service, 'Hello');
	own.service.settle(id);
	return id;
}

/** Expects that an execution has the task's file, whole, in its own part of n8n's storage. */
async function expectFile(execution: Execution, field: string, task: string): Promise<void> {
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	const [item] = execution.items('After');
	expect(item?.json).toMatchObject({ taskId: task, state: 'succeeded' });
	const file = item?.binary?.[field];
	const place = `/executions/${execution.id}/`;
	// n8n 1 keeps files in the items themselves.
	expect(file?.id ?? place).toContain(place);
	const [url = ''] = item?.json.outputUrls as string[];
	const { length } = file ? await downloadBinary(own.rest, file) : [];
	expect(length).toBe(own.service.storage.expected(url)?.bytes);
}

test('the file of a finished task belongs to the execution that the trigger starts', async () => {
	const workflow = await live();
	const task = await finishedVideo();
	const id = await newExecution(own, workflow);
	await expectFile(await finishedExecution(own.rest, id), 'video', task);
});

test('n8n killed while the file is downloaded: a retry of the execution has it', async () => {
	const workflow = await live();
	const slow = own.service.faults.add({
		endpoint: 'result',
		times: 1,
		fault: { kind: 'delay', delayMs: 300_000 },
	});
	const task = await finishedVideo();
	await own.service.journal.waitFor({ endpoint: 'result' });
	const id = await newExecution(own, workflow);
	await own.killAndRestart(async () => slow());
	expect((await finishedExecution(own.rest, id)).status).toBe('crashed');

	const retry = await startRetry(own, { workflow, id });
	await expectFile(await finishedExecution(own.rest, retry), 'video', task);
});

test('a test event of the editor comes with its file; pinned data comes as it is', async () => {
	own.service.reset();
	const task = await finishedVideo();
	const file = polled();
	const { id } = await own.load(file);
	const run = async (workflowId: string) =>
		await finishedExecution(own.rest, await startExecution(own.rest, workflowId, 'Poll'));
	await expectFile(await run(id), 'data', task);

	own.service.journal.clear();
	const pinned = { taskId: 'pinned', state: 'succeeded' };
	const pinData = { Poll: [{ json: pinned }] };
	const second = await own.load({ ...file, name: 'Pinned', pinData } as WorkflowFile);
	expect((await run(second.id)).json('After')).toEqual([pinned]);
	expect(own.service.journal.count()).toBe(0);
});
