// A query that fails is repeated for some seconds before a wait takes it as failed.
import '../support/engine/fastPauses';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, IRun } from 'n8n-workflow';

import { createEngine, type NodeRun } from '../support/engine/engine';
import { DETAILS, PAGES, getTask } from '../support/engine/getTask';
import { left, loop } from '../support/engine/loop';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { inFastTime, installFastTime } from '../support/fastTime';
import type { Fault } from '../../demo-service';

const TIME = /^20\d\d-\d\d-\d\dT.*Z$/;

describe('A task whose status cannot be read', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);
	beforeAll(installFastTime);
	const run = async (node: NodeRun, engine = setup.engine) =>
		await inFastTime({ aheadMs: 0, shortLimits: false }, async () => await engine.run(node));
	const resume = async (node: NodeRun, waiting: IRun) =>
		await inFastTime(
			{ aheadMs: 0, shortLimits: false },
			async () => await setup.engine.resume(node, waiting),
		);
	const openTask = async () => await submits.fated('aiCreation', { seconds: Infinity });
	const always = (operation: string, fault: Fault) =>
		setup.service.faults.add({ operation, fault, times: Infinity });
	const wait = (taskId: string, options: IDataObject) =>
		getTask([{ taskId }], {
			whenNotFinished: 'wait',
			options: { timeLimit: 0.02, checkEvery: 1, ...options } as never,
		});

	it.each<[string, Fault, RegExp]>([
		['an outage', { kind: 'status', status: 503 }, /not available.*HTTP 503/],
		['no data', { kind: 'nullData' }, /unexpected response.*'data/],
		[
			'an unreadable page',
			{ kind: 'oddPage', page: 'textList' },
			/'data\.list' is not as specified/,
		],
		['an internal fault', { kind: 'code', code: 50000 }, /internal fault.*code 50000/],
		['an unknown code', { kind: 'code', code: 99999 }, /code 99999/],
	])(
		'comes out saying since when and why, also in the output panel: %s',
		async (_, fault, reason) => {
			const taskId = await openTask();
			always(PAGES.aiCreation, fault);
			const { json, run: execution, error } = await run(wait(taskId, {}));
			expect(error).toBeUndefined();
			expect(json).toEqual([
				{
					taskId,
					taskKind: 'aiCreation',
					state: 'inProgress',
					timedOut: true,
					statusUnknownSince: expect.stringMatching(TIME),
					statusUnknownReason: expect.stringMatching(reason),
				},
			]);
			const hints = execution.data.resultData.runData.Tested?.[0]?.hints ?? [];
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(
					/^The status of one task could not be read since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d: /,
				),
			]);
		},
		60_000,
	);

	it('fails with that reason, and not with the advice to wait longer', async () => {
		const taskId = await openTask();
		always(PAGES.aiCreation, { kind: 'status', status: 503 });
		const { error } = await run(wait(taskId, { onTimeLimit: 'fail' }));
		expect(error?.message).toBe(
			'The time limit was reached before the status of the task could be read',
		);
		expect(error?.description).toMatch(/since 20.*HTTP 503/);
		expect(error?.description).toContain(taskId);
		expect(error?.description).not.toContain('increase');
	}, 60_000);

	it.each<[string, Fault]>([
		['a refused token', { kind: 'code', code: 10400 }],
		['a path that does not exist', { kind: 'status', status: 404, body: '404 page not found' }],
		['a web page', { kind: 'html', status: 200 }],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
	])(
		'ends the wait where waiting cannot help: %s',
		async (_, fault) => {
			const taskId = await openTask();
			always(PAGES.aiCreation, fault);
			const { error } = await run(wait(taskId, { timeLimit: 60 }));
			expect(error?.message).toMatch(/^Could not look up AI tasks: /);
		},
		60_000,
	);

	it('ends the wait for a translation when the detail path of the credential does not exist', async () => {
		const taskId = await submits.fated('translation', { seconds: Infinity });
		const engine = await createEngine({
			baseUrl: setup.service.url,
			accessToken: setup.service.token,
			videoDetailPath: 'no/such/path',
		});
		const { error } = await run(
			getTask([{ taskId, taskKind: 'translation' }], { whenNotFinished: 'wait' }),
			engine,
		);
		expect(error?.message).toMatch(/^Could not look up the video: /);
	}, 60_000);

	it('goes round in a loop, says so, and forgets it when it can be read again', async () => {
		const taskId = await openTask();
		const node = loop([{ taskId, row: 7 }]);
		const remove = always(PAGES.aiCreation, { kind: 'code', code: 50000 });
		const first = await run(node);
		expect(first.run.status).toBe('waiting');
		const stored = ({ data }: IRun): IDataObject =>
			data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0]?.json ?? {};
		const { statusUnknownSince } = stored(first.run);
		expect(stored(first.run)).toMatchObject({
			taskId,
			row: 7,
			state: 'inProgress',
			statusUnknownSince: expect.stringMatching(TIME),
			statusUnknownReason: expect.stringContaining('internal fault'),
		});
		const second = await resume(node, first.run);
		expect(stored(second.run)).toMatchObject({ statusUnknownSince });
		remove();
		const third = await resume(node, second.run);
		expect(third.run.status).toBe('waiting');
		expect(stored(third.run)).not.toHaveProperty('statusUnknownSince');
		setup.service.settle(taskId);
		const last = await resume(node, third.run);
		expect(left(last.run, 1)).toEqual([
			expect.objectContaining({ taskId, row: 7, state: 'succeeded' }),
		]);
		expect(left(last.run, 1)[0]).not.toHaveProperty('waitingSince');
	}, 120_000);

	it('leaves a loop at the time limit with that reason', async () => {
		const taskId = await openTask();
		const node = loop([{ taskId, row: 7 }], { timeLimit: 30 });
		const started = Date.now();
		const first = await run(node);
		always(PAGES.aiCreation, { kind: 'code', code: 40001, retryAfter: '100' });
		const clock = jest.spyOn(Date, 'now').mockReturnValue(started + 31 * 60_000);
		const last = await resume(node, first.run);
		clock.mockRestore();
		expect(left(last.run, 2)).toEqual([
			expect.objectContaining({
				taskId,
				row: 7,
				state: 'inProgress',
				timedOut: true,
				statusUnknownReason: expect.stringContaining('code 40001'),
			}),
		]);
	}, 60_000);

	it('takes nothing from the other persons of a round', async () => {
		const items: IDataObject[] = [];
		for (let n = 0; n < 7; n++) {
			const taskId = await submits.fated('person', { seconds: 0 });
			items.push({ taskId, taskKind: 'person' });
		}
		setup.service.faults.add({
			operation: DETAILS.person,
			when: ({ query }) => (query as { id?: string }).id === items[3]?.taskId,
			fault: { kind: 'code', code: 50000 },
			times: Infinity,
		});
		const { json, error } = await run(getTask(items));
		expect(error).toBeUndefined();
		expect(json.map(({ state }) => state)).toEqual(
			items.map((_, n) => (n === 3 ? 'inProgress' : 'succeeded')),
		);
		expect(json[3]?.statusUnknownReason).toContain('internal fault');
	}, 60_000);

	it('a thousand persons cost fifty requests in a round of a loop, and each gets its turn', async () => {
		const items: IDataObject[] = [];
		for (let n = 0; n < 120; n++) {
			const taskId = await submits.fated('person', { seconds: Infinity });
			items.push({ taskId, taskKind: 'person', row: n });
		}
		const node = loop(items);
		const asked = () =>
			setup.service.journal
				.entries({ operation: DETAILS.person })
				.map(({ query }) => (query as { id?: string }).id);
		setup.service.journal.clear();
		let waiting = (await run(node)).run;
		expect(asked()).toHaveLength(50);
		expect((waiting.waitTill?.getTime() ?? 0) - Date.now()).toBeLessThan(31_000);
		({ run: waiting } = await resume(node, waiting));
		({ run: waiting } = await resume(node, waiting));
		expect(asked()).toHaveLength(150);
		expect(new Set(asked()).size).toBe(120);
		expect(waiting.status).toBe('waiting');
	}, 60_000);

	describe('of a task that the item brings finished, with Download Result', () => {
		const choices = [['now'], ['wait'], ['pauseAndLoop']];
		const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
		const finished = async () => {
			const ids = [
				await submits.fated('composedVideo', { seconds: 0 }),
				await submits.fated('composedVideo', { seconds: 0 }),
			];
			const items = ids.map((taskId) => ({ taskId, taskKind: 'composedVideo' }));
			return (await run(getTask(items))).json;
		};
		const download = (items: IDataObject[], whenNotFinished: string, more = {}) =>
			getTask(items, { whenNotFinished, downloadResult: true }, more);
		const outage: Fault = { kind: 'status', status: 503 };
		const unreadable: Fault = { kind: 'oddRow', row: 'nullStatus' };

		it.each(choices)(
			'fails its item for the files alone, and keeps the result (%s)',
			async (choice) => {
				const [other, lost] = await finished();
				always(PAGES.composedVideo, unreadable);
				setup.service.journal.clear();
				const { outputs } = await run(download([other, lost] as IDataObject[], choice, goesOn));
				const [good, bad] = outputs.flat();
				expect(good?.json).toEqual(other);
				expect(good?.binary?.data).toBeDefined();
				expect(bad?.json).toEqual({
					...lost,
					error: 'The result files could not be downloaded',
					details: {
						...lost,
						description: expect.stringMatching(
							/^The status of the task could not be read since 20.*'status'.*[^.]\. Only files.*Task ID: \d+.*has finished/,
						),
					},
				});
				expect(bad?.json.outputUrls).toEqual([expect.any(String)]);
				expect(bad?.binary).toBeUndefined();
				expect(setup.service.journal.count({ operation: PAGES.composedVideo })).toBe(
					choice === 'wait' ? 3 : 1,
				);
				if (choice === 'pauseAndLoop') {
					expect(outputs.map(({ length }) => length)).toEqual([0, 1, 1]);
				}
			},
			60_000,
		);

		it.each(choices)(
			'ends the run where the workflow is to stop, and says that the task has finished (%s)',
			async (choice) => {
				const items = await finished();
				always(PAGES.composedVideo, unreadable);
				const { error, run: execution } = await run(download(items, choice));
				expect(execution.status).toBe('error');
				expect(error?.message).toBe('The result files could not be downloaded');
				expect(error?.description).toContain('The task itself has finished');
			},
			60_000,
		);

		it.each(choices)(
			'keeps the result when the service is away (%s)',
			async (choice) => {
				const items = await finished();
				always(PAGES.composedVideo, outage);
				const { outputs, run: execution } = await run(download(items, choice, goesOn));
				expect(execution.status).toBe('success');
				expect(outputs.flat().map(({ json }) => json)).toEqual(
					items.map((item) => ({
						...item,
						error: expect.any(String),
						details: expect.objectContaining({
							...item,
							description: expect.not.stringContaining('..'),
						}),
					})),
				);
			},
			60_000,
		);

		it('is read again while others are awaited anyway', async () => {
			const [, lost] = await finished();
			const open = await submits.fated('composedVideo', { seconds: Infinity });
			const items = [lost as IDataObject, { taskId: open, taskKind: 'composedVideo' }];
			let checks = 0;
			setup.service.faults.add({
				operation: PAGES.composedVideo,
				fault: { kind: 'oddRow', row: 'nullStatus', at: 1 },
				when() {
					if (++checks === 10) setup.service.settle(open);
					return checks < 10;
				},
				times: Infinity,
			});
			const { outputs, error } = await run(download(items, 'wait'));
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json, binary }) => [json.state, binary?.data])).toEqual([
				['succeeded', expect.anything()],
				['succeeded', expect.anything()],
			]);
		}, 60_000);

		it('keeps the result of a person that is not checked in this round of a loop', async () => {
			const items: IDataObject[] = [];
			for (let n = 0; n < 60; n++) {
				const taskId = await submits.fated('person', { seconds: 0 });
				items.push({ taskId, taskKind: 'person' });
			}
			const { json } = await run(getTask(items));
			const node = loop(json);
			const { run: execution } = await run({
				...node,
				parameters: { ...node.parameters, downloadResult: true },
			});
			expect(execution.status).toBe('success');
			expect(left(execution, 0).map(({ state, outputUrls }) => [state, outputUrls])).toEqual(
				json.slice(50).map(({ outputUrls }) => ['succeeded', outputUrls]),
			);
			expect(left(execution, 1)).toHaveLength(60);
		}, 60_000);
	});
});
