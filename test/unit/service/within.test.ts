import { describe, expect, it } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { createClient } from '../../../nodes/shared/service/client';
import { ServiceError } from '../../../nodes/shared/service/failure';

type Answer = (request: IHttpRequestOptions) => Promise<unknown>;

/** What of n8n the client needs, with requests that are answered by a function. */
const contextOf = (answer: Answer) =>
	({
		getCredentials: async () => ({ baseUrl: 'https://within.example', accessToken: 'a token' }),
		getNode: () => ({}),
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: never) => await answer(request),
		},
		logger: { debug: () => {} },
	}) as unknown as IExecuteFunctions;

const never: Answer = async ({ abortSignal }) =>
	await new Promise((_, reject) => {
		(abortSignal as AbortSignal).addEventListener('abort', () => reject(new Error('aborted')));
	});

const code = (number: number, headers = {}): Answer => {
	const body = JSON.stringify({ code: number, msg: 'try later', trace_id: 't' });
	return async () => await Promise.resolve({ statusCode: 200, headers, body });
};

async function failureOf(answer: Answer, ms: number) {
	const started = Date.now();
	const client = (await createClient(contextOf(answer))).within(ms);
	const error: unknown = await client
		.call('listPublicVoices', {}, z.unknown())
		.catch((e: unknown) => e);
	expect(error).toBeInstanceOf(ServiceError);
	return { failure: (error as ServiceError).failure, tookMs: Date.now() - started };
}

describe('A client that somebody waits for', () => {
	it('gives a request up that is not answered in time', async () => {
		const { failure, tookMs } = await failureOf(never, 300);
		expect(failure).toMatchObject({ cause: 'interrupted', detail: 'No response within 1 second' });
		expect(tookMs).toBeLessThan(3_000);
	});

	it('does not wait for a time that a server asks for beyond it', async () => {
		const { failure, tookMs } = await failureOf(code(50000, { 'retry-after': '600' }), 5_000);
		expect(failure).toMatchObject({ cause: 'refused', code: 50000, traceId: 't' });
		expect(tookMs).toBeLessThan(3_000);
	});

	it('reports the limit that holds it back', async () => {
		const { failure } = await failureOf(code(40001, { 'retry-after': '2' }), 1_000);
		expect(failure).toMatchObject({ code: 40001 });
	});
});
