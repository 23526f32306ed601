import { describe, expect, it } from '@jest/globals';

import { chosen, compose, CREATE } from '../support/composeVideoCase';
import { refusedSpeech } from './cases/composeVideoRefused';
import { refusedPicture } from './cases/composeVideoRefusedPicture';
import { storedFile } from '../support/engine/binaries';
import { setUp } from '../support/engine/setup';
import { errorText } from '../support/engine/errorText';
import { quickTime } from '../support/quickTime';

quickTime();

describe('Compose Video sends nothing', () => {
	const setup = setUp();

	it.each([...refusedSpeech, ...refusedPicture])('for %s', async (_, parameters, message) => {
		const { error } = await setup.engine.run(compose({ completion: 'return', ...parameters }));
		expect(errorText(error)).toMatch(message);
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
				additionalFields: {
					personHeight: 1,
					subtitleWidth: 2000,
					subtitleColor: 'x',
					complianceWatermarkPosition: '={{ 4 }}',
				},
			}),
		);
		for (const label of [
			'Text',
			'Person Height',
			'Subtitle Color',
			'Subtitle Width',
			'AI Watermark Position',
		]) {
			expect(errorText(error)).toContain(`'${label}'`);
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

const AREA = { personWidth: 500, personHeight: 900 };

describe('Compose Video refused', () => {
	const setup = setUp();

	it.each([{}, { additionalFields: AREA }])(
		'for a figure that the person does not have, with %j',
		async (parameters) => {
			const { error } = await setup.engine.run(
				compose({ completion: 'return', figureType: chosen('whole_body'), ...parameters }),
			);
			expect(error?.message).toBe("'Figure' is Whole Body, which Boris 1 does not have");
			expect(error?.description).toBe(
				'Choose another figure: Automatic or Sitting. Nothing was submitted for this item.',
			);
			expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
		},
	);

	it.each([
		['with a figure', chosen('sit_body')],
		['with the automatic figure', chosen('auto')],
	])('in 4K for a person of a smaller size, %s', async (_case, figureType) => {
		const { error } = await setup.engine.run(
			compose({ completion: 'return', figureType, screen: 'landscape4k' }),
		);
		expect(error?.message).toBe("'Screen' is 4K, which Boris 1 does not support");
		expect(error?.description).toMatch(/^Choose a smaller screen.* Nothing was submitted/);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it.each([
		['with a figure', chosen('sit_body')],
		['with the automatic figure', chosen('auto')],
	])('transparent for a person whose background stays, %s', async (_case, figureType) => {
		const { error } = await setup.engine.run(
			compose({ completion: 'return', figureType, background: 'transparent' }),
		);
		expect(error?.message).toBe(
			"'Background' is Transparent, which Boris 1 does not support as Sitting",
		);
		expect(error?.description).toContain('Nothing was submitted for this item.');
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it.each([
		['a figure', chosen('sit_body'), { background: 'color', bgColor: '#336699' }],
		['the automatic figure', chosen('auto'), { background: 'color', bgColor: '#336699' }],
		[
			'a background file',
			chosen('sit_body'),
			{
				background: 'file',
				backgroundFileSource: 'url',
				backgroundFileUrl: 'https://example.com/studio.png',
			},
		],
	])('to cut out a person whose background stays, with %s', async (_case, figureType, behind) => {
		const { error } = await setup.engine.run(
			compose({
				completion: 'return',
				figureType,
				...behind,
				additionalFields: { isRemoveBg: true },
			}),
		);
		expect(error?.message).toBe(
			"'Remove the Person's Background' is on, which Boris 1 does not support as Sitting",
		);
		expect(error?.description).toBe(
			"Choose another person or figure whose background can be replaced, or turn off 'Remove the Person's Background'. Nothing was submitted for this item.",
		);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it('with the automatic figure while the public persons cannot be listed', async () => {
		const fault = { kind: 'code', code: 50000 } as const;
		setup.service.faults.add({ operation: 'list_common_dp', fault, times: Infinity });
		const { error } = await setup.engine.run(
			compose({ completion: 'return', figureType: chosen('auto') }),
		);
		expect(error?.message).toMatch(/^Could not list public persons: /);
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

	it('lets the other items continue', async () => {
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
