import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../../nodes/shared/api/client';
import type { EndpointName } from '../../nodes/shared/api/endpoints';
import { aiCreation, motion } from '../../nodes/shared/tasks/aiCreation';
import type { Task } from '../../nodes/shared/model/task';
import type { ListedKind, Reach, TaskKind, TaskList } from '../../nodes/shared/model/taskKind';
import { watchTasks } from '../../nodes/shared/tasks/watch';
import { pagesBackTo, sampleTasks } from '../../nodes/shared/tasks/listing';
import { lookUpIn, type TaskSource } from '../../nodes/shared/tasks/taskLookUp';
import { createdAt, hasOutcome, taskIn, taskJson } from '../../nodes/shared/model/task';
import { kinds } from '../../nodes/shared/tasks/kinds';
import { composedVideo } from '../../nodes/shared/tasks/composedVideo';

import { translation } from '../../nodes/shared/tasks/translation';
import { answering, clientWith, failed } from '../support/noRequests';
import { triggerOnProperty } from '../../nodes/shared/fields/completion';
import { PAGE_SIZE } from '../../nodes/shared/api/pages';

const record = (n: unknown): IDataObject => ({
	unique_id: String(n),
	progress_desc: 'Generating',
});

const MINUTE = 60_000;

/** Length of the pages of a list. */
const SIZE = 10;

const refused = (operation: EndpointName) => failed(operation, { code: 40000 });

/** All tasks of a list, or those of the pages that may have such as new as that. */
async function listed(client: ServiceClient, list: TaskList, oldest?: number): Promise<Task[]> {
	const tasks: Task[] = [];
	const reach = oldest === undefined ? undefined : { createdAfter: oldest };
	for await (const { records } of pagesBackTo(client, list, { reach })) tasks.push(...records);
	return tasks;
}

/** What one check finds of tasks, without those that are unknown. */
async function check(client: ServiceClient, kind: TaskKind, ids: string[]) {
	const tasks = ids.map((taskId) => ({ kind, taskId, known: { by: 'id' } as const }));
	const statusOf = await watchTasks(client, { tasks, stopOnError: true });
	const known = ids.filter((id) => statusOf(kind, id).is !== 'unknown');
	return new Map(known.map((id) => [id, statusOf(kind, id).task]));
}

describe('Looking up animated images', () => {
	/** A service that gives no page longer than it likes, whatever it is asked for, and `past` for one past the end. */
	const capped = (total: number, cap: number, past: unknown = []) =>
		answering(({ input: { query } }) => {
			const size = Math.min(cap, Number(query?.page_size));
			const start = (Number(query?.page) - 1) * size;
			const rows = range(total).slice(start, start + size);
			return rows.length > 0 ? rows.map(record) : past;
		});
	const all = async (client: ServiceClient) => await listed(client, motion.list as TaskList);

	it.each([
		['a whole list whose pages hold few', 45, 10, [], 5],
		['a short list with one request, for ten a minute are allowed', 9, 50, [], 1],
		['a list of one page', 45, 50, [], 2],
		['to a page past the end, which may be null', 100, 50, null, 3],
	])('reads %s', async (_, total, cap, past, requests) => {
		const { client, asked } = capped(total, cap, past);
		expect(await all(client)).toHaveLength(total);
		expect(asked).toHaveLength(requests);
	});

	it.each([
		[0, null],
		[100, {}],
	])('fails where %i are followed by what is no list: %j', async (total, past) => {
		const issues = [{ message: 'Expected a list', path: ['list'] }];
		await expect(all(capped(total, 50, past).client)).rejects.toMatchObject({ issues });
	});
});

describe('Looking up AI tasks', () => {
	it.each([
		['one as for many', 1, undefined, 0],
		['none alone after a fault of the query for many', 9, 50000, 0],
		['a few alone that the query for many does not show', 30, undefined, 5],
	])('asks for %s', async (_, count, code, alone) => {
		const { client, asked, limits } = answering(({ name, input: { query } }) => {
			if (code) throw failed(name, { code });
			return name === 'listAiCreations' ? { list: [record(0)] } : record(query?.unique_id);
		});
		const { tasks } = await aiCreation.lookUp(client, range(count).map(String));
		const single = asked.slice(1).map(({ input: { query } }) => query?.unique_id);
		expect(new Set(single).size).toBe(alone);
		expect([...tasks.keys()].sort()).toEqual(code ? [] : ['0', ...single].sort());
		expect(limits).toEqual(Array(alone + 1).fill(MINUTE));
	});

	it.each([50000, 10400, 40001])(
		'keeps what is found beside one that ends with %i',
		async (code) => {
			const { client } = answering(({ name }) => {
				if (name === 'listAiCreations') return { list: [record(1)] };
				throw failed(name, { code });
			});
			const found = await check(client, aiCreation, ['1', '404']);
			expect(found.get('1')).not.toHaveProperty('statusUnknownReason');
			const statusUnknownReason = expect.stringMatching(/^Could not look up the AI task: /);
			expect(found.get('404')).toMatchObject({ state: 'inProgress', statusUnknownReason });
		},
	);

	/** A service that refuses a query for many over each ID that it does not know; every ID but these is known. */
	const refusing = (unknown: readonly string[]) =>
		answering(({ name, input: { query, body } }) => {
			const { unique_ids: ids } = (body ?? { unique_ids: [query?.unique_id] }) as {
				unique_ids: string[];
			};
			if (ids.some((id) => unknown.includes(id))) throw refused(name);
			return name === 'getAiCreation' ? record(ids[0]) : { list: ids.map(record) };
		});

	// Those of the refused query are asked for one by one.
	it.each([1, 2, 50, 120])('finds the others when one of %i IDs is refused', async (count) => {
		const ids = range(count).map(String);
		const { client, asked } = refusing(['0']);
		const found = await check(client, aiCreation, ids);
		expect([...found.keys()].sort()).toEqual(ids.slice(1).sort());
		for (const task of found.values()) expect(task).not.toHaveProperty('statusUnknownReason');
		const most = Math.min(count, PAGE_SIZE) + Math.ceil(count / PAGE_SIZE);
		expect(asked.length).toBeLessThanOrEqual(most);
	});

	it('repeats one query of many when the service refuses everything, and says so of what it did not ask for', async () => {
		const ids = range(1_000).map(String);
		const { client, asked } = refusing(ids);
		const found = await check(client, aiCreation, ids);
		expect(asked.length).toBeLessThanOrEqual(70);
		const reasons = [...found.values()].map(({ statusUnknownReason }) => statusUnknownReason);
		expect(reasons).toHaveLength(950);
		for (const reason of reasons) expect(reason).toContain('refused a field');
	});
});

it.each([
	[5, 'finished', '5'],
	[5, 'succeeded', ''],
	[6, 'failed', ''],
] as const)(
	'a sample task is looked for on five pages: a failed one of page %i for %s',
	async (at, outcome, found) => {
		const { client, asked } = answering(({ input }) => {
			const { page } = input.body as { page: number };
			const one = { ...record(page), ...(page === at ? { progress_desc: 'Error' } : {}) };
			return { list: [one], page_info: { total_page: 1_000 } };
		});
		const tasks = await sampleTasks(client, [translation, aiCreation], outcome);
		expect(tasks.map(({ taskId }) => taskId).join()).toBe(found);
		expect(asked).toHaveLength(5);
	},
);

const task = (n: number): Task => ({
	taskId: String(n),
	taskKind: 'lipSync',
	state: n % 2 ? 'failed' : 'succeeded',
});

/** A list of so many tasks, which may not report how many pages there are, or gives its first page again and again. */
function listOf(count: number, { total = true, repeats = false } = {}) {
	const asked: number[] = [];
	const list: TaskList = async (_, number) => {
		asked.push(number);
		const from = repeats ? 0 : (number - 1) * SIZE;
		const records = range(count)
			.slice(from, from + SIZE)
			.map(task);
		const pages = total ? Math.ceil(count / SIZE) : records.length < SIZE ? number : number + 1;
		return { records, pages };
	};
	return { list, asked };
}

const fault = failed('getLipSync', { code: 50000 });

const ids = (...numbers: number[]) => numbers.map(String);

const lookUp = async (ids: string[], source: TaskSource, reach?: Reach) =>
	await lookUpIn(source)(clientWith(), ids, reach);

describe('Looking tasks up in a list', () => {
	it.each([
		['the page that holds the last of them', ids(3, 12, 25), listOf(100), ids(3, 12, 25), 3],
		['its last page where one is gone', ids(3, 404), listOf(40), ids(3), 4],
		['an empty page, without a total', ids(3, 404), listOf(40, { total: false }), ids(3), 5],
		['a third repetition', ids(404), listOf(10, { total: false, repeats: true }), [], 4],
	])('ends with %s', async (_, wanted, { list, asked }, found, pages) => {
		const { tasks } = await lookUp(wanted, { list });
		expect([...tasks.keys()]).toEqual(found);
		expect(asked).toEqual(range(1, pages + 1));
	});

	it.each([
		['one task', 100, ids(95), [], ids(95)],
		['three of three pages apart', 30, ids(1, 15, 29), [1], ids(15, 29)],
		['many tasks in a list that is short', 15, range(15).map(String), [1, 2], []],
		['those that the list does not show', 20, ids(3, 50, 51), [1, 2], ids(50, 51)],
	])('asks for %s with the fewest requests', async (_, count, requested, pages, single) => {
		const source = listOf(count);
		const asked: string[] = [];
		const detail = async (_: ServiceClient, id: string) => task(Number(asked[asked.push(id) - 1]));
		const { tasks } = await lookUp(requested, { list: source.list, detail });
		expect([...tasks.keys()].sort()).toEqual([...requested].sort());
		expect(source.asked).toEqual(pages);
		expect(asked.sort()).toEqual(single);
	});

	it.each([
		[5, fault],
		// Several that were deleted may come first.
		[10, failed('getLipSync', { httpStatus: 404 })],
	])('stops asking once %i in a row fail', async (most, error) => {
		const detail = async () => await Promise.reject(error);
		const { errorById, commonError } = await lookUp(range(1000).map(String), { detail });
		expect([errorById.size, commonError]).toEqual([most, error]);
	});
});

it.each([
	['while tasks may be of the very second up to which they are wanted', [99, 98, 97, 96], 2],
	['to its end where newer tasks follow older ones', [99, 100, 97, 96], 4],
	['where all tasks of a page have the same time, which shows no order', [97, 97, 96, 95], 3],
])('a list is read on %s', async (_, times, pages) => {
	const source = listOf(40);
	const list: TaskList = async (one, number) => {
		const page = await source.list(one, number);
		const createdAt = new Date((times[number - 1] ?? 0) * 1000).toISOString();
		return { ...page, records: page.records.map((record) => ({ ...record, createdAt })) };
	};
	expect(await listed(clientWith(), list, 99)).toHaveLength(pages * SIZE);
	expect(source.asked).toHaveLength(pages);
});

const VIDEO = 'https://files.example/video.mp4';
const TIME = 1_790_000_000;

const answeredWith = (data: unknown): ServiceClient => answering(() => data).client;

const video = { id: '1', status: 30, video_url: VIDEO };
const creation = { unique_id: '1', progress_desc: 'Success', output_url: [VIDEO] };

const LISTS: Array<[string, IDataObject, (list: IDataObject[]) => unknown]> = [
	['aiCreation', creation, (list) => ({ list })],
	['motion', creation, (list) => list],
	['composedVideo', video, (List) => ({ List, PageInfo: null })],
	['lipSync', { ...video, status: 20 }, (list) => ({ list, page_info: null })],
];

async function readAs(
	name: string,
	envelope: (list: IDataObject[]) => unknown,
	record: IDataObject,
): Promise<Task[]> {
	const { list } = kinds[name] as ListedKind;
	return (await list(answeredWith(envelope([record])), 1)).records;
}

describe('A record that is not quite as specified', () => {
	it.each(LISTS)('is still read where it is only shown (%s)', async (name, record, list) => {
		const odd = {
			...record,
			...(record.output_url ? { output_url: [null, `\u200B${VIDEO} `, ''] } : {}),
			...{ progress: {}, msg: 7, err_msg: ['a'], preview_url: false, subtitle_data_url: 1 },
			...{ queue_desc: 5, duration: 'twelve', create_time: {} },
		};
		const [task] = await readAs(name, list, odd);
		expect(task).toMatchObject({ taskId: '1', state: 'succeeded', outputUrls: [VIDEO] });
		expect(task?.progress).toBeUndefined();
		expect(task?.durationSeconds).toBeUndefined();
		expect(task?.createdAt).toBeUndefined();
	});

	it.each(LISTS)('has no result yet where the address is none (%s)', async (name, record, list) => {
		const key = record.output_url ? 'output_url' : 'video_url';
		for (const odd of ['Odd', '/v.mp4', 'javascript:alert(1)']) {
			const value = record.output_url ? [odd] : odd;
			const [task] = await readAs(name, list, { ...record, [key]: value });
			expect(task?.statusUnknownReason).toContain('has returned no result file yet');
			expect(task).not.toHaveProperty('outputUrls');
		}
	});

	it.each([
		['aiCreation', { ...creation, list: [] }],
		['motion', creation],
		['lipSync', { ...video, status: 20 }],
		['person', { id: '1', status: 2 }],
		['translation', video],
	])('says nothing of another task than itself (%s)', async (name, record) => {
		const asked = kinds[name]?.lookUp(answeredWith(record), ['2']);
		await expect(asked).rejects.toThrow('not the requested ID');
	});
});

it.each([
	[{ audio_id: '88', audio_man_id: '99' }, '88'],
	[{ audio_id: '', audio_man_id: '99' }, '99'],
	[{ audio_man_id: 99 }, '99'],
	[{ audio_id: '', audio_man_id: '' }, undefined],
	[{ audio_id: {}, audio_man_id: null }, undefined],
])('the voice of a custom person is read from %j', async (voices, voiceId) => {
	const raw = { id: '7', status: 2, preview_url: VIDEO, ...voices };
	const found = await kinds.person?.lookUp(answeredWith(raw), ['7']);
	expect(found?.tasks.get('7')).toMatchObject({ state: 'succeeded', raw });
	expect(found?.tasks.get('7')?.voiceId).toBe(voiceId);
});

it.each([
	[{ reason: 'Dark', err_reason: 'E7' }, 'Dark'],
	[{ reason: '', err_reason: 'Dark' }, 'Dark'],
	[{ reason: {}, err_reason: { code: 7, message: 'Dark' } }, '{"code":7,"message":"Dark"}'],
	[{ reason: null, err_reason: false }, undefined],
])('why a custom person failed is read from %j', async (reasons, errorMessage) => {
	const found = await kinds.person?.lookUp(answeredWith({ id: '7', status: 4, ...reasons }), ['7']);
	expect(found?.tasks.get('7')).toMatchObject({ state: 'failed', errorMessage });
});

describe("The choice 'Trigger On'", () => {
	it.each([
		['succeeded', ['finished', 'succeeded']],
		['failed', ['finished', 'failed']],
		['cancelled', ['finished', 'failed']],
	] as const)('takes %s tasks for %j', (state, outcomes) => {
		const task = { taskId: '1', taskKind: 'lipSync', state };
		const all = ['finished', 'succeeded', 'failed'] as const;
		expect(all.filter((outcome) => hasOutcome(task, outcome))).toEqual(outcomes);
	});

	it('names canceled tasks where they start the workflow', () => {
		const options = triggerOnProperty.options as INodePropertyOptions[];
		expect(options.find(({ value }) => value === 'failed')?.name).toBe('Task Failed or Canceled');
	});
});

const list = aiCreation.list as TaskList;

const finished = (n: number) => ({ ...creation, unique_id: `task-${n}`, create_time: TIME - n });

/** The record of a task that cannot be read. */
const odd = (n: number) => ({ ...finished(n), unique_id: null });

/** A service that lists these tasks. */
const serviceWith = (rows: unknown[]) =>
	answering(({ input }) => {
		const { page, page_size: size } = input.body as { page: number; page_size: number };
		return {
			list: rows.slice((page - 1) * size, page * size),
			page_info: { page, size, total_page: Math.ceil(rows.length / PAGE_SIZE) },
		};
	}).client;

it('a list of whose first page no record can be read is not as specified', async () => {
	const client = serviceWith([...range(50).map(odd), finished(50)]);
	await expect(listed(client, list)).rejects.toThrow(
		"of its 50 records can be read. The first: 'unique_id' is",
	);
});

it('a reason and a status of any length are clipped, without the keys of addresses', () => {
	const msg = `https://u:pw@a.example/v?key=secret ${'y'.repeat(2_000_000)}`;
	const failedTask = composedVideo.schema.parse({ id: '1', status: 41, msg });
	expect(failedTask.errorMessage).not.toMatch(/pw|secret/);
	const queued = { id: '1', status: 10, queue_status: 'z'.repeat(2_000_000) };
	const { serviceStatus } = composedVideo.schema.parse(queued);
	expect(JSON.stringify([failedTask.errorMessage, serviceStatus]).length).toBeLessThan(5_000);
});

it('the output of a task begins with what a user looks for, and is none with an error', () => {
	const record = { ...video, duration: 5, preview_url: VIDEO };
	const json = taskJson(composedVideo.schema.parse(record), true);
	expect(Object.entries(json).slice(0, 5)).toEqual([
		['url', VIDEO],
		['coverUrl', VIDEO],
		['durationSeconds', 5],
		['state', 'succeeded'],
		['taskId', '1'],
	]);
	expect([taskIn(json)?.taskId, taskIn({ ...json, error: 'No' })]).toEqual(['1', undefined]);
});

it('a time of creation that cannot be read, as in a table, is not known', () => {
	const task: Task = { taskId: '1', taskKind: 'composedVideo', state: 'inProgress' };
	const times = ['1970-01-01T00:01:00Z', 'last Monday', undefined];
	expect(times.map((time) => createdAt({ ...task, createdAt: time }))).toEqual([
		60,
		undefined,
		undefined,
	]);
});
