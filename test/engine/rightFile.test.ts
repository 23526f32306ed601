import { describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import { setUp } from '../support/engine/setup';
import { fileInItem, storedFile } from '../support/engine/binaries';
import { errorText } from '../support/engine/outputs';
import { MIB, uploadFrom } from '../support/engine/runs';
import { quickTime } from '../support/clock';

quickTime();

const image = async (seed: number, name = `image ${seed}.png`, mimeType = 'image/png') =>
	(await storedFile({ bytes: 1000 + seed, name, mimeType, seed })).binary;

const frames: INodeParameters = {
	resource: 'video',
	operation: 'generate',
	modelCode: 'modelc3.0-first-last-to-video',
	refPrompt: 'A fox',
	completion: 'return',
	startFrameSource: 'inputFile',
	endFrameSource: 'inputFile',
};

const rows = (...items: INodeParameters[]): INodeParameters => ({
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: 'A fox',
	completion: 'return',
	referenceImages: { items },
});

const row: INodeParameters = { source: 'inputFile', inputField: '' };

const person: INodeParameters = {
	name: 'Anna',
	completion: 'return',
	videoFileSource: 'inputFile',
	version: '2.0',
	authText: 'I agree',
	authVideoFileSource: 'inputFile',
};

describe('One input file', () => {
	const setup = setUp({ limits: false });
	const create = async (parameters: INodeParameters, binary: IBinaryKeyData) =>
		await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters,
			items: [{ json: {}, binary }],
		});
	const submitted = () => setup.service.journal.count({ operation: 'ai_creation/task/submit' });

	it('does not become the first and the last frame of a video on its own', async () => {
		const { error } = await create(frames, { data: await image(1) });
		expect(error?.message).toBe(
			"'First Frame' and 'Last Frame' would use the same file, 'image 1.png'",
		);
		expect(error?.description).toContain(
			"Enter in 'First Frame Input Data Field Name' and 'Last Frame Input Data Field Name' which input field each of them means",
		);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('is not taken on its own where another field names it', async () => {
		const named = { ...frames, startFrameInputField: 'data' };
		const { error } = await create(named, { data: await image(1) });
		expect(error?.message).toMatch(/^'First Frame' and 'Last Frame' would use the same file/);
	});

	it('serves two fields that both name it', async () => {
		const both = { ...frames, startFrameInputField: 'data', endFrameInputField: 'data' };
		const { error } = await create(both, { data: await image(1) });
		expect(error).toBeUndefined();
		expect(submitted()).toBe(1);
	});

	it('is no reference twice, and the row of a list is named', async () => {
		const one = await create(rows(row, row), { data: await image(1) });
		expect(one.error?.message).toBe(
			"'Reference Files', file 1 and 'Reference Files', file 2 would use the same file, 'image 1.png'",
		);
		const two = await create(rows({ ...row, inputField: 'a' }, row), {
			a: await image(1),
			b: await image(2),
		});
		expect(two.error?.message).toBe("'Reference Files', file 2: more than one file could be meant");
		expect(submitted()).toBe(0);
	});

	it('is not the video of a person and their consent', async () => {
		const { binary } = await storedFile({ bytes: 1000 });
		const { error } = await setup.engine.run({
			type: 'digitalHumanCreatePerson',
			parameters: person,
			items: [{ json: {}, binary: { data: binary } }],
		});
		expect(error?.message).toBe("'Video' and 'Consent Video' would use the same file, 'clip.mp4'");
		expect(setup.service.journal.count()).toBe(0);
	});

	it('is shown under its own name', async () => {
		const { error } = await create(
			{ ...frames, endFrameSource: 'none' },
			{ data: await image(1, 'photo.png', 'video/mp4') },
		);
		expect(error?.message).toBe("'First Frame': 'photo.png' is a video, not an image");
	});

	it('is the one of the item, whatever its json holds', async () => {
		const file = fileInItem({ bytes: 1000, name: 'mine.mp4' });
		const other = fileInItem({ bytes: 10, name: 'other.mp4', seed: 3 });
		const run = async (fileInputField: string) =>
			await setup.engine.run({
				type: 'digitalHumanUploadFile',
				parameters: { purpose: 'video_translation', fileInputField },
				items: [
					{
						json: { _files: { data: other.binary } } as unknown as IDataObject,
						binary: { video: file.binary },
					},
				],
			});
		const { json } = await run('');
		expect(setup.arrived(json[0]?.fileId)).toBe(file.sha256);
		const named = await run('_files.data');
		expect(setup.arrived(named.json[0]?.fileId)).toBe(other.sha256);
	});
});

describe('A frame by URL whose expression returns nothing', () => {
	const setup = setUp({ limits: false });
	const create = async (parameters: INodeParameters) =>
		await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters: { ...frames, endFrameSource: 'none', ...parameters },
			items: [{ json: {} }],
		});
	const url = 'https://example.com/a.png';

	it('is left out where it is optional', async () => {
		const { error } = await create({
			startFrameSource: 'url',
			startFrameUrl: url,
			endFrameSource: 'url',
			endFrameUrl: '={{ $json.last }}',
		});
		expect(error).toBeUndefined();
		const { body } = setup.service.journal.last({ operation: 'ai_creation/task/submit' }) ?? {};
		expect(body).toMatchObject({ start_frame: url });
		expect(body).not.toHaveProperty('end_frame');
	});

	it('is named with the expression where it is required', async () => {
		const { error } = await create({
			startFrameSource: 'url',
			startFrameUrl: '={{ $json.first }}',
		});
		expect(error?.message).toBe("'First Frame URL' is missing");
		expect(error?.description).toMatch(/The expression \{\{ \$json\.first \}\} returns nothing/);
	});

	it('is refused without its password and its signature', async () => {
		const { error } = await create({
			startFrameSource: 'url',
			startFrameUrl: 'https://user:password@example.com/a.svg?X-Signature=abcdef',
		});
		expect(error?.message).toMatch(/^The image in 'First Frame' is not a supported type/);
		expect(errorText(error)).toContain('https://example.com/a.svg');
		expect(errorText(error)).not.toMatch(/password|abcdef/);
	});

	it('is missed where nothing was entered', async () => {
		const { error } = await create({
			startFrameSource: 'url',
			startFrameUrl: url,
			endFrameSource: 'url',
			endFrameUrl: '',
		});
		expect(error?.message).toBe("'Last Frame URL' is missing");
	});
});

describe('What is no file', () => {
	const setup = setUp({ limits: false });
	const upload = async (fileInputField: unknown, json: IDataObject = {}) => {
		const { binary } = await storedFile({ bytes: 1000 });
		const { error } = await setup.engine.run({
			type: 'digitalHumanUploadFile',
			parameters: { purpose: 'video_translation', fileInputField } as INodeParameters,
			items: [{ json, binary: { data: binary } }],
		});
		return error;
	};

	it.each([
		'constructor',
		'__proto__',
		'toString',
		'={{ { mimeType: "video/mp4", data: null, fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", data: 5, fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", data: "AAAA", fileName: 7 } }}',
		'={{ { mimeType: 5, data: "AAAA", fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4", id: 5, data: "filesystem-v2", fileName: "a.mp4" } }}',
		'={{ { mimeType: "video/mp4" } }}',
	])('is said in words: %s', async (field) => {
		const error = await upload(field);
		expect(error?.message).toMatch(/^'File': no file in the field/);
		expect(error?.description).toMatch(/The item has one in 'data'/);
	});

	it('is said in words for the json of an item too', async () => {
		const _files = { data: { mimeType: 'video/mp4', id: {}, data: 'filesystem-v2' } };
		const error = await upload('_files.data', { _files });
		expect(error?.message).toMatch(/^'File': no file in the field '_files\.data'/);
	});
});

describe('What is said of a file', () => {
	const setup = setUp({ limits: false });

	it.each([
		[`attachment; filename="talk.mov"; filename*=UTF-8''%E0%A4%A`, 'talk.mov'],
		[`attachment; filename*=UTF-8''F%C3%A4den.mov; filename="talk.mov"`, 'Fäden.mov'],
	])('takes the name from %j', async (disposition, name) => {
		const source = setup.service.storage.source({ bytes: 10, name: 'download', disposition });
		const { json } = await setup.engine.run(uploadFrom(source.url));
		expect(json[0]?.fileName).toBe(name);
	});

	it('names the field of a source that keeps breaking off', async () => {
		const source = setup.service.storage.source({ bytes: 2 * MIB, cutAt: 0.6 });
		const { error } = await setup.engine.run(uploadFrom(source.url));
		expect(error?.message).toMatch(/^'File URL': the file could not be read to its end: /);
		expect(setup.count('source')).toBe(4);
	});

	it.each(['get', 'delete'])('says that an unknown ID is unknown: %s', async (operation) => {
		const { error } = await setup.engine.run({
			type: 'digitalHumanLibrary',
			parameters: { resource: 'file', operation, fileId: { __rl: true, mode: 'id', value: '404' } },
		});
		expect(error?.message).toBe("'File': the service has no file with the ID '404'");
		expect(errorText(error)).toMatch(/deletes uploaded files after 30 days/);
	});
});
