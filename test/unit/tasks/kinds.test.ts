import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { Input, ServiceClient } from '../../../nodes/shared/service/client';
import { ServiceError } from '../../../nodes/shared/service/failure';
import type { OperationName } from '../../../nodes/shared/service/endpoints';
import { aiCreation } from '../../../nodes/shared/tasks/aiCreation';
import type { TaskList } from '../../../nodes/shared/tasks/task';
import { listTasks } from '../../../nodes/shared/tasks/lookUp';
import { motion } from '../../../nodes/shared/tasks/motion';
import { sampleTasks } from '../../../nodes/shared/tasks/samples';

interface Asked {
	name: OperationName;
	input: Input;
}

/** A client that answers from a function, and what it was asked. */
function clientOf(answer: (asked: Asked) => unknown): { client: ServiceClient; asked: Asked[] } {
	const asked: Asked[] = [];
	const client: ServiceClient = {
		async call(name, input, schema) {
			asked.push({ name, input });
			return schema.parse(answer({ name, input }));
		},
		until: () => client,
		within: () => client,
	};
	return { client, asked };
}

const record = (n: number): IDataObject => ({
	unique_id: String(n),
	progress_desc: 'Generating',
});

const refused = (operation: OperationName) =>
	new ServiceError({ operation, cause: 'refused', code: 40000, detail: '' });

describe('Looking up animated images', () => {
	/** A service that gives no page longer than it likes, whatever it is asked for, and `past` for one past the end. */
	const capped = (total: number, cap: number, past: unknown = []) =>
		clientOf(({ input: { query } }) => {
			const size = Math.min(cap, Number(query?.page_size));
			const start = (Number(query?.page) - 1) * size;
			const rows = range(total).slice(start, start + size);
			return rows.length > 0 ? rows.map(record) : past;
		});
	const all = async (client: ServiceClient) =>
		await listTasks(client, motion.list as TaskList, {}, Infinity);

	it.each([10, 20, 50])('reads the whole list when a page holds at most %i', async (cap) => {
		const { client } = capped(45, cap);
		expect(await all(client)).toHaveLength(45);
	});

	it('ends with a page past the end, which may be null', async () => {
		const { client, asked } = capped(100, 50, null);
		expect(await all(client)).toHaveLength(100);
		expect(asked).toHaveLength(3);
		await expect(all(capped(0, 50, null).client)).rejects.toThrow('Expected a list');
		await expect(all(capped(100, 50, {}).client)).rejects.toThrow('Expected a list');
	});

	it('ends a short list with one request, for ten a minute are allowed', async () => {
		const { client, asked } = capped(9, 50);
		expect(await all(client)).toHaveLength(9);
		expect(asked).toHaveLength(1);
	});

	it('asks for those that the list does not show', async () => {
		const { client, asked } = clientOf(({ name, input: { query } }) => {
			if (name === 'listMotions') return [record(1)];
			if (query?.unique_id === '404') throw refused(name);
			return record(Number(query?.unique_id));
		});
		expect([...(await motion.lookUp(client, ['1', '2', '404'])).keys()]).toEqual(['1', '2']);
		expect(asked.map(({ name }) => name)).toEqual(['listMotions', 'getMotion', 'getMotion']);
	});
});

describe('Looking up AI tasks', () => {
	it('asks on its own for a few that the query for many does not show', async () => {
		const { client, asked } = clientOf(({ name, input: { query } }) => {
			if (name === 'listAiCreations') return { list: [record(1)] };
			return record(Number(query?.unique_id));
		});
		const ids = range(1, 30).map(String);
		const found = [...(await aiCreation.lookUp(client, ids)).keys()];
		const single = asked.flatMap(({ name, input: { query } }) =>
			name === 'getAiCreation' ? [query?.unique_id] : [],
		);
		expect(new Set(single).size).toBe(5);
		expect(found).toEqual(['1', ...single]);
	});

	it.each([50000, 10400, 40001])(
		'keeps what is found when the query for a missing one ends with %i',
		async (code) => {
			const { client } = clientOf(({ name }) => {
				if (name === 'listAiCreations') return { list: [record(1)] };
				throw new ServiceError({ operation: name, cause: 'refused', code, detail: '' });
			});
			const found = await aiCreation.lookUp(client, ['1', '404']);
			expect(found.get('1')).not.toHaveProperty('statusUnknownReason');
			expect(found.get('404')?.statusUnknownReason).toMatch(/^Could not look up the AI task: /);
		},
	);

	/** A service that refuses a query for many over each ID that it does not know; every ID but these is known. */
	const refusing = (unknown: readonly string[]) =>
		clientOf(({ name, input: { query, body } }) => {
			const { unique_ids: ids } = (body ?? { unique_ids: [query?.unique_id] }) as {
				unique_ids: string[];
			};
			if (ids.some((id) => unknown.includes(id))) throw refused(name);
			return name === 'getAiCreation'
				? record(Number(ids[0]))
				: { list: ids.map(Number).map(record) };
		});

	it.each([1, 2, 50, 120])(
		'finds the others when the query is refused over one of %i IDs, with few requests',
		async (count) => {
			const ids = range(count).map(String);
			const { client, asked } = refusing(['0']);
			const found = await aiCreation.lookUp(client, ids);
			expect([...found.keys()].sort()).toEqual(ids.slice(1).sort());
			for (const task of found.values()) expect(task).not.toHaveProperty('statusUnknownReason');
			expect(asked.length).toBeLessThanOrEqual(15);
		},
	);

	it('asks for a task on its own when the query for it is refused', async () => {
		const { client } = clientOf(({ name, input: { query } }) => {
			if (name === 'listAiCreations') throw refused(name);
			return record(Number(query?.unique_id));
		});
		expect([...(await aiCreation.lookUp(client, ['1', '2'])).keys()]).toEqual(['1', '2']);
	});

	it('gives up halving when the service refuses everything, and says so of what it did not ask for', async () => {
		const ids = range(1_000).map(String);
		const { client, asked } = refusing(ids);
		const found = await aiCreation.lookUp(client, ids);
		expect(asked.length).toBeLessThanOrEqual(130);
		const reasons = [...found.values()].map(({ statusUnknownReason }) => statusUnknownReason);
		expect(reasons).toHaveLength(950);
		for (const reason of reasons) expect(reason).toContain('refused a field');
	});

	it('needs one request when all are there', async () => {
		const { client, asked } = clientOf(() => ({ list: [record(1), record(2)] }));
		expect((await aiCreation.lookUp(client, ['1', '2'])).size).toBe(2);
		expect(asked).toHaveLength(1);
	});
});

it('a sample task is looked for on a few pages only', async () => {
	const { client, asked } = clientOf(({ input }) => ({
		list: [record((input.body as { page: number }).page)],
		page_info: { total_page: 1_000 },
	}));
	expect(await sampleTasks(client, [aiCreation], 'failed')).toEqual([]);
	expect(asked).toHaveLength(5);
});
