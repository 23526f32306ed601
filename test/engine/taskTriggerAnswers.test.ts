/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import type { Fate, Fault } from '../../demo-service';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { callWebhook, type Answer, type Call } from '../support/engine/webhook';
import { quickTime } from '../support/quickTime';

quickTime();

const node = new DigitalHumanTaskTrigger();
const DETAIL = 'video_lip_sync/detail';

const lipSync = (id: string, more: IDataObject = {}): IDataObject => ({
	trace_id: 'trace',
	code: 0,
	msg: 'success',
	data: { id, status: 20, progress: 100, video_url: 'https://forged.example/v.mp4', ...more },
});

const started = (answers: Answer[]) => answers.filter(({ items }) => items);

describe('What the Task Callback Trigger answers', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const submits = new Submits(() => setup.service);

	const call = async (
		id: string,
		parameters: INodeParameters = {},
		more: Partial<Call> = {},
	): Promise<Answer> =>
		await callWebhook({
			node,
			parameters: {
				...parameters,
				options: { secretFrom: 'none', ...(parameters.options as INodeParameters) },
			},
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			staticData: {},
			body: lipSync(id),
			...more,
		});
	const open = async () => {
		setup.service.fate({ seconds: Infinity });
		return await submits.lipSync();
	};
	const settled = async (fate: Fate = {}) => {
		const id = await open();
		setup.service.settle(id, fate);
		return id;
	};

	it('a plain sentence, with nothing of the task in it', async () => {
		const { status, message, items } = await call(await settled());
		expect(status).toBe(200);
		expect(message).toBe('The workflow has been started');
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
		setup.service.faults.add({
			operation: DETAIL,
			fault: { kind: 'code', code: 10400, delayMs: 300 },
		});
		const staticData: IDataObject = {};
		const [first, second] = await Promise.all([
			call(id, {}, { staticData }),
			call(id, {}, { staticData }),
		]);
		expect(first).toMatchObject({ status: 503 });
		expect(second.items).toHaveLength(1);
	});

	it('bridges a failure of the service; asks for the callback again when it does not report the end in time', async () => {
		const [away, lagging, silent, later] = [
			await settled(),
			await settled({ listLagSeconds: 600 }),
			await settled(),
			await settled(),
		];
		const fault = (id: string, what: Fault) =>
			setup.service.faults.add({
				operation: DETAIL,
				times: Infinity,
				when: ({ query }) => query.id === id,
				fault: what,
			});
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
		expect(failed[2]?.afterMs).toBeLessThan(5_000);

		setup.service.faults.clear();
		setup.service.settle(lagging, { listLagSeconds: 0 });
		const again = await Promise.all([lagging, silent, later].map(by));
		expect(started(again)).toHaveLength(3);
	}, 60_000);

	it('many callbacks of one open task share the checks', async () => {
		const id = await open();
		setup.service.journal.clear();
		const answers = Promise.all(
			range(40).map(async (index) => await call(id, {}, { settings: { id: `N${index % 2}` } })),
		);
		await delay(2_500);
		setup.service.settle(id);
		expect(started(await answers)).toHaveLength(2);
		expect(setup.service.journal.count({ operation: DETAIL })).toBeLessThan(12);
	});

	it('an unknown task is given up soon', async () => {
		expect(await call('no such task')).toMatchObject({ status: 404 });
	});

	it('fetches the files before it acknowledges', async () => {
		const files = { downloadResult: true };
		const { status, message, items } = await call(await settled(), files);
		expect({ status, message }).toEqual({
			status: 200,
			message: 'The workflow has been started',
		});
		expect(items?.[0]?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
	});

	it('files that take long: one start, and one answer when they are there', async () => {
		const files = { downloadResult: true };
		const id = await settled();
		setup.service.faults.add({
			operation: 'result',
			times: 1,
			fault: { kind: 'delay', delayMs: 3_000 },
		});
		const staticData: IDataObject = {};
		const first = call(id, files, { staticData });
		await delay(1_000);
		expect(await call(id, files, { staticData })).toMatchObject({
			status: 200,
			message: 'This callback was already received',
		});
		expect(await first).toMatchObject({
			status: 200,
			items: [{ binary: { data: {} } }],
			saved: true,
		});
		expect(await call(id, files, { staticData })).toMatchObject({ status: 200 });
	});

	it('opens no address that only the callback gives', async () => {
		const options = { secretFrom: 'own', secret: 'abc' };
		const url = `${setup.service.storage.url}/source/secret.mp4`;
		setup.service.journal.clear();
		const body = lipSync('77', { video_url: url });
		const query = { secret: 'abc' };
		const unchecked = await call(
			'77',
			{ downloadResult: true, options: { ...options, verify: false } },
			{ body, query },
		);
		const person = { id: '5', type: 'person', status: 2, preview_url: url };
		const voice = { id: '6', type: 'clone', status: 2, audio_path: url };
		const unreported = [
			unchecked,
			await call('5', { downloadResult: true, options }, { body: person, query }),
			await call('6', { downloadResult: true, options }, { body: voice, query }),
		];
		for (const { items } of unreported) {
			expect(items).toMatchObject([{ json: { state: 'succeeded', outputUrls: [url] } }]);
			expect(items?.[0]?.json).not.toHaveProperty('error');
			expect(items?.[0]?.binary).toBeUndefined();
		}
		expect(setup.service.journal.entries()).toEqual([]);
	});
});
