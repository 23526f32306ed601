/* eslint-disable @n8n/community-nodes/no-restricted-imports */

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, IHookFunctions, INodeParameters } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { secretOf } from '../../nodes/shared/run/callback';
import type { Fate, Fault } from '../../demo-service';
import { DETAILS } from '../support/engine/runs';
import { type Setup, setUp } from '../support/engine/setup';
import { type Answer, type Call, callWebhook, TRIGGER_PATH } from '../support/engine/webhook';

const node = new DigitalHumanTaskTrigger();

const defaults: Record<string, unknown> = Object.fromEntries(
	node.description.properties.map((property) => [property.name, property.default]),
);

const lipSync = (id: string, more: IDataObject = {}): IDataObject => ({
	trace_id: 'trace',
	code: 0,
	msg: 'success',
	data: { id, status: 20, progress: 100, video_url: 'https://forged.example/v.mp4', ...more },
});

const person = (id: string) => ({
	id,
	type: 'person',
	status: 2,
	preview_url: 'https://x.example/p',
});

/** Calls of the trigger, which asks for no secret unless its options say so. */
const callsOf =
	(setup: Setup) =>
	async (body: unknown, parameters: INodeParameters = {}, more: Partial<Call> = {}) => {
		const options = { secretFrom: 'none', ...(parameters.options as INodeParameters) };
		return await callWebhook({
			node,
			parameters: { ...parameters, options },
			credential: setup.credential,
			staticData: {},
			body,
			...more,
		});
	};

/** Whether the trigger goes live. */
const goesLive = async (parameters: IDataObject) =>
	await node.webhookMethods.default.checkExists.call({
		getNode: () => ({ name: 'Trigger', parameters: {} }),
		getNodeParameter: (name: string) => ({ ...defaults, ...parameters })[name],
	} as unknown as IHookFunctions);

/** What the editor asks for. */
const SAMPLE = { mode: 'manual', name: 'setup' } as const;

const RECEIVED = { status: 200, message: 'This callback was already received' };

const OWN = { options: { secretFrom: 'own', secret: 'abc' } };

describe('Task Callback Trigger', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const call = callsOf(setup);
	const settled = async (fate: Fate = {}) =>
		await submits.fated('lipSync', { seconds: 0, ...fate });

	it('outputs what the service says, with the reference of the address', async () => {
		const id = await settled();
		const { items, status } = await call(lipSync(id), {}, { query: { reference: 'order 7' } });
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
		const id = await settled();
		const body = lipSync(id);
		for (const secretFrom of ['credential', 'own', '']) {
			const parameters = { options: { secretFrom, secret: 'abc' } };
			// A choice that is none of the options lets nobody in either.
			const status = secretFrom === '' ? 500 : 403;
			expect(await call(body, parameters)).toMatchObject({ status });
			for (const secret of ['abd', '', ['abc', 'abc']]) {
				expect(await call(body, parameters, { query: { secret } })).toMatchObject({ status });
			}
		}
		const { items } = await call(body, OWN, { query: { secret: 'abc' } });
		expect(items).toHaveLength(1);
	});

	it('without an option asks for the secret of the credential', async () => {
		const body = lipSync(await settled());
		const { credential } = setup;
		const called = async (secret: string) =>
			await callWebhook({ node, credential, body, query: { secret } });
		expect(await called('')).toMatchObject({ status: 403 });
		expect((await called(secretOf(setup.service.token, TRIGGER_PATH))).items).toHaveLength(1);
	});

	it('an empty reference is none', async () => {
		const { items } = await call(lipSync(await settled()), {}, { query: { reference: '' } });
		expect(items).toHaveLength(1);
		expect(items?.[0]?.json).not.toHaveProperty('reference');
	});

	const noSecrets = ['undefined', 'null', '""', '$json.secret', 'NaN', '{}', '[]', 'true'];

	it.each(noSecrets)('with the own secret {{ %s }} nobody is admitted', async (expression) => {
		const secret = `={{ ${expression} }}`;
		const body = lipSync(await settled());
		const own = { options: { secretFrom: 'own', secret } };
		for (const given of ['undefined', 'null', '', 'NaN', '[object Object]', 'true', []]) {
			const query = { secret: given };
			expect(await call(body, own, { query })).toMatchObject({ status: 403 });
		}
		expect(await call(body, own)).toMatchObject({ status: 403 });
	});

	it('an own secret that an expression gives as a number is its digits', async () => {
		const own = { options: { secretFrom: 'own', secret: '={{ 1042 }}' } };
		const query = { secret: '1042' };
		expect((await call(lipSync(await settled()), own, { query })).items).toHaveLength(1);
	});

	it('the secret of the credential opens its own address only, whatever n8n takes it for', async () => {
		const parameters = { options: { secretFrom: 'credential' } };
		const calledWith = async (address: string, path = TRIGGER_PATH) => {
			const query = { secret: secretOf(setup.service.token, address) };
			return await call(lipSync(await settled()), parameters, { query, path });
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
		const id = 'no such task';
		const options = { options: { verify: '={{ undefined }}' } };
		expect(await call(lipSync(id), options)).toMatchObject({ status: 404 });
	});

	it('starts once for a task, over restarts and for calls at the same time', async () => {
		const id = await settled();
		const staticData: IDataObject = {};
		const all = await Promise.all(
			range(20).map(async () => await call(lipSync(id), {}, { staticData })),
		);
		expect(all.filter(({ items }) => items)).toHaveLength(1);
		expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
		const afterRestart = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		expect(JSON.stringify(afterRestart).length).toBeLessThan(200);
		const again = await call(lipSync(id), {}, { staticData: afterRestart });
		expect(again).toMatchObject({ status: 200 });
		expect(again.items).toBeUndefined();
	});

	it('has n8n save every task that it remembers, with and without an answer of its own', async () => {
		const staticData: IDataObject = {};
		for (const downloadResult of [false, true, false]) {
			const stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;
			const more = { staticData: stored };
			const answer = await call(lipSync(await settled()), { downloadResult }, more);
			expect(answer).toMatchObject({ items: [{}], saved: true });
			Object.assign(staticData, JSON.parse(JSON.stringify(stored)));
		}
		expect(await call(lipSync('no such task'), {}, { staticData })).not.toHaveProperty('saved');
	});

	it('remembers a bounded number of tasks', async () => {
		const staticData: IDataObject = {};
		const unchecked = async (index: number) =>
			await call(lipSync(`many-${index}`), { options: { verify: false } }, { staticData });
		for (const index of range(2_100)) await unchecked(index);
		expect(JSON.stringify(staticData).length).toBeLessThan(30_000);
		expect(await unchecked(2099)).toMatchObject({ status: 200 });
		expect(await unchecked(500)).toMatchObject({ status: 200 });
	});

	it('a task that was not confirmed may be called back again', async () => {
		const id = await settled({ outcome: 30, errMsg: 'no mouth' });
		setup.fault('video_lip_sync/detail', { kind: 'code', code: 10400 });
		expect(await call(lipSync(id))).toMatchObject({ status: 503 });
		expect((await call(lipSync(id))).items).toMatchObject([
			{ json: { state: 'failed', errorMessage: 'no mouth' } },
		]);
	});

	it('callbacks that arrive together share the queries', async () => {
		const tasks = await submits.items('lipSync', 60, { seconds: 0 });
		setup.service.journal.clear();
		const answers = await Promise.all(tasks.map(async ({ taskId }) => await call(lipSync(taskId))));
		expect(answers.filter(({ items }) => items)).toHaveLength(60);
		expect(setup.requests().length).toBeLessThanOrEqual(4);
	});

	it('without a way to ask, a person counts only with a secret in the address', async () => {
		expect(await call(person('1'))).toMatchObject({ status: 422 });
		const { items } = await call(person('1'), OWN, { query: { secret: 'abc' } });
		expect(items).toMatchObject([{ json: { taskId: '1', taskKind: 'person' } }]);
	});

	it('a task in progress starts nothing, by what the body says only where the service is not asked', async () => {
		const id = await settled();
		setup.service.journal.clear();
		const body = lipSync(id, { status: 10, video_url: '' });
		const answer = await call(body, { options: { verify: false } });
		expect(answer).toMatchObject({ status: 200, message: 'The task is not finished' });
		expect(answer.items).toBeUndefined();
		expect(setup.requests()).toEqual([]);
		expect((await call(body)).items).toMatchObject([{ json: { state: 'succeeded' } }]);
		const open = await submits.fated('lipSync', { seconds: Infinity });
		expect(await call(lipSync(open, { status: 10, video_url: '' }))).toMatchObject({ status: 503 });
	});

	it('a task with another outcome is checked once, however often it is called back', async () => {
		const id = await settled();
		const more = { staticData: {}, settings: { id: 'failures only' } };
		const again = async () => await call(lipSync(id), { triggerOn: 'failed' }, more);
		const message = 'The trigger ignores tasks with this outcome';
		expect(await again()).toMatchObject({ status: 200, message, saved: true });
		setup.service.journal.clear();
		expect(await again()).toMatchObject(RECEIVED);
		expect(setup.requests()).toEqual([]);
	});

	it.each([
		['another kind', { taskKinds: ['person'] }],
		['another state', { triggerOn: 'failed' }],
	])('%s starts nothing', async (_, parameters) => {
		const id = await settled();
		expect(await call(lipSync(id), parameters)).toMatchObject({ status: 200 });
	});

	it('fetches the result files on demand', async () => {
		const parameters = { downloadResult: true, options: { outputField: 'video' } };
		const good = await call(lipSync(await settled()), parameters);
		expect(good.items?.[0]?.binary?.video).toMatchObject({ mimeType: 'video/mp4' });
		const gone = await settled({ result: 'missing' });
		const { items } = await call(lipSync(gone), parameters);
		expect(items?.[0]?.json).toMatchObject({ taskId: gone, error: expect.any(String) });
	});

	it('in the editor a repeated callback is a test event each time', async () => {
		const id = await settled();
		const test = async () => await call(lipSync(id), {}, { mode: 'manual' });
		expect((await test()).items).toHaveLength(1);
		expect((await test()).items).toHaveLength(1);
	});

	it('in the editor a call of the browser fetches the newest finished task', async () => {
		const id = await settled();
		await submits.fated('lipSync', { seconds: Infinity });
		const { items } = await call({}, {}, SAMPLE);
		expect(items).toMatchObject([{ json: { taskId: id } }]);
		expect(await call({}, {}, { name: 'setup' })).toMatchObject({ status: 405 });
		expect(await call({}, { taskKinds: ['person'] }, SAMPLE)).toMatchObject({ status: 404 });
	});

	it('the sample is the newest of the chosen kinds and states', async () => {
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
	});

	it('never fails, whatever is missing', async () => {
		const without = { credential: undefined };
		const options = { secretFrom: 'credential' };
		expect(await call(lipSync('1'), { options }, without)).toMatchObject({ status: 500 });
		expect(await call(lipSync('1'), {}, without)).toMatchObject({ status: 503 });
		expect(await call({}, {}, { ...without, ...SAMPLE })).toMatchObject({ status: 502 });
	});

	it.each([
		[{ verify: true, secretFrom: 'none' }, /needs a credential/],
		[{ verify: false, secretFrom: 'credential' }, /needs a credential/],
		[{ verify: false, secretFrom: 'own', secret: ' ' }, /'Secret' is missing/],
	])('with %j and no credential it does not go live', async (options, message) => {
		await expect(goesLive({ options })).rejects.toThrow(message);
	});

	it.each([
		['false', 0],
		[' FALSE ', 0],
		['TRUE', 1],
		['', 1],
	])('verifies with the service, or not, by the text %j', async (verify, times) => {
		const body = lipSync(await settled());
		setup.service.journal.clear();
		expect((await call(body, { options: { verify } })).items).toHaveLength(1);
		expect(setup.count()).toBe(times);
	});

	it('the text False has the record of the service output', async () => {
		const { items } = await call(lipSync(await settled()), { options: { simple: 'False' } });
		expect(items).toMatchObject([{ json: { raw: expect.any(Object) } }]);
	});

	it.each<[string, INodeParameters]>([
		['Verify With Service', { options: { verify: 'no' } }],
		['Simplify', { options: { simple: 'no' } }],
		['Download Result', { downloadResult: 'no' }],
	])('with another word for %s it asks nothing and does not go live', async (label, parameters) => {
		const body = lipSync(await settled());
		setup.service.journal.clear();
		expect(await call(body, parameters)).toMatchObject({ status: 500 });
		expect(setup.count()).toBe(0);
		const message = `'${label}' must be true or false, but is no`;
		await expect(goesLive(parameters as IDataObject)).rejects.toThrow(message);
	});
});

const DETAIL = DETAILS.lipSync;
const STARTED = { status: 200, message: 'The workflow has been started' };

const started = (answers: Answer[]) => answers.filter(({ items }) => items);

describe('What the Task Callback Trigger answers', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const { submits } = setup;

	const callWith = callsOf(setup);
	const call = async (id: string, parameters: INodeParameters = {}, more: Partial<Call> = {}) =>
		await callWith(lipSync(id), parameters, more);
	const open = async () => await submits.fated('lipSync', { seconds: Infinity });
	const settled = async (fate: Fate = {}) => {
		const id = await open();
		setup.service.settle(id, fate);
		return id;
	};

	it('a plain sentence, with nothing of the task in it', async () => {
		const { items, ...answer } = await call(await settled());
		expect(answer).toMatchObject(STARTED);
		expect(items).toHaveLength(1);
	});

	it('checks again while the list lags behind the callback', async () => {
		const id = await settled({ listLagSeconds: 2 });
		expect(await call(id)).toMatchObject({ items: [{ json: { state: 'succeeded' } }] });
	});

	it('a forged callback first, the genuine one while it is checked: one start', async () => {
		const id = await open();
		const staticData: IDataObject = {};
		const forged = call(id, {}, { staticData });
		await delay(300);
		setup.service.settle(id);
		const genuine = await call(id, {}, { staticData });
		const answers = [await forged, genuine];
		expect(started(answers)).toHaveLength(1);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('a callback that waits for another one is checked itself when that failed', async () => {
		const id = await settled();
		setup.fault(DETAIL, { kind: 'code', code: 10400, delayMs: 300 });
		const staticData: IDataObject = {};
		const first = call(id, {}, { staticData });
		while (setup.count(DETAIL) === 0) await delay(10);
		expect((await call(id, {}, { staticData })).items).toHaveLength(1);
		expect(await first).toMatchObject({ status: 503 });
	});

	it('bridges a failure of the service; asks for the callback again when it does not report the end in time', async () => {
		const [away, lagging, silent, later] = [
			await settled(),
			await settled({ listLagSeconds: 600 }),
			await settled(),
			await settled(),
		];
		const fault = (id: string, what: Fault) =>
			setup.fault(DETAIL, what, { times: Infinity, when: ({ query }) => query.id === id });
		const back = fault(away, { kind: 'status', status: 503 });
		fault(silent, { kind: 'never' });
		fault(later, { kind: 'code', code: 50000, status: 503, retryAfter: '600' });
		// Nodes of their own do not share their checks.
		const by = async (id: string) => await call(id, {}, { settings: { id } });
		const answers = Promise.all([away, lagging, silent, later].map(by));
		// Leaves room for the longest wait between two checks.
		await delay(12_000);
		back();
		const [bridged, ...failed] = await answers;
		expect(bridged?.items).toHaveLength(1);
		expect(failed.map(({ status }) => status)).toEqual([503, 503, 503]);
		for (const { afterMs } of failed) expect(afterMs).toBeLessThan(45_000);

		setup.service.faults.clear();
		setup.service.settle(lagging, { listLagSeconds: 0 });
		const again = await Promise.all([lagging, silent, later].map(by));
		expect(started(again)).toHaveLength(3);
	});

	it('many callbacks of one open task share the checks', async () => {
		const id = await open();
		setup.service.journal.clear();
		const answers = Promise.all(
			range(40).map(async (index) => await call(id, {}, { settings: { id: `N${index % 2}` } })),
		);
		await delay(2_500);
		setup.service.settle(id);
		expect(started(await answers)).toHaveLength(2);
		expect(setup.count(DETAIL)).toBeLessThan(12);
	});

	it('an unknown task is given up soon', async () => {
		expect(await call('no such task')).toMatchObject({ status: 404 });
	});

	it('fetches the files before it acknowledges', async () => {
		const files = { downloadResult: true };
		const { items, ...answer } = await call(await settled(), files);
		expect(answer).toMatchObject(STARTED);
		expect(items?.[0]?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
	});

	it('files that take long: one start, and one answer when they are there', async () => {
		const files = { downloadResult: true };
		const id = await settled();
		setup.fault('result', { kind: 'delay', delayMs: 3_000 });
		const staticData: IDataObject = {};
		const first = call(id, files, { staticData });
		await delay(1_000);
		expect(await call(id, files, { staticData })).toMatchObject(RECEIVED);
		const items = [{ binary: { data: {} } }];
		expect(await first).toMatchObject({ status: 200, items, saved: true });
		expect(await call(id, files, { staticData })).toMatchObject({ status: 200 });
	});

	it('opens no address that only the callback gives', async () => {
		const url = `${setup.service.storage.url}/source/secret.mp4`;
		setup.service.journal.clear();
		const query = { secret: 'abc' };
		const files = { ...OWN, downloadResult: true };
		const unverified = { ...files, options: { ...OWN.options, verify: false } };
		const person = { id: '5', type: 'person', status: 2, preview_url: url };
		const voice = { id: '6', type: 'clone', status: 2, audio_path: url };
		const unreported = [
			await callWith(lipSync('77', { video_url: url }), unverified, { query }),
			await callWith(person, files, { query }),
			await callWith(voice, files, { query }),
		];
		for (const { items } of unreported) {
			expect(items).toMatchObject([{ json: { state: 'succeeded', outputUrls: [url] } }]);
			expect(items?.[0]?.json).not.toHaveProperty('error');
			expect(items?.[0]?.binary).toBeUndefined();
		}
		expect(setup.requests()).toEqual([]);
	});
});
