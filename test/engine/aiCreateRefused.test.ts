import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { errorText } from '../support/engine/outputs';
import { setUp } from '../support/engine/setup';

const video = (parameters: INodeParameters): INodeParameters => ({
	resource: 'video',
	operation: 'generate',
	refPrompt: 'A red fox',
	completion: 'return',
	...parameters,
});

const url = 'https://example.com/fox.png';
const image = { items: [{ fileType: 'image', source: 'url', url }] };
const clip = { items: [{ fileType: 'video', source: 'url', url: 'https://example.com/fox.mp4' }] };

describe('AI Create refuses before anything is sent', () => {
	const setup = setUp({ limits: false });
	const create = async (parameters: INodeParameters) =>
		await setup.engine.run({ type: 'digitalHumanAiCreate', parameters });

	it.each<[string, INodeParameters, string]>([
		['modeld-1.1-i2v', { startFrameSource: 'none' }, "'First Frame' or 'Reference Images'"],
		['modeld-1.0-i2v', {}, "'First Frame' or 'Reference Files'"],
		['ext_modela-v3-0-turbo-image2video', { startFrameSource: 'none' }, "'First Frame'"],
		['modelb-2.0-pro-tk', {}, "'Reference Files'"],
		['modelb-2.0-pro-tk', { referenceMaterials: image }, "'Reference Files'"],
		['modelb-2.0-pro-tk', { referenceImages: image }, "'Reference Files'"],
	])('%s without the file that it starts from: %j', async (code, parameters, labels) => {
		for (const modelCode of [code, `={{ '${code}' }}`]) {
			const { error } = await create(video({ modelCode, ...parameters }));
			expect(error?.message).toMatch(
				/^'.* must have an? (image|video), which this model starts from/,
			);
			expect(error?.message).toContain(`${labels} must`);
			expect(error?.description).toContain('Nothing was submitted.');
		}
		expect(setup.service.journal.count()).toBe(0);
	});

	it.each<[string, INodeParameters, object]>([
		['modeld-1.1-i2v', { referenceImages: image }, { ref_img_url: [url] }],
		['modeld-1.0-i2v', { startFrameSource: 'url', startFrameUrl: url }, { start_frame: url }],
		[
			'modelb-2.0-pro-tk',
			{ referenceMaterials: clip },
			{ ref_resources: [{ file_type: 'video', url: 'https://example.com/fox.mp4' }] },
		],
	])('%s, but not where a field has it: %j', async (modelCode, parameters, sent) => {
		const none = { startFrameSource: 'none' };
		const { error } = await create(video({ modelCode, ...none, ...parameters }));
		expect(error).toBeUndefined();
		expect(setup.service.journal.last({ operation: 'ai_creation/task/submit' })?.body).toEqual({
			model_code: modelCode,
			creation_type: 4,
			ref_prompt: 'A red fox',
			...sent,
		});
	});

	it('names of parameters that stand for no value, and leaves every object as it is', async () => {
		for (const parametersJson of [
			'{"__proto__": {"ref_prompt": "p"}}',
			'{"seed": 5, "camera": {"__proto__": {"polluted": 1}}}',
		]) {
			const { error } = await create(
				video({ modelCode: 'other', otherModelCode: 'modelx', parametersJson }),
			);
			expect(error && errorText(error)).toMatch(
				/'Parameters \(JSON\)': '(camera\.)?__proto__' is no name of a parameter/,
			);
		}
		expect(setup.service.journal.count()).toBe(0);
		expect({}).not.toHaveProperty('polluted');
	});

	it('a code that is not in the list, also one whose parameters are not documented', async () => {
		for (const modelCode of ["={{ 'modelb-2.5-t2v' }}", "={{ 'modelb-2.0-lite-tkk' }}"]) {
			const { error } = await create(video({ modelCode, aspectRatio: '9:16' }));
			expect(error && errorText(error)).toMatch(
				/^'Model' is modelb-2\.\d.*, which is not in the list.*'Other Model…'.*'Model Code'/,
			);
		}
		expect(setup.service.journal.count()).toBe(0);
	});
});
