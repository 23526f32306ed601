import { expect, test } from '@jest/globals';
import { range } from 'lodash';

import { finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { readExample } from '../../../tools/n8n/workflows';
import { fileKind, startExample } from '../../support/n8n/exampleRun';
import { allItems, loop } from '../../support/n8n/loop';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import type { Workbench } from '../../support/n8n/shared';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { waitFor } from '../../../tools/n8n/program';

const PAGE = 'ai_creation/task/page';
const COUNT = 60;

const shared = setUpWorkbench();
const own = setUpOwnInstance('pause-and-loop', { speed: 1, limits: true });

test('60 tasks that end at different times, over the sudden death of n8n', async () => {
	const { service } = own;
	shared.service.fate({ seconds: Infinity });
	const example = readExample('long-ai-video-pause-and-loop-download');
	const exampleId = await startExample(shared, example);

	// From a few seconds to two minutes; every third fails.
	service.fate(({ body }) => {
		const number = Number(/\d+/.exec((body as { ref_prompt: string }).ref_prompt)?.[0]);
		const failure = { outcome: 'Fail', errMsg: `no picture ${number}` };
		return { seconds: 8 + number * 2, ...(number % 3 === 0 ? failure : {}) };
	});
	const id = await startExample(own, loop(COUNT));

	// Not when a round is about to begin: what n8n makes of an execution that dies at work is another test.
	const isAsleep = async () => {
		const checkedAt = service.journal.entries({ endpoint: PAGE }).at(-1)?.time ?? 0;
		const { status } = await readExecution(own.rest, id);
		return status === 'waiting' && Date.now() - checkedAt < 10_000;
	};
	// Three rounds.
	await service.journal.waitFor({ endpoint: PAGE }, 6);
	await waitFor(isAsleep);
	await own.killAndRestart();
	const execution = await finishedExecution(own.rest, id);
	expect(execution.status).toBe('success');

	const indexOf = new Map(
		service.journal.entries({ endpoint: 'ai_creation/task/submit' }).map(({ body, id: task }) => {
			const { ref_prompt: prompt } = body as { ref_prompt: string };
			return [task, prompt];
		}),
	);
	expect(indexOf.size).toBe(COUNT);
	const outcome = (node: string) =>
		allItems(execution, node).map((json) => ({
			text: json.text,
			prompt: indexOf.get(String(json.taskId)),
			state: json.state,
			error: json.errorMessage,
		}));
	const expected = (failed: boolean) =>
		range(COUNT)
			.filter((index) => (index % 3 === 0) === failed)
			.map((index) => ({
				text: `Video ${index}`,
				prompt: `Video ${index}`,
				state: failed ? 'failed' : 'succeeded',
				error: failed ? `no picture ${index}` : undefined,
			}));
	// Later ones ended later, so this is the order in which they ended.
	expect(outcome('Succeeded')).toEqual(expected(false));
	expect(outcome('Failed')).toEqual(expected(true));

	await expectExample(shared, exampleId);
});

/** The example's only video ends now, long after the execution was paused. */
async function expectExample(bench: Workbench, id: string): Promise<void> {
	expect((await readExecution(bench.rest, id)).status).toBe('waiting');
	for (const task of bench.service.tasks()) bench.service.settle(task.id);
	const execution = await finishedExecution(bench.rest, id);
	expect(execution.status).toBe('success');
	expect(execution.nodes).not.toContain('Failed or Too Late');
	const [video, ...more] = execution.items('Finished Video');
	expect(more).toEqual([]);
	expect(video?.json).toMatchObject({ state: 'succeeded', taskKind: 'aiCreation' });
	expect(await fileKind(bench, video)).toBe('mp4');
}
