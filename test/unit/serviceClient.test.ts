/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import mapValues from 'lodash/mapValues';
import { describe, expect, it } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { setTimeout as delay } from 'node:timers/promises';

import { isServiceAddress, serviceRoot, detailPath } from '../../nodes/shared/service/credential';
import { DigitalHumanApi } from '../../credentials/DigitalHumanApi.credentials';
import { createClient } from '../../nodes/shared/service/client';
import { ServiceError } from '../../nodes/shared/service/failure';
import { motion } from '../../nodes/shared/tasks/aiCreation';
import type { TaskList } from '../../nodes/shared/tasks/task';
import { eachPage } from '../../nodes/shared/service/pages';
import { noAnswer, readAnswer } from '../../nodes/shared/service/transport';
import { listPublicVoices } from '../../nodes/shared/service/library';
import { answering } from '../support/noRequests';

describe('Base URL of the credential', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/open/v1 ', 'https://api.example.com'],
		['https://example.com/gateway//open/v1//', 'https://example.com/gateway'],
		['https://example.com/open/v1/gateway', 'https://example.com/open/v1/gateway'],
		['https://example.com/gateway/open/v10', 'https://example.com/gateway/open/v10'],
		['https://example.com/a//b/?query=1#part', 'https://example.com/a//b'],
		['http://localhost:8787', 'http://localhost:8787'],
		['http://[::1]:8787/', 'http://[::1]:8787'],
	])('%s becomes %s', (typed, address) => {
		expect(serviceRoot(typed)).toBe(`${address}/open/v1/`);
	});

	it.each([
		['', /empty/],
		['api.example.com', /not an address/],
		['http://api.example.com', /https:\/\//],
		['http://localhost.example.com', /https:\/\//],
		['ftp://localhost', /https:\/\//],
	])('%s is refused with a sentence', (typed, sentence) => {
		expect(() => serviceRoot(typed)).toThrow(sentence);
	});

	it.each([
		['https://api.example.com/open/v1/common/file_list', true],
		['https://api.example.com/open/v2/common/file_list', false],
		['https://api.example.com/', false],
		['https://api.example.com.evil.example/open/v1/x', false],
		['https://storage.example.com/open/v1/x', false],
		['http://api.example.com/open/v1/x', false],
		['https://api.example.com/open/v1/../../other', false],
	])('the token may go to %s: %s', (target, allowed) => {
		expect(isServiceAddress(target, 'https://api.example.com/')).toBe(allowed);
	});
});

const credentials = { baseUrl: 'https://api.example.com/', accessToken: 'secret' };

const authenticate = async (request: object) =>
	await new DigitalHumanApi().authenticate(credentials, request as IHttpRequestOptions);

/** What each of n8n's request helpers understands. */
const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

describe('The access token of the credential', () => {
	it.each([
		['url', { url: 'https://api.example.com/open/v1/list_common_audio' }],
		['uri, as the HTTP Request node has it', { uri: 'https://api.example.com/open/v1/x' }],
		['url and baseURL', { url: '/open/v1/x', baseURL: 'https://api.example.com' }],
	])('is added to a request to the service, named by %s', async (_, request) => {
		const headers = { 'X-Mine': '1' };
		expect(await authenticate({ ...request, headers })).toEqual({
			...request,
			...noRedirects,
			headers: { 'X-Mine': '1', access_token: 'secret' },
		});
	});

	it.each([
		['api.example.com', /'Base URL' .* is not an address/],
		['', /'Base URL' .* is empty/],
		[undefined, /'Base URL' .* is empty/],
		['http://api.example.com', /'Base URL' .* must start with https/],
	])('is told apart from a wrong Base URL: %s', async (baseUrl, sentence) => {
		const wrong = new DigitalHumanApi().authenticate(
			{ ...credentials, baseUrl: baseUrl as string },
			{ url: `${baseUrl}/open/v1/list_common_audio` },
		);
		await expect(wrong).rejects.toThrow(sentence);
	});

	it('follows no redirect, whatever the node that sends the request is set to', async () => {
		const following = mapValues(noRedirects, (off) => (typeof off === 'number' ? 21 : !off));
		const url = 'https://api.example.com/open/v1/x';
		expect(await authenticate({ url, ...following })).toMatchObject(noRedirects);
	});

	const others = ['https://storage.example.com/open/v1/x', 'https://api.example.com/other'];

	it.each(others)('does not go to %s', async (url) => {
		await expect(authenticate({ url })).rejects.toThrow(/only sent to addresses below/);
	});
});

describe('Paths that are not published', () => {
	it.each([
		['video/detail', 'video/detail'],
		['/video/detail', 'video/detail'],
		[' /open/v1/video/detail ', 'video/detail'],
		['open/v1/video_detail', 'video_detail'],
	])('%s stands for %s', (typed, path) => {
		expect(detailPath({ videoDetailPath: typed }, 'videoDetailPath')).toBe(path);
	});

	it.each([
		'https://example.com/open/v1/video',
		'//example.com/video',
		'/open/v2/../v1/video',
		'../v2/video',
		'video?id=1',
		'video#x',
		'video detail',
		'video/%2e%2e/x',
		'video\\detail',
	])('%s is refused with the name of its field', (typed) => {
		expect(() => detailPath({ personDetailPath: typed }, 'personDetailPath')).toThrow(
			/'Person Detail Path' of the credential is not a path.*\/open\/v1/,
		);
	});

	it.each([undefined, '', '  '])('says what can be done without one (%j)', (typed) => {
		expect(() => detailPath({ videoDetailPath: typed }, 'videoDetailPath')).toThrow(
			/^Translations cannot be .*Ask your provider.*'Video Detail Path'/,
		);
		expect(() => detailPath({ personDetailPath: typed }, 'personDetailPath')).toThrow(
			/^Custom persons cannot be .*'Person Detail Path'.*Create Person/,
		);
	});
});

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

async function failureWithin(answer: Answer, ms: number) {
	const started = Date.now();
	const client = (await createClient(contextOf(answer))).with({ withinMs: ms });
	const error: unknown = await client
		.call('listPublicVoices', {}, z.unknown())
		.catch((e: unknown) => e);
	expect(error).toBeInstanceOf(ServiceError);
	return { failure: (error as ServiceError).failure, tookMs: Date.now() - started };
}

describe('A client that somebody waits for', () => {
	it('gives a request up that is not answered in time', async () => {
		const { failure, tookMs } = await failureWithin(never, 300);
		expect(failure).toMatchObject({
			cause: 'noResponse',
			detail: 'within.example: No response within 1 second',
		});
		expect(tookMs).toBeLessThan(3_000);
	});

	it('does not wait for a time that a server asks for beyond it', async () => {
		const { failure, tookMs } = await failureWithin(code(50000, { 'retry-after': '600' }), 5_000);
		expect(failure).toMatchObject({ cause: 'refused', code: 50000, traceId: 't' });
		expect(tookMs).toBeLessThan(3_000);
	});

	it('waits for the answer of a submit that it has sent, which may be charged', async () => {
		const late: Answer = async ({ abortSignal }) => {
			await delay(400);
			(abortSignal as AbortSignal).throwIfAborted();
			return { statusCode: 200, headers: {}, body: '{"code":0,"data":"1"}' };
		};
		const client = (await createClient(contextOf(late))).with({ withinMs: 100 });
		expect(await client.call('createVideo', {}, z.string())).toBe('1');
	});

	it('reports the limit that holds it back', async () => {
		const { failure } = await failureWithin(code(40001, { 'retry-after': '2' }), 1_000);
		expect(failure).toMatchObject({ code: 40001 });
	});
});

/** What no list has as a record: anything but an object with a readable id. */
const JUNK: unknown[] = [
	...[null, true, 7, '', 'record', [], {}, [{}]],
	...[null, '', {}, [], -1, 1.5, true].map((id) => ({ id, unique_id: id })),
];

const RECORD = { id: 'one', unique_id: 'one', progress_desc: 'Ready', later: { field: [1] } };

const info = (total_count: number) => ({ total_count, total_page: 1 });

/** A list in a field, and one that is the answer itself; every other list is in the engine tests. */
describe.each([
	{
		name: 'voices',
		read: listPublicVoices,
		answer: (list: unknown, page_info?: unknown): unknown => ({ list, page_info }),
		absent: [{}, null, 'list', [], { page_info: { total_page: 0 } }],
	},
	{
		name: 'animated images',
		read: motion.list as TaskList,
		answer: (list: unknown): unknown => list,
		absent: [null, {}, 'list'],
	},
])('The list of $name', ({ read, answer, absent }) => {
	it('is read record by record: whatever stands between them is skipped and counted', async () => {
		const rows = JUNK.flatMap((one) => [one, RECORD]);
		const { client, warnings } = answering(() => answer(rows));
		const { records } = await read(client, 1);
		expect(records).toHaveLength(JUNK.length);
		expect(records[0]).toMatchObject({ raw: RECORD });
		expect(warnings).toEqual([expect.stringContaining(`${JUNK.length} of ${rows.length} records`)]);
		const right = answering(() => answer([RECORD]));
		await read(right.client, 1);
		expect(right.warnings).toEqual([]);
	});

	it('is no empty list where there is none, or none of its records can be read', async () => {
		const wrong = ['list', {}, 7, [null], [{ ...RECORD, id: null, unique_id: null }]];
		for (const data of [...absent, ...wrong.map((rows) => answer(rows)), answer(null, info(3))]) {
			await expect(read(answering(() => data).client, 1)).rejects.toThrow();
		}
	});

	it('is empty where the service says so', async () => {
		expect((await read(answering(() => answer([])).client, 1)).records).toEqual([]);
		expect((await read(answering(() => answer(null, info(0))).client, 2)).records).toEqual([]);
	});
});

describe('A list that is read page by page', () => {
	const pageOfVoices = async (rows: number, info: object, number: number, from = 0) => {
		const list = Array.from({ length: rows }, (_, index) => ({ id: `v${from + index}` }));
		const { client } = answering(() => ({ list, page_info: info }));
		return await listPublicVoices(client, number);
	};

	it.each([
		['a total', 50, { total_page: 7 }, 2, 7],
		['a total as text', 50, { total_page: '7' }, 2, 7],
		['no number', 9, { total_page: 'many' }, 2, 2],
		['none, and fewer records than were asked for', 10, {}, 2, 3],
		['none, and fewer than any service gives', 9, {}, 2, 2],
	])('has as many pages as it says: %s', async (_what, rows, info, number, pages) => {
		expect((await pageOfVoices(rows, info, number)).pages).toBe(pages);
	});

	it('ends where three pages in a row bring nothing new', async () => {
		const read: number[] = [];
		const pages = eachPage(
			async (number) => {
				read.push(number);
				return await pageOfVoices(50, {}, number, number > 3 ? 100 : number * 50);
			},
			({ id }) => id,
		);
		let count = 0;
		for await (const { records } of pages) count += records.length;
		// From the fourth page on, they repeat the second one.
		expect([count, read]).toEqual([150, [1, 2, 3, 4, 5, 6]]);
	});
});

it.each([
	['CERT_HAS_EXPIRED', undefined, 'unreachable', 'the certificate of a.example is not trusted'],
	['UNABLE_TO_VERIFY', undefined, 'unreachable', 'the certificate of a.example is not trusted'],
	['ENOTFOUND', 'getaddrinfo', 'unreachable', 'there is no host a.example'],
	['EAI_AGAIN', 'getaddrinfo', 'unreachable', 'there is no host a.example'],
	['ECONNREFUSED', undefined, 'unreachable', 'a.example refused the connection'],
	['ETIMEDOUT', 'connect', 'unreachable', 'no connection to a.example'],
	['ETIMEDOUT', 'read', 'noResponse', 'a.example: The connection broke'],
	['NOT_ENOTFOUND', undefined, 'noResponse', 'a.example: The connection broke'],
	['ENOTFOUND_NOT', undefined, 'noResponse', 'a.example: The connection broke'],
	['', 'connect', 'noResponse', 'a.example: failed'],
])('a connection that fails with %s (%s) is %s: %s', (code, syscall, cause, detail) => {
	const error = Object.assign(new Error('failed'), { code: code || undefined, syscall });
	const around = new Error('around it', { cause: new AggregateError([error]) });
	expect(noAnswer(around, 'https://a.example/x')).toEqual({ cause, detail });
	const unnamed = detail.replace('a.example: ', '').replace('a.example', 'the server');
	expect(noAnswer(around)).toEqual({ cause, detail: unnamed });
});

it('an answer is read up to 16 MiB', async () => {
	const piece = Buffer.alloc(2 ** 20);
	const answerWith = async (pieces: number) => {
		const body = (async function* () {
			for (let index = 0; index < pieces; index++) yield piece;
		})();
		return await readAnswer(async () => ({ statusCode: 200, headers: {}, body }) as never, {
			timeLimitMs: 9_000,
		});
	};
	expect(await answerWith(16)).toMatchObject({ status: 200 });
	expect(await answerWith(17)).toMatchObject({ cause: 'unreadable' });
});
