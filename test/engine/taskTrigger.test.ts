/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Fate } from '../../demo-service';
import { secretOf } from '../../nodes/shared/callbacks/address';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import {
	byUrl,
	chosen,
	compose,
	CREATE,
	createPerson,
	DETAILS,
	finishedLipSync as finished,
	finishedPerson,
	lipSync,
} from '../support/engine/runs';
import { type Setup, setUp } from '../support/engine/setup';
import { type Kind, SUBMIT, type Submits } from '../support/engine/submits';
import { type Publication, runHook } from '../support/engine/triggers';
import { type Answer, callWebhook, expectNoStart, TRIGGER_PATH } from '../support/engine/webhook';

const node = new DigitalHumanTaskTrigger();

/** What the editor asks for. */
const SAMPLE = { mode: 'manual', name: 'setup' } as const;

const RECEIVED = { status: 200, message: 'This callback was already received' };

const OWN = { options: { secretFrom: 'own', secret: 'abc' } };
const ABC = { query: { secret: 'abc' } };

describe('Task Callback Trigger', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const call: Setup['callTrigger'] = async (...given) => await setup.callTrigger(...given);
	const settled = async (fate: Fate = {}) =>
		await submits.fated('lipSync', { seconds: 0, ...fate });

	it('outputs what the service says, with the reference of the address', async () => {
		const id = await settled();
		const { items, status } = await call(finished(id), {}, { query: { reference: 'order 7' } });
		expect(status).toBe(200);
		expect(items).toEqual([
			{
				json: {
					taskId: id,
					taskKind: 'lipSync',
					state: 'succeeded',
					serviceStatus: '20',
					progress: 100,
					url: expect.stringContaining(id),
					outputUrls: [expect.stringContaining(id)],
					coverUrl: expect.any(String),
					durationSeconds: 12.4,
					createdAt: expect.stringMatching(/^20.*Z$/),
					reference: 'order 7',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('asks for a secret of the credential, or for the own one', async () => {
		const body = finished(await settled());
		for (const secretFrom of ['credential', 'own', '']) {
			const parameters = { options: { secretFrom, secret: 'abc' } };
			expect(await call(body, parameters)).toMatchObject({ status: 403 });
			for (const secret of ['abd', '', ['abc', 'abc']]) {
				const refused = await call(body, parameters, { query: { secret } });
				expect(refused).toMatchObject({ status: 403 });
			}
		}
		expect((await call(body, OWN, ABC)).items).toHaveLength(1);
	});

	it('without an option asks for the secret of the credential', async () => {
		const body = finished(await settled());
		const { credential } = setup;
		const callWith = async (secret: string) =>
			await callWebhook({ node, credential, body, query: { secret } });
		expect(await callWith('')).toMatchObject({ status: 403 });
		expect((await callWith(secretOf(setup.service.token, TRIGGER_PATH))).items).toHaveLength(1);
	});

	const noSecrets = ['undefined', 'null', '""', '$json.secret', 'NaN', '{}', '[]', 'true'];
	const asTexts = ['"undefined"', '" null "', '"NaN"', '"[object Object]"'];

	it.each([...noSecrets, ...asTexts])('nobody is admitted with {{ %s }}', async (expression) => {
		const secret = `={{ ${expression} }}`;
		const body = finished(await settled());
		const own = { options: { secretFrom: 'own', secret } };
		for (const given of ['undefined', 'null', '', 'NaN', '[object Object]', 'true', []]) {
			const query = { secret: given };
			expect(await call(body, own, { query })).toMatchObject({ status: 403 });
		}
		expect(await call(body, own)).toMatchObject({ status: 403 });
	});

	it('the secret of the credential opens its own address only, whatever n8n takes it for', async () => {
		const parameters = { options: { secretFrom: 'credential' } };
		const calledWith = async (address: string, path = TRIGGER_PATH) => {
			const query = { secret: secretOf(setup.service.token, address) };
			return await call(finished(await settled()), parameters, { query, path });
		};
		const host = 'https://n8n.example.com';
		expect((await calledWith(host + TRIGGER_PATH)).items).toHaveLength(1);
		// A proxy takes the front of the path away, or n8n does not know of it.
		expect((await calledWith(`${host}${TRIGGER_PATH}`, '/other')).items).toHaveLength(1);
		const path = `/n8n${TRIGGER_PATH}`;
		expect((await calledWith(host + path, path)).items).toHaveLength(1);
		const other = await calledWith(`${host}/webhook/of-another/digital-human`);
		expect(other).toMatchObject({ status: 403 });
	});

	it('an expression that gives nothing does not switch the verification off', async () => {
		const options = { options: { verify: '={{ undefined }}' } };
		expect(await call(finished('no such task'), options)).toMatchObject({ status: 404 });
	});

	it('starts once for a task, over restarts and for calls at the same time', async () => {
		const body = finished(await settled());
		const staticData: IDataObject = {};
		const all = await Promise.all(range(20).map(async () => await call(body, {}, { staticData })));
		expect(all.filter(({ items }) => items)).toHaveLength(1);
		expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
		const afterRestart = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		expect(JSON.stringify(afterRestart).length).toBeLessThan(200);
		expectNoStart(await call(body, {}, { staticData: afterRestart }), { status: 200 });
	});

	it('has n8n save every task that it remembers, with and without an answer of its own', async () => {
		const staticData: IDataObject = {};
		for (const downloadResult of [false, true, false]) {
			const stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;
			const more = { staticData: stored };
			const answer = await call(finished(await settled()), { downloadResult }, more);
			expect(answer).toMatchObject({ items: [{}], saved: true });
			Object.assign(staticData, JSON.parse(JSON.stringify(stored)));
		}
		expect(await call(finished('no task'), {}, { staticData })).not.toHaveProperty('saved');
	});

	it('a task whose files were under way when n8n died may be called back again', async () => {
		const [slow, quick] = [finished(await settled()), finished(await settled())];
		setup.fault('result', { kind: 'delay', delayMs: 50_000 });
		const files = { downloadResult: true };
		const cutOff = call(slow, files);
		while (setup.count('result') === 0) await delay(10);
		// Meanwhile n8n stores what it remembers, with another task.
		const staticData: IDataObject = {};
		expect(await call(quick, files, { staticData })).toMatchObject({ items: [{}], saved: true });
		const settings = { id: 'of the next process' };
		expect((await call(slow, files, { staticData, settings })).items).toHaveLength(1);
		await cutOff;
	});

	it('without a way to ask, a person counts only with a secret in the address', async () => {
		expect(await call(finishedPerson('1'))).toMatchObject({ status: 422 });
		const { items } = await call(finishedPerson('1'), OWN, ABC);
		expect(items).toMatchObject([{ json: { taskId: '1', taskKind: 'person' } }]);
	});

	it('a task in progress starts nothing, by what the body says only where the service is not asked', async () => {
		const inProgress = { status: 10, video_url: '' };
		const body = finished(await settled(), inProgress);
		setup.service.journal.clear();
		const answer = await call(body, { options: { verify: false } });
		expectNoStart(answer, { status: 200, message: 'The task is not finished' });
		expect(setup.requests()).toEqual([]);
		expect((await call(body)).items).toMatchObject([{ json: { state: 'succeeded' } }]);
		const open = await submits.fated('lipSync', { seconds: Infinity });
		expect(await call(finished(open, inProgress))).toMatchObject({ status: 503 });
	});

	it('a task with another outcome is checked once, however often it is called back', async () => {
		const body = finished(await settled());
		const more = { staticData: {}, settings: { id: 'failures only' } };
		const again = async () => await call(body, { triggerOn: 'failed' }, more);
		const message = 'The trigger ignores tasks with this outcome';
		expect(await again()).toMatchObject({ status: 200, message, saved: true });
		setup.service.journal.clear();
		expect(await again()).toMatchObject(RECEIVED);
		expect(setup.requests()).toEqual([]);
	});

	it('fetches the result files on demand', async () => {
		const parameters = { downloadResult: true, options: { outputField: 'video' } };
		const good = await call(finished(await settled()), parameters);
		expect(good.items?.[0]?.binary?.video).toMatchObject({ mimeType: 'video/mp4' });
		const taskId = await settled({ result: 'missing' });
		const { items } = await call(finished(taskId), parameters);
		expect(items?.[0]?.json).toMatchObject({ taskId, error: expect.any(String) });
	});

	it('in the editor a repeated callback is a test event each time', async () => {
		const body = finished(await settled());
		for (let event = 0; event < 2; event++) {
			expect((await call(body, {}, { mode: 'manual' })).items).toHaveLength(1);
		}
	});

	it('a call of the browser in the editor fetches the newest of the chosen kinds and states', async () => {
		const createdAt = (create_time: number, more: Fate = {}): Fate => ({
			seconds: 0,
			record: { create_time },
			...more,
		});
		const lip = await submits.fated('lipSync', createdAt(1_772_000_100, { outcome: 30 }));
		const old = await submits.fated('composedVideo', createdAt(1_772_000_000));
		const sample = async (parameters: INodeParameters = {}) => {
			const { items } = await call({}, parameters, SAMPLE);
			return items?.map(({ json }) => json.taskId);
		};
		expect(await sample()).toEqual([lip]);
		const video = await submits.fated('composedVideo', createdAt(1_772_000_200));
		expect(await sample()).toEqual([video]);
		expect(await sample({ taskKinds: ['lipSync'] })).toEqual([lip]);
		expect(await sample({ triggerOn: 'failed' })).toEqual([lip]);
		expect(await sample({ triggerOn: 'succeeded' })).not.toContain(old);
		expect(await call({}, {}, { name: 'setup' })).toMatchObject({ status: 405 });
		expect(await call({}, { taskKinds: ['person'] }, SAMPLE)).toMatchObject({ status: 404 });
	});

	it('never fails, whatever is missing', async () => {
		const without = { credential: undefined };
		const options = { secretFrom: 'credential' };
		expect(await call(finished('1'), { options }, without)).toMatchObject({ status: 503 });
		expect(await call(finished('1'), {}, without)).toMatchObject({ status: 503 });
		expect(await call({}, {}, { ...without, ...SAMPLE })).toMatchObject({ status: 502 });
	});

	it.each([
		[{ verify: true, secretFrom: 'none' }, /needs a credential/],
		[{ verify: false, secretFrom: 'credential' }, /needs a credential/],
		[{ verify: false, secretFrom: 'own', secret: ' ' }, /'Secret' is missing/],
		[{ verify: false, secretFrom: 'own', secret: 'undefined' }, /'Secret' is missing/],
		[
			{ verify: false, secretFrom: 'own', secret: 'a+b' },
			/'Secret' has more than letters and digits/,
		],
	])('with %j and no credential it does not go live', async (options, message) => {
		await expect(publish(publication({ options }, {}))).rejects.toThrow(message);
	});

	it.each<[string, INodeParameters]>([
		['Verify With Service', { options: { verify: 'never' } }],
		['Simplify', { options: { simple: 'never' } }],
		['Download Result', { downloadResult: 'never' }],
	])('with another word for %s it asks nothing and does not go live', async (label, parameters) => {
		const body = finished(await settled());
		setup.service.journal.clear();
		expect(await call(body, parameters)).toMatchObject({ status: 503 });
		expect(setup.count()).toBe(0);
		const message = `'${label}' must be true or false, but is never`;
		await expect(publish(publication(parameters, {}))).rejects.toThrow(message);
	});
});

const STARTED = { status: 200, message: 'The workflow has been started' };

const started = (answers: Answer[]) => answers.filter(({ items }) => items);

describe('What the Task Callback Trigger answers', () => {
	const setup = setUp({ limits: false, speed: 1 });

	const open = async () => await setup.submits.fated('lipSync', { seconds: Infinity });
	const settled = async (fate: Fate = {}) => {
		const id = await open();
		setup.service.settle(id, fate);
		return id;
	};
	/** Calls of the same workflow about one task, or about a finished one. */
	const callsOf = async (id?: string, parameters: INodeParameters = {}) => {
		const body = finished(id ?? (await settled()));
		const staticData: IDataObject = {};
		return async () => await setup.callTrigger(body, parameters, { staticData });
	};

	it('checks again while the list lags behind the callback', async () => {
		const call = await callsOf(await settled({ listLagSeconds: 2 }));
		expect(await call()).toMatchObject({ items: [{ json: { state: 'succeeded' } }] });
	});

	it('a forged callback first, the genuine one while it is checked: one start', async () => {
		const id = await open();
		const call = await callsOf(id);
		const forged = call();
		await delay(300);
		setup.service.settle(id);
		const genuine = await call();
		const answers = [await forged, genuine];
		expect(started(answers)).toHaveLength(1);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('a callback that waits for another one is checked itself when that failed', async () => {
		const call = await callsOf();
		setup.fault(DETAILS.lipSync, { kind: 'code', code: 10400, delayMs: 300 });
		const first = call();
		while (setup.count(DETAILS.lipSync) === 0) await delay(10);
		expect((await call()).items).toHaveLength(1);
		expect(await first).toMatchObject({ status: 503 });
	});

	it('files that take long: one start, and one answer when they are there', async () => {
		const call = await callsOf(undefined, { downloadResult: true });
		// Longer than the question to the service may take.
		setup.fault('result', { kind: 'delay', delayMs: 35_000 });
		const first = call();
		await delay(1_000);
		expect(await call()).toMatchObject(RECEIVED);
		const items = [{ binary: { data: { mimeType: 'video/mp4' } } }];
		expect(await first).toMatchObject({ ...STARTED, items, saved: true });
		expect(await call()).toMatchObject({ status: 200 });
	});

	it('opens no address that only the callback gives', async () => {
		const url = `${setup.service.storage.url}/source/secret.mp4`;
		setup.service.journal.clear();
		const files = { ...OWN, downloadResult: true };
		const unverified = { ...files, options: { ...OWN.options, verify: false } };
		const person = { id: '5', type: 'person', status: 2, preview_url: url };
		const voice = { id: '6', type: 'clone', status: 2, audio_path: url };
		const unreported = [
			await setup.callTrigger(finished('77', { video_url: url }), unverified, ABC),
			await setup.callTrigger(person, files, ABC),
			await setup.callTrigger(voice, files, ABC),
		];
		for (const { items } of unreported) {
			expect(items).toMatchObject([{ json: { state: 'succeeded', outputUrls: [url] } }]);
			expect(items?.[0]?.json).not.toHaveProperty('error');
			expect(items?.[0]?.binary).toBeUndefined();
		}
		expect(setup.requests()).toEqual([]);
	});
});

const ADDRESS = 'https://n8n.example.com/webhook/1/digital-human';

const SAME_REQUEST = '2 of 2 items send the same request, and each of them is charged';

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
		expect(hintsOf(result)).toEqual([SAME_REQUEST]);
	});

	it('is submitted without a warning about its own network, where the service is in it too', async () => {
		const result = await setup.run(calling(byUrl('http://172.16.0.5/webhook/1/digital-human')));
		expect(submitted()).toHaveLength(2);
		expect(hintsOf(result)).toEqual([SAME_REQUEST]);
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

describe('Each node that accepts a callback', () => {
	const setup = setUp({ limits: false, personDetailPath: DETAILS.person });
	const choosing = (
		[, nodeWith]: Node,
		choices: string[],
		options: INodeParameters = {},
	): NodeRun => ({
		...nodeWith(setup.submits, { completion: '={{ $json.completion }}', callbackUrl, options }),
		items: choices.map((completion) => ({ completion })),
	});

	it.each(nodes)('%s adds the callback to all items where it does not wait', async (...one) => {
		await setup.run(choosing(one, ['return', ' Return']));
		const added = expect.objectContaining({ callback: expect.any(String) });
		expect(setup.bodies(SUBMIT[one[0]])).toEqual([added, added]);
	});

	it.each(nodes)('%s adds none where it waits', async (...one) => {
		const { json } = await setup.run(choosing(one, ['wait', 'Wait'], { validateOnly: true }));
		const none = expect.not.objectContaining({ callback: expect.anything() });
		expect(json.map(({ request }) => request)).toEqual([none, none]);
	});
});

let made = 0;

/** A workflow with a trigger that has an address of its own, and the credential of the engine's nodes. */
function publication(
	parameters: INodeParameters = {},
	credentials: INode['credentials'] = { digitalHumanApi: { id: '1', name: 'API' } },
): Publication {
	const id = String(made++);
	return {
		node,
		workflow: { id, name: `Workflow ${id}` },
		trigger: {
			webhookId: `id-${id}`,
			credentials,
			parameters: { triggerOn: 'finished', taskKinds: [], options: {}, ...parameters },
		},
	};
}

/** It goes live. */
const publish = async (workflow: Publication) => await runHook(workflow, 'checkExists');

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
	const unpublish = async (workflow: Publication) => await runHook(workflow, 'delete');

	// The node that submits adds the secret to the address.
	it.each([{}, { secretFrom: 'none' }, { secretFrom: 'credential' }])(
		'is offered by name, with its production address, from publishing to unpublishing: %j',
		async (options) => {
			const workflow = publication({ options });
			expect(await offered()).toEqual([]);
			expect(await publish(workflow)).toBe(true);
			expect(await offered()).toEqual([[workflow.workflow.name, addressOf(workflow)]]);
			expect(await unpublish(workflow)).toBe(true);
			expect(await offered()).toEqual([]);
		},
	);

	it('is offered once, under its new name, when it is published again', async () => {
		const workflow = publication();
		await publish(workflow);
		await publish({ ...workflow, workflow: { ...workflow.workflow, name: 'Renamed' } });
		expect(await offered()).toEqual([['Renamed', addressOf(workflow)]]);
		await unpublish(workflow);
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
		const own = publication(OWN);
		await publish(own);
		expect(await offered()).toEqual([]);
		const before = publication();
		await publish(before);
		expect(await offered()).toHaveLength(1);
		await publish({ ...own, trigger: { ...own.trigger, webhookId: before.trigger.webhookId } });
		expect(await offered()).toEqual([]);
	});

	it.each<[string, INode['credentials']]>([
		['another credential', { digitalHumanApi: { id: '2', name: 'API' } }],
		['no credential', {}],
		['a credential that n8n does not know by ID', { digitalHumanApi: { id: null, name: 'API' } }],
	])('is not offered to others: %s', async (_, other) => {
		await publish(publication({ options: { secretFrom: 'none', verify: false } }, other));
		expect(await offered()).toEqual([]);
	});

	// Anyone could find the secret of an empty one.
	it.each(['', ' ', '\u200B'])('does not go live with an access token of %j', async (token) => {
		const workflow = publication();
		const credential = { ...setup.credential, accessToken: token };
		const empty = { ...workflow, credential };
		await expect(publish(empty)).rejects.toThrow("'Access Token' of the credential is empty");
		expect(await offered()).toEqual([]);
		await publish({ ...workflow, credential: setup.credential });
		expect(await offered()).toHaveLength(1);
		await unpublish(workflow);
	});

	it('is not offered when it cannot go live', async () => {
		const broken = publication({ options: { secretFrom: '={{ "nobody" }}' } });
		await expect(publish(broken)).rejects.toThrow("'Secret in the URL' must be");
		expect(await offered()).toEqual([]);
	});
});
