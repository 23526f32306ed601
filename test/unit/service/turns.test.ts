import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { sleepFor, StoppedError } from '../../../nodes/shared/util/async';
import { RequestQueue } from '../../../nodes/shared/service/rateLimit';
import { waitBeforeRetry } from '../../../nodes/shared/service/retry';

describe('Turns', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	it('does one piece of work at a time, in the order of the calls, also after one has failed', async () => {
		const queue = new RequestQueue();
		const log: string[] = [];
		const work =
			(name: string, fails = false) =>
			async () => {
				log.push(`${name} begins`);
				await sleepFor(1_000);
				log.push(`${name} ends`);
				if (fails) throw new Error(name);
				return name;
			};
		const all = Promise.allSettled([
			queue.inTurn(work('a')),
			queue.inTurn(work('b', true)),
			queue.inTurn(work('c')),
		]);
		await jest.advanceTimersByTimeAsync(4_000);
		expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
	});

	it('lets a stopped call leave at once, and those behind it keep their place', async () => {
		const queue = new RequestQueue();
		const stop = new AbortController();
		const log: string[] = [];
		const first = queue.inTurn(async () => {
			await sleepFor(10_000);
			log.push('first ends');
		});
		const stopped = queue.inTurn(async () => log.push('never'), stop.signal);
		const last = queue.inTurn(async () => log.push('last begins'));
		const expected = expect(stopped).rejects.toThrow(StoppedError);
		await jest.advanceTimersByTimeAsync(1_000);
		stop.abort();
		await jest.advanceTimersByTimeAsync(0);
		await expected;
		expect(log).toEqual([]);
		await jest.advanceTimersByTimeAsync(10_000);
		await Promise.all([first, last]);
		expect(log).toEqual(['first ends', 'last begins']);
	});

	it('is not held up in a paced queue by others once the execution is stopped', async () => {
		const queue = new RequestQueue({ requests: 1, seconds: 600 });
		await queue.enter();
		const waiting = queue.enter();
		const stop = new AbortController();
		const stopped = queue.enter(stop.signal);
		const expected = expect(stopped).rejects.toThrow(StoppedError);
		stop.abort();
		await jest.advanceTimersByTimeAsync(0);
		await expected;
		await jest.advanceTimersByTimeAsync(601_000);
		await waiting;
	});

	it('keeps nothing of what has passed', async () => {
		const queue = new RequestQueue({ requests: 3, seconds: 1 });
		await queue.enter();
		await queue.enter();
		await queue.inTurn(async () => 'first');
		await queue.inTurn(async () => 'second');
		expect(await queue['last']).toBeUndefined();
		expect(await queue['lastTurn']).toBeUndefined();
	});

	it('waits as long for an earlier task to end as the operation says', () => {
		const failure = {
			operation: 'createMotion' as const,
			cause: 'refused' as const,
			code: 40001,
			detail: '',
		};
		const attempt = { effect: 'create' as const, failed: 50, random: 0.5 };
		const after = (minutes: number, turnSeconds?: number) =>
			waitBeforeRetry(failure, { ...attempt, turnSeconds, elapsedMs: minutes * 60_000 });
		expect(after(20)).toBeUndefined();
		expect(after(20, 3600)).toBeGreaterThan(0);
		expect(after(61, 3600)).toBeUndefined();
	});
});
