import { beforeEach, describe, expect, it } from '@jest/globals';
import { get, range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inputOf } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf, pairsOf } from '../support/engine/outputs';
import {
	byId,
	chosen,
	compose,
	CREATE,
	createImage,
	goingOn,
	lipSync,
	VOICE,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';

const setup = setUp();

const validate = async (run: NodeRun) =>
	await setup.run({
		...run,
		parameters: { ...run.parameters, options: { validateOnly: true } },
	});

/** A video whose speech is a recording. */
const recorded = async (parameters: INodeParameters = {}) =>
	compose(
		{ audioType: 'audio', audioFileInputField: 'data', completion: 'return', ...parameters },
		await inputOf({ bytes: 9, name: 'a.mp3', mimeType: 'audio/mpeg' }),
	);

/** What the voice of each request was given to read. */
const said = () =>
	(setup.bodies(CREATE) as Array<{ audio: { tts: { text: string[] } } }>).map(
		({ audio }) => audio.tts.text[0],
	);

const fileNamesOf = async (run: NodeRun) => {
	const { outputs } = await setup.run(run);
	return outputs[0]?.map(({ binary }) => binary?.data?.fileName);
};

const fromItems = { text: '={{ $json.text }}', completion: 'return' };

const finished = { completion: 'wait', downloadResult: true };

/** A text and the name of its video. */
const NAMES: Array<[string, string]> = [
	['¡Hola! Bienvenidos a nuestra tienda de flores.', 'hola-bienvenidos-a-nuestra.mp4'],
	['<speak>Good <break time="1s"/>morning</speak>', 'good-morning.mp4'],
	["# 🌱 What's new?\n\nA lot.", 'whats-new-a-lot.mp4'],
	['大家好，欢迎来到我们的频道。', '大家好-欢迎来到我们的频道.mp4'],
	['مرحبا بكم في متجرنا الجديد', 'مرحبا-بكم-في-متجرنا.mp4'],
	['नमस्ते दोस्तों', 'नमस्ते-दोस्तों.mp4'],
	[
		'Donaudampfschifffahrtsgesellschaftskapitän kommt',
		'donaudampfschifffahrtsgesellschaftskapit.mp4',
	],
];

describe('the name of a video that nobody named', () => {
	beforeEach(() => void setup.service.fate({ seconds: 0 }));

	/** Of the video of each row. */
	const namesFor = async (...items: Array<IDataObject & { text: string }>) =>
		await fileNamesOf(compose({ ...fromItems, ...finished }, { items }));

	it('is that of the first words that are said', async () => {
		const names = await namesFor(...NAMES.map(([text]) => ({ text })));
		expect(names).toEqual(NAMES.map(([, name]) => name));
	});

	it('is the title of its row, and no two of a run are the same', async () => {
		const row = { text: 'Good morning', title: 'News: Monday' };
		expect(await namesFor(row, row, { text: 'Good morning' }, { text: 'Good morning!' })).toEqual([
			'News- Monday.mp4',
			'News- Monday (2).mp4',
			'good-morning.mp4',
			'good-morning (2).mp4',
		]);
	});

	it('is not that of the person or the voice that Library has found', async () => {
		const names = await namesFor(
			{ text: 'Good morning', personId: '1', name: 'Boris 2', gender: 'male', figures: [] },
			{ text: 'Good evening', voiceId: '2', name: 'Boris Warm', gender: 'male' },
			{ text: 'Good night', personId: '1', name: 'The news' },
		);
		expect(names).toEqual(['good-morning.mp4', 'good-evening.mp4', 'The news.mp4']);
	});

	it('is not that of another item whose row has a number behind it already', async () => {
		const titles = ['News', 'News', 'News (2)', 'News'];
		const names = await namesFor(...titles.map((title) => ({ text: 'Good morning', title })));
		expect(names).toEqual(['News.mp4', 'News (2).mp4', 'News (2) (2).mp4', 'News (3).mp4']);
	});

	it('is that of the first words for a lip sync of a text, too, where the video has no name', async () => {
		const run = lipSync({
			videoFileFileId: byId(setup.submits.file('lip_sync_video', 'talk.mp4')),
			text: 'Hello and welcome to us',
			...finished,
		});
		expect(await fileNamesOf(run)).toEqual(['hello-and-welcome-to.mp4']);
	});
});

const ANSWER = `# 🌱 Our news

**Two things** to know, see [our shop](https://shop.example/news):

- Free delivery
- Open on Sundays 🎉

https://shop.example`;

const ANSWER_SAID = `Our news.

Two things to know, see our shop:

Free delivery.
Open on Sundays.`;

describe('Text Cleanup', () => {
	it('sends what a voice can read, and says once what was removed from all texts', async () => {
		const items = [{ text: ANSWER }, { text: 'Hello.' }, { text: 'Bye 👋👋' }];
		const sent = await setup.run(compose(fromItems, { items }));
		expect(said()).toEqual([ANSWER_SAID, 'Hello.', 'Bye.']);
		expect(hintsOf(sent)).toContain('Removed from 2 texts: 4 emoji, Markdown, 2 links');
	});

	it('says nothing where nothing was changed', async () => {
		const sent = await setup.run(compose({ text: 'Hello.\n\nBye.', completion: 'return' }));
		expect(said()).toEqual(['Hello.\n\nBye.']);
		expect(hintsOf(sent).join()).not.toContain('Removed');
	});

	it('shows in Validate Only what would be sent', async () => {
		const checked = await validate(compose({ text: ANSWER }));
		expect(checked.json[0]).toHaveProperty('request.audio.tts.text', [ANSWER_SAID]);
		expect(hintsOf(checked)).toContain('Removed from the text: 2 emoji, Markdown, 2 links');
		expect(setup.count(CREATE)).toBe(0);
	});

	it('sends a text as it is, and SSML in any case', async () => {
		const text = '  **Bold** <break time="1s"/> & "more"\n';
		await setup.run(compose({ text, textCleanup: 'asItIs', completion: 'return' }));
		await setup.run(compose({ text, completion: 'return' }));
		expect(said()).toEqual([text, 'Bold <break time="1s"/> & "more"']);
	});

	it('refuses a text of which nothing is left, and names the item', async () => {
		const items = [{ text: 'Hello.' }, { text: '😀 https://a.example' }];
		await setup.refuses(
			compose(fromItems, { items }),
			"'Text' has nothing that a voice could say [item 2 of 2]",
		);
	});

	it('counts the characters that are sent', async () => {
		const text = `${'x'.repeat(3_999)} 😀😀 https://a.example/${'y'.repeat(300)}`;
		await setup.run(compose({ text, completion: 'return' }));
		expect(said()).toEqual(['x'.repeat(3_999)]);
		await setup.fails(
			compose({ text, textCleanup: 'asItIs' }),
			"'Text' has 4321 characters, but may have at most 3999",
		);
	});

	it('is there for Lip Sync, whose service takes emoji', async () => {
		const videoFileFileId = chosen(setup.submits.file('lip_sync_video', 'talk.mp4'));
		const run = (textCleanup: string) =>
			lipSync({ videoFileFileId, text: '*Hi* 😀', textCleanup, completion: 'return' });
		const cleaned = await setup.run(run('forSpeech'));
		await setup.run(run('asItIs'));
		expect(setup.bodies(SUBMIT.lipSync)).toEqual([
			expect.objectContaining({ tts_config: expect.objectContaining({ text: ['Hi.'] }) }),
			expect.objectContaining({ tts_config: expect.objectContaining({ text: ['*Hi* 😀'] }) }),
		]);
		expect(hintsOf(cleaned)).toContain('Removed from the text: 1 emoji, Markdown');
	});

	it.each([
		[
			'Sure! Here are two hooks:\r\n\r\n1. Bees\u00a0dance.\r\n2. Bees sing.',
			"'Text' has several versions of a script, which would all be said and charged",
		],
		[
			'{"version_a": "Bees dance.", "version_b": "Bees sing."}',
			"'Text' has several versions of a script",
		],
		[
			"<p>I&#39;m sorry, but I can't\u00a0help with that.</p>",
			"'Text' has no script: the language model refused",
		],
		["Hi, I'm [Your Name].", "'Text' still has the placeholder [Your Name]"],
	])('refuses %j, unless it is to be said as it is', async (text, message) => {
		await setup.refuses(compose({ text }), message);
		await setup.run(compose({ text, textCleanup: 'asItIs', completion: 'return' }));
		expect(said()).toEqual([text]);
	});

	it('asks for nothing in a placeholder that is not said', async () => {
		const text = '[Insert product logo]\nHello ~~[Your Name]~~ Anna';
		await setup.run(compose({ text, completion: 'return' }));
		expect(said()).toEqual(['Hello Anna']);
	});
});

describe('an expression that returns nothing', () => {
	const nothing = /returns nothing/;

	it('is named, with the number of its items', async () => {
		const text =
			'=Hello {{ $json.nmae }}, {{ $json.city }} is {{ $json.a.b }}. {{ $json.end ?? "" }}';
		const items = [{ city: 'Rome' }, { city: 'Bonn' }, { city: null, nmae: 0 }];
		const sent = await setup.run(compose({ text, completion: 'return' }, { items }));
		expect(said()).toEqual(['Hello, Rome is.', 'Hello, Bonn is.', 'Hello 0, is.']);
		expect(hintsOf(sent).filter((hint) => nothing.test(hint))).toEqual([
			"The expression {{ $json.nmae }} in 'Text' returns nothing for 2 of 3 items, and is left out there. If it should return something, check the name of the field in it",
			expect.stringContaining("{{ $json.a.b }} in 'Text' returns nothing for 3 of 3 items"),
			expect.stringContaining("{{ $json.city }} in 'Text' returns nothing for 1 of 3 items"),
		]);
	});

	it('is not one that stands in quotes, which the text is about', async () => {
		const text = `=Write {{ '$json.title' }}, or {{ "$('Form').item.json['a b']" }}.`;
		await setup.run(compose({ text, completion: 'return' }));
		expect(said()).toEqual(["Write $json.title, or $('Form').item.json['a b']."]);
	});

	it('is named in a prompt, before it is charged', async () => {
		const prompt = '=A red {{ $json.animal }}';
		const checked = await validate(createImage({ refPrompt: prompt }, { items: [{ pet: 'fox' }] }));
		expect(hintsOf(checked).filter((hint) => nothing.test(hint))).toEqual([
			"The expression {{ $json.animal }} in 'Prompt' returns nothing, and is left out there. If it should return something, check the name of the field in it",
		]);
	});

	it('is not named where the text is not used', async () => {
		const sent = await setup.run(await recorded({ text: '=Hello {{ $json.nmae }}' }));
		expect(hintsOf(sent).join()).not.toMatch(nothing);
	});
});

/** Voices of the demo service that speak Chinese, and several languages. */
const CHINESE = '8988587500000000001';
const SEVERAL = '8988587500000000002';

const ASSUMED = /The service documents no code for the language of the voice/;

describe('Speech Language', () => {
	const languages = () =>
		(setup.bodies(CREATE) as Array<{ audio: { language?: string } }>).map(
			({ audio }) => audio.language,
		);
	const ofVoices = { voiceId: byId('={{ $json.voice }}'), completion: 'return' };

	it('is that of the voice, for which the list is read once in a run', async () => {
		const items = [VOICE, CHINESE, VOICE].map((voice) => ({ voice }));
		const sent = await setup.run(compose(ofVoices, { items }));
		expect(languages()).toEqual(['en', 'cn', 'en']);
		expect(hintsOf(sent).join()).not.toMatch(ASSUMED);
		expect(setup.count('list_common_audio')).toBe(1);
	});

	it('is not sent where the service lists none in a documented form, and the output says so', async () => {
		const items = [VOICE, SEVERAL, '4711'].map((voice) => ({ voice }));
		const checked = await validate(compose(ofVoices, { items }));
		expect(checked.json.map((json) => get(json, 'request.audio.language'))).toEqual([
			'en',
			undefined,
			undefined,
		]);
		expect(hintsOf(checked)).toContain(
			"The service documents no code for the language of the voice of 2 of 3 items. None is sent, so the service assumes Chinese (cn). If another language is spoken, choose it in 'Speech Language'",
		);
	});

	it('is left to the service where the list cannot be read now', async () => {
		setup.always('list_common_audio', { kind: 'status', status: 500 });
		const sent = await setup.run(compose({ completion: 'return' }));
		expect(languages()).toEqual([undefined]);
		expect(hintsOf(sent).join()).toMatch(ASSUMED);
	});

	it.each([
		[true, {}],
		[false, { language: 'en' }],
		[false, { subtitles: 'none' }],
	])('is asked for in a hint where a recording has none: %s, %j', async (isAsked, parameters) => {
		const hints = hintsOf(await setup.run(await recorded(parameters))).join();
		expect(hints.includes("'Speech Language' is not specified for the recording, so")).toBe(
			isAsked,
		);
	});

	it.each([
		['chosen', 'de', 'de'],
		['by expression', '={{ "PT-br" }}', 'PT-br'],
		['by the name of a documented one', '={{ "English" }}', 'en'],
		['by a longer code', '={{ "ger" }}', 'de'],
		['by the code of its country', '={{ "jp" }}', 'ja'],
		['by a code that is no choice', '={{ "sv" }}', 'sv'],
		['in the words of the editor', '={{ "Of the Voice" }}', 'en'],
		['by an expression that returns nothing', '={{ "" }}', 'en'],
	])('is sent: %s', async (_how, language, sent) => {
		await setup.run(compose({ language, completion: 'return' }));
		expect(languages()).toEqual([sent]);
	});

	it.each([
		['English read in Chinese', CHINESE, 'voice', 'Welcome to our shop.', 'Chinese (cn)'],
		['Chinese read in English', VOICE, 'voice', '欢迎光临我们的商店，今天半价。', 'English (en)'],
		['Russian read in German', VOICE, 'de', 'Добро пожаловать.', 'German (de)'],
		['a brand for a Chinese voice', CHINESE, 'voice', 'WeChat Pay', ''],
		['a Chinese text with a brand', CHINESE, 'voice', '欢迎使用 WeChat Pay Mini Programs 支付', ''],
		['SSML', CHINESE, 'voice', '<speak>你好<break time="300ms"/></speak>', ''],
		['a code that is not in the list', CHINESE, '={{ "sv" }}', 'Добро пожаловать в магазин.', ''],
	])('says that the script is another one: %s', async (_what, voice, language, text, told) => {
		const voiceId = byId(voice);
		const checked = await validate(compose({ voiceId, language, text }));
		const hint = hintsOf(checked).find((one) => one.includes('not in the script'));
		expect(hint ?? '').toBe(
			told &&
				`The text is not in the script of the language that is spoken, such as ${told}. If that is not meant, choose another 'Voice' or 'Speech Language'`,
		);
	});

	it('is not asked for where the speech is a recording', async () => {
		await setup.run(await recorded());
		expect(languages()).toEqual([undefined]);
		expect(setup.count('list_common_audio')).toBe(0);
	});
});

/** Paragraphs of about 3,400 characters, each with its number at its beginning. */
const paragraphs = (count: number) =>
	range(count).map((n) => `Paragraph ${n}. ${'One more sentence. '.repeat(180).trim()}`);

const several = { ifTextTooLong: 'makeSeveral', completion: 'return' };

describe('If Text Is Too Long', () => {
	it('is refused with the choice and how many videos it would be', async () => {
		await setup.refuses(
			compose({ text: paragraphs(3).join('\n\n') }),
			/^'Text' has \d+ characters, but may have at most 3999\. Shorten it, or choose 'Make Several Videos' in 'If Text Is Too Long' for 3 videos/,
		);
	});

	it('makes a video of each part, all submitted together and paired to their item', async () => {
		const items = [{ text: paragraphs(3).join('\n\n') }, { text: 'Short.' }];
		const sent = await setup.run(compose({ ...several, text: '={{ $json.text }}' }, { items }));
		expect([...said()].sort()).toEqual([...paragraphs(3), 'Short.'].sort());
		expect(sent.json.map(({ part, parts }) => [part, parts])).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
			[undefined, undefined],
		]);
		expect(pairsOf(sent.outputs)).toEqual([0, 0, 0, 1]);
		expect(new Set(sent.json.map(({ taskId }) => taskId)).size).toBe(4);
		expect(hintsOf(sent)).toContain('A text is too long for one video and becomes 3 videos');
	});

	it.each([
		['that the user names', { outputFileName: 'News' }, 'News'],
		['that has no name of its own', {}, 'hola-paragraph-0-one'],
	])('numbers the files of a series %s', async (_, options, name) => {
		setup.service.fate({ seconds: 0 });
		const text = `¡Hola! ${paragraphs(2).join('\n\n')}`;
		const run = compose({ ...several, text, ...finished, options });
		expect(await fileNamesOf(run)).toEqual([`${name}-1.mp4`, `${name}-2.mp4`]);
	});

	it.each(['makeSeveral', 'refuse'])('refuses more than 50 videos (%s)', async (choice) => {
		const text = 'Hello there. '.repeat(16_000);
		const run = compose({ ifTextTooLong: choice, text });
		const { error } = await setup.fails(run, 'would become more than 50 videos');
		expect(error?.description).toContain('Split the text into several items before this node');
		expect(setup.bodies(CREATE)).toEqual([]);
	});

	it('counts each part in the estimate, and shows it in Validate Only', async () => {
		const checked = await validate(compose({ ...several, text: paragraphs(2).join('\n\n') }));
		expect(checked.json.map((json) => get(json, 'request.audio.tts.text'))).toEqual(
			paragraphs(2).map((text) => [text]),
		);
		expect(hintsOf(checked).join()).toContain('Estimate: 2 composed videos');
	});

	it('names the part that fails, and keeps the tasks of the others', async () => {
		setup.fault(CREATE, { kind: 'code', code: 50011, msg: 'bad words' });
		const text = paragraphs(3).join('\n\n');
		const { json } = await setup.run(compose({ ...several, text }, goingOn));
		expect(json).toHaveLength(3);
		const failed = json.filter(({ error }) => error);
		expect(failed).toHaveLength(1);
		expect(failed[0]?.error).toMatch(/^Part [123] of 3: /);
	});

	it('refuses a word that is longer than a video, and lines of subtitles', async () => {
		await setup.refuses(
			compose({ ...several, text: 'x'.repeat(4_001) }),
			/it cannot be split, because a word/,
		);
		await setup.refuses(
			compose({
				...several,
				text: paragraphs(2).join('\n\n'),
				subtitleOptions: {
					subtitleLines: { line: [{ beginTime: 0, endTime: 2, text: 'Hello' }] },
				},
			}),
			"'Subtitle Lines' cannot be used for a text that becomes several videos",
		);
	});
});

describe('The estimate of Validate Only', () => {
	it('has seconds and credits first in each item, and one hint with the sum', async () => {
		const text = 'Welcome to our spring collection. '.repeat(30);
		const run = compose({ text, model: 1 }, { items: [{}, {}] });
		const checked = await validate(run);
		const [first] = checked.json;
		expect(Object.keys(first ?? {}).slice(0, 2)).toEqual(['estimatedSeconds', 'estimatedCredits']);
		const seconds = Number(first?.estimatedSeconds);
		expect(seconds).toBeGreaterThan(60);
		expect(seconds).toBeLessThan(100);
		expect(first?.estimatedCredits).toBe(2 * seconds);
		expect(hintsOf(checked)).toContain(
			`Estimate: 2 composed videos, about ${Math.round((20 * seconds) / 60) / 10} minutes, about ${4 * seconds} Credits A`,
		);
	});

	it('says where no price is published', async () => {
		const video = chosen(setup.submits.file('lip_sync_video', 'talk.mp4'));
		const checked = await validate(lipSync({ videoFileFileId: video, text: 'Hello.' }));
		expect(checked.json[0]).toHaveProperty('estimatedSeconds', 1);
		expect(checked.json[0]).not.toHaveProperty('estimatedCredits');
		expect(hintsOf(checked).join()).toContain('whose price is not published');
	});

	it('leaves out a recording, whose length is not known', async () => {
		const checked = await validate(await recorded());
		expect(checked.json[0]).not.toHaveProperty('estimatedSeconds');
		expect(hintsOf(checked).join()).toContain('without the cost of one item');
	});

	it('is told in the editor too, where more than ten items were submitted', async () => {
		const run = (count: number, mode: 'manual' | 'trigger') =>
			compose({ completion: 'return' }, { items: range(count).map(() => ({})), mode });
		expect(hintsOf(await setup.run(run(11, 'manual'))).join()).toContain('Estimate: 11 composed');
		expect(hintsOf(await setup.run(run(11, 'trigger'))).join()).not.toContain('Estimate');
		expect(hintsOf(await setup.run(run(10, 'manual'))).join()).not.toContain('Estimate');
	});
});
