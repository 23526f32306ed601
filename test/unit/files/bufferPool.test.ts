/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';

import { BufferPool } from '../../../nodes/shared/files/memory';
import { isAddressGone } from '../../../nodes/shared/files/storage';

/** When everything that can go on has gone on. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('The buffers of a run', () => {
	it('are used again, and never more than allowed', async () => {
		const pool = new BufferPool(2);
		const a = await pool.take(10);
		const b = await pool.take(10);
		expect(a).not.toBe(b);
		let third: Buffer | undefined;
		const waiting = pool.take(8).then((buffer) => (third = buffer));
		await settled();
		expect(third).toBeUndefined();
		pool.give(b);
		await waiting;
		expect(third).toBe(b);
	});

	it('pass on to the next run, but never to two at once', async () => {
		const first = new BufferPool(1);
		const buffer = await first.take(10);
		first.give(buffer);
		first.release();
		const [second, third] = [new BufferPool(1), new BufferPool(1)];
		expect(await second.take(10)).toBe(buffer);
		expect(await third.take(10)).not.toBe(buffer);
		expect(await first.take(10)).not.toBe(buffer);
	});

	it('are replaced when they are too small', async () => {
		const pool = new BufferPool(1);
		pool.give(await pool.take(10));
		expect(await pool.take(20)).toHaveLength(20);
	});
});

it('an address is gone when it is refused, or when it broke after its life', () => {
	const failure = (remedy: 'sendAgain' | 'freshAddress' | 'none') => ({ remedy, detail: '' });
	const later = Date.now() + 1000;
	expect(isAddressGone(failure('freshAddress'), later)).toBe(true);
	expect(isAddressGone(failure('sendAgain'), later)).toBe(false);
	expect(isAddressGone(failure('sendAgain'), Date.now() - 1)).toBe(true);
	expect(isAddressGone(failure('none'), Date.now() - 1)).toBe(false);
});
