import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import { hintsOf } from '../support/engine/outputs';
import { generate } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';

const UPLOADED = expect.stringMatching(/^http.*\?|^http/);

const file = async (name: string, mimeType: string, seed: number): Promise<IBinaryData> =>
	(await storedFile({ bytes: 1000 + seed, name, mimeType, seed })).binary;
const picture = async (seed = 1) => await file(`${seed}.png`, 'image/png', seed);
const clip = async () => await file('clip.mp4', 'video/mp4', 9);

describe('AI Create makes a video from files of the input', () => {
	const setup = setUp();

	const run = async (
		parameters: INodeParameters,
		...binaries: Array<Record<string, IBinaryData>>
	) =>
		await setup.engine.run(
			generate(
				{ refPrompt: 'It moves', completion: 'return', ...parameters },
				{ items: binaries.map((binary) => ({ json: {}, binary })) },
			),
		);
	const sent = () => setup.bodies(SUBMIT.aiCreation).at(-1);

	it.each<[string, INodeParameters, IDataObject]>([
		['as it is added', {}, { model_code: 'modelc3.0-first-last-to-video', start_frame: UPLOADED }],
		[
			'as a reference',
			{ modelCode: 'modelb-2.0-lite-tk' },
			{ ref_resources: [{ url: UPLOADED, file_type: 'image' }] },
		],
		['as the only image', { modelCode: 'modeld-1.0-i2v' }, { ref_img_url: [UPLOADED] }],
		['as the first frame', { modelCode: 'modela1.6' }, { start_frame: UPLOADED }],
	])('from an image, %s', async (_case, parameters, body) => {
		const image = { data: await picture() };
		const result = await run({ operation: 'fromImage', ...parameters }, image);
		expect(result.error).toBeUndefined();
		expect(sent()).toMatchObject(body);
		expect(hintsOf(result)).toEqual([]);
	});

	it('from a first and a last frame', async () => {
		await run(
			{ operation: 'fromFrames', firstFrameInputField: 'a', lastFrameInputField: 'b' },
			{ a: await picture(1), b: await picture(2) },
		);
		expect(sent()).toMatchObject({ start_frame: UPLOADED, end_frame: UPLOADED });
	});

	it('from reference files, with a row for the file of the input', async () => {
		await run({ operation: 'fromReferences' }, { data: await picture() });
		expect(sent()).toMatchObject({
			model_code: 'modelb-2.0-lite-tk',
			ref_resources: [{ url: UPLOADED, file_type: 'image' }],
		});
	});

	it('from a video', async () => {
		await run({ operation: 'fromVideo' }, { data: await clip() });
		expect(sent()).toMatchObject({
			model_code: 'modelb-2.0-pro-tk',
			ref_resources: [{ url: UPLOADED, file_type: 'video' }],
		});
	});

	it.each<[string, INodeParameters, RegExp]>([
		['without an image', { operation: 'fromImage' }, /^'Image': the input item has no file/],
		['without a video', { operation: 'fromVideo' }, /^'Video': the input item has no file/],
		[
			'with an empty list',
			{ operation: 'fromReferences', referenceMaterials: {} },
			/^'Reference Files' is missing/,
		],
		[
			'with a model for words',
			{ operation: 'fromImage', modelCode: '={{ "ext_modela-v3-0-text2video" }}' },
			/does not start from an image. Choose another model/,
		],
		[
			"with the model for videos that 'Generate' offers, without any",
			{ operation: 'generate', modelCode: 'modelb-2.0-pro-tk' },
			/^'Reference Images' or 'Reference Files' must have a video|'Reference Files' must have a video/,
		],
	])('submits nothing %s', async (_case, parameters, message) => {
		const { error } = await run(parameters, {});
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(setup.count(SUBMIT.aiCreation)).toBe(0);
	});

	it('says once that an image of the input was not used', async () => {
		const images = [{ data: await picture(1) }, { data: await picture(2) }];
		expect(hintsOf(await run({ operation: 'generate' }, ...images))).toEqual([
			"The input has an image that was not used. To start from it, set 'Reference Files', or choose the operation 'From an Image'",
		]);
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	});

	it('says nothing where the model takes no image, or the item has none', async () => {
		const image = { data: await picture() };
		const text = { operation: 'generate', modelCode: 'ext_modela-v3-0-text2video' };
		expect(hintsOf(await run(text, image))).toEqual([]);
		expect(hintsOf(await run({ operation: 'generate' }, {}))).toEqual([]);
	});
});
