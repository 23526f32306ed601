import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, IWorkflowSettings } from 'n8n-workflow';

import { storedFile, type InputFile } from '../support/engine/binaries';
import { errorText } from '../support/engine/errorText';
import { queryOfCallback } from '../support/engine/pausedVideo';
import { setUpUploads } from '../support/engine/uploads';
import { videosWorkflow } from '../support/engine/videosWorkflow';
import { createWorkflowEngine, storedWithItems } from '../support/engine/workflowEngine';

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

	it('is output by a node that was paused', async () => {
		// The first task has finished before the pause.
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		const videos = videosWorkflow(['One', 'Two', 'Three'], { completion: 'pause' });
		const plan = { workflow: { ...videos, settings: combined }, id: '1' };
		const engine = await createWorkflowEngine({
			baseUrl: setup.service.url,
			accessToken: setup.service.token,
		});
		const { status, data } = await engine.start(plan).done;
		expect(status).toBe('waiting');
		const stored = JSON.stringify(data);
		const ids = setup.service.tasks().map(({ id }) => id);
		for (const id of ids.slice(1)) setup.service.settle(id);
		const body = { id: ids[1], status: 30, progress: 100, video_url: '', subtitle_data_url: '' };
		const { items = [] } = await engine.callBack(
			{ ...plan, stored },
			{ query: queryOfCallback(setup.service), body },
		);
		const resumed = await engine.start({ ...plan, stored: storedWithItems(stored, items) }).done;
		expect(resumed.status).toBe('success');
		const output = resumed.data.resultData.runData.Videos?.at(-1)?.data?.main?.[0];
		expect(output).toMatchObject(
			range(3).map((item) => ({
				json: { state: 'succeeded', _files: { data: { mimeType: 'video/mp4' } } },
				pairedItem: { item },
			})),
		);
	});
});
