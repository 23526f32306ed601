import { expect, test } from '@jest/globals';

import { finishedExecution } from '../../../tools/n8n/executions';
import { killWorker, startWorker, workerOf, workersOf } from '../../support/n8n/cluster';
import { startExample } from '../../support/n8n/exampleRun';
import { loop } from '../../support/n8n/loop';
import { allItems, roundsOf } from '../../support/n8n/rounds';
import { setUpWorkbench } from '../../support/n8n/workbench';
import { paused } from '../../support/n8n/called';

const COUNT = 24;
const SUBMIT = 'ai_creation/task/submit';
const PAGE = 'ai_creation/task/page';

const bench = setUpWorkbench({ speed: 1 });

test('Pause and Loop continues with another worker when the first one dies while it is parked', async () => {
	bench.service.fate(({ body }) => {
		const number = Number(/\d+/.exec((body as { ref_prompt: string }).ref_prompt)?.[0]);
		return { seconds: 4 + number * 4, ...(number % 3 === 0 ? { outcome: 'Fail' } : {}) };
	});
	const id = await startExample(bench, loop(COUNT));
	await paused(bench, id);
	const worker = workerOf(id) ?? 'worker-1';
	expect(workersOf(id)).toEqual([worker]);
	await killWorker(worker);

	const execution = await finishedExecution(bench.rest, id, 280);
	await startWorker(worker);
	expect(execution.status).toBe('success');
	expect(workersOf(id)).toEqual(['worker-1', 'worker-2']);
	const texts = async (node: string) =>
		(await allItems(bench.rest, id, node)).map(({ text }) => text);
	const expected = Array.from({ length: COUNT }, (_, index) => ({ index, text: `Video ${index}` }));
	const failed = ({ index }: { index: number }) => index % 3 === 0;
	const textOf = ({ text }: { text: string }) => text;
	expect(await texts('Succeeded')).toEqual(expected.filter((one) => !failed(one)).map(textOf));
	expect(await texts('Failed')).toEqual(expected.filter(failed).map(textOf));
	expect(bench.service.journal.accepted(SUBMIT)).toBe(COUNT);
	const rounds = roundsOf(bench.service.journal.entries({ endpoint: PAGE }));
	expect(rounds.length).toBeGreaterThan(2);
});
