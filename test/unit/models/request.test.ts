import escapeRegExp from 'lodash/escapeRegExp';
import { describe, expect, test } from '@jest/globals';

import { models } from '../../../nodes/AiCreate/models/catalogue';
import { chooseModel } from '../../../nodes/AiCreate/models/chooseModel';
import type { Model } from '../../../nodes/AiCreate/models/catalogue/types';
import {
	chosen,
	type ModelCase,
	modelCases,
	type Parameters,
	typedCases,
} from '../../support/models/all';
import { media } from '../../support/models/support';
import { accepts, requestFor } from '../../support/modelRequests';

const allCases = [...modelCases, ...typedCases].map((one) => ({ ...one, title: one.code }));

function modelOf(one: ModelCase): Model {
	const parameters = chosen(one, {});
	const model = chooseModel((name) => parameters[name], one.creationType);
	if ('violation' in model) throw new Error(model.violation);
	return model;
}

function requestOf(one: ModelCase, parameters: Parameters): ReturnType<typeof requestFor> {
	return requestFor(modelOf(one), parameters);
}

test('the catalogue holds exactly the models of the specification, in its order', () => {
	expect(models.map(({ code, creationType }) => [code, creationType])).toEqual(
		modelCases.map(({ code, creationType }) => [code, creationType]),
	);
	expect(models.filter(({ described }) => !described)).toHaveLength(8);
});

describe.each(allCases)('$title', (one) => {
	const own = { model_code: one.code, creation_type: one.creationType };

	test('sends the smallest request', () => {
		expect(requestOf(one, one.smallest)).toEqual({
			body: { ...own, ...one.smallestBody },
			files: [],
		});
	});

	test('sends the fullest request', () => {
		expect(requestOf(one, one.fullest)).toEqual({
			body: { ...own, ...one.fullestBody },
			files: [],
		});
	});

	test('a body with a field that the model lacks is refused', () => {
		const model = modelOf(one);
		const body = { ...own, ...one.fullestBody };
		expect(accepts(model, body)).toBe(true);
		const callback = { ...body, callback: 'https://flows.example.com' };
		expect(accepts(model, callback)).toBe(false);
	});

	test.each(one.refused)('refuses: $why', ({ parameters, label }) => {
		const request = requestOf(one, parameters);
		if (!('violations' in request)) throw new Error(`accepted: ${JSON.stringify(request)}`);
		const [violation, ...others] = request.violations;
		expect(others).toEqual([]);
		expect(violation).toMatch(new RegExp(`'${escapeRegExp(label)}( URL)?'`));
		expect(violation).toMatch(/^[^\n]{10,250}$/);
	});
});

test('an emoji in the prompt counts as one character', () => {
	const one = modelCases[4]!;
	const faces = (count: number) => ({ ...one.smallest, refPrompt: '\u{1F600}'.repeat(count) });
	expect(requestOf(one, faces(20000))).toHaveProperty('body');
	expect(requestOf(one, faces(20001))).toMatchObject({
		violations: ["'Prompt' has 20001 characters, but may have at most 20000"],
	});
});

test('a reference material with further keys is refused', () => {
	const model = modelOf(modelCases[6]!);
	const entry = { url: media('a.png'), file_type: 'image' };
	const own = { model_code: model.code, creation_type: model.creationType };
	expect(accepts(model, { ...own, ref_resources: [entry] })).toBe(true);
	const named = { ...entry, file_name: 'a.png' };
	expect(accepts(model, { ...own, ref_resources: [named] })).toBe(false);
});

describe('all violations at once', () => {
	test('of one request, each in the words of its label', () => {
		const request = requestOf(modelCases[4]!, {
			refPrompt: '',
			startFrameSource: 'url',
			startFrameUrl: 'first.png',
			aspectRatio: '2:1',
			clarity: 48001,
			videoDuration: 31,
			additionalFields: { resolutionMode: 'super' },
		});
		expect(request).toEqual({
			violations: [
				"'Prompt' is missing",
				"'First Frame URL' is not a URL. Enter one that starts with http:// or https:// instead of 'first.png'",
				"'Aspect Ratio' must be one of 1:1, 16:9, 3:4, 4:3, 9:16 or 'Auto' (auto), but is 2:1",
				"'Resolution' must be one of '480p' (480), '720p' (720) or '1080p' (1080), but is 48001",
				"'Resolution Mode' must be 'Standard' (native) or 'Fast (Higher Cost)' (fast), but is super",
				"'Duration (Seconds)' must be a whole number from 2 to 30, but is 31",
			],
		});
	});

	test('of fields and of the images together', () => {
		const request = requestOf(modelCases[5]!, {
			endFrameSource: 'url',
			endFrameUrl: media('last.png'),
			videoDuration: 2,
		});
		if (!('violations' in request)) throw new Error('accepted');
		expect(request.violations).toEqual([
			expect.stringMatching(/^'Duration \(Seconds\)'/),
			expect.stringMatching(/^'Last Frame'/),
		]);
	});
});

describe('choosing the model', () => {
	function choose(parameters: Parameters, creationType: 3 | 4) {
		return chooseModel((name) => parameters[name], creationType);
	}

	test.each([
		[{ modelCode: '' }, 4, "'Model' is missing"],
		[{ modelCode: 'other', otherModelCode: '  ' }, 4, "'Model Code' is missing"],
		[
			{ modelCode: 'modela2.5' },
			3,
			"'Model' must be a model that makes images, but modela2.5 makes videos",
		],
		[
			{ modelCode: 'other', otherModelCode: 'modelf-4.0' },
			4,
			"'Model Code' must be a model that makes videos, but modelf-4.0 makes images",
		],
		[
			{ modelCode: 'other', otherModelCode: 'modela2.5' },
			4,
			"'Model Code' is modela2.5, which is in the list: choose it in 'Model'",
		],
	] as const)('%j for %i', (parameters, creationType, violation) => {
		expect(choose(parameters, creationType)).toEqual({ violation });
	});

	test('takes a code that is typed in, also one of the undescribed', () => {
		expect(choose({ modelCode: 'other', otherModelCode: ' brand-new ' }, 3)).toMatchObject({
			code: 'brand-new',
			creationType: 3,
			described: false,
		});
		expect(choose({ modelCode: 'other', otherModelCode: 'modelb-2.5-t2v' }, 4)).toMatchObject({
			code: 'modelb-2.5-t2v',
			described: false,
		});
	});
});
