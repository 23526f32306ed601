import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { storedFile, type InputFileOptions } from '../support/engine/binaries';
import { errorText } from '../support/engine/errorText';
import { setUpUploads } from '../support/engine/uploads';

const files: Record<string, InputFileOptions> = {
	Your_video: { bytes: 3_000, name: 'speaker.mp4', seed: 1 },
	other: { bytes: 4_000, name: 'other.mov', mimeType: 'video/quicktime', seed: 2 },
	speech: { bytes: 2_000, name: 'speech.mp3', mimeType: 'audio/mpeg', seed: 3 },
	photo: { bytes: 1_000, name: 'photo.png', mimeType: 'image/png', seed: 4 },
	picture: { bytes: 1_500, name: 'picture.jpg', mimeType: 'image/jpeg', seed: 5 },
};

/** Stored files by the fields of an item. */
async function item(fields: Record<string, keyof typeof files>) {
	const stored = Object.entries(fields).map(async ([field, file]) => [
		field,
		(await storedFile(files[file] as InputFileOptions)).binary,
	]);
	return { json: {}, binary: Object.fromEntries(await Promise.all(stored)) };
}

/** An item with each of the files in a field of its own name. */
const itemOf = async (...names: string[]) =>
	await item(Object.fromEntries(names.map((name) => [name, name])));

const lipSync: INodeParameters = {
	audioType: 'audio',
	completion: 'return',
	downloadResult: false,
};

const image: INodeParameters = { resource: 'video', operation: 'generate', completion: 'return' };

describe('An input field without a name', () => {
	const setup = setUpUploads({ limits: false });
	const run = async (type: string, parameters: INodeParameters, input: unknown) =>
		await setup.engine.run({ type, parameters, items: [input as never] });
	/** The names of the files at the service, by what they were uploaded for. */
	const uploaded = () =>
		setup.service.storage.files.all().map(({ service, name }) => `${service}: ${name}`);

	it('stands for the only file of each kind that an operation takes', async () => {
		const { error } = await run(
			'digitalHumanLipSync',
			lipSync,
			await itemOf('photo', 'speech', 'Your_video'),
		);
		expect(error).toBeUndefined();
		expect(uploaded().sort()).toEqual([
			'lip_sync_audio: speech.mp3',
			'lip_sync_video: speaker.mp4',
		]);
	});

	it('stands for the file in the usual field where several are suitable', async () => {
		const input = await item({ before: 'other', data: 'Your_video', speech: 'speech' });
		const { error } = await run('digitalHumanLipSync', lipSync, input);
		expect(error).toBeUndefined();
		expect(uploaded()).toContain('lip_sync_video: speaker.mp4');
		expect(uploaded()).toHaveLength(2);
	});

	it('stands for the only image where a model takes one', async () => {
		const { error } = await run(
			'digitalHumanAiCreate',
			{
				...image,
				modelCode: 'modelc3.0-first-last-to-video',
				refPrompt: 'It moves.',
				startFrameSource: 'inputFile',
			},
			await itemOf('speech', 'photo'),
		);
		expect(error).toBeUndefined();
		expect(uploaded()).toEqual(['ai_creation: photo.png']);
	});

	it.each<[string, string, INodeParameters, string[], RegExp]>([
		[
			'several files are suitable',
			'digitalHumanLipSync',
			lipSync,
			['Your_video', 'other', 'speech'],
			/^'Video': more than one file could be meant\. The item has files in 'Your_video' and 'other': enter one of these names in 'Video Input Data Field Name'/,
		],
		[
			'the only file is of another type',
			'digitalHumanLipSync',
			lipSync,
			['photo'],
			/^'Video': 'photo\.png' is not a supported type\. Use MP4, MOV or WebM/,
		],
		[
			'its expression returns nothing',
			'digitalHumanLipSync',
			{ ...lipSync, videoFileInputField: '={{ $json.nothing }}' },
			['Your_video', 'speech'],
			/^'Video': 'Video Input Data Field Name' is missing\. .*The expression \{\{ \$json\.nothing \}\} returns nothing/,
		],
	])('is refused where %s', async (_what, type, parameters, names, message) => {
		const { error } = await run(type, parameters, await itemOf(...names));
		expect(errorText(error)).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});
});

describe('A file of a list without a name of a field', () => {
	const setup = setUpUploads({ limits: false });

	it('is the only one of its type', async () => {
		const { error } = await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters: {
				...image,
				modelCode: 'modelb-2.0-lite-tk',
				refPrompt: 'Like these.',
				referenceMaterials: { items: [{ fileType: 'audio' }, { fileType: 'image' }] },
			},
			items: [(await itemOf('speech', 'photo')) as never],
		});
		expect(error).toBeUndefined();
		expect(
			setup.service.storage.files
				.all()
				.map(({ name }) => name)
				.sort(),
		).toEqual(['photo.png', 'speech.mp3']);
		const [submit] = setup.service.journal.entries({ operation: 'ai_creation/task/submit' });
		expect(submit?.body).toMatchObject({
			ref_resources: [{ file_type: 'audio' }, { file_type: 'image' }],
		});
	});
});
