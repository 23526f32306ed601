import { expect, test } from '@jest/globals';
import { partition, range } from 'lodash';

import { finishedExecution } from '../../../tools/n8n/executions';
import { killWorker, startWorker, workerOf, workersOf } from '../../support/n8n/cluster';
import { startExample } from '../../support/n8n/exampleRun';
import { allItems, loop } from '../../support/n8n/loop';
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
	const texts = (node: string) => allItems(execution, node).map(({ text }) => text);
	const [failed, succeeded] = partition(range(COUNT), (index) => index % 3 === 0);
	expect(texts('Succeeded')).toEqual(succeeded.map((index) => `Video ${index}`));
	expect(texts('Failed')).toEqual(failed.map((index) => `Video ${index}`));
	expect(bench.service.journal.accepted(SUBMIT)).toBe(COUNT);
	expect(bench.service.journal.count({ endpoint: PAGE })).toBeGreaterThan(2);
});
