import { beforeAll, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { range } from 'lodash';

import { startService } from '../../demo-service';
import { fuzzing } from '../support/fuzz';
import { problemsOf } from '../support/randomWorkflows/books';
import { play, type Part } from '../support/randomWorkflows/play';
import { stories } from '../support/randomWorkflows/story';
import { fastTime } from '../support/fastTime';
import { installLog } from '../support/engine/core';
import { BOTH_PATHS } from '../support/engine/runs';

jest.setTimeout(3_600_000);

const RUNS = 100;

/** So many that each course of events is among them. */
const MANY = 100;

fastTime();
beforeAll(installLog);

it('Any workflow pays for no item twice, loses no task and no item, and ends, whatever happens', async () => {
	const settings = fuzzing(RUNS);
	// An application of its own for each story, since the pack keeps limits of an application.
	const tokens = range(20_000).map((index) => `application-${index}-of-this-test`);
	let started = 0;
	const service = await startService({
		...BOTH_PATHS,
		tokens,
		limits: false,
		speed: 1000,
		reviewSeconds: 0,
	});
	const seen = { charges: 0, ends: {} as Partial<Record<Part['end'], number>> };
	const property = fc.asyncProperty(stories, async (story) => {
		const token = tokens[started++ % tokens.length] as string;
		const played = await play(service, token, story);
		for (const { end } of played.parts) seen.ends[end] = (seen.ends[end] ?? 0) + 1;
		seen.charges += service.tasks().length - played.before.size;
		expect(problemsOf(service, token, played)).toEqual([]);
	});
	try {
		await fc.assert(property, settings);
		expect(seen.charges).toBeGreaterThan(0);
		if ((settings.numRuns ?? 0) < MANY) return;
		const ends = ['error', 'killed', 'stopped', 'success', 'waiting'];
		expect(Object.keys(seen.ends).sort()).toEqual(ends);
	} finally {
		await service.close();
	}
});
