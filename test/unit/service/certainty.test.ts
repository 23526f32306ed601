import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';

import { readResult, withoutToken } from '../../../nodes/shared/service/answer';
import { mayHaveCreated, ServiceError, type Failure } from '../../../nodes/shared/service/failure';
import { operations, type OperationName } from '../../../nodes/shared/service/endpoints';

const creates = (Object.keys(operations) as OperationName[]).filter(
	(operation) => operations[operation].effect === 'create',
);

/** A failed answer of the service. */
const failureOf = (
	headers: Record<string, string>,
	status = 200,
	body: unknown = { code: 51000 },
) => {
	const answer = { status, headers, text: JSON.stringify(body) };
	const result = readResult('createVideo', answer, z.unknown(), withoutToken('s3cret-token'));
	if (!('failure' in result)) throw new Error('The answer counts as a success');
	return result.failure;
};

describe('a submit that fails', () => {
	it.each(creates)('%s: with a fault of the service may have created a task', (operation) => {
		for (const code of [51000, 50000, 99999]) {
			const failure = { operation, cause: 'refused' as const, code, detail: '' };
			expect({ code, may: mayHaveCreated(failure) }).toEqual({ code, may: true });
		}
	});

	it.each(creates)('%s: with a code that refuses any request has created nothing', (operation) => {
		for (const code of [400, 10400, 40000, 40001]) {
			const failure = { operation, cause: 'refused' as const, code, detail: '' };
			expect({ code, may: mayHaveCreated(failure) }).toEqual({ code, may: false });
		}
	});
});

describe('a failure of any cause', () => {
	const may = (failure: Partial<Failure>) =>
		mayHaveCreated({ operation: 'createVideo', cause: 'unreachable', detail: '', ...failure });

	it.each<[Failure['cause'], boolean]>([
		['refused', false],
		['unreachable', false],
		['interrupted', true],
		['unavailable', true],
		['busy', true],
		['unreadable', true],
		['foreign', true],
		['redirected', true],
	])('%s: may have created a task: %s', (cause, created) => {
		expect(may({ cause })).toBe(created);
		expect(may({ cause, operation: 'listVideos' })).toBe(false);
	});

	it('has created something when the answer has its ID', () => {
		expect(may({ taskIds: ['7'] })).toBe(true);
		expect(may({ taskIds: [] })).toBe(false);
		expect(may({ cause: 'refused', code: 40001, taskIds: ['7'] })).toBe(true);
		expect(may({ operation: 'listVideos', taskIds: ['7'] })).toBe(false);
	});

	it.each<[number, boolean]>([
		[300, true],
		[301, false],
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	])('a redirect with HTTP %i may have created a task: %s', (httpStatus, created) => {
		expect(may({ cause: 'redirected', httpStatus })).toBe(created);
	});

	it('is an error that names the operation', () => {
		const failure = { operation: 'createVideo', cause: 'busy', detail: 'HTTP 429' } as const;
		const error = new ServiceError(failure);
		expect(error).toMatchObject({ name: 'ServiceError', failure });
		expect(error.message).toBe('createVideo: HTTP 429');
	});
});

describe('the access token in an answer', () => {
	it('is in no part of the failure that is shown', () => {
		const body = { code: 400, msg: 'bad s3cret-token', trace_id: 'trace-s3cret-token-1' };
		const failure = failureOf({}, 200, body);
		expect(JSON.stringify(failure)).not.toContain('s3cret-token');
		expect(failure.traceId).toBe('trace-(access token)-1');
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(now);
	});

	it.each([
		['seconds', '7', 7_000],
		['a date', 'Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
		['a date that has passed', 'Sun, 01 Mar 2026 11:00:00 GMT', undefined],
		['more than ten minutes', '3600', 600_000],
		['nothing', '0', undefined],
		['words', 'soon', undefined],
	])('is read as %s', (_what, header, expected) => {
		for (const status of [429, 503, 200]) {
			const { retryAfterMs } = failureOf({ 'retry-after': header }, status);
			expect({ status, retryAfterMs }).toEqual({ status, retryAfterMs: expected });
		}
	});
});
