import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import type { ServiceClient } from '../../../nodes/shared/service/client';
import { ServiceError } from '../../../nodes/shared/service/failure';
import type { Task, TaskFilter, TaskList } from '../../../nodes/shared/tasks/task';
import { listTasks, lookUpEach, lookUpInList } from '../../../nodes/shared/tasks/lookUp';

const client = {} as ServiceClient;
const SIZE = 10;

const task = (n: number): Task => ({
	taskId: String(n),
	taskKind: 'lipSync',
	state: n % 2 ? 'failed' : 'succeeded',
});

/** A list of so many tasks; `total` says whether it reports how many pages there are. */
function listOf(count: number, total = true) {
	const asked: Array<[number, TaskFilter?]> = [];
	const list: TaskList = async (_, number, filter) => {
		asked.push(filter ? [number, filter] : [number]);
		const records = range(count)
			.slice((number - 1) * SIZE, number * SIZE)
			.map(task);
		const pages = total ? Math.ceil(count / SIZE) : records.length < SIZE ? number : number + 1;
		return { records, pages };
	};
	return { list, pages: () => asked.map(([number]) => number), asked };
}

function details(known: number) {
	const asked: string[] = [];
	const detail = async (id: string) => {
		asked.push(id);
		if (Number(id) < known) return task(Number(id));
		throw new ServiceError({ operation: 'getLipSync', cause: 'refused', code: 40000, detail: '' });
	};
	return { detail, asked };
}

const fault = new ServiceError({
	operation: 'getLipSync',
	cause: 'refused',
	code: 50000,
	detail: '',
});

const ids = (...numbers: number[]) => numbers.map(String);

describe('Looking tasks up in a list', () => {
	it('ends with the page that holds the last of them', async () => {
		const { list, pages } = listOf(100);
		const found = await lookUpInList(client, { name: 'lipSync', list }, ids(3, 12, 25));
		expect([...found.keys()]).toEqual(['3', '12', '25']);
		expect(pages()).toEqual([1, 2, 3]);
	});

	it.each([true, false])(
		'goes to the end for one that is not there (total given: %s)',
		async (total) => {
			const { list, pages } = listOf(40, total);
			expect((await lookUpInList(client, { name: 'lipSync', list }, ids(3, 404))).size).toBe(1);
			expect(pages()).toEqual(total ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]);
		},
	);

	it('ends with a list that repeats its page for ever', async () => {
		let asked = 0;
		const list: TaskList = async (_, number) => {
			asked++;
			return { records: range(SIZE).map(task), pages: number + 1 };
		};
		expect((await lookUpInList(client, { name: 'lipSync', list }, ids(404, 405))).size).toBe(0);
		expect(asked).toBe(4);
	});

	it.each([1, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE])(
		'misses none when %i tasks are created while it is read',
		async (created) => {
			let newest = 39;
			const list: TaskList = async (_, number) => {
				const records = range(newest, -1)
					.slice((number - 1) * SIZE, number * SIZE)
					.map(task);
				const pages = Math.ceil((newest + 1) / SIZE);
				if (number === 1) newest += created;
				return { records, pages };
			};
			const listed = await listTasks(client, list, {}, Infinity);
			expect(listed.map(({ taskId }) => taskId)).toEqual(expect.arrayContaining(ids(...range(40))));
			expect(new Set(listed.map(({ taskId }) => taskId)).size).toBe(listed.length);
		},
	);

	it.each([
		['one task', ids(95), [], ids(95)],
		['two tasks on the first page', ids(1, 2), [1], []],
		['three of ten pages apart', ids(1, 50, 99), [1], ids(50, 99)],
		['many tasks in a list that is short', range(15).map(String), [1, 2], []],
	])('asks for %s with the fewest requests', async (_, requested, pages, single) => {
		const source = listOf(requested.length > 10 ? 15 : 100);
		const { detail, asked } = details(100);
		const found = await lookUpInList(
			client,
			{ name: 'lipSync', list: source.list, detail },
			requested,
		);
		expect([...found.keys()].sort()).toEqual([...requested].sort());
		expect(source.pages()).toEqual(pages);
		expect(asked).toEqual(single);
	});

	it('asks separately for a task that the list does not show', async () => {
		const source = listOf(20);
		const { detail, asked } = details(100);
		const found = await lookUpInList(
			client,
			{ name: 'lipSync', list: source.list, detail },
			ids(3, 50, 404),
		);
		expect([...found.keys()]).toEqual(['3', '50']);
		expect(source.pages()).toEqual([1, 2]);
		expect(asked.sort()).toEqual(ids(404, 50));
	});

	it('does not take a refused query of one task for a failure of all', async () => {
		const { detail } = details(5);
		const found = await lookUpEach('lipSync', ids(1, 404, 2), detail);
		expect([...found.keys()]).toEqual(['1', '2']);
	});

	it('passes other failures on', async () => {
		const refused = new ServiceError({
			operation: 'getLipSync',
			cause: 'refused',
			code: 10400,
			detail: '',
		});
		await expect(
			lookUpEach('lipSync', ids(1), async () => {
				throw refused;
			}),
		).rejects.toBe(refused);
	});

	it('keeps one that is answered with a fault apart from the others', async () => {
		const found = await lookUpEach('lipSync', ids(1, 2, 3), async (id) => {
			if (id === '2') throw fault;
			return task(Number(id));
		});
		expect([...found.keys()].sort()).toEqual(ids(1, 2, 3));
		expect(found.get('2')).toMatchObject({ state: 'inProgress' });
		expect(found.get('2')?.statusUnknownReason).toContain('internal fault');
		expect(found.get('3')).not.toHaveProperty('statusUnknownReason');
	});

	it('stops asking when the service answers for none', async () => {
		let asked = 0;
		const answer = lookUpEach('lipSync', range(1000).map(String), async () => {
			asked++;
			throw fault;
		});
		await expect(answer).rejects.toBe(fault);
		expect(asked).toBe(5);
	});

	it('keeps what the first pages show when a later one fails', async () => {
		const { list } = listOf(100);
		const broken: TaskList = async (one, number) => {
			if (number === 2) throw fault;
			return await list(one, number);
		};
		const found = await lookUpInList(client, { name: 'lipSync', list: broken }, ids(3, 12));
		expect(found.get('3')?.state).toBe('failed');
		expect(found.get('12')?.statusUnknownReason).toContain('internal fault');
	});

	it.each([[{ id: '3' }], [{}]])(
		'says of a task whose record cannot be read why (%j), and not that there is none',
		async (odd) => {
			const list: TaskList = async () => ({
				records: [task(1)],
				pages: 1,
				unreadable: [{ ...odd, problem: "'status' is odd", raw: null }],
			});
			const found = await lookUpInList(client, { name: 'lipSync', list }, ids(1, 3));
			expect(found.get('1')).not.toHaveProperty('statusUnknownReason');
			expect(found.get('3')?.statusUnknownReason).toContain("'status' is odd");
		},
	);

	it('files the answer under the ID that was asked for', async () => {
		const found = await lookUpEach('lipSync', ['asked'], async () => task(7));
		expect(found.get('asked')?.taskId).toBe('asked');
	});
});

describe('Listing tasks', () => {
	it('counts only those that are requested towards the limit', async () => {
		const { list, pages, asked } = listOf(100);
		const found = await listTasks(client, list, { onlySuccessful: true }, 8);
		expect(found.map(({ taskId }) => taskId)).toEqual(range(0, 16, 2).map(String));
		expect(pages()).toEqual([1, 2]);
		expect(asked[0]?.[1]).toEqual({ onlySuccessful: true });
	});

	it('returns all', async () => {
		const { list } = listOf(35, false);
		expect(await listTasks(client, list, {}, Infinity)).toHaveLength(35);
	});
});
