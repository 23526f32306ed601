/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import * as fc from 'fast-check';

/**
 * Settings of a property test: the same cases in every run, more of them with FUZZ_RUNS, others with FUZZ_SEED.
 * A failure prints its seed and the smallest case that fails.
 *
 * @param runs cases without FUZZ_RUNS
 */
export function fuzzing(runs: number): fc.Parameters<unknown> {
	const { FUZZ_RUNS, FUZZ_SEED } = process.env;
	return {
		numRuns: FUZZ_RUNS ? Number(FUZZ_RUNS) : runs,
		seed: FUZZ_SEED ? Number(FUZZ_SEED) : 20_261,
		endOnFailure: false,
	};
}
