import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/clock';
import { byExpression, byId, createPerson, given, goingOn, VIDEO } from '../support/engine/runs';
import { SUBMIT } from '../support/engine/submits';
import { pairsOf } from '../support/engine/outputs';

const CREATE = SUBMIT.person;
const DETAIL = 'person/detail';

const fromInput = async (name: string, mimeType: string, bytes = 9_000) => {
	const { binary, sha256 } = await storedFile({ bytes, name, mimeType });
	return { items: [{ json: {}, binary: { data: binary } }], sha256 };
};

describe('Create Person', () => {
	quickTime();
	const setup = setUp({ personDetailPath: DETAIL });
	const bodies = () => setup.bodies(CREATE);

	it('returns the ID of the person at once, ready for Compose Video', async () => {
		const { json, outputs } = await setup.run(createPerson());
		expect(bodies()).toEqual([{ name: 'Anna', material_video: VIDEO }]);
		expect(setup.service.journal.last({ operation: CREATE })?.headers['content-type']).toBe(
			'application/json; charset=utf-8',
		);
		expect(json).toEqual([
			{
				name: 'Anna',
				taskId: setup.service.tasks()[0]?.id,
				taskKind: 'person',
				state: 'inProgress',
			},
		]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	it('outputs a voice with which the next node lets the person speak', async () => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.run(createPerson({ completion: 'wait' }));
		expect(json).toEqual([expect.objectContaining({ voiceId: expect.stringMatching(/^88\d+$/) })]);
		const id = (value: string) => byId(value);
		const speaking = { text: 'Welcome.', voiceId: id('={{ $json.voiceId }}') };
		const video = await setup.engine.run({
			type: 'digitalHumanComposeVideo',
			parameters: { personId: id('={{ $json.taskId }}'), ...speaking },
			items: json,
		});
		expect(video.error).toBeUndefined();
		expect(setup.service.journal.last({ operation: 'create_video' })?.body).toMatchObject({
			person: { id: json[0]?.taskId },
			audio: { tts: { audio_man: json[0]?.voiceId } },
		});
		const file = setup.submits.file('lip_sync_video', 'a.mp4');
		const lips = await setup.engine.run({
			type: 'digitalHumanLipSync',
			parameters: { videoFileSource: 'fileId', videoFileFileId: id(file), ...speaking },
			items: json,
		});
		expect(lips.error).toBeUndefined();
		expect(setup.service.journal.last({ operation: 'video_lip_sync/create' })?.body).toMatchObject({
			tts_config: { audio_man_id: json[0]?.voiceId },
		});
	});

	it('uploads the video in parts, as such videos have to be', async () => {
		const { items, sha256 } = await fromInput('anna.webm', 'video/webm');
		await setup.engine.run(createPerson({ videoFileSource: 'inputFile' }, { items }));
		const [file] = setup.service.storage.files.all();
		expect(bodies()).toEqual([{ name: 'Anna', file_id: file?.id }]);
		expect(file?.service).toBe('customised_person');
		expect(file?.received?.sha256).toBe(sha256);
		expect(file?.multipart).toBeDefined();
		expect(setup.accepted(CREATE)).toBe(1);
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

	it('sends every field as the service names it', async () => {
		await setup.engine.run(createPerson(full));
		expect(bodies()).toEqual([fullBody]);
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('sends the same when every value comes from an expression', async () => {
		const unused = byId('1');
		const { parameters, item } = byExpression({
			name: 'Anna',
			videoFileSource: 'url',
			videoFileUrl: VIDEO,
			...full,
			videoFileFileId: unused,
			authVideoFileId: unused,
		});
		await setup.run(createPerson(parameters, { items: [item] }));
		expect(bodies()).toEqual([fullBody]);
	});

	it.each([
		[1, { name: 'Anna', material_video: VIDEO }],
		[2, fullBody],
	])('takes the consent as the number that a table holds: %d', async (version, body) => {
		const parameters = version === 1 ? {} : full;
		await setup.run(
			createPerson({ ...parameters, version: '={{ $json.version }}' }, { items: [{ version }] }),
		);
		expect(bodies()).toEqual([body]);
	});

	it('takes the authorization video from the input', async () => {
		const { items } = await fromInput('consent.mp4', 'video/mp4');
		await setup.engine.run(
			createPerson(
				{ version: '2.0', authText: 'I agree.', authVideoSource: 'inputFile' },
				{ items },
			),
		);
		expect(bodies()).toEqual([
			{
				name: 'Anna',
				material_video: VIDEO,
				version: '2.0',
				auth_text: 'I agree.',
				auth_video_file_id: setup.service.storage.files.all()[0]?.id,
			},
		]);
		expect(setup.accepted(CREATE)).toBe(1);
	});

	it('waits for the person where the credential has the path to look it up', async () => {
		const { json } = await setup.engine.run(createPerson({ completion: 'wait' }));
		expect(json[0]).toMatchObject({
			taskId: setup.service.tasks()[0]?.id,
			state: 'succeeded',
			serviceStatus: '2',
		});
	});
});

describe('Create Person refused', () => {
	quickTime();
	const setup = setUp();

	const withConsent = (authVideoUrl: string, authText = 'I agree.'): INodeParameters => ({
		version: '2.0',
		authText,
		authVideoSource: 'url',
		authVideoUrl,
	});

	const refused: Array<[string, INodeParameters, RegExp]> = [
		['no name', { name: given(' ') }, /^'Name' is missing/],
		['no video', { videoFileUrl: given('') }, /^'Video URL' is missing/],
		[
			'a video of another type',
			{ videoFileUrl: 'https://example.com/a.avi' },
			/^'Video URL' must end in .mp4, .webm or .mov/,
		],
		[
			'an extension behind the path',
			{ videoFileUrl: 'https://example.com/a?f=a.mp4' },
			/after a question mark does not count/,
		],
		[
			'an authorization without text',
			withConsent('https://example.com/c.mp4', given('')),
			/^'Consent Text' is missing/,
		],
		['an authorization without video', withConsent(given('')), /^'Consent Video URL' is missing/],
		[
			'an authorization video of another type',
			withConsent('https://example.com/c.mkv'),
			/^'Consent Video URL' must end in/,
		],
		[
			'an unknown version',
			{
				...withConsent('x'),
				authVideoFileId: byId('1'),
				version: given('3.0'),
			},
			/^'Consent' must be 'No Consent Video' \(1.0\) or 'Consent Video' \(2.0\), but is 3.0$/,
		],
		[
			'an unknown training',
			{ additionalFields: { trainType: given('hands') } },
			/^'Training' must be one of 'Figure and Voice' \(both\), 'Figure Only' \(figure\) or 'Voice Only' \(voice\), but is hands$/,
		],
		[
			'an unknown language',
			{ additionalFields: { language: given('fr') } },
			/^'Language' must be one of 'Chinese' \(cn\), 'English' \(en\) or 'Not Specified', but is fr$/,
		],
		[
			'an unknown resolution',
			{ additionalFields: { resolutionRate: given(2) } },
			/^'Resolution' must be '1080p' \(0\) or '4K' \(1\)/,
		],
		[
			'a switch that is neither',
			{ additionalFields: { errorSkip: given('perhaps') } },
			/^'Continue If Voice Cloning Fails' must be true or false/,
		],
		[
			'several things at once',
			{ name: given(''), additionalFields: { language: given('x') } },
			/'Name' is missing.*'Language' must be/,
		],
	];

	it.each(refused)('sends nothing for %s', async (_, parameters, message) => {
		await setup.refuses(createPerson(parameters), message);
	});

	it('says what is missing to wait for a person, before one is created', async () => {
		const { error } = await setup.refuses(
			createPerson({ completion: 'wait' }),
			"'Person Detail Path'",
		);
		expect(error?.description).toContain("choose 'Return Task ID'");
	});

	it.each([
		[40002, 'number of custom persons reached its cap'],
		[40000, 'video too long (limit 5 minutes)'],
	])('gives the reason of the service with code %i, once', async (code, msg) => {
		setup.service.fate({ refuse: { code, msg } });
		const { error } = await setup.engine.run(createPerson());
		expect(error?.description).toContain(msg);
		expect(setup.count(CREATE)).toBe(1);
	});

	it('lets the other items continue', async () => {
		const { json, outputs } = await setup.engine.run(
			createPerson(
				{ name: '={{ $json.name }}' },
				{ items: [{ name: '' }, { name: 'Ben' }], ...goingOn },
			),
		);
		expect(json).toEqual([
			expect.objectContaining({ error: "'Name' is missing" }),
			expect.objectContaining({ taskKind: 'person', state: 'inProgress' }),
		]);
		expect(pairsOf(outputs)).toEqual([0, 1]);
	});
});
