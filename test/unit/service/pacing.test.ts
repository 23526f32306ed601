import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';

import { StoppedError } from '../../../nodes/shared/util/async';
import { RequestQueue, queueFor } from '../../../nodes/shared/service/rateLimit';

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
		// A window, and a margin for the clock of the service.
		expect(times).toEqual(range(35).map((n) => Math.floor(n / 10) * 60_300));
	});

	it('is free again when the window has passed', async () => {
		const queue = new RequestQueue({ requests: 2, seconds: 60 });
		expect(await passAll(queue, 2)).toEqual([0, 0]);
		expect(await passAll(queue, 3)).toEqual([0, 0, 60_300]);
	});

	it('lets everything pass at once where no limit is published', async () => {
		expect(new Set(await passAll(new RequestQueue(), 50))).toEqual(new Set([0]));
	});

	it('holds all requests back after a limit exceeded', async () => {
		const queue = new RequestQueue();
		queue.block(5_000);
		// A shorter one does not shorten it.
		queue.block(1_000);
		expect(await passAll(queue, 3)).toEqual([5_000, 5_000, 5_000]);
		expect(await passAll(queue, 2)).toEqual([0, 0]);
	});

	it('holds back where a limit is published, for the longer of both times', async () => {
		const blocked = new RequestQueue({ requests: 1, seconds: 60 });
		blocked.block(90_000);
		expect(await passAll(blocked, 2)).toEqual([90_000, 150_300]);
		const full = new RequestQueue({ requests: 1, seconds: 60 });
		await full.enter();
		full.block(5_000);
		expect(await passAll(full, 1)).toEqual([60_300]);
		const long = new RequestQueue({ requests: 1, seconds: 60 });
		await long.enter();
		long.block(90_000);
		expect(await passAll(long, 1)).toEqual([90_000]);
	});

	const setBack = () => jest.setSystemTime(Date.now() - 3_600_000);

	const isFreeAfter = async (queue: RequestQueue, ms: number, halfway = () => {}) => {
		let passed = false;
		const entered = queue.enter().then(() => (passed = true));
		await jest.advanceTimersByTimeAsync(ms / 2);
		halfway();
		await jest.advanceTimersByTimeAsync(ms / 2);
		expect(passed).toBe(true);
		await entered;
	};

	it('holds nothing back for longer when the clock is set back before a request', async () => {
		const full = new RequestQueue({ requests: 1, seconds: 60 });
		await full.enter();
		setBack();
		await isFreeAfter(full, 60_300);
		const blocked = new RequestQueue();
		blocked.block(5_000);
		setBack();
		await isFreeAfter(blocked, 5_000);
	});

	it('holds nothing back for longer when the clock is set back while a request waits', async () => {
		const queue = new RequestQueue({ requests: 1, seconds: 60 });
		await queue.enter();
		await isFreeAfter(queue, 61_000, setBack);
	});

	it('a request that is stopped while it waits uses nothing up', async () => {
		const queue = new RequestQueue({ requests: 1, seconds: 60 });
		await queue.enter();
		const stop = new AbortController();
		const stopped = expect(queue.enter(stop.signal)).rejects.toThrow(StoppedError);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await stopped;
		const [time] = await passAll(queue, 1);
		expect(time).toBeLessThanOrEqual(60_300);
		expect(time).toBeGreaterThan(59_000);
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
		expect(queueFor('a', 'submit', TEN_A_MINUTE)).not.toBe(queueFor('a', 'list', TEN_A_MINUTE));
	});
});
