import { beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './support/engine';
import { setUp } from './support/setup';
import { Submits, type Kind } from './support/submits';

const PAGES = {
	aiCreation: 'ai_creation/task/page',
	motion: 'aigc/motion/task/page',
	composedVideo: 'video_list',
	lipSync: 'video_lip_sync/list',
} as const;
const DETAILS = {
	motion: 'aigc/motion/task',
	lipSync: 'video_lip_sync/detail',
	translation: 'detail/video',
	person: 'detail/person',
} as const;

export const getTask = (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'get', ...parameters },
	items,
	...more,
});

const putOut = { options: { onTaskFailure: 'output', simple: false } };

describe('Get Task', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);
	const reads = (operation: string) => setup.service.journal.count({ operation });
	beforeEach(() => setup.service.journal.clear());

	/** The service's status values, by what they are for the user (requirements R202 to R206). */
	const states: Array<[Kind, Record<string, Array<string | number>>]> = [
		[
			'aiCreation',
			{
				inProgress: ['Queued', 'Ready', 'Generating', 'Paused'],
				succeeded: ['Success'],
				failed: ['Error', 'Fail'],
				cancelled: ['Cancelled'],
			},
		],
		[
			'motion',
			{
				inProgress: ['Queued', 'Ready', 'Generating', 'Paused'],
				succeeded: ['Success'],
				failed: ['Error'],
			},
		],
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
			for (const outcome of values) {
				const taskId = await submits.fated(taskKind, {
					seconds: 0,
					outcome,
					errMsg: 'the reason',
				});
				expected.push({
					taskId,
					taskKind,
					state,
					status: String(outcome),
					reason: state === 'failed' || state === 'cancelled' ? 'the reason' : undefined,
				});
			}
		}
		const items = expected.map(({ taskId }) => ({ taskId }));
		const { json, error } = await setup.engine.run(getTask(items, { taskKind, ...putOut }));
		expect(error).toBeUndefined();
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

	it('knows the status of motion that only the detail tells', async () => {
		const taskId = await submits.fated('motion', { seconds: 0, outcome: 'Fail' });
		const { json } = await setup.engine.run(getTask([{ taskId, taskKind: 'motion' }], putOut));
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
		expect(json).toEqual([
			expect.objectContaining({
				...expected,
				taskId,
				taskKind,
				state: 'succeeded',
				outputUrls: [expect.stringMatching(/^http/)],
				createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
			}),
		]);
		expect(json[0]).not.toHaveProperty('raw');
		expect(json[0]).not.toHaveProperty('errorMessage');
	});

	it.each<Kind>(['aiCreation', 'motion', 'lipSync', 'composedVideo', 'translation'])(
		'does not take a success of %s without a result for one',
		async (taskKind) => {
			const taskId = await submits.fated(taskKind, { seconds: 0 });
			const record = { video_url: '', output_url: [] };
			setup.service.settle(taskId, { record });
			const { json } = await setup.engine.run(getTask([{ taskId, taskKind }], putOut));
			expect(json[0]).toMatchObject({
				state: 'failed',
				errorMessage: expect.stringContaining('no result'),
			});
		},
	);

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

	it('looks up tasks of all kinds, mixed in one input, with the fewest requests', async () => {
		setup.service.fate({ seconds: 0 });
		const kinds: Kind[] = [
			'aiCreation',
			'motion',
			'composedVideo',
			'lipSync',
			'translation',
			'person',
		];
		const tasks: IDataObject[] = [];
		for (const taskKind of [...kinds, ...kinds])
			tasks.push({ taskKind, taskId: await submits[taskKind]() });
		setup.service.journal.clear();
		const { json, outputs, error } = await setup.engine.run(getTask(tasks));
		expect(error).toBeUndefined();
		expect(json.map(({ taskId, taskKind }) => ({ taskKind, taskId }))).toEqual(tasks);
		expect(json.every(({ state }) => state === 'succeeded')).toBe(true);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			tasks.map((_, item) => ({ item })),
		);
		expect(Object.values(PAGES).map(reads)).toEqual([1, 1, 1, 1]);
		expect([reads(DETAILS.motion), reads(DETAILS.lipSync)]).toEqual([0, 0]);
		expect([reads(DETAILS.translation), reads(DETAILS.person)]).toEqual([2, 2]);
	});

	it('looks up 120 tasks of a kind with three requests', async () => {
		setup.service.fate({ seconds: Infinity });
		const ids = await Promise.all(range(120).map(async () => await submits.composedVideo()));
		const { json } = await setup.engine.run(
			getTask(
				ids.map((taskId) => ({ taskId })),
				{ taskKind: 'composedVideo' },
			),
		);
		expect(json.map(({ taskId }) => taskId)).toEqual(ids);
		expect(json.every(({ state }) => state === 'inProgress')).toBe(true);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	it('searches further pages only as far as needed', async () => {
		const first = await submits.composedVideo();
		await Promise.all(range(70).map(async () => await submits.composedVideo()));
		const recent = await submits.composedVideo();
		await setup.engine.run(getTask([{ taskId: recent }], { taskKind: 'composedVideo' }));
		expect(reads(PAGES.composedVideo)).toBe(1);
		const { json } = await setup.engine.run(
			getTask([{ taskId: first }, { taskId: recent }], { taskKind: 'composedVideo' }),
		);
		expect(json).toHaveLength(2);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	it.each<['motion' | 'lipSync']>([['motion'], ['lipSync']])(
		'asks for the detail of %s where that takes fewer requests than the list',
		async (taskKind) => {
			const oldest = await submits[taskKind]();
			for (let n = 0; n < 60; n++) await submits[taskKind]();
			const newest = await submits[taskKind]();
			setup.service.journal.clear();
			await setup.engine.run(getTask([{ taskId: oldest, taskKind }]));
			expect([reads(PAGES[taskKind]), reads(DETAILS[taskKind])]).toEqual([0, 1]);
			const { json } = await setup.engine.run(
				getTask([
					{ taskId: newest, taskKind },
					{ taskId: oldest, taskKind },
				]),
			);
			expect(json.map(({ taskId }) => taskId)).toEqual([newest, oldest]);
			expect([reads(PAGES[taskKind]), reads(DETAILS[taskKind])]).toEqual([1, 2]);
		},
	);

	it('passes a task that is final in the input through without a request', async () => {
		const done = {
			taskId: '1',
			taskKind: 'lipSync',
			state: 'succeeded',
			outputUrls: ['https://example.com/a.mp4'],
			reference: 'row 7',
		};
		const file = { data: 'YQ==', mimeType: 'video/mp4', fileName: 'a.mp4' };
		const { outputs, error } = await setup.engine.run(
			getTask([], {}, { items: [{ json: done, binary: { data: file } }] }),
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([{ json: done, binary: { data: file }, pairedItem: { item: 0 } }]);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('looks a task up when the item that seems final is about another one', async () => {
		const taskId = await submits.aiCreation();
		setup.service.journal.clear();
		const item = { taskId: 'other', wanted: taskId, taskKind: 'aiCreation', state: 'succeeded' };
		const { json } = await setup.engine.run(getTask([item], { taskId: '={{ $json.wanted }}' }));
		expect(json).toEqual([expect.objectContaining({ taskId, state: 'inProgress' })]);
		expect(reads(PAGES.aiCreation)).toBe(1);
	});

	it('fails the item of a failed task, also of one that had failed before', async () => {
		const failed = { taskId: '1', taskKind: 'lipSync', state: 'failed', errorMessage: 'no face' };
		const { error } = await setup.engine.run(getTask([failed]));
		expect(error?.message).toBe('The service could not do the task: no face');
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

	it('puts out an unfinished task with its ID at the time limit', async () => {
		setup.service.fate({ seconds: Infinity });
		const taskId = await submits.lipSync();
		const { json } = await setup.engine.run(
			getTask([{ taskId }], {
				taskKind: 'lipSync',
				whenNotFinished: 'wait',
				options: { timeLimit: 0 },
			}),
		);
		expect(json).toEqual([
			expect.objectContaining({ taskId, state: 'inProgress', timedOut: true }),
		]);
	});

	it.each<Kind>(['aiCreation', 'motion', 'composedVideo', 'lipSync', 'translation', 'person'])(
		'says that the service knows no %s with the ID',
		async (taskKind) => {
			const { error } = await setup.engine.run(getTask([{ taskId: '404', taskKind }]));
			expect(error?.message).toMatch(/^The service knows no .* with the ID '404'/);
		},
	);

	it('keeps the other items when one is wrong and the workflow goes on', async () => {
		const taskId = await submits.lipSync();
		const items = [
			{ taskId: '' },
			{ taskId, taskKind: 'lipSync' },
			{ taskId, taskKind: 'song' },
			{ taskId: '404', taskKind: 'lipSync' },
		];
		const { json } = await setup.engine.run(
			getTask(items, {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		expect(json).toEqual([
			expect.objectContaining({ error: "'Task ID' is empty" }),
			expect.objectContaining({ taskId, state: 'inProgress' }),
			expect.objectContaining({ error: expect.stringContaining("'song' is no kind of task") }),
			expect.objectContaining({ error: expect.stringContaining('knows no lip-sync video') }),
		]);
	});

	it('fails when the service cannot be asked, rather than calling the task unfinished', async () => {
		const taskId = await submits.lipSync();
		setup.service.faults.add({
			operation: DETAILS.lipSync,
			fault: { kind: 'status', status: 503 },
			times: Infinity,
		});
		const { error } = await setup.engine.run(getTask([{ taskId, taskKind: 'lipSync' }]));
		expect(error?.message).toMatch(/^Could not look up the lip-sync video/);
	}, 60_000);
});

describe('Get Task without the paths that are not published', () => {
	const setup = setUp({ limits: false });

	it.each([
		['translation', /Translation tasks can only be followed with a 'Video Detail Path'/],
		['person', /Custom persons can only be looked up with a 'Person Detail Path'/],
	])('says what is missing for a %s and keeps the other kinds', async (taskKind, words) => {
		const submits = new Submits(() => setup.service);
		const items = [
			{ taskId: '1', taskKind },
			{ taskId: await submits.aiCreation(), taskKind: 'aiCreation' },
		];
		const { error } = await setup.engine.run(getTask(items));
		expect(error?.message).toMatch(words);
		const { json } = await setup.engine.run(
			getTask(items, {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		expect(json[0]?.error).toMatch(words);
		expect(json[1]).toMatchObject({ state: 'inProgress', taskKind: 'aiCreation' });
	});
});
