import { describe, expect, it } from '@jest/globals';

import { compose, CREATE, SITTING } from '../support/composeVideoCase';
import { refusedSpeech } from './cases/composeVideoRefused';
import { refusedPicture } from './cases/composeVideoRefusedPicture';
import { storedFile } from '../support/engine/binaries';
import { setUp } from '../support/engine/setup';

describe('Compose Video sends nothing', () => {
	const setup = setUp();

	it.each([...refusedSpeech, ...refusedPicture])('for %s', async (_, parameters, message) => {
		const { error } = await setup.engine.run(compose({ completion: 'return', ...parameters }));
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Nothing was submitted for this item.');
		expect(setup.service.journal.count()).toBe(0);
	});

	it('for a file of the input that does not fit', async () => {
		const { binary } = await storedFile({ bytes: 10, name: 'speech.ogg', mimeType: 'audio/ogg' });
		const { error } = await setup.engine.run(
			compose(
				{ completion: 'return', audioType: 'audio' },
				{ items: [{ json: {}, binary: { data: binary } }] },
			),
		);
		expect(error?.message).toMatch(/^'Audio': 'speech.ogg' is not a supported type/);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('and names all that is wrong at once', async () => {
		const { error } = await setup.engine.run(
			compose({
				completion: 'return',
				text: '🙂',
				placement: { height: 1 },
				subtitles: { width: 2000, color: 'x' },
				watermark: { complianceWatermarkPosition: 1 },
			}),
		);
		for (const label of [
			'Text',
			'Person Height',
			'Text Color',
			'Subtitle Width',
			'Watermark Position',
		]) {
			expect(error?.message).toContain(`'${label}'`);
		}
		expect(setup.service.journal.count()).toBe(0);
	});

	it('when one of several items is wrong', async () => {
		const { error } = await setup.engine.run(
			compose(
				{ completion: 'return', text: '={{ $json.text }}' },
				{ items: [{ text: 'One.' }, { text: '🙂' }] },
			),
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(setup.service.journal.count()).toBe(0);
	});
});

const WRONG_FIGURE = { figureType: 'whole_body', placement: { width: 500, height: 900 } };

describe('Compose Video refused', () => {
	const setup = setUp();

	it('names the figures that the person has', async () => {
		const { error } = await setup.engine.run(
			compose({ completion: 'return', figureType: 'whole_body' }),
		);
		expect(error?.message).toBe(
			`'Figure Name or ID' is 'Whole Body' (whole_body), but 'Person' ${SITTING} has 'Sitting' (sit_body). Nothing was submitted for this item`,
		);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it.each([
		['no figure is chosen', { figureType: '' }],
		['its figure is a wrong one, whose area is given', WRONG_FIGURE],
	])('submits nothing for a public person when %s', async (_, parameters) => {
		const { error } = await setup.engine.run(compose({ completion: 'return', ...parameters }));
		expect(error?.message).toMatch(/^'Figure Name or ID' .*'Sitting' \(sit_body\)/);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it.each([
		[40002, 'video-making duration cap reached', /cap|limit/i],
		[50011, 'work contains non-compliant text', /text/i],
		[40000, 'voice not in a successful state', /voice not in a successful state/],
	])('by the service with code %i: its words reach the user, once', async (code, msg, words) => {
		setup.service.fate({ refuse: { code, msg } });
		const { error } = await setup.engine.run(compose({ completion: 'return' }));
		expect(`${error?.message} ${error?.description}`).toMatch(words);
		expect(error?.description).toContain(msg);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(1);
	});

	it('lets the other items go on', async () => {
		const { json, outputs } = await setup.engine.run(
			compose(
				{ completion: 'return', text: '={{ $json.text }}' },
				{
					items: [{ text: 'One.' }, { text: '🙂' }, { text: 'Three.' }],
					settings: { onError: 'continueRegularOutput' },
				},
			),
		);
		expect(json).toEqual([
			expect.objectContaining({ taskKind: 'composedVideo', state: 'inProgress' }),
			expect.objectContaining({ text: '🙂', error: expect.stringContaining("'Text'") }),
			expect.objectContaining({ taskKind: 'composedVideo', state: 'inProgress' }),
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(setup.service.journal.accepted(CREATE)).toBe(2);
	});
});
