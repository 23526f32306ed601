import { describe, expect, it } from '@jest/globals';
import { omit } from 'lodash';

import { chosen, compose, CREATE, smallestBody } from '../support/composeVideoCase';
import { full, fullBody } from './cases/composeVideoFull';
import { byExpression } from '../support/engine/expressions';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

describe('Compose Video with everything', () => {
	const setup = setUp();
	const bodies = () => setup.service.journal.entries({ operation: CREATE }).map(({ body }) => body);

	it('sends every field as the service names it', async () => {
		const { error } = await setup.engine.run(compose(full));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([fullBody]);
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
		expect(setup.service.journal.count({ operation: 'list_common_dp' })).toBe(1);
	});

	it('sends the same when every value comes from an expression', async () => {
		// n8n shows every field whose display depends on an expression, and demands the required ones.
		const shownToo = {
			audioFileFileId: chosen('1'),
			audioFileUrl: 'https://example.com/unused.mp3',
			backgroundFileFileId: chosen('1'),
			bgColor: '#111111',
		};
		const { parameters, item } = byExpression({ ...full, ...shownToo });
		const { error } = await setup.engine.run(compose(parameters, { items: [item] }));
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([fullBody]);
	});

	it('accepts text for numbers and switches, names in any case, and lines as JSON', async () => {
		const { error } = await setup.engine.run(
			compose({
				...full,
				model: '={{ "2" }}',
				additionalFields: {
					...omit(full.additionalFields as object, 'subtitleLines'),
					resolutionRate: '={{ "0" }}',
					duration: '={{ "12.5" }}',
					speed: '={{ " 1.25 " }}',
					volume: '={{ "80" }}',
					addComplianceWatermark: '={{ "TRUE" }}',
					complianceWatermarkPosition: '={{ "3" }}',
					driveMode: '={{ "Random" }}',
					subtitleLinesJson: '[{ "begin_time": "0", "endTime": 2, "text": "Welcome." }]',
				},
			}),
		);
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([fullBody]);
	});

	it.each([
		["={{ [{ begin_time: '0', end_time: '2', text: 2024 }] }}", '2024'],
		['[{ "begin_time": 0, "end_time": 2, "text": 3100000000000015839 }]', '3100000000000015839'],
	])('takes a number as the text of a subtitle line: %s', async (subtitleLinesJson, text) => {
		const { error } = await setup.engine.run(
			compose({ additionalFields: { subtitleLinesJson }, completion: 'return' }),
		);
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			expect.objectContaining({
				subtitle_config: expect.objectContaining({
					subtitles: [{ begin_time: 0, end_time: 2, text }],
				}),
			}),
		]);
	});

	it('accepts a plain color, a person of the website, a personal voice, and an audio URL', async () => {
		const person = '7100000000000000001';
		await setup.engine.run(
			compose({
				personId: { __rl: true, mode: 'id', value: person },
				figureType: chosen('auto'),
				background: 'color',
				bgColor: '#336699',
				voiceId: { __rl: true, mode: 'id', value: '7000000000000000001' },
				subtitles: 'none',
				additionalFields: { source: 1, audioSource: 1, driveMode: 'sequential' },
				completion: 'return',
			}),
		);
		await setup.engine.run(
			compose({
				audioType: '={{ "audio" }}',
				audioFileSource: 'url',
				audioFileUrl: 'https://example.com/speech.m4a?x=1',
				// Settings of a voice, which a recording does not have.
				additionalFields: { speed: '={{ "fast" }}', pitch: 1.2, audioSource: 1 },
				completion: 'return',
			}),
		);
		expect(bodies()).toEqual([
			{
				person: { id: person, drive_mode: '', x: 0, y: 0, width: 1080, height: 1920 },
				audio: { type: 'tts', tts: { text: ['Welcome.'], audio_man: '7000000000000000001' } },
				bg_color: '#336699',
				hide_subtitle: true,
				screen_width: 1080,
				screen_height: 1920,
				model: 0,
				source: 1,
				audio_source: 1,
			},
			{
				...smallestBody,
				audio: { type: 'audio', wav_url: 'https://example.com/speech.m4a?x=1' },
			},
		]);
		expect(setup.service.journal.accepted(CREATE)).toBe(2);
	});
});
