/* eslint-disable @n8n/community-nodes/no-restricted-globals */
// Answers about tasks in forms and at moments that nobody has specified, by kind of oddity.
import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	byId,
	compose,
	createImage,
	createPerson,
	DETAILS,
	getMany,
	getTask,
	lipSync,
	PAGES,
} from '../support/engine/runs';
import { noData, otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { KINDS, SUBMIT } from '../support/engine/submits';

const setup = setUp({ limits: false, ...BOTH_PATHS });

const MINUTE_MS = 60_000;

/** Waits whose checks are far apart: how often one checks changes nothing about how an answer is read. */
const SELDOM = { checkEvery: 30 };
const LIST_FIELDS = ['List', 'list'];
const QUESTIONS = [...Object.values(PAGES), 'ai_creation/task', ...Object.values(DETAILS)];

/** Every record that the service shows, in lists and details, changed. */
function everyRecord(change: (record: IDataObject) => IDataObject): void {
	const changed = otherData((data: unknown) => {
		if (Array.isArray(data)) return data.map(change as never);
		const fields = data as IDataObject;
		const list = LIST_FIELDS.find((field) => Array.isArray(fields[field]));
		if (!list) return change(fields);
		return { ...fields, [list]: (fields[list] as IDataObject[]).map(change) };
	});
	for (const path of QUESTIONS) setup.always(path, changed);
}

/** Where a record of a kind has its results, its status, and its reason. */
const urlField = (record: IDataObject) =>
	['output_url', 'video_url', 'preview_url'].find((field) => field in record) ?? '';
const statusField = (record: IDataObject) =>
	'progress_desc' in record ? 'progress_desc' : 'status';
const firstUrl = (record: IDataObject) => [record[urlField(record)]].flat()[0] as string;

const TIMES: Array<[string, (seconds: number) => unknown]> = [
	['milliseconds', (s) => s * 1000],
	['milliseconds as a text', (s) => String(s * 1000)],
	['a text with blanks', (s) => ` ${s} `],
	['a fraction', (s) => s + 0.25],
	[
		'ISO 8601 with an offset',
		(s) => new Date(s * 1000 + 8 * 3600_000).toISOString().replace('Z', '+08:00'),
	],
	['ISO 8601 without milliseconds', (s) => new Date(s * 1000).toISOString().replace(/\.\d+/, '')],
];

describe('A time of a task', () => {
	it.each(TIMES)('is read: %s', async (_, written) => {
		await setup.submits.item('lipSync');
		await setup.submits.item('aiCreation');
		everyRecord((record) => ({
			...record,
			create_time: written(Number(record.create_time)) as never,
		}));
		const hour = 60 * MINUTE_MS;
		const times = {
			when: 'between',
			createdAfter: new Date(Date.now() - hour).toISOString(),
			createdBefore: new Date(Date.now() + hour).toISOString(),
		};
		const { json } = await setup.run(getMany({ listKind: 'all', ...times }));
		expect(json).toHaveLength(2);
		for (const { createdAt } of json)
			expect(createdAt).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		const none = { ...times, createdBefore: new Date(Date.now() - hour / 2).toISOString() };
		expect((await setup.run(getMany({ listKind: 'all', ...none }))).json).toEqual([]);
	});

	it.each([0, '', null, 1e300, '2026-03-01 14:05', '99999999999999999999999999'])(
		'is left out where it is none: %j',
		async (written) => {
			await setup.submits.item('lipSync');
			everyRecord((record) => ({ ...record, create_time: written as never }));
			const { json } = await setup.run(getMany({ listKind: 'lipSync' }));
			expect(json).toMatchObject([{ state: 'succeeded' }]);
			expect(json[0]).not.toHaveProperty('createdAt');
		},
	);
});

const ADDRESSES: Array<[string, (url: string) => unknown]> = [
	['a list', (url) => [url]],
	['objects with an address', (url) => [{ url }]],
	['one object with an address', (url) => ({ url })],
	['a text with blanks', (url) => ` ${url}\n`],
	['a list with nothing in it', (url) => [null, '', url, 5]],
];

describe.each(['aiCreation', 'lipSync'] as const)('The results of %s', (kind) => {
	it.each(ADDRESSES)('are delivered: %s', async (_, written) => {
		const item = await setup.submits.item(kind);
		const { json: right } = await setup.run(getTask([item]));
		everyRecord((record) => ({
			...record,
			[urlField(record)]: written(firstUrl(record)) as never,
		}));
		const { json } = await setup.run(getTask([item]));
		expect(json).toMatchObject([{ state: 'succeeded', outputUrls: right[0]?.outputUrls }]);
	});
});

const TEXTS: Array<[string, (record: IDataObject) => IDataObject]> = [
	[
		'numbers as texts',
		(r) =>
			Object.fromEntries(
				Object.entries(r).map(([k, v]) => [k, typeof v === 'number' ? String(v) : v]),
			),
	],
	[
		'a status with a fraction of zero',
		(r) => ('progress_desc' in r ? r : { ...r, status: `${String(r.status)}.0` }),
	],
	[
		'objects in all other fields',
		(r) =>
			Object.fromEntries(
				Object.entries(r).map(([k, v]) => [
					k,
					[statusField(r), urlField(r), 'id', 'unique_id'].includes(k) ? v : { a: [1] },
				]),
			),
	],
];

describe.each(['aiCreation', 'person'] as const)('A finished task of %s', (kind) => {
	it.each(TEXTS)('is read with %s', async (_, change) => {
		const item = await setup.submits.item(kind);
		everyRecord(change);
		const { json } = await setup.run(getTask([item]));
		expect(json).toMatchObject([{ taskId: item.taskId, state: 'succeeded' }]);
	});

	it.each(['Paused', 77, 7.5, true, null, {}, ['Success']])(
		'with the unknown status %j is in progress and says so, and then finishes',
		async (status) => {
			const item = await setup.submits.item(kind);
			let isOdd = true;
			everyRecord((r) => (isOdd ? { ...r, [statusField(r)]: status as never } : r));
			const { json } = await setup.run(getTask([item]));
			expect(json).toMatchObject([
				{ state: 'inProgress', statusUnknownReason: expect.any(String) },
			]);
			setTimeout(() => (isOdd = false), 3 * MINUTE_MS);
			const options = { ...SELDOM, timeLimit: 20 };
			const wait = getTask([item], { whenNotFinished: 'wait', options });
			expect((await setup.run(wait)).json).toMatchObject([{ state: 'succeeded' }]);
		},
	);
});

const PAGE_LIES: Array<[string, (info: IDataObject) => unknown]> = [
	['no pages', (info) => ({ ...info, total_page: 0 })],
	['one page', (info) => ({ ...info, total_page: 1 })],
	['null', () => null],
	['a count of none', (info) => ({ ...info, total_page: 0, total_count: 0 })],
];

it.each(PAGE_LIES)('A full page has a next one where the list claims %s', async (_, lie) => {
	await setup.submits.items('composedVideo', 60, { seconds: 0 });
	const changed = otherData(({ PageInfo, ...data }: IDataObject) => {
		return { ...data, PageInfo: lie(PageInfo as IDataObject), total: undefined };
	});
	setup.always(PAGES.composedVideo, changed);
	const { json } = await setup.run(getMany({ listKind: 'composedVideo', returnAll: true }));
	expect(json).toHaveLength(60);
});

const FAULTS: Array<[string, Fault]> = [
	[
		'429 that asks for an hour',
		{ kind: 'status', status: 429, body: '', headers: { 'Retry-After': '3600' } },
	],
	['a page with 404', { kind: 'html', status: 404 }],
	['407 of a proxy', { kind: 'html', status: 407 }],
	['413 of a proxy', { kind: 'html', status: 413 }],
	['a redirect', { kind: 'redirect', location: 'https://sso.example.com', status: 302 }],
	['null', noData],
	['code 10400', { kind: 'code', code: 10400 }],
	['a broken connection', { kind: 'resetAfter' }],
];

it.each(FAULTS)('A wait for what was submitted goes on at %s', async (_, fault) => {
	setup.service.fate({ seconds: 12 * 60 });
	let begun: number | undefined;
	setup.always(PAGES.composedVideo, fault, () => {
		const isFirst = begun === undefined;
		begun ??= Date.now();
		return !isFirst && Date.now() - begun < 6 * MINUTE_MS;
	});
	const node = compose({ completion: 'wait', downloadResult: false, options: SELDOM });
	const { json } = await setup.run(node);
	expect(json).toMatchObject([{ state: 'succeeded' }]);
});

it.each(FAULTS)('A callback resumes although the first question gets %s', async (_, fault) => {
	const { end } = await setup.paused(compose({ completion: 'pause', downloadResult: false }));
	setup.fault(PAGES.composedVideo, fault);
	expect((await end()).items).toMatchObject([{ json: { state: 'succeeded' } }]);
});

/** Nodes that are charged, and the requests that they send. */
const SUBMITS: Array<[path: string, () => NodeRun]> = [
	[SUBMIT.composedVideo, () => compose({ completion: 'return' })],
	[SUBMIT.person, () => createPerson()],
	[
		SUBMIT.lipSync,
		() => {
			const videoFileFileId = byId(setup.submits.file('lip_sync_video', 'talk.mp4'));
			return lipSync({ videoFileFileId, completion: 'return' });
		},
	],
	[SUBMIT.aiCreation, () => createImage({ completion: 'return' })],
];

const OF_PROXIES = FAULTS.filter(([name]) => name.includes('of a proxy'));

describe.each(SUBMITS)('A submit by %s', (path, node) => {
	it.each(OF_PROXIES)('that gets %s was not made, in words without HTML', async (__, fault) => {
		setup.always(path, fault);
		const { said } = await setup.fails(node(), /./);
		expect(said).not.toMatch(/may still have been created|<|Base URL' may/);
	});
});

it('Get Many keeps what it has read of a list that breaks off, and says so', async () => {
	await setup.submits.items('composedVideo', 60, { seconds: 0 });
	await setup.submits.items('aiCreation', 2, { seconds: 0 });
	setup.fault(PAGES.composedVideo, { kind: 'html', status: 403 }, { skip: 1, times: Infinity });
	const result = await setup.run(getMany({ listKind: 'all', returnAll: true }));
	expect(result.json).toHaveLength(52);
	expect(hintsOf(result)).toHaveLength(1);
	await setup.fails(getMany({ listKind: 'composedVideo', returnAll: true }), /./);
});

describe('Get Task', () => {
	it.each(['odd', 'voice'])('passes on what has finished, of any kind: %j', async (taskKind) => {
		const outputUrls = ['https://files.example/v.mp4'];
		const item = { taskId: '6000001', taskKind, state: 'succeeded', outputUrls, row: 7 };
		for (const whenNotFinished of ['now', 'wait']) {
			const { json } = await setup.run(
				getTask([item as IDataObject], { whenNotFinished, downloadResult: false }),
			);
			expect(json).toMatchObject([item]);
		}
	});

	it.each(KINDS)('waits on, to the limit, where the address stops to answer: %s', async (kind) => {
		const items = await setup.submits.items(kind, 2, { seconds: Infinity });
		const node = getTask(items, {
			whenNotFinished: 'wait',
			options: { timeLimit: 5, onTimeLimit: 'output' },
		});
		for (const path of QUESTIONS)
			setup.fault(path, { kind: 'never' }, { skip: 2, times: Infinity });
		const { json } = await setup.run(node);
		expect(json).toMatchObject([{ timedOut: true }, { timedOut: true }]);
	});
});

it('never lets n8n take a failed run for a stopped one, whatever the service says', async () => {
	const failsAsSuch = async (what: string, node: NodeRun) => {
		const { run, error } = await setup.fails(node, /./);
		const said = [what, run.status, error.message.includes('canceled')];
		expect(said).toEqual([what, 'error', false]);
	};
	for (const msg of ['canceled', 'the job was canceled by user', 'Cancelled']) {
		for (const [path, node] of SUBMITS) {
			const remove = setup.always(path, { kind: 'code', code: 40000, msg });
			await failsAsSuch(path, node());
			remove();
		}
		for (const kind of KINDS) {
			const item = await setup.submits.item(kind);
			for (const path of QUESTIONS) setup.always(path, { kind: 'code', code: 10400, msg });
			await failsAsSuch(kind, getTask([item]));
			setup.service.reset();
		}
	}
});
