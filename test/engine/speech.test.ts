import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';
import { chosen, compose, lipSync } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';

const setup = setUp();

const validate = async (run: NodeRun) =>
	await setup.run({
		...run,
		parameters: { ...run.parameters, options: { validateOnly: true } },
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
