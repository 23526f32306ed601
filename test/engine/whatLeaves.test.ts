import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { range } from 'lodash';
import { storedFile } from '../support/engine/binaries';
import {
	chosen,
	compose,
	CREATE,
	createImage,
	getTask,
	library,
	lipSync,
	uploadFrom,
	VOICE,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { secretOf } from '../../nodes/shared/run/callback';
import { callWebhook, TRIGGER_PATH } from '../support/engine/webhook';
import { CredentialsHelper, type NodeRun } from '../support/engine/engine';
import { ExecuteContext } from '../support/engine/core';

const LIP_SYNC = 'video_lip_sync/create';

/** Settings that mean something for a voice only, beside one that also holds for a recording. */
const voiceSettings = { speed: 1.5, pitch: 1.2, volume: 50 };

describe('What leaves the machine', () => {
	const setup = setUp();
	const bodies = (operation: string) => setup.bodies(operation) as IDataObject[];

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
		const video = { videoFileSource: 'inputFile', videoFileInputField: 'video' };
		await setup.run(lipSync({ ...withRecording, ...video }, { items: [await recording()] }));
		expect(bodies(LIP_SYNC)).toHaveLength(1);
		expect(bodies(LIP_SYNC)[0]).toMatchObject({ audio_type: 'audio', volume: 50 });
		expect(bodies(LIP_SYNC)[0]).not.toHaveProperty('tts_config');
	});

	it('is a pause no longer than its time limit', async () => {
		setup.service.fate({ seconds: Infinity });
		const before = Date.now();
		const node = compose({ completion: 'pause', options: { timeLimit: 30 } });
		const { run } = await setup.engine.run(node);
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
	const credential = () => ({ ...setup.credential });
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
		const id = await submits.fated('lipSync', { seconds: 0 });
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

describe('What a node asks n8n grows in line with its items', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	const questions = async (node: NodeRun, items: IDataObject[]) => {
		const spies = QUESTIONS.map((name) => jest.spyOn(ExecuteContext.prototype, name));
		const { json } = await setup.run({ ...node, items });
		const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
		spies.forEach((spy) => spy.mockRestore());
		expect(json).toHaveLength(items.length);
		return count;
	};

	/** From ten to twenty items, and from twenty to forty. */
	const growths = async (node: NodeRun, items: IDataObject[]) => {
		const count = async (most: number) => await questions(node, items.slice(0, most));
		const [few, some, many] = [await count(10), await count(20), await count(40)];
		return [some - few, many - some] as const;
	};

	it('AI Create', async () => {
		const items = range(40).map(() => ({}));
		const [first, second] = await growths(createImage({ completion: 'return' }), items);
		expect(first).toBeGreaterThan(0);
		expect(second).toBe(2 * first);
	});

	it('Get Task', async () => {
		const tasks = await submits.items('aiCreation', 40, { seconds: 0 });
		const ids = tasks.map(({ taskId }) => ({ taskId }));
		const [first, second] = await growths(getTask([]), ids);
		expect(second).toBe(2 * first);
	});
});
