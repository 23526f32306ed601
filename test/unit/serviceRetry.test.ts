/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { afterEach, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import { groupBy, map, mapValues, range } from 'lodash';
import { type Failure, isLimit, isTransient, keepsWaiting } from '../../nodes/shared/api/failure';
import { type EndpointName, endpoints } from '../../nodes/shared/api/endpoints';
import { CancelledError, sleepFor } from '../../nodes/shared/util/async';
import { RateLimiter } from '../../nodes/shared/api/rateLimiter';
import { FailedTries } from '../../nodes/shared/api/retry';
import { CAUSES as all } from '../support/noRequests';

const failure = (cause: Failure['cause'], code?: number) =>
	({ endpoint: 'submitAiCreation', cause, code, detail: '' }) as Failure;

/** Those of a refusal, and of an address elsewhere, do not pass. */
const PASSING = all.slice(1, -3);

/** The codes of refusals of which something is said. */
const codesOf = (codes: number[], said: (failed: Failure) => unknown) =>
	codes.filter((code) => said(failure('refused', code)));

describe('Waiting for a limit', () => {
	/** The wait after so many failures, of which the last comes so long after the first. */
	const wait = (endpoint: EndpointName, retryAfterMs?: number, failed = 1, elapsedMs = 0) => {
		const tries = new FailedTries(endpoint);
		const refused = { ...failure('refused', 40001), endpoint, retryAfterMs } as Failure;
		for (let count = 1; count < failed; count++) tries.waitAfter(refused, Infinity);
		jest.setSystemTime(Date.now() + elapsedMs);
		return tries.waitAfter(refused, Infinity);
	};

	it('begins with a second, or with five where the limit is per minute', () => {
		expect(wait('submitAiCreation')).toBe(1_000);
		expect(wait('listLipSyncs')).toBe(1_000);
		expect(wait('createVideo')).toBe(5_000);
		expect(wait('createVideo', undefined, 2)).toBe(10_000);
		expect(wait('submitAiCreation', undefined, 9)).toBe(30_000);
	});

	it('is never shorter than the service asks for', () => {
		expect(wait('submitAiCreation', 20_000)).toBe(20_000);
		expect(wait('submitAiCreation', 500)).toBe(1_000);
	});

	it.each<[EndpointName, number]>([
		['submitAiCreation', 15 * 60_000],
		['deleteFile', 60_000],
		['listLipSyncs', 60_000],
		// Two windows of its limit.
		['listMotions', 120_000],
		['createMotion', 3_600_000],
		['createVideo', 7_200_000],
	])('of %s ends exactly with it', (endpoint, patienceMs) => {
		const at = (elapsedMs: number) => wait(endpoint, 20_000, 2, elapsedMs);
		expect(at(patienceMs - 20_000)).toBe(20_000);
		expect(at(patienceMs - 20_000 + 1)).toBeUndefined();
	});
});

describe('A failure', () => {
	it('is a limit with its code, or HTTP 429', () => {
		expect(isLimit(failure('refused', 40001))).toBe(true);
		expect(isLimit(failure('refused', 40000))).toBe(false);
		expect(isLimit(failure('rateLimited'))).toBe(true);
		expect(isLimit(failure('unavailable', 40001))).toBe(false);
	});

	it('passes unless the service refuses for good or is elsewhere', () => {
		expect(all.filter((cause) => isTransient(failure(cause)))).toEqual(PASSING);
		const codes = [400, 10400, 40000, 40001, 50000, 50011, 51000, 120002, 99999];
		expect(codesOf(codes, isTransient)).toEqual([40001, 50000, 51000, 120002]);
	});

	it('lets a wait continue where another answer may come', () => {
		const kept = all.filter((cause) => keepsWaiting(failure(cause)));
		expect(kept).toEqual(['refused', ...PASSING.slice(0, -1)]);
		const codes = [400, 10400, 40000, 40001, 50000, 51000, 99999];
		expect(codesOf(codes, keepsWaiting)).toEqual([40001, 50000, 51000, 99999]);
	});

	it('passes without a documented code unless its HTTP status is final', () => {
		const passing = (failed: Failure) =>
			[399, 400, 404, 408, 429, 499, 500].filter((httpStatus) =>
				keepsWaiting({ ...failed, httpStatus } as Failure),
			);
		for (const failed of [failure('refused'), failure('refused', 99999), failure('unavailable')]) {
			expect(passing(failed)).toEqual([399, 408, 429, 500]);
		}
		// A documented code says more than the status.
		expect(passing(failure('refused', 50000))).toHaveLength(7);
		expect(passing(failure('refused', 40000))).toEqual([]);
	});
});

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
	jest.useRealTimers();
});

const TEN_A_MINUTE = { requests: 10, seconds: 60 };

/** The clock of the user, in which nothing waits. */
const setBack = () => jest.setSystemTime(Date.now() - 3_600_000);

/** After how many milliseconds so many requests pass. */
async function passAll(queue: RateLimiter, count: number): Promise<number[]> {
	const started = performance.now();
	const passing = range(count).map(async () => {
		await queue.acquire();
		return performance.now() - started;
	});
	await jest.advanceTimersByTimeAsync(10 * 60_000);
	return await Promise.all(passing);
}

describe('Pacing', () => {
	it('never lets more requests pass in a period than the limit allows, and keeps their order', async () => {
		const times = await passAll(new RateLimiter(TEN_A_MINUTE), 35);
		// A window, and a margin for the clock of the service.
		expect(times).toEqual(range(35).map((n) => Math.floor(n / 10) * 60_300));
	});

	it('holds all requests back after a limit exceeded', async () => {
		const queue = new RateLimiter();
		queue.block(5_000);
		// A shorter one does not shorten it.
		queue.block(1_000);
		expect(await passAll(queue, 3)).toEqual([5_000, 5_000, 5_000]);
		expect(await passAll(queue, 2)).toEqual([0, 0]);
	});

	const fullLimiter = async (seconds = 60) => {
		const full = new RateLimiter({ requests: 1, seconds });
		await full.acquire();
		return full;
	};

	it('holds back where a limit is published, for the longer of both times', async () => {
		const blocked = new RateLimiter({ requests: 1, seconds: 60 });
		blocked.block(90_000);
		expect(await passAll(blocked, 2)).toEqual([90_000, 150_300]);
		for (const ms of [5_000, 90_000]) {
			const full = await fullLimiter();
			full.block(ms);
			expect(await passAll(full, 1)).toEqual([Math.max(ms, 60_300)]);
		}
	});

	it('holds nothing back for longer when the clock is set back, before a request or while it waits', async () => {
		const full = await fullLimiter();
		setBack();
		expect(await passAll(full, 1)).toEqual([60_300]);
		const blocked = new RateLimiter();
		blocked.block(5_000);
		setBack();
		expect(await passAll(blocked, 1)).toEqual([5_000]);
		setTimeout(setBack, 30_000);
		expect(await passAll(await fullLimiter(), 1)).toEqual([60_300]);
	});

	it('a request that is stopped while it waits ends at once, behind others too, and uses nothing up', async () => {
		const queue = await fullLimiter();
		const stop = new AbortController();
		const acquire = async () => await queue.acquire(stop.signal);
		const stopped = [1, 2].map(async () => await expect(acquire()).rejects.toThrow(CancelledError));
		stop.abort();
		await jest.advanceTimersByTimeAsync(0);
		await Promise.all(stopped);
		expect(await passAll(queue, 1)).toEqual([60_300]);
	});
});

it('a wait ends in time although the clock is set back', async () => {
	const began = performance.now();
	const ended = sleepFor(10_000).then(() => performance.now() - began);
	setTimeout(setBack, 4_700);
	await jest.advanceTimersByTimeAsync(20_000);
	expect(await ended).toBe(10_000);
});

/** A window, and the margin for the clock of the service. */
const WINDOW_MS = 60_300;

test('ten requests a minute, or a second, are allowed where the specification says so', () => {
	const all = map(endpoints, ({ limit }, name) => ({ name, ...limit }));
	const names = (of: typeof all) => map(of, 'name').join(' ');
	expect(
		mapValues(
			groupBy(all, ({ requests, seconds }) => `${requests} in ${seconds}`),
			names,
		),
	).toMatchObject({
		'10 in 60': 'createMotion listMotions getMotion createPerson createVideo createLipSync',
		'10 in 1': 'getPerson listPersons listVoices getVideo listLipSyncs getLipSync',
	});
});

describe('A limit of ten a minute', () => {
	/** When the eleventh request passes, where ten have passed at once and been answered after so many milliseconds. */
	const eleventhAfter = async (answeredMs: number[]): Promise<number[]> => {
		const queue = new RateLimiter(TEN_A_MINUTE);
		const answered = await Promise.all(answeredMs.map(async () => await queue.acquire()));
		answeredMs.forEach((ms, index) => setTimeout(() => answered[index]?.(), ms));
		return await passAll(queue, 1);
	};

	const ten = (ms: number): number[] => Array<number>(10).fill(ms);

	it.each([
		['from when requests arrive', ten(0), 0],
		['from when they arrive, which may be later than they were let through', ten(800), 800],
		['from the first one that arrived, in whatever order', [800, 200, ...ten(900).slice(2)], 200],
		['no more than five seconds of a slow answer', ten(30_000), 5_000],
		['without an answer too', ten(120_000), 0],
	])('counts %s', async (_, answeredMs, laterMs) => {
		expect(await eleventhAfter(answeredMs)).toEqual([WINDOW_MS + laterMs]);
	});
});
