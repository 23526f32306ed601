import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { type InputFileOptions, inputOf, itemWith } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import {
	byId,
	chosen,
	compose,
	createPerson,
	extra,
	given,
	lipSync,
	VIDEO,
	VOICE,
} from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import { errorText, pairsOf } from '../support/engine/outputs';

const setup = setUp();

const video: InputFileOptions = { bytes: 9_000, name: 'speaker.mov', mimeType: 'video/quicktime' };

const videoOfInput = { videoFileSource: 'inputFile', videoFileInputField: 'video' };

/** Lip Sync of a video of the input, and further files. */
const withVideo = async (parameters: INodeParameters = {}, more = {}): Promise<NodeRun> =>
	lipSync({ ...videoOfInput, ...parameters }, { items: [await itemWith({ video, ...more })] });

const box = (type: string, ...content: Buffer[]): Buffer => {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(8 + Buffer.concat(content).length);
	head.write(type, 4, 'latin1');
	return Buffer.concat([head, ...content]);
};

/** The header of a track; a phone that is held upright turns the picture. */
const track = (width: number, height: number, { isTurned = false } = {}): Buffer => {
	const content = Buffer.alloc(84);
	content.writeInt32BE(isTurned ? 0 : 0x10000, 40);
	content.writeInt32BE(isTurned ? 0x10000 : 0, 44);
	content.writeUInt16BE(width, 76);
	content.writeUInt16BE(height, 80);
	return box('trak', box('tkhd', content), box('mdia', Buffer.alloc(200)));
};

const FTYP = box('ftyp', Buffer.from('isom'), Buffer.alloc(100));
const MDAT = box('mdat', Buffer.alloc(300_000));
const SOUND = track(0, 0);

const webm = (width: number, height: number): Buffer => {
	const size = Buffer.from([0xb0, 0x82, 0, 0, 0xba, 0x82, 0, 0]);
	size.writeUInt16BE(width, 2);
	size.writeUInt16BE(height, 6);
	return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]), size]);
};

it('Lip Sync refuses a voice by its name before the video is uploaded', async () => {
	const node = await withVideo({ voiceId: byId('ada  warm') });
	const { error } = await setup.fails(node, "'Voice' is the name Ada Warm instead of an ID");
	expect(error?.description).toContain(
		'or enter the ID 8988587500000000000. Nothing was submitted.',
	);
	expect(setup.requests().map(({ endpoint }) => endpoint)).toEqual(['list_common_audio']);
});

describe("Lip Sync with the screen 'Same as Video'", () => {
	const setup = setUp({ limits: false });
	const run = async (content: Buffer, name = 'talk.mp4', parameters: INodeParameters = {}) => {
		const data = content.toString('base64');
		const binary = { data: { data, mimeType: 'video/mp4', fileName: name } };
		return await setup.engine.run(
			lipSync(
				{ videoFileSource: 'inputFile', screen: 'source', completion: 'return', ...parameters },
				{ items: [{ json: {}, binary }] },
			),
		);
	};

	it.each<[string, Buffer, string, number, number]>([
		[
			'as cameras write it',
			Buffer.concat([FTYP, MDAT, box('moov', SOUND, track(1920, 1080))]),
			'a.mp4',
			1920,
			1080,
		],
		[
			'of a phone held upright',
			Buffer.concat([FTYP, box('moov', track(1920, 1080, { isTurned: true })), MDAT]),
			'a.mov',
			1080,
			1920,
		],
		['as WebM', webm(1280, 720), 'a.webm', 1280, 720],
	])('sends the size of the file, %s', async (_case, content, name, width, height) => {
		const { error } = await run(content, name);
		expect(error).toBeUndefined();
		expect(setup.bodies(SUBMIT.lipSync)).toEqual([
			expect.objectContaining({ screen_width: width, screen_height: height }),
		]);
	});

	it.each<[string, Buffer, string]>([
		['without a size', Buffer.concat([FTYP, box('moov', SOUND), MDAT]), 'a.mp4'],
		['that is cut off', FTYP, 'a.mp4'],
	])('asks for the size of a file %s, and submits nothing', async (_case, content, name) => {
		const { error } = await run(content, name);
		expect(errorText(error)).toBe(
			`'Screen' is Same as Video, but the size of input file '${name}' cannot be read. Choose the shape of the video in 'Screen', or Custom`,
		);
		expect(setup.count(SUBMIT.lipSync)).toBe(0);
		expect(setup.service.storage.files.all()).toEqual([]);
	});

	it('reads a file from the web, and asks for the size of one that was uploaded before', async () => {
		const { url } = setup.service.storage.source({ bytes: 20_000 });
		await run(FTYP, 'a.mp4', { videoFileSource: 'url', videoFileUrl: url });
		const size = { screen_width: expect.any(Number), screen_height: expect.any(Number) };
		expect(setup.bodies(SUBMIT.lipSync)).toEqual([expect.objectContaining(size)]);
		const ofWeb = { videoFileSource: 'url', videoFileUrl: url };
		setup.fault('source', { kind: 'cut', at: 0.2 });
		expect((await run(FTYP, 'a.mp4', ofWeb)).error).toBeUndefined();
		setup.fault('source', { kind: 'cut', at: 0.2 }, { times: Infinity });
		const broken = await run(FTYP, 'a.mp4', ofWeb);
		expect(broken.error?.message).toMatch(/^'Video URL': the file could not be read to its end/);
		const uploaded = chosen(setup.submits.file('lip_sync_video', 'clip.mp4'));
		const { error } = await run(FTYP, 'a.mp4', {
			videoFileSource: 'fileId',
			videoFileFileId: uploaded,
		});
		expect(error?.message).toMatch(/^'Screen' is Same as Video, but the size of file \d+ cannot/);
	});
});

describe('Lip Sync', () => {
	const bodies = () => setup.bodies(SUBMIT.lipSync);
	const purposes = () => setup.service.storage.files.all().map(({ service }) => service);

	it('uploads the video, lets it say the text, and outputs the finished video', async () => {
		const { json, outputs } = await setup.run(await withVideo());
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
		const taskId = setup.service.tasks()[0]?.id;
		const task = { taskId, taskKind: 'lipSync', state: 'succeeded', serviceStatus: '20' };
		expect(json).toMatchObject([{ ...task, progress: 100, durationSeconds: 12.4 }]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	const voice = { speed: 0.5, pitch: 1.2 };
	const full: INodeParameters = {
		...videoOfInput,
		audioType: 'tts',
		screen: 'custom',
		screenWidth: 640,
		screenHeight: 480,
		additionalFields: { ...voice, volume: 100, backway: 2, driveMode: 'random', model: 1 },
		completion: 'return',
	};

	const fullBody = {
		video_file_id: expect.any(String),
		audio_type: 'tts',
		tts_config: { text: ['Welcome.'], audio_man_id: VOICE, ...voice },
		volume: 100,
		screen_width: 640,
		screen_height: 480,
		backway: 2,
		drive_mode: 'random',
		model: 1,
	};

	it('sends every field as the service names it, also when every value is an expression', async () => {
		await setup.sends(SUBMIT.lipSync, await withVideo(full), fullBody, {
			videoFileFileId: chosen('1'),
			videoFileUrl: 'https://example.com/unused.mp4',
			audioFileFileId: chosen('1'),
			audioFileUrl: 'https://example.com/unused.mp3',
		});
	});

	it('drives the video with a recording, by its own purpose', async () => {
		const audio = { bytes: 5_000, name: 'speech.m4a', mimeType: 'audio/x-m4a' };
		const parameters = {
			audioType: '={{ "audio" }}',
			audioFileInputField: 'audio',
			screen: 'landscape',
			// Settings of a voice, which a recording does not have.
			additionalFields: { volume: 1, speed: '={{ "fast" }}', pitch: 1.2 },
			completion: 'return',
		};
		await setup.run(await withVideo(parameters, { audio }));
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
	});
});

it.each<[RegExp, INodeParameters]>([
	[/^'Text' is missing/, { text: given('') }],
	[/^'Voice' is missing/, { voiceId: chosen(given('')) }],
	[/^'Speed' must be a number from 0.5 to 2/, extra({ speed: 0.49 })],
	[/^'Volume' must be a whole number from 1 to 100, but is 0$/, extra({ volume: 0 })],
	[/^'Quality' must be 'Basic' \(0\) or 'High Quality' \(1\)/, extra({ model: given(2) })],
	[/^'Screen' must be one of .* \(square\)/, { screen: given('portrait4k') }],
])('Lip Sync refused sends nothing: %s', async (message, parameters) => {
	await setup.refuses(lipSync(parameters), message);
});

const DETAIL = 'person/detail';

describe('Create Person', () => {
	const setup = setUp({ personDetailPath: DETAIL });
	const bodies = () => setup.bodies(SUBMIT.person);

	it('returns the ID of the person at once, ready for Compose Video', async () => {
		const { json, outputs } = await setup.run(createPerson());
		expect(bodies()).toEqual([{ name: 'Anna', material_video: VIDEO }]);
		expect(
			setup.service.journal.entries({ endpoint: SUBMIT.person }).at(-1)?.headers['content-type'],
		).toBe('application/json; charset=utf-8');
		const taskId = setup.service.tasks()[0]?.id;
		expect(json).toEqual([{ name: 'Anna', taskId, taskKind: 'person', state: 'inProgress' }]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	it('outputs a voice with which the next node lets the person speak', async () => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.run(createPerson({ completion: 'wait' }));
		expect(json).toEqual([expect.objectContaining({ voiceId: expect.stringMatching(/^88\d+$/) })]);
		const voiceId = byId('={{ $json.voiceId }}');
		const person = { personId: byId('={{ $json.taskId }}'), figureType: chosen('') };
		await setup.run(compose({ ...person, voiceId }, { items: json }));
		expect(setup.bodies(SUBMIT.composedVideo)).toMatchObject([
			{ person: { id: json[0]?.taskId }, audio: { tts: { audio_man: json[0]?.voiceId } } },
		]);
		const videoFileFileId = byId(setup.submits.file('lip_sync_video', 'a.mp4'));
		await setup.run(lipSync({ videoFileFileId, voiceId }, { items: json }));
		expect(setup.bodies(SUBMIT.lipSync)).toMatchObject([
			{ tts_config: { audio_man_id: json[0]?.voiceId } },
		]);
	});

	it('uploads the video in parts, as such videos have to be', async () => {
		const input = await inputOf({ bytes: 9_000, name: 'anna.webm', mimeType: 'video/webm' });
		await setup.run(createPerson({ videoFileSource: 'inputFile' }, input));
		const [file] = setup.service.storage.files.all();
		expect(bodies()).toEqual([{ name: 'Anna', file_id: file?.id }]);
		expect(file?.service).toBe('customised_person');
		expect(file?.received?.bytes).toBe(9_000);
		expect(file?.multipart).toBeDefined();
	});

	const full: INodeParameters = {
		version: '2.0',
		authText: 'I agree.',
		authVideoSource: 'url',
		authVideoUrl: 'https://example.com/consent.mov?x=1',
		additionalFields: {
			trainType: 'both',
			language: 'en',
			additionalParameters: '{ "language_boost": "English" }',
			resolutionRate: 1,
			errorSkip: true,
			denoiseFlag: true,
			isHighQuality: true,
			isRemoveBg: true,
		},
		completion: 'return',
	};

	const fullBody = {
		name: 'Anna',
		material_video: VIDEO,
		version: '2.0',
		auth_text: 'I agree.',
		auth_video: 'https://example.com/consent.mov?x=1',
		train_type: 'both',
		language: 'en',
		language_boost: 'English',
		resolution_rate: 1,
		error_skip: true,
		denoise_flag: true,
		is_high_quality: true,
		is_remove_bg: true,
	};

	it('sends every field as the service names it, also when every value is an expression', async () => {
		const unused = byId('1');
		const shownToo = { videoFileFileId: unused, authVideoFileId: unused };
		await setup.sends(SUBMIT.person, createPerson(full), fullBody, shownToo);
	});

	it('takes the authorization video from the input', async () => {
		const consent = { version: '2.0', authText: 'I agree.', authVideoSource: 'inputFile' };
		await setup.run(createPerson(consent, await inputOf({ bytes: 9_000 })));
		expect(bodies()).toEqual([
			{
				name: 'Anna',
				material_video: VIDEO,
				version: '2.0',
				auth_text: 'I agree.',
				auth_video_file_id: setup.service.storage.files.all()[0]?.id,
			},
		]);
	});
});

describe('Create Person refused', () => {
	const withConsent = (authVideoUrl: string, authText = 'I agree.'): INodeParameters => ({
		version: '2.0',
		authText,
		authVideoSource: 'url',
		authVideoUrl,
	});

	it.each<[RegExp, INodeParameters]>([
		[/^'Name' is missing/, { name: given(' ') }],
		[/^'Video URL' is missing/, { videoFileUrl: given('') }],
		[/^'Video URL' must end in .mp4, .webm or .mov/, { videoFileUrl: 'https://example.com/a.avi' }],
		[/after a question mark does not count/, { videoFileUrl: 'https://example.com/a.avi?f=a.mp4' }],
		[/^'Consent Text' is missing/, withConsent('https://example.com/c.mp4', given(''))],
		[/^'Consent Video URL' is missing/, withConsent(given(''))],
		[/^'Consent Video URL' must end in/, withConsent('https://example.com/c.mkv')],
		[
			/^'Consent' must be 'No Consent Video' \(1.0\) or 'Consent Video' \(2.0\), but is 3.0$/,
			{ ...withConsent('x'), authVideoFileId: byId('1'), version: given('3.0') },
		],
		[/^'Training' must be one of .*, but is hands$/, extra({ trainType: given('hands') })],
		[/^'Resolution' must be '1080p' \(0\) or '4K' \(1\)/, extra({ resolutionRate: given(2) })],
	])('sends nothing: %s', async (message, parameters) => {
		await setup.refuses(createPerson(parameters), message);
	});

	it('says what is missing to wait for a person, before one is created', async () => {
		const node = createPerson({ completion: 'wait' });
		const { error } = await setup.refuses(node, 'Custom persons cannot be awaited');
		expect(error?.description).toMatch(/'Person Detail Path'.*choose 'Return Task ID'/s);
	});
});
