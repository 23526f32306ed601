/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { secretOf } from '../../nodes/shared/run/callback';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { type Kind, SUBMIT, type Submits } from '../support/engine/submits';
import {
	byUrl,
	chosen,
	compose,
	CREATE,
	createPerson,
	finishedVideo,
	lipSync,
} from '../support/engine/runs';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { type Publication, runHook } from '../support/engine/triggers';
import { hintsOf } from '../support/engine/outputs';
import { setTimeout as delay } from 'node:timers/promises';
import { range } from 'lodash';
import type { Fault } from '../../demo-service';
import { type Answer, callPaused, callWebhook } from '../support/engine/webhook';

const ADDRESS = 'https://n8n.example.com/webhook/1/digital-human';

describe('When Finished, Start Workflow', () => {
	const setup = setUp({ limits: false });
	const calling = (callbackUrl: INodeParameters, options: INodeParameters = {}) =>
		compose({ completion: 'return', callbackUrl, options }, { items: [{}, {}] });
	const submitted = () =>
		setup.bodies(CREATE).map((body) => (body as { callback?: string }).callback);

	it.each([
		['as a user enters it', byUrl],
		['as the list sets it', chosen],
	])('sends the address with secret and reference, and nothing else: %s', async (_, at) => {
		const result = await setup.run(calling(at(ADDRESS), { reference: 'order 7' }));
		const secret = secretOf(setup.service.token, ADDRESS);
		expect(submitted()).toEqual(Array(2).fill(`${ADDRESS}?reference=order+7&secret=${secret}`));
		expect(hintsOf(result)).toEqual([]);
	});

	it('sends no address where none is chosen', async () => {
		expect(hintsOf(await setup.run(calling(byUrl(''))))).toEqual([]);
		expect(submitted()).toEqual([undefined, undefined]);
	});

	it.each([
		['={{ $json.nowhere }}', /^'When Finished, Start Workflow' is missing: its expression/],
		['=', /^'When Finished, Start Workflow' is missing: its expression/],
		['n8n.example.com', /^'When Finished, Start Workflow' is not a URL/],
		[
			'https://n8n.example.com/webhook-test/1/digital-human',
			/^'When Finished, Start Workflow' is a test URL/,
		],
	])('is refused before anything is submitted: %s', async (address, message) => {
		await setup.refuses(calling(byUrl(address)), message);
	});

	it('is submitted without a warning about its own network, where the service is in it too', async () => {
		const result = await setup.run(calling(byUrl('http://172.16.0.5/webhook/1/digital-human')));
		expect(submitted()).toHaveLength(2);
		expect(hintsOf(result)).toEqual([]);
	});
});

/** The nodes that accept a callback, each with what it needs; Lip Sync needs an uploaded file. */
type Node = [kind: Kind, nodeWith: (submits: Submits, more: INodeParameters) => NodeRun];

const nodes: Node[] = [
	['composedVideo', (_, more) => compose(more)],
	[
		'lipSync',
		(submits, more) =>
			lipSync({ videoFileFileId: chosen(submits.file('lip_sync_video', 'a.mp4')), ...more }),
	],
	['person', (_, more) => createPerson(more)],
];

const callbackUrl = byUrl(ADDRESS);

/** Each case at one of the nodes, in turn. */
const inTurn = <T>(cases: T[]) =>
	cases.map((one, index) => [one, nodes[index % 3] as Node] as const);

describe('Reference', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const run = async ([, nodeWith]: Node, reference: string) =>
		await setup.engine.run(
			nodeWith(submits, { completion: 'return', callbackUrl, options: { reference } }),
		);

	it.each(
		inTurn<[string, RegExp]>([
			['={{ 3100000000000015839 }}', /^'Reference' is a number too large to be exact/],
			['={{ [1042] }}', /^'Reference' must be a text, but is \[1042\]$/],
			['={{ ({ order: 1042 }) }}', /^'Reference' must be a text, but is \{"order":1042\}$/],
			['={{ true }}', /^'Reference' must be a text, but is true$/],
			['={{ new Date(0) }}', /^'Reference' must be a text, but is "1970-01-01T00:00:00.000Z"$/],
			['={{ NaN }}', /^'Reference' must be a text, but is NaN$/],
		]),
	)('refuses what is no text: %j', async ([reference, message], node) => {
		const { error } = await run(node, reference);
		expect(error?.message).toMatch(message);
		expect(setup.count(SUBMIT[node[0]])).toBe(0);
	});

	it.each(
		inTurn<[string, string | null]>([
			['={{ 1042 }}', '1042'],
			["={{ '3100000000000015839' }}", '3100000000000015839'],
			['={{ "" }}', null],
			['={{ $json.nowhere }}', null],
		]),
	)('sends what is one: %j', async ([reference, sent], node) => {
		const { error } = await run(node, reference);
		expect(error).toBeUndefined();
		const [{ callback }] = setup.bodies(SUBMIT[node[0]]) as [{ callback: string }];
		expect(new URL(callback).searchParams.get('reference')).toBe(sent);
	});
});

describe('Completion by an expression', () => {
	const setup = setUp({ limits: false, personDetailPath: 'person/detail' });
	const { submits } = setup;
	const run = async (
		[, nodeWith]: Node,
		choices: Array<string | null>,
		options: INodeParameters = {},
	) => {
		const completion = '={{ $json.completion }}';
		const node = nodeWith(submits, { completion, callbackUrl, options });
		const items = choices.map((one) => ({ completion: one }));
		return await setup.engine.run({ ...node, items });
	};

	const different = [
		['return', 'wait'],
		['wait', 'pause'],
		['return', 'Return ', 'pause'],
	];

	it.each(inTurn(different))('refuses different choices: %j', async (choices, node) => {
		const { error } = await run(node, choices);
		expect(error?.message).toBe("'Completion' must be the same for all items");
		expect(error?.description).toMatch(/^Use an expression that returns the same/);
		expect(setup.count(SUBMIT[node[0]])).toBe(0);
	});

	const lacking = [
		['return', null],
		[null, 'wait'],
		['return', ''],
	];

	it.each(inTurn(lacking))('refuses a choice that an item lacks: %j', async (choices, node) => {
		const { error } = await run(node, choices);
		expect(error?.message).toBe("'Completion' is missing");
		expect(setup.count(SUBMIT[node[0]])).toBe(0);
	});

	it.each(nodes)('of %s adds the callback to all items where it does not wait', async (...node) => {
		const { error } = await run(node, ['return', ' Return']);
		expect(error).toBeUndefined();
		const added = expect.objectContaining({ callback: expect.any(String) });
		expect(setup.bodies(SUBMIT[node[0]])).toEqual([added, added]);
	});

	it.each(nodes)('of %s adds none where it waits', async (...node) => {
		const { json, error } = await run(node, ['wait', 'Wait'], { validateOnly: true });
		expect(error).toBeUndefined();
		const none = expect.not.objectContaining({ callback: expect.anything() });
		expect(json.map(({ request }) => request)).toEqual([none, none]);
	});
});

const node = new DigitalHumanTaskTrigger();

/** The credential of the engine's nodes. */
const credentials: INode['credentials'] = { digitalHumanApi: { id: '1', name: 'API' } };

let made = 0;

/** A workflow with a trigger that has an address of its own. */
function publication(options: INodeParameters = {}, more: Partial<Publication> = {}): Publication {
	const id = String(made++);
	return {
		node,
		workflow: { id, name: `Workflow ${id}` },
		trigger: {
			webhookId: `id-${id}`,
			credentials,
			parameters: { triggerOn: 'finished', taskKinds: [], options },
		},
		...more,
	};
}

const addressOf = ({ trigger }: Publication) =>
	`https://n8n.example.com/webhook/${trigger.webhookId}/digital-human`;

describe('A workflow with a Task Callback Trigger', () => {
	const setup = setUp();
	const offered = async () => {
		const { results } = await setup.engine
			.search(compose(), 'searchCallbackWorkflows')
			.catch(() => ({ results: [] }));
		return results.map(({ name, value }) => [name, value]);
	};
	const publish = async (workflow: Publication) => await runHook(workflow, 'checkExists');
	const unpublish = async (workflow: Publication) => await runHook(workflow, 'delete');

	it('is offered by name, with its production address, from publishing to unpublishing', async () => {
		const workflow = publication();
		expect(await offered()).toEqual([]);
		expect(await publish(workflow)).toBe(true);
		expect(await offered()).toEqual([[workflow.workflow.name, addressOf(workflow)]]);
		expect(await unpublish(workflow)).toBe(true);
		expect(await offered()).toEqual([]);
	});

	it('is offered once, under its new name, when it is published again', async () => {
		const workflow = publication();
		await publish(workflow);
		await publish({ ...workflow, workflow: { ...workflow.workflow, name: 'Renamed' } });
		expect(await offered()).toEqual([['Renamed', addressOf(workflow)]]);
		await unpublish(workflow);
	});

	it('is told apart by its ID from another one of the same name', async () => {
		const [one, other] = [publication(), publication()];
		const named = ({ workflow, ...more }: Publication): Publication => ({
			...more,
			workflow: { ...workflow, name: 'Same' },
		});
		for (const workflow of [one, other]) await publish(named(workflow));
		expect((await offered()).map(([name]) => name)).toEqual(
			[one, other].map(({ workflow }) => `Same (ID ${workflow.id})`),
		);
		for (const workflow of [one, other]) await unpublish(workflow);
	});

	it('is not offered while the editor listens, and stays offered when it ends to listen', async () => {
		const workflow = publication();
		const listening = { ...workflow, isTest: true };
		await publish(listening);
		expect(await offered()).toEqual([]);
		await publish(workflow);
		await publish(listening);
		await unpublish(listening);
		expect(await offered()).toHaveLength(1);
		await unpublish(workflow);
	});

	it('is not offered with a secret of its own, which would have to travel', async () => {
		const own = publication({ secretFrom: 'own', secret: 'abc' });
		await publish(own);
		expect(await offered()).toEqual([]);
		const before = publication();
		await publish(before);
		expect(await offered()).toHaveLength(1);
		await publish({ ...own, trigger: { ...own.trigger, webhookId: before.trigger.webhookId } });
		expect(await offered()).toEqual([]);
	});

	it('is offered without a secret in its address: the node that submits adds it', async () => {
		for (const secretFrom of ['none', 'credential']) {
			const workflow = publication({ secretFrom });
			await publish(workflow);
			expect(await offered()).toEqual([[workflow.workflow.name, addressOf(workflow)]]);
			await unpublish(workflow);
		}
	});

	it.each<[string, INode['credentials']]>([
		['another credential', { digitalHumanApi: { id: '2', name: 'API' } }],
		['no credential', undefined],
		['a credential that n8n does not know by ID', { digitalHumanApi: { id: null, name: 'API' } }],
	])('is not offered to others: %s', async (_, other) => {
		const workflow = publication({ secretFrom: 'none', verify: false });
		workflow.trigger.credentials = other;
		await publish(workflow);
		expect(await offered()).toEqual([]);
	});

	// Anyone could find the secret of an empty one.
	it.each(['', ' ', '\u200B'])(
		'does not go live with an access token of %j',
		async (accessToken) => {
			const workflow = publication({}, { credential: { ...setup.credential, accessToken } });
			await expect(publish(workflow)).rejects.toThrow("'Access Token' of the credential is empty");
			expect(await offered()).toEqual([]);
			await publish({ ...workflow, credential: setup.credential });
			expect(await offered()).toHaveLength(1);
			await unpublish(workflow);
		},
	);

	it('is not offered when it cannot go live', async () => {
		const broken = publication({ secretFrom: '={{ "nobody" }}' });
		await expect(publish(broken)).rejects.toThrow("'Secret in the Address' must be");
		expect(await offered()).toEqual([]);
	});
});

/** Every question has a time limit of its own. */
describe('The time that a callback takes', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const call = async (id: string): Promise<Answer> =>
		await callWebhook({
			node,
			parameters: { options: { secretFrom: 'none' } },
			credential: setup.credential,
			staticData: {},
			body: finishedVideo(id),
		});
	const pausing = compose({ completion: 'pause' });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	it('is half a minute, also for a second one while the first is checked', async () => {
		const { run } = await setup.engine.run(pausing);
		const id = setup.service.tasks().at(-1)?.id ?? '';
		const paused = async () => await callPaused(setup.service, pausing, run, finishedVideo(id));
		const first = [paused(), call(id)];
		await delay(5_000);
		const answers = await Promise.all([...first, paused(), call(id)]);
		for (const { status, items, afterMs } of answers) {
			expect({ status, items }).toEqual({ status: 503 });
			expect(afterMs).toBeLessThan(32_000);
		}
	});

	it('is half a minute where the service hangs, however the calls overlap', async () => {
		const { run } = await setup.engine.run(pausing);
		const id = setup.service.tasks().at(-1)?.id ?? '';
		setup.fault('video_list', { kind: 'never' }, { times: Infinity });
		const answers = await Promise.all(
			[0, 3_000, 11_000, 25_000, 29_000].map(async (begunMs) => {
				await delay(begunMs);
				const one = call(id);
				return [await callPaused(setup.service, pausing, run, finishedVideo(id)), await one];
			}),
		);
		for (const { status, items, afterMs } of answers.flat()) {
			expect({ status, items }).toEqual({ status: 503 });
			expect(afterMs).toBeLessThan(31_000);
		}
	});

	it('is over two minutes after a success was seen that has no result: it has failed', async () => {
		const { run } = await setup.engine.run(pausing);
		const id = setup.service.tasks().at(-1)?.id ?? '';
		setup.service.settle(id, { record: { video_url: '' } });
		const callBack = async () => [
			await callPaused(setup.service, pausing, run, finishedVideo(id)),
			await call(id),
		];
		for (const { status } of await callBack()) expect(status).toBe(503);
		await delay(100_000);
		for (const { items } of await callBack()) {
			expect(items).toMatchObject([{ json: { taskId: id, state: 'failed' } }]);
		}
	});

	it('250 for unknown tasks cost at most 125 list requests, however they arrive', async () => {
		for (const gapMs of [0, 40]) {
			setup.service.journal.clear();
			const answers = await Promise.all(
				range(250).map(async (index) => {
					await delay(index * gapMs);
					return await call(`${7_000_000 + index}`);
				}),
			);
			// On a busy machine, some get no answer of the service in time.
			for (const { status, items } of answers) {
				expect(items).toBeUndefined();
				expect([404, 503]).toContain(status);
			}
			expect(setup.service.journal.count()).toBeLessThanOrEqual(125);
		}
	});

	it.each<[string, Fault]>([
		['asks for ten minutes', { kind: 'status', status: 503, headers: { 'retry-after': '600' } }],
		['is not there', { kind: 'status', status: 503 }],
		['never answers', { kind: 'never' }],
		['answers 50000', { kind: 'code', code: 50000 }],
		['answers 40001', { kind: 'code', code: 40001 }],
	])('parks soon enough for n8n to let calls in: the service %s', async (_, fault) => {
		setup.fault('video_list', fault, { times: Infinity });
		const begun = Date.now();
		const result = await setup.engine.run(pausing);
		expect(Date.now() - begun).toBeLessThan(30_000);
		expect(result.run.status).toBe('waiting');
		expect(setup.accepted(CREATE)).toBe(1);
		expect(hintsOf(result).join()).toContain('could not be read');
	});
});
