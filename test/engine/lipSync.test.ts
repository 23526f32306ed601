import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile, type InputFileOptions } from '../support/engine/binaries';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/clock';
import { byExpression, chosen, given, goingOn, lipSync, VOICE } from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import { pairsOf } from '../support/engine/outputs';

const CREATE = SUBMIT.lipSync;
const item = async (files: Record<string, InputFileOptions>) => {
	const stored = await Promise.all(
		Object.entries(files).map(async ([name, file]) => [name, (await storedFile(file)).binary]),
	);
	return { json: {}, binary: Object.fromEntries(stored) };
};

const video: InputFileOptions = { bytes: 9_000, name: 'speaker.mov', mimeType: 'video/quicktime' };

const fromInput: INodeParameters = { videoFileSource: 'inputFile', videoFileInputField: 'video' };

describe('Lip Sync', () => {
	quickTime();
	const setup = setUp();
	const bodies = () => setup.bodies(CREATE);
	const purposes = () => setup.service.storage.files.all().map(({ service }) => service);

	it('uploads the video, lets it say the text, and outputs the finished video', async () => {
		const { json, outputs } = await setup.run(
			lipSync(fromInput, { items: [await item({ video })] }),
		);
		expect(bodies()).toEqual([
			{
				video_file_id: setup.service.storage.files.all()[0]?.id,
				audio_type: 'tts',
				tts_config: { text: ['Welcome.'], audio_man_id: VOICE },
				screen_width: 1080,
				screen_height: 1920,
			},
		]);
		expect(purposes()).toEqual(['lip_sync_video']);
		expect(json).toEqual([
			{
				taskId: setup.service.tasks()[0]?.id,
				taskKind: 'lipSync',
				state: 'succeeded',
				serviceStatus: '20',
				progress: 100,
				url: expect.stringMatching(/\.mp4\?/),
				outputUrls: [expect.stringMatching(/\.mp4\?/)],
				coverUrl: expect.stringMatching(/\.jpg\?/),
				durationSeconds: 12.4,
				createdAt: expect.stringMatching(/^20.*Z$/),
			},
		]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	const full: INodeParameters = {
		...fromInput,
		audioType: 'tts',
		screen: 'custom',
		screenWidth: 640,
		screenHeight: 480,
		additionalFields: {
			speed: 0.5,
			pitch: 1.2,
			volume: 100,
			backway: 2,
			driveMode: 'random',
			model: 1,
		},
		completion: 'return',
	};

	const fullBody = {
		video_file_id: expect.any(String),
		audio_type: 'tts',
		tts_config: { text: ['Welcome.'], audio_man_id: VOICE, speed: 0.5, pitch: 1.2 },
		volume: 100,
		screen_width: 640,
		screen_height: 480,
		backway: 2,
		drive_mode: 'random',
		model: 1,
	};

	it('sends every field as the service names it', async () => {
		await setup.engine.run(lipSync(full, { items: [await item({ video })] }));
		expect(bodies()).toEqual([fullBody]);
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('sends the same when every value comes from an expression', async () => {
		const { parameters, item: json } = byExpression({
			...full,
			videoFileFileId: chosen('1'),
			videoFileUrl: 'https://example.com/unused.mp4',
			audioFileFileId: chosen('1'),
			audioFileUrl: 'https://example.com/unused.mp3',
		});
		const { binary } = await item({ video });
		await setup.run(lipSync(parameters, { items: [{ json, binary }] }));
		expect(bodies()).toEqual([fullBody]);
	});

	it('drives the video with a recording, by its own purpose', async () => {
		const audio = { bytes: 5_000, name: 'speech.m4a', mimeType: 'audio/x-m4a' };
		await setup.engine.run(
			lipSync(
				{
					...fromInput,
					audioType: '={{ "audio" }}',
					audioFileInputField: 'audio',
					screen: 'landscape',
					// Settings of a voice, which a recording does not have.
					additionalFields: { volume: 1, speed: '={{ "fast" }}', pitch: 1.2 },
					completion: 'return',
				},
				{ items: [await item({ video, audio })] },
			),
		);
		const idOf = (service: string) =>
			setup.service.storage.files.all().find((file) => file.service === service)?.id;
		expect(bodies()).toEqual([
			{
				video_file_id: idOf('lip_sync_video'),
				audio_type: 'audio',
				audio_file_id: idOf('lip_sync_audio'),
				volume: 1,
				screen_width: 1920,
				screen_height: 1080,
			},
		]);
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('brings a video from the web to the service, once for all items', async () => {
		const source = setup.service.storage.source({ bytes: 20_000, name: 'speaker.mp4' });
		const { json, outputs } = await setup.engine.run(
			lipSync(
				{
					videoFileSource: 'url',
					videoFileUrl: source.url,
					text: '={{ $json.text }}',
					completion: 'return',
				},
				{ items: [{ text: 'One.' }, { text: 'Two.' }] },
			),
		);
		expect(json).toHaveLength(2);
		expect(pairsOf(outputs)).toEqual([0, 1]);
		expect(purposes()).toEqual(['lip_sync_video']);
		expect(setup.accepted(CREATE)).toBe(2);
	});
});

describe('Lip Sync refused', () => {
	quickTime();
	const setup = setUp();

	const refused: Array<[string, INodeParameters, RegExp]> = [
		['no video', { videoFileFileId: chosen(given('')) }, /^'Video File' is missing/],
		['no text', { text: given('') }, /^'Text' is missing/],
		['no voice', { voiceId: chosen(given('')) }, /^'Voice' is missing/],
		['no audio file', { audioType: 'audio' }, /^'Audio': the input item has no file/],
		[
			'speech that is too slow',
			{ additionalFields: { speed: 0.49 } },
			/^'Speed' must be a number from 0.5 to 2/,
		],
		[
			'no volume',
			{ additionalFields: { volume: 0 } },
			/^'Volume' must be a whole number from 1 to 100, but is 0$/,
		],
		[
			'a volume over 100',
			{ additionalFields: { volume: 101 } },
			/^'Volume' must be a whole number from 1 to 100/,
		],
		[
			'a pitch that is not one',
			{ additionalFields: { pitch: given('low') } },
			/^'Pitch' must be a number/,
		],
		[
			'an unknown quality',
			{ additionalFields: { model: given(2) } },
			/^'Quality' must be 'Basic' \(0\) or 'High Quality' \(1\), but is 2$/,
		],
		[
			'an unknown direction',
			{ additionalFields: { backway: given(0) } },
			/^'At End of Recording' must be '.*' \(1\) or '.*' \(2\)/,
		],
		[
			'an unknown order',
			{ additionalFields: { driveMode: given('x') } },
			/^'Frame Order' must be '.*' \(sequential\) or '.*' \(random\)/,
		],
		[
			'a 4K preset',
			{ screen: given('portrait4k') },
			/^'Screen' must be one of 'Custom' \(custom\), .* or 'Square \(1080 × 1080\)' \(square\)/,
		],
		[
			'a screen of no height',
			{ screen: 'custom', screenHeight: 0 },
			/^'Screen Height' must be a whole number of 1 or more/,
		],
		[
			'two things at once',
			{ text: given(''), additionalFields: { volume: 0 } },
			/'Volume'.*\. 'Text' is missing/,
		],
	];

	it.each(refused)('sends nothing for %s', async (_, parameters, message) => {
		await setup.refuses(lipSync(parameters), message);
	});

	it.each([400, 10400, 40000])('by the service with code %i: nothing was created', async (code) => {
		setup.service.fate({ refuse: { code, msg: 'No, sorry' } });
		const { error } = await setup.engine.run(
			lipSync(fromInput, { items: [await item({ video })] }),
		);
		expect(error?.description).toContain('No, sorry');
		expect(error?.description).toContain(`code ${code}`);
		expect(error?.description).not.toContain('may still have been created');
		expect(setup.count(CREATE)).toBe(1);
	});

	it('sends nothing for a video of another type', async () => {
		const avi = { bytes: 100, name: 'speaker.avi', mimeType: 'video/x-msvideo' };
		await setup.refuses(
			lipSync(fromInput, { items: [await item({ video: avi })] }),
			/^'Video': 'speaker.avi' is not a supported type/,
		);
	});

	it('lets the other items continue', async () => {
		const good = await item({ video });
		const { json, outputs } = await setup.engine.run(
			lipSync(
				{ ...fromInput, completion: 'return' },
				{ items: [{ json: { n: 0 } }, good], ...goingOn },
			),
		);
		expect(json).toEqual([
			expect.objectContaining({ n: 0, error: expect.stringContaining("'Video'") }),
			expect.objectContaining({ taskKind: 'lipSync', state: 'inProgress' }),
		]);
		expect(pairsOf(outputs)).toEqual([0, 1]);
	});

	it('does not take 30 for a success', async () => {
		setup.service.fate(({ operation }) =>
			operation === CREATE ? { seconds: 0, outcome: 30, errMsg: 'no face found' } : undefined,
		);
		const { error } = await setup.engine.run(
			lipSync(fromInput, { items: [await item({ video })] }),
		);
		expect(error?.message).toContain('no face found');
		expect(setup.accepted(CREATE)).toBe(1);
	});
});
