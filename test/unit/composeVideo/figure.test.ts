import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { figureSize } from '../../../nodes/ComposeVideo/figure';
import type { ServiceClient } from '../../../nodes/shared/service/client';

/** A list of public persons, three a page; `fails` lets requests fail. */
function listOf(persons: number, fails: (request: number) => boolean = () => false) {
	const requested: number[] = [];
	const call = async (_: string, { query }: { query: { page: number } }) => {
		requested.push(query.page);
		if (fails(requested.length)) throw new Error('no connection');
		const first = (query.page - 1) * 3;
		return {
			records: range(first, Math.min(first + 3, persons)).map((n) => ({
				id: `${n}`,
				figures: [{ type: 'whole_body', width: 100 + n, height: 200 }, { type: 'sit_body' }],
			})),
			pages: Math.ceil(persons / 3),
		};
	};
	return { client: { call } as unknown as ServiceClient, requested };
}

describe('the size of a figure', () => {
	it('is found with one scan for all items, no further than needed', async () => {
		const { client, requested } = listOf(30);
		const sizes = await Promise.all(
			['4', '0', '7', '4'].map(async (id) => await figureSize(client, id, 'whole_body')),
		);
		expect(sizes.map((size) => size?.width)).toEqual([104, 100, 107, 104]);
		expect(requested).toEqual([1, 2, 3]);
	});

	it('is unknown for a person that is not public, and where it is not told', async () => {
		const { client, requested } = listOf(4);
		expect(await figureSize(client, 'custom', 'whole_body')).toBeUndefined();
		expect(await figureSize(client, '1', 'sit_body')).toBeUndefined();
		expect(requested).toEqual([1, 2]);
	});

	it('is refused for a figure that the person does not have', async () => {
		const { client } = listOf(4);
		await expect(figureSize(client, '1', 'circle_view')).rejects.toThrow(
			"'Figure Name or ID' is 'circle_view', but 'Person' 1 has whole_body and sit_body",
		);
	});

	it('is looked up anew after a failed request', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		await expect(figureSize(client, '5', 'whole_body')).rejects.toThrow('no connection');
		expect(await figureSize(client, '5', 'whole_body')).toEqual({ width: 105, height: 200 });
		expect(requested).toEqual([1, 2, 1, 2]);
	});
});
