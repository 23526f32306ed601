import { describe, expect, it } from '@jest/globals';
import { omit, sortBy } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { type Setup, setUp } from '../support/engine/setup';
import { byId, chosen, compose, CREATE, createPerson, smallestBody } from '../support/engine/runs';
import { full, fullBody } from './cases/composeVideoFull';
import { refused } from './cases/composeVideoRefused';
import { pairsOf } from '../support/engine/outputs';

const setup = setUp();
const bodies = () => setup.bodies(CREATE);

const PERSONS = 'list_common_dp';

/** Only submitted, without a wait. */
const submit = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun =>
	compose({ completion: 'return', ...parameters }, more);

/** A public person of the demo service in 4K. */
const LARGE = '6200000000000000000';
const IN_4K = { personId: chosen(LARGE), figureType: chosen('whole_body') };

describe('Compose Video', () => {
	it('needs a person, a text and a voice, and outputs the finished video', async () => {
		const { json, outputs } = await setup.run(compose());
		expect(bodies()).toEqual([smallestBody]);
		const taskId = setup.service.tasks()[0]?.id;
		const task = { taskId, taskKind: 'composedVideo', state: 'succeeded', serviceStatus: '30' };
		expect(json).toMatchObject([{ ...task, progress: 100, estimatedCredits: 1 }]);
		expect(pairsOf(outputs)).toEqual([0]);
	});

	it('sends a figure of another size in its proportions on every screen', async () => {
		const sides = { screenWidth: 1200, screenHeight: 900 };
		const items = ['landscape', 'square', 'custom'].map((screen) => ({ screen }));
		await setup.engine.run(submit({ screen: '={{ $json.screen }}', ...sides }, { items }));
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
		expect(setup.count(PERSONS)).toBe(1);
	});

	it('makes 4K of the 4K screens', async () => {
		await setup.run(submit({ ...IN_4K, screen: 'portrait4k' }));
		expect(bodies()).toEqual([
			{
				...smallestBody,
				person: { id: LARGE, figure_type: 'whole_body', x: 0, y: 0, width: 2160, height: 3840 },
				screen_width: 2160,
				screen_height: 3840,
				resolution_rate: 1,
				subtitle_config: { x: 80, y: 2840, width: 2000, height: 1000, font_size: 150, show: true },
			},
		]);
	});

	it('asks for no subtitles and no background when it is to be transparent', async () => {
		await setup.run(submit({ ...IN_4K, background: 'transparent' }));
		expect(bodies()).toEqual([
			{
				...omit(smallestBody, 'subtitle_config'),
				person: {
					...smallestBody.person,
					id: LARGE,
					figure_type: 'whole_body',
					is_rgba_mode: true,
				},
			},
		]);
	});

	it('uploads audio and background from the input', async () => {
		const speech = await storedFile({ bytes: 9_000, name: 'speech.mp3', mimeType: 'audio/mpeg' });
		const studio = await storedFile({ bytes: 8_000, name: 'studio.png', mimeType: 'image/png' });
		const binary = { speech: speech.binary, studio: studio.binary };
		const files = { audioFileInputField: 'speech', backgroundFileInputField: 'studio' };
		await setup.run(
			submit(
				{ audioType: 'audio', background: 'file', ...files },
				{ items: [{ json: {}, binary }] },
			),
		);
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
	});
});

const COLOR = { background: 'color', bgColor: '#336699' };

interface Body {
	person: IDataObject;
	audio: { tts: { text: string[] } };
	subtitle_config?: IDataObject;
	hide_subtitle?: boolean;
}

/** Each test is one run with an item per case. */
describe('Compose Video with a choice by an expression', () => {
	const setup = setUp({ limits: false });

	/** What is sent for each item, by its text. */
	const sentFor = async (items: IDataObject[], parameters: INodeParameters) => {
		await setup.run(submit({ text: '={{ $json.text }}', ...parameters }, { items }));
		expect(setup.accepted(CREATE)).toBe(items.length);
		const bodies = setup.bodies(CREATE) as Body[];
		return (text: unknown) => bodies.find(({ audio }) => audio.tts.text[0] === text);
	};

	it('shows the subtitles, hides them or has none made', async () => {
		const cases = ['show', 'hide', 'none'].map((text) => ({ text }));
		const sent = await sentFor(cases, {
			subtitles: '={{ $json.text }}',
			subtitleOptions: { subtitleLines: {}, subtitleColor: '={{ "#000000" }}' },
		});
		for (const choice of ['show', 'hide']) {
			const shown = { show: choice === 'show', x: 31, color: '#000000' };
			expect(sent(choice)?.subtitle_config).toMatchObject(shown);
			expect(sent(choice)?.subtitle_config).not.toHaveProperty('asr_type');
			expect(sent(choice)).not.toHaveProperty('hide_subtitle');
		}
		expect(sent('none')).not.toHaveProperty('subtitle_config');
		expect(sent('none')?.hide_subtitle).toBe(true);
	});

	it('ignores what the editor hides for the choice', async () => {
		const sent = await sentFor([{ text: 'keep' }, { text: 'transparent' }], {
			personId: chosen('6200000000000000000'),
			background: '={{ $json.text }}',
			bgColor: '#112233',
			backgroundFileFileId: chosen('1'),
			backgroundFileUrl: 'https://example.com/unused.png',
			figureType: chosen('whole_body'),
			additionalFields: { isRemoveBg: true, backgroundX: 5 },
			subtitleOptions: { subtitleColor: '#000000' },
		});
		for (const body of [sent('keep'), sent('transparent')]) {
			expect(body).toBeDefined();
			expect(body).not.toHaveProperty('bg');
			expect(body).not.toHaveProperty('bg_color');
			expect(body?.person).not.toHaveProperty('is_remove_bg');
		}
		expect(sent('transparent')).not.toHaveProperty('subtitle_config');
		expect(sent('keep')?.subtitle_config).toMatchObject({ color: '#000000' });
	});
});

const DETAIL = 'person/detail';
const WEBSITE_PERSON = '7100000000000000001';

/** A finished custom person of the demo service, with a record of one's choice. */
async function customPerson(
	setup: Setup,
	record: Record<string, unknown> = {},
	parameters: INodeParameters = {},
): Promise<string> {
	setup.service.fate({ record });
	await setup.run(createPerson(parameters));
	const id = setup.service.tasks().at(-1)?.id ?? '';
	setup.service.settle(id, { outcome: 2, record });
	return id;
}

const withPerson = (id: string, parameters: INodeParameters = {}) =>
	submit({ personId: chosen(id), figureType: chosen('auto'), ...parameters });

const areaOf = ([x, y, width, height]: number[]) => ({ x, y, width, height });

const areasOf = (setup: Setup) =>
	(setup.bodies(CREATE) as Body[]).map(({ person }) => omit(person, 'id'));

describe('A custom person whose size can be looked up', () => {
	const setup = setUp({ personDetailPath: DETAIL, limits: false });

	const unknown = { width: 0, height: null, width_4k: 'large' };

	it.each<[what: string, screen: string, record: IDataObject, area: number[]]>([
		['upright', 'landscape', { width: 720, height: 1280 }, [656, 0, 608, 1080]],
		['recorded in landscape', 'portrait', { width: 1920, height: 1080 }, [0, 1314, 1080, 606]],
		['of unknown size, as a portrait', 'square', unknown, [236, 0, 608, 1080]],
	])('keeps its proportions: %s on a screen in %s', async (_case, screen, record, area) => {
		const id = await customPerson(setup, record);
		await setup.run(withPerson(id, { screen }));
		expect(areasOf(setup)).toEqual([areaOf(area)]);
	});

	const place = { personX: 0, personY: 0, personWidth: 9, personHeight: 16 };
	const cutOut = { background: 'color', additionalFields: { isRemoveBg: true, ...place } };

	it('is not cut out where the service reports that it cannot be', async () => {
		const id = await customPerson(setup, { is_support_remove_bg: false });
		const title = /^'Remove Person's Background' is on, which Anna does not support$/;
		await setup.submitsNothing(withPerson(id, cutOut), title);
	});

	it.each([true, undefined])('is cut out where the service reports %s', async (supported) => {
		const id = await customPerson(setup, { is_support_remove_bg: supported });
		await setup.run(withPerson(id, cutOut));
		expect(areasOf(setup)).toEqual([expect.objectContaining({ is_remove_bg: true })]);
	});

	it('is unknown where its detail is HTTP 404 and that of another one is there', async () => {
		const [here, gone] = [await customPerson(setup), await customPerson(setup)];
		const where = ({ query }: { query: Record<string, unknown> }) => query.id === gone;
		setup.always(DETAIL, { kind: 'status', status: 404 }, where);
		await setup.run(withPerson(here));
		const { parameters } = withPerson('={{ $json.id }}');
		const items = [{ id: here }, { id: gone }];
		const { json } = await setup.run({ ...compose(parameters, { items }) });
		expect(json.map(({ state }) => state)).toEqual(['inProgress', 'inProgress']);
	});

	it('uses its 4K size for a video in 4K', async () => {
		const record = { width: 1080, height: 1920, width_4k: 2160, height_4k: 2160 };
		const id = await customPerson(setup, record, { additionalFields: { resolutionRate: 1 } });
		await setup.run(withPerson(id, { screen: 'landscape4k' }));
		expect(areasOf(setup)).toEqual([{ x: 840, y: 0, width: 2160, height: 2160 }]);
	});

	it.each<[string, Record<string, unknown>, string]>([
		['by its record', { name: 'Anna', support_4k: false }, 'Anna'],
		['by its size', { name: null, width: 1080, height: 1920, support_4k: null }, 'this person'],
	])('without 4K, %s, is refused before it costs credits', async (_case, record, name) => {
		const id = await customPerson(setup, record);
		const node = withPerson(id, { screen: 'portrait4k', additionalFields: place });
		await setup.submitsNothing(node, `'Screen' is 4K, which ${name} does not support`);
	});

	it('is looked up once for all items', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		const items = ['landscape', 'square'].map((screen) => ({ screen }));
		await setup.engine.run({ ...withPerson(id, { screen: '={{ $json.screen }}' }), items });
		expect(areasOf(setup)).toHaveLength(2);
		expect(setup.count(DETAIL)).toBe(1);
	});

	it('is placed as the user sets it, and not looked up where all is set', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		const additionalFields = { personX: 7, personY: 9, personWidth: 300, personHeight: 400 };
		await setup.engine.run(withPerson(id, { additionalFields }));
		expect(areasOf(setup)).toEqual([{ x: 7, y: 9, width: 300, height: 400 }]);
		expect(setup.count(DETAIL)).toBe(0);
		await setup.engine.run(withPerson(id, { additionalFields: { personWidth: 360 } }));
		expect(areasOf(setup).at(-1)).toMatchObject({ width: 360, height: 640 });
	});

	it('that the service does not know by this path is placed as a portrait', async () => {
		const parameters = { screen: 'landscape', additionalFields: { source: 1 } };
		await setup.run(withPerson(WEBSITE_PERSON, parameters));
		expect(areasOf(setup)).toEqual([{ x: 656, y: 0, width: 608, height: 1080 }]);
	});

	it('is neither guessed nor submitted while the service cannot be asked', async () => {
		const id = await customPerson(setup, { width: 720, height: 1280 });
		setup.always(DETAIL, { kind: 'code', code: 50000 });
		await setup.submitsNothing(withPerson(id, { screen: 'landscape' }), /look up the person/);
	});
});

it('A custom person whose size cannot be looked up is a portrait', async () => {
	const additionalFields = { personHeight: 800 };
	await setup.run(withPerson(await customPerson(setup), { screen: 'landscape', additionalFields }));
	expect(areasOf(setup)).toEqual([areaOf([735, 280, 450, 800])]);
});

describe('Compose Video with everything', () => {
	it('sends every field as the service names it, also when every value is an expression', async () => {
		// n8n shows every field whose display depends on an expression, and demands the required ones.
		const shownToo = {
			audioFileFileId: chosen('1'),
			audioFileUrl: 'https://example.com/unused.mp3',
			backgroundFileFileId: chosen('1'),
			bgColor: '#111111',
		};
		await setup.sends(CREATE, compose(full), fullBody, shownToo);
	});

	it('accepts lines as JSON', async () => {
		await setup.run(
			compose({
				...full,
				subtitleOptions: {
					...omit(full.subtitleOptions as object, 'subtitleLines'),
					subtitleLinesJson: '[{ "begin_time": "0", "endTime": 2, "text": "Welcome." }]',
				},
			}),
		);
		expect(bodies()).toEqual([fullBody]);
	});

	it('accepts a plain color, a person of the website, a personal voice, and an audio URL', async () => {
		const person = WEBSITE_PERSON;
		await setup.run(
			submit({
				personId: byId(person),
				figureType: chosen('auto'),
				...COLOR,
				voiceId: byId('7000000000000000001'),
				subtitles: 'none',
				additionalFields: { source: 1, audioSource: 1, driveMode: 'sequential' },
			}),
		);
		await setup.run(
			submit({
				audioType: '={{ "audio" }}',
				audioFileSource: 'url',
				audioFileUrl: 'https://example.com/speech.m4a?x=1',
				// Settings of a voice, which a recording does not have.
				additionalFields: { speed: '={{ "fast" }}', pitch: 1.2, audioSource: 1 },
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
			{ ...smallestBody, audio: { type: 'audio', wav_url: 'https://example.com/speech.m4a?x=1' } },
		]);
	});
});

describe('Compose Video sends nothing', () => {
	it.each(refused)('because %s', async (message, parameters) => {
		const { error } = await setup.refuses(submit(parameters), message);
		expect(error?.description).toContain('Nothing was submitted.');
	});

	it.each<[string, RegExp]>([
		['{ "callback": "https://example.com" }', /must not contain callback: use 'Completion'/],
		['{ "person": { "id": "1" } }', /must not contain person.id: the fields of this node set it/],
		['[1]', /must be a JSON object/],
		['{ "duration": 1e999 }', /'duration' must be a number/],
	])('for additional parameters %s', async (additionalParameters, message) => {
		const node = submit({ additionalFields: { additionalParameters } });
		const { error } = await setup.refuses(node, message);
		expect(error?.message).toMatch(message);
		expect(error?.message).toContain("'Other Parameters (JSON)'");
	});
});

describe('Compose Video refused', () => {
	const [sits, automatic] = [{ figureType: chosen('sit_body') }, { figureType: chosen('auto') }];
	const KEEPS = 'the figure Sitting of Boris 1 keeps its background';
	const cutOut = { additionalFields: { isRemoveBg: true } };
	const studio = {
		backgroundFileSource: 'url',
		backgroundFileUrl: 'https://example.com/studio.png',
	};

	it.each<[string, RegExp, INodeParameters]>([
		[`'Background' is Transparent, but ${KEEPS}`, /./, { ...sits, background: 'transparent' }],
		[
			`'Remove Person's Background' is on, but ${KEEPS}`,
			/^Choose another figure or person whose background can be replaced, or turn off/,
			{ ...automatic, ...COLOR, ...cutOut },
		],
		[
			`'Remove Person's Background' is on, but ${KEEPS}`,
			/./,
			{ ...sits, background: 'file', ...studio, ...cutOut },
		],
	])('because %s', async (title, description, parameters) => {
		const { error } = await setup.submitsNothing(submit(parameters), title);
		expect(error.description).toMatch(description);
		expect(error.description).toContain('Nothing was submitted.');
	});

	it('with the automatic figure while the public persons cannot be listed', async () => {
		const fault = { kind: 'code', code: 50000 } as const;
		setup.always(PERSONS, fault);
		await setup.submitsNothing(submit(automatic), /^Could not list public persons: /);
	});

	it.each([
		['public person without a correct figure', " does not have the 'Figure' sit_body"],
		['screen_width or screen_height invalid', "'Screen' 1080 × 1920 is a size that"],
	])('names the values that the message "%s" is about', async (msg, words) => {
		setup.service.fate({ refuse: { code: 40000, msg } });
		await setup.fails(submit(sits), words);
	});
});
