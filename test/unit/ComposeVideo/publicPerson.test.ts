import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { lookUpPublicPerson } from '../../../nodes/ComposeVideo/person';
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
			records: range(first, Math.min(first + 3, persons)).map((n) => ({ id: `${n}` })),
			pages: Math.ceil(persons / 3),
		};
	};
	return { client: { call } as unknown as ServiceClient, requested };
}

const video = (id: string, figure?: string, more: VideoBody = {}): VideoBody => ({
	...more,
	person: { id, ...(figure ? { figure_type: figure } : {}) },
});

describe('a public person', () => {
	it('is found with one scan for all items, no further than needed', async () => {
		const { client, requested } = listOf(30);
		const found = await Promise.all(
			['4', '0', '7', '4'].map(async (id) => await lookUpPublicPerson(client, video(id))),
		);
		expect(found.map((person) => person?.id)).toEqual(['4', '0', '7', '4']);
		expect(requested).toEqual([1, 2, 3]);
	});

	it('is not found among others', async () => {
		const { client, requested } = listOf(4);
		expect(await lookUpPublicPerson(client, video('custom', 'whole_body'))).toBeUndefined();
		expect(await lookUpPublicPerson(client, video('custom'))).toBeUndefined();
		expect(requested).toEqual([1, 2]);
	});

	it('may be anybody when the public list cannot be read, with and without a chosen figure', async () => {
		const { client } = listOf(4, () => true);
		await expect(lookUpPublicPerson(client, video('own'))).rejects.toThrow('no connection');
		await expect(lookUpPublicPerson(client, video('1', 'whole_body'))).rejects.toThrow(
			'no connection',
		);
	});

	it('may be one whose record cannot be read, if a figure is chosen for it', async () => {
		const call = async () => ({
			records: [{ id: '1' }],
			pages: 1,
			unreadable: [{ problem: "'id' is not as specified", raw: {} }],
		});
		const client = { call } as unknown as ServiceClient;
		await expect(lookUpPublicPerson(client, video('2', 'sit_body'))).rejects.toThrow(
			"'id' is not as specified",
		);
		expect(await lookUpPublicPerson(client, video('2'))).toBeUndefined();
		expect(await lookUpPublicPerson(client, video('1', 'sit_body'))).toMatchObject({ id: '1' });
	});

	it('is not looked up for a person of the website', async () => {
		const { client, requested } = listOf(4);
		expect(await lookUpPublicPerson(client, video('1', undefined, { source: 1 }))).toBeUndefined();
		expect(requested).toEqual([]);
	});

	it('is looked up again after a failed request', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		await expect(lookUpPublicPerson(client, video('5', 'sit_body'))).rejects.toThrow();
		expect(await lookUpPublicPerson(client, video('5', 'sit_body'))).toMatchObject({ id: '5' });
		expect(requested).toEqual([1, 2, 1, 2]);
	});

	it('is unknown to none of the items that wait while a request fails', async () => {
		const { client, requested } = listOf(9, (request) => request === 2);
		const found = await Promise.allSettled(
			['5', '1', '8', '4'].map(
				async (id) => await lookUpPublicPerson(client, video(id, 'whole_body')),
			),
		);
		expect(found.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
		expect(requested).toEqual([1, 2]);
		expect(await lookUpPublicPerson(client, video('8', 'whole_body'))).toMatchObject({ id: '8' });
	});
});
