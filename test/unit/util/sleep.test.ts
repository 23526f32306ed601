import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';

import { sleepFor } from '../../../nodes/shared/util/async';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

it('a wait ends in time although the clock is set back', async () => {
	let ended = false;
	const sleep = sleepFor(10_000).then(() => (ended = true));
	await jest.advanceTimersByTimeAsync(4_700);
	jest.setSystemTime(Date.now() - 3_600_000);
	await jest.advanceTimersByTimeAsync(5_200);
	expect(ended).toBe(false);
	// What a part of the wait has lost to the clock.
	await jest.advanceTimersByTimeAsync(600);
	expect(ended).toBe(true);
	await sleep;
});
