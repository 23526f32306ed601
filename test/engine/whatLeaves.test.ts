import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { range } from 'lodash';
import { storedFile } from '../support/engine/binaries';
import {
	chosen,
	compose,
	CREATE,
	library,
	uploadFrom,
	uploadOf,
	VOICE,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { secretOf } from '../../nodes/shared/run/callback';
import { callWebhook, TRIGGER_PATH } from '../support/engine/webhook';
import { CredentialsHelper } from '../support/engine/engine';
import { ExecuteContext } from '../support/engine/core';

const LIP_SYNC = 'video_lip_sync/create';

/** Settings that mean something for a voice only, beside one that also holds for a recording. */
const voiceSettings = { speed: 1.5, pitch: 1.2, volume: 50 };

describe('What leaves the machine', () => {
	const setup = setUp();
	const bodies = (operation: string) =>
		setup.requests(operation).map(({ body }) => body as Record<string, unknown>);

	it('is one upload for each purpose that a file is used for', async () => {
		const file = await storedFile({ bytes: 5_000 });
		const run = uploadOf([file, file, file], { purpose: '={{ $json.purpose }}' });
		const items = run.items?.map((item, index) => ({
			...item,
			json: { purpose: ['video_translation', 'lip_sync_video', 'video_translation'][index] },
		}));
		const { json } = await setup.run({ ...run, items });
		expect(json.map(({ purpose }) => purpose)).toEqual([
			'video_translation',
			'lip_sync_video',
			'video_translation',
		]);
		expect(json[2]?.fileId).toBe(json[0]?.fileId);
		expect(json[1]?.fileId).not.toBe(json[0]?.fileId);
		const sent = setup.requests('common/create_upload_url').map(({ query }) => query.service);
		expect(sent.sort()).toEqual(['lip_sync_video', 'video_translation']);
	});

	it('asks the source of a file for it uncompressed', async () => {
		const { url } = setup.service.storage.source({ bytes: 5_000 });
		expect((await setup.engine.run(uploadFrom(url))).error).toBeUndefined();
		const encodings = setup.requests('source').map(({ headers }) => headers['accept-encoding']);
		expect(encodings).toEqual(['identity']);
	});

	const recording = async () => ({
		json: { from: 'audio' },
		binary: {
			video: (await storedFile({ bytes: 9_000, name: 'a.mp4' })).binary,
			speech: (await storedFile({ bytes: 5_000, name: 'a.mp3', mimeType: 'audio/mpeg' })).binary,
		},
	});

	const withRecording: INodeParameters = {
		audioType: '={{ $json.from }}',
		audioFileSource: 'inputFile',
		audioFileInputField: 'speech',
		additionalFields: voiceSettings,
		voiceId: chosen(VOICE),
		completion: 'return',
	};

	it('has no settings of the voice for a composed video with a recording', async () => {
		await setup.run(compose(withRecording, { items: [await recording()] }));
		expect(bodies(CREATE).map(({ audio }) => audio)).toEqual([
			{ type: 'audio', file_id: expect.any(String), volume: 50 },
		]);
	});

	it('has no settings of the voice for a lip-sync video with a recording', async () => {
		await setup.run({
			type: 'digitalHumanLipSync',
			parameters: {
				...withRecording,
				videoFileSource: 'inputFile',
				videoFileInputField: 'video',
			},
			items: [await recording()],
		});
		expect(bodies(LIP_SYNC)).toHaveLength(1);
		expect(bodies(LIP_SYNC)[0]).toMatchObject({ audio_type: 'audio', volume: 50 });
		expect(bodies(LIP_SYNC)[0]).not.toHaveProperty('tts_config');
	});

	it('is a pause no longer than its time limit', async () => {
		setup.service.fate({ seconds: Infinity });
		const before = Date.now();
		const { run } = await setup.engine.run(
			compose({ completion: 'pause', options: { timeLimit: 30 } }),
		);
		expect(run.status).toBe('waiting');
		const minutes = ((run.waitTill?.getTime() ?? 0) - before) / 60_000;
		expect(minutes).toBeGreaterThanOrEqual(30);
		expect(minutes).toBeLessThan(30 + (Date.now() - before) / 60_000 + 0.01);
	});
});

const PERSONS = 'list_common_dp';

const video = { status: 20, progress: 100, video_url: 'https://result.example/v.mp4' };

/** Outside an execution, n8n takes longer to read a credential than a request takes. */
describe('The credential is read', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const credential = () => ({ baseUrl: setup.service.url, accessToken: setup.service.token });
	const pages = () => setup.requests(PERSONS);
	let read: jest.Spied<CredentialsHelper['getDecrypted']>;

	beforeEach(() => {
		read = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	});
	afterEach(() => read.mockRestore());

	it('once for a list in the editor, however many pages it has', async () => {
		const compose = { type: 'digitalHumanComposeVideo', parameters: {} };
		await setup.engine.search(compose, 'searchPersons', 'JAN');
		expect(pages()).toHaveLength(2);
		expect(read).toHaveBeenCalledTimes(1);
		// The next list is another call, which may have another credential.
		await setup.engine.search(compose, 'searchPersons');
		expect(read).toHaveBeenCalledTimes(2);
	});

	it('once for a callback that the trigger admits and verifies', async () => {
		setup.service.fate({ seconds: Infinity });
		const id = await submits.lipSync();
		setup.service.settle(id, {});
		setup.service.journal.clear();
		const { items } = await callWebhook({
			node: new DigitalHumanTaskTrigger(),
			credential: credential(),
			body: { trace_id: 't', code: 0, msg: 'success', data: { ...video, id } },
			query: { secret: secretOf(setup.service.token, TRIGGER_PATH) },
		});
		expect(items).toHaveLength(1);
		expect(setup.requests()).toHaveLength(1);
		expect(read).toHaveBeenCalledTimes(1);
	});

	it('for each request of an execution, so that a new access token counts at once', async () => {
		// For the client, and for the first page.
		read.mockResolvedValueOnce(credential()).mockResolvedValueOnce(credential());
		read.mockResolvedValue({ ...credential(), accessToken: 'another' });
		await setup.engine.run(library('publicPerson', 'getAll', { returnAll: true }));
		expect(pages().map(({ headers }) => headers.access_token)).toEqual([
			setup.service.token,
			'another',
		]);
	});
});

/** What a node asks n8n: for each answer, n8n copies the node or goes through all items. */
const QUESTIONS = ['getNode', 'getInputData'] as const;

const create: INodeParameters = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: 'A fox',
	completion: 'return',
};

describe('What a node asks n8n grows in line with its items', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	const questions = async (type: string, parameters: INodeParameters, items: IDataObject[]) => {
		const spies = QUESTIONS.map((name) => jest.spyOn(ExecuteContext.prototype, name));
		const { json } = await setup.run({ type, parameters, items });
		const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
		spies.forEach((spy) => spy.mockRestore());
		expect(json).toHaveLength(items.length);
		return count;
	};

	/** From ten to twenty items, and from twenty to forty. */
	const growths = async (type: string, parameters: INodeParameters, items: IDataObject[]) => {
		const count = async (most: number) => await questions(type, parameters, items.slice(0, most));
		const [few, some, many] = [await count(10), await count(20), await count(40)];
		return [some - few, many - some] as const;
	};

	it('AI Create', async () => {
		const items = range(40).map(() => ({}));
		const [first, second] = await growths('digitalHumanAiCreate', create, items);
		expect(first).toBeGreaterThan(0);
		expect(second).toBe(2 * first);
	});

	it('Get Task', async () => {
		const tasks: IDataObject[] = [];
		while (tasks.length < 40) {
			tasks.push({ taskId: await submits.fated('aiCreation', { seconds: 0 }) });
		}
		const [first, second] = await growths('digitalHumanGetTask', { downloadResult: false }, tasks);
		expect(second).toBe(2 * first);
	});
});
