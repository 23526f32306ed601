import { describe, expect, it, jest } from '@jest/globals';
import { get, range } from 'lodash';
import {
	type IDataObject,
	type INode,
	type INodeParameters,
	type IRun,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { setUp } from '../support/engine/setup';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	compose,
	DETAILS,
	getTask,
	goingOn,
	loop,
	PAGES,
} from '../support/engine/runs';
import { line, only, planned } from '../support/engine/nodes';
import { createWorkflowEngine } from '../support/engine/workflowEngine';
import { DigitalHumanGetTask } from '../../nodes/GetTask/DigitalHumanGetTask.node';
import { fastTime, inFastTime } from '../support/clock';
import { createEngine, type NodeRun } from '../support/engine/engine';
import type { Fault } from '../../demo-service';

describe('Get Task, Pause and Loop', () => {
	const setup = setUp({ limits: false });

	it('refuses to start without its line back, and says what to connect', async () => {
		const id = await setup.submits.fated('lipSync', { seconds: Infinity });
		setup.service.journal.clear();
		const item = { taskId: id, taskKind: 'lipSync' };
		const { error, run } = await setup.engine.run(loop([item], {}, { loop: false }));
		expect(run.status).toBe('error');
		expect(error?.message).toBe(
			"'Pause and Loop' needs a connection from 'In Progress' back to this node",
		);
		expect(error?.description).toContain("Connect the output 'In Progress' of 'Tested'");
		expect(setup.requests()).toEqual([]);
	});

	it("checks once with 'Execute step', says so, and does not pause", async () => {
		const items = [
			...(await setup.submits.items('lipSync', 1, { seconds: Infinity })),
			...(await setup.submits.items('lipSync', 1, { seconds: 0 })),
		];
		const [open, done] = items.map(({ taskId }) => taskId);
		const more = { loop: false, step: true, mode: 'manual' as const };
		for (const some of [items, items.slice(0, 1)]) {
			const result = await setup.engine.run(loop(some, {}, more));
			const { run, outputs } = result;
			expect(run.status).toBe('success');
			const ids = outputs.map((output) => output.map(({ json }) => json.taskId));
			expect(ids).toEqual([[open], some.length > 1 ? [done] : [], []]);
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(/^'Execute step' checks the tasks once.*'Execute workflow'$/),
			]);
		}
	});

	it.each([
		['manual', 'error', []],
		['trigger', 'error', ['a submit']],
	] as const)('is refused early only while it is built: %s', async (mode, status, submitted) => {
		const engine = await createWorkflowEngine(setup.credential);
		const { type, parameters } = compose({ completion: 'return' });
		const looping = { whenNotFinished: 'pauseAndLoop', downloadResult: false };
		const workflow = {
			nodes: [
				planned('Input', 'items', { items: [{ json: {} }] }),
				planned('Submit', type, parameters),
				planned('Loop', 'digitalHumanGetTask', looping),
			],
			connections: { Input: line('Submit'), Submit: line('Loop') },
		};
		setup.service.journal.clear();
		const run = await engine.start({ workflow, id: 'execution', mode }).done;
		expect(run.status).toBe(status);
		const { error } = run.data.resultData;
		expect(error?.message).toContain("needs a connection from 'In Progress' back to ");
		expect(error?.description?.startsWith('Nothing was submitted.')).toBe(mode === 'manual');
		expect(setup.requests('create_video').map(() => 'a submit')).toEqual(submitted);
	});

	it('notes for the editor what it waits for', async () => {
		const { submits } = setup;
		const id = await submits.fated('lipSync', { seconds: Infinity });
		const { run } = await setup.engine.run(loop([{ taskId: id, taskKind: 'lipSync' }]));
		expect(run.data.resultData.runData.Tested?.at(-1)?.metadata?.resumeUrl).toContain(
			`#${encodeURIComponent('Waiting for 1 lip-sync video')}`,
		);
	});
	const { submits } = setup;
	const checks = () => setup.count(PAGES.aiCreation);

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
		expect(storedItems(run).map(({ json }) => json)).toEqual(
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
		const [succeeded, failed] = [left(run, 1), left(run, 2)];
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
		const { run } = await setup.engine.run(loop([{ taskId: '' }, { taskId }], {}, goingOn));
		expect(run.status).toBe('waiting');
		expect(left(run, 2)).toEqual([expect.objectContaining({ error: "'Task ID' is missing" })]);
	});

	it('puts a task out through Failed whose file cannot be downloaded, when the workflow continues', async () => {
		const items = await submits.items('lipSync', 1, { seconds: 0, result: 'missing' });
		const [{ taskId } = { taskId: '' }] = items;
		const download = { whenNotFinished: 'pauseAndLoop', downloadResult: true };
		const { run } = await setup.engine.run(getTask(items, download, goingOn));
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
		const items = ids.map((taskId) => ({ taskId }));
		const node = loop(items, {}, { settings: { onError: 'continueErrorOutput' } });
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

describe('Get Task, Pause and Loop, limits', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const openTask = async () => await submits.fated('aiCreation', { seconds: Infinity });

	it('gives up through Failed at the time limit, which counts over all rounds', async () => {
		const taskId = await openTask();
		const node = loop([{ taskId }], { timeLimit: 30 });
		const started = Date.now();
		let { run } = await setup.engine.run(node);
		const clock = jest.spyOn(Date, 'now');
		// The next pause would reach beyond the limit.
		clock.mockReturnValue(started + 29 * 60_000);
		({ run } = await setup.engine.resume(node, run));
		expect(run.status).toBe('waiting');
		const limit = run.waitTill?.getTime() ?? 0;
		expect(limit - started).toBeLessThanOrEqual(30 * 60_000 + 5_000);
		clock.mockReturnValue(started + 31 * 60_000);
		({ run } = await setup.engine.resume(node, run));
		clock.mockRestore();
		expect(run.status).toBe('success');
		expect(left(run, 2)).toEqual([
			expect.objectContaining({ taskId, state: 'inProgress', timedOut: true }),
		]);
	});

	it('checks again at the time that the user sets', async () => {
		const taskId = await openTask();
		const before = Date.now();
		const { run } = await setup.engine.run(loop([{ taskId }], { checkEvery: 600 }));
		const inMs = (run.waitTill?.getTime() ?? 0) - before;
		expect(inMs).toBeGreaterThanOrEqual(600_000);
		expect(inMs).toBeLessThan(620_000);
	});

	it('continues waiting while the service cannot be reached', async () => {
		const taskId = await openTask();
		setup.fault(PAGES.aiCreation, { kind: 'status', status: 503 }, { times: Infinity });
		const { run } = await setup.engine.run(loop([{ taskId }]));
		expect(run.status).toBe('waiting');
	});

	it('does not give up at once on a task that is not in the list yet', async () => {
		const node = loop([{ taskId: '404' }]);
		const started = Date.now();
		const first = await setup.engine.run(node);
		expect(first.run.status).toBe('waiting');
		const clock = jest.spyOn(Date, 'now').mockReturnValue(started + 90_000);
		const { error } = await setup.engine.resume(node, first.run);
		clock.mockRestore();
		expect(error?.message).toContain("has no AI task with the ID '404'");
	});
});

describe('Get Task, Pause and Loop, with tasks that each take a request', () => {
	const setup = setUp({ limits: false, videoDetailPath: DETAILS.translation });

	it('checks fifty in each round, in turn, and all of them at their time limit', async () => {
		const { submits } = setup;
		const items = await submits.items('translation', 60, { seconds: Infinity });
		const ids = items.map(({ taskId }) => taskId);
		const node = loop(items, { timeLimit: 30 });
		let { run } = await setup.engine.run(node);
		/** Which of the tasks the next round asks for. */
		const nextRound = async () => {
			setup.service.journal.clear();
			({ run } = await setup.engine.resume(node, run));
			const asked = setup.requests(DETAILS.translation);
			return asked.map(({ query }) => ids.indexOf(String(query.id))).sort((a, b) => a - b);
		};
		expect(await nextRound()).toEqual([...range(0, 40), ...range(50, 60)]);
		expect(run.status).toBe('waiting');

		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 20 * 60_000);
		// The others wait for their turn, so the pause does not grow with the time waited.
		await nextRound();
		expect((run.waitTill?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(30_000);

		clock.mockImplementation(() => now() + 31 * 60_000);
		setup.service.settle(ids[45] ?? '');
		expect(await nextRound()).toEqual(range(60));
		expect(run.status).toBe('success');
		expect(left(run, 1).map(({ taskId }) => taskId)).toEqual([ids[45]]);
		expect(left(run, 2)).toHaveLength(59);
	});
});

describe('Get Task, Pause and Loop, with more tasks than one round covers', () => {
	const setup = setUp({ limits: false, videoDetailPath: DETAILS.translation });

	it('keeps each item paired to its input over the pauses', async () => {
		const { submits } = setup;
		const items = await submits.items('translation', 60, { seconds: Infinity });
		const node = loop(items.map((item, row) => ({ ...item, row })));
		let { run } = await setup.engine.run(node);
		for (const pause of range(2)) {
			expect(run.status).toBe('waiting');
			({ run } = await setup.engine.resume(node, run));
			const { Tested = [], Input = [] } = run.data.resultData.runData;
			// What the pause has passed through 'In Progress': n8n has paired it by its place.
			const passed = Tested[pause]?.data?.main?.[0] ?? [];
			const input = Input[0]?.data?.main?.[0] ?? [];
			expect(passed).toHaveLength(60);
			for (const { json, pairedItem } of passed) {
				const { item } = pairedItem as { item: number };
				expect(input[item]?.json.row).toBe(json.row);
			}
		}
	});
});

describe('Outputs of Get Task', () => {
	const namesOf = (parameters: INodeParameters, onError?: INode['onError']) => {
		const type = new DigitalHumanGetTask();
		const node: INode = { ...planned('Get Task', 'digitalHumanGetTask', parameters), onError };
		const nodeTypes = only(type);
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return NodeHelpers.getNodeOutputs(workflow, node, type.description).map((output) =>
			typeof output === 'string' ? output : output.displayName,
		);
	};

	it.each([
		[{ operation: 'get', whenNotFinished: 'now' }, ['main']],
		[{ operation: 'get', whenNotFinished: 'wait' }, ['main']],
		[{ operation: 'getAll', whenNotFinished: 'pauseAndLoop' }, ['main']],
		[{ operation: 'get', whenNotFinished: 'pauseAndLoop' }, ['In Progress', 'Succeeded', 'Failed']],
	])('with %j are %j', (parameters, names) => {
		expect(namesOf(parameters)).toEqual(names);
	});

	it("have n8n's own error output behind them", () => {
		const parameters = { operation: 'get', whenNotFinished: 'pauseAndLoop' };
		expect(namesOf(parameters, 'continueErrorOutput')).toHaveLength(4);
	});
});

const TIME = /^20\d\d-\d\d-\d\dT.*Z$/;

describe('A task whose status cannot be read', () => {
	fastTime();
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;
	const fast = async <T>(work: () => Promise<T>) =>
		await inFastTime({ aheadMs: 0, shortLimits: false }, work);
	const run = async (node: NodeRun, engine = setup.engine) =>
		await fast(async () => await engine.run(node));
	const resume = async (node: NodeRun, waiting: IRun) =>
		await fast(async () => await setup.engine.resume(node, waiting));
	const openTask = async () => await submits.fated('aiCreation', { seconds: Infinity });
	const always = (operation: string, fault: Fault) =>
		setup.fault(operation, fault, { times: Infinity });
	const wait = (taskId: string, options: IDataObject) =>
		getTask([{ taskId }], {
			whenNotFinished: 'wait',
			options: { timeLimit: 0.02, checkEvery: 1, ...options } as never,
		});

	it.each<[string, Fault, RegExp]>([
		['an outage', { kind: 'status', status: 503 }, /not available.*HTTP 503/],
		['no data', { kind: 'nullData' }, /unexpected response.*'data/],
		['an odd page', { kind: 'oddPage', page: 'textList' }, /'data\.list' is not as specified/],
		['an internal fault', { kind: 'code', code: 50000 }, /internal fault.*code 50000/],
		['an unknown code', { kind: 'code', code: 99999 }, /code 99999/],
	])('says since when and why, also in the output panel: %s', async (_, fault, reason) => {
		const taskId = await openTask();
		always(PAGES.aiCreation, fault);
		const result = await run(wait(taskId, {}));
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([
			{
				taskId,
				taskKind: 'aiCreation',
				state: 'inProgress',
				timedOut: true,
				statusUnknownSince: expect.stringMatching(TIME),
				statusUnknownReason: expect.stringMatching(reason),
			},
		]);
		const since =
			/^The status of one task could not be read since 20\d\d(-\d\d){2} \d\d(:\d\d){2}: /;
		expect(hintsOf(result)).toEqual([expect.stringMatching(since)]);
	});

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
	});

	it.each<[string, Fault]>([
		['a refused token', { kind: 'code', code: 10400 }],
		['a path that does not exist', { kind: 'status', status: 404, body: '404 page not found' }],
		['a web page', { kind: 'html', status: 200 }],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
	])('ends the wait where waiting cannot help: %s', async (_, fault) => {
		const taskId = await openTask();
		always(PAGES.aiCreation, fault);
		const { error } = await run(wait(taskId, { timeLimit: 60 }));
		expect(error?.message).toMatch(/^Could not look up AI tasks: /);
	});

	it('ends the wait for a translation when the detail path of the credential does not exist', async () => {
		const items = await submits.items('translation', 1, { seconds: Infinity });
		const engine = await createEngine({ ...setup.credential, videoDetailPath: 'no/such/path' });
		const { error } = await run(getTask(items, { whenNotFinished: 'wait' }), engine);
		expect(error?.message).toMatch(/^Could not look up the video: /);
	});

	it('goes round in a loop, says so, and forgets it when it can be read again', async () => {
		const taskId = await openTask();
		const node = loop([{ taskId, row: 7 }]);
		const remove = always(PAGES.aiCreation, { kind: 'code', code: 50000 });
		const first = await run(node);
		expect(first.run.status).toBe('waiting');
		const stored = (waiting: IRun): IDataObject => storedItems(waiting)[0]?.json ?? {};
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
	});

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
	});

	it('takes nothing from the other persons of a round', async () => {
		const items = await submits.items('person', 7, { seconds: 0 });
		setup.fault(
			DETAILS.person,
			{ kind: 'code', code: 50000 },
			{ when: ({ query }) => (query as { id?: string }).id === items[3]?.taskId, times: Infinity },
		);
		const { json, error } = await run(getTask(items));
		expect(error).toBeUndefined();
		expect(json.map(({ state }) => state)).toEqual(
			items.map((_, n) => (n === 3 ? 'inProgress' : 'succeeded')),
		);
		expect(json[3]?.statusUnknownReason).toContain('internal fault');
	});

	it('a thousand persons cost fifty requests in a round of a loop, and each gets its turn', async () => {
		const node = loop(await submits.items('person', 120, { seconds: Infinity }));
		const asked = () =>
			setup.requests(DETAILS.person).map(({ query }) => (query as { id?: string }).id);
		setup.service.journal.clear();
		let waiting = (await run(node)).run;
		expect(asked()).toHaveLength(50);
		expect((waiting.waitTill?.getTime() ?? 0) - Date.now()).toBeLessThan(31_000);
		({ run: waiting } = await resume(node, waiting));
		({ run: waiting } = await resume(node, waiting));
		expect(asked()).toHaveLength(150);
		expect(new Set(asked()).size).toBe(120);
		expect(waiting.status).toBe('waiting');
	});

	describe('of a task that the item brings finished, with Download Result', () => {
		const choices = ['now', 'wait', 'pauseAndLoop'];
		const finished = async () =>
			(await run(getTask(await submits.items('composedVideo', 2, { seconds: 0 })))).json;
		const download = (items: IDataObject[], whenNotFinished: string, more = {}) =>
			getTask(items, { whenNotFinished, downloadResult: true }, more);
		const outage: Fault = { kind: 'status', status: 503 };
		const unreadable = { kind: 'oddRow', row: 'nullStatus' } as const;

		it.each(choices)('fails its item for the files, and keeps the result (%s)', async (choice) => {
			const [other, lost] = await finished();
			always(PAGES.composedVideo, unreadable);
			setup.service.journal.clear();
			const { outputs } = await run(download([other, lost] as IDataObject[], choice, goingOn));
			const [good, bad] = outputs.flat();
			expect(good?.json).toEqual(other);
			expect(good?.binary?.data).toBeDefined();
			const why =
				/^The status of the task could not be read since 20.*reports no status\. Only files.*Task ID: \d+.*has finished/;
			expect(bad?.json).toEqual({
				...lost,
				error: 'The result files could not be downloaded',
				details: { ...lost, description: expect.stringMatching(why) },
			});
			expect(bad?.json.outputUrls).toEqual([expect.any(String)]);
			expect(bad?.binary).toBeUndefined();
			expect(setup.count(PAGES.composedVideo)).toBe(choice === 'wait' ? 3 : 1);
			if (choice !== 'pauseAndLoop') return;
			expect(outputs.map(({ length }) => length)).toEqual([0, 1, 1]);
		});

		it.each(choices)('ends the run, and says that the task has finished (%s)', async (choice) => {
			const items = await finished();
			always(PAGES.composedVideo, unreadable);
			const { error, run: execution } = await run(download(items, choice));
			expect(execution.status).toBe('error');
			expect(error?.message).toBe('The result files could not be downloaded [item 2 of 2]');
			expect(error?.description).toContain('The task itself has finished');
		});

		it.each(choices)('keeps the result when the service is away (%s)', async (choice) => {
			const items = await finished();
			always(PAGES.composedVideo, outage);
			const { outputs, run: execution } = await run(download(items, choice, goingOn));
			expect(execution.status).toBe('success');
			const description = expect.not.stringContaining('..');
			expect(outputs.flat().map(({ json }) => json)).toEqual(
				items.map((item) => ({
					...item,
					error: expect.any(String),
					details: expect.objectContaining({ ...item, description }),
				})),
			);
		});

		it('is read again while others are awaited anyway', async () => {
			const [, lost] = await finished();
			const open = await submits.fated('composedVideo', { seconds: Infinity });
			const items = [lost as IDataObject, { taskId: open, taskKind: 'composedVideo' }];
			let checks = 0;
			const when = () => {
				if (++checks === 10) setup.service.settle(open);
				return checks < 10;
			};
			setup.fault(PAGES.composedVideo, { ...unreadable, at: 1 }, { when, times: Infinity });
			const { outputs, error } = await run(download(items, 'wait'));
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json, binary }) => [json.state, binary?.data])).toEqual([
				['succeeded', expect.anything()],
				['succeeded', expect.anything()],
			]);
		});

		it('keeps the result of a person that is not checked in this round of a loop', async () => {
			const { json } = await run(getTask(await submits.items('person', 60, { seconds: 0 })));
			const { run: execution } = await run(download(json, 'pauseAndLoop'));
			expect(execution.status).toBe('success');
			expect(left(execution, 0).map(({ state, outputUrls }) => [state, outputUrls])).toEqual(
				json.slice(50).map(({ outputUrls }) => ['succeeded', outputUrls]),
			);
			expect(left(execution, 1)).toHaveLength(60);
		});
	});
});
