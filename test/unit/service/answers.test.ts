import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { z } from 'zod';

import { readResult, withoutToken } from '../../../nodes/shared/service/answer';
import { mayHaveCreated, type Failure } from '../../../nodes/shared/service/failure';
import { taskId } from '../../../nodes/shared/service/schemas';
import { explain } from '../../../nodes/shared/service/messages';
import { fuzzing } from '../../support/fuzz';

const answer = (body: unknown, status = 200, headers = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});

const judged = (body: unknown, status?: number, headers?: object) =>
	readResult('submitAiCreation', answer(body, status, headers), taskId);

describe('Answers of the service', () => {
	it('takes code 0 as success, with any HTTP status', () => {
		expect(judged({ code: 0, msg: 'success', trace_id: 't', data: '123' })).toEqual({
			data: '123',
		});
		expect(judged({ code: 0, data: '123' }, 500)).toEqual({ data: '123' });
	});

	it('keeps ids of nineteen digits as they are', () => {
		expect(judged({ code: 0, data: '9223372036854775807' })).toEqual({
			data: '9223372036854775807',
		});
	});

	it.each([200, 400, 401, 429, 500])(
		'takes every other code as a refusal with HTTP %i',
		(status) => {
			expect(judged({ code: 40000, msg: 'bad ratio', trace_id: 't1', data: null }, status)).toEqual(
				{
					failure: expect.objectContaining({
						cause: 'refused',
						code: 40000,
						detail: 'bad ratio',
						traceId: 't1',
					}),
				},
			);
		},
	);

	it.each([
		[200, 'refused', false],
		[400, 'refused', false],
		[429, 'busy', true],
		[502, 'unavailable', true],
	])('keeps what is said without a code, with HTTP %i', (status, cause, unclear) => {
		const { failure } = readResult(
			'createVideo',
			answer({ msg: 'text contains emoji', trace_id: 't2' }, status),
			taskId,
		) as { failure: Failure };
		const detail = expect.stringContaining('emoji');
		expect(failure).toMatchObject({ cause, detail, traceId: 't2' });
		expect(mayHaveCreated(failure)).toBe(unclear);
	});

	it.each([
		['a message of success', { msg: 'success' }],
		['a task ID', { msg: 'queued', data: '123' }],
	])('takes %s without a code for neither', (_, body) => {
		const { failure } = judged(body) as { failure: Failure };
		expect(failure.cause).toBe('unreadable');
		expect(mayHaveCreated(failure)).toBe(true);
	});

	it.each([
		['a missing code', { msg: 'success', data: '1' }],
		['a code that is no number', { code: 'OK', data: '1' }],
		['a code of true', { code: true, data: '1' }],
		['a code with a fraction', { code: 0.5, data: '1' }],
		['a code in an object', { code: { value: 0 }, data: '1' }],
		['no task id', { code: 0, data: null }],
		['an object for a task id', { code: 0, data: {} }],
		['an empty task id', { code: 0, data: '' }],
		['truncated JSON', '{"code":0,"da'],
		['an empty answer', ''],
		['a list', [1]],
		['null', 'null'],
	])('does not take %s for success', (_, body) => {
		expect(judged(body)).toEqual({ failure: expect.objectContaining({ cause: 'unreadable' }) });
	});

	it('takes a code that is a number in text for that number', () => {
		expect(judged({ code: '0', data: '1' })).toEqual({ data: '1' });
		expect(judged({ code: ' 40000 ' })).toMatchObject({ failure: { code: 40000 } });
	});

	it('reads IDs as numbers without rounding them, and passes over a byte order mark', () => {
		const id = '9223372036854775807';
		expect(judged(`{"code":0,"data":${id}}`)).toEqual({ data: id });
		expect(judged(`\uFEFF{"code":0,"data":"${id}"}`)).toEqual({ data: id });
	});

	it.each([401, 403, 404, 405])('knows an answer of something else, with HTTP %i', (status) => {
		for (const body of ['', '<html>hello</html>', 'nope', '{"detail":"Not Found"}', 'null']) {
			expect(judged(body, status)).toMatchObject({ failure: { cause: 'foreign' } });
		}
		expect(judged('<!DOCTYPE html>')).toMatchObject({ failure: { cause: 'foreign' } });
	});

	it.each([
		['text', '7301546292480081921'],
		['a number', 7301546],
		['an object', { unique_id: '7301546292480081921' }],
		['a list of objects', [{ task_id: '7301546292480081921', name: 'fox' }]],
	])('names every ID in an unexpected answer to a submit: %s', (_, data) => {
		const { failure } = judged({ code: 52000, msg: 'late', data }) as { failure: Failure };
		const [id = ''] = failure.taskIds ?? [];
		expect(JSON.stringify(data)).toContain(id);
		expect(id).toMatch(/^7301546/);
		expect(explain(failure).description).toContain(`The response contains the ID ${id}.`);
	});

	it('takes a documented refusal that holds an ID for none', () => {
		const { failure } = judged({ code: 40001, data: '7301546292480081921' }) as {
			failure: Failure;
		};
		expect(mayHaveCreated(failure)).toBe(true);
		for (const data of ['slow down, please', 'rpm-10', { id: 'ref_prompt' }, 60]) {
			const plain = judged({ code: 40001, data }) as { failure: Failure };
			expect(mayHaveCreated(plain.failure)).toBe(false);
		}
	});

	it('quotes what came, shortened and without the token', () => {
		const token = 'secret"token+1';
		const clean = withoutToken(token);
		const body = { code: 0, trace_id: `t ${token}`, data: { said: token, more: 'x'.repeat(1000) } };
		const bodies = [body, { ...body, code: 'OK' }, `<p>${token}</p>`, encodeURIComponent(token)];
		for (const sent of bodies) {
			const { failure } = readResult('createVideo', answer(sent), taskId, clean) as {
				failure: Failure;
			};
			expect(failure.detail).toContain('(access token)');
			expect(failure.detail.length).toBeLessThan(500);
			expect(JSON.stringify(failure)).not.toMatch(/secret/);
		}
	});

	it('tells redirects, bad gateways and HTTP 429 apart', () => {
		expect(judged('', 302)).toMatchObject({ failure: { cause: 'redirected' } });
		expect(judged('<html>', 502)).toMatchObject({ failure: { cause: 'unavailable' } });
		expect(judged('', 429, { 'retry-after': '7' })).toMatchObject({
			failure: { cause: 'busy', retryAfterMs: 7000 },
		});
	});

	it('names the place of data that is not as specified', () => {
		const schema = z.object({ list: z.array(z.object({ unique_id: z.string() })) });
		const result = readResult('listAiCreations', answer({ code: 0, data: { list: [{}] } }), schema);
		expect(result).toMatchObject({
			failure: { detail: expect.stringContaining("'data.list.0.unique_id'") },
		});
	});
});

describe('Any answer', () => {
	it('is either data or a failure with a reason, and never throws', () => {
		const text = fc.oneof(
			fc.string(),
			fc.json(),
			fc
				.record(
					{
						code: fc.oneof(fc.integer(), fc.anything()),
						msg: fc.oneof(fc.string(), fc.anything()),
						trace_id: fc.oneof(fc.string(), fc.anything()),
						data: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
					},
					{ requiredKeys: [] },
				)
				.map((envelope) => fc.stringify(envelope)),
		);
		const header = fc.oneof(fc.string(), fc.integer().map(String), fc.constant(undefined));
		fc.assert(
			fc.property(text, fc.integer({ min: 100, max: 599 }), header, (body, status, retryAfter) => {
				const outcome = judged(body, status, { 'retry-after': retryAfter });
				if ('data' in outcome) {
					expect(outcome.data).toMatch(/./s);
					return;
				}
				const { cause, detail, retryAfterMs = 1 } = outcome.failure;
				expect(cause).toMatch(/^(refused|unavailable|busy|unreadable|foreign|redirected)$/);
				expect(typeof detail).toBe('string');
				expect(retryAfterMs).toBeGreaterThan(0);
			}),
			fuzzing(1000),
		);
	});
});
