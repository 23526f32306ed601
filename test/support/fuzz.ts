/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import * as fc from 'fast-check';

const DAY_MS = 86_400_000;

/**
 * Settings of a property test: other cases each day, more of them with FUZZ_RUNS. A failure prints its seed, which FUZZ_SEED
 * takes to repeat it, and the smallest case that fails.
 *
 * @param runs cases without FUZZ_RUNS
 */
export function fuzzing(runs: number): fc.Parameters<unknown> {
	const { FUZZ_RUNS, FUZZ_SEED } = process.env;
	return {
		numRuns: FUZZ_RUNS ? Number(FUZZ_RUNS) : runs,
		seed: FUZZ_SEED ? Number(FUZZ_SEED) : Math.floor(Date.now() / DAY_MS),
		endOnFailure: false,
	};
}
