import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/clock';
import {
	animate,
	byUrl,
	chosen,
	compose,
	getTask,
	library,
	lipSync,
	PAGES,
	redFox,
	translate,
	uploadOf,
} from '../support/engine/runs';
import { storedFile } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';

const VOICE = chosen('8988587500000000000');

/** What each item says itself. */
const CHOICE = '={{ $json.choice }}';

describe('A choice that an expression leaves empty or fills with anything', () => {
	quickTime();
	const setup = setUp();

	it.each<[string, string, INodeParameters, RegExp]>([
		[
			'the source of a file',
			'digitalHumanLipSync',
			{ videoFileSource: '={{ "" }}', text: 'Welcome.', voiceId: VOICE },
			/^'Video' must be 'From Input File' \(inputFile\), .*but is /,
		],
		[
			'what is translated',
			'digitalHumanTranslateVideo',
			{ sourceType: '', targetLanguages: ['de'] },
			/'Video'/,
		],
		[
			'a purpose',
			'digitalHumanUploadFile',
			{ purpose: '={{ ({}) }}' },
			/^'Purpose' must be one of .*, but is \{\}$/,
		],
		[
			'a purpose that is a word of the language',
			'digitalHumanUploadFile',
			{ purpose: '={{ "constructor" }}' },
			/^'Purpose' must be one of .*, but is constructor$/,
		],
		[
			'a kind that is a word of the language',
			'digitalHumanGetTask',
			{ operation: 'getAll', listKind: '={{ "constructor" }}' },
			/^'Task Kind' must be one of .*, but is constructor$/,
		],
		[
			'a kind that is no text',
			'digitalHumanGetTask',
			{ operation: 'getAll', listKind: '={{ ({ kind: "lipSync" }) }}' },
			/^'Task Kind' must be one of .*, but is \{"kind":"lipSync"\}$/,
		],
		[
			'the kind of a task that is no text',
			'digitalHumanGetTask',
			{ operation: 'get', taskId: chosen('1'), taskKind: '={{ ({ kind: "lipSync" }) }}' },
			/^'Task Kind' is '\{"kind":"lipSync"\}', which is not a known kind of task$/,
		],
		[
			'the tags of persons',
			'digitalHumanLibrary',
			{ resource: 'publicPerson', operation: 'getAll', filters: { tagIds: '={{ ({ id: 4 }) }}' } },
			/^'Tag Names or IDs' must be a list of texts, but is \{"id":4\}$/,
		],
		[
			'the name of a file',
			'digitalHumanUploadFile',
			{
				fileSource: 'url',
				fileUrl: 'https://example.com/a.png',
				options: { fileName: '={{ ({ name: "a.png" }) }}' },
			},
			/^'File Name' must be a text, but is \{"name":"a.png"\}$/,
		],
		[
			'the output field of a file',
			'digitalHumanAiCreate',
			{ ...redFox, downloadResult: true, options: { outputField: '={{ ["video"] }}' } },
			/^'Put Output File in Field' must be a text, but is \["video"\]$/,
		],
		[
			'the purpose of listed files',
			'digitalHumanLibrary',
			{ resource: 'file', operation: 'getAll', filters: { purpose: '={{ "holiday" }}' } },
			/^'Purpose' must be .*, but is holiday$/,
		],
		[
			'the order of persons',
			'digitalHumanLibrary',
			{ resource: 'publicPerson', operation: 'getAll', options: { sort: '={{ 1 }}' } },
			/^'Sort By' must be 'Most Popular' \(hottest\) or 'Newest' \(latest\), but is 1$/,
		],
		[
			'a time limit',
			'digitalHumanAiCreate',
			{
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				options: { timeLimit: '={{ "soon" }}', checkEvery: 5 },
			},
			/^'Limit Wait Time \(Minutes\)' must be a number of 0 or more, but is soon$/,
		],
		[
			'a time between checks',
			'digitalHumanAiCreate',
			{
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				options: { checkEvery: '={{ ({}) }}' },
			},
			/^'Check Every \(Seconds\)' must be a number/,
		],
		[
			'the parts and the time limit of an upload',
			'digitalHumanUploadFile',
			{
				fileSource: 'url',
				fileUrl: 'https://example.com/a.png',
				options: { partsAtOnce: '={{ "all" }}', timeLimit: '={{ "none" }}' },
			},
			/^'Parts at Once' must be a whole number from 1 to 16, but is all$/,
		],
		[
			'the number of results',
			'digitalHumanLibrary',
			{ resource: 'file', operation: 'getAll', limit: '={{ "many" }}' },
			/^'Limit' must be a number of 1 or more, but is many$/,
		],
		[
			'the type of tasks',
			'digitalHumanGetTask',
			{ operation: 'getAll', listKind: 'aiCreation', filters: { type: '={{ "video" }}' } },
			/^'Type' must be 3 for images or 4 for videos, but is video$/,
		],
		[
			'what an item stands for',
			'digitalHumanLibrary',
			{ resource: 'publicPerson', operation: 'getAll', itemPer: '={{ "figures" }}' },
			/^'One Item Per' must be 'Figure' \(figure\) or 'Person' \(person\), but is figures$/,
		],
		[
			'nothing for what an item stands for',
			'digitalHumanLibrary',
			{ resource: 'publicPerson', operation: 'getAll', itemPer: '={{ "" }}' },
			/^'One Item Per' is missing$/,
		],
		[
			'an operation',
			'digitalHumanAiCreate',
			{ resource: 'video', operation: 'createMusic', modelCode: 'modelf-4.0' },
			/^'Operation' must be animate or generate, but is createMusic$/,
		],
		[
			'an operation that is a word of the language',
			'digitalHumanAiCreate',
			{ resource: 'video', operation: 'constructor', modelCode: 'modelf-4.0' },
			/^'Operation' must be .*, but is constructor$/,
		],
		[
			'an operation of another resource',
			'digitalHumanLibrary',
			{ resource: 'publicVoice', operation: 'delete' },
			/^'Operation' must be getAll, but is delete$/,
		],
		[
			'a resource',
			'digitalHumanLibrary',
			{ resource: 'font', operation: 'getAll' },
			/^'Resource' must be one of .*translationLanguage, but is font$/,
		],
		[
			'the method of an upload',
			'digitalHumanUploadFile',
			{
				fileSource: 'url',
				fileUrl: 'https://example.com/a.png',
				options: { method: '={{ "fast" }}' },
			},
			/^'Upload Method' must be one of 'Automatic' \(automatic\), .* or 'Single' \(single\), but is fast$/,
		],
		...(['Failure', 'TimeLimit'] as const).map(
			(event): [string, string, INodeParameters, RegExp] => [
				`what happens on ${event}`,
				'digitalHumanAiCreate',
				{
					...redFox,
					options: { [event === 'Failure' ? 'onTaskFailure' : 'onTimeLimit']: '={{ "ignore" }}' },
				},
				/^'On (Task Failure|Time Limit)' must be 'Fail the Item' \(fail\) or .*, but is ignore$/,
			],
		),
		...['digitalHumanAiCreate', 'digitalHumanTranslateVideo'].map(
			(type): [string, string, INodeParameters, RegExp] => [
				`a completion that the node does not have: ${type}`,
				type,
				{ ...redFox, targetLanguages: ['de'], completion: '={{ "pause" }}' },
				/^'Completion' must be 'Wait for Result' \(wait\) or 'Return Task ID' \(return\), but is pause$/,
			],
		),
		...['digitalHumanComposeVideo', 'digitalHumanLipSync', 'digitalHumanCreatePerson'].map(
			(type): [string, string, INodeParameters, RegExp] => [
				`a completion: ${type}`,
				type,
				{ name: 'Anna', personId: chosen('1'), completion: '={{ "later" }}' },
				/^'Completion' must be one of 'Wait for Result' \(wait\), .* but is later$/,
			],
		),
		[
			'what Get Task does with unfinished tasks',
			'digitalHumanGetTask',
			{ operation: 'get', taskId: chosen('1'), whenNotFinished: '={{ "later" }}' },
			/^'When Not Finished' must be one of 'Return Now' \(now\), .* but is later$/,
		],
		[
			'no completion',
			'digitalHumanAiCreate',
			{ ...redFox, completion: '={{ "" }}' },
			/^'Completion' is missing$/,
		],
		[
			'the quality of a lip sync',
			'digitalHumanLipSync',
			{ additionalFields: { model: '={{ "best" }}' } },
			/'Quality' must be 'Basic' \(0\) or 'High Quality' \(1\), but is best/,
		],
		[
			'the source of an image',
			'digitalHumanAiCreate',
			{
				resource: 'video',
				operation: 'generate',
				modelCode: 'modela2.5',
				refPrompt: 'A red fox',
				startFrameSource: '={{ "disk" }}',
			},
			/^'First Frame' must be 'None' \(none\), 'From Input File' \(inputFile\), .*, but is disk$/,
		],
		[
			'the source of a reference file',
			'digitalHumanAiCreate',
			{
				resource: 'video',
				operation: 'generate',
				modelCode: 'modelb-2.0-lite-tk',
				refPrompt: 'A red fox',
				referenceMaterials: { items: [{ fileType: 'image', source: '={{ "disk" }}', url: 'x' }] },
			},
			/^'Reference Files': the source of file 1 must be 'From Input File' .*, but is disk$/,
		],
		[
			'the type of credits',
			'digitalHumanAiCreate',
			{ ...redFox, options: { maxCost: { limit: { credits: 5, creditType: '={{ "B" }}' } } } },
			/^'Max Cost': 'Credit Type' must be 'Credit A' \(creditA\) or 'Credit B' \(creditB\), but is B$/,
		],
	])('is refused before a request: %s', async (_what, type, parameters, message) => {
		await setup.refuses({ type, parameters }, message);
	});

	it.each<[string, string, string, INodeParameters]>([
		["'Completion'", 'digitalHumanAiCreate', 'return', { ...redFox, completion: CHOICE }],
		[
			"'When Not Finished'",
			'digitalHumanGetTask',
			'now',
			{ operation: 'get', taskId: chosen('1'), whenNotFinished: CHOICE },
		],
	])(
		'is refused before a request where items differ: %s of %s',
		async (label, type, other, parameters) => {
			const items = [{ choice: 'wait' }, { choice: other }];
			const { error } = await setup.engine.run({ type, parameters, items });
			expect(error?.message).toBe(`${label} must be the same for all items`);
			expect(setup.count()).toBe(0);
		},
	);

	it.each<[string, INodeParameters]>([
		['no type', { filters: { type: '={{ "" }}' } }],
		['a type as text', { filters: { type: '={{ "4" }}' } }],
		['a yes as text', { filters: { onlySuccessful: '={{ "true" }}' } }],
	])('is understood: %s', async (_what, parameters) => {
		await setup.run({
			type: 'digitalHumanGetTask',
			parameters: { operation: 'getAll', listKind: 'aiCreation', ...parameters },
		});
	});

	it('is understood in other letters: how a task is completed', async () => {
		const { json } = await setup.run({
			type: 'digitalHumanLipSync',
			parameters: {
				videoFileSource: 'fileId',
				videoFileFileId: chosen(setup.submits.file('lip_sync_video', 'a.mp4')),
				text: 'Welcome.',
				voiceId: VOICE,
				completion: '={{ " Return " }}',
				callbackUrl: byUrl('https://example.com/webhook/digital-human'),
			},
		});
		expect(json).toMatchObject([{ state: 'inProgress' }]);
		const [submit] = setup.requests('video_lip_sync/create');
		expect(submit?.body).toMatchObject({ callback: expect.stringContaining('example.com') });
	});

	it('names no output field in any other form than a text', async () => {
		const { outputs } = await setup.run({
			type: 'digitalHumanAiCreate',
			parameters: {
				resource: 'image',
				operation: 'generate',
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				downloadResult: '={{ "true" }}',
				options: { outputField: '={{ 7 }}' },
			},
		});
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['7']);
	});
});

describe('A number that is none, where a text is expected', () => {
	quickTime();
	const setup = setUp();
	const file = { videoFileSource: 'fileId', videoFileFileId: chosen('1') };
	const web = { videoFileSource: 'url', videoFileUrl: 'https://example.com/anna.mp4' };

	it.each<[string, string, (expression: string) => INodeParameters]>([
		["'Prompt'", 'digitalHumanAiCreate', (refPrompt) => ({ ...redFox, refPrompt })],
		[
			"'Text'",
			'digitalHumanComposeVideo',
			(text) => ({ personId: chosen('1'), voiceId: VOICE, text }),
		],
		["'Text'", 'digitalHumanLipSync', (text) => ({ ...file, voiceId: VOICE, text })],
		[
			"'Voice'",
			'digitalHumanLipSync',
			(voice) => ({ ...file, voiceId: chosen(voice), text: 'Welcome.' }),
		],
		[
			"'Video File'",
			'digitalHumanLipSync',
			(id) => ({ ...file, videoFileFileId: chosen(id), voiceId: VOICE, text: 'Welcome.' }),
		],
		["'Name'", 'digitalHumanCreatePerson', (name) => ({ ...web, name })],
	])('is refused in %s of %s', async (label, type, parametersOf) => {
		for (const value of ['NaN', 'Infinity']) {
			const { error } = await setup.engine.run({
				type,
				parameters: parametersOf(`={{ ${value} }}`),
			});
			expect(error?.message).toBe(`${label} must be a text, but is ${value}`);
		}
		expect(setup.count()).toBe(0);
	});
});

const continues = { onError: 'continueRegularOutput' } as const;

const getMany = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'getAll', listKind: 'aiCreation', ...parameters },
	...more,
});

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
				return getMany({ options });
			},
		],
		['a task', async (options) => getTask([{ taskId: await submits.aiCreation() }], { options })],
		[
			'a created image',
			async (options) => ({
				type: 'digitalHumanAiCreate',
				parameters: { ...redFox, downloadResult: false, options },
			}),
		],
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
		await run(getMany({ filters: { onlySuccessful } }));
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
		['Only Successful', getMany({ filters: { onlySuccessful: word } })],
		['Return All', getMany({ returnAll: word })],
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
			expect(error?.message).toBe(`'${displayName}' must be true or false, but is yes`);
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
