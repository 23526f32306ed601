/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { RateLimiter } from '../../nodes/shared/service/rateLimit';

const TEN_A_MINUTE = { requests: 10, seconds: 60 };

/** A window, and the margin for the clock of the service. */
const WINDOW_MS = 60_300;

describe('A limit of ten a minute', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	/** When the eleventh request passes, where ten have passed at once and been answered after so many milliseconds. */
	const eleventhAfter = async (answeredMs: number[]): Promise<number> => {
		const queue = new RateLimiter(TEN_A_MINUTE);
		const began = Date.now();
		const answered = await Promise.all(answeredMs.map(async () => await queue.acquire()));
		answeredMs.forEach((ms, index) => setTimeout(() => answered[index]?.(), ms));
		let passedMs = Infinity;
		const eleventh = queue.acquire().then(() => {
			passedMs = Date.now() - began;
		});
		await jest.advanceTimersByTimeAsync(10 * 60_000);
		await eleventh;
		return passedMs;
	};

	const ten = (ms: number): number[] => Array<number>(10).fill(ms);

	it('counts from when requests arrive, which may be later than they were let through', async () => {
		expect(await eleventhAfter(ten(0))).toBe(WINDOW_MS);
		expect(await eleventhAfter(ten(800))).toBe(WINDOW_MS + 800);
	});

	it('counts from the first one that arrived, in whatever order', async () => {
		expect(await eleventhAfter([800, 200, ...ten(900).slice(2)])).toBe(WINDOW_MS + 200);
	});

	it('does not count the time of a slow answer', async () => {
		expect(await eleventhAfter(ten(30_000))).toBe(WINDOW_MS + 5_000);
	});

	it('needs no answer', async () => {
		expect(await eleventhAfter(ten(120_000))).toBe(WINDOW_MS);
	});
});
