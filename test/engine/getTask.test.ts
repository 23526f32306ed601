import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { createEngine, type NodeRun, type NodeRunResult } from '../support/engine/engine';
import { hintsOf, left, pairsOf } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	byId,
	compose,
	DETAILS,
	getMany,
	getTask,
	given,
	goingOn,
	loop,
	PAGES,
	translate,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { type Kind, KINDS } from '../support/engine/submits';

const setup = setUp({ limits: false, ...BOTH_PATHS });
const { submits } = setup;

const open = { seconds: Infinity };

/** What Get Task may do with a task that has not finished. */
const CHOICES = ['now', 'wait', 'pauseAndLoop'];

describe('Get Task', () => {
	beforeEach(() => setup.service.journal.clear());

	it('passes a task that is final in the input, such as a row of a table, through without a request', async () => {
		const done = {
			taskId: '1',
			taskKind: 'lipSync',
			state: 'succeeded',
			url: 'https://example.com/a.mp4',
			reference: 'row 7',
		};
		const file = { data: 'YQ==', mimeType: 'video/mp4', fileName: 'a.mp4' };
		const items = [{ json: { ...done, error: '' }, binary: { data: file } }];
		const { outputs } = await setup.run(getTask([], {}, { items }));
		expect(outputs[0]).toEqual([{ json: done, binary: { data: file }, pairedItem: { item: 0 } }]);
		expect(setup.count()).toBe(0);
	});

	it.each(['now', 'wait'])('finds a task whose kind nobody names (%s)', async (whenNotFinished) => {
		const expected: string[][] = [];
		for (const kind of ['composedVideo', 'aiCreation', 'lipSync'] as const) {
			const seconds = whenNotFinished === 'wait' ? 40 : 0;
			expected.push([await submits.fated(kind, { seconds }), kind, 'succeeded']);
		}
		const items = [...expected, ['404']].map(([taskId]) => ({ taskId }));
		const { outputs } = await setup.engine.run(getTask(items, { whenNotFinished }, goingOn));
		const found = outputs.flat().map(({ json }) => [json.taskId, json.taskKind, json.state]);
		expect(found.slice(0, 3)).toEqual(expected);
		expect(found[3]?.[0]).toBe('404');
	});

	it('searches the other kinds once', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 20 });
		const options = { checkEvery: 1 };
		await setup.engine.run(getTask([{ taskId }], { whenNotFinished: 'wait', options }));
		expect([PAGES.composedVideo, PAGES.aiCreation].map((page) => setup.count(page))).toEqual([
			1, 1,
		]);
	});

	it('leaves the limit of animated images, which is low, to tasks that may be such', async () => {
		for (const kind of ['composedVideo', 'lipSync', 'person'] as const) {
			await setup.run(getTask([{ taskId: await submits.fated(kind, { seconds: 0 }) }]));
		}
		expect([setup.count(PAGES.motion), setup.count(DETAILS.motion)]).toEqual([0, 0]);
	});

	it.each(['now', 'pauseAndLoop'])(
		'looks a task up when the item that seems final is about another one, and keeps nothing of that: %s',
		async (whenNotFinished) => {
			const requested = await submits.fated('aiCreation', open);
			setup.service.journal.clear();
			const other = {
				taskId: 'other',
				taskKind: 'lipSync',
				state: 'succeeded',
				url: 'https://example.com/other.png',
				reference: 'row 7',
			};
			const taskId = '={{ $json.requested }}';
			const { json } = await setup.run(
				getTask([{ ...other, requested }], { taskId, whenNotFinished }),
			);
			expect(json).toEqual([expect.objectContaining({ taskId: requested, state: 'inProgress' })]);
			expect(json[0]).not.toHaveProperty('url');
			expect(json[0]).not.toHaveProperty('reference');
			expect(setup.count(PAGES.aiCreation)).toBe(1);
		},
	);

	it('fails the item of a failed task, also of one that had failed before', async () => {
		const failed = { taskId: '1', taskKind: 'lipSync', state: 'failed', errorMessage: 'no face' };
		await setup.fails(getTask([failed]), /^The task failed: no face$/);
	});

	// The second one is no whole number of milliseconds.
	it.each([0, 0.0012345])('outputs an unfinished task at its limit of %d', async (timeLimit) => {
		const task = await submits.item('lipSync', open);
		const wait = { whenNotFinished: 'wait', options: { timeLimit } };
		const { json } = await setup.run(getTask([task], wait));
		expect(json).toMatchObject([{ ...task, state: 'inProgress', timedOut: true }]);
	});

	it.each(KINDS)('says that the service has no %s with the ID', async (taskKind) => {
		const unknown = getTask([{ taskId: '404', taskKind }]);
		const { error } = await setup.fails(unknown, /^The service has no .* with the ID '404'/);
		expect(error.description).toContain("Check 'Task ID' and 'Task Kind'");
		expect(error.description).not.toContain('Compare the fields of this node');
	});

	describe.each([null, [], {}, '', 'not found'])('a success that holds %j', (data) => {
		const holding: Fault = {
			kind: 'answer',
			change: () => ({ trace_id: 'abc', code: 0, msg: 'success', data }),
		};

		it.each(['aiCreation', 'motion', 'lipSync'] as const)(
			'means that the service has no %s with the ID',
			async (taskKind) => {
				setup.always({ ...DETAILS, aiCreation: 'ai_creation/task' }[taskKind], holding);
				const unknown = getTask([{ taskId: '404', taskKind }]);
				const { error } = await setup.fails(unknown, /^The service has no .* with the ID '404'/);
				expect(error.description).toMatch(/The service reported: nothing \(trace_id abc\)\.$/);
			},
		);

		it('does not make a task unknown that the service has shown', async () => {
			const item = await submits.item('lipSync', { seconds: 2_000 });
			const shownUntil = Date.now() + 5_000;
			const shownFrom = shownUntil + 65_000;
			const isHeld = () => Date.now() > shownUntil && Date.now() < shownFrom;
			setup.always(DETAILS.lipSync, holding, isHeld);
			const { json } = await setup.run(getTask([item], { whenNotFinished: 'wait' }));
			expect(json).toMatchObject([{ ...item, state: 'succeeded' }]);
		});
	});

	it('says without a kind which tasks may not have been searched', async () => {
		const none = { personDetailPath: undefined, videoDetailPath: undefined };
		const descriptionWith = async (paths: object) => {
			const engine = await createEngine({ ...setup.credential, ...paths });
			const { error } = await engine.run(getTask([{ taskId: '404' }]));
			expect(error?.message).toMatch(/^The service has no task/);
			return error?.description;
		};
		expect(await descriptionWith(none)).toContain(
			"Custom persons and translations are only found with 'Person Detail Path' and 'Video Detail Path' in the credential.",
		);
		expect(await descriptionWith({ videoDetailPath: undefined })).toContain(
			"Translations are only found with 'Video Detail Path' in the credential.",
		);
		expect(await descriptionWith({})).not.toContain('only found');
	});

	it('says of which kind a task is where another one was chosen', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const { error } = await setup.fails(
			getTask([{ taskId }], { taskKind: 'composedVideo' }),
			`The task with the ID '${taskId}' is of the kind 'Lip-Sync Video', not 'Composed Video'`,
		);
		expect(error.description).toBe("Choose 'Lip-Sync Video' in 'Task Kind'.");
	});

	const ROUNDED = /^'Task ID' is .* rounded\. .*In a sheet, format its column as plain text/;

	it.each<[string, string | RegExp]>([
		['https://media.example.com/video.mp4', "'Task ID' must be the ID of a task, but is a URL"],
		['1.957E+18', "'Task ID' is a number too large to be exact, so it was rounded"],
		[
			'19570001, 19570002',
			/^'Task ID' must be .* is 19570001, 19570002\. .* Split Out .*\.split\(','\) \}\}$/,
		],
		['["19570001","19570002"]', `'Task ID' must be the ID of one task, but is ["19570001",`],
		[given(['1', '2']), /^'Task ID' must be .*, but is \["1","2"\]/],
		[given('1,957E+18'), ROUNDED],
		[given('1957000000000007921.0'), ROUNDED],
	])('refuses %s before anything is asked', async (id, message) => {
		await setup.refuses(getTask([{}], { taskId: byId(id) }), message);
	});

	it('outputs no kind of a task of which it is not known', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const remove = setup.always(PAGES.lipSync, { kind: 'status', status: 503 });
		setup.always(DETAILS.lipSync, { kind: 'status', status: 503 });
		const looping = await setup.looping(loop([{ taskId }]));
		expect(looping.waiting).toMatchObject([{ taskId, state: 'inProgress' }]);
		expect(looping.waiting[0]).not.toHaveProperty('taskKind');
		remove();
		setup.service.faults.clear();
		await looping.next();
		expect(looping.left(1)).toMatchObject([{ taskId, taskKind: 'lipSync', state: 'succeeded' }]);
	});

	it('says how to continue where tasks are in progress', async () => {
		const items = [await submits.item('lipSync', open), await submits.item('lipSync')];
		expect(hintsOf(await setup.run(getTask(items.slice(0, 1))))).toEqual([
			"The task is still in progress. To continue with the results, choose 'Wait' in 'When Not Finished'",
		]);
		expect(hintsOf(await setup.run(getTask(items))).join()).toMatch(/^Of 2 items, 1 is still/);
		expect(hintsOf(await setup.run(getTask(items.slice(1))))).toEqual([]);
	});

	it('looks up tasks of all kinds, mixed in one input, with the fewest requests', async () => {
		const tasks: IDataObject[] = [];
		for (const kind of [...KINDS, ...KINDS]) tasks.push(await submits.item(kind));
		setup.service.journal.clear();
		const { json, outputs } = await setup.run(getTask(tasks));
		expect(json.map(({ taskId, taskKind }) => ({ taskKind, taskId }))).toEqual(tasks);
		expect(json.every(({ state }) => state === 'succeeded')).toBe(true);
		expect(pairsOf(outputs)).toEqual(range(tasks.length));
		const asked = (operations: object) => Object.values(operations).map((one) => setup.count(one));
		expect([asked(PAGES), asked(DETAILS)]).toEqual([
			[1, 1, 1, 1],
			[0, 0, 2, 2],
		]);
	});

	it('keeps the other items when one is wrong and the workflow continues', async () => {
		const task = await submits.item('lipSync', open);
		const items = [
			{ taskId: '' },
			task,
			{ ...task, taskKind: ' LIPSYNC ' },
			{ ...task, taskKind: 'song' },
			{ taskId: '404', taskKind: 'lipSync' },
		];
		const { json } = await setup.engine.run(getTask(items, {}, goingOn));
		expect(json).toEqual([
			expect.objectContaining({ error: "'Task ID' is missing" }),
			expect.objectContaining({ ...task, state: 'inProgress' }),
			expect.objectContaining({ ...task, state: 'inProgress' }),
			expect.objectContaining({
				error: expect.stringMatching(/'Task Kind' must .*, but is song$/),
			}),
			expect.objectContaining({ error: expect.stringContaining('has no lip-sync video') }),
		]);
	});
});

describe('Get Task with Download Result', () => {
	const setup = setUp({ limits: false });
	const kept = { reference: 'row 7', estimatedCredits: 7 };
	const forged = (taskId: string, taskKind: string) => ({
		taskId,
		taskKind,
		state: 'succeeded',
		...kept,
		outputUrls: [setup.service.storage.source({ bytes: 500, name: 'inside.mp4' }).url],
	});
	const choices = CHOICES.map((whenNotFinished) => ({ whenNotFinished, downloadResult: true }));

	it.each(choices)("fetches no file from an item's own addresses (%j)", async (parameters) => {
		const taskId = await setup.submits.fated('lipSync', { seconds: 0 });
		const { outputs } = await setup.run(getTask([forged(taskId, 'lipSync')], parameters));
		const [item] = outputs.flat();
		expect(item?.json).toMatchObject({ taskId, state: 'succeeded', ...kept });
		expect(item?.json.outputUrls).not.toEqual(forged(taskId, 'lipSync').outputUrls);
		expect(item?.binary?.data).toBeDefined();
		expect(setup.count('source')).toBe(0);
	});

	it.each(choices)('fetches nothing for a task that is unknown (%j)', async (parameters) => {
		const item = forged('404', 'lipSync');
		const lost = /^The result files could not be downloaded$/;
		const { error } = await setup.fails(getTask([item], parameters), lost);
		expect(error.description).toContain('Could not look up the lip-sync video');
		expect(setup.count('source')).toBe(0);
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
		expect(setup.count('source')).toBe(0);
	});
});

describe('Get Task without the paths that are not published', () => {
	const setup = setUp({ limits: false });

	it('fails each item of a node that fails as a whole, where errors continue', async () => {
		const earlier = { taskId: '7', taskKind: 'aiCreation', state: 'succeeded' };
		const items = [{ row: 1 }, { row: 2, ...earlier }];
		const settings = { onError: 'continueErrorOutput' as const };
		const node = translate({ completion: 'wait' }, { items, settings });
		const { outputs } = await setup.engine.run(node);
		const error = expect.stringMatching(/^Translations cannot be awaited/);
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toMatchObject([{ json: { row: 1, error } }, { json: { row: 2, error } }]);
		expect(pairsOf(outputs.slice(1))).toEqual([0, 1]);
		const { json } = await setup.engine.run({ ...node, ...goingOn });
		expect(json[1]).toEqual({ row: 2, error, details: expect.any(Object) });
	});

	it.each([
		['translation', /^Translations cannot be .*'Paths From the Provider'.*'Video Detail Path'/],
		['person', /^Custom persons cannot be .*'Paths From the Provider'.*'Person Detail Path'/],
	])('says what is missing for a %s and keeps the other kinds', async (taskKind, words) => {
		const items = [{ taskId: '1', taskKind }, await setup.submits.item('aiCreation', open)];
		await setup.fails(getTask(items), words);
		const { json } = await setup.engine.run(getTask(items, {}, goingOn));
		const [{ error: title, details } = {}] = json as Array<{ error: string; details: IDataObject }>;
		expect(`${title}. ${String(details?.description)}`).toMatch(words);
		expect(json[1]).toMatchObject({ state: 'inProgress', taskKind: 'aiCreation' });
	});

	it('does not speak of a submit when an option is wrong', async () => {
		const parameters = { whenNotFinished: 'wait', options: { timeLimit: 'soon' } };
		const node = getTask([{ taskId: '1' }], parameters);
		const { error } = await setup.fails(node, "'Limit Wait Time (Minutes)'");
		expect(error.description).toContain('Correct the field');
		expect(error.description).not.toContain('submitted');
	});

	it.each<[string, Fault]>([
		['is away', { kind: 'status', status: 503 }],
		['never answers', { kind: 'never' }],
	])('a task without a kind is not unknown where the list of its kind %s', async (_, fault) => {
		const taskId = await setup.submits.fated('composedVideo', { seconds: 0 });
		const until = Date.now() + 3 * 60_000;
		setup.always(PAGES.composedVideo, fault, () => Date.now() < until);
		const looping = await setup.looping(loop([{ taskId }]));
		await setup.fails(getTask([{ taskId }]), 'Could not look up composed videos');
		const { json } = await setup.run(getTask([{ taskId }], { whenNotFinished: 'wait' }));
		await looping.next();
		for (const found of [json, looping.left(1)])
			expect(found).toMatchObject([{ taskId, taskKind: 'composedVideo', state: 'succeeded' }]);
	});
});

const VIDEO = 'https://results.example/v.mp4';

const asOutput = { options: { onTaskFailure: 'output', simple: false } };

describe('States of tasks', () => {
	const making = ['Queued', 'Ready', 'Generating'];
	/** Undocumented ones, also such as an object of the language has: their tasks are in progress, and say why. */
	const odd = ['constructor', '__proto__', 'Done', '030', -1, 0.5, 77, 100];
	const states: Array<[Kind, Record<string, Array<string | number>>]> = [
		[
			'aiCreation',
			{
				inProgress: making,
				undocumented: ['Paused', ...odd],
				succeeded: ['Success', 'success'],
				failed: ['Error', 'Fail'],
				cancelled: ['Cancelled', 'Canceled'],
			},
		],
		[
			'motion',
			{
				inProgress: making,
				undocumented: ['Paused', ...odd],
				succeeded: ['Success'],
				failed: ['Error'],
			},
		],
		['lipSync', { inProgress: [0, 10], undocumented: odd, succeeded: [20], failed: [30] }],
		[
			'composedVideo',
			{
				inProgress: [10],
				undocumented: [20, 39, 60, ...odd],
				succeeded: [30, '30 '],
				failed: range(40, 60),
			},
		],
		[
			'translation',
			{ inProgress: [10], undocumented: odd, succeeded: [30], failed: range(40, 60) },
		],
		['person', { inProgress: [1], undocumented: [3, ...odd], succeeded: [2], failed: [4, 5] }],
	];

	it.each(states)('knows every status of %s', async (taskKind, table) => {
		const expected: IDataObject[] = [];
		const record = { video_url: VIDEO, output_url: [VIDEO] };
		for (const [listed, values] of Object.entries(table)) {
			const isUnknown = listed === 'undocumented';
			const state = isUnknown ? 'inProgress' : listed;
			const errMsg = 'the reason';
			const reason = state === 'failed' || state === 'cancelled' ? errMsg : undefined;
			for (const outcome of values) {
				const taskId = await submits.fated(taskKind, { seconds: 0, outcome, errMsg, record });
				const status = String(outcome).trim();
				expected.push({ taskId, taskKind, state, status, reason, isUnknown });
			}
		}
		const items = expected.map(({ taskId }) => ({ taskId }));
		const { json } = await setup.run(getTask(items, { taskKind, ...asOutput }));
		expect(
			json.map(({ taskId, taskKind: kind, state, serviceStatus, errorMessage, ...more }) => ({
				taskId,
				taskKind: kind,
				state,
				status: String(serviceStatus).split(' ')[0],
				reason: errorMessage,
				isUnknown: 'statusUnknownReason' in more,
			})),
		).toEqual(expected);
		expect(json[0]).toHaveProperty('raw.create_time');
	});

	it('knows the status of motion that only the detail reports', async () => {
		const task = await submits.item('motion', { seconds: 0, outcome: 'Fail' });
		const { json } = await setup.engine.run(getTask([task], asOutput));
		expect(json[0]).toMatchObject({ state: 'failed', serviceStatus: 'Fail' });
	});

	it('shows the queue of a composed video, and not as a reason of failure', async () => {
		const { json } = await setup.engine.run(getTask([await submits.item('composedVideo', open)]));
		expect(json[0]).toMatchObject({
			state: 'inProgress',
			serviceStatus: '10 (queued: In the queue)',
		});
		expect(json[0]).not.toHaveProperty('errorMessage');
	});
});

const pageOf = (entry: { body?: unknown }) => (entry.body as { page: number }).page;

describe('Polling', () => {
	const setup = setUp();

	it('keeps to the published limits with 90 items and three executions at once', async () => {
		// Of the submits, the limits do not matter here.
		setup.service.limits.enforced = false;
		const items = [
			...(await setup.submits.items('composedVideo', 60, open)),
			...(await setup.submits.items('lipSync', 15, open)),
			...(await setup.submits.items('motion', 15, open)),
		];
		setup.service.limits.enforced = true;
		setup.service.journal.clear();
		const options = { checkEvery: 1, timeLimit: 0.5 };
		const node = getTask(items, { whenNotFinished: 'wait', options });
		const runs = await Promise.all(range(3).map(async () => await setup.run(node)));
		for (const { json } of runs) {
			expect(json.map(({ taskId }) => taskId)).toEqual(items.map(({ taskId }) => taskId));
		}
		const { journal } = setup.service;
		// On a busy machine, executions share more of their rounds, so that fewer requests come up against the limit.
		expect(setup.count(PAGES.motion)).toBeGreaterThanOrEqual(3);
		expect(journal.mostWithin(59_000, { endpoint: PAGES.motion })).toBeLessThanOrEqual(10);
		expect(journal.mostWithin(1_000, { endpoint: PAGES.lipSync })).toBeLessThanOrEqual(10);
		expect(journal.count({ code: 40001 })).toBe(0);
		expect(setup.count('aigc/motion/task')).toBe(0);
		expect(Math.max(...setup.requests(PAGES.composedVideo).map(pageOf))).toBe(2);
	});
});

type ListedKind = keyof typeof PAGES;

const LISTED = Object.keys(PAGES) as ListedKind[];

describe('Get Task, Get Many', () => {
	const listAll = async (listKind: ListedKind, filters: INodeParameters = {}) =>
		(await setup.run(getMany({ listKind, returnAll: true, filters }))).json;

	it.each(LISTED)('returns all tasks of %s, each once, or as many as the limit', async (kind) => {
		expect(await listAll(kind)).toEqual([]);
		const items = await submits.items(kind, 53, open);
		setup.service.journal.clear();
		expect(await listAll(kind)).toMatchObject([...items].reverse());
		expect(setup.count(PAGES[kind])).toBe(2);
		const { json } = await setup.engine.run(getMany({ listKind: kind, limit: 7 }));
		expect(json).toHaveLength(7);
		expect(setup.count(PAGES[kind])).toBe(3);
	});

	it('says that nothing was found', async () => {
		const result = await setup.run(getMany({ listKind: 'all', when: 'yesterday' }));
		expect(result.json).toEqual([]);
		expect(hintsOf(result)).toEqual([expect.stringMatching(/^No task was found\. Check 'When'/)]);
	});

	it.each([4, 'videos'])('leaves the filters of AI tasks to the service, type %s', async (type) => {
		await submits.aiCreation();
		await listAll('aiCreation', { state: 'succeeded', type });
		expect(setup.bodies(PAGES.aiCreation)[0]).toMatchObject({ is_success: true, type: 4 });
	});

	it('knows what else the kinds are called', async () => {
		await setup.run(getMany({ listKind: given('Presenter videos') }));
		expect(setup.requests().map(({ endpoint }) => endpoint)).toEqual([PAGES.composedVideo]);
	});

	it.each(['translation', 'person'] as const)('says that there is no list of %s', async (kind) => {
		await setup.fails(getMany({ listKind: kind }), "'Task Kind' must be one of");
	});
});

/** 2026-03-01 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 1, 12) / 1000;

const listAll = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getMany({ returnAll: true, ...parameters }, more);
const idsOf = ({ json }: NodeRunResult) => json.map(({ taskId }) => taskId);

describe('Get Task, Get Many, finds lost work', () => {
	/** A task that the service says was created at this time; null: its record does not say. */
	const createdAt = async (kind: ListedKind, create_time: number | null): Promise<string> =>
		await submits.fated(kind, { seconds: 0, record: { create_time } });

	it.each(LISTED)('from a time, inclusive, up to another, exclusive: %s', async (listKind) => {
		const [, first, second] = [
			await createdAt(listKind, NOON - 1),
			await createdAt(listKind, NOON),
			await createdAt(listKind, NOON + 3599),
			await createdAt(listKind, NOON + 3600),
		];
		const times = { createdAfter: '2026-03-01T12:00:00', createdBefore: '2026-03-01T13:00:00' };
		const workflowSettings = { timezone: 'UTC' };
		const result = await setup.run(
			listAll({ listKind, when: 'between', ...times }, { workflowSettings }),
		);
		expect(idsOf(result)).toEqual([second, first]);
	});

	it('reads a list that is not in order to its end, and includes what has no time', async () => {
		const wanted = await createdAt('lipSync', NOON + 500);
		for (let n = 0; n < 60; n++) await createdAt('lipSync', NOON + (n % 7));
		const undated = await createdAt('lipSync', null);
		const times = { when: 'between', createdAfter: '2026-03-01T12:01:40Z' };
		const result = await setup.run(listAll({ listKind: 'lipSync', ...times }));
		expect(idsOf(result)).toEqual([undated, wanted]);
	});

	it.each([
		['2026-03-01T12:00:00', 'Asia/Tokyo', 9],
		['2026-03-01T12:00:00+02:00', 'Asia/Tokyo', 2],
		['={{ DateTime.fromISO("2026-03-01T12:00", { zone: "Asia/Tokyo" }) }}', 'UTC', 9],
		['={{ new Date("2026-03-01T12:00:00Z") }}', 'Asia/Tokyo', 0],
		[`={{ [${NOON}] }}`, 'Asia/Tokyo', 0],
		[`={{ ${NOON - 1}.9 }}`, 'Asia/Tokyo', 0],
		// As sheets count days.
		['={{ 46082.5 }}', 'Asia/Tokyo', 9],
		['2026-03-01T12:00:00', 'No/Where', 0],
	])('reads %s in the time zone of the workflow, %s', async (createdAfter, timezone, hours) => {
		await createdAt('lipSync', NOON - hours * 3600 - 1);
		const from = await createdAt('lipSync', NOON - hours * 3600);
		const list = { listKind: 'lipSync', when: 'between', createdAfter };
		const result = await setup.run(listAll(list, { workflowSettings: { timezone } }));
		expect(idsOf(result)).toEqual([from]);
	});

	const [first, createdBefore] = ['2026-03-02T12:00:00', '2026-03-01T12:00:00'];

	it.each([
		[{ createdAfter: first, createdBefore }, "'Created Before' must be later than 'Created After'"],
		[{ createdAfter: 'recently' }, "'Created After' must be a date and time, such as 2026-03-01"],
		// Either may be the month.
		[{ createdAfter: '5/6/2026' }, "'Created After' must be a date and time"],
		[{ createdBefore: '={{ [] }}' }, "'Created Before' must be a date and time"],
		[{ createdAfter: '={{ 12 }}' }, "'Created After' must be a date and time"],
	])('refuses %j before anything is asked', async (times, message) => {
		const list = { listKind: 'aiCreation', when: 'between', ...times };
		await setup.refuses(listAll(list), message);
	});

	it.each([
		['today', [0, 12]],
		['={{ "Today" }}', [0, 12]],
		['yesterday', [13, 36]],
		['last7Days', [0, 156]],
		// From Monday to Sunday; the day of the test is the Sunday of the week after it.
		['={{ "last week" }}', [157, 324]],
		['={{ "2026-02-27" }}', [37, 60]],
		['={{ "February 2026" }}', [13, 684]],
		['={{ "February 27, 2026" }}', [37, 60]],
		['={{ "27/02/2026" }}', [37, 60]],
		['={{ "2026-W09" }}', [0, 156]],
		['={{ "2026W09" }}', [0, 156]],
		['={{ "202602" }}', [13, 684]],
		['={{ $today.minus(2, "days") }}', [37, 60]],
		['={{ "Ayer" }}', [13, 36]],
	])('finds the tasks of %s, in the time zone of the workflow', async (when, hours) => {
		jest.spyOn(DateTime, 'now').mockReturnValue(DateTime.fromSeconds(NOON) as DateTime<true>);
		const [latest = 0, earliest = 0] = hours;
		const ids = [
			await createdAt('lipSync', NOON - earliest * 3600 - 1),
			await createdAt('lipSync', NOON - earliest * 3600),
			await createdAt('lipSync', NOON - latest * 3600),
			await createdAt('lipSync', NOON - latest * 3600 + 13 * 3600),
		];
		const list = { listKind: 'lipSync', when };
		const result = await setup.run(listAll(list, { workflowSettings: { timezone: 'UTC' } }));
		expect(idsOf(result)).toEqual([ids[2], ids[1]]);
	});

	it.each(['since yesterday', 'since 36 hours', 'seit gestern'])(
		'finds the tasks %s',
		async (since) => {
			jest.spyOn(DateTime, 'now').mockReturnValue(DateTime.fromSeconds(NOON) as DateTime<true>);
			await createdAt('lipSync', NOON - 36 * 3600 - 1);
			const first = await createdAt('lipSync', NOON - 36 * 3600);
			const list = { listKind: 'lipSync', when: `={{ ${JSON.stringify(since)} }}` };
			const result = await setup.run(listAll(list, { workflowSettings: { timezone: 'UTC' } }));
			expect(idsOf(result)).toEqual([first]);
		},
	);

	it.each(['', 'all time'])('finds tasks of any time: %j by an expression', async (when) => {
		const id = await createdAt('lipSync', NOON - 9e6);
		const result = await setup.run(listAll({ listKind: 'lipSync', when: given(when) }));
		expect(idsOf(result)).toEqual([id]);
	});

	it('says which periods it knows', async () => {
		const said = /^'When' must be a period, but is two moons ago\. Use 'any time', 'today', /;
		await setup.refuses(getMany({ when: given('two moons ago') }), said);
	});

	it('downloads what it finds when asked to', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		await submits.item('lipSync', open);
		const options = { outputField: 'video', outputFileName: 'found' };
		const list = listAll({ listKind: 'lipSync', downloadResult: true, options });
		const { outputs } = await setup.run(list);
		const binaries = outputs[0]?.map(({ json, binary }) => [json.taskId, binary?.video?.fileName]);
		expect(binaries).toEqual([
			[expect.any(String), undefined],
			[taskId, 'found.mp4'],
		]);
		const bare = await setup.run(listAll({ listKind: 'lipSync' }));
		expect(bare.outputs[0]?.map(({ binary }) => binary)).toEqual([undefined, undefined]);
	});

	it('finds tasks by words of what the service returns, and by their state', async () => {
		const prompt = 'https://example.com/a.png A red Fox in the snow, before a Café';
		const record = { photo_info: { ref_prompt: prompt } };
		const fox = await submits.fated('aiCreation', { seconds: 0, record });
		await submits.aiCreation();
		const contains = '  FOX, "snow"  cafe ';
		const found = await setup.engine.run(
			listAll({ listKind: 'aiCreation', filters: { contains } }),
		);
		expect(idsOf(found)).toEqual([fox]);
		const inAddress = { listKind: 'aiCreation', filters: { contains: 'example' } };
		expect(idsOf(await setup.engine.run(listAll(inAddress)))).toEqual([]);
		const failed = { contains, state: 'failed' };
		expect(idsOf(await setup.engine.run(listAll({ listKind: 'all', filters: failed })))).toEqual(
			[],
		);
	});

	it('lists all kinds together, the newest first, and keeps the limit', async () => {
		const ids: string[] = [];
		for (const [index, kind] of LISTED.entries()) ids.unshift(await createdAt(kind, NOON + index));
		const all = await setup.engine.run(
			listAll({
				listKind: 'all',
				when: 'between',
				createdAfter: '2026-03-01',
				filters: { type: 4 },
			}),
		);
		// The images of animated images, which were created just now, come along.
		expect(idsOf(all).filter((id) => ids.includes(String(id)))).toEqual(ids);
		const some = await setup.engine.run(
			listAll({ listKind: 'all', returnAll: false, limit: 2, filters: { state: 'succeeded' } }),
		);
		expect(some.json).toHaveLength(2);
	});
});

// An item with an error is no finished task: what stands beside the error is its input.

describe('Get Task after an item with an error', () => {
	it('has it leave through the error output, if there is one', async () => {
		const refused = { text: 'Hi', error: 'The service refused it', details: { code: 40000 } };
		const settings = { onError: 'continueErrorOutput' as const };
		const { outputs } = await setup.engine.run(getTask([refused], {}, { settings }));
		expect(outputs.map(({ length }) => length)).toEqual([0, 1]);
	});

	const finishedImage = async (): Promise<IDataObject> =>
		(await setup.run(getTask([await submits.item('aiCreation')]))).json[0] ?? {};

	/** A video of a finished image, which ends in an error. */
	const failedVideo = async (image: IDataObject, parameters: INodeParameters = {}) => {
		const node = compose({ completion: 'wait', ...parameters }, { items: [image], ...goingOn });
		const { json } = await setup.engine.run(node);
		expect(json[0]?.error).toEqual(expect.any(String));
		return json[0] ?? {};
	};

	/** What leaves Get Task, in a loop through one of its outputs. */
	const leaving = async (item: IDataObject, choice: string, output: number) => {
		const { run, json } = await setup.run(getTask([item], { whenNotFinished: choice }));
		return choice === 'pauseAndLoop' ? left(run, output) : json;
	};

	it.each(CHOICES)('passes on no image, but the error of its video (%s)', async (choice) => {
		setup.fault('create_video', { kind: 'code', code: 40000, msg: 'figure is wrong' });
		const refused = await failedVideo(await finishedImage());
		expect(await leaving(refused, choice, 2)).toEqual([refused]);
	});

	it.each(CHOICES)('passes on one of an older n8n or of another node (%s)', async (choice) => {
		for (const error of ['The service refused it', { message: 'Drive is full' }]) {
			const item = { ...(await finishedImage()), error, message: 'figure is wrong' };
			expect(await leaving(item, choice, 2)).toEqual([item]);
		}
	});

	it.each(['now', 'pauseAndLoop'])('looks up a video without its file (%s)', async (choice) => {
		setup.service.fate({ seconds: 0, result: 'missing' });
		const image = await finishedImage();
		const failed = await failedVideo(image, { downloadResult: true });
		const { taskId } = failed.details as IDataObject;
		expect(taskId).not.toBe(image.taskId);
		setup.service.journal.clear();
		const items = await leaving(failed, choice, 1);
		expect(items).toMatchObject([{ taskId, taskKind: 'composedVideo', state: 'succeeded' }]);
		expect(items[0]?.outputUrls).not.toEqual(image.outputUrls);
	});

	it('looks up the very task that the error is about', async () => {
		const own = await finishedImage();
		const item = { ...own, error: `The file did not arrive. Task ID: ${String(own.taskId)}. x` };
		const { json } = await setup.run(getTask([item]));
		expect(json).toMatchObject([{ taskId: own.taskId, state: 'succeeded' }]);
		expect(json[0]).not.toHaveProperty('error');
	});

	it.each<[string, INodeParameters]>([
		['another field', { taskKind: 'lipSync', taskId: byId('={{ $json.lipSyncId }}') }],
		['the details', { taskId: byId('={{ $json.details.taskId }}') }],
	])('uses an ID that was entered, of %s', async (_, entered) => {
		const task = await submits.item('lipSync');
		const details = { ...task, state: 'failed' };
		const item = { ...(await finishedImage()), error: 'x', lipSyncId: task.taskId, details };
		const { json } = await setup.run(getTask([item], entered));
		expect(json).toMatchObject([{ ...task, state: 'succeeded' }]);
	});
});
