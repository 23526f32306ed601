import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
	mayHaveCreated,
	type Failure,
	type FailureCause,
} from '../../../nodes/shared/service/failure';
import type { Effect } from '../../../nodes/shared/service/endpoints';
import {
	isLimit,
	isPassing,
	mayPass,
	waitBeforeRetry,
	type Attempt,
} from '../../../nodes/shared/service/retry';
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

	it('repeats nothing of which either the attempt or the failure says that it creates', () => {
		const attempt = { failed: 1, elapsedMs: 0, random: 0.5 };
		const broken = failure('unavailable');
		expect(waitBeforeRetry(broken, { ...attempt, effect: 'read' })).toBeUndefined();
		const read = { ...broken, operation: 'listAiCreations' as const };
		expect(waitBeforeRetry(read, { ...attempt, effect: 'create' })).toBeUndefined();
		expect(waitBeforeRetry(read, { ...attempt, effect: 'read' })).toBe(500);
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

	it('ends before the time is up in which somebody waits for the answer', () => {
		const attempt = { effect: 'read', failed: 1, elapsedMs: 0, random: 0.5 } as const;
		const wait = (leftMs: number) =>
			waitBeforeRetry(failure('unreachable'), { ...attempt, leftMs });
		expect([499, 500, 501].map(wait)).toEqual([undefined, undefined, 500]);
	});
});

describe('Waiting for a limit', () => {
	const limit = failure('refused', 40001);
	const wait = (attempt: Partial<Attempt>, retryAfterMs?: number) =>
		waitBeforeRetry(
			{ ...limit, retryAfterMs },
			{ effect: 'create', failed: 1, elapsedMs: 0, random: 0.5, ...attempt },
		);

	it('begins with a second, or with five where the limit is per minute', () => {
		expect(wait({})).toBe(1_000);
		expect(wait({ limit: { requests: 10, seconds: 1 } })).toBe(1_000);
		expect(wait({ limit: { requests: 10, seconds: 60 } })).toBe(5_000);
		expect(wait({ limit: { requests: 10, seconds: 60 }, failed: 2 })).toBe(10_000);
		expect(wait({ failed: 9 })).toBe(30_000);
	});

	it('is spread by a quarter to both sides', () => {
		expect(wait({ random: 0 })).toBe(750);
		expect(wait({ random: 1 })).toBe(1_250);
	});

	it('is never shorter than the service asks for', () => {
		expect(wait({}, 20_000)).toBe(20_000);
		expect(wait({}, 500)).toBe(1_000);
	});

	it.each<[string, Partial<Attempt>, number]>([
		['a create', { effect: 'create' }, 15 * 60_000],
		['a change', { effect: 'change' }, 60_000],
		['a read', { effect: 'read' }, 60_000],
		[
			'two windows of a long limit',
			{ effect: 'read', limit: { requests: 1, seconds: 45 } },
			90_000,
		],
		[
			'the usual time with a short limit',
			{ effect: 'read', limit: { requests: 1, seconds: 2 } },
			60_000,
		],
		['its own time', { effect: 'create', turnSeconds: 7_200 }, 7_200_000],
		['its own short time', { effect: 'create', turnSeconds: 20 }, 20_000],
		['no time', { effect: 'create', turnSeconds: 0 }, 0],
	])('of %s ends exactly with it', (_what, attempt, patienceMs) => {
		const asked = 8_000;
		const at = (elapsedMs: number) => wait({ ...attempt, elapsedMs }, asked);
		expect(at(patienceMs - asked)).toBe(asked);
		expect(at(patienceMs - asked + 1)).toBeUndefined();
	});
});

describe('A failure', () => {
	it('is a limit with its code alone', () => {
		expect(isLimit(failure('refused', 40001))).toBe(true);
		expect(isLimit(failure('refused', 40000))).toBe(false);
		expect(isLimit(failure('busy', 40001))).toBe(false);
	});

	it('passes unless the service refuses for good or is elsewhere', () => {
		expect(causes.filter((cause) => isPassing(failure(cause)))).toEqual([
			'unreachable',
			'interrupted',
			'unavailable',
			'busy',
			'unreadable',
			'foreign',
		]);
		const codes = [400, 10400, 40000, 40001, 50000, 50011, 51000, 120002, 99999];
		expect(codes.filter((code) => isPassing(failure('refused', code)))).toEqual([
			40001, 50000, 51000, 120002,
		]);
	});

	it('lets a wait continue where another answer may come', () => {
		expect(causes.filter((cause) => mayPass(failure(cause)))).toEqual([
			'refused',
			'unreachable',
			'interrupted',
			'unavailable',
			'busy',
			'unreadable',
		]);
		const codes = [400, 10400, 40000, 40001, 50000, 51000, 99999];
		expect(codes.filter((code) => mayPass(failure('refused', code)))).toEqual([
			40001, 50000, 51000, 99999,
		]);
	});

	it.each<[number, boolean]>([
		[399, true],
		[400, false],
		[404, false],
		[408, true],
		[425, true],
		[429, true],
		[499, false],
		[500, true],
	])('with HTTP %i and without a documented code passes: %p', (httpStatus, passes) => {
		for (const code of [undefined, 99999]) {
			expect(mayPass({ ...failure('refused', code), httpStatus })).toBe(passes);
		}
		expect(mayPass({ ...failure('unavailable'), httpStatus })).toBe(passes);
		// A documented code says more than the status.
		expect(mayPass({ ...failure('refused', 50000), httpStatus })).toBe(true);
		expect(mayPass({ ...failure('refused', 40000), httpStatus })).toBe(false);
	});
});
