import { describe, expect, it, test } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	callbackOf,
	callbacksOf,
	isUnreachable,
	unreachableHost,
} from '../../nodes/shared/run/callbackAddress';
import { hiddenSecrets } from '../../nodes/shared/run/submit';
import {
	forgetOldest,
	idIn,
	isProven,
	isSame,
	provenAddress,
	readCallback,
	readPerson,
	secretOf,
	secretText,
} from '../../nodes/shared/run/callback';
import { SeenTasks } from '../../nodes/TaskTrigger/operation';
import type { Task } from '../../nodes/shared/tasks/task';
import { inLog } from '../../nodes/shared/util/text';

const ID = '5f3a1c2e-0b7d-4e7a-9a53-0c1d2e3f4a5b';
const ADDRESS = `https://n8n.example.com/webhook/${ID}/digital-human`;
const TOKEN = 'token';
const NOTHING = /^'When Finished, Start Workflow' is missing: its expression/;

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
		[{ callbackUrl: '', isExpression: true }, NOTHING],
		[{ callbackUrl: undefined, isExpression: true }, NOTHING],
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
	])('is refused: %j', (fields, message) => {
		const { callback, violations } = callbackOf(fields, TOKEN);
		expect(violations.join()).toMatch(message);
		expect(callback).toBeUndefined();
	});

	test.each([
		ADDRESS,
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

	const none = [undefined, null, '', ' ', 'undefined', 'null', NaN, {}, ['abc'], true];

	test.each(none)('%j is not one', (value) => {
		expect(secretText(value)).toBeUndefined();
		expect(isSame(String(value), secretText(value))).toBe(false);
		expect(isSame('', secretText(value))).toBe(false);
	});

	test.each([
		[' abc ', 'abc'],
		[1042, '1042'],
	])('%j is %s', (value, text) => expect(secretText(value)).toBe(text));

	const others: Array<[unknown]> = [
		['abcd'],
		['ab'],
		[''],
		[undefined],
		[['abc']],
		[{ length: 3 }],
	];

	test.each(others)('%j is not the same as abc', (one) => expect(isSame(one, 'abc')).toBe(false));

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
		'',
		'webhook',
	])('%s', (address) => expect(isUnreachable(address)).toBe(true));

	test.each([
		'https://n8n.example.com/webhook-waiting/1?signature=a',
		'https://local.example.com/',
		'https://10.example.com/',
		'http://[2001:db8::1]/',
	])('is not %s', (address) => expect(isUnreachable(address)).toBe(false));
});

test.each([
	['http://127.0.0.1:5678/webhook/1', 'https://api.example.com', '127.0.0.1:5678'],
	['http://127.0.0.1:5678/webhook/1', 'http://localhost:8787', undefined],
	['https://n8n.example.com/webhook/1', 'https://api.example.com', undefined],
])('%s is not to be reached by the service at %s: %s', (address, baseUrl, host) => {
	expect(unreachableHost(address, baseUrl)).toBe(host);
});

describe('an address of this n8n', () => {
	const OWN = 'https://n8n.example.com';
	const NOT_REGISTERED = {
		code: 404,
		message: `The requested webhook "GET ${ID}/digital-human" is not registered.`,
	};

	/** What n8n answers, and what became of three items with the address. */
	const require = async (address: string, answer: object | Error) => {
		const asked: unknown[] = [];
		const context = {
			getNode: () => ({ name: 'Node', parameters: {} }),
			getInputData: () => [{}, {}, {}],
			evaluateExpression: () => `${OWN}/webhook-waiting/17`,
			helpers: {
				httpRequest: async ({ url }: { url: string }) => {
					asked.push(url);
					if (answer instanceof Error) throw answer;
					return answer;
				},
			},
		} as unknown as IExecuteFunctions;
		const credential = { accessToken: TOKEN, baseUrl: 'https://api.example.com' };
		const { requireListening } = callbacksOf(context, credential);
		const items = [0, 1, 2].map(async (index) => {
			await requireListening({ callback: `${address}?reference=${index}&secret=abc` }, index);
		});
		const outcomes = await Promise.allSettled(items);
		const errors = outcomes.flatMap((one) =>
			one.status === 'rejected' ? String((one.reason as Error).message) : [],
		);
		return { asked, errors };
	};

	test('at which no published trigger listens is refused, after n8n was asked once', async () => {
		const { asked, errors } = await require(ADDRESS, { statusCode: 404, body: NOT_REGISTERED });
		expect(asked).toEqual([ADDRESS]);
		expect(errors).toHaveLength(3);
		for (const error of errors) {
			expect(error).toBe(
				"'When Finished, Start Workflow' is the address of a trigger of this n8n that is not published",
			);
		}
	});

	test.each<[string, object | Error]>([
		['a published trigger answers', { statusCode: 405, body: { message: 'Callbacks are …' } }],
		['something else answers', { statusCode: 404, body: '<html>Not found</html>' }],
		['nothing answers', new Error('ECONNREFUSED')],
	])('is taken where %s', async (_, answer) => {
		expect(await require(ADDRESS, answer)).toEqual({ asked: [ADDRESS], errors: [] });
	});

	test.each([
		ADDRESS.replace('n8n.example', 'other.example'),
		`${OWN}.evil.example/webhook/${ID}/digital-human`,
		`${OWN}/webhook/${ID}/my-own-webhook`,
	])('of another server or node is not asked: %s', async (address) => {
		const answer = { statusCode: 404, body: NOT_REGISTERED };
		expect(await require(address, answer)).toEqual({ asked: [], errors: [] });
	});
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
		['an envelope around a composed video', { ...lipSync, data: video }],
		['an envelope without a code', { data: lipSync.data }],
		['a person that has a video', { ...person, video_url: 'https://files.example/v.mp4' }],
		['a person without its type', { ...person, type: undefined }],
		['a record without an id', { ...video, id: undefined }],
		['an empty id', { ...video, id: '' }],
		['an id of two lines', { ...video, id: 'a\nb' }],
		['an endless id', { ...video, id: 'x'.repeat(201) }],
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

/** The first and last address of each private range. */
const OWN_NETWORK = [
	...['10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '169.254.0.1'],
	...['172.16.0.0', '172.29.0.1', '172.30.0.1', '172.31.255.255', '192.168.0.1'],
];

/** Those beside them. */
const OTHERS = [
	...['9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.0.0.1', '128.0.0.1'],
	...['169.253.0.1', '169.255.0.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '192.169.0.1'],
];

it.each([...OWN_NETWORK, ...OTHERS])('%s can be reached from elsewhere, or not', (host) => {
	expect(isUnreachable(`https://${host}/webhook`)).toBe(OWN_NETWORK.includes(host));
});

const RESUME_ADDRESS = 'https://n8n.example.com/n8n/webhook-waiting/17?signature=of-n8n';
const run = { executionId: '17', nodeId: 'a', runIndex: 0 };

const addressOf = ({ executionId, nodeId, runIndex }: typeof run, token = 'token') => {
	const context = {
		getExecutionId: () => executionId,
		getNode: () => ({ id: nodeId }),
		evaluateExpression: (text: string) => (text.includes('runIndex') ? runIndex : RESUME_ADDRESS),
	};
	return provenAddress(context as unknown as IExecuteFunctions, token);
};

const proofOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('the proof of a paused run', () => {
	const { address, seal } = addressOf(run);

	test("stands in the address beside n8n's own token", () => {
		expect(address).toMatch(
			/^https:\/\/n8n\.example\.com\/n8n\/webhook-waiting\/17\/digital-human\?signature=of-n8n&proof=[0-9a-f]{64}$/,
		);
		expect(isProven(proofOf(address), seal)).toBe(true);
	});

	test('is the same for the same run, so that a retry recognizes it', () => {
		expect(addressOf(run, ' token ')).toEqual({ address, seal });
	});

	test.each([
		['execution', { ...run, executionId: '18' }, 'token'],
		['node', { ...run, nodeId: 'b' }, 'token'],
		['run', { ...run, runIndex: 1 }, 'token'],
		['access token', run, 'other'],
	])('differs with the %s', (_, other, token) => {
		expect(isProven(proofOf(addressOf(other, token).address), seal)).toBe(false);
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

/** One call of a trigger; what is remembered belongs to its workflow and node. */
interface Call {
	stored?: IDataObject;
	workflow?: string;
	node?: string;
	taskKind?: string;
}

let workflows = 0;
const afresh = () => `workflow ${(workflows += 1)}`;

function triggerOf({ stored = {}, workflow = afresh(), node = 'trigger' }: Call) {
	return {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
		getWorkflowStaticData: (of: string) => (of === 'node' ? stored : {}),
	} as unknown as IWebhookFunctions;
}

/** Deals with a task. @returns undefined where that was done before */
function claim(taskId: string, call: Call = {}): SeenTasks | undefined {
	const task = { taskKind: call.taskKind ?? 'lipSync', taskId } as Task;
	const trigger = triggerOf(call);
	const seen = new SeenTasks(trigger);
	if (seen.has(task)) return undefined;
	seen.add(task);
	expect(new SeenTasks(trigger).has(task)).toBe(true);
	return seen;
}

const asSaved = (stored: IDataObject) => JSON.parse(JSON.stringify(stored)) as IDataObject;

it('a task that has started the workflow starts nothing after a restart of n8n, nor in another process', () => {
	const stored: IDataObject = {};
	for (const taskId of ['1', '2']) claim(taskId, { stored })?.save();
	const saved = asSaved(stored);
	expect(claim('1', { stored: asSaved(saved) })).toBeUndefined();
	expect(claim('2', { stored: asSaved(saved) })).toBeUndefined();
	expect(claim('3', { stored: asSaved(saved) })).toBeDefined();
	// It is not the memory of this process that answers.
	expect(claim('1')).toBeDefined();
});

it('a task is remembered for its workflow, its node and its kind', () => {
	const call = { workflow: afresh() };
	claim('1', call)?.save();
	expect(claim('1', call)).toBeUndefined();
	expect(claim('1', { ...call, node: 'another' })).toBeDefined();
	expect(claim('1', { ...call, taskKind: 'person' })).toBeDefined();
	expect(claim('1', { workflow: afresh() })).toBeDefined();
});

it('what is stored is twelve characters for each of the last 2,000 tasks', () => {
	const stored: IDataObject = {};
	const call = { stored, workflow: afresh() };
	for (let index = 0; index < 2_001; index++) claim(`${index}`, call)?.save();
	expect(stored).toEqual({ startedFor: expect.stringMatching(/^[\w-]{24000}$/) });
	expect(claim('0', { stored: asSaved(stored) })).toBeDefined();
	expect(claim('1', { stored: asSaved(stored) })).toBeUndefined();
	expect(claim('2000', { stored: asSaved(stored) })).toBeUndefined();
});

it('a task is claimed once, and again after it was given back', () => {
	const call = { workflow: afresh(), stored: {} };
	const first = claim('1', call);
	expect(claim('1', call)).toBeUndefined();
	first?.delete({ taskKind: 'lipSync', taskId: '1' } as Task);
	expect(claim('1', call)).toBeDefined();
	expect(call.stored).toEqual({});
});

it.each([[undefined], [17], [['a']], [''], ['short']])(
	'odd stored data is none: %j',
	(startedFor) => {
		const stored = { startedFor } as IDataObject;
		claim('1', { stored })?.save();
		expect(stored.startedFor).toMatch(/^[\w-]{12}$/);
	},
);

it('of what a process remembers, the oldest entry goes when there are more than a thousand', () => {
	const remembered = new Set(range(1_000).map(String));
	forgetOldest(remembered);
	expect(remembered.size).toBe(1_000);
	forgetOldest(remembered.add('1000'));
	expect([remembered.size, remembered.has('0')]).toEqual([1_000, false]);
});

describe('an ID in a body', () => {
	test.each([
		[{ id: 'a-1' }, 'a-1'],
		[{ id: 7 }, '7'],
		[{ data: { id: ' 8 ' } }, '8'],
		[{ event: 'end', data: { task: { id: '9' } } }, '9'],
		[{ id: null, data: { id: '10' } }, '10'],
		[{ data: [{ id: '11' }] }, '11'],
	])('%j: %s', (body, id) => expect(idIn(body)).toBe(id));

	test.each([
		[undefined],
		['7'],
		[{ id: '' }],
		[{ id: ['7'] }],
		[{ id: 'a\nb' }],
		[{ id: 'a\u2028b' }],
		[{ id: 'x'.repeat(201) }],
		[{ a: { b: { c: { id: '7' } } } }],
	])('none in %j', (body) => expect(idIn(body)).toBeUndefined());
});

describe('what a body says of a person that cannot be looked up', () => {
	test.each([
		['the documented record', person],
		['no type', { ...person, type: undefined }],
		['an envelope', { code: 0, data: person }],
		['a code beside the record', { ...person, code: 0 }],
	])('%s', (_, body) => {
		expect(readPerson(body, '8801')).toMatchObject({ taskId: '8801', state: 'succeeded' });
	});

	test.each([
		['another ID', { ...person, id: '8802' }],
		['no status', { id: '8801' }],
		['a video', { ...person, video_url: 'https://files.example/v.mp4' }],
		['nothing', undefined],
	])('not %s', (_, body) => expect(readPerson(body, '8801')).toBeUndefined());

	test('a voice with its ID is another kind', () => {
		expect(readPerson({ ...voice, id: '8801' }, '8801')?.taskKind).toBe('voice');
	});
});

test('a body in the log is one short line in quotes', () => {
	const text = inLog({ id: 'x\n2026 | info | forged\u2028\u202E', more: 'y'.repeat(5_000) });
	expect(text).toMatch(/^"\{.*"$/);
	expect(text.length).toBeLessThan(400);
	expect(text).not.toMatch(/[\n\r\u2028\u202E]/);
});
