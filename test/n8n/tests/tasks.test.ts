/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';

import { type Execution, finishedExecution, stopExecution } from '../../../tools/n8n/executions';
import { chain, manualTrigger, packNode, type WorkflowFile } from '../../../tools/n8n/workflows';
import { startExample } from '../../support/n8n/exampleRun';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { createImage } from '../../../tools/n8n/presenterWorkflow';

const bench = setUpWorkbench();
beforeEach(() => bench.service.reset());

const page = 'ai_creation/task/page';

const image = (completion: 'wait' | 'return', options = {}) =>
	createImage({ refPrompt: 'A lighthouse', completion, options });

async function run(file: WorkflowFile): Promise<Execution> {
	return await finishedExecution(bench.rest, await startExample(bench, file));
}

test('n8n lists the pack as an installed community package whose nodes are loaded', async () => {
	const packages = await bench.rest.get<Array<Record<string, unknown>>>('community-packages');
	// Older versions of n8n say nothing where nothing has failed.
	expect(packages[0]?.failedLoading ?? false).toBe(false);
	expect(packages).toMatchObject([
		{
			packageName: 'n8n-nodes-digital-human',
			installedNodes: expect.arrayContaining([
				expect.objectContaining({ type: 'n8n-nodes-digital-human.digitalHumanAiCreate' }),
				expect.objectContaining({ type: 'n8n-nodes-digital-human.digitalHumanGetTask' }),
			]),
		},
	]);
});

test('n8n serves both icons of every node', async () => {
	const types = (await (await bench.rest.fetch('/types/nodes.json')).json()) as Array<{
		name: string;
		iconUrl?: { light: string; dark: string };
	}>;
	const own = types.filter(({ name }) => name.startsWith('n8n-nodes-digital-human.'));
	expect(own.length).toBeGreaterThanOrEqual(2);
	for (const { iconUrl } of own) {
		for (const path of [iconUrl?.light, iconUrl?.dark]) {
			const icon = await bench.rest.fetch(`/${String(path)}`);
			expect(icon.headers.get('content-type')).toContain('svg');
		}
	}
});

test('a task that was only submitted is finished by Get Task', async () => {
	const get = packNode('digitalHumanGetTask', 'Get', {
		operation: 'get',
		taskId: '={{ $json.taskId }}',
		whenNotFinished: 'wait',
	});
	const execution = await run(chain('Get', manualTrigger, image('return'), get));
	expect(execution.status).toBe('success');
	const [created] = execution.json('Create');
	expect(created).toMatchObject({ state: 'inProgress' });
	expect(created).not.toHaveProperty('outputUrls');
	expect(execution.json('Get')).toMatchObject([
		{ taskId: created?.taskId, state: 'succeeded', outputUrls: [expect.any(String)] },
	]);
});

test('Get Many lists what was created', async () => {
	const list = packNode('digitalHumanGetTask', 'List', { operation: 'getAll', returnAll: true });
	const execution = await run(chain('List', manualTrigger, image('wait'), list));
	expect(execution.json('List')).toMatchObject([
		{ taskId: execution.json('Create')[0]?.taskId, state: 'succeeded' },
	]);
});

test('Stop ends a wait at once, and nothing is asked any more', async () => {
	bench.service.fate({ seconds: Infinity });
	const id = await startExample(
		bench,
		chain('Stop', manualTrigger, image('wait', { checkEvery: 1 })),
	);
	await bench.service.journal.waitFor({ operation: page }, 2);
	const stopped = Date.now();
	await stopExecution(bench.rest, id);
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('canceled');
	// The task never ends. How soon the node itself ends is measured without n8n, whose share depends on the machine.
	expect(Date.now() - stopped).toBeLessThan(5000);
	const asked = bench.service.journal.count({ operation: page });
	await delay(3000);
	expect(bench.service.journal.count({ operation: page })).toBe(asked);
});

test('a failed task fails the execution with the reason that the service gave', async () => {
	bench.service.fate({ outcome: 'Error', errMsg: 'the prompt was not understood' });
	const execution = await run(chain('Failure', manualTrigger, image('wait')));
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.error)).toContain('the prompt was not understood');
});
