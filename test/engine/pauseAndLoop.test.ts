import { describe, expect, it } from '@jest/globals';
import { get, range } from 'lodash';
import type { IRun } from 'n8n-workflow';

import { left, loop } from '../support/engine/loop';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

const PAGE = 'ai_creation/task/page';

describe('Get Task, Pause and Loop', () => {
	const setup = setUp({ limits: false });

	it('refuses to start without its line back, and says what to connect', async () => {
		const id = await new Submits(() => setup.service).fated('lipSync', { seconds: Infinity });
		setup.service.journal.clear();
		const item = { taskId: id, taskKind: 'lipSync' };
		const { error, run } = await setup.engine.run(loop([item], {}, { loop: false }));
		expect(run.status).toBe('error');
		expect(error?.message).toBe(
			"'Pause and Loop' needs a connection from 'In Progress' back to this node",
		);
		expect(error?.description).toContain("Connect the output 'In Progress' of 'Tested'");
		expect(setup.service.journal.entries()).toEqual([]);
	});

	it('notes for the editor what it waits for', async () => {
		const submits = new Submits(() => setup.service);
		const id = await submits.fated('lipSync', { seconds: Infinity });
		const { run } = await setup.engine.run(loop([{ taskId: id, taskKind: 'lipSync' }]));
		expect(run.data.resultData.runData.Tested?.at(-1)?.metadata?.resumeUrl).toBe(
			`#${encodeURIComponent('Waiting for 1 video')}`,
		);
	});
	const submits = new Submits(() => setup.service);
	const checks = () => setup.service.journal.count({ operation: PAGE });

	const submitMany = async (count: number) => {
		setup.service.fate({ seconds: Infinity });
		return await Promise.all(range(count).map(async () => await submits.aiCreation()));
	};

	it('pauses while nothing is finished, and keeps the items with their IDs', async () => {
		const ids = await submitMany(3);
		const before = Date.now();
		const { run } = await setup.engine.run(loop(ids.map((taskId) => ({ taskId, title: 'mine' }))));
		expect(run.status).toBe('waiting');
		const inMs = (run.waitTill?.getTime() ?? 0) - before;
		expect(inMs).toBeGreaterThan(25_000);
		expect(inMs).toBeLessThan(120_000);
		const stored = run.data.executionData?.nodeExecutionStack[0]?.data.main?.[0];
		expect(stored?.map(({ json }) => json)).toEqual(
			ids.map((taskId) => ({
				taskId,
				title: 'mine',
				taskKind: 'aiCreation',
				state: 'inProgress',
				serviceStatus: 'Queued',
				createdAt: expect.any(String),
				waitingSince: expect.stringMatching(/^20.*Z$/),
			})),
		);
		expect(checks()).toBe(1);
	});

	it('puts each of 60 tasks out once through the right output, paired to its input item', async () => {
		const ids = await submitMany(60);
		const node = loop(ids.map((taskId, row) => ({ taskId, row })));
		let { run } = await setup.engine.run(node);
		for (let round = 0; round < 6; round++) {
			expect(run.status).toBe('waiting');
			for (const n of range(round * 10, round * 10 + 10)) {
				setup.service.settle(ids[n] ?? '', n % 3 === 0 ? { outcome: 'Fail', errMsg: 'no' } : {});
			}
			setup.service.journal.clear();
			({ run } = await setup.engine.resume(node, run));
			// One check that finds ten finished tasks, and one of those that are left.
			const pending = 60 - round * 10;
			const requests = (count: number) => Math.ceil(count / 50);
			expect(checks()).toBe(requests(pending) + requests(pending - 10));
		}
		expect(run.status).toBe('success');
		const succeeded = left(run, 1);
		const failed = left(run, 2);
		expect(succeeded.map(({ taskId }) => taskId)).toEqual(ids.filter((_, n) => n % 3 !== 0));
		expect(failed.map(({ taskId }) => taskId)).toEqual(ids.filter((_, n) => n % 3 === 0));
		expect(succeeded.every(({ state }) => state === 'succeeded')).toBe(true);
		expect(failed.every(({ errorMessage }) => errorMessage === 'no')).toBe(true);
		expect(rowsOf(run)).toEqual(ids);
	});

	it('lets tasks that are finished leave at once', async () => {
		const [done, open] = await submitMany(2);
		setup.service.settle(done ?? '');
		const { run } = await setup.engine.run(loop([{ taskId: done }, { taskId: open }]));
		expect(run.status).toBe('waiting');
		expect(left(run, 1)).toEqual([expect.objectContaining({ taskId: done })]);
	});

	it('ends when all tasks are final in the input, without a request', async () => {
		const items = [
			{ taskId: '1', taskKind: 'aiCreation', state: 'succeeded' },
			{ taskId: '2', taskKind: 'aiCreation', state: 'cancelled' },
		];
		const { run } = await setup.engine.run(loop(items));
		expect(run.status).toBe('success');
		expect([left(run, 0), left(run, 1), left(run, 2)]).toEqual([[], [items[0]], [items[1]]]);
		expect(checks()).toBe(0);
	});

	it('outputs invalid items through Failed when the workflow continues', async () => {
		const [taskId] = await submitMany(1);
		const { run } = await setup.engine.run(
			loop([{ taskId: '' }, { taskId }], {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		expect(run.status).toBe('waiting');
		expect(left(run, 2)).toEqual([expect.objectContaining({ error: "'Task ID' is missing" })]);
	});

	it('puts a task out through Failed whose file cannot be downloaded, when the workflow continues', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0, result: 'missing' });
		const node = loop(
			[{ taskId, taskKind: 'lipSync' }],
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		const { run } = await setup.engine.run({
			...node,
			parameters: { ...node.parameters, downloadResult: true },
		});
		expect(left(run, 1)).toEqual([]);
		expect(left(run, 2)).toEqual([
			expect.objectContaining({ taskId, error: expect.stringContaining('file') }),
		]);
	});

	it('leaves out what an earlier round said of a task that has finished', async () => {
		const [taskId] = await submitMany(1);
		setup.service.settle(taskId ?? '');
		const earlier = { errorMessage: 'no answer', error: 'no answer', timedOut: true, progress: 7 };
		const { run } = await setup.engine.run(loop([{ taskId, row: 7, ...earlier }]));
		const [task = {}] = left(run, 1);
		expect(task).toMatchObject({ taskId, row: 7, state: 'succeeded' });
		for (const field of Object.keys(earlier)) expect(task[field]).not.toBe(get(earlier, field));
	});

	it('loses no item of a node that has an error output', async () => {
		const ids = await submitMany(3);
		const node = loop(
			ids.map((taskId) => ({ taskId })),
			{},
			{ settings: { onError: 'continueErrorOutput' } },
		);
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		for (const id of ids) setup.service.settle(id);
		const resumed = await setup.engine.resume(node, run);
		expect(left(resumed.run, 1).map(({ taskId }) => taskId)).toEqual(ids);
	});
});

/** The input row of each item that left, found through n8n's pairing over all rounds. */
function rowsOf({ data }: IRun): unknown[] {
	const runs = data.resultData.runData.Tested ?? [];
	const input = data.resultData.runData.Input?.[0]?.data?.main?.[0] ?? [];
	const rows: unknown[] = [];
	runs.forEach((one, runIndex) => {
		for (const output of [1, 2]) {
			for (const { json, pairedItem } of one.data?.main?.[output] ?? []) {
				let at = (pairedItem as { item: number }).item;
				for (let run = runIndex - 1; run >= 0; run--) {
					const earlier = runs[run]?.data?.main?.[0]?.[at]?.pairedItem;
					at = (earlier as { item: number }).item;
				}
				rows[input[at]?.json.row as number] = json.taskId;
			}
		}
	});
	return rows;
}
