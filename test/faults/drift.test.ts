/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { endpoints } from '../../nodes/shared/api/endpoints';
import { fuzzing } from '../support/fuzz';
import { mutationsOf, type Mutation } from './drift/mutations';
import { closeBenches } from './lib/bench';
import { rightAnswer, runDrift, type Often } from './drift/run';
import { DRIFT_STEPS } from './drift/steps';
import { fastTime } from '../support/fastTime';
import { inLanes } from '../../tools/n8n/program';
import { installLog } from '../support/engine/core';

/** Runs at once; in the longest ones nothing happens but waiting. */
const LANES = 6;

/** Mutations of each answer without FUZZ_RUNS. */
const USUALLY = 12;

/** With all mutations; a run that never ends is noticed by itself. */
const MAX_MS = 3600_000;

const { seed = 0, numRuns = USUALLY } = fuzzing(USUALLY);

/** Only mutations with this text in their names, and all of those. */
const { DRIFT } = process.env;

const OFTEN: readonly Often[] = ['once', 'always'];

fastTime();
beforeAll(installLog);
afterAll(closeBenches);

/** Other mutations each day. */
function chosenOf(all: Mutation[], index: number): Mutation[] {
	if (DRIFT) return all.filter(({ name }) => name.includes(DRIFT));
	const length = Math.min(numRuns, all.length);
	const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
	return fc.sample(some, { seed: seed + index, numRuns: 1 })[0] ?? [];
}

const named = DRIFT_STEPS.map((step, index) => [step.node, step.name, step, index] as const);

describe('However an answer drifts, nothing crashes, leaks or is paid twice, and the answer is told', () => {
	it.each(named)(
		'%s: %s',
		async (_node, _name, step, index) => {
			const { answer, problems } = await rightAnswer(step);
			expect(problems).toEqual([]);
			const mutations = chosenOf(mutationsOf(answer), index);
			const queue = mutations.flatMap((mutation) => OFTEN.map((often) => ({ mutation, often })));
			await inLanes(LANES, queue, async ({ mutation, often }) => {
				const { problems: seen } = await runDrift(step, mutation, often);
				problems.push(
					...seen.map((problem) => `FUZZ_SEED=${seed}, ${mutation.name}, ${often}: ${problem}`),
				);
			});
			expect(problems).toEqual([]);
		},
		MAX_MS,
	);

	it('is tried with every endpoint of the service', () => {
		const paths = Object.values(endpoints).map(
			({ path, credentialField }) =>
				credentialField?.replace(
					/(\w+)(Detail|List)Path/,
					(_all, kind: string, what: string) => `${what.toLowerCase()}/${kind}`,
				) ?? path,
		);
		const tried = DRIFT_STEPS.map(({ request }) => request);
		expect(paths.filter((path) => !tried.includes(path))).toEqual([]);
	});
});
