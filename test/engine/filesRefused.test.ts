import { describe, expect, it, jest } from '@jest/globals';

import { fileInItem, storedFile } from '../support/engine/binaries';
import { BinaryDataService, Container } from '../support/engine/core';
import { setUpUploads, uploadFrom, uploadOf } from '../support/engine/uploads';
import { errorText } from '../support/engine/errorText';

describe('Upload File refuses before anything is sent', () => {
	const setup = setUpUploads();

	const refusal = async (...args: Parameters<typeof uploadOf>) => {
		const { error, json } = await setup.engine.run(uploadOf(...args));
		expect(setup.service.journal.count()).toBe(0);
		return error ? errorText(error) : `no error but ${JSON.stringify(json)}`;
	};

	it('an empty file', async () => {
		expect(await refusal([await storedFile({ bytes: 0 })])).toMatch(/'clip.mp4' is empty/);
		expect(await refusal([fileInItem({ bytes: 0 })])).toMatch(/'clip.mp4' is empty/);
	});

	it('a type that the purpose does not take', async () => {
		const file = await storedFile({ bytes: 10, name: 'clip.webm' });
		expect(await refusal([file])).toMatch(/is not a supported type\. Use MP4 or MOV/);
		const background = { purpose: 'make_video_background' };
		expect(await refusal([file], background)).toMatch(/Use JPG, PNG, HEIC, MP4 or MOV/);
	});

	it('a file without extension', async () => {
		const file = fileInItem({ bytes: 10, name: 'clip', mimeType: 'application/octet-stream' });
		expect(await refusal([file])).toMatch(/has no file extension/);
	});

	it('more than 1 GB for a translation', async () => {
		const file = fileInItem({ bytes: 10 });
		file.binary.bytes = 1024 ** 3 + 1;
		expect(await refusal([file])).toMatch(/is too large \(1\.1 GB\)\. .*at most 1 GB/);
	});

	it.each([
		['an empty file', 0, /'clip.mp4' is empty/],
		['more than 1 GB', 1024 ** 3 + 1, /is too large \(1\.1 GB\)\. .*at most 1 GB/],
	])('%s, also where only the storage of n8n knows the size', async (_, fileSize, expected) => {
		const file = await storedFile({ bytes: 10 });
		delete file.binary.bytes;
		const storage = jest.spyOn(Container.get(BinaryDataService), 'getMetadata');
		storage.mockResolvedValue({ fileSize });
		expect(await refusal([file])).toMatch(expected);
	});

	it('more than the service takes in a thousand parts', async () => {
		const file = fileInItem({ bytes: 10 });
		file.binary.bytes = 10_485_760_001;
		expect(await refusal([file], { purpose: 'ai_creation' })).toMatch(
			/is too large \(10\.5 GB\)\. .*at most 10\.5 GB/,
		);
	});

	it('an item without a file, in plain words', async () => {
		const file = await storedFile({ bytes: 10 });
		const message = await refusal([file], { fileInputField: 'video' });
		expect(message).toMatch(/'File': no file in the field 'video'/);
		expect(message).not.toMatch(/binary/i);
	});

	it('everything that is wrong with an item, and names the other wrong items', async () => {
		const good = await storedFile({ bytes: 10, name: 'clip.txt' });
		const { error } = await setup.engine.run(
			uploadOf([good, good, good], {
				purpose: 'customised_person',
				options: { method: 'single' },
			}),
		);
		expect(errorText(error)).toMatch(/Use MP4, WebM or MOV.*'Upload Method' cannot be/);
		expect(error?.description).toMatch(/Other items with errors: 1; 2/);
		expect(setup.service.journal.count()).toBe(0);
	});

	it.each([
		['={{ "" }}', /'File URL' is missing/],
		['ftp://example.com/a.mp4', /is not a URL/],
		['/home/me/a.mp4', /is not a URL/],
	])('the address %j', async (url, message) => {
		const { error } = await setup.engine.run(uploadFrom(url));
		expect(error?.message).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('only the wrong item where the workflow continues after errors', async () => {
		const files = [
			await storedFile({ bytes: 10, name: 'clip.txt' }),
			await storedFile({ bytes: 20 }),
		];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { json, error } = await setup.engine.run(uploadOf(files, {}, { settings }));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ error: expect.stringMatching(/is not a supported type/) });
		expect(json[1]).toMatchObject({ bytes: 20, status: 'Usable' });
	});
});
