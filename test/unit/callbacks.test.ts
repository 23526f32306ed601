/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it, test } from '@jest/globals';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { EventEmitter } from 'node:events';

import {
	callbackOf,
	isUnreachable,
	isSame,
	secretOf,
	secretText,
	isProven,
	provenAddress,
} from '../../nodes/shared/run/callbackAddress';
import { hiddenSecrets } from '../../nodes/shared/run/validate';
import { readCallback, lookUpTogether, takeTurn } from '../../nodes/shared/run/callback';
import { type Claim, claimTask } from '../../nodes/TaskTrigger/seenTasks';
import type { Task } from '../../nodes/shared/tasks/task';

const ID = '5f3a1c2e-0b7d-4e7a-9a53-0c1d2e3f4a5b';
const ADDRESS = `https://n8n.example.com/webhook/${ID}/digital-human`;
const TOKEN = 'token';

describe('the callback address', () => {
	test('is sent with the reference, which keeps its signs, and the secret of the credential', () => {
		const { callback, violations } = callbackOf(
			{ callbackUrl: ` ${ADDRESS} `, reference: 'order 7 & "Ä"?' },
			TOKEN,
		);
		expect(violations).toEqual([]);
		const url = new URL(String(callback));
		expect(url.origin + url.pathname).toBe(ADDRESS);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			reference: 'order 7 & "Ä"?',
			secret: secretOf(TOKEN, ADDRESS),
		});
	});

	test('keeps a query that it has, and a secret of the user', () => {
		const own = { callbackUrl: `${ADDRESS}?secret=mine`, reference: 'a' };
		expect(callbackOf(own, TOKEN).callback).toBe(`${ADDRESS}?secret=mine&reference=a`);
		expect(callbackOf({ callbackUrl: `${ADDRESS}?a=b` }, TOKEN).callback).toBe(
			`${ADDRESS}?a=b&secret=${secretOf(TOKEN, ADDRESS)}`,
		);
	});

	test('may have a reference of exactly 500 characters', () => {
		const reference = 'x'.repeat(500);
		const { callback = '', violations } = callbackOf({ callbackUrl: ADDRESS, reference }, TOKEN);
		expect(violations).toEqual([]);
		expect(new URL(callback).searchParams.get('reference')).toBe(reference);
	});

	test('shows none of its secrets in an output', () => {
		const names = ['secret', 'proof', 'signature', 'token'];
		const query = names.map((name) => `${name}=own-${name}`).join('&');
		const shown = hiddenSecrets({ callback: `${ADDRESS}?${query}&reference=7` });
		expect(JSON.stringify(shown)).not.toContain('own-');
		expect(JSON.stringify(shown)).toContain('reference=7');
	});

	test.each([undefined, null, '', ' '])('is not sent where it is not set: %j', (callbackUrl) => {
		expect(callbackOf({ callbackUrl }, TOKEN)).toEqual({ violations: [] });
	});

	test.each([
		[{ callbackUrl: 'n8n.example.com/webhook' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: 'ftp://n8n.example.com' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: 'https://' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: ADDRESS, reference: 'x'.repeat(501) }, /at most 500/],
		[
			{ callbackUrl: '', reference: 'order 7' },
			/^'Reference' needs a workflow in 'When Finished, Start Workflow'$/,
		],
		[
			{ callbackUrl: '', isExpression: true },
			/^'When Finished, Start Workflow' is missing: its expression/,
		],
		[
			{ callbackUrl: undefined, isExpression: true },
			/^'When Finished, Start Workflow' is missing: its expression/,
		],
		[{ callbackUrl: ADDRESS, reference: [1042] }, /^'Reference' must be a text, but is \[1042\]$/],
		[
			{ callbackUrl: ADDRESS, reference: 3.1e18 },
			/^'Reference' is a number too large to be exact, so it was rounded/,
		],
		[{ callbackUrl: '', reference: true }, /^'Reference' must be a text, but is true$/],
		[
			{ callbackUrl: 'n8n.example.com', reference: NaN },
			/^'When Finished.* is not a URL.*'Reference' must be a text, but is NaN$/,
		],
		[{ callbackUrl: ADDRESS.replace('webhook', 'webhook-test') }, /is a test URL/],
		[{ callbackUrl: 'https://n8n.example.com/base/webhook-test/mine' }, /is a test URL/],
		[{ callbackUrl: ADDRESS.replace('webhook', 'hook_test') }, /is a test URL/],
	])('is refused: %j', (fields, message) => {
		const { callback, violations } = callbackOf(fields, TOKEN);
		expect(violations.join()).toMatch(message);
		expect(callback).toBeUndefined();
	});

	test.each([
		ADDRESS,
		ADDRESS.replace('webhook', 'hook'),
		'https://test.example.com/webhook/mine',
		'https://n8n.example.com/webhook/my-test',
		'https://n8n.example.com/latest/webhook/mine',
	])('is no test URL: %s', (callbackUrl) => {
		expect(callbackOf({ callbackUrl }, TOKEN).violations).toEqual([]);
	});
});

describe('the secret', () => {
	test('follows from the access token and does not show it', () => {
		expect(secretOf('token', ADDRESS)).toBe(secretOf(' token ', ADDRESS));
		expect(secretOf('token', ADDRESS)).not.toBe(secretOf('other', ADDRESS));
		expect(secretOf('token', ADDRESS)).toMatch(/^[0-9a-f]{64}$/);
	});

	test('belongs to the path of one address, whatever the host is called', () => {
		const secret = secretOf('token', ADDRESS);
		expect(secretOf('token', `${ADDRESS}?reference=7`)).toBe(secret);
		expect(secretOf('token', `/webhook/${ID}/digital-human`)).toBe(secret);
		expect(secretOf('token', `http://localhost:5678/webhook/${ID}/digital-human`)).toBe(secret);
		expect(secretOf('token', 'https://n8n.example.com/webhook/2/digital-human')).not.toBe(secret);
	});

	test.each([undefined, null, '', ' ', 'undefined', 'null', NaN, {}, ['abc'], true])(
		'%j is not one',
		(value) => {
			expect(secretText(value)).toBeUndefined();
			expect(isSame(String(value), secretText(value))).toBe(false);
			expect(isSame('', secretText(value))).toBe(false);
		},
	);

	test.each([
		[' abc ', 'abc'],
		[1042, '1042'],
	])('%j is %s', (value, text) => expect(secretText(value)).toBe(text));

	test.each([['abcd'], ['ab'], [''], [undefined], [['abc']], [{ length: 3 }]])(
		'%j is not the same as abc',
		(given) => expect(isSame(given, 'abc')).toBe(false),
	);

	test('is the same as itself', () => expect(isSame('abc', 'abc')).toBe(true));
});

describe('an address that the service cannot reach', () => {
	test.each([
		'http://localhost:5678/webhook-waiting/1',
		'http://[::1]:5678/',
		'http://[fd12::1]/',
		'http://n8n/',
		'http://n8n.local/',
		'http://n8n.internal/',
		'http://n8n.fritz.home/',
		'http://n8n.localdomain/',
		'http://localhost./',
		'http://0x7f.1/',
		'http://[::ffff:192.168.1.1]/',
		'',
		'webhook',
	])('%s', (address) => expect(isUnreachable(address)).toBe(true));

	test.each([
		'https://n8n.example.com/webhook-waiting/1?signature=a',
		'http://[::ffff:8.8.8.8]/',
		'https://local.example.com/',
		'https://10.example.com/',
		'http://[2001:db8::1]/',
	])('is not %s', (address) => expect(isUnreachable(address)).toBe(false));
});

const person = {
	id: '8801',
	name: 'Ada',
	type: 'person',
	status: 2,
	progress: 100,
	reason: '',
	err_reason: '',
	audio_man_id: '77',
	create_time: 1_790_000_000,
	is_open: 1,
	pic_url: 'https://files.example/p.jpg',
	preview_url: 'https://files.example/p.mp4',
	width: 1080,
	height: 1920,
};

const video = {
	id: '9901',
	status: 30,
	progress: 100,
	msg: '',
	video_url: 'https://files.example/v.mp4',
	subtitle_data_url: '',
	create_time: 1_790_000_000,
	preview_url: 'https://files.example/v.jpg',
	duration: 12.5,
	audio_urls: ['https://files.example/v.wav'],
};

const lipSync = {
	trace_id: 'abc',
	code: 0,
	msg: 'success',
	data: {
		id: '6601',
		status: 20,
		progress: 100,
		msg: '',
		video_url: 'https://files.example/l.mp4',
		preview_url: 'https://files.example/l.jpg',
		duration: 12_400,
		create_time: 1_790_000_000,
	},
};

const voice = {
	id: '5501',
	name: 'Narrator',
	type: 'clone',
	status: 2,
	progress: 100,
	lang: 'en',
	err_msg: '',
	audio_path: 'https://files.example/voice.wav',
};

describe('readCallback', () => {
	test('a custom person is a bare record', () => {
		expect(readCallback(person)).toMatchObject({
			taskId: '8801',
			taskKind: 'person',
			state: 'succeeded',
			serviceStatus: '2',
			createdAt: new Date(1_790_000_000_000).toISOString(),
		});
		expect(readCallback({ ...person, status: 4, reason: 'no face' })).toMatchObject({
			state: 'failed',
			errorMessage: 'no face',
		});
	});

	test('a composed video is a bare record with seconds', () => {
		expect(readCallback(video)).toMatchObject({
			taskId: '9901',
			taskKind: 'composedVideo',
			state: 'succeeded',
			outputUrls: ['https://files.example/v.mp4'],
			durationSeconds: 12.5,
		});
	});

	test('a lip-sync video is an envelope with milliseconds', () => {
		expect(readCallback(lipSync)).toMatchObject({
			taskId: '6601',
			taskKind: 'lipSync',
			state: 'succeeded',
			durationSeconds: 12.4,
		});
	});

	test('status 30 is a success of a composed video and a failure of a lip-sync video', () => {
		const failed = { ...lipSync, data: { ...lipSync.data, status: 30, msg: 'no mouth' } };
		expect(readCallback({ ...video, status: 30 })?.state).toBe('succeeded');
		expect(readCallback(failed)).toMatchObject({ state: 'failed', errorMessage: 'no mouth' });
		expect(readCallback({ ...video, status: 20 })?.state).toBe('inProgress');
	});

	test('a custom voice is recognized by what it has, because its status is not documented', () => {
		expect(readCallback(voice)).toMatchObject({ taskKind: 'voice', state: 'succeeded' });
		expect(readCallback({ ...voice, err_msg: 'too noisy' })).toMatchObject({
			state: 'failed',
			errorMessage: 'too noisy',
		});
		expect(readCallback({ ...voice, audio_path: '' })?.state).toBe('inProgress');
	});

	test('an id that came as a number is text', () => {
		expect(readCallback({ ...video, id: 9901 })?.taskId).toBe('9901');
	});

	test.each([
		['nothing', undefined],
		['null', null],
		['text', 'finished'],
		['a list', [video]],
		['an empty object', {}],
		['an envelope around nothing', { ...lipSync, data: null }],
		['an envelope around a person', { ...lipSync, data: person }],
		['a bare lip-sync record', lipSync.data],
		['an envelope without a code', { data: lipSync.data }],
		['a person that has a video', { ...person, video_url: 'https://files.example/v.mp4' }],
		['a person without its type', { ...person, type: undefined }],
		['a record without an id', { ...video, id: undefined }],
		['an empty id', { ...video, id: '' }],
		['an address that is no text', { ...video, video_url: { href: 'x' } }],
		['a status that is a list', { ...person, status: [2] }],
	])('%s is refused', (_, body) => {
		expect(readCallback(body)).toBeUndefined();
	});

	test('an id has at most 200 characters', () => {
		expect(readCallback({ ...video, id: 'x'.repeat(200) })?.taskId).toHaveLength(200);
		expect(readCallback({ ...video, id: 'x'.repeat(201) })).toBeUndefined();
	});
});

/** The first and last address of each private range, and those beside it. */
it.each([
	['9.255.255.255', false],
	['10.0.0.0', true],
	['10.255.255.255', true],
	['11.0.0.1', false],
	['100.63.255.255', false],
	['100.64.0.0', true],
	['100.127.255.255', true],
	['100.128.0.1', false],
	['126.0.0.1', false],
	['127.0.0.1', true],
	['128.0.0.1', false],
	['169.253.0.1', false],
	['169.254.0.1', true],
	['169.255.0.1', false],
	['172.15.255.255', false],
	['172.16.0.0', true],
	['172.29.0.1', true],
	['172.30.0.1', true],
	['172.31.255.255', true],
	['172.32.0.1', false],
	['192.167.0.1', false],
	['192.168.0.1', true],
	['192.169.0.1', false],
])('%s can only be reached from its own network: %s', (host, unreachable) => {
	expect(isUnreachable(`https://${host}/webhook`)).toBe(unreachable);
});

const RESUME_ADDRESS = 'https://n8n.example.com/n8n/webhook-waiting/17?signature=of-n8n';
const run = { executionId: '17', nodeId: 'a', runIndex: 0 };

const proofOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('the proof of a paused run', () => {
	const { address, seal } = provenAddress(RESUME_ADDRESS, run, 'token');

	test("stands in the address beside n8n's own token", () => {
		expect(address).toMatch(
			/^https:\/\/n8n\.example\.com\/n8n\/webhook-waiting\/17\/digital-human\?signature=of-n8n&proof=[0-9a-f]{64}$/,
		);
		expect(isProven(proofOf(address), seal)).toBe(true);
	});

	test('is the same for the same run, so that a retry recognizes it', () => {
		expect(provenAddress(RESUME_ADDRESS, run, ' token ')).toEqual({ address, seal });
	});

	test.each([
		['execution', { ...run, executionId: '18' }, 'token'],
		['node', { ...run, nodeId: 'b' }, 'token'],
		['run', { ...run, runIndex: 1 }, 'token'],
		['access token', run, 'other'],
	])('differs with the %s', (_, other, token) => {
		expect(isProven(proofOf(provenAddress(RESUME_ADDRESS, other, token).address), seal)).toBe(
			false,
		);
	});

	test('is not the seal, which is stored', () => {
		expect(address).not.toContain(seal);
		expect(isProven({ proof: seal }, seal)).toBe(false);
	});

	test('is needed', () => {
		for (const query of [{}, { proof: '' }, { proof: undefined }, { proof: ['a'] }]) {
			expect(isProven(query, seal)).toBe(false);
			expect(isProven(query, undefined)).toBe(false);
		}
	});
});

/** The response to a callback, as n8n has it. */
class Response extends EventEmitter {
	headersSent = false;

	closed = false;

	statusCode = 200;

	writableFinished = true;

	/** n8n answers, or the caller leaves. */
	close(statusCode = 200, writableFinished = true): void {
		Object.assign(this, { statusCode, writableFinished, closed: true });
		this.emit('close');
	}
}

/** One call of a trigger; what is remembered belongs to its workflow and node. */
interface Call {
	stored?: IDataObject;
	workflow?: string;
	node?: string;
	response?: Response;
	waitMs?: number;
	taskKind?: string;
}

let workflows = 0;
const afresh = () => `workflow ${(workflows += 1)}`;

async function claim(taskId: string, call: Call = {}): Promise<Claim | 'done' | 'busy'> {
	const { stored = {}, workflow = afresh(), node = 'trigger', taskKind = 'lipSync' } = call;
	const trigger = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
		getWorkflowStaticData: (of: string) => (of === 'node' ? stored : {}),
		getResponseObject: () => call.response ?? new Response(),
	} as unknown as IWebhookFunctions;
	return await claimTask(
		trigger,
		{ taskKind, taskId } as Task,
		Date.now() + (call.waitMs ?? 5_000),
	);
}

async function claimed(taskId: string, call: Call = {}): Promise<Claim> {
	const result = await claim(taskId, call);
	if (typeof result === 'string') throw new Error(`The task is ${result}`);
	return result;
}

const asSaved = (stored: IDataObject) => JSON.parse(JSON.stringify(stored)) as IDataObject;

it('a task that has started the workflow starts nothing after a restart of n8n, nor in another process', async () => {
	const stored: IDataObject = {};
	for (const taskId of ['1', '2']) (await claimed(taskId, { stored })).keep();
	const saved = asSaved(stored);
	expect(await claim('1', { stored: asSaved(saved) })).toBe('done');
	expect(await claim('2', { stored: asSaved(saved) })).toBe('done');
	expect(await claim('3', { stored: asSaved(saved) })).toMatchObject({});
	// It is not the memory of this process that answers.
	expect(await claim('1')).toMatchObject({});
});

it('a task is remembered for its workflow, its node and its kind', async () => {
	const call = { workflow: afresh() };
	(await claimed('1', call)).keep();
	expect(await claim('1', call)).toBe('done');
	expect(await claim('1', { ...call, node: 'another' })).toMatchObject({});
	expect(await claim('1', { ...call, taskKind: 'person' })).toMatchObject({});
	expect(await claim('1', { workflow: afresh() })).toMatchObject({});
});

it('what is stored is twelve characters for each of the last 2,000 tasks', async () => {
	const stored: IDataObject = {};
	const call = { stored, workflow: afresh() };
	for (let index = 0; index < 2_001; index++) (await claimed(`${index}`, call)).keep();
	expect(stored).toEqual({ startedFor: expect.stringMatching(/^[\w-]{24000}$/) });
	expect(await claim('0', { stored: asSaved(stored) })).toMatchObject({});
	expect(await claim('1', { stored: asSaved(stored) })).toBe('done');
	expect(await claim('2000', { stored: asSaved(stored) })).toBe('done');
});

it('while a task is checked, another callback of it waits, and takes over when it was not confirmed', async () => {
	const call = { workflow: afresh() };
	const first = await claimed('1', call);
	expect(await claim('1', { ...call, waitMs: 30 })).toBe('busy');
	const waiting = claim('1', call);
	first.release();
	const second = await waiting;
	expect(second).toMatchObject({});
	const third = claim('1', call);
	(second as Claim).keep();
	expect(await third).toBe('done');
	// A claim that was used is not given back.
	(second as Claim).release();
	expect(await claim('1', call)).toBe('done');
});

it('starts the workflow with the items; n8n answers, and the task is remembered', async () => {
	const response = new Response();
	const call = { stored: {}, workflow: afresh(), response };
	const items = [{ json: { taskId: '1' } }];
	const started = (await claimed('1', call)).start(items, 'Started');
	expect(started).toEqual({ workflowData: [items], webhookResponse: { message: 'Started' } });
	const saved = asSaved(call.stored);
	const other = claim('1', { ...call, stored: {} });
	response.close();
	expect(await other).toBe('done');
	expect(await claim('1', { stored: saved })).toBe('done');
});

it('a task whose workflow n8n could not start may start it at the next callback', async () => {
	const response = new Response();
	const workflow = afresh();
	(await claimed('1', { workflow, response })).start([], 'Started');
	response.close(500);
	expect(await claim('1', { workflow })).toMatchObject({});
});

it('a task whose workflow n8n could not start may start it, although the callback of another task has stored it', async () => {
	const workflow = afresh();
	const response = new Response();
	(await claimed('1', { workflow, response })).start([], 'Started');
	const stored: IDataObject = {};
	(await claimed('2', { workflow, stored })).keep();
	response.close(500);
	const again = await claimed('1', { workflow, stored: asSaved(stored) });
	again.keep();
	expect(await claim('1', { workflow, stored: asSaved(stored) })).toBe('done');
	expect(await claim('2', { workflow, stored: asSaved(stored) })).toBe('done');
});

it('a task whose caller has left is remembered', async () => {
	const response = new Response();
	const workflow = afresh();
	(await claimed('1', { workflow, response })).start([], 'Started');
	response.close(200, false);
	expect(await claim('1', { workflow })).toBe('done');
});

it('a task whose caller has left before the start is remembered', async () => {
	const response = new Response();
	const workflow = afresh();
	const first = await claimed('1', { workflow, response });
	response.close(200, false);
	first.start([], 'Started');
	expect(await claim('1', { workflow })).toBe('done');
});

it('a start that n8n has not answered yet cannot be given back', async () => {
	const response = new Response();
	const workflow = afresh();
	const first = await claimed('1', { workflow, response });
	first.start([], 'Started');
	first.release();
	expect(await claim('1', { workflow, waitMs: 30 })).toBe('busy');
	response.close(500);
	expect(await claim('1', { workflow })).toMatchObject({});
});

it('after an answer of our own, n8n gives none', async () => {
	const response = new Response();
	response.headersSent = true;
	const workflow = afresh();
	const started = (await claimed('1', { workflow, response })).start([], 'Started');
	expect(started).toEqual({ workflowData: [[]], noWebhookResponse: true });
	expect(await claim('1', { workflow })).toBe('done');
});

it('n8n, which forgets while it starts a workflow that something has changed, notices it again', async () => {
	for (const headersSent of [false, true]) {
		const response = Object.assign(new Response(), { headersSent });
		let changes = 0;
		const stored = new Proxy({} as IDataObject, {
			set(target, name: string, value) {
				changes += 1;
				target[name] = value;
				return true;
			},
		});
		(await claimed('1', { stored, response })).start([], 'Started');
		await new Promise((resolve) => setImmediate(resolve));
		// With an answer of our own, n8n saves at once.
		if (headersSent) expect(changes).toBe(1);
		else expect(changes).toBeGreaterThan(100);
		expect(await claim('1', { stored: asSaved(stored) })).toBe('done');
	}
});

it.each([[undefined], [17], [['a']], [''], ['short']])(
	'stored data that is none is none: %j',
	async (startedFor) => {
		const stored = { startedFor } as IDataObject;
		(await claimed('1', { stored })).keep();
		expect(stored.startedFor).toMatch(/^[\w-]{12}$/);
	},
);

const answer = (ids: string[]) =>
	new Map(ids.map((id): [string, Task] => [id, { taskId: id, taskKind: 'k', state: 'succeeded' }]));

describe('lookUpTogether', () => {
	test('questions during a query share the next one', async () => {
		const queries: string[][] = [];
		let go = () => {};
		const first = new Promise<void>((resolve) => (go = resolve));
		let begin = () => {};
		const begun = new Promise<void>((resolve) => (begin = resolve));
		const lookUp = async (ids: string[]) => {
			queries.push(ids);
			begin();
			if (queries.length === 1) await first;
			return answer(ids);
		};
		const one = lookUpTogether('shared', ['1'], lookUp);
		await begun;
		const others = ['2', '3', '4'].map(async (id) => await lookUpTogether('shared', [id], lookUp));
		go();
		await Promise.all([one, ...others]);
		expect(queries).toEqual([['1'], ['2', '3', '4']]);
	});

	test('a failed query fails those who asked, and nobody after them', async () => {
		let fails = true;
		const lookUp = async (ids: string[]) => {
			if (fails) throw new Error('away');
			return answer(ids);
		};
		await expect(lookUpTogether('failing', ['1'], lookUp)).rejects.toThrow('away');
		fails = false;
		expect((await lookUpTogether('failing', ['1'], lookUp)).size).toBe(1);
	});
});

describe('takeTurn', () => {
	const soon = () => Date.now() + 5_000;
	const take = async (key: string, endsAt = soon()) => await takeTurn(key, endsAt);
	const taken = async (key: string) => {
		const turn = await take(key);
		if (typeof turn === 'string') throw new Error(turn);
		return turn;
	};

	test('those who wait need do nothing when it was done', async () => {
		const turn = await taken('done');
		const others = [take('done'), take('done')];
		turn.end('done');
		expect(await Promise.all(others)).toEqual(['done', 'done']);
		expect(await take('done')).toBe('done');
	});

	test('what nobody has seen the end of may be done again by those who come later', async () => {
		const turn = await taken('unseen');
		const other = take('unseen');
		turn.end('unseen');
		expect(await other).toBe('done');
		(await taken('unseen')).end('failed');
	});

	test('one of those who wait takes over when it failed', async () => {
		const turn = await taken('failed');
		const others = [taken('failed'), take('failed')] as const;
		turn.end('failed');
		(await others[0]).end('done');
		expect(await others[1]).toBe('done');
	});

	test('what was done is remembered of the last thousand', async () => {
		for (let index = 0; index < 1_001; index++) (await taken(`many ${index}`)).end('done');
		expect(await take('many 1')).toBe('done');
		expect(await take('many 1000')).toBe('done');
		(await taken('many 0')).end('failed');
	});

	test('nobody waits longer than he may', async () => {
		const turn = await taken('long');
		expect(await take('long', Date.now() + 20)).toBe('busy');
		turn.end('done');
	});
});
