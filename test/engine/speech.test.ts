import { describe, expect, it } from '@jest/globals';
import { get, range } from 'lodash';

import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import { byId, chosen, compose, CREATE, lipSync, VOICE } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';

const setup = setUp();

const validate = async (run: NodeRun) =>
	await setup.run({
		...run,
		parameters: { ...run.parameters, options: { validateOnly: true } },
	});

/** What the voice of each request was given to read. */
const said = () =>
	(setup.bodies(CREATE) as Array<{ audio: { tts: { text: string[] } } }>).map(
		({ audio }) => audio.tts.text[0],
	);

const ANSWER = `# 🌱 Our news

**Two things** to know, see [our shop](https://shop.example/news):

- Free delivery
- Open on Sundays 🎉

https://shop.example`;

const ANSWER_SAID = `Our news.

Two things to know, see our shop:

Free delivery.
Open on Sundays.`;

const fromItems = { text: '={{ $json.text }}', completion: 'return' };

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

	it('names all emoji of a text that is sent as it is', async () => {
		await setup.refuses(
			compose({ text: 'One 😀 two 🎉, three 😀.', textCleanup: 'asItIs' }),
			/^'Text' contains the emoji 😀 🎉, which the service does not accept\. Remove all emoji, or choose 'For Speech' in 'Text Cleanup'/,
		);
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

	it('leaves a recording alone', async () => {
		const { binary: data } = await storedFile({ bytes: 9, name: 'a.mp3', mimeType: 'audio/mpeg' });
		const audio = { audioType: 'audio', audioFileInputField: 'data', completion: 'return' };
		await setup.run(compose(audio, { items: [{ json: {}, binary: { data } }] as never }));
		expect(setup.count(CREATE)).toBe(1);
	});
});

/** Voices of the demo service that speak Chinese, and several languages. */
const CHINESE = '8988587500000000001';
const SEVERAL = '8988587500000000002';

const ASSUMED = /The service does not list the language of the voice/;

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
			"The service does not list the language of the voice of 2 of 3 items. None is sent, so the service assumes Chinese (cn). If another language is spoken, choose it in 'Speech Language'",
		);
	});

	it('is left to the service where the list cannot be read now', async () => {
		setup.always('list_common_audio', { kind: 'status', status: 500 });
		const sent = await setup.run(compose({ completion: 'return' }));
		expect(languages()).toEqual([undefined]);
		expect(hintsOf(sent).join()).toMatch(ASSUMED);
	});

	it.each([
		['chosen', 'de', 'de'],
		['by expression', '={{ "PT-br" }}', 'PT-br'],
		['by the name of a documented one', '={{ "English" }}', 'en'],
		['in the words of the editor', '={{ "Of the Voice" }}', 'en'],
		['by an expression that returns nothing', '={{ "" }}', 'en'],
	])('is sent as it is: %s', async (_how, language, sent) => {
		await setup.run(compose({ language, completion: 'return' }));
		expect(languages()).toEqual([sent]);
	});

	it('refuses the name of a language, with its code', async () => {
		await setup.refuses(compose({ language: '={{ "Spanish" }}' }), /Spanish.*'es'/);
	});

	it('is not asked for where the speech is a recording', async () => {
		const { binary: data } = await storedFile({ bytes: 9, name: 'a.mp3', mimeType: 'audio/mpeg' });
		const audio = { audioType: 'audio', audioFileInputField: 'data', completion: 'return' };
		await setup.run(compose(audio, { items: [{ json: {}, binary: { data } }] as never }));
		expect(languages()).toEqual([undefined]);
		expect(setup.count('list_common_audio')).toBe(0);
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
		const { binary: data } = await storedFile({
			bytes: 10,
			name: 'a.mp3',
			mimeType: 'audio/mpeg',
		});
		const items = [{ json: {}, binary: { data } }];
		const audio = { audioType: 'audio', audioFileInputField: 'data' };
		const checked = await validate(compose(audio, { items: items as never }));
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
