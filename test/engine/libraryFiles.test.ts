import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../support/engine/engine';
import { library } from '../support/engine/library';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

const FILES = 'common/file_list';

describe('Library, files', () => {
	const setup = setUp();
	const submits = new Submits(() => setup.service);
	const requests = (operation: string) => setup.service.journal.entries({ operation });
	const run = async (node: NodeRun) => {
		const { json, outputs, error } = await setup.engine.run(node);
		expect(error).toBeUndefined();
		const single = (node.items ?? [{}]).length === 1;
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			json.map((_, item) => ({ item: single ? 0 : item })),
		);
		return json;
	};

	it('returns all files, from page 0 on, each once', async () => {
		const ids = range(120).map((n) => submits.file('ai_creation', `image-${n}.png`));
		const files = await run(library('file', 'getAll', { returnAll: true }));
		expect(files.map(({ fileId }) => fileId)).toEqual([...ids].reverse());
		expect(requests(FILES).map(({ body }) => (body as IDataObject).page)).toEqual([0, 1, 2]);
	});

	it('filters by purpose and sorts', async () => {
		const requested = range(3).map(() => submits.file('lip_sync_video', 'talk.mp4'));
		submits.file('ai_creation', 'image.png');
		const files = await run(
			library('file', 'getAll', {
				filters: { purpose: 'lip_sync_video' },
				options: { order: 'create_time_asc' },
			}),
		);
		expect(files.map(({ fileId }) => fileId)).toEqual(requested);
	});

	it.each([
		[0, 'Not yet synced', false],
		[1, 'Usable', true],
		[98, 'Failed the content review', false],
		[99, 'Deleted', false],
		[100, 'Removed', false],
		[55, 'Unknown status 55', false],
	])('says that status %i means %s', async (status, words, usable) => {
		const fileId = submits.file('ai_creation', 'image.png');
		const file = setup.service.storage.files.byId(fileId);
		if (file) file.review = { endsAt: 0, status, msg: 'because' };
		const [json] = await run(
			library('file', 'get', { fileId: { __rl: true, mode: 'id', value: fileId } }),
		);
		expect(json).toMatchObject({ fileId, status: words, usable, purpose: 'ai_creation' });
	});

	it('puts a file out with its address and the end of its life', async () => {
		const fileId = submits.file('ai_creation', 'image.png');
		const [json] = await run(library('file', 'get', { fileId, options: { simple: false } }));
		expect(json).toMatchObject({
			url: expect.stringMatching(/^http.*\.png$/),
			fileName: expect.stringMatching(/\.png$/),
			bytes: 1000,
			createdAt: expect.stringMatching(/Z$/),
			expiresAt: expect.stringMatching(/Z$/),
			raw: expect.objectContaining({ status: 1 }),
		});
		const days =
			(Date.parse(String(json?.expiresAt)) - Date.parse(String(json?.createdAt))) / 864e5;
		expect(days).toBe(30);
	});

	it('deletes the file of each item, once', async () => {
		const ids = [submits.file('ai_creation', 'a.png'), submits.file('ai_creation', 'b.png')];
		const json = await run(
			library(
				'file',
				'delete',
				{ fileId: { __rl: true, mode: 'id', value: '={{ $json.fileId }}' } },
				{ items: ids.map((fileId) => ({ fileId })) },
			),
		);
		const deleted = { deleted: true, message: 'deleted successfully' };
		expect(json).toEqual([deleted, deleted]);
		expect(requests('common/delete_file').map(({ body }) => body)).toEqual(
			ids.map((id) => ({ id })),
		);
	});

	it('continues with the other items when one file is not there', async () => {
		const fileId = submits.file('ai_creation', 'a.png');
		const json = await run(
			library(
				'file',
				'delete',
				{ fileId: { __rl: true, mode: 'id', value: '={{ $json.fileId }}' } },
				{
					items: [{ fileId: '404' }, { fileId: '' }, { fileId }],
					settings: { onError: 'continueRegularOutput' },
				},
			),
		);
		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringMatching(/^'File': the service has no file/) }),
			expect.objectContaining({ error: expect.stringContaining("'File' is missing") }),
			{ deleted: true, message: 'deleted successfully' },
		]);
	});

	it('takes a file that is deleted already for deleted, as after a lost answer', async () => {
		const fileId = submits.file('ai_creation', 'a.png');
		setup.service.faults.add({
			operation: 'common/delete_file',
			times: 1,
			fault: { kind: 'resetAfter' },
		});
		expect(await run(library('file', 'delete', { fileId }))).toEqual([{ deleted: true }]);
		expect(requests('common/delete_file')).toHaveLength(2);
		expect(setup.service.storage.files.byId(fileId)?.deleted).toBe(true);
	});

	it('does not take a file that the service does not know for deleted', async () => {
		const { error } = await setup.engine.run(library('file', 'delete', { fileId: '404' }));
		expect(error?.message).toMatch(/^'File': the service has no file with the ID '404'/);
		expect(error?.description).toContain('no file 404');
	});

	it('still deletes when the service confirms in another form', async () => {
		const fileId = submits.file('ai_creation', 'a.png');
		setup.service.faults.add({
			operation: 'common/delete_file',
			times: 1,
			fault: { kind: 'answer', change: (right) => ({ ...(right as object), data: { ok: true } }) },
		});
		expect(await run(library('file', 'delete', { fileId }))).toEqual([{ deleted: true }]);
		expect(requests('common/delete_file')).toHaveLength(1);
	});
});
