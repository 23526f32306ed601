import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { range } from 'lodash';
import { sha256 } from '../../demo-service/media/bytes';
import { BinaryDataService, Container } from '../support/engine/core';
import type { NodeRun } from '../support/engine/engine';
import { createImage, getTask, goingOn, MIB, PAGES, triedTwice } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';

const create = (
	{ downloadResult, ...options }: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => createImage({ downloadResult, options }, more);

describe('Download Result', () => {
	const setup = setUp();

	const stored = async (file: IBinaryData | undefined) => {
		const content = await Container.get(BinaryDataService).getAsBuffer(file as IBinaryData);
		return { bytes: content.length, sha256: sha256([content]) };
	};
	const expectWhole = async () => {
		const { outputs, json } = await setup.run(create());
		const [url] = json[0]?.outputUrls as string[];
		expect(await stored(outputs[0]?.[0]?.binary?.data)).toEqual(expected(url));
	};
	/** The file of a run. */
	const fetched = async () => (await setup.run(create())).outputs[0]?.[0]?.binary?.data;
	const expected = (url: unknown) => setup.service.storage.expected(String(url));

	it('puts the file into the item, with name and type, and keeps the address', async () => {
		const { outputs, json } = await setup.run(create());
		const file = outputs[0]?.[0]?.binary?.data;
		expect(file).toMatchObject({
			mimeType: 'image/png',
			fileExtension: 'png',
			fileName: expect.stringMatching(/\.png$/),
			id: expect.stringMatching(/^filesystem/),
		});
		expect(await stored(file)).toEqual(expected((json[0]?.outputUrls as string[])[0]));
	});

	it('puts further files into further fields', async () => {
		setup.service.fate({ results: 3 });
		const { outputs, json } = await setup.engine.run(create({ outputField: 'picture' }));
		const { binary = {} } = outputs[0]?.[0] ?? {};
		expect(Object.keys(binary)).toEqual(['picture', 'picture_1', 'picture_2']);
		const urls = json[0]?.outputUrls as string[];
		expect(await stored(binary.picture_2)).toEqual(expected(urls[2]));
	});

	it('fetches a file of many megabytes whole', async () => {
		setup.service.fate({ bytes: 20 * MIB });
		await expectWhole();
	});

	it('takes a file whose length is not announced', async () => {
		setup.service.fate({ result: 'noLength', bytes: 100_000 });
		expect((await fetched())?.bytes).toBe(100_000);
	});

	it('takes a file that comes compressed although it was not asked for', async () => {
		setup.service.fate({ result: 'gzip', bytes: 200_000 });
		await expectWhole();
	});

	it('fetches a file again in the place of which a web page comes', async () => {
		const page = { headers: { 'content-type': 'image/png' }, body: '<html lang="en">' };
		setup.fault('result', { kind: 'status', status: 200, ...page });
		await expectWhole();
		expect(setup.count('result')).toBe(2);
	});

	it.each([
		['application/json', '{"code":403,"message":"request has expired"}'],
		['application/problem+json', '\n{"title":"Forbidden"}'],
		['application/xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
		['text/xml', '<Error><Code>AccessDenied</Code></Error>'],
	])('fetches a file again in the place of which a message comes: %s', async (type, body) => {
		const fault = { kind: 'status', status: 200, headers: { 'content-type': type }, body } as const;
		setup.fault('result', fault);
		expect(await fetched()).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it.each([202, 204])('fetches a file again that is not there yet: HTTP %d', async (status) => {
		const body = status === 204 ? '' : 'In progress';
		setup.fault('result', { kind: 'status', status, body });
		expect(await fetched()).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it('fetches a file again that arrives cut off', async () => {
		setup.fault('result', { kind: 'cut', at: 0.5 }, { times: 2 });
		setup.service.fate({ bytes: 3 * MIB });
		await expectWhole();
		expect(setup.count('result')).toBe(3);
	});

	it('fetches a file when its server said that it would be ready', async () => {
		setup.unavailable('result');
		expect(await fetched()).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it.each([
		['truncated', /could not be downloaded completely/],
		['missing', /has no such file \(HTTP 404\)/],
		['expired', /denied access \(HTTP 403\)/],
		['empty', /is empty/],
		['html', /returned a web page/],
		['page', /returned a web page/],
	] as const)('fails the item when the result is %s', async (result, message) => {
		setup.service.fate({ result, bytes: 500_000 });
		const { error } = await setup.engine.run(create());
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/Task ID: \d+/);
		expect(setup.accepted('ai_creation/task/submit')).toBe(1);
	});

	it('keeps the task in the item where the workflow continues after errors', async () => {
		setup.service.fate(({ index }) => ({ result: index === 0 ? 'missing' : 'ok' }));
		const items = [{ n: 1 }, { n: 2 }];
		const { json, outputs } = await setup.engine.run(create({}, { items, ...goingOn }));
		const failed = json.findIndex((entry) => 'error' in entry);
		expect(json[failed]).toMatchObject({
			error: expect.stringMatching(/has no such file/),
			details: { taskId: expect.any(String), outputUrls: [expect.any(String)] },
		});
		expect(outputs[0]?.[1 - failed]?.binary).toHaveProperty('data');
	});

	it('does not pay again when only the download failed', async () => {
		setup.fault('result', { kind: 'status', status: 404 }, { times: 2 });
		const { outputs } = await setup.run(create({}, triedTwice));
		expect(outputs[0]?.[0]?.binary).toHaveProperty('data');
		expect(setup.accepted('ai_creation/task/submit')).toBe(1);
	});

	it('leaves failed tasks and tasks in progress as they are', async () => {
		setup.service.fate({ outcome: 'Error' });
		const { json, outputs } = await setup.engine.run(create({ onTaskFailure: 'output' }));
		expect(json[0]).toMatchObject({ state: 'failed' });
		expect(outputs[0]?.[0]?.binary).toBeUndefined();
	});

	it('works in Get Task too, now and looping', async () => {
		const { json } = await setup.engine.run(create());
		for (const whenNotFinished of ['now', 'wait', 'pauseAndLoop']) {
			const items = [{ ...json[0], state: 'inProgress' }];
			const download = { whenNotFinished, downloadResult: undefined };
			const { outputs } = await setup.run(getTask(items, download));
			const [item] = outputs.flat();
			expect(item?.json).toMatchObject({ state: 'succeeded' });
			expect(item?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		}
	});

	it('sends a lost file of a loop to the output for failures', async () => {
		setup.service.fate({ result: 'missing' });
		const { json } = await setup.engine.run(create({ downloadResult: false }));
		const items = [{ taskId: json[0]?.taskId, taskKind: 'aiCreation' }];
		const download = { whenNotFinished: 'pauseAndLoop', downloadResult: true };
		const { outputs } = await setup.engine.run(getTask(items, download, goingOn));
		expect(outputs.map(({ length }) => length)).toEqual([0, 0, 1]);
	});
});

const createSome = (items = 1): NodeRun =>
	createImage({ downloadResult: undefined }, { items: range(items).map((n) => ({ n })) });

describe('A result file whose address has expired', () => {
	const setup = setUp();

	/** Lets the service give out addresses that are not valid any more when the first one is opened. */
	const expireAtFirstUse = () => {
		const change = (right: string) => right.replaceAll('/results/', '/results/old/');
		const always = { times: Infinity };
		const expiring = setup.fault(PAGES.aiCreation, { kind: 'text', change }, always);
		let checks: number | undefined;
		setup.onRequest('result', () => {
			expiring();
			checks ??= setup.count(PAGES.aiCreation);
		});
		return { checksAfterwards: () => setup.count(PAGES.aiCreation) - (checks ?? 0) };
	};

	it('is fetched from its current one, which is output too', async () => {
		expireAtFirstUse();
		const { outputs, json } = await setup.run(createSome());
		expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		expect(json[0]?.outputUrls).toEqual([expect.not.stringContaining('/old/')]);
		expect(setup.accepted('ai_creation/task/submit')).toBe(1);
	});

	it('takes one request for the tasks of all items', async () => {
		const { checksAfterwards } = expireAtFirstUse();
		const { outputs } = await setup.run(createSome(5));
		expect(outputs[0]?.every(({ binary }) => binary?.data)).toBe(true);
		expect(checksAfterwards()).toBe(1);
	});

	it.each([401, 403, 404, 410])('is tried once more after HTTP %d', async (status) => {
		setup.fault('result', { kind: 'status', status });
		const { outputs } = await setup.run(createSome());
		expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it('fails its item with what its host said, when the service cannot be asked again', async () => {
		const when = () => {
			setup.fault(PAGES.aiCreation, { kind: 'code', code: 10400 }, { times: Infinity });
			return true;
		};
		setup.fault('result', { kind: 'status', status: 403 }, { when });
		const { error } = await setup.engine.run(createSome());
		expect(error?.message).toMatch(/denied access \(HTTP 403\)/);
		expect(error?.description).toMatch(/Task ID: \d+/);
	});
});
