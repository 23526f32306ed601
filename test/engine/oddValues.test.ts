import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/clock';
import {
	animate,
	byUrl,
	chosen,
	compose,
	createImage,
	createPerson,
	generate,
	getMany,
	getTask,
	given,
	library,
	lipSync,
	PAGES,
	translate,
	upload,
	uploadOf,
} from '../support/engine/runs';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';

/** What each item says itself. */
const CHOICE = '={{ $json.choice }}';

describe('A choice that an expression leaves empty or fills with anything', () => {
	quickTime();
	const setup = setUp();

	const web = { fileSource: 'url', fileUrl: 'https://example.com/a.png' };
	const persons = (parameters: INodeParameters) => library('publicPerson', 'getAll', parameters);
	const files = (parameters: INodeParameters) => library('file', 'getAll', parameters);
	const oneTask = (parameters: INodeParameters) =>
		getTask([{}], { taskId: chosen('1'), ...parameters });
	const outcomes = ['Failure', 'TimeLimit'] as const;

	it.each<[RegExp, NodeRun]>([
		[
			/^'Video' must be 'From Input File' \(inputFile\), .*but is /,
			lipSync({ videoFileSource: given('') }),
		],
		[/'Video'/, translate({ sourceType: '' })],
		[/^'Purpose' must be one of .*, but is \{\}$/, upload({ purpose: given({}) })],
		// Words of the language.
		[
			/^'Purpose' must be one of .*, but is constructor$/,
			upload({ purpose: given('constructor') }),
		],
		[
			/^'Task Kind' must be one of .*, but is constructor$/,
			getMany({ listKind: given('constructor') }),
		],
		[/^'Operation' must be .*, but is constructor$/, generate({ operation: 'constructor' })],
		[
			/^'Task Kind' must be one of .*, but is \{"kind":"lipSync"\}$/,
			getMany({ listKind: given({ kind: 'lipSync' }) }),
		],
		[
			/^'Task Kind' is '\{"kind":"lipSync"\}', which is not a known kind of task$/,
			oneTask({ taskKind: given({ kind: 'lipSync' }) }),
		],
		[
			/^'Tag Names or IDs' must be a list of texts, but is \{"id":4\}$/,
			persons({ filters: { tagIds: given({ id: 4 }) } }),
		],
		[
			/^'File Name' must be a text, but is \{"name":"a.png"\}$/,
			upload({ ...web, options: { fileName: given({ name: 'a.png' }) } }),
		],
		[
			/^'Put Output File in Field' must be a text, but is \["video"\]$/,
			createImage({ downloadResult: true, options: { outputField: given(['video']) } }),
		],
		[/^'Purpose' must be .*, but is holiday$/, files({ filters: { purpose: given('holiday') } })],
		[
			/^'Sort By' must be 'Most Popular' \(hottest\) or 'Newest' \(latest\), but is 1$/,
			persons({ options: { sort: given(1) } }),
		],
		[
			/^'Limit Wait Time \(Minutes\)' must be a number of 0 or more, but is soon$/,
			createImage({ options: { timeLimit: given('soon'), checkEvery: 5 } }),
		],
		[
			/^'Check Every \(Seconds\)' must be a number/,
			createImage({ options: { checkEvery: given({}) } }),
		],
		[
			/^'Parts at Once' must be a whole number from 1 to 16, but is all$/,
			upload({ ...web, options: { partsAtOnce: given('all'), timeLimit: given('none') } }),
		],
		[/^'Limit' must be a number of 1 or more, but is many$/, files({ limit: given('many') })],
		[
			/^'Type' must be 3 for images or 4 for videos, but is video$/,
			getMany({ listKind: 'aiCreation', filters: { type: given('video') } }),
		],
		[
			/^'One Item Per' must be 'Figure' \(figure\) or 'Person' \(person\), but is figures$/,
			persons({ itemPer: given('figures') }),
		],
		[/^'One Item Per' is missing$/, persons({ itemPer: given('') })],
		[
			/^'Operation' must be animate or generate, but is createMusic$/,
			generate({ operation: 'createMusic' }),
		],
		[/^'Operation' must be getAll, but is delete$/, library('publicVoice', 'delete')],
		[/^'Resource' must be one of .*translationLanguage, but is font$/, library('font', 'getAll')],
		[
			/^'Upload Method' must be one of 'Automatic' \(automatic\), .* or 'Single' \(single\), but is fast$/,
			upload({ ...web, options: { method: given('fast') } }),
		],
		...outcomes.map((event): [RegExp, NodeRun] => [
			/^'On (Task Failure|Time Limit)' must be 'Fail the Item' \(fail\) or .*, but is ignore$/,
			createImage({
				options: { [event === 'Failure' ? 'onTaskFailure' : 'onTimeLimit']: given('ignore') },
			}),
		]),
		...[createImage, translate].map((build): [RegExp, NodeRun] => [
			/^'Completion' must be 'Wait for Result' \(wait\) or 'Return Task ID' \(return\), but is pause$/,
			build({ completion: given('pause') }),
		]),
		...[compose, lipSync, createPerson].map((build): [RegExp, NodeRun] => [
			/^'Completion' must be one of 'Wait for Result' \(wait\), .* but is later$/,
			build({ completion: given('later') }),
		]),
		[
			/^'When Not Finished' must be one of 'Return Now' \(now\), .* but is later$/,
			oneTask({ whenNotFinished: given('later') }),
		],
		[/^'Completion' is missing$/, createImage({ completion: given('') })],
		[
			/'Quality' must be 'Basic' \(0\) or 'High Quality' \(1\), but is best/,
			lipSync({ additionalFields: { model: given('best') } }),
		],
		[
			/^'First Frame' must be 'None' \(none\), 'From Input File' \(inputFile\), .*, but is disk$/,
			generate({ modelCode: 'modela2.5', refPrompt: 'A fox', startFrameSource: given('disk') }),
		],
		[
			/^'Reference Files': the source of file 1 must be 'From Input File' .*, but is disk$/,
			generate({
				modelCode: 'modelb-2.0-lite-tk',
				refPrompt: 'A red fox',
				referenceMaterials: { items: [{ fileType: 'image', source: given('disk'), url: 'x' }] },
			}),
		],
	])('is refused before a request: %s', async (message, node) => {
		await setup.refuses(node, message);
	});

	it.each<[string, string, NodeRun]>([
		["'Completion'", 'return', createImage({ completion: CHOICE })],
		["'When Not Finished'", 'now', oneTask({ whenNotFinished: CHOICE })],
	])('is refused before a request where items differ: %s', async (label, other, node) => {
		const items = [{ choice: 'wait' }, { choice: other }];
		const { error } = await setup.refuses({ ...node, items }, label);
		expect(error?.message).toBe(`${label} must be the same for all items`);
	});

	it.each<[string, INodeParameters]>([
		['no type', { type: given('') }],
		['a type as text', { type: given('4') }],
		['a yes as text', { onlySuccessful: given('true') }],
	])('is understood: %s', async (_what, filters) => {
		await setup.run(getMany({ listKind: 'aiCreation', filters }));
	});

	it('is understood in other letters: how a task is completed', async () => {
		const node = lipSync({
			videoFileFileId: chosen(setup.submits.file('lip_sync_video', 'a.mp4')),
			completion: given(' Return '),
			callbackUrl: byUrl('https://example.com/webhook/digital-human'),
		});
		const { json } = await setup.run(node);
		expect(json).toMatchObject([{ state: 'inProgress' }]);
		const [submit] = setup.requests('video_lip_sync/create');
		expect(submit?.body).toMatchObject({ callback: expect.stringContaining('example.com') });
	});

	it('names no output field in any other form than a text', async () => {
		const { outputs } = await setup.run(
			createImage({ downloadResult: given('true'), options: { outputField: given(7) } }),
		);
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['7']);
	});
});

describe('A number that is none, where a text is expected', () => {
	quickTime();
	const setup = setUp();

	it.each<[string, (expression: string) => NodeRun]>([
		["'Prompt'", (refPrompt) => createImage({ refPrompt })],
		["'Text'", (text) => compose({ text })],
		["'Text'", (text) => lipSync({ text })],
		["'Voice'", (voice) => lipSync({ voiceId: chosen(voice) })],
		["'Video File'", (id) => lipSync({ videoFileFileId: chosen(id) })],
		["'Name'", (name) => createPerson({ name })],
	])('is refused in %s', async (label, nodeOf) => {
		for (const value of ['NaN', 'Infinity']) {
			const { error } = await setup.engine.run(nodeOf(`={{ ${value} }}`));
			expect(error?.message).toBe(`${label} must be a text, but is ${value}`);
		}
		expect(setup.count()).toBe(0);
	});
});

const continues = { onError: 'continueRegularOutput' } as const;

const getListed = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getMany({ listKind: 'aiCreation', ...parameters }, more);

describe('A switch that an expression gives as text', () => {
	quickTime();
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const run = async (node: NodeRun) => {
		const { json } = await setup.run(node);
		return json;
	};

	/** Nodes that output one thing each, with their options. */
	const simplified: Array<[string, (options: INodeParameters) => Promise<NodeRun>]> = [
		['listed persons', async (options) => library('publicPerson', 'getAll', { limit: 1, options })],
		['listed voices', async (options) => library('publicVoice', 'getAll', { limit: 1, options })],
		[
			'listed files',
			async (options) => {
				submits.file('ai_creation', 'a.png');
				return library('file', 'getAll', { options });
			},
		],
		[
			'a file',
			async (options) => {
				const fileId = submits.file('ai_creation', 'a.png');
				return library('file', 'get', { fileId, options });
			},
		],
		[
			'listed tasks',
			async (options) => {
				await submits.aiCreation();
				return getListed({ options });
			},
		],
		['a task', async (options) => getTask([{ taskId: await submits.aiCreation() }], { options })],
		['a created image', async (options) => createImage({ downloadResult: false, options })],
		[
			'an uploaded file',
			async (options) => uploadOf([await storedFile({ bytes: 10 })], { options }),
		],
	];

	describe.each(simplified)('Simplify of %s', (_what, nodeWith) => {
		it.each([
			['TRUE', false],
			[' False ', true],
			['', false],
		])('%j', async (simple, hasRaw) => {
			const [item] = await run(await nodeWith({ simple }));
			expect(item).toBeDefined();
			expect(item?.raw !== undefined).toBe(hasRaw);
		});

		it('is refused before a request', async () => {
			const node = await nodeWith({ simple: '={{ "yes" }}' });
			setup.service.journal.clear();
			await setup.refuses(node, /^'Simplify' must be true or false, but is yes$/);
		});
	});

	it.each([
		['TRUE', true],
		['false', false],
		['', false],
	])('Only Successful: %j', async (onlySuccessful, is_success) => {
		await run(getListed({ filters: { onlySuccessful } }));
		const [page] = setup.requests(PAGES.aiCreation);
		expect(page?.body).toMatchObject({ is_success });
	});

	it.each([
		['false', 3],
		['TRUE', 68],
		['', 3],
	])('Return All: %j', async (word, count) => {
		const returnAll = '={{ $json.word }}';
		const persons = library('publicPerson', 'getAll', { returnAll, limit: 3 });
		expect(await run({ ...persons, items: [{ word }] })).toHaveLength(count);
	});

	it.each([
		['FALSE', 'Not yet synced'],
		['True', 'Usable'],
	])('Wait Until Usable: %j', async (waitUntilUsable, status) => {
		setup.service.fate({ seconds: 30 });
		const file = await storedFile({ bytes: 10 });
		const json = await run(uploadOf([file], { options: { waitUntilUsable } }));
		expect(json).toMatchObject([{ status }]);
	});

	const word = '={{ $json.word }}';

	it.each<[string, NodeRun]>([
		['Only Successful', getListed({ filters: { onlySuccessful: word } })],
		['Return All', getListed({ returnAll: word })],
		['Return All', library('publicVoice', 'getAll', { returnAll: word })],
		['Simplify', library('publicVoice', 'getAll', { options: { simple: word } })],
		['Simplify', library('file', 'get', { fileId: '1', options: { simple: word } })],
	])('is an error of its own item: %s (%#)', async (label, node) => {
		await submits.aiCreation();
		setup.service.journal.clear();
		const items = [{ word: 'yes' }];
		const refused = await run({ ...node, items, settings: continues });
		expect(refused).toMatchObject([
			{ error: expect.stringContaining(`'${label}' must be true or false, but is yes`) },
		]);
		expect(setup.count()).toBe(0);
		const both = await run({ ...node, items: [...items, { word: 'true' }], settings: continues });
		expect(both).toContainEqual(refused[0]);
		expect(setup.count()).toBeGreaterThan(0);
	});

	it.each(['Wait Until Usable', 'Simplify'])(
		'is an error of its own upload: %s',
		async (displayName) => {
			const name = displayName === 'Simplify' ? 'simple' : 'waitUntilUsable';
			const { binary } = await storedFile({ bytes: 10 });
			const items = ['yes', 'true'].map((given) => ({
				json: { word: given },
				binary: { data: binary },
			}));
			const node = uploadOf([], { options: { [name]: word } }, { items });
			const { error } = await setup.engine.run(node);
			expect(error?.message).toBe(
				`'${displayName}' must be true or false, but is yes [item 1 of 2]`,
			);
			expect(setup.count()).toBe(0);
			expect(await run({ ...node, settings: continues })).toMatchObject([
				{ error: expect.stringContaining(`'${displayName}' must be true or false`) },
				{ fileName: 'clip.mp4' },
			]);
		},
	);
});

const ROUNDED = '={{ 3100000000000015839 }}';
const rounded = chosen(ROUNDED);

const composed = (parameters: INodeParameters) =>
	translate({ completion: 'return', videoId: chosen('1'), ...parameters });

const ofLibrary = (operation: string) => library('file', operation, { fileId: rounded });

describe('An ID that an expression gives as a number too large to be exact', () => {
	const setup = setUp();

	it.each<[string, NodeRun]>([
		["'Task ID'", getTask([{}], { taskId: rounded })],
		["'Person'", compose({ personId: rounded })],
		["'Voice'", compose({ voiceId: rounded })],
		["'Video File'", lipSync({ videoFileFileId: rounded })],
		["'Video Made Here'", composed({ videoId: rounded })],
		["'Voice'", composed({ voiceChoice: 'choose', voiceId: rounded })],
		["'Image Task'", animate({ photoUniqueId: rounded })],
		["'File'", ofLibrary('get')],
		["'File'", ofLibrary('delete')],
	])('is refused in %s, and nothing is sent', async (label, run) => {
		const { error } = await setup.refuses(run, label);
		expect(error?.description).toContain('Put the ID in quotes');
	});

	it('is used as text', async () => {
		const { error } = await setup.engine.run(
			getTask([{}], { taskId: chosen("={{ '3100000000000015839' }}") }),
		);
		expect(error?.message).toContain("'3100000000000015839'");
	});
});
