import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chosen, compose, CREATE, VOICE } from '../support/composeVideoCase';
import { storedFile } from '../support/engine/binaries';
import { setUpUploads, uploadFrom, uploadOf } from '../support/engine/uploads';

const LIP_SYNC = 'video_lip_sync/create';

/** Settings that mean something for a voice only, beside one that also holds for a recording. */
const voiceSettings = { speed: 1.5, pitch: 1.2, volume: 50 };

describe('What leaves the machine', () => {
	const setup = setUpUploads();
	const bodies = (operation: string) =>
		setup.requests(operation).map(({ body }) => body as Record<string, unknown>);

	it('is one upload for each purpose that a file is used for', async () => {
		const file = await storedFile({ bytes: 5_000 });
		const run = uploadOf([file, file, file], { purpose: '={{ $json.purpose }}' });
		const items = run.items?.map((item, index) => ({
			...item,
			json: { purpose: ['video_translation', 'lip_sync_video', 'video_translation'][index] },
		}));
		const { json, error } = await setup.engine.run({ ...run, items });
		expect(error).toBeUndefined();
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
		const { error } = await setup.engine.run(
			compose(withRecording, { items: [await recording()] }),
		);
		expect(error).toBeUndefined();
		expect(bodies(CREATE).map(({ audio }) => audio)).toEqual([
			{ type: 'audio', file_id: expect.any(String), volume: 50 },
		]);
	});

	it('has no settings of the voice for a lip-sync video with a recording', async () => {
		const { error } = await setup.engine.run({
			type: 'digitalHumanLipSync',
			parameters: {
				...withRecording,
				videoFileSource: 'inputFile',
				videoFileInputField: 'video',
			},
			items: [await recording()],
		});
		expect(error).toBeUndefined();
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
