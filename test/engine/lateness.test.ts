// How soon after the end of a task at the service Wait for Result continues, and with how many questions.
import { expect, it } from '@jest/globals';
import { range } from 'lodash';

import { createImage, PAGES } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';

const setup = setUp({ limits: false, speed: 1 });

const TASKS = 8;
const [SHORTEST, LONGEST] = [20, 600];

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length / 2] ?? 0;

it('is at most three seconds or 2 % of the duration in the median, for tasks of 20 s to 10 min', async () => {
	const shares: number[] = [];
	// Spread evenly, and as odd as random ones.
	const durations = range(TASKS).map((n) => SHORTEST + ((n * 0.618) % 1) * (LONGEST - SHORTEST));
	for (const seconds of durations) {
		setup.service.fate({ seconds });
		const begun = Date.now();
		const { json } = await setup.run(createImage({ completion: 'wait', downloadResult: false }));
		const late = (Date.now() - begun) / 1000 - seconds;
		expect(json).toMatchObject([{ state: 'succeeded' }]);
		shares.push(late / Math.max(3, seconds * 0.02));
	}
	expect(median(shares)).toBeLessThanOrEqual(1);
	// One question every four seconds on average.
	expect(setup.count(PAGES.aiCreation)).toBeLessThan(TASKS * 80);
});
