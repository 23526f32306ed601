import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { findFinished } from '../../../nodes/TaskPollTrigger/state';
import { readResult } from '../../../nodes/shared/service/answer';
import type { ServiceClient } from '../../../nodes/shared/service/client';
import { ServiceError } from '../../../nodes/shared/service/failure';
import { PAGE_SIZE } from '../../../nodes/shared/service/pages';
import { aiCreation } from '../../../nodes/shared/tasks/aiCreation';
import { listTasks } from '../../../nodes/shared/tasks/lookUp';
import type { TaskList } from '../../../nodes/shared/tasks/task';

const START = 1_790_000_000;
const list = aiCreation.list as TaskList;

const finished = (n: number) => ({
	unique_id: `task-${n}`,
	progress_desc: 'Success',
	output_url: ['https://example.com/image.png'],
	create_time: START - n,
});

/** The record of a task that cannot be read. */
const odd = (n: number) => ({ ...finished(n), progress_desc: null });

/** A service that lists these tasks. */
function serviceWith(rows: unknown[], totalPages = Math.ceil(rows.length / PAGE_SIZE)) {
	let requests = 0;
	const client: ServiceClient = {
		async call(operation, { body }, schema) {
			requests++;
			const { page, page_size: size } = body as { page: number; page_size: number };
			const data = {
				list: rows.slice((page - 1) * size, page * size),
				page_info: { page, size, total_page: totalPages },
			};
			const text = JSON.stringify({ code: 0, msg: 'success', data });
			const result = readResult(operation, { status: 200, headers: {}, text }, schema);
			if ('failure' in result) throw new ServiceError(result.failure);
			return result.data;
		},
		until: () => client,
		within: () => client,
	};
	return { client, requests: () => requests };
}

describe('A list of several pages', () => {
	it.each([
		['the last record of a page', [...range(49).map(finished), odd(49)], 49],
		['the only record of the last page', [...range(50).map(finished), odd(50)], 50],
		['all records of the last page', [...range(50).map(finished), ...range(50, 90).map(odd)], 50],
		[
			'all records of several pages between others',
			[...range(50).map(finished), ...range(50, 350).map(odd), ...range(350, 380).map(finished)],
			80,
		],
	])('is read although %s cannot be', async (_what, rows, count) => {
		const tasks = await listTasks(serviceWith(rows).client, list, {}, Infinity);
		expect(tasks).toHaveLength(count);
		const before = { floor: START - 86_400, done: {}, open: {} };
		const { client } = serviceWith(rows);
		const lookUp = async () => new Map();
		const check = await findFinished(client, { list, lookUp }, before, START + 100);
		expect(check.finished).toHaveLength(count);
	});

	it('is not as specified when no record of its first page can be read', async () => {
		const { client } = serviceWith([...range(50).map(odd), finished(50)]);
		await expect(listTasks(client, list, {}, Infinity)).rejects.toThrow('None of its 50 records');
	});

	it('is read to its end when its total does not even count the pages that have records', async () => {
		const { client, requests } = serviceWith(range(120).map(finished), 0);
		expect(await listTasks(client, list, {}, Infinity)).toHaveLength(120);
		expect(requests()).toBeLessThanOrEqual(4);
	});
});
