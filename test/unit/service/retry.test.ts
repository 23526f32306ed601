import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
	mayHaveCreated,
	type Failure,
	type FailureCause,
} from '../../../nodes/shared/service/failure';
import type { Effect } from '../../../nodes/shared/service/operations';
import { waitBeforeRetry } from '../../../nodes/shared/service/retry';
import { fuzzing } from '../../support/fuzz';

const failure = (cause: FailureCause, code?: number): Failure => ({
	operation: 'submitAiCreation',
	cause,
	code,
	detail: '',
});

const pauseFor = (effect: Effect, failed: Failure, failures = 1) =>
	waitBeforeRetry(
		{ ...failed, operation: effect === 'create' ? failed.operation : 'listAiCreations' },
		{ effect, failed: failures, elapsedMs: 0, random: 0.5 },
	);

const causes: FailureCause[] = [
	'refused',
	'unreachable',
	'interrupted',
	'unavailable',
	'busy',
	'unreadable',
	'foreign',
	'redirected',
];

const anyFailure = fc.record({
	cause: fc.constantFrom(...causes),
	code: fc.oneof(
		fc.constantFrom(400, 10400, 40000, 40001, 40002, 50000, 51000, 50011),
		fc.integer({ min: 1 }),
	),
});

describe('Repeating a request', () => {
	it('never repeats a create that may have created something', () => {
		fc.assert(
			fc.property(anyFailure, fc.integer({ min: 1, max: 20 }), ({ cause, code }, failures) => {
				const failed = failure(cause, cause === 'refused' ? code : undefined);
				if (pauseFor('create', failed, failures) === undefined) return;
				expect(mayHaveCreated(failed)).toBe(false);
			}),
			fuzzing(100),
		);
	});

	it('repeats a create only after a limit exceeded or without a connection', () => {
		const repeated = causes.filter((cause) => pauseFor('create', failure(cause)) !== undefined);
		expect(repeated).toEqual(['unreachable']);
		const codes = [400, 10400, 40000, 40001, 40002, 50000, 51000, 50003, 50011, 120002, 170002];
		expect(
			codes.filter((code) => pauseFor('create', failure('refused', code)) !== undefined),
		).toEqual([40001]);
	});

	it('repeats a read after everything that may pass', () => {
		const repeated = causes.filter((cause) => pauseFor('read', failure(cause)) !== undefined);
		expect(repeated).toEqual([
			'unreachable',
			'interrupted',
			'unavailable',
			'busy',
			'unreadable',
			'foreign',
		]);
		const codes = [400, 10400, 40000, 40001, 40002, 50000, 51000, 50011, 170003];
		expect(
			codes.filter((code) => pauseFor('read', failure('refused', code)) !== undefined),
		).toEqual([40001, 50000, 51000]);
	});

	it('waits longer each time, gives up in the end, and keeps to Retry-After', () => {
		const pauses = [1, 2, 3, 4, 5].map((n) => pauseFor('read', failure('unavailable'), n));
		expect(pauses).toEqual([500, 1000, 2000, 4000, 8000]);
		expect(pauseFor('read', failure('unavailable'), 6)).toBeUndefined();
		expect(pauseFor('read', { ...failure('busy'), retryAfterMs: 9000 })).toBe(9000);
	});

	it('gives up on a limit only after minutes', () => {
		const attempt = { effect: 'create' as const, failed: 9, random: 0.5 };
		const limit = failure('refused', 40001);
		expect(waitBeforeRetry(limit, { ...attempt, elapsedMs: 10 * 60_000 })).toBe(30_000);
		expect(waitBeforeRetry(limit, { ...attempt, elapsedMs: 15 * 60_000 })).toBeUndefined();
	});
});
