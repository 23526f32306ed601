/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';

import { Gate } from '../../../nodes/shared/util/async';

/** When everything that can go on has gone on. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('The gate', () => {
	it('lets only so many in, the others in the order in which they came', async () => {
		const gate = new Gate(2);
		expect(gate.empty).toBe(true);
		const entered: number[] = [];
		const enter = async (n: number) => {
			await gate.enter();
			entered.push(n);
		};
		const all = [1, 2, 3, 4].map(enter);
		await settled();
		expect(entered).toEqual([1, 2]);
		gate.leave();
		await settled();
		expect(entered).toEqual([1, 2, 3]);
		gate.leave();
		await Promise.all(all);
		expect(entered).toEqual([1, 2, 3, 4]);
		gate.leave();
		expect(gate.empty).toBe(false);
		gate.leave();
		expect(gate.empty).toBe(true);
	});

	it('lets the next one in when the work inside fails or is stopped', async () => {
		const gate = new Gate(1);
		await expect(gate.run(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		await expect(gate.run(async () => 'yes', AbortSignal.abort())).rejects.toThrow('stopped');
		expect(await gate.run(async () => 'yes')).toBe('yes');
	});
});
