import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chosen } from './cases/composeVideo';
import { setUp } from './support/setup';

const VOICE = chosen('8988587500000000000');

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
			/^'Task Kind' is 'constructor'/,
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
			/^'Sort By' must be latest or hottest, but is 1$/,
		],
		[
			'a time limit',
			'digitalHumanAiCreate',
			{
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				options: { timeLimit: '={{ "soon" }}', checkEvery: 5 },
			},
			/^'Time Limit \(Minutes\)' must be a number of 0 or more, but is soon$/,
		],
		[
			'a time between looks',
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
	])('is refused before a request: %s', async (_what, type, parameters, message) => {
		const { error } = await setup.engine.run({ type, parameters });
		expect(error?.message).toMatch(message);
		expect(setup.service.journal.count()).toBe(0);
	});

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

	it('names no output field in any other form than a text', async () => {
		const { error, outputs } = await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters: {
				operation: 'createImage',
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				options: { downloadResult: true, outputField: '={{ 7 }}' },
			},
		});
		expect(error).toBeUndefined();
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['7']);
	});
});
