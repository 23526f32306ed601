/* eslint-disable @n8n/community-nodes/no-restricted-globals */
// What has answered once is not called unknown or wrong for a later answer: only time decides, in every way of waiting.

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, IRun } from 'n8n-workflow';

import {
	BOTH_PATHS,
	compose,
	DETAILS,
	getTask,
	goingOn,
	loop,
	PAGES,
} from '../support/engine/runs';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import { otherData, setUp } from '../support/engine/setup';
import { type Kind, KINDS } from '../support/engine/submits';
import { fastTime, inFastTime } from '../support/clock';
import type { Fault } from '../../demo-service';

const MINUTE_MS = 60_000;

const VIDEOS = PAGES.composedVideo;
const always = { times: Infinity };
const real = () => ({ aheadMs: 0, shortLimits: false });

/** An answer of the list that shows nothing, as of a replica that lags. */
const emptyList = otherData(() => ({
	List: [],
	PageInfo: { page: 1, size: 50, total_count: 0, total_page: 0 },
}));

const elsewhere: Array<[string, Fault]> = [
	['a redirect', { kind: 'redirect', location: 'https://sso.example.com', status: 302 }],
	['code 10400', { kind: 'code', code: 10400 }],
	['HTTP 404 with a page', { kind: 'html', status: 404 }],
	['HTTP 403 without an envelope', { kind: 'status', status: 403 }],
	['HTTP 200 with a page', { kind: 'html', status: 200 }],
];

/** Moves what a sleeping execution has noted of the time of its wait back. */
function age(run: IRun, ms: number): void {
	const { answered = {} } = (run.data.executionData?.contextData['node:Tested'] ?? {}) as {
		answered?: Record<string, number | null>;
	};
	for (const [kind, since] of Object.entries(answered)) {
		if (since !== null) answered[kind] = since - ms;
	}
	for (const { json } of storedItems(run)) {
		for (const field of ['waitingSince', 'statusUnknownSince']) {
			if (typeof json[field] === 'string') {
				json[field] = new Date(Date.parse(json[field]) - ms).toISOString();
			}
		}
	}
}

describe('What has answered once', () => {
	fastTime();
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	const { submits } = setup;
	const run = async (node: NodeRun, time = real()) =>
		await inFastTime(time, async () => await setup.engine.run(node));
	const resume = async (node: NodeRun, before: IRun) =>
		await inFastTime(real(), async () => await setup.engine.resume(node, before));
	const openVideo = async () => await submits.fated('composedVideo', { seconds: Infinity });

	describe('a list that does not show a task for once', () => {
		it.each([{}, goingOn])('does not end a loop that has seen it (%j)', async (more) => {
			const items = await submits.items('composedVideo', 2, { seconds: Infinity });
			const ids = items.map(({ taskId }) => taskId);
			const node = loop(items, {}, more);
			let { run: sleeping } = await run(node);
			for (const fault of [undefined, undefined, emptyList]) {
				age(sleeping, 10 * MINUTE_MS);
				if (fault) setup.fault(VIDEOS, fault);
				({ run: sleeping } = await resume(node, sleeping));
				expect(sleeping.status).toBe('waiting');
			}
			expect(left(sleeping, 2)).toEqual([]);
			for (const id of ids) setup.service.settle(id);
			const { run: ended } = await resume(node, sleeping);
			expect(left(ended, 1).map(({ taskId }) => taskId)).toEqual(ids);
		});

		it.each(['now', 'wait'])('does not make it unknown to Get Task (%s)', async (choice) => {
			const items = await submits.items('composedVideo', 1, { seconds: Infinity });
			const { json: before } = await run(getTask(items));
			setup.fault(VIDEOS, emptyList);
			const options = { timeLimit: 0 };
			const { json, error } = await run(getTask(before, { whenNotFinished: choice, options }));
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({
				...items[0],
				state: 'inProgress',
				statusUnknownReason: expect.stringContaining('does not show the task'),
			});
		});

		it('does not make a new one unknown that its item brings (Return Now)', async () => {
			setup.service.fate({ seconds: Infinity });
			const { json: submitted } = await run(compose({ completion: 'return' }));
			setup.service.faults.add({ operation: PAGES.composedVideo, fault: emptyList, times: 1 });
			const { json, error } = await run(getTask(submitted));
			expect(error).toBeUndefined();
			expect(json[0]?.statusUnknownReason).toContain('does not show the task');
		});

		it('gives a new one a minute to show up', async () => {
			const taskId = await submits.fated('composedVideo', { seconds: 0, listLagSeconds: 0 });
			const time = real();
			setup.fault(VIDEOS, emptyList, { ...always, when: () => time.aheadMs < 45_000 });
			const node = getTask([{ taskId, taskKind: 'composedVideo' }], { whenNotFinished: 'wait' });
			const { json, error } = await run(node, time);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ taskId, state: 'succeeded' }]);
		});
	});

	describe.each(elsewhere)('then %s', (_, fault) => {
		it('for some minutes does not end a wait', async () => {
			setup.service.fate({ seconds: Infinity });
			const time = real();
			const when = () => time.aheadMs > 60_000 && time.aheadMs < 240_000;
			setup.fault(VIDEOS, fault, { ...always, when });
			const options = { timeLimit: 10 };
			const node = compose({ completion: 'wait', options });
			const { json, error } = await run(node, time);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ state: 'inProgress', timedOut: true }]);
			expect(json[0]).not.toHaveProperty('statusUnknownReason');
		});

		it('does not end a loop, unless it stays so', async () => {
			const node = loop([{ taskId: await openVideo(), taskKind: 'composedVideo' }]);
			let { run: sleeping } = await run(node);
			setup.fault(VIDEOS, fault, always);
			({ run: sleeping } = await resume(node, sleeping));
			expect(sleeping.status).toBe('waiting');
			age(sleeping, 6 * MINUTE_MS);
			const { run: ended, error } = await resume(node, sleeping);
			expect(ended.status).toBe('error');
			expect(error?.message).toContain('Could not look up composed videos');
		});
	});

	it.each(elsewhere.slice(0, 2))('ends at the first check: %s', async (_, fault) => {
		setup.service.fate({ seconds: Infinity });
		setup.fault(VIDEOS, fault, always);
		const { error } = await run(compose({ completion: 'wait' }));
		expect(error?.message).toContain('Could not look up composed videos');
		expect(setup.count(VIDEOS)).toBe(1);
	});

	describe('a person whose detail is HTTP 404', () => {
		const gone = ({ taskId }: { taskId: string }) => {
			const when = ({ query }: { query: unknown }) => JSON.stringify(query).includes(taskId);
			setup.fault(DETAILS.person, { kind: 'status', status: 404 }, { ...always, when });
		};

		it('takes nothing from the others', async () => {
			const items = await submits.items('person', 7, { seconds: 0 });
			const id = items[3]?.taskId ?? '';
			gone({ taskId: id });
			const { json } = await run(getTask(items, {}, goingOn));
			expect(json.filter(({ state }) => state === 'succeeded')).toHaveLength(6);
			expect(json[3]?.error).toBe(`The service has no custom person with the ID '${id}'`);
			expect(JSON.stringify(json[3]?.details)).toContain('HTTP 404');
		});

		it('takes nothing from the others of a loop, which knows the path over its rounds', async () => {
			const items = await submits.items('person', 3, { seconds: 0 });
			const id = items[1]?.taskId ?? '';
			gone({ taskId: id });
			const node = loop(items, {}, goingOn);
			const { run: sleeping } = await run(node);
			expect(left(sleeping, 1)).toHaveLength(2);
			expect(sleeping.status).toBe('waiting');
			age(sleeping, 2 * MINUTE_MS);
			const { run: ended } = await resume(node, sleeping);
			const error = `The service has no custom person with the ID '${id}'`;
			expect(left(ended, 2)).toMatchObject([{ error }]);
		});

		it('takes nothing from the only one of ten that is left', async () => {
			const items = await submits.items('person', 10, { seconds: 0 });
			items.slice(1).forEach(gone);
			for (let check = 0; check < 5; check++) {
				const { json } = await run(getTask(items, {}, goingOn));
				expect(json[0]).toMatchObject({ ...items[0], state: 'succeeded' });
			}
		});

		it('does not make the path wrong that has answered before: of a translation', async () => {
			const items = await submits.items('translation', 1, { seconds: Infinity });
			const time = real();
			const when = () => time.aheadMs > MINUTE_MS;
			setup.fault(DETAILS.translation, { kind: 'status', status: 404 }, { ...always, when });
			const waiting = { whenNotFinished: 'wait', options: { timeLimit: 3 } };
			const { json } = await run(getTask(items, waiting), time);
			expect(json).toMatchObject([{ state: 'inProgress', timedOut: true }]);
			expect(json[0]?.statusUnknownReason).toMatch(/HTTP 404/);
			expect(json[0]?.statusUnknownReason).not.toMatch(/may be wrong/);
		});

		it.each<[string, Fault]>([
			['without an envelope', { kind: 'status', status: 404 }],
			['with an envelope', { kind: 'code', code: 40000, msg: 'no such path', status: 404 }],
		])('comes of a wrong path where none was ever answered: %s', async (_, fault) => {
			setup.fault(DETAILS.person, fault, always);
			const { error } = await run(getTask(await submits.items('person', 1, { seconds: 0 })));
			expect(error?.message).toContain("'Person Detail Path' of the credential may be wrong");
		});
	});

	it("tells the service's words where it refuses a look-up", async () => {
		const fault: Fault = { kind: 'code', code: 40000, msg: 'unique_id is too long' };
		for (const operation of [PAGES.aiCreation, 'ai_creation/task']) {
			setup.fault(operation, fault, always);
		}
		const { error } = await run(getTask([{ taskId: '4711' }]));
		expect(error?.message).toContain("The service has no AI task with the ID '4711'");
		expect(error?.description).toMatch(/unique_id is too long \(code 40000, trace_id .+\)/);
	});

	describe('a success without its result', () => {
		const kinds = KINDS.filter((kind) => kind !== 'person');
		const bare = { video_url: '', output_url: [] } as IDataObject;
		const url = 'https://results.example/v.mp4';
		const whole = { video_url: url, output_url: [url] };

		it.each(kinds)('is waited for: %s', async (taskKind) => {
			const taskId = await submits.fated(taskKind, { seconds: 0 });
			setup.service.settle(taskId, { record: bare });
			const time = real();
			const node = getTask([{ taskId, taskKind }], { whenNotFinished: 'wait' });
			const later = setInterval(() => {
				if (time.aheadMs > 30_000) setup.service.settle(taskId, { record: whole });
			}, 1);
			const { json, error } = await run(node, time);
			clearInterval(later);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ state: 'succeeded', outputUrls: whole.output_url }]);
		});

		it('is waited for by the node that has submitted it', async () => {
			setup.service.fate({ seconds: 0, record: bare });
			const time = real();
			const later = setInterval(() => {
				const [{ id = '' } = {}] = setup.service.tasks();
				if (time.aheadMs > 60_000) setup.service.settle(id, { record: whole });
			}, 1);
			const node = compose({ completion: 'wait' });
			const { json, error } = await run(node, time);
			clearInterval(later);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ state: 'succeeded', outputUrls: whole.output_url }]);
		});

		it('has failed after two minutes', async () => {
			const taskId = await submits.fated('lipSync', { seconds: 0 });
			setup.service.settle(taskId, { record: bare });
			const time = real();
			const node = getTask([{ taskId, taskKind: 'lipSync' }], { whenNotFinished: 'wait' });
			const { error } = await run(node, time);
			expect(error?.message).toContain('reported success but returned no result file');
			expect(time.aheadMs).toBeGreaterThanOrEqual(2 * MINUTE_MS);
			expect(time.aheadMs).toBeLessThan(3 * MINUTE_MS);
		});

		it('is awaited over the rounds of a loop', async () => {
			const taskId = await submits.fated('lipSync', { seconds: 0 });
			setup.service.settle(taskId, { record: bare });
			const node = loop([{ taskId, taskKind: 'lipSync' }]);
			const { run: sleeping } = await run(node);
			expect(sleeping.status).toBe('waiting');
			age(sleeping, 3 * MINUTE_MS);
			const { run: ended } = await resume(node, sleeping);
			expect(left(ended, 2)).toMatchObject([{ taskId, state: 'failed' }]);
		});
	});

	describe('a status', () => {
		it.each<[Kind, string | number, string]>([
			['aiCreation', 'success', 'succeeded'],
			['aiCreation', 'SUCCESS', 'succeeded'],
			['aiCreation', 'Success ', 'succeeded'],
			['aiCreation', 'Canceled', 'cancelled'],
			['composedVideo', '30 ', 'succeeded'],
		])('%s %j is %s', async (taskKind, outcome, state) => {
			const url = 'https://results.example/v.mp4';
			const record = { video_url: url, output_url: [url] };
			const taskId = await submits.fated(taskKind, { seconds: 0, outcome, record });
			const options = { onTaskFailure: 'output' };
			const node = getTask([{ taskId, taskKind }], { options });
			expect((await run(node)).json).toMatchObject([{ state }]);
		});

		it.each(['success', '', 400])('%j is told by the node that submitted it', async (outcome) => {
			setup.service.fate({ seconds: 0, outcome });
			const options = { timeLimit: 1 };
			const result = await run(compose({ completion: 'wait', options }));
			expect(result.json).toMatchObject([{ state: 'inProgress', timedOut: true }]);
			const reason = result.json[0]?.statusUnknownReason;
			expect(reason).toContain(String(outcome) || 'reports no status');
			expect(hintsOf(result).join()).toContain(reason);
		});

		it.each<[Kind, string | number]>([
			['aiCreation', 'Failed'],
			['lipSync', '020'],
			['composedVideo', 400],
		])('%s %j is told', async (taskKind, outcome) => {
			const taskId = await submits.fated(taskKind, { seconds: 0, outcome });
			const options = { timeLimit: 1 };
			const node = getTask([{ taskId, taskKind }], { whenNotFinished: 'wait', options });
			const result = await run(node);
			const told = `The service reports the status '${outcome}', which is not documented`;
			expect(result.json).toMatchObject([{ state: 'inProgress', statusUnknownReason: told }]);
			expect(hintsOf(result).join()).toContain(told);
		});
	});
});

describe('The time of a question', () => {
	fastTime();
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const retryAfter = { kind: 'status', status: 503, headers: { 'Retry-After': '600' } } as const;

	it('is twenty seconds before parking', async () => {
		setup.service.fate({ seconds: Infinity });
		setup.fault(VIDEOS, retryAfter, always);
		const time = real();
		const node = compose({ completion: 'pause' });
		const { run } = await inFastTime(time, async () => await setup.engine.run(node));
		expect(run.status).toBe('waiting');
		expect(time.aheadMs).toBeLessThanOrEqual(20_000);
	});

	it.each(['now', 'pauseAndLoop'])('is a minute at most otherwise: %s', async (whenNotFinished) => {
		const items = await submits.items('composedVideo', 1, { seconds: Infinity });
		setup.fault(VIDEOS, retryAfter, always);
		const time = real();
		const node = whenNotFinished === 'now' ? getTask(items) : loop(items);
		await inFastTime(time, async () => await setup.engine.run(node));
		expect(time.aheadMs).toBeLessThanOrEqual(60_000);
	});

	it('a list is not searched past the creation of the oldest awaited task', async () => {
		const pages = 60;
		const items = await submits.items('composedVideo', 1, { seconds: Infinity });
		const { json: before } = await setup.engine.run(getTask(items));
		for (const page of range(1, pages + 1)) {
			const List = range(50).map((index) => ({
				id: `9${page}00${index}`,
				status: 30,
				video_url: 'https://results.example/v.mp4',
				create_time: 1_700_000_000 - page * 50 - index,
			}));
			const PageInfo = { page, size: 50, total_count: pages * 50, total_page: pages };
			const when = ({ body }: { body?: unknown }) => (body as { page: number }).page === page;
			const fault = otherData(() => ({ List, PageInfo }));
			setup.fault(VIDEOS, fault, { ...always, when });
		}
		setup.service.journal.clear();
		await setup.engine.run(getTask(before));
		expect(setup.count(VIDEOS)).toBe(1);
		setup.service.journal.clear();
		setup.service.fate({ seconds: Infinity });
		await setup.engine.run(compose({ completion: 'pause' }));
		expect(setup.count(VIDEOS)).toBe(1);
	});
});

describe('A question that is never answered', () => {
	const setup = setUp({ limits: false });

	it.each(['now', 'pauseAndLoop'])('is repeated within its minute: %s', async (whenNotFinished) => {
		const items = await setup.submits.items('composedVideo', 1, { seconds: 0 });
		setup.fault(VIDEOS, { kind: 'never' });
		const began = Date.now();
		const { outputs } = await setup.engine.run(getTask(items, { whenNotFinished }));
		expect(outputs.flat().map(({ json }) => json.state)).toEqual(['succeeded']);
		expect(Date.now() - began).toBeLessThan(60_000);
		expect(setup.count(VIDEOS)).toBe(2);
	});

	it('is repeated within the twenty seconds before parking', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(PAGES.composedVideo, { kind: 'never' });
		const began = Date.now();
		const { json } = await setup.run(compose({ completion: 'pause', downloadResult: false }));
		expect(json).toMatchObject([{ state: 'succeeded' }]);
		expect(Date.now() - began).toBeLessThan(20_000);
	});
});

describe('A loop with many items', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	it('pauses longer, so that n8n can store its rounds, and says so', async () => {
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
		expect(many.ms).toBeGreaterThan(200_000);
		expect(many.hints).toMatch(
			/next status check follows after \d+ minutes: n8n stores all 1000 items/,
		);
	});
});
