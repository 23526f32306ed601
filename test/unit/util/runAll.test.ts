/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';

import { runAll } from '../../../nodes/shared/util/async';

/** When everything else that can go on has gone on. */
const later = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('runAll', () => {
	it('keeps the order of the items, with only so many under way', async () => {
		let underWay = 0;
		let most = 0;
		const work = async (item: number, index: number) => {
			most = Math.max(most, ++underWay);
			await later();
			underWay--;
			return `${index}:${item}`;
		};
		expect(await runAll([7, 8, 9], work, { atOnce: 2 })).toEqual(['0:7', '1:8', '2:9']);
		expect(most).toBe(2);
		expect(await runAll([], work)).toEqual([]);
		most = 0;
		await runAll([1, 2, 3, 4], work);
		expect(most).toBe(4);
		most = 0;
		await runAll([1], work, { atOnce: 3 });
		expect(most).toBe(1);
	});

	it('throws the error that came first, after all that was begun has finished', async () => {
		const finished: number[] = [];
		const work = async (item: number) => {
			for (let turn = 0; turn < item; turn++) await later();
			finished.push(item);
			throw item === 1 ? 'text' : new Error(`${item}`);
		};
		await expect(runAll([3, 1, 2], work)).rejects.toEqual(new Error('text'));
		expect(finished).toEqual([1, 2, 3]);
	});

	it('begins nothing once others have halted it', async () => {
		const haltOnError = new AbortController();
		haltOnError.abort();
		const begun: number[] = [];
		await runAll([1, 2], async (item) => begun.push(item), { haltOnError });
		expect(begun).toEqual([]);
	});

	it('begins nothing after an error where it halts, and does all else where it does not', async () => {
		const begun: number[] = [];
		const work = async (item: number) => {
			begun.push(item);
			await later();
			if (item === 1) throw new Error('one');
		};
		const haltOnError = new AbortController();
		await expect(runAll([1, 2, 3], work, { atOnce: 1, haltOnError })).rejects.toThrow('one');
		expect(begun).toEqual([1]);
		expect(haltOnError.signal.aborted).toBe(true);
		await expect(runAll([1, 2, 3], work, { atOnce: 1 })).rejects.toThrow('one');
		expect(begun).toEqual([1, 1, 2, 3]);
	});
});
