import { describe, expect, test } from '@jest/globals';
import pick from 'lodash/pick';

import { findModel, models, otherModel } from '../../../nodes/AiCreate/models/catalogue';
import type { Model } from '../../../nodes/AiCreate/models/catalogue/types';
import { addressesIn } from '../../../nodes/AiCreate/models/media';
import { requestFor, requestOf, sentFor } from '../../support/modelRequests';
import { editorNames, media, signedImage } from '../../support/models/support';

function known(code: string): Model {
	const model = findModel(code);
	if (!model) throw new Error(code);
	return model;
}

const frameModel = known('modelc3.0-first-last-to-video');
const materialModel = known('modelb-2.0-lite-tk');
const [a, b, c] = [media('a.png'), signedImage, media('c')];

/** What a model cannot do without. */
const needed = {
	refPrompt: 'x',
	startFrameUrl: a,
	aspectRatio: 'auto',
	clarity: 720,
	videoDuration: 5,
	numberOfImages: 1,
};

/** The fields that are sent for these values, of a request that has all it needs. */
function valueOf(model: Model, values: Record<string, unknown>): Record<string, unknown> {
	const sent = sentFor(
		model,
		model === materialModel ? { refPrompt: 'x', ...values } : { ...needed, ...values },
	);
	const own = Object.keys(values).flatMap((name) =>
		Object.keys(editorNames).filter((field) => editorNames[field] === name),
	);
	return pick(sent, own);
}

function violationsOf(model: Model, values: Record<string, unknown>): string[] {
	const request = requestOf(model, values);
	return 'violations' in request ? request.violations : [];
}

/** What is said of a model of which every field is empty. */
function emptyIn({ fields, frames, hasDefaultPrompt }: Model): unknown[] {
	const required = Object.values(fields).filter(
		(rule) => rule.required && rule.fixed === undefined,
	);
	const missing = [...required, ...(frames ? [frames] : [])].map(() =>
		expect.stringMatching(/^'[^']+' is missing/),
	);
	const nothing = expect.stringMatching(/^'Prompt'.* (is|are) empty, so there is nothing/);
	return missing.length > 0 || hasDefaultPrompt ? missing : [nothing];
}

describe('text becomes what it says', () => {
	test.each([
		[frameModel, { videoDuration: '12', clarity: ' 720 ' }, { video_duration: 12, clarity: 720 }],
		[frameModel, { videoDuration: '12.0' }, { video_duration: 12 }],
		[frameModel, { aspectRatio: 'Auto' }, { aspect_ratio: 'auto' }],
		[frameModel, { resolutionMode: ' FAST' }, { resolution_mode: 'fast' }],
		[frameModel, { refPrompt: 42 }, { ref_prompt: '42' }],
		[frameModel, { refPrompt: '  two\n lines ' }, { ref_prompt: '  two\n lines ' }],
		[materialModel, { clarity: '2k' }, { clarity: '2K' }],
		[materialModel, { clarity: '1440' }, { clarity: 1440 }],
		[known('modela2.5'), { videoDuration: '10' }, { video_duration: 10 }],
		[known('modela2.5'), { videoDuration: '10.0' }, { video_duration: 10 }],
	])('%#: %j', (model, raw, values) => {
		expect(valueOf(model as Model, raw)).toEqual(values);
	});
});

test.each(['12.5', '1e1'])('text that says no whole number is refused: %s', (videoDuration) => {
	expect(requestOf(frameModel, { ...needed, videoDuration })).toEqual({
		violations: [
			`'Duration (Seconds)' must be a whole number from 2 to 30, but is ${videoDuration}`,
		],
	});
});

describe('what is empty is left out', () => {
	test.each(['', '   ', null, undefined, []])('%j', (empty) => {
		const raw = Object.fromEntries(Object.values(editorNames).map((name) => [name, empty]));
		for (const model of models) expect(violationsOf(model, raw)).toEqual(emptyIn(model));
	});

	test('lists of nothing', () => {
		const raw = { referenceImages: [[]], referenceMaterials: { items: [{}] } };
		expect(violationsOf(frameModel, raw)).toEqual(emptyIn(frameModel));
		const prompt = { refPrompt: 'x' };
		expect(sentFor(materialModel, { ...raw, ...prompt, referenceMaterials: {} })).toEqual({
			ref_prompt: 'x',
		});
	});
});

describe('a row whose expression returned nothing is reported', () => {
	test.each(['', ' ', null, undefined])('%j', (empty) => {
		const items = [
			{ fileType: 'image', url: empty },
			{ fileType: 'video', url: media('d.mp4') },
		];
		const raw = {
			referenceImages: {
				items: [
					{ source: 'url', url: a },
					{ source: 'url', url: empty },
				],
			},
			referenceMaterials: { items },
		};
		expect(violationsOf(materialModel, { ...raw, refPrompt: 'x' })).toEqual([
			"'Reference Images': the URL of file 2 is missing",
			"'Reference Files': the URL of file 1 is missing",
		]);
	});
});

describe('addresses become lists', () => {
	test.each([
		[a, [a]],
		[
			[a, b],
			[a, b],
		],
		[
			[[a], [b, [c]]],
			[a, b, c],
		],
		[`${a}\n${b}\r\n ${c} `, [a, b, c]],
		[`${a}, ${b},${c},`, [a, b, c]],
		[`${a} ${b}`, [a, b]],
		[`,, ${a},,`, [a]],
		[`\u00a0${a}\t,\f${b}, and so on`, [a, `${b},%20and%20so%20on`]],
		[media('ä b.png'), [media('%C3%A4%20b.png')]],
		[
			[`${a},${b}`, c],
			[a, b, c],
		],
		['one.png\ntwo.png', ['one.png', 'two.png']],
		[JSON.stringify([a, [b]]), [a, b]],
		[
			[`["${a}"]`, c],
			[a, c],
		],
		['["', ['["']],
		[
			[a, 7],
			[a, 7],
		],
	])('%j', (given, list) => {
		expect(addressesIn(given)).toEqual(list);
	});

	test('a frame takes one address, also from a list of one', () => {
		expect(valueOf(frameModel, { startFrameUrl: [a] })).toEqual({ start_frame: a });
		expect(valueOf(frameModel, { startFrameUrl: ` ${a}\n` })).toEqual({ start_frame: a });
		const two = `${a},${c}`;
		expect(valueOf(frameModel, { startFrameUrl: two })).toEqual({ start_frame: two });
	});

	test('a row takes several, as an expression returns them', () => {
		const items = [
			{ source: 'url', url: [a, b] },
			{ source: 'url', url: c },
		];
		expect(valueOf(materialModel, { referenceImages: { items } })).toEqual({
			ref_img_url: [a, b, c],
		});
	});
});

describe('materials', () => {
	test.each([
		{ items: [{ fileType: 'image', url: a }] },
		[{ file_type: 'Image', url: ` ${a}`, file_name: 'a.png' }],
		{ url: a, fileType: 'image' },
		[[{ fileType: 'image', url: a }]],
	])('%j', (given) => {
		expect(valueOf(materialModel, { referenceMaterials: given })).toEqual({
			ref_resources: [{ url: a, file_type: 'image' }],
		});
	});

	test('a model that takes one type does not need it said', () => {
		const referenceMaterials = [{ url: a }];
		expect(valueOf(frameModel, { referenceMaterials })).toEqual({
			ref_resources: [{ url: a, file_type: 'image' }],
		});
		expect(violationsOf(materialModel, { referenceMaterials })).toEqual([
			"'Reference Files': the type of file 1 must be image, video or audio, but is missing",
		]);
	});
});

describe('free parameters', () => {
	const model = otherModel('brand-new', 4);

	test('are sent as given, known ones with their documented types', () => {
		const parametersJson = { seed: '', flags: [], video_duration: '8', style: { a: null } };
		expect(sentFor(model, { parametersJson })).toEqual({
			seed: '',
			flags: [],
			video_duration: 8,
			style: { a: null },
		});
	});

	test('give way to the fields of their own', () => {
		const raw = { refPrompt: 'field', parametersJson: '{"ref_prompt":"json","clarity":"2K"}' };
		expect(sentFor(model, raw)).toEqual({ ref_prompt: 'field', clarity: '2K' });
	});

	test('are exact where a number is the largest, or a text', () => {
		const parametersJson = `{"seed":${Number.MAX_SAFE_INTEGER},"id":"3100000000000015839","f":1e-9}`;
		expect(sentFor(model, { parametersJson })).toEqual({
			seed: Number.MAX_SAFE_INTEGER,
			id: '3100000000000015839',
			f: 1e-9,
		});
	});

	const tooLarge = (place: string) =>
		`'Parameters (JSON)': '${place}' is a number too large to be exact, so it was rounded. Put it in quotes, such as "3100000000000015839"`;

	test.each<[string, unknown, string[]]>([
		['as text', '{"seed": 3100000000000015839}', [tooLarge('seed')]],
		['of an expression', { seed: 3.1e18 }, [tooLarge('seed')]],
		[
			'within others',
			'{"a":{"b":[1,-9007199254740993]},"seed":9007199254740992,"clarity":9007199254740992}',
			[tooLarge('seed'), tooLarge('clarity'), tooLarge('a.b.1')],
		],
		['that is none', { seed: NaN }, ["'Parameters (JSON)': 'seed' must be a number, but is NaN"]],
		[
			'beyond all',
			'{"seed": 1e999}',
			["'Parameters (JSON)': 'seed' must be a number, but is Infinity"],
		],
	])('with a number that would be sent as another are refused: %s', (_, parametersJson, words) => {
		expect(requestFor(known('modelb-2.5-r2v'), { parametersJson })).toEqual({ violations: words });
	});

	test('are searched to any depth, and only once', () => {
		const circle: Record<string, unknown> = { seed: 3.1e18 };
		circle.self = circle;
		expect(violationsOf(model, { parametersJson: circle })).toEqual([tooLarge('seed')]);
		const deep = `{"a":${'['.repeat(20_000)}3100000000000015839${']'.repeat(20_000)}}`;
		expect(violationsOf(model, { parametersJson: deep })).toEqual([
			expect.stringMatching(/^'Parameters \(JSON\)': 'a\.0.* is a number too large to be exact/),
		]);
	});

	test.each<[string, unknown, string]>([
		[
			'ref_resources',
			[{ url: a, file_type: 'video', keep_audio: true }],
			"'ref_resources' may only hold url and file_type, but has keep_audio",
		],
		[
			'ref_resources',
			[
				{ url: a, file_type: 'video', file_name: 'a' },
				{ url: b, file_type: 'image', weight: 1, file_name: 'b' },
			],
			"'ref_resources' may only hold url and file_type, but has file_name and weight",
		],
		['ref_img_url', [a, { url: b, weight: 1 }], "'ref_img_url' may only hold url, but has weight"],
		['start_frame', { url: a, at: 2 }, "'start_frame' may only hold url, but has at"],
	])('%s with keys that would be lost is refused: %j', (field, given, words) => {
		for (const parameters of [{ [field]: given }, JSON.stringify({ [field]: given })]) {
			expect(violationsOf(model, { parametersJson: parameters })).toEqual([
				`'Parameters (JSON)': ${words}`,
			]);
		}
	});

	test('have files by their addresses', () => {
		const parametersJson = {
			ref_resources: [{ url: c, file_type: 'video' }],
			ref_img_url: [b, { url: c }],
			start_frame: a,
		};
		expect(sentFor(model, { parametersJson })).toEqual({
			ref_resources: [{ url: c, file_type: 'video' }],
			ref_img_url: [b, c],
			start_frame: a,
		});
	});
});

test('a fixed value is not taken from the editor', () => {
	expect(requestOf(frameModel, { ...needed, numberOfImages: 3 })).toMatchObject({
		body: { number_of_images: 1 },
	});
});

test('each field is read from the place where the editor shows it', () => {
	const { clarity, ...parameters } = { ...needed, aspectRatio: '16:9', resolutionMode: 'super' };
	const additionalFields = { aspectRatio: '1:1', resolutionMode: 'fast', clarity };
	const frame = { startFrameSource: 'url' };
	expect(requestFor(frameModel, { ...parameters, ...frame, additionalFields })).toEqual({
		violations: ["'Resolution' is missing"],
	});
	expect(
		requestFor(frameModel, { ...parameters, ...frame, clarity, additionalFields }),
	).toMatchObject({
		body: { aspect_ratio: '16:9', resolution_mode: 'fast' },
	});
});

describe('nothing to generate from', () => {
	test.each([
		[
			'modelf-4.0',
			{},
			"'Prompt' and 'Reference Files' are empty, so there is nothing to generate from",
		],
		[
			'modelf-4.0',
			{ aspectRatio: '1:1', numberOfImages: 4 },
			/^'Prompt' and 'Reference Files' are/,
		],
		['ext_modela-v3-0-text2video', {}, "'Prompt' is empty, so there is nothing to generate from"],
		[
			'modeld-1.1-i2v',
			{ startFrameSource: 'none' },
			"'Prompt' and 'First Frame' are empty, so there is nothing to generate from",
		],
		[
			'modelb-2.5-t2v',
			{ parametersJson: '{}', resolutionMode: 'super' },
			"'Prompt' and 'Parameters (JSON)' are empty, so there is nothing to generate from",
		],
	])('%s with %j is refused, with what to do', (code, values, violation) => {
		expect(requestOf(known(code), values)).toEqual({
			violations: [typeof violation === 'string' ? violation : expect.stringMatching(violation)],
			advice: expect.stringMatching(/^(Describe what|Fill in at least one).*Nothing was submitted/),
		});
	});

	test.each([
		['modelb-2.5-t2v', { parametersJson: '{"seed": 4}' }],
		['modelf-4.0', { referenceImages: [a] }],
		['modeld-1.1-i2v', { startFrameUrl: a }],
		['ext_modela-v2-1-master', { videoDuration: 5 }],
	])('%s with %j is sent', (code, values) => {
		expect(requestOf(known(code), values)).toHaveProperty('body');
	});
});
