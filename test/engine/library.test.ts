import { describe, expect, it } from '@jest/globals';
import { pick, range, uniq } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../support/engine/engine';
import { pairsOf } from '../support/engine/outputs';
import { setUp } from '../support/engine/setup';
import { byId, given, goingOn, library } from '../support/engine/runs';

const PERSONS = 'list_common_dp';
const VOICES = 'list_common_audio';

const all = { returnAll: true };

describe('Library', () => {
	const setup = setUp();
	const requests = (operation: string) => setup.requests(operation);
	const run = async (node: NodeRun) => {
		const { json, outputs } = await setup.run(node);
		expect(pairsOf(outputs)).toEqual(json.map(() => 0));
		return json;
	};
	const persons = async (parameters: INodeParameters = all) =>
		await run(library('publicPerson', 'getAll', parameters));
	const raw = { options: { simple: false } };

	describe('Public Person', () => {
		it('returns every person once, with the voice, the tags and the figures', async () => {
			const found = await persons();
			expect(found).toHaveLength(68);
			expect(uniq(found.map(({ personId }) => personId))).toHaveLength(68);
			expect(requests(PERSONS)).toHaveLength(2);
			expect(requests(PERSONS)[0]?.query).toEqual({ page: '1', size: '50' });
			expect(found[0]).toEqual({
				personId: '6200000000000000000',
				name: 'Alma 1',
				gender: 'female',
				voiceId: expect.any(String),
				voiceName: 'Voice of Alma',
				tagNames: expect.any(Array),
				width: 2160,
				height: 3840,
				figures: [
					{
						figureType: 'whole_body',
						width: 2160,
						height: 3840,
						backgroundReplaceable: true,
						pictureUrl: expect.stringMatching(/^http/),
						coverUrl: expect.stringMatching(/^http/),
						previewVideoUrl: expect.stringMatching(/^http/),
					},
					expect.objectContaining({ figureType: 'circle_view' }),
				],
			});
		});

		it('keeps the names of tags beside their IDs, empty names included', async () => {
			const found = await persons({ ...all, ...raw });
			for (const { tagIds, tagNames } of found) {
				expect((tagNames as string[]).length).toBe((tagIds as number[]).length);
			}
			const names = found.flatMap(({ tagIds, tagNames }) =>
				(tagIds as number[]).map((id, index) => [id, (tagNames as string[])[index]]),
			);
			expect(names).toContainEqual([3, '']);
			expect(names).toContainEqual([4, 'cartoon']);
		});

		it('makes an item for each figure when asked to', async () => {
			const figures = await persons({ ...all, itemPer: 'figure' });
			const expected = (await persons()).flatMap(({ personId, figures: of }) =>
				(of as IDataObject[]).map(({ figureType }) => ({ personId, figureType })),
			);
			expect(figures.map((one) => pick(one, ['personId', 'figureType']))).toEqual(expected);
		});

		it.each([
			['a list', [4, 2]],
			['texts', ['4', '2']],
			['a text', '4, 2'],
		])('filters by tags, all of which must fit, given as %s', async (_, tagIds) => {
			const found = await persons({ ...all, filters: { tagIds: given(tagIds) }, ...raw });
			expect(requests(PERSONS)[0]?.query).toMatchObject({ tag_ids: '4,2' });
			expect(requests(PERSONS)[0]?.query).not.toHaveProperty('source');
			expect(found.length).toBeGreaterThan(0);
			expect(found.length).toBeLessThan(20);
			for (const { tagIds: ids } of found) expect(ids).toEqual(expect.arrayContaining([2, 4]));
		});

		it('finds a person by name, the best match first', async () => {
			const byName = async (name: string, more: object = all) =>
				(await persons({ ...more, filters: { name } })).map((person) => person.name);
			expect(await byName('denis 2', { limit: 1 })).toEqual(['Denis 2']);
			const denis = await byName(' Denis ');
			expect(denis.length).toBeGreaterThan(1);
			expect(denis.every((name) => String(name).startsWith('Denis'))).toBe(true);
			expect(await byName('Nobody')).toEqual([]);
			expect(await byName('')).toHaveLength(68);
			expect(requests(PERSONS)[0]?.query).toEqual({ page: '1', size: '50' });
		});

		it('says which tag is no ID', async () => {
			const filters = { tagIds: '={{ "4, cartoon" }}' };
			await setup.fails(library('publicPerson', 'getAll', { filters }), "'cartoon'");
			expect(requests(PERSONS)).toHaveLength(0);
		});

		it('sorts as the user chooses', async () => {
			const sorted = async (sort: string) =>
				(await persons({ limit: 10, options: { sort } })).map(({ personId }) => personId);
			expect(await sorted('hottest')).not.toEqual(await sorted('latest'));
			expect(requests(PERSONS).map(({ query }) => query.sort)).toEqual(['hottest', 'latest']);
		});

		it('adds the record of the service when not simplified', async () => {
			const [person] = await persons({ limit: 1, ...raw });
			expect(person).toMatchObject({
				voiceLanguage: 'en',
				voicePreviewUrl: expect.stringMatching(/^http/),
				tagIds: expect.any(Array),
				raw: { figures: expect.any(Array) },
			});
		});
	});

	describe('Public Voice', () => {
		it('returns every voice once', async () => {
			const voices = await run(library('publicVoice', 'getAll', all));
			expect(uniq(voices.map(({ voiceId }) => voiceId))).toHaveLength(voices.length);
			expect(voices).toHaveLength(47);
			expect(requests(VOICES).map(({ query }) => query)).toEqual([{ page: '1', size: '50' }]);
			expect(voices[0]).toEqual({
				voiceId: '8988587500000000000',
				name: 'Ada Warm',
				gender: 'female',
				language: 'en',
				description: 'Warm voice',
				grade: 1,
				speed: 1,
				pitch: 1,
				auditionUrl: expect.stringMatching(/^http/),
			});
		});

		it('finds a voice by name', async () => {
			const parameters = { limit: 1, filters: { name: 'bruno calm' } };
			const found = await run(library('publicVoice', 'getAll', parameters));
			expect(found.map(({ name }) => name)).toEqual(['Bruno Calm']);
		});

		it('keeps to the limit', async () => {
			expect(await run(library('publicVoice', 'getAll', { limit: 5 }))).toHaveLength(5);
		});
	});

	it('lists the languages of translations', async () => {
		const languages = await run(library('translationLanguage', 'getAll', all));
		expect(languages).toHaveLength(12);
		expect(languages[0]).toEqual({ languageCode: 'en', name: 'English' });
	});
});

const FILES = 'common/file_list';

describe('Library, files', () => {
	const setup = setUp();
	const { submits } = setup;
	const requests = (operation: string) => setup.requests(operation);
	const run = async (node: NodeRun) => {
		const { json, outputs } = await setup.run(node);
		const single = (node.items ?? [{}]).length === 1;
		expect(pairsOf(outputs)).toEqual(json.map((_, item) => (single ? 0 : item)));
		return json;
	};

	/** Deletes the file of each item. */
	const deletion = (...ids: string[]) =>
		library(
			'file',
			'delete',
			{ fileId: byId('={{ $json.fileId }}') },
			{ items: ids.map((fileId) => ({ fileId })) },
		);
	const DELETE = 'common/delete_file';

	it('returns all files, from page 0 on, each once', async () => {
		const ids = range(120).map((n) => submits.file('ai_creation', `image-${n}.png`));
		const files = await run(library('file', 'getAll', { returnAll: true }));
		expect(files.map(({ fileId }) => fileId)).toEqual([...ids].reverse());
		expect(requests(FILES).map(({ body }) => (body as IDataObject).page)).toEqual([0, 1, 2]);
	});

	it('filters by purpose and sorts', async () => {
		const requested = range(3).map(() => submits.file('lip_sync_video', 'talk.mp4'));
		submits.file('ai_creation', 'image.png');
		const filters = { purpose: 'lip_sync_video' };
		const options = { order: 'create_time_asc' };
		const files = await run(library('file', 'getAll', { filters, options }));
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
		const [json] = await run(library('file', 'get', { fileId: byId(fileId) }));
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
		const [from, to] = [json?.createdAt, json?.expiresAt].map((at) => Date.parse(String(at)));
		expect(((to ?? 0) - (from ?? 0)) / 864e5).toBe(30);
	});

	it('deletes the file of each item, once', async () => {
		const ids = [submits.file('ai_creation', 'a.png'), submits.file('ai_creation', 'b.png')];
		const deleted = { deleted: true, message: 'deleted successfully' };
		expect(await run(deletion(...ids))).toEqual([deleted, deleted]);
		expect(setup.bodies(DELETE)).toEqual(ids.map((id) => ({ id })));
	});

	it('continues with the other items when one file is not there', async () => {
		const fileId = submits.file('ai_creation', 'a.png');
		const json = await run({ ...deletion('404', '', fileId), ...goingOn });
		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringMatching(/^'File': the service has no file/) }),
			expect.objectContaining({ error: expect.stringContaining("'File' is missing") }),
			{ deleted: true, message: 'deleted successfully' },
		]);
	});

	it('takes a file that is deleted already for deleted, as after a lost answer', async () => {
		const fileId = submits.file('ai_creation', 'a.png');
		setup.fault(DELETE, { kind: 'resetAfter' }, { times: 1 });
		expect(await run(library('file', 'delete', { fileId }))).toEqual([{ deleted: true }]);
		expect(requests(DELETE)).toHaveLength(2);
		expect(setup.service.storage.files.byId(fileId)?.deleted).toBe(true);
	});
});
