import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import { errorText } from '../support/engine/errorText';
import { Submits } from '../support/engine/submits';
import { setUpUploads } from '../support/engine/uploads';

const CLIP = 'https://media.example.com/clip.mp4?signature=1';

const clip = async () =>
	(await storedFile({ bytes: 1000, name: 'clip.mp4', mimeType: 'video/mp4', seed: 1 })).binary;

const invoice = async () =>
	(await storedFile({ bytes: 900, name: 'invoice.pdf', mimeType: 'application/pdf', seed: 2 }))
		.binary;

const photo = async () =>
	(await storedFile({ bytes: 800, name: 'photo.png', mimeType: 'image/png', seed: 3 })).binary;

const frame = (parameters: INodeParameters): INodeParameters => ({
	modelCode: 'modela2.5',
	aspectRatio: '16:9',
	videoDuration: 5,
	...parameters,
});

const material = (row: INodeParameters): INodeParameters => ({
	modelCode: 'modelb-2.0-lite-tk',
	referenceMaterials: { items: [row] },
});

describe('AI Create, with a file that clearly is of another type', () => {
	const setup = setUpUploads({ limits: false });
	const create = async (parameters: INodeParameters, binary = {}) =>
		await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters: {
				resource: 'video',
				operation: 'generate',
				refPrompt: 'It moves.',
				completion: 'return',
				...parameters,
			},
			items: [{ json: {}, binary } as never],
		});

	it.each<[string, string, INodeParameters]>([
		['a frame', 'First Frame', frame({ startFrameSource: 'inputFile' })],
		[
			'a frame by its field',
			'First Frame',
			frame({ startFrameSource: 'inputFile', startFrameInputField: 'data' }),
		],
		[
			'a frame by its address',
			'First Frame URL',
			frame({ startFrameSource: 'url', startFrameUrl: CLIP }),
		],
		[
			'a reference image by its address',
			'Reference Files',
			{
				resource: 'image',
				modelCode: 'modelf-4.0',
				referenceImages: { items: [{ source: 'url', url: CLIP }] },
			},
		],
		[
			'a material of the type image',
			'Reference Files',
			material({ fileType: 'image', source: 'inputFile', inputField: '' }),
		],
		[
			'a material of the type image by its address',
			'Reference Files',
			material({ fileType: 'image', source: 'url', url: CLIP }),
		],
	])('sends nothing: a video as %s', async (_, label, parameters) => {
		const { error } = await create(parameters, { data: await clip() });
		expect(errorText(error)).toContain("'clip.mp4' is a video, not an image");
		expect(error?.message).toContain(`'${label}'`);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('submits nothing for an uploaded video', async () => {
		const value = new Submits(() => setup.service).file('ai_creation', 'clip.mp4');
		const fileId = { __rl: true, mode: 'id', value };
		const { error } = await create(material({ fileType: 'image', source: 'fileId', fileId }));
		expect(errorText(error)).toContain(".mp4' is a video, not an image");
		expect(setup.service.journal.count({ operation: 'ai_creation/task/submit' })).toBe(0);
	});

	it('takes the image where another file is in the usual field', async () => {
		const { error } = await create(frame({ startFrameSource: 'inputFile' }), {
			data: await invoice(),
			picture: await photo(),
		});
		expect(errorText(error)).toBe('');
		expect(setup.service.storage.files.all().map(({ name }) => name)).toEqual(['photo.png']);
	});

	it('takes a video where a video is meant', async () => {
		const { error } = await create(material({ fileType: 'video', source: 'url', url: CLIP }));
		expect(errorText(error)).toBe('');
		expect(setup.service.journal.accepted('ai_creation/task/submit')).toBe(1);
	});
});
