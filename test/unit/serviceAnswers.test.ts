import { describe, expect, it, jest } from '@jest/globals';
import { difference, intersection } from 'lodash';
import { z } from 'zod';
import type { INode } from 'n8n-workflow';

import { callbackSecrets, redactor, withoutToken } from '../../nodes/shared/api/redact';
import { readResult } from '../../nodes/shared/api/result';
import { taskId, withId } from '../../nodes/shared/api/schemas';
import { answerTo, type Failure, mayHaveCreated } from '../../nodes/shared/api/failure';
import { type EndpointName, endpoints } from '../../nodes/shared/api/endpoints';
import { Code, codes } from '../../nodes/shared/api/codes';
import { read } from '../../tools/docs/documents';
import { CAUSES } from '../support/noRequests';
import { explain } from '../../nodes/shared/api/serviceError';
import { toNodeError } from '../../nodes/shared/output/nodeError';

const answer = (body: unknown, status = 200, headers = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});

const judged = (body: unknown, status?: number, headers?: object) =>
	readResult({ endpoint: 'submitAiCreation', schema: taskId }, answer(body, status, headers));

/** The failure of an answer that is none of success. */
function failureOf(endpoint: EndpointName, body: unknown, status = 200, headers = {}): Failure {
	const outcome = readResult({ endpoint, schema: taskId }, answer(body, status, headers));
	if (!('failure' in outcome)) throw new Error(`${String(body)} counts as a success`);
	return outcome.failure;
}

const failed = (body: unknown, status?: number, headers?: object) =>
	failureOf('submitAiCreation', body, status, headers);

describe('Answers of the service', () => {
	it.each(['', '{"code":0,"msg":"succ'])(
		'blames no address for an answer that is cut: %j',
		(text) => {
			const failure = failureOf('listAiCreations', text);
			const { title, advice } = explain(failure);
			expect(title).toBe('Could not look up AI tasks: the service did not respond completely');
			expect(advice).not.toContain('Base URL');
			expect(mayHaveCreated(failed(text))).toBe(true);
		},
	);

	const JSON_OF = 'HTTP 200 with a response that is not the JSON of the service';
	const CODE_OF = 'with a response without a readable code';
	const odd = { msg: 'odd', data: 7 };
	const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>…</body></html>';

	it.each<[string, unknown, number, EndpointName?]>([
		['refused: odd; data: 7', { code: 40000, ...odd }, 200],
		['refused: odd', { code: 40000, msg: 'odd', data: '' }, 200],
		['refused: odd', { msg: 'odd' }, 200],
		['refused: text contains emoji', { msg: 'text contains emoji' }, 400, 'createVideo'],
		['redirected: HTTP 300, a redirect', odd, 300],
		['rateLimited: HTTP 429, too many requests', '<p>', 429],
		['unavailable: HTTP 502: odd; data: 7', odd, 502],
		['tooLarge: HTTP 413', PAGE, 413],
		['proxyDenied: HTTP 407', PAGE, 407],
		['notTheService: HTTP 200 with a web page', '<html><p>hello', 200],
		['refused: odd; data: 7', { code: '40000', ...odd }, 200],
		['refused: {"name":["is long"]}', { code: 40000, msg: { name: ['is long'] } }, 200],
		['refused: ', { code: 40000, msg: null }, 200],
		["unavailable: HTTP 502 with a web page with the title 'Sign in'", PAGE, 502],
		['unreadable: HTTP 200 with an empty response', ' \n', 200],
		[`unreadable: ${JSON_OF}: no <b>`, 'no <b>', 200],
		[`notTheService: ${JSON_OF}: <b>no`, '  <b>no', 200],
		[`notTheService: HTTP 404 ${CODE_OF}: {"msg":"odd"}`, { msg: 'odd' }, 404],
		[`unreadable: HTTP 200 ${CODE_OF}: {"msg":"success"}`, { msg: 'success' }, 200],
		[`unreadable: HTTP 200 ${CODE_OF}: {"msg":"odd","data":7}`, odd, 200],
		// Of this one, the user has entered the path.
		[`notTheService: ${JSON_OF}: {"a":1}`, { a: 1 }, 200, 'getVideo'],
		[`unreadable: ${JSON_OF}: no`, 'no', 200, 'getVideo'],
		[`unreadable: HTTP 200 ${CODE_OF}: {"msg":"odd","data":7}`, odd, 200, 'getVideo'],
	])('tells "%s" of %j with HTTP %i', (told, body, status, endpoint = 'getFile') => {
		const { cause, detail } = failureOf(endpoint, body, status);
		expect(`${cause}: ${detail}`).toBe(told);
	});

	const named = withId(z.object({ id: z.string().optional(), name: z.string() }), 'id', '1');

	it.each<[Failure['cause'], unknown, string, string]>([
		['unreadable', undefined, 'data', 'Required. It is missing'],
		['unreadable', { id: '1' }, 'data.name', 'Required. It is {"id":"1"}'],
		['notTheService', { name: '' }, 'data.id', 'not the requested ID. It is {"name":""}'],
		['notTheService', '', 'data', 'Expected object, received string. It is empty'],
	])('%s, where the user has entered the path, is the data %j', (cause, data, place, words) => {
		const detail = `'${place}' is not as specified: ${words}`;
		for (const endpoint of ['getVideo', 'getFile'] as const) {
			const result = readResult({ endpoint, schema: named }, answer({ code: 0, data }));
			const failure = { detail, cause: endpoint === 'getVideo' ? cause : 'unreadable' };
			expect(result).toMatchObject({ failure });
		}
	});

	it.each([
		...[undefined, 'OK', '0x0'].map((code) => ({ code, msg: 'success', data: '1' })),
		...[null, {}, ''].map((data) => ({ code: 0, data })),
		'{"code":0,"da',
		'',
		[1],
		'null',
	])('does not take %j for success', (body) => {
		expect(judged(body)).toEqual({ failure: expect.objectContaining({ cause: 'unreadable' }) });
	});

	it.each([null, {}])('tells the words of the service beside the data %j', (data) => {
		const failure = failed({ code: 0, msg: 'voice id not found', data });
		expect(explain(failure).advice).toContain('The service says: voice id not found');
		expect(mayHaveCreated(failure)).toBe(true);
	});

	it.each([401, 403, 404, 405])('knows an answer of something else, with HTTP %i', (status) => {
		for (const body of ['', '<html>hello</html>', 'nope', '{"detail":"Not Found"}', 'null']) {
			expect(judged(body, status)).toMatchObject({ failure: { cause: 'notTheService' } });
		}
		expect(judged('<!DOCTYPE html>')).toMatchObject({ failure: { cause: 'notTheService' } });
	});

	const ID = '7301546292480081921';

	it.each([ID, [{ task_id: ID, name: 'fox' }]])(
		'quotes data beside an undocumented code: %j',
		(data) => {
			for (const status of [200, 429, 502]) {
				for (const code of [52000, undefined]) {
					const failure = failed({ code, msg: 'late', data }, status);
					expect(explain(failure).advice).toMatch(/late.*7301546292480081921/);
				}
			}
		},
	);

	it.each([40000, 40001])('takes a refusal (%i) that names a task for none', (code) => {
		const failure = failed({ code, data: ID });
		expect(mayHaveCreated(failure)).toBe(true);
		expect(failure.detail).toContain('7301546');
	});

	it('takes a documented refusal for one, whatever else it holds', () => {
		for (const data of [{ id: 'ref_prompt' }, 60]) {
			const failure = failed({ code: 40001, data });
			expect(mayHaveCreated(failure)).toBe(false);
			expect(failure.detail).toMatch(/data: .*(ref_prompt|60)/);
		}
	});

	it('quotes what came, shortened and without the token', () => {
		const token = 'secret"token+1';
		const clean = redactor(token);
		const url = 'https://secret@a.example/b?key=secret';
		const data = { said: token, url, more: 'x'.repeat(1000) };
		const body = { code: 0, trace_id: `t ${token}`, data };
		const bodies = [body, { ...body, code: 'OK' }, `<p>${token}</p>`, encodeURIComponent(token)];
		for (const sent of bodies) {
			const question = { endpoint: 'createVideo', schema: taskId } as const;
			const { failure } = readResult(question, answer(sent), clean) as {
				failure: Failure;
			};
			expect(failure.detail).toContain('(access token)');
			expect(failure.detail.length).toBeLessThan(500);
			expect(JSON.stringify(failure)).not.toMatch(/secret/);
		}
	});

	it.each([
		['a message', (text: string) => ({ code: 40000, msg: text })],
		['data', (data: string) => ({ code: 40000, msg: '', data })],
		['a text', (text: string) => text],
	])('hides a long token also where %s repeats it beyond what is quoted', (_what, answerWith) => {
		const token = 'secret'.repeat(200);
		const question = { endpoint: 'createVideo', schema: taskId } as const;
		const sent = answer(answerWith(Array(5).fill(token).join(' ')));
		const result = readResult(question, sent, redactor(token));
		expect(JSON.stringify(result)).toContain('(access token)');
		expect(JSON.stringify(result)).not.toContain('secret');
	});

	it('hides secrets of any length, as a whole', () => {
		const hide = redactor('0123456789abcdefghij', ['short']);
		expect(hide('is 0123456789abcdefghij, is 0123456789')).toBe('is (access token), is 0123456789');
		expect(hide('is short, is shor')).toBe('is (hidden), is shor');
	});

	it('is taken out of data as a whole only, which may begin like it', () => {
		const text = '{"id":"1234567890123456789","said":"1234567890abcdef"}';
		const safe = text.replace('1234567890abcdef', '(access token)');
		expect(withoutToken(text, '1234567890abcdef')).toBe(safe);
		expect(withoutToken('1234567', '1234567')).toBe('1234567');
	});

	it.each([
		['https://a.example/x?key=12345678&lang=1234567', ['12345678']],
		['https://a.example/x?secret=1&proof=2&signature=3&token=4', ['1', '2', '3', '4']],
		['https://user:pw@a.example/x', ['pw']],
		['https://a.example/x?key=abcd+efgh%2f1', ['abcd efgh/1', 'abcd+efgh%2f1']],
		['no address', []],
	])('takes from the callback address %j what opens it', (callback, secrets) => {
		expect(callbackSecrets({ callback })).toEqual(secrets);
	});
});

it('a failed submit may have created a task, unless it was refused or not sent', () => {
	const unclear = (endpoint: EndpointName) =>
		CAUSES.filter((cause) => mayHaveCreated({ endpoint, cause, detail: '' }));
	expect(unclear('createVideo')).toEqual(
		difference(CAUSES, [
			'refused',
			'unreachable',
			'unsent',
			'rateLimited',
			'tooLarge',
			'proxyDenied',
		]),
	);
	expect(unclear('listVideos')).toEqual([]);
});

it.each([
	['seconds', '7', 7_000],
	['a date', 'Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
	['a date that has passed', 'Sun, 01 Mar 2026 11:00:00 GMT', undefined],
	['more than ten minutes', '3600', 600_000],
	['no text', ['7'], undefined],
])('Retry-After is read as %s', (_what, header, expected) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z'));
	for (const status of [429, 503, 200]) {
		const { retryAfterMs } = answerTo(failed({ code: 51000 }, status, { 'retry-after': header }));
		expect({ status, retryAfterMs }).toEqual({ status, retryAfterMs: expected });
	}
});

/**
 * The codes that refuse before any work: those that mean it of every endpoint (7), also where its own list
 * lacks them, and those of the endpoint (4.3 to 4.9).
 */
const REFUSING: Partial<Record<EndpointName, number[]>> = {
	submitAiCreation: [400, 10400, 40000, 40001],
	createMotion: [400, 10400, 40000, 40001],
	createPerson: [400, 10400, 40000, 40001, 40002],
	createVideo: [400, 10400, 40000, 40001, 40002, 50011],
	createLipSync: [400, 10400, 40000, 40001],
	createTranslation: [400, 10400, 40000, 40001, 170002, 170003, 170006, 170008, 170009, 170010],
};

const creates = Object.keys(REFUSING) as EndpointName[];

it('docs/errors.md names the codes with which every submit may be refused', () => {
	const sentence = /these certainly created nothing: the codes ([^;]+);/.exec(
		read('docs/errors.md'),
	);
	const codes = sentence?.[1]?.match(/\d+/g)?.map(Number);
	expect(codes).toEqual(intersection(...Object.values(REFUSING)));
});

const isUnclear = (endpoint: EndpointName, body: unknown, status?: number) =>
	mayHaveCreated(failureOf(endpoint, body, status));

const PERSON_WORDS = [
	'train_type parameter error (allowed voice, figure, both)',
	'application state error',
	'unsupported video format (mp4, webm, mov)',
	'video information retrieval failed',
	'video too long (limit 5 minutes)',
];

const VIDEO_WORDS = [
	'application state error',
	'missing tts text',
	'missing audio file',
	'text contains emoji',
	'unsupported image format (png, jpeg, jpg)',
	'screen_width or screen_height invalid',
	'subtitle wider or taller than the screen',
	'subtitle color not #RRGGBB',
	'person is not a webm type so no four-channel video',
	'figure_type needed for the person',
	'background color not #RRGGBB',
	'custom person absent',
	'public person without a correct figure',
	'person height odd',
	'voice id not found',
	'voice audio_man absent',
	'voice not in a successful state',
];

const NO_REFUSALS = [
	'gateway timeout',
	'Bad Gateway',
	'internal error',
	'success',
	'ok',
	'queue is full',
	'voice service timed out',
	'voice not available, try again',
	'error',
	'unknown',
];

describe('What surely created nothing', () => {
	it('covers every endpoint that creates', () => {
		const all = Object.entries(endpoints).filter(([, { effect }]) => effect === 'create');
		expect(all.map(([name]) => name).sort()).toEqual([...creates].sort());
	});

	it.each(creates)('%s: its codes, with any status', (name) => {
		const refusing = REFUSING[name] ?? [];
		const others = [50000, 51000, 50001, 52000, 99999, 120002, 170003, 50011, -1, 1];
		for (const code of new Set([...refusing, ...others, ...Object.values(Code)])) {
			for (const http of [200, 400, 401, 404, 429, 500, 503]) {
				const unclear = isUnclear(name, { code, msg: 'No', data: null }, http);
				const expected = { code, http, unclear: !refusing.includes(code) };
				expect({ code, http, unclear }).toEqual(expected);
			}
		}
	});

	const odd = ['40000 ', '40000.5', 'E40000', true, 40000.5, [40000], { code: 40000 }, ''];

	it.each(odd)('not with the code %j', (code) => {
		for (const name of creates) {
			expect(isUnclear(name, { code, msg: 'text contains emoji', data: null })).toBe(true);
		}
	});

	it('words without a code, only where they are documented', () => {
		for (const name of creates) {
			const refusing =
				{ createPerson: PERSON_WORDS, createVideo: VIDEO_WORDS }[name as string] ?? [];
			for (const msg of [...PERSON_WORDS, ...VIDEO_WORDS, ...NO_REFUSALS]) {
				const outcome = [name, msg, isUnclear(name, { msg, data: null })];
				if (refusing.includes(msg)) expect(outcome).toEqual([name, msg, false]);
				else if (refusing.length === 0) expect(outcome).toEqual([name, msg, true]);
			}
			for (const msg of NO_REFUSALS) expect(isUnclear(name, { msg })).toBe(true);
		}
	});

	it.each<[string, object, number, boolean]>([
		['documented words in other capitals', { msg: ' Text contains Emoji' }, 200, false],
		['documented words within others', { msg: 'text contains emoji, try again' }, 200, true],
		['documented words with an ID', { data: { id: '7301546292480081921' } }, 200, true],
	])('%s: %j with HTTP %i: %p', (_, body, status, unclear) => {
		expect(isUnclear('createVideo', { msg: 'text contains emoji', ...body }, status)).toBe(unclear);
	});

	it('after a redirect that says so', () => {
		const statuses = [300, 301, 302, 303, 307, 308];
		const certain = statuses.filter((status) => !isUnclear('createVideo', {}, status));
		expect(certain).toEqual([301, 307, 308]);
	});
});

const MAX_TITLE = 90;

const node = { id: '1', name: 'N', type: 'n', parameters: {} } as unknown as INode;

const refusal = (endpoint: EndpointName, code: number): Failure =>
	failureOf(endpoint, { code, msg: 'odd', trace_id: 't1' });

/** Every failure that a call may have: each cause, and each code, also one that is not documented. */
const failures: Failure[] = (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) => [
	...CAUSES.map((cause): Failure => ({ endpoint, cause, detail: 'detail', traceId: 't1' })),
	...[...Object.keys(codes), 52000].map((code) => refusal(endpoint, Number(code))),
]);

describe('The message of a failed call', () => {
	it.each([
		...PERSON_WORDS.map((msg) => ['createPerson', msg] as const),
		...VIDEO_WORDS.map((msg) => ['createVideo', msg] as const),
	])('has a sentence for each documented message: %s, %s', (endpoint, msg) => {
		for (const code of [undefined, 40000]) {
			const { reason, advice } = explain(failureOf(endpoint, { code, msg, data: null }));
			expect(reason).not.toMatch(/the service refused|\{/);
			expect(advice).toMatch(/^[A-Z].*\. The service reported: /);
			expect(advice).toContain(`The service reported: ${msg}`);
		}
	});

	it('has a short title without a full stop, for every endpoint, cause and code', () => {
		const titles = failures.map((failure) => explain(failure).title);
		const bad = titles.filter((title) => title.length > MAX_TITLE || title.endsWith('.'));
		expect(bad).toEqual([]);
	});

	it('names every documented cause of a video that cannot be translated (service.md 4.9)', () => {
		const adviceOf = (code: number) => explain(refusal('createTranslation', code)).advice;
		for (const code of [170002, 170006]) {
			expect(adviceOf(code)).toMatch(/MP4 or MOV file of at most 4096 pixels per side/);
			expect(adviceOf(code)).toMatch(/same access token/);
			expect(adviceOf(code)).not.toContain('sound');
		}
		expect(adviceOf(170002)).toContain('finished video');
		expect(adviceOf(170002)).toContain('not itself a translation');
		expect(adviceOf(170006)).toContain("'Video Translation'");
	});

	it.each<[EndpointName, string]>([
		['createVideo', 'Nothing was created, after several tries.'],
		['createMultipartUpload', 'Try again in a minute'],
	])('says of an exceeded limit what fits the request: %s', (endpoint, words) => {
		const { title, advice } = explain(refusal(endpoint, 40001));
		expect(title).toContain('limit exceeded');
		expect(advice).toContain(words);
		expect(advice.includes('Nothing was created')).toBe(endpoint === 'createVideo');
	});

	it.each<[EndpointName, number, string, string]>([
		['createTranslation', 170006, 'unsupported video format', 'Upload an MP4 or MOV file of'],
		['createLipSync', 10400, 'application state error', "Paste a valid 'Access Token'"],
		['createLipSync', 40000, 'voice id not found', 'Choose one from the list'],
	])('has no words of another endpoint: %s, %i, %s', (endpoint, code, msg, words) => {
		expect(explain(failureOf(endpoint, { code, msg })).advice).toContain(words);
	});

	it('names both that a refusal of an upload address may mean', () => {
		const { title } = explain(refusal('createUploadUrl', 10400));
		expect(title).toContain('access token refused, or no upload address available');
	});

	it('says what to do in whole sentences, names the trace_id, and never holds what is no text', () => {
		const isWhole = (failure: Failure) => {
			const end = answerTo(failure).traceId ? '.*trace_id t1\\)' : 'Details: detail';
			return new RegExp(`^['A-Z].*[a-z].*\\. ${end}\\.$`).test(explain(failure).advice);
		};
		expect(failures.filter((failure) => !isWhole(failure))).toEqual([]);
		const texts = failures.flatMap((failure) => Object.values(explain(failure)));
		const odd = ['undefined', '[object', 'null', 'NaN', '..'];
		expect(texts.filter((text) => odd.some((one) => text.includes(one)))).toEqual([]);
	});
});

describe("Anything thrown, as n8n's error", () => {
	it('has the whole message of an error of somebody else as its title', () => {
		const error = toNodeError(node, new Error('It broke. Try again'));
		expect([error.message, error.description]).toEqual(['It broke. Try again', undefined]);
	});

	it.each<[unknown, string]>([
		['text', 'text'],
		[undefined, 'undefined'],
		[new Error(''), ''],
	])('is never lost: %j', (thrown, message) => {
		expect(toNodeError(node, thrown).message).toContain(message);
	});
});
