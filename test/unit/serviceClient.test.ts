/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { getEventListeners } from 'node:events';
import { mapValues, range, uniq } from 'lodash';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NodeApiError, UserError } from 'n8n-workflow';
import type { IExecuteFunctions, IHttpRequestOptions, INode, JsonObject } from 'n8n-workflow';
import { z } from 'zod';

import { errorText } from '../../nodes/shared/util/errors';
import { ServiceClock } from '../../nodes/shared/api/serviceClock';
import { isServiceAddress, serviceRoot } from '../../nodes/shared/api/addresses';
import type { Input } from '../../nodes/shared/api/call';
import { createClient, type ServiceClient } from '../../nodes/shared/api/client';
import { readAnswer } from '../../nodes/shared/api/http';
import { noAnswerAfter } from '../../nodes/shared/api/noAnswer';
import { requiredPath } from '../../nodes/shared/api/paths';
import { DigitalHumanApi } from '../../credentials/DigitalHumanApi.credentials';
import type { EndpointName } from '../../nodes/shared/api/endpoints';
import { CancelledError } from '../../nodes/shared/util/async';
import { motion } from '../../nodes/shared/tasks/aiCreation';
import type { TaskList } from '../../nodes/shared/model/taskKind';
import { collect } from '../../nodes/shared/api/pages';
import { listPublicVoices } from '../../nodes/shared/api/library';
import { answering } from '../support/noRequests';
import { ServiceError } from '../../nodes/shared/api/serviceError';

const credentials = { baseUrl: 'https://api.example.com/', accessToken: 'secret' };

describe('Base URL of the credential', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/open/v1 ', 'https://api.example.com'],
		['https://example.com/gateway//open/v1//', 'https://example.com/gateway'],
		['https://example.com/open/v1/gateway', 'https://example.com/open/v1/gateway'],
		['https://example.com/gateway/open/v10', 'https://example.com/gateway/open/v10'],
		['https://example.com/a//b/?query=1#part', 'https://example.com/a//b'],
		['https：//api.example.com', 'https://api.example.com'],
		['https://api.example.com/open', 'https://api.example.com'],
		['https://api.example.com/open/v1/create_video', 'https://api.example.com'],
		['http://localhost:8787', 'http://localhost:8787'],
		['http://[::1]:8787/', 'http://[::1]:8787'],
	])('%s becomes %s', (typed, address) => {
		expect(serviceRoot(typed)).toBe(`${address}/open/v1/`);
	});

	it.each([
		['', /'Base URL' .* is empty/],
		[undefined, /'Base URL' .* is empty/],
		['api.example.com', /'Base URL' .* is not a URL/],
		// The token would go to the host whose name is only the first part.
		['https://api. example.com', /'Base URL' .* is not a URL$/],
		['"https://api.example.com"', /'Base URL' .* is not a URL/],
		['https://one.example.com/a https://two.example.com', /'Base URL' .* is not a URL/],
		['http://api.example.com', /'Base URL' .* must start with https:\/\//],
		['http://localhost.example.com', /'Base URL' .* must start with https:\/\//],
		['ftp://localhost', /'Base URL' .* must start with https:\/\//],
	])('%s is refused with a sentence, which says more than a wrong token', async (typed, words) => {
		expect(() => serviceRoot(typed)).toThrow(words);
		const baseUrl = typed as string;
		const request = { url: `${baseUrl}/open/v1/list_common_audio` };
		const sent = new DigitalHumanApi().authenticate({ ...credentials, baseUrl }, request);
		await expect(sent).rejects.toThrow(words);
	});

	it.each([
		['https://api.example.com/open/v1/common/file_list', true],
		['https://api.example.com/open/v2/common/file_list', false],
		['https://api.example.com.evil.example/open/v1/x', false],
		['https://storage.example.com/open/v1/x', false],
		['http://api.example.com/open/v1/x', false],
		['https://api.example.com/open/v1/../../other', false],
	])('the token may go to %s: %s', (target, allowed) => {
		expect(isServiceAddress(target, 'https://api.example.com/')).toBe(allowed);
	});
});

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

	it('follows no redirect, whatever the node that sends the request is set to', async () => {
		const following = mapValues(noRedirects, (off) => (typeof off === 'number' ? 21 : !off));
		const url = 'https://api.example.com/open/v1/x';
		expect(await authenticate({ url, ...following })).toMatchObject(noRedirects);
	});

	const others = ['https://storage.example.com/open/v1/x', 'https://api.example.com/other'];

	it.each(others)('does not go to %s', async (url) => {
		await expect(authenticate({ url })).rejects.toThrow(/only sent to addresses below/);
	});

	it("says in n8n's HTTP Request node what is wrong, and what to do", async () => {
		const thrown: unknown = await authenticate({ url: others[0] }).catch((error: unknown) => error);
		const node = { name: 'HTTP Request', type: 'httpRequest' } as INode;
		const shown = new NodeApiError(node, thrown as JsonObject);
		expect(shown.message).toMatch(/^The access token is only sent to addresses below/);
		expect(shown.description).toBe('Check the URL of this request.');
	});
});

/** What is said of paths that cannot be used, in one text. */
function refusalOf(...paths: Parameters<typeof requiredPath>): string {
	try {
		return `is taken as ${requiredPath(...paths)}`;
	} catch (error) {
		return errorText(error);
	}
}

describe('Paths that are not published', () => {
	it.each([
		['video/detail', 'video/detail'],
		['/video/detail', 'video/detail'],
		[' /open/v1/video/detail ', 'video/detail'],
		['open/v1/video_detail', 'video_detail'],
	])('%s stands for %s', (typed, path) => {
		expect(requiredPath({ videoDetailPath: typed }, 'videoDetailPath')).toBe(path);
	});

	it.each([
		'https://example.com/open/v1/video',
		'/open/v2/../v1/video',
		'../v2/video',
		'video?id=1',
		'video/%2e%2e/x',
		'video\\detail',
	])('%s is refused with the name of its field', (typed) => {
		expect(refusalOf({ personDetailPath: typed }, 'personDetailPath')).toMatch(
			/'Person Detail Path' of the credential is not a path.*\/open\/v1/,
		);
	});

	it.each([undefined, '', '  '])('says what can be done without one (%j)', (typed) => {
		expect(refusalOf({ videoDetailPath: typed }, 'videoDetailPath')).toMatch(
			/^Translations cannot be .*Ask your provider.*'Video Detail Path'/,
		);
		expect(refusalOf({ personDetailPath: typed }, 'personDetailPath')).toMatch(
			/^Custom persons cannot be .*'Person Detail Path'.*Create Person/,
		);
	});
});

type Answer = (request: IHttpRequestOptions) => Promise<unknown>;

const signalOf = ({ abortSignal }: IHttpRequestOptions) => abortSignal as AbortSignal;

const never: Answer = async (request) =>
	await new Promise((_, reject) => {
		signalOf(request).addEventListener('abort', () => reject(new Error('aborted')));
	});

const answerOf = (body: object, headers = {}): Answer => {
	const answer = { statusCode: 200, headers, body: JSON.stringify(body) };
	return async () => await Promise.resolve(answer);
};

const code = (number: number, headers?: object): Answer =>
	answerOf({ code: number, msg: 'try later', trace_id: 't' }, headers);

const busy = code(40001);
const success = answerOf({ code: 0, data: 'done' });

const late: Answer = async (request) => {
	await new Promise((end) => setTimeout(end, 400));
	signalOf(request).throwIfAborted();
	return await success(request);
};

/** Each client has a token of its own, for which limits are counted. */
let tokens = 0;

/** A client whose requests are answered by a function; what it sends, when, and logs. */
async function clientOf(answer: Answer, signal?: AbortSignal) {
	const began = Date.now();
	const seen = { sent: [] as unknown[], sentAt: [] as number[], logged: [] as unknown[] };
	const credential = { baseUrl: 'https://a.example', accessToken: `token${++tokens}` };
	const log = (...line: unknown[]) => void seen.logged.push(line);
	const context = {
		getCredentials: async () => await Promise.resolve({ ...credential, videoDetailPath: '/own' }),
		getNode: () => ({}),
		getExecutionCancelSignal: () => signal,
		helpers: {
			async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
				seen.sent.push(request);
				seen.sentAt.push((Date.now() - began) / 1000);
				return await answer(request);
			},
		},
		logger: { debug: log, warn: log },
	} as unknown as IExecuteFunctions;
	return { client: await createClient(context), context, ...seen };
}

const call = async (client: ServiceClient, name: EndpointName = 'listFiles', input: Input = {}) =>
	await client.call(name, input, z.string());

it('knows from where the service can load files', async () => {
	const { client } = await clientOf(late);
	expect(client.canLoadFrom('https://files.example/a.png')).toBe(true);
	expect(client.canLoadFrom('http://minio:9000/a.png')).toBe(false);
});

describe('A call', () => {
	/** Seconds. */
	const timeLimits: number[] = [];

	beforeEach(() => {
		jest.useFakeTimers();
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		timeLimits.length = 0;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const ending = new AbortController();
			setTimeout(() => ending.abort(), ms);
			timeLimits.push(ms / 1000);
			return ending.signal;
		});
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	/** What some work comes to or fails with, and after how many seconds. */
	const outcomeOf = async (work: Promise<unknown>) => {
		const began = Date.now();
		const ended = (value: unknown) => ({ value, after: (Date.now() - began) / 1000 });
		const outcome = work.then(ended, ended);
		await jest.advanceTimersByTimeAsync(10 * 60_000);
		return await outcome;
	};

	const asking = (seconds: number) => code(50000, { 'retry-after': `${seconds}` });

	it.each<[string, EndpointName, number, Answer, number[], number[]]>([
		['try later', 'listFiles', Infinity, code(50000), [0, 0.5, 1.5, 3.5, 7.5, 15.5], [60]],
		['try later', 'getMotion', Infinity, busy, [0, 5, 15, 35, 65, 95], [60]],
		['try later', 'listFiles', 5, asking(4), [0, 4], [5, 1]],
		['try later', 'listFiles', 5, asking(5), [0], [5]],
		['try later', 'createVideo', 5, busy, [0], [60]],
		['a.example: No response within 16 seconds', 'listFiles', 15.999, never, [0], [15.999]],
		// It is repeated when it has failed, and not while it is being answered.
		['within 1 minute', 'listFiles', 60, never, [0], [60]],
		['within 30 seconds', 'listFiles', 90, never, [0, 60.5], [60, 29.5]],
		// A submit may be charged: its answer is waited for.
		['done', 'createVideo', 0.1, late, [0], [60]],
	])('comes to "%s": %s within %d seconds', async (said, name, seconds, answer, times, limits) => {
		const { client, sentAt } = await clientOf(answer);
		const limited = client.with({ withinMs: seconds * 1000 });
		const { value, after } = await outcomeOf(call(limited, name));
		expect(value instanceof ServiceError ? value.failure.detail : value).toMatch(said);
		expect(sentAt).toEqual(times);
		// Where there is no time for another try, it does not wait for the end of it.
		const lasts = answer === late ? 0.4 : answer === never ? (limits.at(-1) ?? 0) : 0;
		expect(after).toBe((times.at(-1) ?? 0) + lasts);
		// The first is that of the whole call.
		expect(uniq(timeLimits.slice(seconds < Infinity ? 1 : 0))).toEqual(limits);
	});

	it.each([
		['a limit, which holds others back too', 40001, 1, [0, 1, 1]],
		['a fault, which concerns no other', 50000, 0.5, [0, 0, 0.5]],
	])('is tried again after %s', async (_, number, after, times) => {
		const answers = [code(number)];
		const { client, sentAt, logged } = await clientOf(
			async (request) => await (answers.pop() ?? success)(request),
		);
		const first = call(client);
		await jest.advanceTimersByTimeAsync(0);
		const both = await outcomeOf(Promise.all([first, call(client)]));
		expect({ ...both, sentAt }).toEqual({ value: ['done', 'done'], after, sentAt: times });
		const facts = { waitMs: after * 1000, code: number, traceId: 't' };
		expect(logged).toEqual([['Could not list files: try later. Trying again', facts]]);
	});

	it('fails where a limit leaves it no time, which is that of one token and endpoint', async () => {
		const { client, context } = await clientOf(success);
		await Promise.all(range(10).map(async () => await call(client, 'getMotion')));
		const again = await createClient(context);
		const outcomes = [
			outcomeOf(call(again.with({ withinMs: 1000 }), 'getMotion')),
			outcomeOf(call(again, 'listMotions')),
			outcomeOf(call((await clientOf(success)).client, 'getMotion')),
		];
		const detail = 'The rate limit left no time to send it';
		const failure = { endpoint: 'getMotion', cause: 'rateLimited', detail };
		const done = { value: 'done', after: 0 };
		expect(await Promise.all(outcomes)).toMatchObject([
			{ value: { name: 'ServiceError', failure }, after: 1 },
			done,
			done,
		]);
	});

	const stopped = expect.any(CancelledError);
	const unclear = expect.any(ServiceError);

	it.each<[string, EndpointName, Answer, unknown]>([
		['a read is cut off', 'listFiles', never, stopped],
		['a read that fails does not count', 'listFiles', code(40000), stopped],
		['a submit that may have created a task is told', 'createVideo', code(52000), unclear],
		['a submit that was taken counts', 'createVideo', success, 'done'],
		['a submit is not sent again', 'createVideo', busy, stopped],
	])('when the execution is stopped, or the part of it: %s', async (_, name, answer, value) => {
		for (const place of [0, 1, 2]) {
			const stop = new AbortController();
			const other = place === 1 ? new AbortController().signal : undefined;
			const [whole, part] = place < 2 ? [stop.signal, other] : [other, stop.signal];
			const { client, logged } = await clientOf(async (request) => {
				const answered = answer(request);
				stop.abort();
				return await answered.finally(() => signalOf(request).throwIfAborted());
			}, whole);
			const outcome = await outcomeOf(call(client.with({ signal: part }), name));
			expect({ ...outcome, logged }).toEqual({ value, after: 0, logged: [] });
			// Nothing is left at a signal that lasts longer.
			expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
		}
	});

	it.each([
		['for each request of an execution, which may last for days', {}, 3],
		['once in a call of the editor', { getCurrentNodeParameter: () => undefined }, 1],
		['once in a call of a webhook', { getRequestObject: () => ({}) }, 1],
	])('reads the credential %s', async (_, methods, times) => {
		const { context } = await clientOf(success);
		const read = jest.spyOn(context, 'getCredentials');
		const client = await createClient(Object.assign(context, methods));
		await outcomeOf(call(client));
		await outcomeOf(call(client));
		expect(read).toHaveBeenCalledTimes(times);
	});

	it('warns of the same once', async () => {
		const { client, logged } = await clientOf(success);
		for (const text of ['odd', 'odd', 'strange']) client.warn?.(text);
		expect(logged).toEqual([['odd'], ['strange']]);
	});
});

const RECORD = { id: 'one', unique_id: 'one', progress_desc: 'Ready', later: { field: [1] } };

describe('A list that is read page by page', () => {
	const pageOf = async (list: unknown, page_info: unknown, number: number) =>
		await listPublicVoices(answering(() => ({ list, page_info })).client, number);

	const voices = (count: number, from = 0) =>
		range(from, from + count).map((id) => ({ id: `v${id}` }));

	it.each([
		['a total', 50, { total_page: 7 }, 2, 7],
		['no number', 9, { total_page: 'many' }, 2, 2],
		['a total without the page that came', 50, { total_page: 0 }, 2, 3],
		['none, and fewer records than were asked for', 10, {}, 2, 3],
		['none, and fewer than any service gives', 9, {}, 2, 2],
	])('has as many pages as it says: %s', async (_what, rows, info, number, pages) => {
		expect((await pageOf(voices(rows), info, number)).pages).toBe(pages);
	});

	const info = (total_count: number) => ({ total_count, total_page: 1 });

	it('may be null from the first page on, or missing, unless it says that it has records', async () => {
		for (const none of [undefined, {}, info(0)]) {
			expect((await pageOf(null, none, 1)).records).toEqual([]);
		}
		expect((await pageOf(undefined, info(0), 1)).records).toEqual([]);
		await expect(pageOf(null, info(3), 1)).rejects.toThrow();
	});

	it.each([
		['with its last page', { total_page: 2 }, [0, 50, 100], Infinity, [1, 2], 99],
		[
			'with its last page, behind an empty one',
			{ total_page: 3 },
			[0, undefined, 50],
			999,
			[1, 2, 3],
			99,
		],
		['with an empty page, without a total', {}, [0], 99, [1, 2], 49],
		['where three in a row bring nothing new', {}, [0, 50, 99, 0, 9, 0], 999, range(1, 7), 148],
		['with as many as are wanted', { total_page: 9 }, [0, 50, 100], 99, [1, 2], 99],
	])('ends %s', async (_, info, firsts, limit, asked, count) => {
		const numbers: number[] = [];
		const read = async (_: unknown, number: number) => {
			numbers.push(number);
			const first = firsts[number - 1];
			return await pageOf(first === undefined ? [] : voices(50, first), info, number);
		};
		expect(
			await collect(null as never, read, { limit, isWanted: ({ id }) => id !== 'v7' }),
		).toHaveLength(count);
		expect(numbers).toEqual(asked);
	});

	const oddAddress = { unique_id: '1', output_url: 7 };

	it.each([
		[null, 'it', 'Expected object, received null'],
		[oddAddress, "'output_url'", 'Expected array, received number'],
	])('says of the first record that it skips what is wrong: %j', async (first, place, problem) => {
		const { client, warnings } = answering(() => [RECORD, first, {}]);
		await (motion.list as TaskList)(client, 1);
		expect(warnings).toEqual([
			`Could not look up animated images completely: 2 of 3 records could not be read and were skipped. The first: ${place} is not as specified (${problem}). Send this text to your provider.`,
		]);
	});
});

const CERTIFICATE = 'the certificate of a.example';
const CLOCK = "or the clock of n8n's computer is wrong";

it.each<[object, string, string?]>([
	[{ code: 'CERT_REVOKED' }, `${CERTIFICATE} is not trusted`],
	[{ code: 'CERT_HAS_EXPIRED' }, `${CERTIFICATE} has expired, ${CLOCK}`],
	[{ code: 'CERT_NOT_YET_VALID' }, `${CERTIFICATE} is not valid yet, ${CLOCK}`],
	[
		{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
		'the certificate that the server shows is not for a.example',
	],
	[
		{ code: 'UNABLE_TO_VERIFY' },
		`${CERTIFICATE} is not trusted (an authority of your own is named in NODE_EXTRA_CA_CERTS of n8n)`,
	],
	[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'there is no host a.example'],
	[
		{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
		'the name a.example could not be looked up at the moment, as without a connection to the internet',
	],
	[{ code: 'ECONNREFUSED' }, 'a.example refused the connection'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'no connection to a.example'],
	[{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'a.example does not respond to https'],
	[
		{ code: 'EPROTO', syscall: 'write', reason: 'wrong version number' },
		'a.example does not respond to https',
	],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'a.example: The connection broke', 'noResponse'],
	[{ code: 'ENOTFOUND_NOT' }, 'a.example: The connection broke', 'noResponse'],
	[{ syscall: 'connect' }, 'a.example: failed', 'noResponse'],
])('a connection that fails with %j: %s', (facts, detail, cause = 'unreachable') => {
	const error = Object.assign(new Error('failed'), facts);
	const around = new Error('around it', { cause: new AggregateError([error]) });
	expect(noAnswerAfter(around, 'https://a.example/x')).toEqual({ cause, detail });
	const unnamed = detail.replace('a.example: ', '').replace('a.example', 'the server');
	expect(noAnswerAfter(around)).toEqual({ cause, detail: unnamed });
});

it('a connection that a proxy refuses names the proxy', () => {
	const facts = { code: 'ECONNREFUSED', address: '10.0.0.1', port: 3128 };
	const detail = 'the proxy 10.0.0.1:3128 of n8n refused the connection';
	const failure = noAnswerAfter(Object.assign(new Error('failed'), facts), 'https://a.example/x');
	expect(failure).toEqual({ cause: 'unreachable', detail });
});

it('a failed connection may be anything that is thrown', () => {
	const told = (thrown: unknown) => noAnswerAfter(thrown).detail;
	for (const odd of [undefined, null, 'text', { message: 7 }]) {
		expect(told(odd)).toBe('No response');
	}
	const around = (cause: Error) => new Error('around', { cause });
	const refused = Object.assign(new Error('failed'), { code: 'ECONNREFUSED' });
	const deep = range(5).reduce(around, refused as Error);
	expect([deep, around(deep)].map(told)).toEqual(['the server refused the connection', 'around']);
	const blocked = new UserError('The address is internal');
	const refusal = { cause: 'unreachable', detail: blocked.message };
	expect(noAnswerAfter(around(blocked), 'https://a.example')).toEqual(refusal);
	const restricted = new UserError(
		'The request was blocked: it resolves to a restricted IP address',
	);
	expect(told(restricted)).toMatch(/ address\. .*N8N_SSRF_ALLOWED/);
	const endless = new Error('endless');
	expect(told(Object.assign(endless, { cause: endless, errors: [endless] }))).toBe('endless');
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

const DATE = 'Sun, 29 Nov 2026 10:00:00 GMT';
const at = Date.parse(DATE);

it.each<[string, unknown, number]>([
	['a time as HTTP writes it', DATE, 5_000],
	['a number, which JavaScript takes for a year', '5', 0],
	['a day alone', '2026-11-29', 0],
	['nothing', undefined, 0],
])("The service's clock is read from %s", (_, date, leadMs) => {
	const clock = new ServiceClock();
	clock.note(date, at + 6_000, at + 7_000);
	expect(clock.leadMs).toBe(leadMs);
});
