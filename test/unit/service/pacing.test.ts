import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';

import { StoppedError } from '../../../nodes/shared/util/errors';
import { RequestQueue, queueFor } from '../../../nodes/shared/service/pacing';

const TEN_A_MINUTE = { requests: 10, seconds: 60 };

describe('Pacing', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	const passAll = async (queue: RequestQueue, count: number) => {
		const started = Date.now();
		const times: number[] = [];
		const all = Promise.all(
			range(count).map(async (n) => {
				await queue.enter();
				times[n] = Date.now() - started;
			}),
		);
		await jest.advanceTimersByTimeAsync(10 * 60_000);
		await all;
		return times;
	};

	it('never lets more requests pass in a period than the limit allows, and keeps their order', async () => {
		const times = await passAll(new RequestQueue(TEN_A_MINUTE), 35);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		for (const [n, time] of times.entries()) {
			const tenLater = times[n + 10];
			if (tenLater !== undefined) expect(tenLater - time).toBeGreaterThan(60_000);
		}
		expect(times[9]).toBe(0);
		expect(times[34]).toBeLessThan(190_000);
	});

	it('lets everything pass at once where no limit is published', async () => {
		expect(new Set(await passAll(new RequestQueue(), 50))).toEqual(new Set([0]));
	});

	it('holds all requests back after a limit exceeded', async () => {
		const queue = new RequestQueue();
		queue.block(5_000);
		expect(Math.min(...(await passAll(queue, 3)))).toBeGreaterThanOrEqual(5_000);
	});

	it('ends when the execution is stopped', async () => {
		const queue = new RequestQueue({ requests: 1, seconds: 60 });
		const stop = new AbortController();
		await queue.enter(stop.signal);
		const waiting = expect(queue.enter(stop.signal)).rejects.toThrow(StoppedError);
		await jest.advanceTimersByTimeAsync(1_000);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await waiting;
	});

	it('shares a queue within one application and keeps applications apart', () => {
		expect(queueFor('a', 'submit', TEN_A_MINUTE)).toBe(queueFor('a', 'submit', TEN_A_MINUTE));
		expect(queueFor('a', 'submit', TEN_A_MINUTE)).not.toBe(queueFor('b', 'submit', TEN_A_MINUTE));
	});
});
