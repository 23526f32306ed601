/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { range } from 'lodash';

import { finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { readExample } from '../../../tools/n8n/workflows';
import { fileKind, startExample } from '../../support/n8n/exampleRun';
import { loop } from '../../support/n8n/loop';
import { allItems, roundsOf } from '../../support/n8n/rounds';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import type { Workbench } from '../../support/n8n/shared';
import { setUpWorkbench } from '../../support/n8n/workbench';

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

	const samples: Array<{ time: number; status: string }> = [];
	const deadline = Date.now() + 300_000;
	let killed = false;
	for (;;) {
		const { status } = await readExecution(own.rest, id);
		samples.push({ time: Date.now(), status });
		if (status !== 'running' && status !== 'waiting') break;
		if (Date.now() > deadline) throw new Error(`Still ${status}`);
		const rounds = roundsOf(service.journal.entries({ endpoint: PAGE }));
		// Not when a round is about to begin: what n8n makes of an execution that dies at work is another test.
		const isAsleep = status === 'waiting' && Date.now() - (rounds.at(-1)?.end ?? 0) < 10_000;
		if (!killed && isAsleep && rounds.length >= 3) {
			killed = true;
			await own.killAndRestart();
		}
		await delay(1_000);
	}
	expect(samples.at(-1)?.status).toBe('success');
	expect(killed).toBe(true);

	const tasks = service.tasks().map((task) => task.id);
	const indexOf = new Map(
		service.journal.entries({ endpoint: 'ai_creation/task/submit' }).map(({ body, id: task }) => {
			const { ref_prompt: prompt } = body as { ref_prompt: string };
			return [task, prompt];
		}),
	);
	expect(indexOf.size).toBe(COUNT);
	const outcome = async (node: string) =>
		(await allItems(own.rest, id, node)).map((json) => ({
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
	expect(await outcome('Succeeded')).toEqual(expected(false));
	expect(await outcome('Failed')).toEqual(expected(true));

	const rounds = roundsOf(service.journal.entries({ endpoint: PAGE }));
	expect(rounds[0]?.asked.toSorted()).toEqual(tasks.toSorted());
	for (const [index, { requests, asked }] of rounds.entries()) {
		expect(requests).toBe(Math.ceil(asked.length / 50));
		if (index > 0) expect(rounds[index - 1]?.asked).toEqual(expect.arrayContaining(asked));
	}
	const pauses = rounds.slice(1).map((round, index) => ({
		from: (rounds[index]?.end ?? 0) + 2_000,
		to: round.start - 2_000,
	}));
	const inPauses = samples.filter(({ time }) =>
		pauses.some(({ from, to }) => time > from && time < to),
	);
	expect(inPauses.length).toBeGreaterThan(30);
	expect(new Set(inPauses.map(({ status }) => status))).toEqual(new Set(['waiting']));

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
