import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { figureSize } from '../../../nodes/ComposeVideo/figure';
import type { VideoBody } from '../../../nodes/ComposeVideo/rules';
import type { ServiceClient } from '../../../nodes/shared/service/client';
import { ServiceError } from '../../../nodes/shared/service/failure';

/** A list of public persons, three a page; `fails` lets requests fail. */
function listOf(persons: number, fails: (request: number) => boolean = () => false) {
	const requested: number[] = [];
	const call = async (_: string, { query }: { query: { page: number } }) => {
		requested.push(query.page);
		if (fails(requested.length)) {
			throw new ServiceError({
				operation: 'listPublicPersons',
				cause: 'unreachable',
				detail: 'no connection',
			});
		}
		const first = (query.page - 1) * 3;
		return {
			records: range(first, Math.min(first + 3, persons)).map((n) => ({
				id: `${n}`,
				figures: [{ type: 'whole_body', width: 100 + n, height: 200 }, { type: 'sit_body' }],
				...(n === 2 ? { support_4k: false } : {}),
			})),
			pages: Math.ceil(persons / 3),
		};
	};
	return { client: { call } as unknown as ServiceClient, requested };
}

const wish = (id: string, type?: string, more: VideoBody = {}): VideoBody => ({
	...more,
	person: { ...more.person, id, ...(type ? { figure_type: type } : {}) },
});

const LARGE = { screen_width: 2160, screen_height: 3840, resolution_rate: 1 };

describe('the size of a figure', () => {
	it('is found with one scan for all items, no further than needed', async () => {
		const { client, requested } = listOf(30);
		const sizes = await Promise.all(
			['4', '0', '7', '4'].map(async (id) => await figureSize(client, wish(id, 'whole_body'))),
		);
		expect(sizes.map((size) => size?.width)).toEqual([104, 100, 107, 104]);
		expect(requested).toEqual([1, 2, 3]);
	});

	it('is unknown for a person that is not public, and a portrait where it is not told', async () => {
		const { client, requested } = listOf(4);
		expect(await figureSize(client, wish('custom', 'whole_body'))).toBeUndefined();
		expect(await figureSize(client, wish('custom'))).toBeUndefined();
		expect(await figureSize(client, wish('1', 'sit_body'))).toEqual({ width: 9, height: 16 });
		expect(requested).toEqual([1, 2]);
	});

	it('does not keep an own person from its video when the public list cannot be read', async () => {
		const { client } = listOf(4, () => true);
		expect(await figureSize(client, wish('own'))).toBeUndefined();
		await expect(figureSize(client, wish('1', 'whole_body'))).rejects.toThrow('no connection');
	});

	it('is not looked up for a person of the website', async () => {
		const { client, requested } = listOf(4);
		expect(await figureSize(client, wish('1', undefined, { source: 1 }))).toBeUndefined();
		expect(requested).toEqual([]);
	});

	it('is refused for a figure that the person does not have, also when its area is given', async () => {
		const { client } = listOf(4);
		const area = { person: { width: 100, height: 200 } };
		await expect(figureSize(client, wish('1', 'circle_view', area))).rejects.toThrow(
			"'Figure Name or ID' is 'Circle View' (circle_view), but 'Person' 1 has 'Whole Body' (whole_body) and 'Sitting' (sit_body). Nothing was submitted for this item",
		);
	});

	it('is refused for a public person without a figure', async () => {
		const { client } = listOf(4);
		await expect(figureSize(client, wish('3'))).rejects.toThrow(
			"'Figure Name or ID' is missing: 'Person' 3 is a public person. Choose 'Whole Body' (whole_body) or 'Sitting' (sit_body). Nothing was submitted",
		);
	});

	it('is refused in 4K only for a person of which the list says that it has none', async () => {
		const { client } = listOf(4);
		await expect(figureSize(client, wish('2', 'whole_body', LARGE))).rejects.toThrow(
			"'Screen' is 2160 × 3840, but 'Person' 2 does not support 4K: choose a smaller screen, such as 'Portrait (1080 × 1920)', or a person that supports 4K",
		);
		expect(await figureSize(client, wish('1', 'whole_body', LARGE))).toBeDefined();
		expect(
			await figureSize(client, wish('2', 'whole_body', { ...LARGE, resolution_rate: 0 })),
		).toBeDefined();
	});

	it('is looked up anew after a failed request', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		await expect(figureSize(client, wish('5', 'whole_body'))).rejects.toThrow('no connection');
		expect(await figureSize(client, wish('5', 'whole_body'))).toEqual({ width: 105, height: 200 });
		expect(requested).toEqual([1, 2, 1, 2]);
	});

	it('is unknown to none of the items that wait while a request fails', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		const found = await Promise.allSettled(
			['5', '1', '8', '4'].map(async (id) => await figureSize(client, wish(id, 'whole_body'))),
		);
		expect(found.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
		expect(requested).toEqual([1, 2]);
		expect(await figureSize(client, wish('8', 'whole_body'))).toEqual({ width: 108, height: 200 });
	});
});
