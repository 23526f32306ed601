import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../../nodes/shared/service/client';
import type { OperationName } from '../../nodes/shared/service/endpoints';
import { aiCreation, motion } from '../../nodes/shared/tasks/aiCreation';
import type { TaskKind, TaskList, Task } from '../../nodes/shared/tasks/task';
import { TaskWatch } from '../../nodes/shared/tasks/watch';
import { LookUp, pagesBackTo, sampleTasks } from '../../nodes/shared/tasks/lookUp';
import { hasOutcome, taskJson } from '../../nodes/shared/tasks/task';
import { kinds } from '../../nodes/shared/tasks/kinds';
import { composedVideo } from '../../nodes/shared/tasks/composedVideo';
import { lipSync } from '../../nodes/shared/tasks/lipSync';
import { answering, clientWith, failed } from '../support/noRequests';
import { triggerOnProperty } from '../../nodes/shared/fields/completion';
import { findFinished } from '../../nodes/TaskPollTrigger/state';
import { PAGE_SIZE } from '../../nodes/shared/service/pages';

const record = (n: unknown): IDataObject => ({
	unique_id: String(n),
	progress_desc: 'Generating',
});

const refused = (operation: OperationName) => failed(operation, { code: 40000 });

/** All tasks of a list, or those of the pages that may have such as new as that. */
async function listed(client: ServiceClient, list: TaskList, oldest?: number): Promise<Task[]> {
	const tasks: Task[] = [];
	for await (const { records } of pagesBackTo(client, list, oldest)) tasks.push(...records);
	return tasks;
}

/** What one check finds of tasks, without those that are unknown. */
async function check(client: ServiceClient, kind: TaskKind, ids: string[]) {
	const tasks = ids.map((taskId) => ({ kind, taskId }));
	const watch = new TaskWatch(client, { tasks, mayBeUnknown: true, stopOnError: true });
	const statusOf = await watch.run();
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
		['one whose pages hold more', 45, 20, [], 3],
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

	it('asks for those that the list does not show', async () => {
		const { client, asked } = answering(({ name, input: { query } }) => {
			if (name === 'listMotions') return [record(1)];
			if (query?.unique_id === '404') throw refused(name);
			return record(query?.unique_id);
		});
		expect([...(await check(client, motion, ['1', '2', '404'])).keys()]).toEqual(['1', '2']);
		expect(asked.map(({ name }) => name)).toEqual(['listMotions', 'getMotion', 'getMotion']);
	});
});

describe('Looking up AI tasks', () => {
	it('asks on its own for a few that the query for many does not show', async () => {
		const { client, asked } = answering(({ name, input: { query } }) =>
			name === 'listAiCreations' ? { list: [record(1)] } : record(query?.unique_id),
		);
		const ids = range(1, 30).map(String);
		const found = [...(await check(client, aiCreation, ids)).keys()];
		const single = asked.flatMap(({ name, input: { query } }) =>
			name === 'getAiCreation' ? [query?.unique_id] : [],
		);
		expect(new Set(single).size).toBe(5);
		expect(found.sort()).toEqual(['1', ...single].sort());
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
			expect(found.get('404')?.statusUnknownReason).toMatch(/^Could not look up the AI task: /);
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

it('a sample task is looked for on a few pages only', async () => {
	const { client, asked } = answering(({ input }) => ({
		list: [record((input.body as { page: number }).page)],
		page_info: { total_page: 1_000 },
	}));
	expect(await sampleTasks(client, [aiCreation], 'failed')).toEqual([]);
	expect(asked).toHaveLength(5);
});

const SIZE = 10;

const task = (n: number): Task => ({
	taskId: String(n),
	taskKind: 'lipSync',
	state: n % 2 ? 'failed' : 'succeeded',
});

/** A list of so many tasks; `total` says whether it reports how many pages there are. */
function listOf(count: number, total = true) {
	const asked: number[] = [];
	const list: TaskList = async (_, number) => {
		asked.push(number);
		const records = range(count)
			.slice((number - 1) * SIZE, number * SIZE)
			.map(task);
		const pages = total ? Math.ceil(count / SIZE) : records.length < SIZE ? number : number + 1;
		return { records, pages };
	};
	return { list, asked };
}

function details(known: number) {
	const asked: string[] = [];
	const detail = async (id: string) => {
		asked.push(id);
		if (Number(id) < known) return task(Number(id));
		throw refused('getLipSync');
	};
	return { detail, asked };
}

const fault = failed('getLipSync', { code: 50000 });

const ids = (...numbers: number[]) => numbers.map(String);

/** Looks up lip-sync videos in a list, or each on its own. */
const lookUp = async (
	requested: string[],
	{ list, detail }: { list?: TaskList; detail?: (id: string) => Promise<Task> },
) => {
	const one = detail && (async (_: ServiceClient, id: string) => await detail(id));
	const lookUp: TaskKind['lookUp'] = async (client, wanted, createdAfter) =>
		await new LookUp(client, { list, detail: one }, wanted).run(createdAfter);
	return await check(clientWith(), { ...lipSync, lookUp }, requested);
};

describe('Looking tasks up in a list', () => {
	it('ends with the page that holds the last of them', async () => {
		const { list, asked } = listOf(100);
		const found = await lookUp(ids(3, 12, 25), { list });
		expect([...found.keys()]).toEqual(['3', '12', '25']);
		expect(asked).toEqual([1, 2, 3]);
	});

	it.each([true, false])(
		'goes to the end for one that is gone (total given: %s)',
		async (total) => {
			const { list, asked } = listOf(40, total);
			expect((await lookUp(ids(3, 404), { list })).size).toBe(1);
			expect(asked).toEqual(total ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]);
		},
	);

	it.each([1, 9, 10, 11, 20])('misses none when %i are created meanwhile', async (created) => {
		let newest = 39;
		const list: TaskList = async (_, number) => {
			const page = range(newest, -1).slice((number - 1) * SIZE, number * SIZE);
			const pages = Math.ceil((newest + 1) / SIZE);
			if (number === 1) newest += created;
			return { records: page.map(task), pages };
		};
		const found = (await listed(clientWith(), list)).map(({ taskId }) => taskId);
		expect(found).toEqual(expect.arrayContaining(ids(...range(40))));
		expect(new Set(found).size).toBe(found.length);
	});

	it.each([
		['one task', 100, ids(95), [], ids(95)],
		['two tasks on the first page', 100, ids(1, 2), [1], []],
		['three of ten pages apart', 100, ids(1, 50, 99), [1], ids(50, 99)],
		['many tasks in a list that is short', 15, range(15).map(String), [1, 2], []],
		['those that the list does not show', 20, ids(3, 50, 51), [1, 2], ids(50, 51)],
	])('asks for %s with the fewest requests', async (_, count, requested, pages, single) => {
		const source = listOf(count);
		const { detail, asked } = details(100);
		const found = await lookUp(requested, { list: source.list, detail });
		expect([...found.keys()].sort()).toEqual([...requested].sort());
		expect(source.asked).toEqual(pages);
		expect(asked.sort()).toEqual(single);
	});

	it('passes other failures on', async () => {
		const error = failed('getLipSync', { code: 10400 });
		const detail = async () => await Promise.reject(error);
		await expect(lookUp(ids(1), { detail })).rejects.toBe(error);
	});

	it('keeps one that is answered with a fault apart from the others', async () => {
		const detail = async (id: string) => {
			if (id === '2') throw fault;
			return task(Number(id));
		};
		const found = await lookUp(ids(1, 2, 3), { detail });
		expect([...found.keys()].sort()).toEqual(ids(1, 2, 3));
		expect(found.get('2')).toMatchObject({ state: 'inProgress' });
		expect(found.get('2')?.statusUnknownReason).toContain('internal fault');
		expect(found.get('3')).not.toHaveProperty('statusUnknownReason');
	});

	it('stops asking when the service answers for none', async () => {
		let asked = 0;
		const detail = async () => {
			asked++;
			throw fault;
		};
		await lookUp(range(1000).map(String), { detail });
		expect(asked).toBe(5);
	});

	it('keeps what the first pages show when a later one fails', async () => {
		const { list } = listOf(100);
		const broken: TaskList = async (one, number) => {
			if (number === 2) throw fault;
			return await list(one, number);
		};
		const found = await lookUp(ids(3, 12), { list: broken });
		expect(found.get('3')?.state).toBe('failed');
		expect(found.get('12')?.statusUnknownReason).toContain('internal fault');
	});
});

it('a list is read on while tasks may be of the very second up to which they are wanted', async () => {
	const source = listOf(30);
	const list: TaskList = async (one, number) => {
		const page = await source.list(one, number);
		const createdAt = new Date((100 - number) * 1000).toISOString();
		return { ...page, records: page.records.map((record) => ({ ...record, createdAt })) };
	};
	expect(await listed(clientWith(), list, 99)).toHaveLength(20);
	expect(source.asked).toEqual([1, 2]);
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
	const list = kinds[name]?.list;
	return (await list?.(answeredWith(envelope([record])), 1))?.records ?? [];
}

describe('A record that is not quite as specified', () => {
	it.each(LISTS)('is still read where it is only shown (%s)', async (name, record, list) => {
		const odd = {
			...record,
			...(record.output_url ? { output_url: [null, VIDEO, ''] } : {}),
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

	it('is none where a detail that may lack its ID holds nothing', async () => {
		const asked = kinds.translation?.lookUp(answeredWith({}), ['1']);
		await expect(asked).rejects.toThrow('Required');
		const lacking = kinds.lipSync?.lookUp(answeredWith({ status: 10 }), ['1']);
		await expect(lacking).rejects.toThrow('Required');
		const found = await kinds.translation?.lookUp(answeredWith({ status: 10 }), ['1']);
		expect(found?.tasks.get('1')).toMatchObject({ taskId: '1', state: 'inProgress' });
	});

	it.each(LISTS)('says so where it has no status (%s)', async (name, record, list) => {
		const field = record.progress_desc ? 'progress_desc' : 'status';
		for (const odd of ['', null, [20]]) {
			const [task] = await readAs(name, list, { ...record, [field]: odd });
			expect(task).toMatchObject({
				taskId: '1',
				state: 'inProgress',
				statusUnknownReason: 'The service reports no status',
			});
		}
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

describe('A list of several pages', () => {
	it.each([
		['the last record of a page', [...range(49).map(finished), odd(49)], 49],
		['the only record of the last page', [...range(50).map(finished), odd(50)], 50],
		['all records of the last page', [...range(50).map(finished), ...range(50, 90).map(odd)], 50],
		[
			'all records of several pages between others',
			[...range(50).map(finished), ...range(50, 150).map(odd), ...range(150, 180).map(finished)],
			80,
		],
	])('is read although %s cannot be', async (_what, rows, count) => {
		const tasks = await listed(serviceWith(rows), list);
		expect(tasks).toHaveLength(count);
		const before = { floor: TIME - 86_400, done: {}, open: {}, undated: [], withoutResult: {} };
		const client = serviceWith(rows);
		const lookUp = async () => ({ tasks: new Map(), refusals: new Map() });
		const check = await findFinished(client, { ...aiCreation, lookUp }, before, TIME + 100);
		expect(check.finished).toHaveLength(count);
	});

	it('is not as specified when no record of its first page can be read', async () => {
		const client = serviceWith([...range(50).map(odd), finished(50)]);
		await expect(listed(client, list)).rejects.toThrow(
			"of its 50 records can be read. The first: 'unique_id' is",
		);
	});
});

it('the output of a task begins with what a user looks for', () => {
	const record = { ...video, duration: 5, preview_url: VIDEO };
	const json = taskJson(composedVideo.schema.parse(record), true);
	expect(Object.entries(json).slice(0, 5)).toEqual([
		['url', VIDEO],
		['coverUrl', VIDEO],
		['durationSeconds', 5],
		['state', 'succeeded'],
		['taskId', '1'],
	]);
});
