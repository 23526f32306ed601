/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import {
	type IConnections,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IRun,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { DigitalHumanGetTask } from '../../nodes/GetTask/DigitalHumanGetTask.node';
import { oddRow } from '../support/engine/oddRows';
import { connectionTo, only, planned, to } from '../support/engine/nodes';
import { hintsOf, left } from '../support/engine/outputs';
import { BOTH_PATHS, compose, getTask, goingOn, loop, PAGES } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import {
	chainOf,
	createWorkflowEngine,
	type ExecutionPlan,
} from '../support/engine/workflowEngine';

const setup = setUp({ limits: false, ...BOTH_PATHS });
const { submits } = setup;

const MINUTE_MS = 60_000;

const open = { seconds: Infinity };

describe('Get Task, Pause and Loop', () => {
	const checks = () => setup.count(PAGES.aiCreation);
	const openItems = async (count: number) => await submits.items('aiCreation', count, open);
	const idsOf = (items: IDataObject[]) => items.map(({ taskId }) => taskId);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'does not go round where the node fails as a whole: %s',
		async (onError) => {
			const items = await openItems(2);
			const broken = { checkEvery: '={{ $json.none ?? -4 }}' };
			const { run } = await setup.engine.run(
				loop(items, broken, { settings: { onError, alwaysOutputData: true } }),
			);
			expect(run.data.resultData.runData.Tested).toHaveLength(1);
			const error = expect.stringContaining("'Check Every (Seconds)'");
			const failed = [2, 3].flatMap((output) => left(run, output));
			expect(failed).toMatchObject(items.map((item) => ({ ...item, error })));
		},
	);

	it("checks once with 'Execute step', says so, and does not pause", async () => {
		const items = [await submits.item('lipSync', open), await submits.item('lipSync')];
		const [unfinished, done] = idsOf(items);
		const more = { loop: false, step: true, mode: 'manual' as const };
		for (const some of [items, items.slice(0, 1)]) {
			const result = await setup.run(loop(some, {}, more));
			expect(result.run.status).toBe('success');
			const ids = result.outputs.map((output) => idsOf(output.map(({ json }) => json)));
			expect(ids).toEqual([[unfinished], some.length > 1 ? [done] : [], []]);
			expect(hintsOf(result)).toEqual([
				expect.stringMatching(/^'Execute step' checks the tasks once.*'Execute workflow'$/),
			]);
		}
	});

	it('is refused in an evaluation, where n8n waits for no pause', async () => {
		await setup.refuses(
			loop([{ taskId: '1', taskKind: 'aiCreation' }], {}, { mode: 'evaluation' }),
			"'Pause and Loop' does not work in evaluations",
		);
	});

	const NEEDS = "needs a connection from 'In Progress' back to 'Loop'";
	const HERE = "needs a connection from 'In Progress' back to this node";
	const ONLY = "Only 'In Progress' may lead back to 'Loop'";
	const DEACTIVATED = "'Loop' is deactivated, so n8n";
	const allBack: IConnections = { Loop: { main: [to('Loop'), to('Loop')] } };

	const list = { operation: 'getAll', whenNotFinished: 'pauseAndLoop' };

	/** What comes of a workflow of Compose Video and some nodes; 'Submit' gets one item. */
	const built = async (nodes: INode[], connections: IConnections, plan: Partial<ExecutionPlan>) => {
		const engine = await createWorkflowEngine(setup.credential);
		const submit = chainOf([{}], { name: 'Submit', ...compose({ completion: 'return' }) });
		const workflow = {
			nodes: [...submit.nodes, ...nodes],
			connections: { ...submit.connections, ...connections },
		};
		return await engine.start({ workflow, id: 'execution', ...plan }).done;
	};

	it.each<['manual' | 'trigger', IConnections, Partial<INode>, string, number, string?]>([
		['manual', {}, {}, NEEDS, 0],
		['trigger', {}, {}, HERE, 1],
		['manual', { Loop: connectionTo('Submit') }, {}, NEEDS, 0],
		['trigger', { Loop: connectionTo('Submit') }, {}, HERE, 1],
		['trigger', { Loop: connectionTo('Over'), Over: connectionTo('Loop') }, {}, HERE, 1],
		['manual', allBack, {}, ONLY, 0],
		['trigger', allBack, { onError: 'continueRegularOutput' }, ONLY, 1],
		['manual', { Loop: connectionTo('Loop') }, { disabled: true }, DEACTIVATED, 0],
		['trigger', { Loop: connectionTo('Loop') }, { disabled: true }, DEACTIVATED, 0],
		['manual', { Loop: { main: [[], to('Next')] }, Next: connectionTo('Loop') }, {}, NEEDS, 0],
		['trigger', { Loop: connectionTo('Next'), Next: connectionTo('Loop') }, {}, '', 1],
		['manual', {}, {}, '', 1, 'Submit'],
		['manual', {}, { parameters: list }, '', 1],
	])(
		'is refused early only while it is built: %s, %j, %j',
		async (mode, connections, settings, message, submitted, step = '') => {
			setup.service.fate({ seconds: 0 });
			const looping = { whenNotFinished: 'pauseAndLoop', downloadResult: false };
			const nodes = [
				planned('Over', 'splitInBatches'),
				planned('Next', 'items'),
				{ ...planned('Loop', 'digitalHumanGetTask', looping), ...settings },
			];
			const lines = { Submit: connectionTo('Loop'), ...connections };
			const run = await built(nodes, lines, { mode, step });
			expect(run.status).toBe(message ? 'error' : 'success');
			const { message: title = '', description } = run.data.resultData.error ?? {};
			expect(title).toContain(message);
			expect(description?.includes('Nothing was submitted.') ?? false).toBe(submitted === 0);
			if (message === HERE)
				expect(description).toContain("Connect the output 'In Progress' of 'Loop'");
			// The look-ups of the voice and the person, and the submit.
			if (message) expect(setup.count()).toBe(3 * submitted);
			expect(setup.count('create_video')).toBe(submitted);
		},
	);

	it.each<[number, INodeParameters, string, boolean?]>([
		[1, { taskKinds: ['composedVideo'], triggerOn: 'finished' }, 'items', true],
		[0, { taskKinds: ['composedVideo', 'lipSync'], triggerOn: 'finished' }, 'items'],
		[1, { taskKinds: ['lipSync'], triggerOn: 'finished' }, 'items'],
		[1, { taskKinds: ['composedVideo'], triggerOn: 'failed' }, 'items'],
		[1, { taskKinds: ['composedVideo'], triggerOn: 'finished' }, 'filter'],
	])(
		'submits %i videos behind a poll trigger with %j and %s',
		async (submitted, trigger, between, disabled = false) => {
			const polling = planned('Polling', 'digitalHumanTaskPollTrigger', trigger);
			const nodes = [{ ...polling, disabled }, planned('Between', between)];
			const lines = { Polling: connectionTo('Between'), Between: connectionTo('Submit') };
			const run = await built(nodes, lines, { mode: 'trigger' });
			const { error } = run.data.resultData;
			expect(setup.count('create_video')).toBe(submitted);
			if (submitted === 0)
				expect(error?.message).toMatch(/^'Polling' would start this workflow again/);
			else expect(error).toBeUndefined();
		},
	);

	it('pauses while nothing is finished, keeps the items with their IDs, and notes what it waits for', async () => {
		const items = await openItems(3);
		const own = { title: 'mine' };
		const looping = await setup.looping(loop(items.map((item) => ({ ...item, ...own }))));
		expect(looping.pauseMs).toBeGreaterThan(25_000);
		expect(looping.pauseMs).toBeLessThan(120_000);
		expect(looping.waiting).toEqual(
			items.map((item) => ({
				...item,
				title: 'mine',
				state: 'inProgress',
				serviceStatus: 'Queued',
				createdAt: expect.any(String),
			})),
		);
		expect(checks()).toBe(1);
	});

	it('puts each of 60 tasks out once through the right output, paired to its input item', async () => {
		const items = await openItems(60);
		const ids = idsOf(items);
		// n8n would put an empty item into the loop in the end.
		const settings = { alwaysOutputData: true };
		const rows = items.map((item, row) => ({ ...item, row }));
		const looping = await setup.looping(loop(rows, {}, { settings }));
		for (const round of range(6)) {
			for (const n of range(round * 10, round * 10 + 10)) {
				const fate = n % 3 === 0 ? { outcome: 'Fail', errMsg: 'no' } : {};
				setup.service.settle(String(ids[n]), fate);
			}
			setup.service.journal.clear();
			await looping.next();
			// One check that finds ten finished tasks, and one of those that are left.
			const pending = 60 - round * 10;
			const requests = (count: number) => Math.ceil(count / 50);
			expect(checks()).toBe(requests(pending) + requests(pending - 10));
		}
		expect(looping.status).toBe('success');
		const succeeded = { state: 'succeeded' };
		const failed = { state: 'failed', errorMessage: 'no' };
		const expected = (rest: number[], state: object) =>
			ids.filter((_, n) => rest.includes(n % 3)).map((taskId) => ({ taskId, ...state }));
		expect(looping.left(1)).toMatchObject(expected([1, 2], succeeded));
		expect(looping.left(2)).toMatchObject(expected([0], failed));
		expect(rowsOf(looping.run)).toEqual(ids);
	});

	it('outputs invalid items through Failed when the workflow continues', async () => {
		const items = [{ taskId: '' }, ...(await openItems(1))];
		const looping = await setup.looping(loop(items, {}, goingOn));
		expect(looping.left(2)).toEqual([expect.objectContaining({ error: "'Task ID' is missing" })]);
	});

	it('loses no item of a node that has an error output', async () => {
		const items = await openItems(3);
		const settings = { onError: 'continueErrorOutput' } as const;
		const looping = await setup.looping(loop(items, {}, { settings }));
		setup.settleAll();
		await looping.next();
		expect(idsOf(looping.left(1))).toEqual(idsOf(items));
	});

	it.each([
		['passes all fields on', (json: IDataObject) => json],
		// As an Edit Fields node in the loop, of which nobody would think that it matters to the time limit.
		['passes only the ID on', ({ taskId }: IDataObject) => ({ taskId })],
	])('leaves through Failed at the limit of all rounds: a loop that %s', async (_, passedOn) => {
		const [item = {}] = await openItems(1);
		const started = Date.now();
		const looping = await setup.looping(loop([item], { timeLimit: 30 }));
		looping.change(passedOn);
		// The next pause would reach beyond the limit.
		await looping.next(29 * MINUTE_MS);
		const limit = looping.run.waitTill?.getTime() ?? 0;
		expect(limit - started).toBeLessThanOrEqual(30 * MINUTE_MS + 5_000);
		looping.change(passedOn);
		await looping.next(2 * MINUTE_MS);
		expect(looping.status).toBe('success');
		expect(looping.left(2)).toMatchObject([{ ...item, state: 'inProgress', timedOut: true }]);
	});

	it('awaits a task anew in a retry, whatever time the original has waited', async () => {
		const item = await setup.submits.item('composedVideo', { seconds: Infinity });
		const looping = loop([], { timeLimit: 30 });
		const { nodes, connections } = chainOf([item], { name: 'Loop', ...looping });
		const workflow = { nodes, connections: { ...connections, Loop: connectionTo('Loop') } };
		const engine = await createWorkflowEngine(setup.credential);
		const { data } = await engine.start({ workflow, id: '1' }).done;
		await delay(2_400_000);
		const stored = JSON.stringify(data);
		const retried = await engine.start({ workflow, id: '2', mode: 'retry', stored }).done;
		expect(retried.status).toBe('waiting');
	});

	it('awaits a task anew that a longer way leads back from Failed, while others are still in the loop', async () => {
		const [early = {}, late = {}] = await openItems(2);
		const looping = await setup.looping(loop([early], { timeLimit: 30 }));
		await looping.next(20 * MINUTE_MS);
		looping.add(late);
		await looping.next(5 * MINUTE_MS);
		await looping.next(6 * MINUTE_MS);
		expect(looping.left(2)).toMatchObject([{ ...early, timedOut: true }]);
		expect(idsOf(looping.waiting)).toEqual(idsOf([late]));
		looping.add(early);
		await looping.next(5 * MINUTE_MS);
		expect(idsOf(looping.waiting)).toEqual(idsOf([late, early]));
	});

	it('checks again at the time that the user sets', async () => {
		const looping = await setup.looping(loop(await openItems(1), { checkEvery: 600 }));
		expect(looping.pauseMs).toBeGreaterThan(590_000);
		expect(looping.pauseMs).toBeLessThan(620_000);
	});

	// A row of a table has columns that are empty, or are its own.
	const row = {
		taskKind: 'composedVideo',
		state: 'inProgress',
		error: null,
		createdAt: '2026-02-02T10:00:00Z',
	};

	it.each([
		[{}, 'task'],
		[row, 'composed video'],
	])('does not give up at once on a task that is not in the list yet: %j', async (more, word) => {
		const looping = await setup.looping(loop([{ taskId: '404', ...more }]));
		const { error } = await looping.next(90_000);
		expect(error?.message).toContain(`has no ${word} with the ID '404'`);
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

describe('Outputs of Get Task', () => {
	const namesOf = (parameters: INodeParameters) => {
		const type = new DigitalHumanGetTask();
		const node = planned('Get Task', 'digitalHumanGetTask', parameters);
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
});

const TIME = /^20\d\d-\d\d-\d\dT.*Z$/;

describe('A task whose status cannot be read', () => {
	const openItem = async () => await submits.item('aiCreation', open);
	const wait = (item: IDataObject, options: INodeParameters = {}) =>
		getTask([item], {
			whenNotFinished: 'wait',
			options: { timeLimit: 0.02, checkEvery: 1, ...options },
		});

	it.each<[string, Fault, RegExp]>([
		['an outage', { kind: 'status', status: 503 }, /not available.*HTTP 503/],
		['an unknown code', { kind: 'code', code: 99999 }, /code 99999/],
	])('says since when and why, also in the output panel: %s', async (_, fault, reason) => {
		const item = await openItem();
		setup.always(PAGES.aiCreation, fault);
		const result = await setup.run(wait(item));
		expect(result.json).toEqual([
			{
				...item,
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
		const item = await openItem();
		setup.always(PAGES.aiCreation, { kind: 'status', status: 503 });
		const { error } = await setup.fails(
			wait(item, { onTimeLimit: 'fail' }),
			/^The time limit was reached before the status of the task could be read$/,
		);
		expect(error.description).toMatch(/since 20.*HTTP 503/);
		expect(error.description).toContain(item.taskId);
		expect(error.description).not.toContain('increase');
	});

	it('goes round in a loop, says so, and forgets it when it can be read again', async () => {
		const item = { ...(await openItem()), row: 7 };
		const remove = setup.always(PAGES.aiCreation, { kind: 'code', code: 50000 });
		const looping = await setup.looping(loop([item]));
		const [{ statusUnknownSince } = {}] = looping.waiting;
		expect(statusUnknownSince).toMatch(TIME);
		const statusUnknownReason = expect.stringContaining('internal fault');
		expect(looping.waiting).toMatchObject([{ ...item, state: 'inProgress', statusUnknownReason }]);
		await looping.next();
		expect(looping.waiting).toMatchObject([{ statusUnknownSince }]);
		remove();
		await looping.next();
		expect(looping.status).toBe('waiting');
		expect(looping.waiting[0]).not.toHaveProperty('statusUnknownSince');
		setup.settleAll();
		await looping.next();
		expect(looping.left(1)).toMatchObject([{ ...item, state: 'succeeded' }]);
	});

	it('leaves a loop at the time limit with that reason', async () => {
		const item = { ...(await openItem()), row: 7 };
		const looping = await setup.looping(loop([item], { timeLimit: 30 }));
		setup.always(PAGES.aiCreation, { kind: 'code', code: 40001, retryAfter: '100' });
		await looping.next(31 * MINUTE_MS);
		const statusUnknownReason = expect.stringContaining('code 40001');
		const given = { ...item, state: 'inProgress', timedOut: true, statusUnknownReason };
		expect(looping.left(2)).toEqual([expect.objectContaining(given)]);
	});

	describe('of a task that the item brings finished, with Download Result', () => {
		const choices = ['now', 'wait', 'pauseAndLoop'];
		const finished = async () =>
			(await setup.run(getTask(await submits.items('composedVideo', 2, { seconds: 0 })))).json;
		const download = (items: IDataObject[], whenNotFinished: string, more = {}) =>
			getTask(items, { whenNotFinished, downloadResult: true }, more);
		const unreadable = oddRow('nullStatus');

		it.each(choices)('fails its item for the files, and keeps the result (%s)', async (choice) => {
			const [other, lost] = await finished();
			setup.always(PAGES.composedVideo, unreadable);
			setup.service.journal.clear();
			const node = download([other, lost] as IDataObject[], choice, goingOn);
			const { outputs } = await setup.engine.run(node);
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
			expect(setup.count(PAGES.composedVideo)).toBe(5);
			if (choice !== 'pauseAndLoop') return;
			expect(outputs.map(({ length }) => length)).toEqual([0, 1, 1]);
		});

		it.each(choices)('ends the run, and says that the task has finished (%s)', async (choice) => {
			const node = download(await finished(), choice);
			setup.always(PAGES.composedVideo, unreadable);
			const title = /^The result files could not be downloaded \[item 2 of 2\]$/;
			const { error, run } = await setup.fails(node, title);
			expect(run.status).toBe('error');
			expect(error.description).toContain('The task itself has finished');
		});
	});
});
