import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { range } from 'lodash';
import { setUp } from '../support/engine/setup';
import { type Kind, KINDS } from '../support/engine/submits';
import { errorText, hintsOf, left, pairsOf } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	byId,
	compose,
	DETAILS,
	getMany,
	getTask,
	goingOn,
	loop,
	PAGES,
} from '../support/engine/runs';
import { type Limit, operations } from '../../nodes/shared/service/endpoints';
import type { NodeRun, NodeRunResult } from '../support/engine/engine';
import { callPaused } from '../support/engine/webhook';

describe('Get Task', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;
	const reads = (operation: string) => setup.count(operation);
	beforeEach(() => setup.service.journal.clear());

	it('passes a task that is final in the input through without a request', async () => {
		const done = {
			taskId: '1',
			taskKind: 'lipSync',
			state: 'succeeded',
			url: 'https://example.com/a.mp4',
			outputUrls: ['https://example.com/a.mp4'],
			reference: 'row 7',
		};
		const file = { data: 'YQ==', mimeType: 'video/mp4', fileName: 'a.mp4' };
		const { outputs } = await setup.run(
			getTask([], {}, { items: [{ json: done, binary: { data: file } }] }),
		);
		expect(outputs[0]).toEqual([{ json: done, binary: { data: file }, pairedItem: { item: 0 } }]);
		expect(setup.count()).toBe(0);
	});

	it.each(['now', 'wait'])('finds a task whose kind nobody names (%s)', async (whenNotFinished) => {
		const kinds = ['composedVideo', 'aiCreation', 'lipSync'] as const;
		const expected: string[][] = [];
		for (const kind of kinds) {
			expected.push([await submits.fated(kind, { seconds: 0 }), kind, 'succeeded']);
		}
		const items = [...expected, ['404']].map(([taskId]) => ({ taskId }));
		const { outputs } = await setup.engine.run(getTask(items, { whenNotFinished }, goingOn));
		const found = outputs.flat().map(({ json }) => [json.taskId, json.taskKind, json.state]);
		expect(found.slice(0, 3)).toEqual(expected);
		expect(found[3]?.[0]).toBe('404');
	});

	it('searches the other kinds once', async () => {
		setup.service.journal.clear();
		const taskId = await submits.fated('lipSync', { seconds: 20 });
		const options = { checkEvery: 1 };
		await setup.engine.run(getTask([{ taskId }], { whenNotFinished: 'wait', options }));
		expect(setup.service.journal.count({ operation: PAGES.composedVideo })).toBe(1);
		expect(setup.service.journal.count({ operation: PAGES.aiCreation })).toBe(1);
	}, 90_000);

	it('looks a task up when the item that seems final is about another one', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: Infinity });
		setup.service.journal.clear();
		const item = { taskId: 'other', requested: taskId, taskKind: 'aiCreation', state: 'succeeded' };
		const { json } = await setup.engine.run(getTask([item], { taskId: '={{ $json.requested }}' }));
		expect(json).toEqual([expect.objectContaining({ taskId, state: 'inProgress' })]);
		expect(reads(PAGES.aiCreation)).toBe(1);
	});

	it('looks a task up as the kind that is chosen, when the item is about one of another kind', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const item = { taskId, taskKind: 'aiCreation', state: 'failed' };
		const { json } = await setup.engine.run(getTask([item], { taskKind: 'lipSync' }));
		expect(json[0]).toMatchObject({ taskId, taskKind: 'lipSync', state: 'succeeded' });
	});

	it.each(['now', 'pauseAndLoop'])('keeps what only its item knows (%s)', async (choice) => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const kept = { reference: 'row 7', targetLanguage: 'de', translationId: '9', row: 7 };
		const item = { taskId, taskKind: 'lipSync', state: 'inProgress', ...kept };
		const { outputs } = await setup.engine.run(getTask([item], { whenNotFinished: choice }));
		expect(outputs.flat()[0]?.json).toMatchObject({ state: 'succeeded', ...kept });
	});

	it('does not keep what an item reports about another task', async () => {
		const requested = await submits.fated('lipSync', { seconds: 0 });
		const input = { taskId: 'other', requested, taskKind: 'lipSync', reference: 'row 7' };
		const { json } = await setup.engine.run(getTask([input], { taskId: '={{ $json.requested }}' }));
		expect(json[0]).toMatchObject({ taskId: requested, state: 'succeeded' });
		expect(json[0]).not.toHaveProperty('reference');
	});

	it('fails the item of a failed task, also of one that had failed before', async () => {
		const failed = { taskId: '1', taskKind: 'lipSync', state: 'failed', errorMessage: 'no face' };
		const { error } = await setup.engine.run(getTask([failed]));
		expect(error?.message).toBe('The task failed: no face');
	});

	it('waits until tasks of several kinds are finished', async () => {
		setup.service.fate({ seconds: 40 });
		const tasks = [
			{ taskId: await submits.aiCreation(), taskKind: 'aiCreation' },
			{ taskId: await submits.composedVideo(), taskKind: 'composedVideo' },
		];
		const { json } = await setup.engine.run(getTask(tasks, { whenNotFinished: 'wait' }));
		expect(json.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
	});

	// The second one is no whole number of milliseconds.
	it.each([0, 0.0012345])('outputs an unfinished task at its limit of %d', async (timeLimit) => {
		const taskId = await submits.fated('lipSync', { seconds: Infinity });
		const wait = { taskKind: 'lipSync', whenNotFinished: 'wait', options: { timeLimit } };
		const { json } = await setup.run(getTask([{ taskId }], wait));
		expect(json).toMatchObject([{ taskId, state: 'inProgress', timedOut: true }]);
	});

	it.each(KINDS)('says that the service has no %s with the ID', async (taskKind) => {
		const { error } = await setup.engine.run(getTask([{ taskId: '404', taskKind }]));
		expect(error?.message).toMatch(/^The service has no .* with the ID '404'/);
	});

	it('keeps the other items when one is wrong and the workflow continues', async () => {
		const taskId = await submits.fated('lipSync', { seconds: Infinity });
		const items = [
			{ taskId: '' },
			{ taskId, taskKind: 'lipSync' },
			{ taskId, taskKind: 'song' },
			{ taskId: '404', taskKind: 'lipSync' },
		];
		const { json } = await setup.engine.run(getTask(items, {}, goingOn));
		expect(json).toEqual([
			expect.objectContaining({ error: "'Task ID' is missing" }),
			expect.objectContaining({ taskId, state: 'inProgress' }),
			expect.objectContaining({ error: expect.stringContaining("'Task Kind' is 'song'") }),
			expect.objectContaining({ error: expect.stringContaining('has no lip-sync video') }),
		]);
	});

	it('fails when the service cannot be asked, rather than calling the task unfinished', async () => {
		const taskId = await submits.lipSync();
		setup.fault(DETAILS.lipSync, { kind: 'status', status: 503 }, { times: Infinity });
		const { error } = await setup.engine.run(getTask([{ taskId, taskKind: 'lipSync' }]));
		expect(error?.message).toMatch(/^Could not look up the lip-sync video/);
	});
});

describe('Get Task with Download Result', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const forged = (taskId: string, taskKind: string) => ({
		taskId,
		taskKind,
		state: 'succeeded',
		reference: 'row 7',
		outputUrls: [setup.service.storage.source({ bytes: 500, name: 'inside.mp4' }).url],
	});
	const fetched = () => setup.count('source');
	const choices = ['now', 'wait', 'pauseAndLoop'].map((whenNotFinished) => ({
		whenNotFinished,
		downloadResult: true,
	}));

	it.each(choices)("fetches no file from an item's own addresses (%j)", async (parameters) => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const { outputs } = await setup.run(getTask([forged(taskId, 'lipSync')], parameters));
		const [item] = outputs.flat();
		expect(item?.json).toMatchObject({ taskId, state: 'succeeded', reference: 'row 7' });
		expect(item?.json.outputUrls).not.toEqual(forged(taskId, 'lipSync').outputUrls);
		expect(item?.binary?.data).toBeDefined();
		expect(fetched()).toBe(0);
	});

	it.each(choices)('fetches nothing for a task that is unknown (%j)', async (parameters) => {
		const item = { ...forged('404', 'lipSync'), waitingSince: '2020-01-01T00:00:00.000Z' };
		const { error } = await setup.engine.run(getTask([item], parameters));
		expect(error?.message).toBe('The result files could not be downloaded');
		expect(error?.description).toContain('Could not look up the lip-sync video');
		expect(fetched()).toBe(0);
	});

	it.each(choices)('says why files are missing that nobody confirms (%j)', async (parameters) => {
		const items = [forged('1', 'translation'), { ...forged('2', 'translation'), state: 'failed' }];
		const result = await setup.engine.run(getTask(items, parameters, goingOn));
		const failed = parameters.whenNotFinished === 'pauseAndLoop' ? undefined : 'The task failed';
		expect(result.outputs.flat().map(({ json, binary }) => [json.error, binary])).toEqual([
			[undefined, undefined],
			[failed, undefined],
		]);
		expect(hintsOf(result).join()).toContain("needs the 'Video Detail Path'");
		expect(fetched()).toBe(0);
	});
});

describe('Get Task without the paths that are not published', () => {
	const setup = setUp({ limits: false });

	it.each([
		['translation', /^Translations cannot be awaited or looked up.*'Video Detail Path'/],
		['person', /^Custom persons cannot be awaited or looked up.*'Person Detail Path'/],
	])('says what is missing for a %s and keeps the other kinds', async (taskKind, words) => {
		const { submits } = setup;
		setup.service.fate({ seconds: Infinity });
		const items = [
			{ taskId: '1', taskKind },
			{ taskId: await submits.aiCreation(), taskKind: 'aiCreation' },
		];
		const { error } = await setup.engine.run(getTask(items));
		expect(errorText(error)).toMatch(words);
		const { json } = await setup.engine.run(getTask(items, {}, goingOn));
		const [{ error: title, details } = {}] = json as Array<{ error: string; details: IDataObject }>;
		expect(`${title}. ${String(details?.description)}`).toMatch(words);
		expect(json[1]).toMatchObject({ state: 'inProgress', taskKind: 'aiCreation' });
	});

	it('does not speak of a submit when an option is wrong', async () => {
		const parameters = { whenNotFinished: 'wait', options: { timeLimit: 'soon' } };
		const { error } = await setup.engine.run(getTask([{ taskId: '1' }], parameters));
		expect(error?.message).toContain("'Limit Wait Time (Minutes)'");
		expect(error?.description).toContain('Correct the field');
		expect(error?.description).not.toContain('submitted');
	});
});

const asOutput = { options: { onTaskFailure: 'output', simple: false } };

describe('States of tasks', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;

	/** The service's status values, by what they are for the user. */
	const making = ['Queued', 'Ready', 'Generating', 'Paused'];
	const states: Array<[Kind, Record<string, Array<string | number>>]> = [
		[
			'aiCreation',
			{
				inProgress: making,
				succeeded: ['Success'],
				failed: ['Error', 'Fail'],
				cancelled: ['Cancelled'],
			},
		],
		['motion', { inProgress: making, succeeded: ['Success'], failed: ['Error'] }],
		['lipSync', { inProgress: [0, 10, 77], succeeded: [20], failed: [30] }],
		[
			'composedVideo',
			{ inProgress: [10, 20, 60, 77], succeeded: [30], failed: [40, 41, 49, 50, 55, 59] },
		],
		['translation', { inProgress: [10, 77], succeeded: [30], failed: [45, 55] }],
		['person', { inProgress: [1, 3], succeeded: [2], failed: [4, 5] }],
	];

	it.each(states)('knows every status of %s', async (taskKind, table) => {
		const expected: IDataObject[] = [];
		for (const [state, values] of Object.entries(table)) {
			const errMsg = 'the reason';
			const reason = state === 'failed' || state === 'cancelled' ? errMsg : undefined;
			for (const outcome of values) {
				const taskId = await submits.fated(taskKind, { seconds: 0, outcome, errMsg });
				expected.push({ taskId, taskKind, state, status: String(outcome), reason });
			}
		}
		const items = expected.map(({ taskId }) => ({ taskId }));
		const { json } = await setup.run(getTask(items, { taskKind, ...asOutput }));
		expect(
			json.map(({ taskId, taskKind: kind, state, serviceStatus, errorMessage }) => ({
				taskId,
				taskKind: kind,
				state,
				status: String(serviceStatus).split(' ')[0],
				reason: errorMessage,
			})),
		).toEqual(expected);
		expect(json[0]).toHaveProperty('raw.create_time');
	});

	it('knows the status of motion that only the detail reports', async () => {
		const taskId = await submits.fated('motion', { seconds: 0, outcome: 'Fail' });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind: 'motion' }], asOutput));
		expect(json[0]).toMatchObject({ state: 'failed', serviceStatus: 'Fail' });
	});

	it.each<[Kind, IDataObject]>([
		['lipSync', { durationSeconds: 12.4, coverUrl: expect.stringMatching(/^http/) }],
		['composedVideo', { durationSeconds: 2, subtitleUrl: expect.stringMatching(/^http/) }],
		['translation', { durationSeconds: 12, progress: 100 }],
		['person', { progress: 100, coverUrl: expect.stringMatching(/^http/) }],
		['motion', { serviceStatus: 'Success' }],
	])('puts a finished %s out in the common form', async (taskKind, expected) => {
		const taskId = await submits.fated(taskKind, { seconds: 0 });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind }]));
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({
			...expected,
			taskId,
			taskKind,
			state: 'succeeded',
			url: expect.stringMatching(/^http/),
			outputUrls: [expect.stringMatching(/^http/)],
			createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
		});
		expect(json[0]).not.toHaveProperty('raw');
		expect(json[0]).not.toHaveProperty('errorMessage');
	});

	const withFiles = KINDS.filter((kind) => kind !== 'person');

	it.each(withFiles)('takes no success of %s without a result for one', async (taskKind) => {
		const taskId = await submits.fated(taskKind, { seconds: 0 });
		setup.service.settle(taskId, { record: { video_url: '', output_url: [] } });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind }], asOutput));
		expect(json[0]).toMatchObject({
			state: 'inProgress',
			statusUnknownReason: expect.stringContaining('no result file yet'),
		});
	});

	it('shows the queue of a composed video, and not as a reason of failure', async () => {
		setup.service.fate({ seconds: Infinity });
		await Promise.all(range(10).map(async () => await submits.composedVideo()));
		const taskId = await submits.composedVideo();
		const { json } = await setup.engine.run(getTask([{ taskId }], { taskKind: 'composedVideo' }));
		expect(json[0]).toMatchObject({
			state: 'inProgress',
			serviceStatus: '10 (queued: 0 tasks ahead)',
		});
		expect(json[0]).not.toHaveProperty('errorMessage');
	});
});

describe('Get Task looks up many tasks', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;
	const reads = (operation: string) => setup.count(operation);
	beforeEach(() => setup.service.journal.clear());

	it('looks up tasks of all kinds, mixed in one input, with the fewest requests', async () => {
		setup.service.fate({ seconds: 0 });
		const tasks: IDataObject[] = [];
		for (const taskKind of [...KINDS, ...KINDS]) {
			tasks.push({ taskKind, taskId: await submits[taskKind]() });
		}
		setup.service.journal.clear();
		const { json, outputs } = await setup.run(getTask(tasks));
		expect(json.map(({ taskId, taskKind }) => ({ taskKind, taskId }))).toEqual(tasks);
		expect(json.every(({ state }) => state === 'succeeded')).toBe(true);
		expect(pairsOf(outputs)).toEqual(range(tasks.length));
		expect(Object.values(PAGES).map(reads)).toEqual([1, 1, 1, 1]);
		expect([reads(DETAILS.motion), reads(DETAILS.lipSync)]).toEqual([0, 0]);
		expect([reads(DETAILS.translation), reads(DETAILS.person)]).toEqual([2, 2]);
	});

	it('looks up 120 tasks of a kind with three requests', async () => {
		setup.service.fate({ seconds: Infinity });
		const ids = await Promise.all(range(120).map(async () => await submits.composedVideo()));
		const items = ids.map((taskId) => ({ taskId }));
		const { json } = await setup.engine.run(getTask(items, { taskKind: 'composedVideo' }));
		expect(json.map(({ taskId }) => taskId)).toEqual(ids);
		expect(json.every(({ state }) => state === 'inProgress')).toBe(true);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	it('an ID over which the service refuses the query takes nothing from the other AI tasks', async () => {
		setup.service.fate({ seconds: 0 });
		const [one, two] = [await submits.aiCreation(), await submits.aiCreation()];
		setup.fault(
			PAGES.aiCreation,
			{ kind: 'code', code: 40000 },
			{ when: ({ body }) => JSON.stringify(body).includes('bad-id'), times: Infinity },
		);
		const items = [one, 'bad-id', two].map((taskId) => ({ taskId }));
		const { json } = await setup.run(getTask(items, {}, goingOn));
		expect(json).toMatchObject([
			{ taskId: one, state: 'succeeded' },
			{ error: expect.stringContaining("has no AI task with the ID 'bad-id'") },
			{ taskId: two, state: 'succeeded' },
		]);
	});

	it('searches further pages only as far as needed', async () => {
		const first = await submits.composedVideo();
		await Promise.all(range(70).map(async () => await submits.composedVideo()));
		const recent = await submits.composedVideo();
		const kind = { taskKind: 'composedVideo' };
		await setup.engine.run(getTask([{ taskId: recent }], kind));
		expect(reads(PAGES.composedVideo)).toBe(1);
		const both = [{ taskId: first }, { taskId: recent }];
		const { json } = await setup.engine.run(getTask(both, kind));
		expect(json).toHaveLength(2);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	const each = ['motion', 'lipSync'] as const;

	it.each(each)('asks for the detail of %s where that takes fewer requests', async (taskKind) => {
		const oldest = await submits[taskKind]();
		for (let n = 0; n < 60; n++) await submits[taskKind]();
		const newest = await submits[taskKind]();
		setup.service.journal.clear();
		const asked = () => [reads(PAGES[taskKind]), reads(DETAILS[taskKind])];
		await setup.engine.run(getTask([{ taskId: oldest, taskKind }]));
		expect(asked()).toEqual([0, 1]);
		const both = [newest, oldest].map((taskId) => ({ taskId, taskKind }));
		const { json } = await setup.engine.run(getTask(both));
		expect(json.map(({ taskId }) => taskId)).toEqual([newest, oldest]);
		expect(asked()).toEqual([1, 2]);
	});
});

/** How long a minute of the limits lasts here for the pack. */
const MINUTE_MS = 16_000;

/** A little shorter for the service, where requests arrive later than they are sent, and not all by as much. */
const SHORT_MINUTE_MS = 0.9 * MINUTE_MS;

const pageOf = (entry: { body?: unknown }) => (entry.body as { page: number }).page;

describe('Polling', () => {
	const setup = setUp({ limitMinuteMs: SHORT_MINUTE_MS });
	const { submits } = setup;

	/** Tasks that never end; the limits of the service are kept by the pack alone. */
	const submitMany = async (kind: Kind, count: number): Promise<IDataObject[]> => {
		setup.service.limits.enforced = false;
		const tasks = await submits.items(kind, count, { seconds: Infinity });
		setup.service.limits.enforced = true;
		return tasks;
	};

	const watch = async (items: IDataObject[], timeLimit: number) => {
		const options = { checkEvery: 1, timeLimit };
		return await setup.engine.run(getTask(items, { whenNotFinished: 'wait', options }));
	};

	it('watches 120 composed videos with three requests a round', async () => {
		const items = await submitMany('composedVideo', 120);
		setup.service.journal.clear();
		const { json, error } = await watch(items, 0.1);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(120);
		expect(json.every(({ timedOut }) => timedOut === true)).toBe(true);
		const pages = setup.requests(PAGES.composedVideo).map(pageOf);
		const rounds = pages.filter((page) => page === 1).length;
		expect(rounds).toBeGreaterThanOrEqual(4);
		expect(pages).toEqual(range(rounds).flatMap(() => [1, 2, 3]));
	});

	it('keeps to the published limits with 120 items and four executions at once', async () => {
		const items = [
			...(await submitMany('composedVideo', 80)),
			...(await submitMany('lipSync', 20)),
			...(await submitMany('motion', 20)),
		];
		setup.service.journal.clear();
		jest.replaceProperty(operations.listMotions.limit as Limit, 'seconds', MINUTE_MS / 1000);
		const runs = await Promise.all(range(4).map(async () => await watch(items, 0.25)));
		for (const { json, error } of runs) {
			expect(error).toBeUndefined();
			expect(json.map(({ taskId }) => taskId)).toEqual(items.map(({ taskId }) => taskId));
		}
		const { journal } = setup.service;
		// On a busy machine, executions share more of their rounds, so that fewer requests come up against the limit.
		expect(journal.count({ operation: PAGES.motion })).toBeGreaterThanOrEqual(4);
		expect(journal.mostWithin(SHORT_MINUTE_MS, { operation: PAGES.motion })).toBeLessThanOrEqual(
			10,
		);
		expect(journal.mostWithin(1_000, { operation: PAGES.lipSync })).toBeLessThanOrEqual(10);
		expect(journal.count({ code: 40001 })).toBe(0);
		expect(journal.count({ operation: 'aigc/motion/task' })).toBe(0);
		const pages = journal.entries({ operation: PAGES.composedVideo }).map(pageOf);
		expect(Math.max(...pages)).toBe(2);
	}, 150_000);
});

type ListedKind = keyof typeof PAGES;

const LISTED = Object.keys(PAGES) as ListedKind[];

describe('Get Task, Get Many', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const pagesOf = (kind: ListedKind) => setup.requests(PAGES[kind]);

	/** Motion tasks bring their image tasks with them; each kind is listed separately. */
	const submitMany = async (kind: ListedKind, count: number): Promise<string[]> => {
		const ids: string[] = [];
		while (ids.length < count) ids.push(await submits[kind]());
		return ids;
	};

	it.each(LISTED)('returns all tasks of %s, each once', async (kind) => {
		const ids = await submitMany(kind, 103);
		const { json } = await setup.run(getMany({ listKind: kind, returnAll: true }));
		expect(json.map(({ taskId }) => taskId)).toEqual([...ids].reverse());
		expect(json.every(({ taskKind }) => taskKind === kind)).toBe(true);
		expect(pagesOf(kind)).toHaveLength(3);
	});

	it.each(LISTED)('of %s ends when a last page is exactly full', async (kind) => {
		await submitMany(kind, 50);
		const { json } = await setup.engine.run(getMany({ listKind: kind, returnAll: true }));
		expect(json).toHaveLength(50);
		// Only the list of motion tasks has no total that would show it.
		expect(pagesOf(kind)).toHaveLength(kind === 'motion' ? 2 : 1);
	});

	it.each(LISTED)('of %s reads no more pages than the limit needs', async (kind) => {
		await submitMany(kind, 60);
		const { json } = await setup.engine.run(getMany({ listKind: kind, limit: 7 }));
		expect(json).toHaveLength(7);
		expect(pagesOf(kind)).toHaveLength(1);
	});

	it.each(LISTED)('gives nothing when there are no tasks of %s', async (kind) => {
		const { json } = await setup.run(getMany({ listKind: kind, returnAll: true }));
		expect(json).toEqual([]);
	});

	it.each(LISTED)('of %s leaves out what did not succeed when asked to', async (kind) => {
		const good = await submits.fated(kind, { seconds: 0 });
		await submits.fated(kind, { seconds: Infinity });
		const { json } = await setup.engine.run(
			getMany({ listKind: kind, returnAll: true, filters: { onlySuccessful: true } }),
		);
		expect(json).toEqual([expect.objectContaining({ taskId: good, state: 'succeeded' })]);
	});

	it('leaves the filters of AI tasks to the service', async () => {
		await submits.aiCreation();
		await setup.engine.run(
			getMany({ listKind: 'aiCreation', filters: { onlySuccessful: true, type: 4 } }),
		);
		expect(pagesOf('aiCreation')[0]?.body).toMatchObject({ is_success: true, type: 4 });
	});

	it('names the tasks that moved to the next page in the meantime only once', async () => {
		const ids = await submitMany('composedVideo', 60);
		setup.fault(PAGES.composedVideo, { kind: 'delay', delayMs: 300 }, { skip: 1 });
		const running = setup.engine.run(getMany({ listKind: 'composedVideo', returnAll: true }));
		await setup.service.journal.waitFor({ operation: PAGES.composedVideo }, 2);
		await submitMany('composedVideo', 5);
		const { json } = await running;
		const listed = json.map(({ taskId }) => String(taskId));
		expect(new Set(listed).size).toBe(listed.length);
		expect(listed.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
	});

	it.each(['translation', 'person'] as const)('says that there is no list of %s', async (kind) => {
		const { error } = await setup.engine.run(getMany({ listKind: kind }));
		expect(error?.message).toContain('which cannot be listed');
	});
});

/** 2026-03-01 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 1, 12) / 1000;

const listAll = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getMany({ returnAll: true, ...parameters }, more);
const idsOf = ({ json }: NodeRunResult) => json.map(({ taskId }) => taskId);

describe('Get Task, Get Many, finds lost work', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const pages = (kind: ListedKind) => setup.count(PAGES[kind]);

	/** A task that the service says was created at this time; null: its record does not say. */
	const createdAt = async (kind: ListedKind, create_time: number | null): Promise<string> =>
		await submits.fated(kind, { seconds: 0, record: { create_time } });

	describe.each(LISTED)('created at a time: %s', (kind) => {
		it('from a time, inclusive, up to another, exclusive', async () => {
			const [, first, second] = [
				await createdAt(kind, NOON - 1),
				await createdAt(kind, NOON),
				await createdAt(kind, NOON + 3599),
				await createdAt(kind, NOON + 3600),
			];
			const filters = { createdAfter: '2026-03-01T12:00:00', createdBefore: '2026-03-01T13:00:00' };
			const workflowSettings = { timezone: 'UTC' };
			const result = await setup.run(listAll({ listKind: kind, filters }, { workflowSettings }));
			expect(idsOf(result)).toEqual([second, first]);
		});

		it('ends with the page on which older tasks begin', async () => {
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + n);
			setup.service.journal.clear();
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(listAll({ listKind: kind, filters })))).toHaveLength(20);
			expect(pages(kind)).toBe(1);
		});

		it('reads a list that is not in order to its end', async () => {
			const wanted = await createdAt(kind, NOON + 500);
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + (n % 7));
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(listAll({ listKind: kind, filters })))).toEqual([wanted]);
		});

		it('includes a task without a creation time, and says so', async () => {
			const undated = await createdAt(kind, null);
			await createdAt(kind, NOON);
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			const result = await setup.engine.run(listAll({ listKind: kind, filters }));
			expect(idsOf(result)).toEqual([undated]);
			expect(hintsOf(result).join()).toContain('does not report when one task of the output was');
		});
	});

	it.each([
		['2026-03-01T12:00:00', 'Asia/Tokyo', 9],
		['2026-03-01 12:00:00', 'America/New_York', -5],
		['2026-03-01T12:00:00+02:00', 'Asia/Tokyo', 2],
		['={{ DateTime.fromISO("2026-03-01T12:00", { zone: "Asia/Tokyo" }) }}', 'UTC', 9],
		['={{ new Date("2026-03-01T12:00:00Z") }}', 'Asia/Tokyo', 0],
		[`={{ ${NOON} }}`, 'Asia/Tokyo', 0],
		[`={{ "${NOON}000" }}`, 'Asia/Tokyo', 0],
	])('reads %s in the time zone of the workflow, %s', async (createdAfter, timezone, hours) => {
		await createdAt('lipSync', NOON - hours * 3600 - 1);
		const from = await createdAt('lipSync', NOON - hours * 3600);
		const list = { listKind: 'lipSync', filters: { createdAfter } };
		const result = await setup.run(listAll(list, { workflowSettings: { timezone } }));
		expect(idsOf(result)).toEqual([from]);
	});

	const [first, createdBefore] = ['2026-03-02T12:00:00', '2026-03-01T12:00:00'];

	it.each([
		[{ createdAfter: first, createdBefore }, "'Created Before' must be later than 'Created After'"],
		[{ createdAfter: createdBefore, createdBefore }, "'Created Before' must be later"],
		[{ createdAfter: 'last week' }, "'Created After' must be a date and time, such as 2026-03-01"],
		[{ createdBefore: '={{ [] }}' }, "'Created Before' must be a date and time"],
	])('refuses %j before anything is asked', async (filters, message) => {
		await setup.refuses(listAll({ listKind: 'aiCreation', filters }), message);
	});

	it('lists all kinds together, the newest first, and keeps the limit', async () => {
		const ids: string[] = [];
		for (const [index, kind] of LISTED.entries()) ids.unshift(await createdAt(kind, NOON + index));
		const all = await setup.engine.run(
			listAll({ listKind: 'all', filters: { createdAfter: '2026-03-01', type: 4 } }),
		);
		// The images of animated images, which were created just now, come along.
		expect(idsOf(all).filter((id) => ids.includes(String(id)))).toEqual(ids);
		const some = await setup.engine.run(
			listAll({ listKind: 'all', returnAll: false, limit: 2, filters: { onlySuccessful: true } }),
		);
		expect(some.json).toHaveLength(2);
	});
});

// An item with an error is no finished task: what stands beside the error is its input.

describe('Get Task after an item with an error', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	/** A finished image, of which a video is made that ends in an error. */
	const afterImage = async (
		parameters: INodeParameters = {},
	): Promise<[IDataObject, IDataObject]> => {
		const taskId = await submits.fated('aiCreation', { seconds: 0 });
		const { json: images } = await setup.engine.run(getTask([{ taskId }]));
		const node = compose({ completion: 'wait', ...parameters }, { items: images, ...goingOn });
		const { json } = await setup.engine.run(node);
		expect(json[0]?.error).toEqual(expect.any(String));
		return [images[0] ?? {}, json[0] ?? {}];
	};

	/** What leaves Get Task, in a loop through one of its outputs. */
	const leaving = async (item: IDataObject, choice: string, output: number) => {
		const node =
			choice === 'pauseAndLoop' ? loop([item]) : getTask([item], { whenNotFinished: choice });
		const { run, json } = await setup.run(node);
		return choice === 'pauseAndLoop' ? left(run, output) : json;
	};

	it.each(['now', 'wait', 'pauseAndLoop'])(
		'passes on no image, but the error of its video (%s)',
		async (choice) => {
			setup.fault('create_video', { kind: 'code', code: 40000, msg: 'figure is wrong' });
			const [, refused] = await afterImage();
			expect(await leaving(refused, choice, 2)).toEqual([refused]);
		},
	);

	it.each(['now', 'pauseAndLoop'])(
		'looks up the video whose file is missing (%s)',
		async (choice) => {
			setup.service.fate({ seconds: 0, result: 'missing' });
			const [image, failed] = await afterImage({ downloadResult: true });
			const { taskId } = failed.details as IDataObject;
			expect(taskId).not.toBe(image.taskId);
			setup.service.journal.clear();
			const items = await leaving(failed, choice, 1);
			expect(items).toMatchObject([{ taskId, taskKind: 'composedVideo', state: 'succeeded' }]);
			expect(items[0]?.outputUrls).not.toEqual(image.outputUrls);
		},
	);

	it('uses an ID that was entered', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const item = { error: 'Something else', taskId: '1', lipSyncId: taskId };
		const entered = { taskKind: 'lipSync', taskId: byId('={{ $json.lipSyncId }}') };
		const { json } = await setup.engine.run(getTask([item], entered));
		expect(json).toMatchObject([{ taskId, state: 'succeeded' }]);
	});
});

describe('At the time limit of a pause', () => {
	const setup = setUp({ limits: false });
	const node = compose(
		{
			text: '={{ $json.text }}',
			completion: 'pause',
			downloadResult: true,
			options: { timeLimit: 1 },
		},
		{ items: [{ text: 'a' }, { text: 'b' }] },
	);

	const paused = async () => {
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		return { run, ids: setup.service.tasks().map(({ id }) => id) };
	};

	it('the output says which files are missing and which tasks are open', async () => {
		const { run, ids } = await paused();
		const { outputs } = await setup.engine.resume(node, run);
		expect(outputs[0]?.map(({ json, binary }) => ({ ...json, binary }))).toMatchObject([
			{
				taskId: ids[0],
				state: 'succeeded',
				timedOut: true,
				error: expect.stringContaining('did not arrive before the time limit'),
			},
			{ taskId: ids[1], state: 'inProgress', timedOut: true },
		]);
	});

	it('nothing of it is left where all tasks finish before', async () => {
		const { run, ids } = await paused();
		setup.service.settle(ids[1] ?? '');
		const { items = [] } = await callPaused(setup.service, node, run, {
			id: ids[1],
			status: 30,
			video_url: 'https://results.example/v.mp4',
			subtitle_data_url: '',
		});
		expect(items).toHaveLength(2);
		for (const { json, binary } of items) {
			expect(json.state).toBe('succeeded');
			expect(json).not.toHaveProperty('timedOut');
			expect(json).not.toHaveProperty('error');
			expect(binary?.data).toBeDefined();
		}
	});
});
