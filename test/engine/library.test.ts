import { describe, expect, it } from '@jest/globals';
import { difference, get, map, pick, range, sortBy } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DigitalHumanComposeVideo } from '../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import { DigitalHumanLibrary } from '../../nodes/Library/DigitalHumanLibrary.node';
import type { Fault } from '../../demo-service';
import {
	byId,
	chosen,
	compose,
	createImage,
	getMany,
	getTask,
	given,
	goingOn,
	library,
	lipSync,
	PAGES,
	translate,
} from '../support/engine/runs';
import { otherData, rowsWith } from '../support/answers';
import { setUp } from '../support/engine/setup';
import type { NodeRun } from '../support/engine/engine';
import { type OddRow, oddRow } from '../support/engine/oddRows';
import { hintsOf, pairsOf } from '../support/engine/outputs';

const anyLibrary = library('file', 'get');

const PERSONS = 'list_common_dp';
const VOICES = 'list_common_audio';

const all = { returnAll: true };

/** A page of the list of persons. */
const personsPage = (list: () => object[], info: () => object): Fault =>
	otherData(() => ({ list: list(), page_info: { size: 50, ...info() } }));

const OWN_LISTS = { personListPath: 'own/persons', voiceListPath: 'own/voices' };

const setup = setUp({ ...OWN_LISTS, limits: false });
const { submits } = setup;

describe('Custom persons and voices in the lists', () => {
	const without = setUp();
	const searched = async (method: string, filter?: string) =>
		(await setup.engine.search(compose(), method, filter)).results;

	it('stand first, with their state', async () => {
		const made = await setup.submits.fated('person', { seconds: 0 });
		const begun = await setup.submits.fated('person', { seconds: Infinity });
		const failed = await setup.submits.fated('person', { seconds: 0, outcome: 4 });
		const results = await searched('searchPersons');
		const own = Object.fromEntries(results.slice(0, 3).map(({ value, name }) => [value, name]));
		expect(own).toEqual({
			[made]: expect.stringMatching(/ \(custom, succeeded\)|\(custom, succeeded, ID /),
			[begun]: expect.stringContaining('custom, in progress'),
			[failed]: expect.stringContaining('custom, failed'),
		});
		expect(results[3]?.name).toMatch(/^Alma 1 /);
		expect(JSON.stringify(results)).not.toContain('By ID');
		const voices = await searched('searchVoices');
		expect(voices[0]?.name).toContain('custom, succeeded');
		expect(voices[1]?.name).toMatch(/^Ada Warm/);
	});

	it('are not in the way where their list cannot be read', async () => {
		setup.fault('own/persons', { kind: 'code', code: 40000 });
		const results = await searched('searchPersons');
		expect(results[0]).toEqual({
			name: 'Could not list custom persons: the service refused a field of the request',
			value: '',
		});
		expect(results[1]?.name).toMatch(/^Alma 1 /);
	});

	it.each([
		['searchPersons', 'person', 'taskId'],
		['searchVoices', 'voice', 'voiceId'],
	])('without the path, %s ends with what to do', async (method, what, id) => {
		const name = `Custom ${what}: choose 'By ID', enter its ${id}`;
		const first = await without.engine.search(compose(), method);
		const all = first.paginationToken
			? await without.engine.search(compose(), method, undefined, first.paginationToken)
			: first;
		expect(all.results.at(-1)).toEqual({ name, value: '' });
		const { results } = await without.engine.search(compose(), method, 'nobody');
		expect(results).toEqual([
			{ name: "Nothing found for 'nobody'", value: 'nothing-found' },
			{ name, value: '' },
		]);
	});
});

describe('Lists to choose from', () => {
	const searchPersons = async (filter?: string, page?: string) =>
		await setup.engine.search(compose(), 'searchPersons', filter, page);

	it('shows persons page by page, with what tells them apart and a link to see them', async () => {
		const first = await searchPersons();
		expect(first.results).toHaveLength(50);
		expect(first.results[1]).toEqual({
			name: 'Boris 1 (male, 1080 × 1920, 1 figure, casual, teacher)',
			value: '6200000000000000001',
			url: expect.stringMatching(/^http.*preview/),
		});
		const second = await searchPersons(undefined, first.paginationToken as string);
		expect(second.results).toHaveLength(18);
		expect(second.paginationToken).toBeUndefined();
		const values = [...first.results, ...second.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(68);
		expect(setup.count(PERSONS)).toBe(2);
	});

	it('finds persons of all pages by any words of their name or by their ID', async () => {
		const { results, paginationToken } = await searchPersons(' JAN   cartoon');
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) expect(name).toMatch(/^Jan .*cartoon/);
		expect(paginationToken).toBeUndefined();
		expect(setup.count(PERSONS)).toBe(2);
		const byId = await searchPersons('6200000000000000060');
		expect(byId.results.map(({ value }) => value)).toEqual(['6200000000000000060']);
		const none = await searchPersons('nobody');
		expect(none.results).toEqual([{ name: "Nothing found for 'nobody'", value: 'nothing-found' }]);
	});

	it.each<[string, NodeRun]>([
		["'Person'", compose({ personId: chosen('nothing-found') })],
		["'Voice'", lipSync({ voiceId: chosen('nothing-found') })],
		[
			"'When Finished, Start Workflow'",
			compose({ callbackUrl: chosen('nothing-found'), completion: 'return' }),
		],
		["'Task ID'", getTask([{}], { taskId: chosen('nothing-found') })],
	])('refuses the entry for nothing as %s', async (label, run) => {
		await setup.refuses(run, `${label} is the note that nothing was found, which is not a choice`);
	});

	it('shows an automatic figure and those of the chosen person', async () => {
		const automatic = { name: 'Automatic', value: 'auto' };
		const figures = async (id: string, filter?: string) => {
			const node = compose({ personId: chosen(id) });
			return (await setup.engine.search(node, 'searchFigures', filter)).results;
		};
		const replaceable = '(1080 × 1920, background can be replaced)';
		expect(await figures('6200000000000000062')).toEqual([
			automatic,
			...[
				{ name: `Whole Body ${replaceable}`, value: 'whole_body' },
				{ name: `Sitting ${replaceable}`, value: 'sit_body' },
				{ name: `Circle View ${replaceable}`, value: 'circle_view' },
			].map((entry) => ({ ...entry, url: expect.stringMatching(/^http/) })),
		]);
		expect(await figures('6200000000000000000')).toContainEqual(
			expect.objectContaining({ name: 'Whole Body (4K, background can be replaced)' }),
		);
		const values = async (id: string, filter?: string) =>
			(await figures(id, filter)).map(({ value }) => value);
		expect(await values('6200000000000000062', 'sit')).toEqual(['sit_body']);
		expect(await figures('9000000000000000000')).toEqual([automatic]);
		expect(await figures('')).toEqual([automatic]);
		const all = ['auto', 'whole_body', 'circle_view', 'sit_body'];
		expect(await values('={{ $json.personId }}')).toEqual(all);
	});

	it('shows the language of a voice by its code or in words, whatever the service has', async () => {
		const change = (right: string) => right.replaceAll(/"lang":"[^"]*"/g, '"lang":"klingon"');
		setup.always('list_common_audio', { kind: 'text', change });
		const { results } = await setup.engine.search(compose(), 'searchVoices', 'Ada Warm');
		expect(results).toMatchObject([{ name: 'Ada Warm (female, Klingon)' }]);
	});

	it('shows languages by their names', async () => {
		const options = await setup.engine.options(translate(), 'getLanguages');
		expect(options).toHaveLength(12);
		expect(options).toContainEqual({ name: 'German (de)', value: 'de' });
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
	});

	it('shows the tags that persons have, nameless ones by their number', async () => {
		const tags = await setup.engine.options(anyLibrary, 'getPersonTags');
		const named = [
			{ name: 'business', value: 1 },
			{ name: 'cartoon', value: 4 },
			{ name: 'casual', value: 2 },
			{ name: 'news', value: 5 },
			{ name: 'outdoor', value: 8 },
			{ name: 'teacher', value: 6 },
		];
		const nameless = [
			{ name: 'Tag 3', value: 3 },
			{ name: 'Tag 7', value: 7 },
		];
		// Where the nameless ones stand among the others follows from their words, which `npm run test:texts` changes.
		expect(difference(map(tags, 'value'), map(nameless, 'value'))).toEqual(map(named, 'value'));
		expect(sortBy(tags, 'value')).toEqual(sortBy([...named, ...nameless], 'value'));
	});

	it.each<[string, Fault]>([
		['does not answer', { kind: 'never' }],
		['asks for ten minutes at its limit', { kind: 'code', code: 40001, retryAfter: '600' }],
	])('tell within five seconds of a service that %s', async (_case, fault) => {
		setup.service.faults.add({ fault, times: Infinity });
		const started = Date.now();
		const opened = await Promise.allSettled([
			setup.engine.search(compose(), 'searchVoices'),
			searchPersons('anna'),
			setup.engine.options(anyLibrary, 'getPersonTags'),
		]);
		expect(Date.now() - started).toBeLessThan(5_000);
		expect(opened.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	});

	/** The list of persons as a service has it that reports 100 pages; each request gets the next entries. */
	const endless = (persons: (request: number) => object[]) => {
		let page = 0;
		const info = { total_count: 5_000, total_page: 100 };
		const fault = personsPage(
			() => persons(++page),
			() => ({ page, ...info }),
		);
		setup.fault(PERSONS, fault, { times: Infinity });
	};

	it('searches 40 pages at most', async () => {
		endless((request) => [{ id: String(request), name: `Anna ${request}` }]);
		const { results } = await searchPersons('anna');
		expect(results).toHaveLength(40);
		expect(setup.count(PERSONS)).toBe(40);
	});

	it('shows the figures of a person without reading on, and leaves out those without a type', async () => {
		endless(() => [{ id: '7', name: 'Anna', figures: [{ type: 'sit_body' }, { width: 100 }] }]);
		const personId = chosen('7');
		const { results } = await setup.engine.search(compose({ personId }), 'searchFigures');
		expect(results.map(({ value }) => value)).toEqual(['auto', 'sit_body']);
		expect(setup.count(PERSONS)).toBe(1);
	});

	it('shows what a search has found before the service stops to answer', async () => {
		setup.fault(PERSONS, { kind: 'code', code: 40000 }, { skip: 1, times: Infinity });
		const { results } = await searchPersons('boris');
		expect(results.length).toBeGreaterThan(0);
		await expect(searchPersons('nobody')).rejects.toThrow();
	});

	/** The lists that come from the service. */
	const fromService = [
		{ run: anyLibrary, methods: new DigitalHumanLibrary().methods },
		{ run: compose({ personId: chosen('1') }), methods: new DigitalHumanComposeVideo().methods },
	].flatMap(({ run, methods: { listSearch = {} } }) =>
		difference(Object.keys(listSearch), ['searchCallbackWorkflows']).map(
			(method) => [method, run] as const,
		),
	);

	it.each(fromService)('%s says why there is no list, and what to do', async (method, run) => {
		const fault = { kind: 'code', code: 10400, msg: 'token expired' } as const;
		setup.service.faults.add({ fault, times: Infinity });
		await expect(setup.engine.search(run, method)).rejects.toMatchObject({
			message: expect.stringMatching(
				/refused the access token\. Paste a valid 'Access Token' into the credential/,
			),
		});
	});
});

describe('Lists of what the application has', () => {
	it('shows usable files of all pages, newest first, those of a purpose by themselves', async () => {
		range(60).forEach((n) => submits.file('ai_creation', `image-${n}.png`));
		const talk = submits.file('lip_sync_video', 'talk.mp4');
		const refused = submits.file('lip_sync_video', 'bad.mp4');
		const review = setup.service.storage.files.byId(refused)?.review;
		if (review) review.status = 98;
		const first = await setup.engine.search(anyLibrary, 'searchFiles');
		expect(first.results[0]).toEqual({
			name: expect.stringMatching(
				/^\d+\.mp4 \(Lip Sync: Video, 1 kB, just now, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\)$/,
			),
			value: talk,
			url: expect.stringMatching(/^http/),
		});
		expect(first.results).toHaveLength(49);
		const second = await setup.engine.search(anyLibrary, 'searchFiles', '', first.paginationToken);
		expect(second.results).toHaveLength(12);
		expect(second.paginationToken).toBeUndefined();
		const videos = await setup.engine.search(lipSync(), 'searchFiles_lip_sync_video');
		expect(videos.results.map(({ value }) => value)).toEqual([talk]);
	});

	it('shows finished image tasks and videos only', async () => {
		const image = await submits.fated('aiCreation', { seconds: 0 });
		await submits.fated('aiCreation', { seconds: Infinity });
		const video = await submits.fated('composedVideo', { seconds: 0 });
		await submits.fated('composedVideo', { seconds: 0, outcome: 40 });
		const images = await setup.engine.search(createImage(), 'searchImageTasks');
		expect(images.results).toEqual([
			{
				name: expect.stringMatching(/^A red fox \(AI task, just now, 20.*, succeeded\)$/),
				value: image,
				url: expect.stringMatching(/^http/),
			},
		]);
		const videos = await setup.engine.search(translate(), 'searchComposedVideos');
		expect(videos.results.map(({ value }) => value)).toEqual([video]);
	});

	it("shows date and time of the user's time zone", async () => {
		const image = await submits.fated('aiCreation', { seconds: Infinity });
		submits.file('ai_creation', 'image.png');
		const created = new Date((setup.service.tasks()[0]?.createdAt ?? 0) * 1000);
		const inTokyo = new Date(created.getTime() + 9 * 3_600_000).toISOString();
		const shown = `${inTokyo.slice(0, 10)} ${inTokyo.slice(11, 19)}`;
		const workflowSettings = { timezone: 'Asia/Tokyo' };
		const at = async (run: NodeRun, method: string) =>
			(await setup.engine.search({ ...run, workflowSettings }, method)).results;
		expect(await at(getTask([]), 'searchTasks')).toEqual([
			{ name: `A red fox (AI task, just now, ${shown}, in progress)`, value: image },
		]);
		const [file] = await at(anyLibrary, 'searchFiles');
		expect(file?.name).toContain(`, ${shown.slice(0, 13)}`);
	});

	it('tells tasks of the same second apart', async () => {
		const tasks = await submits.items('lipSync', 3, { seconds: Infinity });
		const id = tasks[1]?.taskId;
		const second = setup.service.tasks()[0]?.createdAt;
		setup.always(
			PAGES.lipSync,
			rowsWith((one) => ({ ...one, create_time: second })),
		);
		const lipSyncs = getTask([], { taskKind: 'lipSync' });
		const { results } = await setup.engine.search(lipSyncs, 'searchTasks');
		expect(new Set(results.map(({ name }) => name)).size).toBe(3);
		for (const { name, value } of results) {
			expect(name).toMatch(
				new RegExp(`^Lip-sync video \\(.*20.*, in progress, ID ${String(value)}\\)$`),
			);
		}
		const found = await setup.engine.search(lipSyncs, 'searchTasks', id);
		expect(found.results.map(({ value }) => value)).toEqual([id]);
	});

	it('shows tasks of the chosen kind, or of all kinds from the newest to the oldest', async () => {
		const lipSync = await submits.fated('lipSync', { seconds: Infinity });
		const image = await submits.fated('aiCreation', { seconds: Infinity });
		const aiVideo = await submits.aiVideo();
		const video = await submits.fated('composedVideo', { seconds: 0 });
		const ages = { [lipSync]: 17 * 3600, [image]: 26 * 3600, [aiVideo]: 90, [video]: 12 * 86400 };
		for (const task of setup.service.tasks()) task.createdAt -= ages[task.id] ?? 0;
		const search = async (taskKind: string) =>
			await setup.engine.search(getTask([], { taskKind }), 'searchTasks');
		expect((await search('lipSync')).results).toEqual([
			{
				name: expect.stringMatching(/^Lip-sync video \(17 hours ago, 20.*, in progress\)$/),
				value: lipSync,
			},
		]);
		const all = [
			[/^A boat turns into the harbor \(AI task, 1 minute ago, 20/, aiVideo],
			[/^Lip-sync video \(17 hours ago, 20/, lipSync],
			[/^A red fox \(AI task, yesterday, 20/, image],
			[/^Composed video \(12 days ago, 20.* seconds?, succeeded\)$/, video],
		].map(([name, value]) => ({ name: expect.stringMatching(name as RegExp), value }));
		for (const kind of ['auto', '={{ $json.taskKind }}']) {
			const { results } = await search(kind);
			expect(results).toMatchObject(all);
			expect(results.at(-1)?.url).toMatch(/^http/);
		}
		setup.fault(PAGES.motion, { kind: 'status', status: 403 }, { times: Infinity });
		expect((await search('auto')).results).toHaveLength(4);
		await expect(search('translation')).rejects.toThrow(/cannot list tasks of this kind/);
	});
});

const ROWS: OddRow[] = ['null', 'text', 'nullStatus', 'objectStatus', 'nullId', 'numericId'];

const LANGUAGES = 'video_translation/target_languages';

describe('A list', () => {
	const many = async () => (await setup.run(getMany({ listKind: 'lipSync', ...all }))).json;
	const voices = async () => (await setup.run(library('publicVoice', 'getAll', all))).json;
	const languages = async () => await setup.engine.options(translate(), 'getLanguages');
	const choice = async () => (await setup.engine.search(compose(), 'searchPersons')).results;

	/** A list of each kind: those of a node page by page, and those that the editor shows. */
	const lists: Array<[string, string, string, () => Promise<object[]>]> = [
		['tasks', PAGES.lipSync, 'taskId', many],
		['voices', VOICES, 'voiceId', voices],
		['the choice of a person', PERSONS, 'value', choice],
		['the choice of languages', LANGUAGES, 'value', languages],
	];

	const withFault = (endpoint: string, fault: Fault) =>
		setup.fault(endpoint, fault, { times: Infinity });

	it.each(lists)('of %s: an odd record hides no other', async (_, endpoint, id, read) => {
		await submits.items('lipSync', 3, { seconds: 0 });
		const shown = async () => (await read()).map((one) => String(get(one, id)));
		const right = await shown();
		expect(right.length).toBeGreaterThan(1);
		for (const row of ROWS) {
			withFault(endpoint, oddRow(row, 0, false));
			expect({ row, missing: difference(right, await shown()) }).toEqual({ row, missing: [] });
			setup.service.faults.clear();
		}
	});

	it('names the odd record in the output panel, and in the log', async () => {
		await submits.items('composedVideo', 3, { seconds: 0 });
		withFault(PAGES.composedVideo, oddRow('nullId', 1));
		const result = await setup.engine.run(getMany({ listKind: 'composedVideo' }));
		expect(result.json).toHaveLength(2);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(
				/1 of 3 records could not be read and were skipped\. The first: 'id'.*\. Send this text to your provider\.$/,
			),
		]);
	});
});

/** What a node outputs, paired to its input items: each to its own, or all to the only one. */
const run = async (node: NodeRun) => {
	const { json, outputs } = await setup.run(node);
	const single = (node.items ?? [{}]).length === 1;
	expect(pairsOf(outputs)).toEqual(json.map((_, item) => (single ? 0 : item)));
	return json;
};

describe('Library', () => {
	const persons = async (parameters: INodeParameters = all) =>
		await run(library('publicPerson', 'getAll', parameters));
	const raw = { options: { simple: false } };

	describe('Public Person', () => {
		it('adds the record of the service, and the IDs of tags beside their names, which may be empty', async () => {
			const found = await persons({ ...all, ...raw });
			expect(found[0]).toMatchObject({
				voiceLanguage: 'en',
				voicePreviewUrl: expect.stringMatching(/^http/),
				raw: { figures: expect.any(Array) },
			});
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
			['names', 'Cartoon, Casual'],
		])('filters by tags, all of which must fit, given as %s', async (_, tagIds) => {
			const found = await persons({ ...all, filters: { tagIds: given(tagIds) }, ...raw });
			const { query } = setup.requests(PERSONS).at(-1) ?? {};
			expect(query).toMatchObject({ tag_ids: '4,2' });
			expect(query).not.toHaveProperty('source');
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
			expect(setup.requests(PERSONS)[0]?.query).toEqual({ page: '1', size: '50' });
		});

		it('says which tag is no ID', async () => {
			const filters = { tagIds: '={{ "4, cartoons" }}' };
			const node = library('publicPerson', 'getAll', { filters });
			await setup.fails(node, "'Tag Names or IDs' contains 'cartoons', which is not a tag");
		});

		it('tells once that no name fits', async () => {
			const filters = { name: 'Allma' };
			const items = [{}, {}];
			const result = await setup.engine.run(
				library('publicPerson', 'getAll', { ...all, filters }, { items }),
			);
			expect(result.json).toEqual([]);
			expect(hintsOf(result)).toEqual([
				"Nothing found for 'Allma' among 68 names. Check the spelling, or leave 'Name' empty to list all of them.",
			]);
		});

		it('sorts as the user chooses', async () => {
			const sorted = async (sort: string) =>
				(await persons({ limit: 10, options: { sort } })).map(({ personId }) => personId);
			const hottest = await sorted('hottest');
			expect(hottest).toHaveLength(10);
			expect(hottest).not.toEqual(await sorted('latest'));
			expect(setup.requests(PERSONS).map(({ query }) => query.sort)).toEqual(['hottest', 'latest']);
		});
	});

	it('lists the languages of translations', async () => {
		const languages = await run(library('translationLanguage', 'getAll', all));
		expect(languages).toHaveLength(12);
		expect(languages[0]).toEqual({ languageCode: 'en', name: 'English' });
	});
});

describe('Library, files', () => {
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
		expect(
			setup.requests('common/file_list').map(({ body }) => (body as IDataObject).page),
		).toEqual([0, 1, 2]);
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
});
