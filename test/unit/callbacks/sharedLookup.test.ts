import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { lookUpTogether, takeTurn } from '../../../nodes/shared/run/callback';
import type { Task } from '../../../nodes/shared/tasks/task';
import { fuzzing } from '../../support/fuzz';

const answer = (ids: string[]) =>
	new Map(ids.map((id): [string, Task] => [id, { taskId: id, taskKind: 'k', state: 'succeeded' }]));

describe('lookUpTogether', () => {
	test('everyone gets an answer that began after the question; only one query at a time is under way, and each ID is in one', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (s, count) => {
				let clock = 0;
				let underWay = 0;
				const queries: Array<{ begun: number; ids: string[] }> = [];
				const lookUp = async (ids: string[]) => {
					const query = { begun: ++clock, ids };
					queries.push(query);
					expect(++underWay).toBe(1);
					await s.schedule(Promise.resolve());
					underWay--;
					return answer(ids);
				};
				const asks = Array.from({ length: count }, async (_, index) => {
					await s.schedule(Promise.resolve());
					const asked = ++clock;
					const found = await lookUpTogether(`key ${count}`, [`${index}`], lookUp);
					expect(found.has(`${index}`)).toBe(true);
					expect(queries.some(({ begun, ids }) => begun > asked && ids.includes(`${index}`))).toBe(
						true,
					);
				});
				await s.waitFor(Promise.all(asks));
				expect(queries.flatMap(({ ids }) => ids).sort()).toEqual(
					Array.from({ length: count }, (_, index) => `${index}`).sort(),
				);
			}),
			fuzzing(100),
		);
	});

	test('questions during a query share the next one', async () => {
		const queries: string[][] = [];
		let go = () => {};
		const first = new Promise<void>((resolve) => (go = resolve));
		let begin = () => {};
		const begun = new Promise<void>((resolve) => (begin = resolve));
		const lookUp = async (ids: string[]) => {
			queries.push(ids);
			begin();
			if (queries.length === 1) await first;
			return answer(ids);
		};
		const one = lookUpTogether('shared', ['1'], lookUp);
		await begun;
		const others = ['2', '3', '4'].map(async (id) => await lookUpTogether('shared', [id], lookUp));
		go();
		await Promise.all([one, ...others]);
		expect(queries).toEqual([['1'], ['2', '3', '4']]);
	});

	test('a failed query fails those who asked, and nobody after them', async () => {
		let fails = true;
		const lookUp = async (ids: string[]) => {
			if (fails) throw new Error('away');
			return answer(ids);
		};
		await expect(lookUpTogether('failing', ['1'], lookUp)).rejects.toThrow('away');
		fails = false;
		expect((await lookUpTogether('failing', ['1'], lookUp)).size).toBe(1);
	});
});

describe('takeTurn', () => {
	const soon = () => Date.now() + 5_000;
	const take = async (key: string, endsAt = soon()) => await takeTurn(key, endsAt);
	const taken = async (key: string) => {
		const turn = await take(key);
		if (typeof turn === 'string') throw new Error(turn);
		return turn;
	};

	test('those who wait need do nothing when it was done', async () => {
		const turn = await taken('done');
		const others = [take('done'), take('done')];
		turn.end('done');
		expect(await Promise.all(others)).toEqual(['done', 'done']);
		expect(await take('done')).toBe('done');
	});

	test('what nobody has seen the end of may be done again by those who come later', async () => {
		const turn = await taken('unseen');
		const other = take('unseen');
		turn.end('unseen');
		expect(await other).toBe('done');
		(await taken('unseen')).end('failed');
	});

	test('one of those who wait takes over when it failed', async () => {
		const turn = await taken('failed');
		const others = [taken('failed'), take('failed')] as const;
		turn.end('failed');
		(await others[0]).end('done');
		expect(await others[1]).toBe('done');
	});

	test('what was done is remembered of the last thousand', async () => {
		for (let index = 0; index < 1_001; index++) (await taken(`many ${index}`)).end('done');
		expect(await take('many 1')).toBe('done');
		expect(await take('many 1000')).toBe('done');
		(await taken('many 0')).end('failed');
	});

	test('different work does not wait for each other', async () => {
		const [one, other] = [await taken('one'), await taken('other')];
		one.end('failed');
		other.end('failed');
	});

	test('nobody waits longer than he may', async () => {
		const turn = await taken('long');
		expect(await take('long', Date.now() + 20)).toBe('busy');
		turn.end('done');
	});
});
