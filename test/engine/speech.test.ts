import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import { chosen, compose, CREATE, lipSync } from '../support/engine/runs';
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
