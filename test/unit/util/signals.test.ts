/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it, jest } from '@jest/globals';
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';

import { joinSignals, signalAt } from '../../../nodes/shared/util/async';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('Joined signals', () => {
	it('end with the first of their sources, also with one that has ended before', () => {
		const [one, other] = [new AbortController(), new AbortController()];
		const joined = joinSignals(one.signal, undefined, other.signal);
		expect(joined.signal.aborted).toBe(false);
		other.abort();
		expect(joined.signal.aborted).toBe(true);
		expect(joinSignals(other.signal).signal.aborted).toBe(true);
	});

	it('let go of their sources when they are released', () => {
		const source = new AbortController();
		const remove = jest.spyOn(source.signal, 'removeEventListener');
		const joined = joinSignals(source.signal);
		joined.release();
		source.abort();
		expect(joined.signal.aborted).toBe(false);
		expect(remove).toHaveBeenCalledTimes(1);
	});

	it('are many for one source, with one listener', () => {
		const source = new AbortController();
		const listen = jest.spyOn(source.signal, 'addEventListener');
		const joined = Array.from({ length: 20 }, () => joinSignals(source.signal));
		expect(listen).toHaveBeenCalledTimes(1);
		joined[0]?.release();
		source.abort();
		expect(joined.map(({ signal }) => signal.aborted)).toEqual([
			false,
			...Array.from({ length: 19 }, () => true),
		]);
	});

	it('at a time that is further away than a timer reaches, do not end at once', async () => {
		const [past, far] = [-1, 60 * 86_400_000].map((ms) => signalAt(Date.now() + ms));
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect([past?.aborted, far?.aborted]).toEqual([true, false]);
	});

	it('keep time limits that nothing else leads to', async () => {
		const stop = new AbortController();
		const late = 20;
		let fired = 0;
		for (let count = 0; count < late; count++) {
			joinSignals(stop.signal, AbortSignal.timeout(300)).signal.addEventListener('abort', () => {
				fired++;
			});
		}
		for (let round = 0; round < 2; round++) {
			await new Promise((resolve) => setImmediate(resolve));
			collectGarbage();
		}
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(fired).toBe(late);
	});
});
