import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/engine/setup';
import {
	animate,
	chosen,
	compose,
	createImage,
	createPerson,
	extra,
	generate,
	getMany,
	getTask,
	given,
	goingOn,
	library,
	lipSync,
	translate,
	upload,
	uploadOf,
} from '../support/engine/runs';
import { inputOf, itemWith, storedFile } from '../support/engine/binaries';
import type { NodeRun, NodeRunResult } from '../support/engine/engine';
import { get, pick, set, sortBy } from 'lodash';
import type { JournalEntry } from '../../demo-service';
import { SUBMIT } from '../support/engine/submits';
import { errorText, hintsOf } from '../support/engine/outputs';

const setup = setUp();

const BRACES = 'To {{ $json.name }}';
const PLAIN = /contains \{\{ \$json\.name \}\} as plain text/;
const LINE = { beginTime: 0, endTime: 2, text: BRACES };
const OTHER_MODEL = { modelCode: 'other', otherModelCode: 'modelx' };

/** What each item says itself. */
const CHOICE = '={{ $json.choice }}';

describe('A choice that an expression leaves empty or fills with anything', () => {
	const ofWeb = (options: INodeParameters) =>
		upload({ fileSource: 'url', fileUrl: 'https://example.com/a.png', options });
	const oneTask = (parameters: INodeParameters) =>
		getTask([{}], { taskId: chosen('1'), ...parameters });
	const into = (outputField: string) =>
		createImage({ downloadResult: true, options: { outputField } });

	it.each<[RegExp, NodeRun]>([
		[/^'Video' is missing$/, lipSync({ videoFileSource: given('') })],
		[/'Video'/, translate({ sourceType: '' })],
		[/^'Purpose' must be one of .*, but is \{\}$/, upload({ purpose: given({}) })],
		// A word of the language.
		[/^'Task Kind' must be one of .*constructor$/, getMany({ listKind: given('constructor') })],
		[/^'Operation' must be .*, but is constructor$/, generate({ operation: 'constructor' })],
		[
			/^'Task Kind' must be one of .*, but is \{"kind":"lipSync"\}$/,
			oneTask({ taskKind: given({ kind: 'lipSync' }) }),
		],
		[/^'Put Output File in Field' must be a text, but is \["a","b"\]$/, into(given(['a', 'b']))],
		[/'Parts at Once' must be .*, but is all$/, ofWeb({ partsAtOnce: given('all') })],
		[/^'Limit Wait Time \(Minutes\)' must be/, ofWeb({ timeLimit: given('none') })],
		[/^'Limit' must be a number of 1 or more/, library('file', 'getAll', { limit: given('many') })],
		[/^'Resource' must be one of .*publicVoice.*, but is font$/, library('font', 'getAll')],
		[/^'Completion' must be 'Wait .*, but is pause$/, createImage({ completion: given('pause') })],
		[/^'Completion' must be one of .* but is later$/, compose({ completion: given('later') })],
		[/^'When Not Finished' must be one of/, oneTask({ whenNotFinished: given('later') })],
		[/^'Text' is missing/, compose({ text: '\u200b' })],
		[
			/^'Output File Name' contains \{\{ \$json\.name \}\} as plain text\. Switch the field/,
			compose({ downloadResult: true, options: { outputFileName: BRACES } }),
		],
		[/^'Consent' is missing\. The expression/, createPerson({ version: '={{ $json.consent }}' })],
		[PLAIN, generate({ ...OTHER_MODEL, parametersJson: `{"a":[{"b":"${BRACES}"}]}` })],
		[PLAIN, compose({ subtitleOptions: { subtitleLines: { line: [LINE] } } })],
	])('is refused before a request: %s', async (message, node) => {
		await setup.refuses(node, message);
	});

	it.each<[string, string, NodeRun]>([
		["'Completion'", 'return', createImage({ completion: CHOICE })],
		["'When Not Finished'", 'now', oneTask({ whenNotFinished: CHOICE })],
		["'Put Output File in Field'", 'other', into(CHOICE)],
	])('is refused before a request where items differ: %s', async (label, other, node) => {
		const items = [{ choice: 'wait' }, { choice: other }];
		const { error } = await setup.refuses({ ...node, items }, label);
		expect(error?.message).toBe(`${label} must be the same for all items`);
	});
});

const getListed = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getMany({ listKind: 'aiCreation', ...parameters }, more);

describe('A switch that an expression gives as text', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const run = async (node: NodeRun) => {
		const { json } = await setup.run(node);
		return json;
	};

	/** Nodes that output one thing each, with their options. */
	it.each<[string, (options: INodeParameters) => Promise<NodeRun> | NodeRun]>([
		['listed voices', (options) => library('publicVoice', 'getAll', { limit: 1, options })],
		['a task', async (options) => getTask([{ taskId: await submits.aiCreation() }], { options })],
		['a created image', (options) => createImage({ options })],
		['an upload', async (options) => uploadOf([await storedFile({ bytes: 10 })], { options })],
	])('Simplify of %s', async (_what, nodeWith) => {
		for (const [simple, hasRaw] of [
			['TRUE', false],
			[' False ', true],
			['', false],
		] as const) {
			const [item] = await run(await nodeWith({ simple }));
			expect([simple, item?.raw !== undefined]).toEqual([simple, hasRaw]);
		}
		const node = await nodeWith({ simple: '={{ "perhaps" }}' });
		setup.service.journal.clear();
		await setup.refuses(node, /^'Simplify' must be true or false, but is perhaps$/);
	});

	const word = '={{ $json.word }}';

	it.each<[string, NodeRun]>([
		['Return All', getListed({ returnAll: word })],
		['Return All', library('publicVoice', 'getAll', { returnAll: word })],
		['Simplify', library('file', 'get', { fileId: '1', options: { simple: word } })],
	])('is an error of its own item: %s (%#)', async (label, node) => {
		await submits.aiCreation();
		setup.service.journal.clear();
		const items = [{ word: 'perhaps' }];
		const refused = await run({ ...node, items, ...goingOn });
		expect(refused).toMatchObject([
			{ error: expect.stringContaining(`'${label}' must be true or false, but is perhaps`) },
		]);
		expect(setup.count()).toBe(0);
		const both = await run({ ...node, items: [...items, { word: 'true' }], ...goingOn });
		expect(both).toContainEqual(refused[0]);
		expect(setup.count()).toBeGreaterThan(0);
	});

	it('is an error of its own upload', async () => {
		const { binary: data } = await storedFile({ bytes: 10 });
		const items = ['perhaps', 'true'].map((word) => ({ json: { word }, binary: { data } }));
		const node = upload({ options: { waitUntilUsable: word } }, { items });
		const { error } = await setup.refuses(node, "'Wait Until Usable' must be true or false");
		expect(error?.message).toMatch(/ \[item 1 of 2\]$/);
		const json = await run({ ...node, ...goingOn });
		expect(json).toMatchObject([{ error: expect.any(String) }, { fileName: 'clip.mp4' }]);
	});
});

const ROUNDED = '={{ 3100000000000015839 }}';
const rounded = chosen(ROUNDED);

describe('An ID that an expression gives as a number too large to be exact', () => {
	it.each<[string, NodeRun]>([
		["'Task ID'", getTask([{}], { taskId: rounded })],
		["'Person'", compose({ personId: rounded })],
		["'Video File'", lipSync({ videoFileFileId: rounded })],
		["'Image Task'", animate({ photoUniqueId: rounded })],
		["'File'", library('file', 'get', { fileId: rounded })],
	])('is refused in %s, and nothing is sent', async (label, run) => {
		const { error } = await setup.refuses(run, label);
		expect(error?.description).toContain('Put the ID in quotes');
	});

	it.each(["'3100000000000015839'", "['3100000000000015839']"])('is used: %s', async (text) => {
		const id = chosen(`={{ ${text} }}`);
		await setup.fails(getTask([{}], { taskId: id }), "'3100000000000015839'");
		await setup.fails(compose({ personId: id }), "'Person' 3100000000000015839 is unknown");
	});
});

/** What the node may do with 'Validate Only': it changes nothing. */
const LOOK_UPS = [
	'ai_creation/task/page',
	'common/file_detail',
	'list_common_dp',
	'video_translation/target_languages',
	'person/detail',
];

/** A video of the input item. */
const input = { videoFileSource: 'inputFile' };
const TEXT_FILE = { bytes: 9_000, name: 'a.txt', mimeType: 'text/plain' };
const PICTURE = { bytes: 9_000, name: 'office.png', mimeType: 'image/png' };
const SPEECH = { bytes: 9_000, name: 'speech.mp3', mimeType: 'audio/mpeg' };

describe('Validate Only', () => {
	const setup = setUp({ videoDetailPath: 'video/detail', personDetailPath: 'person/detail' });
	const { submits } = setup;

	const validating = (run: NodeRun, validateOnly: unknown = true): NodeRun => ({
		...run,
		parameters: {
			completion: 'return',
			...run.parameters,
			options: { ...(run.parameters.options as IDataObject), validateOnly } as INodeParameters,
		},
	});
	const validate = async (run: NodeRun) => await setup.run(validating(run));
	const withoutTrace = ({ error }: NodeRunResult) =>
		errorText(error).replace(/trace_id \w+/, 'trace_id');

	/** The requests that would be sent, with the ids of uploaded files taken from the ones that were sent. */
	function expectSame(planned: IDataObject[], sent: JournalEntry[]): void {
		const bodies = planned.map((json) => json.request as IDataObject);
		const addresses = (list: object[]) => list.map((one) => pick(one, ['method', 'path']));
		expect(addresses(planned)).toEqual(addresses(sent));
		const text = (body: unknown) =>
			JSON.stringify(body).replace(/(secret|proof|signature)=[^&"]+/g, '$1=***');
		const real = sent.map(({ body }) => body as IDataObject);
		const withPlaceholders = real.map((body, index) => {
			const uploads = (planned[index]?.uploads ?? []) as Array<{ field: string; file: string }>;
			for (const { field, file: words } of uploads) {
				expect(words).toEqual(expect.any(String));
				expect(get(bodies[index], field)).toBe(words);
				expect(typeof get(body, field)).toBe('string');
				set(body, field, words);
			}
			return body;
		});
		expect(sortBy(bodies.map(text))).toEqual(sortBy(withPlaceholders.map(text)));
	}

	const uploaded = (purpose: string, name: string) => chosen(submits.file(purpose, name));

	const cases: Array<[name: string, endpoint: string, run: () => Promise<NodeRun> | NodeRun]> = [
		[
			'a video with frames to upload and by file ID',
			SUBMIT.aiCreation,
			async () => {
				const first = { startFrameSource: 'inputFile', startFrameInputField: 'data' };
				const endFrameFileId = uploaded('ai_creation', 'last.png');
				const frames = { ...first, endFrameSource: 'fileId', endFrameFileId };
				return aiVideo(frames, await inputOf(PICTURE));
			},
		],
		[
			'an animated image',
			SUBMIT.motion,
			async () => {
				const items = await submits.items('aiCreation', 1, { seconds: 0 });
				return animate({ photoPath: '', emotion: 'smiles' }, { items });
			},
		],
		[
			'a video of a custom person with audio and background to upload, and a callback',
			SUBMIT.composedVideo,
			async () => {
				const personId = chosen(await submits.fated('person', { seconds: 0 }));
				return compose(
					{
						personId,
						audioType: 'audio',
						audioFileInputField: 'audio',
						background: 'file',
						backgroundFileInputField: 'background',
						callbackUrl: 'https://n8n.example.com/webhook/1/digital-human',
						options: { reference: 'order 7' },
					},
					{ items: [await itemWith({ audio: SPEECH, background: PICTURE })] },
				);
			},
		],
		[
			'lip sync of a file on the web',
			SUBMIT.lipSync,
			() => {
				const { url } = setup.service.storage.source({ bytes: 5000, name: 'talk.mp4' });
				return lipSync({ videoFileSource: 'url', videoFileUrl: url });
			},
		],
		[
			'a translation of an input file',
			SUBMIT.translation,
			async () =>
				translate(
					{ ...input, sourceType: 'file', targetLanguages: ['de', 'fr'] },
					await inputOf({ bytes: 9_000, name: 'interview.mp4' }),
				),
		],
		['a person from a file on the web', SUBMIT.person, () => person('/source/anna.mp4')],
	];

	it.each(cases)('outputs what a run then sends: %s', async (_name, operation, make) => {
		const run = await make();
		setup.service.journal.clear();
		const files = setup.service.storage.files.all().length;
		const tasks = setup.service.tasks().length;
		const planned = await validate(run);
		expect(planned.json).toHaveLength(run.items?.length ?? 1);
		const asked = setup.service.journal.entries({ side: 'service' });
		const called = asked.map((entry) => entry.endpoint);
		expect(called.filter((name) => !LOOK_UPS.includes(name))).toEqual([]);
		expect(setup.service.storage.files.all()).toHaveLength(files);
		expect(setup.service.tasks()).toHaveLength(tasks);
		expect(planned.stored).not.toContain(setup.service.token);
		expect(JSON.stringify(planned.json)).not.toMatch(/(secret|proof)=[^*]/);
		expect(hintsOf(planned).join()).toContain("'Validate Only' is on");

		await setup.run(validating(run, false));
		const sent = setup.requests(operation);
		expect(sent).toHaveLength(planned.json.length);
		expectSame(planned.json, sent);
	});

	it.each([
		[0, 1],
		[1, 2],
		[2, 3],
		['high', 2],
		['standard', 1],
	])('knows what a second of a composed video of quality %s costs', async (model, creditA) => {
		const { json } = await validate(compose({ model: given(model) }));
		expect(json[0]?.estimatedCost).toEqual({ perSecond: { creditA } });
	});

	it('knows what a video of the model costs whose price is published', async () => {
		const frames = { startFrameSource: 'url', startFrameUrl: 'https://example.com/first.png' };
		const { json } = await validate(aiVideo({ ...frames, resolutionMode: 'fast' }));
		expect(json[0]).toMatchObject({
			request: { model_code: 'modelc3.0-first-last-to-video', number_of_images: 1 },
			estimatedCost: { creditA: 115, creditB: 15, originalCreditA: 225, originalCreditB: 30 },
		});
	});

	it('names no price where none is published', async () => {
		const lip = lipSync({ videoFileFileId: uploaded('lip_sync_video', 'talk.mp4') });
		for (const run of [aiImage({}, ['A fox']), lip]) {
			const { json } = await validate(run);
			expect(json[0]?.request).toBeDefined();
			expect(json[0]).not.toHaveProperty('estimatedCost');
		}
	});

	it('pausing shows the callback without what opens it, and does not pause', async () => {
		const { json, run } = await validate(compose({ completion: 'pause' }));
		expect(run.waitTill).toBeUndefined();
		expect((json[0]?.request as IDataObject).callback).toMatch(/proof=\*\*\*/);
		expect(setup.count(SUBMIT.composedVideo)).toBe(0);
	});

	describe('refuses what a run refuses', () => {
		it.each<[string, () => NodeRun | Promise<NodeRun>]>([
			['a field', () => compose({ text: given('') })],
			['a person without the figure', () => compose({ figureType: chosen('circle_view') })],
			['a file of another type', async () => lipSync(input, await inputOf(TEXT_FILE))],
			['a language', () => translate({ targetLanguages: ['xx'] })],
			[
				'an option',
				() => aiImage({ completion: 'wait', options: { checkEvery: 'often' } }, ['A fox']),
			],
			['a page of the web', () => person('/source/page.html')],
		])('%s', async (_, make) => {
			const run = await make();
			const refused = await setup.engine.run(validating(run));
			const really = await setup.engine.run(validating(run, false));
			expect(really.error).toBeDefined();
			expect(withoutTrace(refused)).toBe(withoutTrace(really));
			const created = Object.values(SUBMIT).flatMap((operation) => setup.requests(operation));
			expect(created).toEqual([]);
		});

		it('of all items at once, whatever finds it out', async () => {
			const items = [
				{ text: 'One', figure: 'sit_body' },
				{ text: 'Two', figure: 'circle_view' },
				{ text: '', figure: 'sit_body' },
			];
			const figureType = chosen('={{ $json.figure }}');
			const node = compose({ text: '={{ $json.text }}', figureType }, { items });
			const { error } = await setup.engine.run(validating(node));
			expect(error?.message).toMatch(/ \[item 2 of \d+\]$/);
			expect(errorText(error)).toContain('Other items with errors: 3');
		});

		it('per item, and shows the other requests', async () => {
			const given = [{ text: 'One' }, { text: '' }, { text: 'Three' }];
			const more = { items: given, settings: { onError: 'continueErrorOutput' } as const };
			const { outputs } = await validate(compose({ text: '={{ $json.text }}' }, more));
			const items = outputs.flat().map(({ json, pairedItem }) => ({ json, pairedItem }));
			const failed = items.filter(({ json }) => json.error !== undefined);
			expect(failed).toHaveLength(1);
			expect(failed[0]?.json.error).toContain("'Text' is missing");
			const good = items.filter(({ json }) => json.request !== undefined);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
			expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
			expect(setup.count(SUBMIT.composedVideo)).toBe(0);
		});
	});

	it.each([
		['={{ "maybe" }}', [{}], "'Validate Only' must be true or false, but is maybe"],
		['={{ $json.test }}', [{ test: false }, { test: true }], "'Validate Only' must be the same"],
	])('submits nothing when it is not clear: %s', async (validateOnly, items, message) => {
		await setup.refuses(validating(compose({}, { items }), validateOnly), message);
	});

	function aiImage(more: INodeParameters, prompts: string[]): NodeRun {
		const items = prompts.map((prompt) => ({ prompt }));
		return createImage({ refPrompt: '={{ $json.prompt }}', ...more }, { items });
	}

	function aiVideo(frames: INodeParameters, more: Partial<NodeRun> = {}): NodeRun {
		const modelCode = 'modelc3.0-first-last-to-video';
		const shape = { aspectRatio: '16:9', clarity: 720, videoDuration: 5 };
		return generate({ modelCode, refPrompt: 'A walk', ...shape, ...frames }, more);
	}

	function person(path: string): NodeRun {
		return createPerson({ videoFileUrl: `${setup.service.storage.url}${path}` });
	}
});

describe('A value as people and language models write it', () => {
	const sent = async (node: NodeRun) => {
		setup.service.journal.clear();
		await setup.run({ ...node, parameters: { completion: 'return', ...node.parameters } });
		return setup.requests().at(-1)?.body as IDataObject;
	};

	const aiVideo = (parameters: INodeParameters) =>
		generate({ modelCode: 'modela2.5', refPrompt: 'A', ...parameters });

	it.each<[NodeRun, object]>([
		[compose({ screen: given('1920x1080') }), { screen_width: 1920, screen_height: 1080 }],
		[compose({ screen: given('TikTok') }), { screen_width: 1080, screen_height: 1920 }],
		[compose({ subtitles: given(false) }), { hide_subtitle: true }],
		[compose({ subtitles: given('Nein') }), { hide_subtitle: true }],
		[compose({ background: 'color', bgColor: 'rgb(0, 128, 0)' }), { bg_color: '#008000' }],
		[compose({ language: given('German') }), { audio: { language: 'de' } }],
		[compose(extra({ additionalParameters: '```json\n{"duration": 30}\n```' })), { duration: 30 }],
		[aiVideo({ videoDuration: given('5 seconds') }), { video_duration: 5 }],
		[aiVideo({ aspectRatio: given('portrait') }), { aspect_ratio: '9:16' }],
	])('is taken (%#)', async (node, body) => {
		expect(await sent(node)).toMatchObject(body);
	});

	const voice = (id: string) => compose({ voiceId: chosen(given(id)) });
	const person = (id: string) => compose({ personId: chosen(given(id)) });

	it.each<[RegExp, NodeRun]>([
		[/^'Voice' is Ada, which is no ID, and no name/, voice('Ada')],
		[/^'Voice' is Barnabas the Kind, which is no ID, and no name/, voice('Barnabas the Kind')],
		[/^'Person' is Ada, which is no ID, and no name/, person('Ada')],
		[/^'Person' is https:\S+, which is no ID/, person('https://example.com/ada-2026.png')],
	])('is refused where it is no ID: %s', async (message, node) => {
		const { said } = await setup.submitsNothing(node, message);
		expect(said).toContain("under 'From List'");
	});

	const task = (id: string) => getTask([{}], { taskId: chosen(given(id)) });
	const text = (words: string) => compose({ text: given(words) });
	const prompt = (words: string) =>
		createImage({ refPrompt: '={{ $json.words }}' }, { items: [{ words }] });
	const fromSheet = /^'Text' is '.*', which a sheet shows/;
	const fromCode = (word: string) => new RegExp(`^'Text' is the word '${word}', which code makes`);

	it.each<[string, NodeRun, RegExp]>([
		['a missing voice', voice('undefined'), /^'Voice' is the word 'undefined'/],
		['a missing task', task('undefined'), /^'Task ID' is the word 'undefined'/],
		['a missing person', person('null'), /^'Person' is the word 'null'/],
		['several voices', voice('8988587500000000000, 8988587500000000001'), /^'Voice' has several/],
		['a rounded voice', voice('8.988587e+18'), /^'Voice' is a number too large to be exact/],
		...['#N/A', '#REF!', '#WERT!', 'Loading...'].map((word): [string, NodeRun, RegExp] => {
			return [`what a sheet shows, ${word}`, text(word), fromSheet];
		}),
		['a refusal for a prompt', prompt("I'm sorry, I can't create images."), /describes nothing/],
		['an error for a text', text('{"error":"Rate limit"}'), /^'Text' is the error of/],
		['an error for a prompt', prompt('{"error":"Rate limit"}'), /^'Prompt' is the error of/],
		['a template for a prompt', prompt('A {{ $json.pet }}'), /contains {{ \$json\.pet }} as plain/],
		['what code has put among words', text('Hi undefined!'), /^'Text' has 'Hi undefined', where/],
		...['undefined', 'null', 'NaN', 'Invalid DateTime'].map((word): [string, NodeRun, RegExp] => {
			return [`what code makes, ${word}`, text(word), fromCode(word)];
		}),
	])('is refused where it is %s', async (_what, node, message) => {
		await setup.refuses(node, message);
	});

	const emptyMarks = ['N/A', 'n. a.', '-', 'TBD', '""', '{}'];
	it.each(emptyMarks)('is refused as an empty cell: %s', async (mark) => {
		const marked = `'Prompt' is '${mark}', which marks an empty cell`;
		await setup.refuses(createImage({ refPrompt: given(mark) }), marked);
		await setup.refuses(createPerson({ name: given(mark) }), `'Name' is '${mark}'`);
		const additionalFields = { title: given(mark) };
		const { error } = await setup.engine.run(translate({ additionalFields }));
		expect(error?.message).not.toContain('Title');
	});
});
