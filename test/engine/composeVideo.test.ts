import { describe, expect, it } from '@jest/globals';
import { sortBy } from 'lodash';

import { chosen, compose, CREATE, smallestBody, VOICE } from '../support/composeVideoCase';
import { storedFile } from '../support/engine/binaries';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const PERSONS = 'list_common_dp';

/** A public person of the demo service in 4K. */
const LARGE = '6200000000000000000';

describe('Compose Video', () => {
	const setup = setUp();
	const bodies = () => setup.service.journal.entries({ operation: CREATE }).map(({ body }) => body);

	it('needs a person, a text and a voice, and outputs the finished video', async () => {
		const { json, outputs, error } = await setup.engine.run(compose());
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([smallestBody]);
		expect(json).toEqual([
			{
				taskId: setup.service.tasks()[0]?.id,
				taskKind: 'composedVideo',
				state: 'succeeded',
				serviceStatus: '30',
				progress: 100,
				outputUrls: [expect.stringMatching(/\.mp4\?/)],
				coverUrl: expect.stringMatching(/\.jpg\?/),
				subtitleUrl: expect.stringMatching(/\.json\?/),
				durationSeconds: expect.any(Number),
				createdAt: expect.stringMatching(/^20.*Z$/),
			},
		]);
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('sends a figure of another size in its proportions on every screen', async () => {
		await setup.engine.run(
			compose(
				{
					screen: '={{ $json.screen }}',
					screenWidth: 1200,
					screenHeight: 900,
					completion: 'return',
				},
				{ items: ['landscape', 'square', 'custom'].map((screen) => ({ screen })) },
			),
		);
		expect(sortBy(bodies(), 'screen_width')).toEqual([
			expect.objectContaining({ screen_width: 1080, screen_height: 1080 }),
			expect.objectContaining({
				screen_width: 1200,
				screen_height: 900,
				person: expect.objectContaining({ x: 347, width: 506, height: 900 }),
			}),
			{
				...smallestBody,
				person: { ...smallestBody.person, x: 656, y: 0, width: 608, height: 1080 },
				screen_width: 1920,
				screen_height: 1080,
				subtitle_config: { x: 55, y: 855, width: 1777, height: 112, font_size: 64, show: true },
			},
		]);
		expect(setup.service.journal.count({ operation: PERSONS })).toBe(1);
	});

	it('makes 4K of the 4K screens', async () => {
		await setup.engine.run(
			compose({
				personId: chosen(LARGE),
				figureType: chosen('whole_body'),
				screen: 'portrait4k',
				completion: 'return',
			}),
		);
		expect(bodies()).toEqual([
			{
				person: { id: LARGE, figure_type: 'whole_body', x: 0, y: 0, width: 2160, height: 3840 },
				audio: smallestBody.audio,
				screen_width: 2160,
				screen_height: 3840,
				model: 0,
				resolution_rate: 1,
				subtitle_config: { x: 80, y: 2840, width: 2000, height: 1000, font_size: 150, show: true },
			},
		]);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('asks for no subtitles and no background when it is to be transparent', async () => {
		await setup.engine.run(
			compose({
				personId: chosen(LARGE),
				figureType: chosen('whole_body'),
				background: 'transparent',
				completion: 'return',
			}),
		);
		expect(bodies()).toEqual([
			{
				person: {
					id: LARGE,
					figure_type: 'whole_body',
					is_rgba_mode: true,
					x: 0,
					y: 0,
					width: 1080,
					height: 1920,
				},
				audio: smallestBody.audio,
				screen_width: 1080,
				screen_height: 1920,
				model: 0,
			},
		]);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('uploads audio and background from the input', async () => {
		const speech = await storedFile({ bytes: 9_000, name: 'speech.mp3', mimeType: 'audio/mpeg' });
		const studio = await storedFile({ bytes: 8_000, name: 'studio.png', mimeType: 'image/png' });
		const { error } = await setup.engine.run(
			compose(
				{
					audioType: 'audio',
					audioFileInputField: 'speech',
					background: 'file',
					backgroundFileInputField: 'studio',
					completion: 'return',
				},
				{ items: [{ json: {}, binary: { speech: speech.binary, studio: studio.binary } }] },
			),
		);
		expect(error).toBeUndefined();
		const [body] = bodies() as Array<{ audio: { file_id: string }; bg: { file_id: string } }>;
		expect(body).toEqual({
			...smallestBody,
			audio: { type: 'audio', file_id: expect.any(String) },
			bg: { file_id: expect.any(String), x: 0, y: 0, width: 1080, height: 1920 },
		});
		const stored = [body?.audio.file_id, body?.bg.file_id].map((id) =>
			setup.service.storage.files.byId(id ?? ''),
		);
		expect(stored.map((file) => [file?.service, file?.received?.sha256])).toEqual([
			['make_video_audio', speech.sha256],
			['make_video_background', studio.sha256],
		]);
		expect(setup.service.journal.leaks()).toEqual([]);
	});

	it('joins several texts to one, and keeps markup', async () => {
		await setup.engine.run(
			compose(
				{ text: '={{ $json.parts }}', completion: 'return' },
				{ items: [{ parts: ['<speak>One.</speak>', 'Two.'] }] },
			),
		);
		expect(bodies()).toEqual([
			{
				...smallestBody,
				audio: { type: 'tts', tts: { text: ['<speak>One.</speak>\nTwo.'], audio_man: VOICE } },
			},
		]);
	});
});
