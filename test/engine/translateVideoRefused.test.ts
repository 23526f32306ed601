import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { errorText } from '../support/engine/errorText';

const CREATE = 'video_translation/create';

const chosen = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });

/** A value by expression, as n8n itself does not check it. */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

const translate = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanTranslateVideo',
	parameters: {
		sourceType: 'video',
		videoId: chosen('4711'),
		targetLanguages: ['de'],
		...parameters,
	},
	...more,
});

describe('Translate Video refused', () => {
	const setup = setUp();

	const refused: Array<[string, INodeParameters, RegExp]> = [
		['no language', { targetLanguages: given([]) }, /^'Target Language Names or IDs' is missing/],
		[
			'nothing but commas',
			{ targetLanguages: given(', ,') },
			/^'Target Language Names or IDs' is missing/,
		],
		[
			'a list as text without entries',
			{ targetLanguages: given('[""]') },
			/^'Target Language Names or IDs' is missing/,
		],
		[
			'languages that are none',
			{ targetLanguages: given([1, {}]) },
			/^'Target Language Names or IDs' must be a list of texts/,
		],
		['no file', { sourceType: 'file' }, /^'Video': the input item has no file/],
		['no video made here', { videoId: chosen(given('')) }, /^'Video Made Here' is missing/],
		[
			'an address that is not one',
			{ sourceType: 'file', videoFileSource: 'url', videoFileUrl: 'interview.mp4' },
			/^'Video URL' is not a URL/,
		],
		[
			'a title of 51 characters',
			{ additionalFields: { title: 'x'.repeat(51) } },
			/^'Title' has 51 characters, but may have at most 50$/,
		],
		[
			'no voice to choose',
			{ voiceChoice: 'choose', voiceId: chosen(given('')) },
			/^'Voice' is missing/,
		],
		[
			'an unknown choice of the voice',
			{ voiceChoice: given('hum'), voiceId: chosen('1') },
			/^'Translation Voice' must be 'Keep Original' \(keep\) or 'Choose a Voice' \(choose\), but is hum$/,
		],
		[
			'a switch that is neither',
			{ additionalFields: { needLipSync: given('a bit') } },
			/^'Lip Sync' must be true or false, but is a bit$/,
		],
		[
			'several things at once',
			{ targetLanguages: given(''), additionalFields: { title: 'x'.repeat(60) } },
			/'Target Language Names or IDs' is missing.*'Title' has 60/,
		],
	];

	it.each(refused)('sends nothing for %s', async (_, parameters, message) => {
		const { error } = await setup.engine.run(translate(parameters));
		expect(errorText(error)).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});

	it.each([['interview.webm'], ['interview.avi']])('sends nothing for %s', async (name) => {
		const { binary } = await storedFile({ bytes: 100, name });
		const { error } = await setup.engine.run(
			translate({ sourceType: 'file' }, { items: [{ json: {}, binary: { data: binary } }] }),
		);
		expect(error?.message).toMatch(/^'Video': '.*' is not a supported type/);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('says what is missing to wait for a translation, before one is paid', async () => {
		const { error } = await setup.engine.run(translate({ completion: 'wait' }));
		expect(errorText(error)).toContain("'Video Detail Path'");
		expect(error?.description).toContain("choose 'Return Task ID'");
		expect(setup.service.journal.count()).toBe(0);
	});

	it.each([170002, 170003, 170006, 170008, 170009, 170010])(
		'tells code %i apart, and does not try again',
		async (code) => {
			setup.service.faults.add({
				operation: CREATE,
				fault: { kind: 'code', code, msg: `reason ${code}` },
			});
			const { error } = await setup.engine.run(translate());
			expect(error?.description).toContain(`reason ${code} (code ${code}`);
			expect(setup.service.journal.count({ operation: CREATE })).toBe(1);
		},
	);

	describe('for a language that the service does not have', () => {
		const LIST = 'video_translation/target_languages';
		const interviews = async (...languages: string[][]) => ({
			items: await Promise.all(
				languages.map(async (requested, index) => {
					const { binary } = await storedFile({ bytes: 900 + index, name: `${index}.mp4` });
					return { json: { requested }, binary: { data: binary } };
				}),
			),
		});
		const byExpression = { sourceType: 'file', targetLanguages: '={{ $json.requested }}' };

		it('uploads nothing and names it, with those that there are', async () => {
			const { error } = await setup.engine.run(
				translate(byExpression, await interviews(['de', 'tlh', 'DE'])),
			);
			expect(errorText(error)).toMatch(
				/^'Target Language Names or IDs' has 'tlh' and 'DE', which the service does not offer\. .*: English \(en\), Chinese \(zh\), /,
			);
			expect(setup.service.journal.entries().map(({ operation }) => operation)).toEqual([LIST]);
		});

		it('asks once for all items, and lets the others continue', async () => {
			const { json } = await setup.engine.run(
				translate(byExpression, {
					...(await interviews(['de'], ['tlh'], ['fr'])),
					settings: { onError: 'continueRegularOutput' },
				}),
			);
			expect(json).toMatchObject([
				{ targetLanguage: 'de' },
				{ error: expect.stringContaining("'tlh'") },
				{ targetLanguage: 'fr' },
			]);
			expect(setup.service.journal.count({ operation: LIST })).toBe(1);
			expect(setup.service.journal.accepted(CREATE)).toBe(2);
		});

		it.each<[string, Fault]>([
			['cannot be read', { kind: 'code', code: 40000 }],
			['is empty', { kind: 'code', code: 0, data: { languages: null } }],
		])('leaves the decision to the service where the list %s', async (_case, fault) => {
			setup.service.faults.add({ operation: LIST, fault, times: Infinity });
			const { error, json } = await setup.engine.run(
				translate(byExpression, await interviews(['de'])),
			);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ targetLanguage: 'de' }]);
		});
	});

	it('lets the other items continue', async () => {
		const { json, outputs } = await setup.engine.run(
			translate(
				{ targetLanguages: '={{ $json.languages }}', videoId: chosen('4711') },
				{
					items: [{ languages: [] }, { languages: ['de'] }],
					settings: { onError: 'continueRegularOutput' },
				},
			),
		);
		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringContaining('is missing') }),
			expect.objectContaining({
				error: expect.stringContaining('source video'),
				details: expect.objectContaining({ code: 170002 }),
			}),
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});
