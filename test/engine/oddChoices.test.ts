import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byUrl, chosen } from '../support/composeVideoCase';
import { redFox } from '../support/engine/redFox';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/quickTime';

quickTime();

const VOICE = chosen('8988587500000000000');

/** What each item says itself. */
const CHOICE = '={{ $json.choice }}';

describe('A choice that an expression leaves empty or fills with anything', () => {
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
	])('is refused before a request: %s', async (_what, type, parameters, message) => {
		const { error } = await setup.engine.run({ type, parameters });
		expect(error?.message).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
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
			expect(setup.service.journal.count()).toBe(0);
		},
	);

	it.each<[string, INodeParameters]>([
		['no type', { filters: { type: '={{ "" }}' } }],
		['a type as text', { filters: { type: '={{ "4" }}' } }],
		['a yes as text', { filters: { onlySuccessful: '={{ "true" }}' } }],
	])('is understood: %s', async (_what, parameters) => {
		const { error } = await setup.engine.run({
			type: 'digitalHumanGetTask',
			parameters: { operation: 'getAll', listKind: 'aiCreation', ...parameters },
		});
		expect(error).toBeUndefined();
	});

	it('is understood in other letters: how a task is completed', async () => {
		const { json, error } = await setup.engine.run({
			type: 'digitalHumanLipSync',
			parameters: {
				videoFileSource: 'fileId',
				videoFileFileId: chosen(new Submits(() => setup.service).file('lip_sync_video', 'a.mp4')),
				text: 'Welcome.',
				voiceId: VOICE,
				completion: '={{ " Return " }}',
				callbackUrl: byUrl('https://example.com/webhook/digital-human'),
			},
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ state: 'inProgress' }]);
		const [submit] = setup.service.journal.entries({ operation: 'video_lip_sync/create' });
		expect(submit?.body).toMatchObject({ callback: expect.stringContaining('example.com') });
	});

	it('names no output field in any other form than a text', async () => {
		const { error, outputs } = await setup.engine.run({
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
		expect(error).toBeUndefined();
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['7']);
	});
});

describe('A number that is none, where a text is expected', () => {
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
		expect(setup.service.journal.count()).toBe(0);
	});
});
