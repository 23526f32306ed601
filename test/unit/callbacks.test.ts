import { describe, expect, it, test } from '@jest/globals';
import { range } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	provenAddress,
	secretOf,
	unreachableHost,
	withoutSecrets,
} from '../../nodes/shared/callbacks/address';
import { callbacksOf } from '../../nodes/shared/callbacks/callbackFields';
import { publishedWorkflows } from '../../nodes/shared/pickers/callbackWorkflows';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { forgetOldest } from '../../nodes/shared/util/forget';
import { isOutOfReach } from '../../nodes/shared/util/networks';
import { inLog } from '../../nodes/shared/util/quote';
import { callWith, lipSync, person, video, voice } from '../support/callbackBodies';

const ID = '5f3a1c2e-0b7d-4e7a-9a53-0c1d2e3f4a5b';
const ADDRESS = `https://n8n.example.com/webhook/${ID}/digital-human`;
const TOKEN = 'token';

/** A node with one item and these values. */
const nodeWith = (values: Record<string, unknown>, more: object = {}) =>
	({
		getNode: () => ({ name: 'Node', parameters: values }),
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string) => values[name],
		...more,
	}) as unknown as IExecuteFunctions;

/** The callback that a node sends with these fields. @throws what is wrong with them */
function callbackOf(callbackUrl: unknown, reference?: unknown): string | undefined {
	const context = nodeWith({ callbackUrl, options: { reference } });
	const credential = { accessToken: TOKEN, baseUrl: 'http://localhost:8787' };
	return callbacksOf(context, credential).callbackOf(0);
}

describe('the callback address', () => {
	const secret = secretOf(TOKEN, ADDRESS);

	test.each([
		[` ${ADDRESS} `, 'order 7 & "Ä"?', `?reference=order+7+%26+%22%C3%84%22%3F&secret=${secret}`],
		[ADDRESS, 'x'.repeat(500), `?reference=${'x'.repeat(500)}&secret=${secret}`],
		[`${ADDRESS}?secret=mine`, 'a', '?secret=mine&reference=a'],
		[`${ADDRESS}?a=b`, undefined, `?a=b&secret=${secret}`],
	])('is sent with reference and secret, case %#', (callbackUrl, reference, query) => {
		expect(callbackOf(callbackUrl, reference)).toBe(ADDRESS + query);
	});

	test('shows none of its secrets in an output', () => {
		const names = ['secret', 'proof', 'signature', 'token', 'code'];
		const address = ADDRESS.replace('//', '//me:own-word@');
		const query = names.map((name) => `${name}=own-${name}`).join('&');
		const shown = withoutSecrets({ callback: `${address}?${query}&reference=7` });
		expect(JSON.stringify(shown)).not.toContain('own-');
		expect(JSON.stringify(shown)).toContain('reference=7');
	});

	test.each([
		['n8n.example.com/webhook', undefined, /^'When Finished, Start Workflow' is not a URL/],
		[ADDRESS, 'x'.repeat(501), /at most 500/],
		['', 'order 7', /^'Reference' needs a workflow in 'When Finished, Start Workflow'$/],
		['https://n8n.example.com/base/webhook-test/mine', undefined, /is a test URL/],
		['https://n8n.example.com/workflow/aBcDeFgH12345678', undefined, /an address of the editor/],
		[
			'https://a.example/n8n/workflow/aBcDeFgH12345678/executions/7',
			undefined,
			/an address of the editor/,
		],
	])('is refused, case %#', (callbackUrl, reference, message) => {
		expect(() => callbackOf(callbackUrl, reference)).toThrow(message);
	});

	test('is not refused where its path is like one of the editor', () => {
		const callbackUrl = 'https://hooks.example.com/workflow/mine';
		expect(callbackOf(callbackUrl)).toContain(callbackUrl);
	});
});

/** The first and last address of each private range, and names that only their own network knows. */
const UNREACHABLE = [
	...['10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '169.254.0.1'],
	...['172.16.0.0', '172.29.0.1', '172.30.0.1', '172.31.255.255', '192.168.0.1', '0x7f.1'],
	...[
		'localhost:5678',
		'[::1]:5678',
		'[fd12::1]',
		'[::ffff:10.0.0.1]',
		'n8n',
		'n8n.local',
		'n8n.internal',
	],
	...['n8n.fritz.home', 'nas.fritz.box', 'nas.tail1.ts.net', 'n8n.localdomain', 'localhost.'],
];

/** Those beside them. */
const REACHABLE = [
	...['9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.0.0.1', '128.0.0.1'],
	...['169.253.0.1', '169.255.0.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '192.169.0.1'],
	...['n8n.example.com', 'local.example.com', '10.example.com', '[2001:db8::1]'],
];

describe('an address that the service cannot reach', () => {
	test.each([...UNREACHABLE, ...REACHABLE])('%s is one, or not', (host) => {
		const isOut = isOutOfReach(`http://${host}/webhook/1?a=b`, 'https://api.example.com');
		expect(isOut).toBe(UNREACHABLE.includes(host));
	});

	test('is none at all', () => {
		expect(isOutOfReach('webhook', 'https://api.example.com')).toBe(true);
	});

	test.each([
		['http://127.0.0.1:5678/webhook/1', 'https://api.example.com', '127.0.0.1:5678'],
		['http://127.0.0.1:5678/webhook/1', 'http://localhost:8787', undefined],
	])('%s, from the service at %s: %s', (address, baseUrl, host) => {
		expect(unreachableHost(address, baseUrl)).toBe(host);
	});
});

test.each([
	['digitalHumanTaskTrigger', '1', /^'When Finished, Start Workflow' is this workflow, which/],
	['digitalHumanTaskTrigger', '2', undefined],
	['scheduleTrigger', '1', undefined],
])(
	'an address of this workflow is refused behind its own trigger: %s, workflow %s',
	(trigger, workflowId, problem) => {
		const workflow = {
			getWorkflow: () => ({ id: '1' }),
			getParentNodes: () => [{ type: trigger }],
		};
		const context = nodeWith({}, workflow);
		const credential = { accessToken: TOKEN, baseUrl: 'https://api.example.com' };
		const published = { credentialId: '1', workflowId, workflowName: 'A', triggerName: 'B' };
		publishedWorkflows.set(ADDRESS, published);
		const { refuseOwnWorkflow } = callbacksOf(context, credential);
		const check = expect(() => refuseOwnWorkflow({ callback: `${ADDRESS}?secret=abc` }, 0));
		if (problem) check.toThrow(problem);
		else check.not.toThrow();
		publishedWorkflows.delete(ADDRESS);
	},
);

describe('an address of this n8n', () => {
	const published = { credentialId: '1', workflowId: '2', workflowName: 'A', triggerName: 'B' };
	const other = new URL('/webhook/another/digital-human', ADDRESS).href;
	const plainWebhook = new URL('/webhook/my-own', ADDRESS).href;
	const elsewhere = 'https://elsewhere.example.com/webhook/another/digital-human';

	/** n8n runs the trigger in this process, in a mode. */
	const started = async (mode: string) =>
		await new DigitalHumanTaskTrigger().trigger.call({ getMode: () => mode } as never);

	/** Whether the address is refused where this process knows some published triggers. */
	const isRefused = (callbackUrl: string, known: string[]) => {
		const context = nodeWith({ callbackUrl });
		for (const address of known) publishedWorkflows.set(address, published);
		const { callbackOf } = callbacksOf(context, { accessToken: TOKEN, baseUrl: callbackUrl });
		try {
			callbackOf(0);
			return false;
		} catch (error) {
			expect(error).toMatchObject({
				message: expect.stringMatching(/is an address of this n8n that no published workflow has$/),
			});
			return true;
		} finally {
			publishedWorkflows.clear();
		}
	};

	test.each([
		['of a published trigger', ADDRESS, [ADDRESS], false],
		['of a trigger that is not published', other, [ADDRESS], true],
		['of another node', plainWebhook, [ADDRESS], false],
		['where nothing is known to be published', other, [], false],
		['of another n8n', elsewhere, [ADDRESS], false],
	])('is refused if no published workflow has it: %s', async (_, callbackUrl, known, expected) => {
		const { closeFunction } = await started('trigger');
		expect(isRefused(callbackUrl, known)).toBe(expected);
		await closeFunction?.();
	});

	test('is not refused where another process publishes, which may know more', async () => {
		const { closeFunction } = await started('trigger');
		await closeFunction?.();
		await started('manual');
		expect(isRefused(other, [ADDRESS])).toBe(false);
	});
});

const taskOf = async (body: unknown) => (await callWith(body)).task;

describe('what a body says of a task', () => {
	const createdAt = new Date(1_790_000_000_000).toISOString();
	const lipSyncWith = (more: object) => ({ ...lipSync, data: { ...lipSync.data, ...more } });

	test.each<[string, unknown, object]>([
		[
			'a custom person is a bare record',
			person,
			{ taskId: '8801', taskKind: 'person', state: 'succeeded', serviceStatus: '2', createdAt },
		],
		[
			'a failed one has a reason',
			{ ...person, status: 4, reason: 'no face' },
			{ state: 'failed', errorMessage: 'no face' },
		],
		[
			'a composed video is a bare record with seconds',
			video,
			{
				taskId: '9901',
				taskKind: 'composedVideo',
				state: 'succeeded',
				outputUrls: [video.video_url],
				durationSeconds: 12.5,
			},
		],
		[
			'a lip-sync video is an envelope with milliseconds',
			lipSync,
			{ taskId: '6601', taskKind: 'lipSync', state: 'succeeded', durationSeconds: 12.4 },
		],
		[
			'a failed voice without its empty fields',
			{ id: '5501', type: 'clone', status: 3, err_msg: 'bad audio', lang: 'en' },
			{ taskKind: 'voice', state: 'failed', errorMessage: 'bad audio' },
		],
		[
			'status 30, a success of a composed video, is its failure',
			lipSyncWith({ status: 30, msg: 'no mouth' }),
			{ state: 'failed', errorMessage: 'no mouth' },
		],
		// Its status is not documented: it is recognized by what it has.
		['a custom voice', voice, { taskKind: 'voice', state: 'succeeded' }],
	])('%s', async (_, body, task) => expect(await taskOf(body)).toMatchObject(task));

	test.each([
		['text', 'finished'],
		['a bare lip-sync record', lipSync.data],
		['an envelope around a composed video', { ...lipSync, data: video }],
		['a person of another type', { ...person, type: 'clone' }],
		['a record without a status', { id: '8801' }],
	])('%s is none', async (_, body) => expect(await taskOf(body)).toBeUndefined());
});

const RESUME_ADDRESS = 'https://n8n.example.com/n8n/webhook-waiting/17?signature=of-n8n';
const run = { executionId: '17', nodeId: 'a', runIndex: 0 };

const addressOf = ({ executionId, nodeId, runIndex }: typeof run, token = 'token') => {
	const context = {
		getExecutionId: () => executionId,
		getNode: () => ({ id: nodeId }),
		evaluateExpression: (text: string) => (text.includes('runIndex') ? runIndex : RESUME_ADDRESS),
	};
	const proven = provenAddress(context as unknown as IExecuteFunctions, token);
	return { address: proven.resumeAddress, proofHash: proven.proofHash };
};

describe('the proof of a paused run', () => {
	const { address, proofHash } = addressOf(run);

	test('is the same for the same run, so that a retry recognizes it', () => {
		expect(addressOf(run, ' token ')).toEqual({ address, proofHash });
	});

	test.each([
		['execution', { ...run, executionId: '18' }, 'token'],
		['node', { ...run, nodeId: 'b' }, 'token'],
		['run', { ...run, runIndex: 1 }, 'token'],
		['access token', run, 'other'],
	])('differs with the %s', (_, other, token) => {
		expect(addressOf(other, token).proofHash).not.toBe(proofHash);
	});
});

it('of what a process remembers, the oldest entry goes when there are more than a thousand', () => {
	const remembered = new Set(range(1_000).map(String));
	forgetOldest(remembered);
	expect(remembered.size).toBe(1_000);
	forgetOldest(remembered.add('1000'));
	expect([remembered.size, remembered.has('0')]).toEqual([1_000, false]);
});

test.each([
	[{ id: null, data: { id: '10' } }, '10'],
	['7', ''],
	[{ id: 'a\nb' }, ''],
	[{ id: 'x'.repeat(200) }, 'x'.repeat(200)],
	[{ id: 'x'.repeat(201) }, ''],
	[{ event: 'end', data: { task: { id: '7' } } }, ''],
])('the ID in the body, case %#', async (body, id) => {
	expect((await callWith(body)).taskId).toBe(id);
});

test('a body in the log is one short line in quotes', () => {
	const text = inLog({ id: 'x\n2026 | info | forged\u2028\u202E', more: 'y'.repeat(5_000) });
	expect(text).toMatch(/^"\{.*"$/);
	expect(text.length).toBeLessThan(400);
	expect(text).not.toMatch(/[\n\r\u2028\u202E]/);
});
