/* eslint-disable @n8n/community-nodes/no-restricted-imports */
// What has answered once is not called unknown or wrong for a later answer: only time decides, in every way of waiting.
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	compose,
	CREATE,
	DETAILS,
	getTask,
	goingOn,
	loop,
	PAGES,
} from '../support/engine/runs';
import { otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { type Kind, KINDS } from '../support/engine/submits';

const setup = setUp({ limits: false, ...BOTH_PATHS });
const { submits } = setup;

const MINUTE_MS = 60_000;

const VIDEOS = PAGES.composedVideo;

/** Whether it is so many milliseconds later than now, and not yet so many. */
const between = (fromMs: number, toMs = Infinity) => {
	const begun = Date.now();
	return () => Date.now() >= begun + fromMs && Date.now() < begun + toMs;
};

/** An answer of any list that shows nothing, as of a replica that lags. */
const emptyList = otherData((data: object) => ({
	...data,
	List: [],
	list: [],
	PageInfo: { page: 1, size: 50, total_count: 0, total_page: 0 },
	page_info: {},
}));

const elsewhere: Array<[string, Fault]> = [
	['a redirect', { kind: 'redirect', location: 'https://sso.example.com', status: 302 }],
	['code 10400', { kind: 'code', code: 10400 }],
	['HTTP 404 with a page', { kind: 'html', status: 404 }],
	['HTTP 200 with a page', { kind: 'html', status: 200 }],
];

/** Get Task that waits for so many minutes. */
const waitFor = (items: IDataObject[], timeLimit?: number) =>
	getTask(items, {
		whenNotFinished: 'wait',
		options: timeLimit === undefined ? {} : { timeLimit },
	});

describe('What has answered once', () => {
	const open = async (kind: Kind = 'composedVideo') =>
		await submits.items(kind, 1, { seconds: Infinity });

	describe('a list that does not show a task for once', () => {
		it.each([{}, goingOn])('does not end a loop that has seen it (%j)', async (more) => {
			const items = await submits.items('composedVideo', 2, { seconds: Infinity });
			const looping = await setup.looping(loop(items, {}, more));
			for (const fault of [undefined, undefined, emptyList]) {
				if (fault) setup.fault(VIDEOS, fault);
				await looping.next(10 * MINUTE_MS);
				expect(looping.status).toBe('waiting');
			}
			expect(looping.left(2)).toEqual([]);
			setup.settleAll();
			await looping.next();
			const ids = items.map(({ taskId }) => taskId);
			expect(looping.left(1).map(({ taskId }) => taskId)).toEqual(ids);
		});

		it.each(KINDS)('nor its detail: does not end a loop that has seen it: %s', async (kind) => {
			const looping = await setup.looping(loop(await open(kind)));
			for (const path of Object.values(PAGES)) setup.fault(path, emptyList);
			for (const path of ['ai_creation/task', ...Object.values(DETAILS)]) {
				setup.always(path, { kind: 'code', code: 40000, msg: 'none' });
			}
			await looping.next(20 * MINUTE_MS);
			expect(looping.status).toBe('waiting');
		});
	});

	it('a task that was accepted a moment ago is not unknown by its ID alone', async () => {
		setup.service.fate({ seconds: Infinity });
		const { json: submitted } = await setup.run(compose({ completion: 'return' }));
		const ids = submitted.map(({ taskId }) => ({ taskId }));
		const chosenKind = { taskKind: 'composedVideo' };
		const remove = setup.always(VIDEOS, emptyList);
		const { json } = await setup.run(getTask(ids, chosenKind));
		expect(json[0]).toMatchObject({ ...ids[0], state: 'inProgress' });
		await delay(2 * MINUTE_MS);
		await setup.fails(getTask(ids, chosenKind), 'The service has no composed video with the ID');
		remove();
	});

	it.each(elsewhere)('then %s does not end a loop, however long it stays so', async (_, fault) => {
		const looping = await setup.looping(loop(await open()));
		setup.always(VIDEOS, fault);
		await looping.next();
		expect(looping.status).toBe('waiting');
		const { run } = await looping.next(6 * MINUTE_MS);
		expect([looping.status, run.data.resultData.error]).toEqual(['waiting', undefined]);
	});

	it.each(['now', 'pauseAndLoop'])('is not lost where one is finished: %s', async (choice) => {
		const [item = {}] = await submits.items('composedVideo', 1, { seconds: 0 });
		const { json } = await setup.run(getTask([item], { downloadResult: false }));
		setup.fault(VIDEOS, emptyList);
		const choices = { whenNotFinished: choice, downloadResult: true };
		const { outputs } = await setup.run(getTask(json, choices, { loop: choice !== 'now' }));
		expect(outputs.flat()[0]?.binary?.data).toBeDefined();
	});

	describe('a person whose detail is HTTP 404', () => {
		const gone = ({ taskId }: { taskId: string }) =>
			setup.always(DETAILS.person, { kind: 'status', status: 404 }, ({ query }) =>
				JSON.stringify(query).includes(taskId),
			);

		it('takes nothing from the others', async () => {
			const items = await submits.items('person', 7, { seconds: 0 });
			const lost = items[3] ?? { taskId: '' };
			gone(lost);
			const { json } = await setup.run(getTask(items, {}, goingOn));
			expect(json.filter(({ state }) => state === 'succeeded')).toHaveLength(6);
			expect(json[3]?.error).toBe(`The service has no custom person with the ID '${lost.taskId}'`);
			expect(JSON.stringify(json[3]?.details)).toContain('HTTP 404');
		});

		it('takes nothing from the others of a loop, which knows the path over its rounds', async () => {
			const items = await submits.items('person', 3, { seconds: 0 });
			const lost = items[1] ?? { taskId: '' };
			gone(lost);
			const looping = await setup.looping(loop(items, {}, goingOn));
			expect(looping.left(1)).toHaveLength(2);
			await looping.next(2 * MINUTE_MS);
			const error = `The service has no custom person with the ID '${lost.taskId}'`;
			expect(looping.left(2)).toMatchObject([{ error }]);
		});

		it('does not make the path wrong that has answered before: of a translation', async () => {
			const items = await open('translation');
			setup.always(DETAILS.translation, { kind: 'status', status: 404 }, between(MINUTE_MS));
			const { json } = await setup.run(waitFor(items, 3));
			expect(json).toMatchObject([{ state: 'inProgress', timedOut: true }]);
			expect(json[0]?.statusUnknownReason).toMatch(/HTTP 404/);
			expect(json[0]?.statusUnknownReason).not.toMatch(/may be wrong/);
		});

		it.each<[string, Fault]>([
			['without an envelope', { kind: 'status', status: 404 }],
			['with an envelope', { kind: 'code', code: 40000, msg: 'no such path', status: 404 }],
		])('comes of a wrong path where none was ever answered: %s', async (_, fault) => {
			setup.always(DETAILS.person, fault);
			const node = getTask(await submits.items('person', 1, { seconds: 0 }));
			await setup.fails(node, "'Person Detail Path' of the credential may be wrong");
		});
	});

	it("tells the service's words where it refuses a look-up", async () => {
		for (const operation of [PAGES.aiCreation, 'ai_creation/task']) {
			setup.always(operation, { kind: 'code', code: 40000, msg: 'unique_id is too long' });
		}
		const unknown = getTask([{ taskId: '4711' }]);
		const { error } = await setup.fails(unknown, "The service has no task with the ID '4711'");
		expect(error.description).toMatch(/unique_id is too long \(code 40000, trace_id .+\)/);
	});

	describe('a success without its result', () => {
		const kinds = KINDS.filter((kind) => kind !== 'person');
		const url = 'https://results.example/v.mp4';
		const bare = { seconds: 0, record: { video_url: '', output_url: [] } };
		const whole = { record: { video_url: url, output_url: [url] } };
		/** Waits while the result appears half a minute later. */
		const runUntilWhole = async (node: NodeRun) => {
			void delay(30_000).then(() => {
				for (const { id } of setup.service.tasks()) setup.service.settle(id, whole);
			});
			const { json } = await setup.run(node);
			expect(json).toMatchObject([{ state: 'succeeded', outputUrls: [url] }]);
		};

		it.each(kinds)('is waited for: %s', async (kind) => {
			const items = await submits.items(kind, 1, { seconds: 0 });
			setup.service.settle(items[0]?.taskId ?? '', bare);
			const { json } = await setup.run(getTask(items));
			expect(json[0]?.statusUnknownReason).toContain('no result file yet');
			await runUntilWhole(waitFor(items));
		});

		it('is no end of the wait, which outputs the task at its limit', async () => {
			const items = await submits.items('lipSync', 1, bare);
			const { json } = await setup.run(waitFor(items, 5));
			expect(json).toMatchObject([{ ...items[0], state: 'inProgress', timedOut: true }]);
			expect(json[0]?.statusUnknownReason).toContain('no result file yet');
		});
	});
});

describe('The time of a question', () => {
	const faults: Array<[string, Fault]> = [
		['asks for ten minutes', { kind: 'status', status: 503, headers: { 'Retry-After': '600' } }],
		['is not there', { kind: 'status', status: 503 }],
		['never answers', { kind: 'never' }],
		['answers 40001', { kind: 'code', code: 40001 }],
	];
	const secondsOf = async (node: NodeRun) => {
		const begun = Date.now();
		const result = await setup.engine.run(node);
		return { ...result, seconds: (Date.now() - begun) / 1000 };
	};

	it.each(faults)('is twenty seconds before parking: the service %s', async (_, fault) => {
		setup.service.fate({ seconds: Infinity });
		setup.always(VIDEOS, fault);
		const result = await secondsOf(compose({ completion: 'pause' }));
		// And what is work takes its time.
		expect(result.seconds).toBeLessThan(23);
		expect(result.run.status).toBe('waiting');
		expect(setup.accepted(CREATE)).toBe(1);
		expect(hintsOf(result).join()).toContain('could not be read');
	});

	it.each(faults)('is a minute at most otherwise: the service %s', async (_, fault) => {
		const items = await submits.items('composedVideo', 1, { seconds: Infinity });
		const taskId = await submits.aiCreation();
		const many = range(260).map((n) => ({ taskId: `${taskId}${n}`, taskKind: 'aiCreation' }));
		for (const operation of Object.values({ ...PAGES, ...DETAILS })) setup.always(operation, fault);
		const ofAnyKind = getTask([{ taskId: '4711' }]);
		for (const node of [getTask(items), loop(items), getTask(many), ofAnyKind]) {
			expect((await secondsOf(node)).seconds).toBeLessThan(65);
		}
	});

	it.each<[string, number, string, () => NodeRun | Promise<NodeRun>]>([
		['before parking', 20, 'waiting', () => compose({ completion: 'pause' })],
		['now', 60, 'error', async () => getTask(await submits.items('composedVideo', 1, {}))],
		['in a loop', 60, 'waiting', async () => loop(await submits.items('composedVideo', 1, {}))],
	])('is all that is left, for one that is never answered: %s', async (_, limit, status, make) => {
		const node = await make();
		setup.fault(VIDEOS, { kind: 'never' });
		const { run, seconds } = await secondsOf(node);
		expect(run.status).toBe(status);
		expect(seconds).toBeGreaterThan(limit - 1);
		expect(seconds).toBeLessThan(limit + 5);
		// It is repeated when it has failed, and not while it may be answered.
		expect(setup.count(VIDEOS)).toBe(1);
	});

	it('a list is not searched past the creation of the oldest awaited task', async () => {
		const pages = 60;
		const items = await submits.items('composedVideo', 1, { seconds: Infinity });
		const { json: before } = await setup.run(getTask(items));
		for (const page of range(1, pages + 1)) {
			const List = range(50).map((index) => ({
				id: `9${page}00${index}`,
				status: 30,
				video_url: 'https://results.example/v.mp4',
				create_time: 1_700_000_000 - page * 50 - index,
			}));
			const PageInfo = { page, size: 50, total_count: pages * 50, total_page: pages };
			const fault = otherData(() => ({ List, PageInfo }));
			setup.always(VIDEOS, fault, ({ body }) => (body as { page: number }).page === page);
		}
		setup.service.fate({ seconds: Infinity });
		for (const node of [getTask(before), compose({ completion: 'pause' })]) {
			setup.service.journal.clear();
			await setup.engine.run(node);
			expect(setup.count(VIDEOS)).toBe(1);
		}
	});
});

it('A loop with many items pauses longer, so that n8n can store its rounds, and says so', async () => {
	setup.service.fate({ seconds: Infinity });
	const taskId = await submits.aiCreation();
	const pauseOf = async (count: number, text: string) => {
		const items = range(count).map(() => ({ taskId, taskKind: 'aiCreation', text }));
		const began = Date.now();
		const result = await setup.engine.run(loop(items));
		const ms = (result.run.waitTill?.getTime() ?? 0) - began;
		return { ms, hints: hintsOf(result).join() };
	};
	const few = await pauseOf(20, 'a');
	expect(few.ms).toBeLessThan(40_000);
	expect(few.hints).toBe('');
	const many = await pauseOf(1_000, 'a'.repeat(1_000));
	// 1.2 MB a round: at most 42 rounds a day.
	expect(many.ms).toBeGreaterThan(190_000);
	expect(many.hints).toMatch(
		/next status check follows after \d+ minutes: n8n stores all 1000 items/,
	);
});
