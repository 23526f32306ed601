import { describe, expect, it } from '@jest/globals';
import type { IDataObject, IWorkflowSettings } from 'n8n-workflow';

import { storedFile, type InputFile } from '../support/engine/binaries';
import { errorText } from '../support/engine/errorText';
import { setUpUploads } from '../support/engine/uploads';

/** n8n's newer binary mode: files are part of the json, in `_files`. */
const combined = { binaryMode: 'combined' } as IWorkflowSettings;

describe('An item with its files in the json', () => {
	const setup = setUpUploads({ limits: false });
	const upload = async (
		files: Record<string, InputFile>,
		field?: string,
		workflowSettings: IWorkflowSettings = combined,
	) => {
		const _files = Object.fromEntries(
			Object.entries(files).map(([name, { binary }]) => [name, binary]),
		);
		return await setup.engine.run({
			type: 'digitalHumanUploadFile',
			parameters: {
				purpose: 'video_translation',
				...(field === undefined ? {} : { fileInputField: field }),
			},
			items: [{ json: { _files } as unknown as IDataObject }],
			workflowSettings,
		});
	};

	it.each([
		['the only file', combined, ['film']],
		['the only suitable file', combined, ['film', 'photo']],
		['the file in the usual field', combined, ['data', 'film']],
		['the only file, where the workflow has the usual binary mode', {}, ['film']],
	])('uploads %s', async (_, settings, names) => {
		const all: Record<string, InputFile> = {
			data: await storedFile({ bytes: 1000, seed: 1 }),
			film: await storedFile({ bytes: 1000, seed: 2 }),
			photo: await storedFile({ bytes: 1000, seed: 3, name: 'a.png', mimeType: 'image/png' }),
		};
		const files = Object.fromEntries(names.map((name) => [name, all[name] as InputFile]));
		const { json, error } = await upload(files, undefined, settings);
		expect(error).toBeUndefined();
		expect(setup.arrived(json[0]?.fileId)).toBe(files[names[0] ?? '']?.sha256);
	});

	it('is searched for the name that the user enters, which a message names', async () => {
		const film = await storedFile({ bytes: 1000 });
		const { error } = await upload({ film }, 'data');
		expect(errorText(error)).toContain(
			"The item has one in '_files.film': enter that name in 'Input Data Field Name'",
		);
		const { json } = await upload({ film }, '_files.film');
		expect(setup.arrived(json[0]?.fileId)).toBe(film.sha256);
	});
});
