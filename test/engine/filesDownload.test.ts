import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import type { Fate, Fault } from '../../demo-service';
import { sha256 } from '../../demo-service/media/bytes';
import { BinaryDataService, Container } from '../support/engine/core';
import type { NodeRun } from '../support/engine/engine';
import { createImage, getTask, MIB, PAGES } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';

const setup = setUp();

const create = (
	{ downloadResult, ...options }: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => createImage({ downloadResult, options }, more);

/** An answer of another host with another body. */
const instead = (type: string, body: string): Fault => ({
	kind: 'status',
	status: 200,
	headers: { 'content-type': type },
	body,
});

describe('Download Result', () => {
	const expectStored = async (file: IBinaryData | undefined, url: unknown) => {
		const content = await Container.get(BinaryDataService).getAsBuffer(file as IBinaryData);
		const stored = { bytes: content.length, sha256: sha256([content]) };
		expect(stored).toEqual(setup.service.storage.expected(String(url)));
	};
	/** The file of a run, which has to arrive whole. */
	const fetched = async (fate: Fate = {}) => {
		setup.service.fate(fate);
		const { outputs, json } = await setup.run(create());
		const file = outputs[0]?.[0]?.binary?.data;
		await expectStored(file, (json[0]?.outputUrls as string[])[0]);
		return file;
	};

	it('puts the file into the item, with name and type, and keeps the address', async () => {
		expect(await fetched()).toMatchObject({
			mimeType: 'image/png',
			fileExtension: 'png',
			fileName: expect.stringMatching(/\.png$/),
			id: expect.stringMatching(/^filesystem/),
		});
	});

	it('puts further files into further fields', async () => {
		setup.service.fate({ results: 3 });
		const { outputs, json } = await setup.engine.run(create({ outputField: 'picture' }));
		const { binary = {} } = outputs[0]?.[0] ?? {};
		expect(Object.keys(binary)).toEqual(['picture', 'picture_1', 'picture_2']);
		await expectStored(binary.picture_2, (json[0]?.outputUrls as string[])[2]);
	});

	it.each<[string, Fate]>([
		['of many megabytes', { bytes: 20 * MIB }],
		['whose length is not announced', { result: 'noLength', bytes: 100_000 }],
		['that comes compressed although it was not asked for', { result: 'gzip', bytes: 200_000 }],
	])('fetches a file whole %s', async (_, fate) => {
		await fetched(fate);
	});

	it.each<[string, Fault]>([
		['instead of JSON', instead('application/json', '{"code":403,"message":"expired"}')],
		['that is not there yet', { kind: 'status', status: 202, body: 'In progress' }],
		['that is empty yet', { kind: 'status', status: 204, body: '' }],
	])('fetches a file again %s', async (_, fault) => {
		setup.fault('result', fault);
		expect(await fetched({ bytes: 3 * MIB })).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it('fetches a file when its server said that it would be ready', async () => {
		const fault = { kind: 'status', status: 503, headers: { 'retry-after': '20' } } as const;
		setup.fault('result', fault);
		await fetched();
		const [first = 0, second = 0, ...others] = setup.requests('result').map(({ time }) => time);
		expect(second - first).toBeGreaterThanOrEqual(20_000);
		expect(others).toEqual([]);
	});

	it.each<[string, Fault, RegExp]>([
		[
			'a message, whatever it is announced as',
			instead('video/mp4', '{"error":"Sign in first"}'),
			/returned a message \(JSON\)\. Its URL may have expired/,
		],
		[
			'the beginning, where the rest does not come',
			{ kind: 'stall', at: 0.6 },
			/downloaded completely: 127\.0\.0\.1:\d+ sent nothing for 60 seconds/,
		],
	])('does not take for a file: %s', async (_, fault, message) => {
		setup.always('result', fault);
		expect((await setup.fails(create(), message)).json).toEqual([]);
	});

	it.each<[Fault, RegExp]>([
		[{ kind: 'status', status: 503 }, /returned no file \(HTTP 503\)/],
		[{ kind: 'status', status: 405 }, /returned no file \(HTTP 405\)/],
		[{ kind: 'redirect', location: '/results/' }, /redirects more than 10 times/],
	])('advises nothing about a URL that nobody has entered: %j', async (fault, message) => {
		setup.always('result', fault);
		const { said } = await setup.fails(create(), message);
		expect(said).toMatch(/Try again later\. .*can connect to that host\. Task ID: \d+/);
		expect(said).not.toContain('the URL');
	});

	it.each([
		['truncated', /could not be downloaded completely.*Task ID: \d+/],
		['missing', /has no such file \(HTTP 404\)\. Its URL may have expired\. Task ID: \d+/],
		['expired', /denied access \(HTTP 403\)\. Its URL may have expired\. Task ID: \d+/],
		['empty', /is empty.*Task ID: \d+/],
		['html', /returned a web page.*Task ID: \d+/],
	] as const)('fails the item when the result is %s', async (result, message) => {
		setup.service.fate({ result, bytes: 500_000 });
		await setup.fails(create(), message);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});
});

describe('With Retry On Fail', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
	/** Has the last of some files denied in the first two tries of the node, each of which asks for it twice. */
	const denyLast = () => {
		const isLast = ({ path }: { path: string }) => path.endsWith('-3.png');
		setup.fault('result', { kind: 'status', status: 403 }, { times: 4, when: isLast });
	};
	const requestsOf = (number: number) =>
		setup.requests('result').filter(({ path }) => path.endsWith(`-${number}.png`)).length;

	it('a result file that has arrived is not downloaded again', async () => {
		setup.service.fate({ results: 4 });
		denyLast();
		const { outputs } = await setup.run(create({}, { settings }));
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toHaveLength(4);
		expect(range(4).map(requestsOf)).toEqual([1, 1, 1, 5]);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(1);
	});

	it('Get Task does not download it again either', async () => {
		setup.service.fate({ results: 4 });
		const [task] = (await setup.run(create({ downloadResult: false }))).json;
		denyLast();
		const node = getTask([{ taskId: task?.taskId }], { downloadResult: true }, { settings });
		const { outputs } = await setup.run(node);
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toHaveLength(4);
		expect(range(4).map(requestsOf)).toEqual([1, 1, 1, 5]);
	});
});

const createSome = (items = 1): NodeRun =>
	createImage({ downloadResult: undefined }, { items: range(items).map((n) => ({ n })) });

describe('A result file whose address has expired', () => {
	it('is fetched from its current one', async () => {
		// The service gives out addresses that are not valid any more when the first one is opened.
		const change = (right: string) => right.replaceAll('/results/', '/results/old/');
		const expiring = setup.always(PAGES.aiCreation, { kind: 'text', change });
		let checks: number | undefined;
		setup.onRequest('result', () => {
			expiring();
			checks ??= setup.count(PAGES.aiCreation);
		});
		const { outputs, json } = await setup.run(createSome(2));
		for (const { outputUrls } of json) {
			expect(outputUrls).toEqual([expect.not.stringContaining('/old/')]);
		}
		for (const { binary } of outputs[0] ?? []) {
			expect(binary?.data).toMatchObject({ mimeType: 'image/png' });
		}
		// One request for each.
		expect(setup.count(PAGES.aiCreation) - (checks ?? 0)).toBe(2);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it.each([401, 403, 404, 410])('is tried once more after HTTP %d', async (status) => {
		setup.fault('result', { kind: 'status', status });
		const { outputs } = await setup.run(createSome());
		expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		expect(setup.count('result')).toBe(2);
	});

	it('fails its item with what its host said, when the service cannot be asked again', async () => {
		const when = () => {
			setup.always(PAGES.aiCreation, { kind: 'code', code: 10400 });
			return true;
		};
		setup.fault('result', { kind: 'status', status: 403 }, { when });
		await setup.fails(createSome(), /denied access \(HTTP 403\).*Task ID: \d+/);
	});
});
