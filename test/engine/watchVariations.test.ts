/* eslint-disable @n8n/community-nodes/no-restricted-globals */
// The rules of waiting, tried in other orders, with other answers and at other places than in the tests named after them.

import { describe, expect, it } from '@jest/globals';
import { range, uniq } from 'lodash';
import type { IDataObject, INodeType, IRun } from 'n8n-workflow';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import {
	BOTH_PATHS,
	compose,
	createPerson,
	DETAILS,
	finishedPerson,
	finishedVideo,
	getTask,
	loop,
	PAGES,
} from '../support/engine/runs';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import { otherData, setUp } from '../support/engine/setup';
import { pollOnce } from '../support/engine/triggers';
import { callPaused, callWebhook } from '../support/engine/webhook';
import { KINDS } from '../support/engine/submits';
import type { Fault } from '../../demo-service';

const MINUTE_MS = 60_000;
const VIDEOS = PAGES.composedVideo;
const always = { times: Infinity };
const trigger = new DigitalHumanTaskTrigger() as INodeType;

function age(run: IRun, ms: number): void {
	for (const { json } of storedItems(run)) {
		for (const field of ['waitingSince', 'statusUnknownSince']) {
			if (typeof json[field] === 'string')
				json[field] = new Date(Date.parse(json[field]) - ms).toISOString();
		}
	}
}

describe('A loop, what ten minutes of something else do to a first doubt', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	it.each<[string, Fault]>([
		['redirect', { kind: 'redirect', location: 'https://sso.example.com', status: 307 }],
		['10400', { kind: 'code', code: 10400 }],
	])('an undocumented status for ten minutes, then once %s', async (_, fault) => {
		const taskId = await setup.submits.fated('composedVideo', {
			seconds: 0,
			outcome: 'Working' as never,
		});
		const node = loop([{ taskId, taskKind: 'composedVideo' }]);
		let { run, error } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		age(run, 10 * MINUTE_MS);
		({ run } = await setup.engine.resume(node, run));
		age(run, 10 * MINUTE_MS);
		setup.fault(VIDEOS, fault, { times: 3 });
		({ run, error } = await setup.engine.resume(node, run));
		expect([run.status, error?.message]).toEqual(['waiting', undefined]);
	});
	it('503 for ten minutes, then once a redirect', async () => {
		const taskId = await setup.submits.fated('composedVideo', { seconds: Infinity });
		const node = loop([{ taskId, taskKind: 'composedVideo' }]);
		let { run, error } = await setup.engine.run(node);
		const remove = setup.fault(VIDEOS, { kind: 'status', status: 503 }, always);
		({ run } = await setup.engine.resume(node, run));
		age(run, 10 * MINUTE_MS);
		remove();
		setup.fault(VIDEOS, { kind: 'redirect', location: 'https://sso.example.com' }, { times: 1 });
		({ run, error } = await setup.engine.resume(node, run));
		expect([run.status, error?.message]).toEqual(['waiting', undefined]);
	});
	it.each(KINDS)('seen in a round, then not shown: %s', async (taskKind) => {
		const taskId = await setup.submits.fated(taskKind, { seconds: Infinity });
		const node = loop([{ taskId, taskKind }]);
		let { run, error } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		age(run, 20 * MINUTE_MS);
		const hide = otherData((data: object) => ({
			...data,
			List: [],
			list: [],
			PageInfo: {},
			page_info: {},
		}));
		for (const path of Object.values(PAGES)) setup.fault(path, hide, { times: 1 });
		for (const path of ['ai_creation/task', ...Object.values(DETAILS)])
			setup.fault(path, { kind: 'code', code: 40000, msg: 'none' }, always);
		({ run, error } = await setup.engine.resume(node, run));
		expect([run.status, error?.message]).toEqual(['waiting', undefined]);
	});
});

describe('A pause whose video the list shows late, in a big account', () => {
	const setup = setUp({ limits: false, speed: 1 });
	it('a callback does not read the whole list', async () => {
		const older = { seconds: 0, record: { create_time: 1_700_000_000 } };
		await setup.submits.items('composedVideo', 160, older);
		setup.service.fate({ seconds: Infinity, listLagSeconds: 10_000 });
		const node = compose({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		setup.service.journal.clear();
		const id = setup.service.tasks().at(-1)?.id ?? '';
		const answer = await callPaused(setup.service, node, run, finishedVideo(id));
		expect(answer.status).toBe(503);
		expect(answer.afterMs).toBeLessThan(31_000);
		const pages = setup.bodies(VIDEOS).map((body) => (body as { page: number }).page);
		expect(uniq(pages)).toEqual([1]);
	});
});

describe('The time of a check', () => {
	const setup = setUp({ limits: false, ...BOTH_PATHS });
	it.each<[string, Fault]>([
		['never', { kind: 'never' }],
		['503 after 600', { kind: 'status', status: 503, headers: { 'Retry-After': '600' } }],
		['50000', { kind: 'code', code: 50000 }],
		['40001', { kind: 'code', code: 40001 }],
	])('Return Now of 260 AI tasks takes a minute: %s', async (_, fault) => {
		const taskId = await setup.submits.aiCreation();
		const items = range(260).map((n) => ({ taskId: `${taskId}${n}`, taskKind: 'aiCreation' }));
		setup.fault(PAGES.aiCreation, fault, always);
		const began = Date.now();
		await setup.engine.run(getTask(items));
		expect(Date.now() - began).toBeLessThan(75_000);
	});
	it.each<[string, Fault]>([
		['never', { kind: 'never' }],
		['503 after 600', { kind: 'status', status: 503, headers: { 'Retry-After': '600' } }],
	])('a check of the poll trigger: %s', async (_, fault) => {
		const staticData: IDataObject = {};
		const look = async () =>
			await pollOnce({
				node: new DigitalHumanTaskPollTrigger(),
				credential: setup.credential,
				staticData,
				parameters: { triggerOn: 'finished', taskKinds: ['lipSync', 'composedVideo'], options: {} },
			});
		await look();
		setup.fault(PAGES.lipSync, fault, always);
		const id = await setup.submits.fated('composedVideo', { seconds: 0 });
		const began = Date.now();
		expect((await look()).map(({ json }) => json.taskId)).toEqual([id]);
		expect(Date.now() - began).toBeLessThan(75_000);
	});
});

describe('Get Task after an error without details', () => {
	const setup = setUp({ limits: false });
	const image = async () => {
		const taskId = await setup.submits.fated('aiCreation', { seconds: 0 });
		return (await setup.engine.run(getTask([{ taskId }]))).json[0] ?? {};
	};
	it.each(['now', 'wait', 'pauseAndLoop'])('of an older n8n is passed on: %s', async (choice) => {
		const item = {
			...(await image()),
			error: 'The service refused it',
			message: 'figure is wrong',
		};
		const { run, json, error } = await setup.engine.run(
			getTask([item], { whenNotFinished: choice }),
		);
		expect(error).toBeUndefined();
		const out = choice === 'pauseAndLoop' ? left(run, 2) : json;
		expect(out).toEqual([item]);
	});
	it('of another node is passed on', async () => {
		const item = { ...(await image()), error: { message: 'Drive is full' } };
		const { json } = await setup.engine.run(getTask([item]));
		expect(json).toEqual([item]);
	});
	it('about the files of the very task: it is looked up', async () => {
		const own = await image();
		const item = { ...own, error: `The file did not arrive. Task ID: ${String(own.taskId)}. x` };
		const { json } = await setup.engine.run(getTask([item]));
		expect(json).toMatchObject([{ taskId: own.taskId, state: 'succeeded' }]);
		expect(json[0]).not.toHaveProperty('error');
	});
	it('the ID in the details may be entered', async () => {
		const own = await image();
		const taskId = await setup.submits.fated('composedVideo', { seconds: 0 });
		const item = {
			...own,
			error: 'x',
			details: { taskId, taskKind: 'composedVideo', state: 'failed' },
		};
		const entered = { taskId: { __rl: true, mode: 'id', value: '={{ $json.details.taskId }}' } };
		const { json } = await setup.engine.run(getTask([item], entered));
		expect(json).toMatchObject([{ taskId, taskKind: 'composedVideo', state: 'succeeded' }]);
	});
});

describe('A person whose path is wrong for good: shown before the pause, and the callback counts', () => {
	const setup = setUp({ limits: false, speed: 1, ...BOTH_PATHS });
	it.each<[string, Fault]>([
		['404', { kind: 'status', status: 404 }],
		['404 with an envelope', { kind: 'code', code: 40000, status: 404 }],
		['410', { kind: 'status', status: 410 }],
		['400 text', { kind: 'status', status: 400, body: 'Bad Request' }],
		['422 JSON', { kind: 'status', status: 422, body: '{"detail":"no route"}' }],
		['403', { kind: 'status', status: 403 }],
		['200 page', { kind: 'html', status: 200 }],
		['200 JSON', { kind: 'status', status: 200, body: '{"hello":"world"}' }],
		['200 list', { kind: 'status', status: 200, body: '[]' }],
		['data of a list', otherData(() => ({ list: [], total: 0 }))],
		['data of something else', otherData(() => ({ id: 'other', status: 2 }))],
		['301', { kind: 'redirect', location: 'https://x.example', status: 301 }],
		['40000', { kind: 'code', code: 40000 }],
	])('%s', async (name, fault) => {
		setup.service.fate({ seconds: Infinity });
		setup.fault(DETAILS.person, fault, always);
		const node = createPerson({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const hints = hintsOf({ run }).join();
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id);
		const more = { credential: setup.credential, executionId: name };
		const answer = await callPaused(setup.service, node, run, finishedPerson(id), more);
		expect([
			hints !== '' || name === '40000',
			answer.items?.[0]?.json.state,
			answer.status,
		]).toEqual([true, 'succeeded', undefined]);
	});
});

describe('A person whose path has answered before the pause', () => {
	const setup = setUp({ limits: false, speed: 1, ...BOTH_PATHS });

	it('is not believed for one answer of a gateway', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = createPerson({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id);
		setup.fault(DETAILS.person, { kind: 'html', status: 404 }, { times: 1 });
		const more = { credential: setup.credential };
		const { items } = await callPaused(setup.service, node, run, finishedPerson(id), more);
		expect(items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
		expect(JSON.stringify(items)).not.toContain('forged.example');
	});
});

describe('The files of the input in a pause with an error output', () => {
	const setup = setUp({ limits: false });
	it('do not come out as the result at the time limit', async () => {
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'script.txt' };
		const item = { json: {}, binary: { data: file } };
		const settings = { onError: 'continueErrorOutput' } as const;
		const node = compose(
			{ completion: 'pause', downloadResult: true },
			{ items: [item, item], settings },
		);
		const { run } = await setup.engine.run(node);
		const { outputs } = await setup.engine.resume(node, run);
		for (const { binary, json } of outputs.flat())
			expect([json.state, binary]).toEqual([json.state, undefined]);
	});
	it('stay with an item whose result is gone', async () => {
		setup.service.fate({ seconds: Infinity, result: 'missing' });
		const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'script.txt' };
		const item = { json: {}, binary: { data: file } };
		const settings = { onError: 'continueErrorOutput' } as const;
		const node = compose(
			{ completion: 'pause', downloadResult: true },
			{ items: [item, item], settings },
		);
		const { run } = await setup.engine.run(node);
		const ids = setup.service.tasks().map(({ id }) => id);
		for (const id of ids) setup.service.settle(id);
		const { items = [] } = await callPaused(setup.service, node, run, finishedVideo(ids[0]));
		expect(items).toHaveLength(2);
		for (const { binary, json } of items) {
			expect(json.error).toBeDefined();
			expect(binary?.data).toMatchObject({ fileName: 'script.txt' });
		}
	});
});

describe('Many callbacks', () => {
	const setup = setUp({ limits: false, speed: 1, ...BOTH_PATHS });
	it.each([0, 40])(
		'250 with unknown IDs, %i ms apart',
		async (gap) => {
			const answers = await Promise.all(
				range(250).map(async (n) => {
					await new Promise((resolve) => setTimeout(resolve, n * gap));
					return await callWebhook({
						node: trigger,
						parameters: { options: { secretFrom: 'none' }, taskKinds: ['composedVideo'] },
						credential: setup.credential,
						staticData: {},
						body: finishedVideo(`99${n}`),
					});
				}),
			);
			expect(uniq(answers.map(({ status }) => status))).toEqual([404]);
			expect(setup.count(VIDEOS)).toBeLessThanOrEqual(125);
		},
		60_000,
	);
	it('90 of a pause, 100 ms apart', async () => {
		const items = range(90).map((n) => ({ text: `Video ${n}` }));
		const node = compose({ text: '={{ $json.text }}', completion: 'pause' }, { items });
		setup.service.fate({ seconds: Infinity });
		const { run } = await setup.engine.run(node);
		const ids = setup.service.tasks().map(({ id }) => id);
		setup.service.journal.clear();
		const answers = await Promise.all(
			ids.map(async (id, n) => {
				await new Promise((resolve) => setTimeout(resolve, n * 100));
				setup.service.settle(id);
				return await callPaused(setup.service, node, run, finishedVideo(id));
			}),
		);
		expect(answers.filter(({ items: out }) => out)).toHaveLength(1);
	}, 60_000);
	it('a second callback of a task that is not shown', async () => {
		setup.service.fate({ seconds: Infinity, listLagSeconds: 1_000 });
		const node = compose({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		const call = async (wait: number) => {
			await new Promise((resolve) => setTimeout(resolve, wait));
			return await callPaused(setup.service, node, run, finishedVideo(id));
		};
		for (const { status, afterMs } of await Promise.all([call(0), call(1_000), call(12_000)])) {
			expect(status).toBe(503);
			expect(afterMs).toBeLessThan(31_000);
		}
	});
	it('the same where the list never answers', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = compose({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.fault(VIDEOS, { kind: 'never' }, always);
		const call = async (wait: number) => {
			await new Promise((resolve) => setTimeout(resolve, wait));
			return await callPaused(setup.service, node, run, finishedVideo(id));
		};
		for (const { status, afterMs } of await Promise.all([
			call(0),
			call(1_000),
			call(12_000),
			call(29_000),
		])) {
			expect(status).toBe(503);
			expect(afterMs).toBeLessThan(31_000);
		}
	});
});

describe('A success whose address appears later, in a pause', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const url = 'https://results.example/v.mp4';
	const paused = async () => {
		setup.service.fate({ seconds: 0, record: { video_url: '' } });
		const node = compose({ completion: 'pause' });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const [{ id = '' } = {}] = setup.service.tasks();
		return { id, call: async () => await callPaused(setup.service, node, run, finishedVideo(id)) };
	};
	it('is waited for', async () => {
		const { id, call } = await paused();
		expect(await call()).toMatchObject({ status: 503 });
		setup.service.settle(id, { record: { video_url: url } });
		expect((await call()).items).toMatchObject([
			{ json: { state: 'succeeded', outputUrls: [url] } },
		]);
	});
	it('has failed in the end', async () => {
		const { call } = await paused();
		const states: unknown[] = [];
		for (let n = 0; n < 8 && !states.some((one) => one !== 503); n++) {
			const { status, items } = await call();
			states.push(status ?? items?.[0]?.json.state ?? items?.[0]?.json.error);
			await new Promise((resolve) => setTimeout(resolve, 20_000));
		}
		expect(states.at(-1)).toBe('failed');
	});
});
