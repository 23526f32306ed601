import { describe, expect, test } from '@jest/globals';
import pick from 'lodash/pick';
import escapeRegExp from 'lodash/escapeRegExp';
import { findModel, models, modelsFor, otherModel } from '../../nodes/AiCreate/models/catalogue';
import type { FieldName, Model, SubmitBody } from '../../nodes/AiCreate/models/catalogue/types';
import {
	addressesIn,
	firstFrameFirst,
	frameViolations,
	type Medium,
} from '../../nodes/AiCreate/models/media';
import { requestFor, requestOf, sentFor } from '../support/modelRequests';
import {
	allCases,
	chosen,
	describedCases,
	editorNames,
	media,
	type ModelCase,
	modelCases,
	type Parameters,
	secondary,
	signedImage,
} from '../support/models/cases';
import { urlRef } from '../../nodes/shared/files/fileRef';
import { chooseModel, estimateCost } from '../../nodes/AiCreate/models/request';
import { modelTable } from '../../tools/docs/documents';
import mapValues from 'lodash/mapValues';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import omitBy from 'lodash/omitBy';
import { modelPanel } from '../../nodes/AiCreate/models/panel';
import { names, send, shownFor } from '../support/models/editor';
import { alphabetical } from '../../nodes/shared/util/text';

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
function emptyIn({ fields, frames, hasDefaultPrompt, needs }: Model): unknown[] {
	const required = Object.values(fields).filter(
		(rule) => rule.required && rule.fixed === undefined,
	);
	const missing = [...required, ...(frames ? [frames] : [])].map(() =>
		expect.stringMatching(/^'[^']+' is missing/),
	);
	const nothing = expect.stringMatching(/^'Prompt'.* (is|are) empty, so there is nothing/);
	if (needs) return [expect.stringMatching(/^'[^']+'.* must have an? (image|video), which/)];
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
		{ given: a, list: [a] },
		{ given: [a, b], list: [a, b] },
		{ given: [[a], [b, [c]]], list: [a, b, c] },
		{ given: `${a}\n${b}\r\n ${c} `, list: [a, b, c] },
		{ given: `${a}, ${b},${c},`, list: [a, b, c] },
		{ given: `${a} ${b}`, list: [a, b] },
		{ given: `,, ${a},,`, list: [a] },
		{ given: `\u00a0${a}\t,\f${b}, and so on`, list: [a, `${b},%20and%20so%20on`] },
		{ given: media('ä b.png'), list: [media('%C3%A4%20b.png')] },
		{ given: [`${a},${b}`, c], list: [a, b, c] },
		{ given: 'one.png\ntwo.png', list: ['one.png', 'two.png'] },
		{ given: JSON.stringify([a, [b]]), list: [a, b] },
		{ given: [`["${a}"]`, c], list: [a, c] },
		{ given: '["', list: ['["'] },
		{ given: [a, 7], list: [a, 7] },
	])('$given', ({ given, list }) => {
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
			'modelb-2.5-t2v',
			{ parametersJson: '{}', resolutionMode: 'super' },
			"'Prompt' and 'Parameters (JSON)' are empty, so there is nothing to generate from",
		],
	])('%s with %j is refused, with what to do', (code, values, violation) => {
		expect(requestOf(known(code), values)).toEqual({
			violations: [typeof violation === 'string' ? violation : expect.stringMatching(violation)],
			advice: expect.stringMatching(/^(Describe what|Fill in at least one).*\.$/),
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

/** Images as text, such as `start_frame a, end_frame b`, as the fields have them. */
const mediaOf = (text: string): Medium[] =>
	text.split(', ').flatMap((one) => {
		const [field, name = ''] = one.split(' ') as [FieldName, string?];
		const ref = urlRef({ a, b, c }[name] ?? '', field);
		return name ? [{ field, label: field, ref, fileType: 'image' }] : [];
	});

describe('images that count together', () => {
	test.each([
		['start_frame a', []],
		['start_frame a, end_frame a, ref_img_url a', []],
		['ref_img_url b, ref_img_url a, ref_resources a, ref_resources b', []],
		[
			'start_frame a, ref_resources b, ref_resources c',
			[/^At most 2 different images can be used together, but there are 3\. Remove some/],
		],
		['', [/^'First Frame' is missing\. Choose a file, or add an image in 'Reference Images' or/]],
		['end_frame b', [/^'Last Frame' cannot be used alone\. Also choose/]],
	])('%j', (given, violations) => {
		expect(frameViolations({}, mediaOf(given))).toEqual(
			violations.map((one) => expect.stringMatching(one)),
		);
	});

	test('are named by the field where they appear first', () => {
		const twice = mediaOf('ref_img_url a, ref_resources a');
		expect(frameViolations({ extensions: ['jpg'] }, twice)[0]).toBe(
			`The image in 'ref_img_url' is not a supported type. Use JPG instead of ${a}`,
		);
	});
});

describe('the first image stays first', () => {
	test.each([
		['end_frame b, ref_img_url a', 'start_frame a, end_frame b'],
		['end_frame b, ref_resources a', 'start_frame a, end_frame b'],
		['end_frame b, ref_img_url b, ref_img_url a', 'start_frame a, end_frame b, ref_img_url b'],
		['end_frame b, ref_img_url b', 'start_frame b, end_frame b'],
		['start_frame a, end_frame b, ref_img_url b', 'start_frame a, end_frame b, ref_img_url b'],
		['ref_img_url b, ref_img_url a', 'ref_img_url b, ref_img_url a'],
	])('%s', (given, sent) => {
		const identities = (list: readonly Medium[]) =>
			list.map(({ field, ref }) => [field, ref.identity]);
		expect(identities(firstFrameFirst(mediaOf(given)))).toEqual(identities(mediaOf(sent)));
	});

	test('in the request of a last frame with a reference image', () => {
		const model = known('modelb-2.5-first-last-to-video');
		expect(requestOf(model, { endFrameUrl: b, referenceImages: [a] })).toEqual({
			body: {
				model_code: model.code,
				creation_type: 4,
				start_frame: a,
				end_frame: b,
				number_of_images: 1,
			},
			files: [],
		});
	});
});

function modelOf(one: ModelCase): Model {
	const parameters = chosen(one, {});
	const model = chooseModel((name) => parameters[name], one.creationType);
	if ('violation' in model) throw new Error(model.violation);
	return model;
}

const described = (code: string) => describedCases.find((one) => one.code === code) as ModelCase;

function requestOfCase(one: ModelCase, parameters: Parameters): ReturnType<typeof requestFor> {
	return requestFor(modelOf(one), parameters);
}

const rows = modelTable().split('\n');

test('the catalogue holds exactly the models of the specification, in its order, and so does its table', () => {
	const codes = rows.slice(2).map((row) => row.split(' | ')[0]);
	expect(codes).toEqual(modelCases.map(({ code }) => `| \`${code}\``));
	expect(models.map(({ code, creationType }) => [code, creationType])).toEqual(
		modelCases.map(({ code, creationType }) => [code, creationType]),
	);
	expect(models.filter(({ described }) => !described)).toHaveLength(8);
});

describe.each(allCases)('$title', (one) => {
	test('says one thing of each single mistake', () => {
		for (const { why, parameters, label } of one.refused) {
			const request = requestOfCase(one, parameters);
			expect([why, request]).toEqual([
				why,
				expect.objectContaining({
					violations: [
						expect.stringMatching(
							new RegExp(`^(?=.*'${escapeRegExp(label)}( URL)?')[^\\n]{10,250}$`),
						),
					],
				}),
			]);
		}
	});
});

test('an emoji in the prompt counts as one character', () => {
	const one = modelCases[4]!;
	const faces = (count: number) => ({ ...one.smallest, refPrompt: '\u{1F600}'.repeat(count) });
	expect(requestOfCase(one, faces(20000))).toHaveProperty('body');
	expect(requestOfCase(one, faces(20001))).toMatchObject({
		violations: ["'Prompt' has 20001 characters, but may have at most 20000"],
	});
});

describe('all violations at once', () => {
	test('of one request, each in the words of its label', () => {
		const request = requestOfCase(modelCases[4]!, {
			refPrompt: '',
			startFrameSource: 'url',
			startFrameUrl: 'first.png',
			aspectRatio: '2:1',
			clarity: 48001,
			videoDuration: 31,
			resolutionMode: 'super',
		});
		expect(request).toEqual({
			violations: [
				"'Prompt' is missing",
				"'Aspect Ratio' must be one of 1:1, 16:9, 3:4, 4:3, 9:16 or 'Auto' (auto), but is 2:1",
				"'Resolution' must be one of '480p' (480), '720p' (720) or '1080p' (1080), but is 48001",
				"'Resolution Mode' must be one of 'Model Default (Standard)', 'Standard' (native) or 'Fast (Higher Cost)' (fast), but is super",
				"'Duration (Seconds)' must be a whole number from 2 to 30, but is 31",
				"'First Frame URL' is not a URL. Enter one that starts with http:// or https:// instead of 'first.png'",
			],
		});
	});

	test('of fields and of the images together', () => {
		const request = requestOfCase(modelCases[5]!, {
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

function body(values: Record<string, unknown>): SubmitBody {
	return {
		model_code: 'modelc3.0-first-last-to-video',
		creation_type: 4,
		...values,
	} as SubmitBody;
}

describe('modelc3.0-first-last-to-video', () => {
	test.each([
		[480, undefined, 7, 15, 1, 2],
		[480, 'native', 7, 15, 1, 2],
		[480, 'fast', 10, 20, 2, 3],
		[720, undefined, 11, 20, 2, 3],
		[720, 'native', 11, 20, 2, 3],
		[720, 'fast', 23, 45, 3, 6],
		[1080, undefined, 21, 40, 3, 6],
		[1080, 'native', 21, 40, 3, 6],
		[1080, 'fast', 43, 85, 6, 12],
	])('%i %s', (clarity, mode, creditA, originalCreditA, creditB, originalCreditB) => {
		const values = { clarity, video_duration: 30, ...(mode ? { resolution_mode: mode } : {}) };
		expect(estimateCost(body(values))).toEqual({
			creditA: creditA * 30,
			creditB: creditB * 30,
			originalCreditA: originalCreditA * 30,
			originalCreditB: originalCreditB * 30,
			seconds: 30,
			perSecond: { creditA, creditB, originalCreditA, originalCreditB },
		});
	});

	test('values without a price have no estimate', () => {
		expect(estimateCost(body({ clarity: 1440, video_duration: 5 }))).toBeUndefined();
		expect(estimateCost(body({ clarity: 720 }))).toBeUndefined();
	});
});

test('no other model has prices', () => {
	const priced = models.filter(({ code, creationType }) =>
		estimateCost({
			model_code: code,
			creation_type: creationType,
			clarity: 720,
			video_duration: 5,
		}),
	);
	expect(priced.map(({ code }) => code)).toEqual(['modelc3.0-first-last-to-video']);
});

function cells(row: string): string[] {
	return row.slice(2, -2).split(' | ');
}

test('the table of the models names the fields with their values', () => {
	const row = rows.find((line) => line.includes('`modelc3.0-first-last-to-video`')) ?? '';
	expect(cells(row).slice(3)).toEqual([
		'Prompt: at most 20000 characters; Aspect Ratio: auto, 16:9, 4:3, 1:1, 3:4, 9:16; Resolution: 480, 720, 1080; Duration (Seconds): 2 to 30; Number of Images: always 1; 1 or 2 images',
		'First Frame; Last Frame; Reference Images; Reference Materials: image; Resolution Mode: native, fast',
	]);
	const free = rows.find((line) => line.includes('`modelb-2.5-t2v`')) ?? '';
	expect(cells(free).at(-1)).toContain('Parameters (JSON)');
	const open = rows.find((line) => line.includes('`modele-q1`')) ?? '';
	expect(cells(open).at(-1)).toContain('Resolution: commonly 720, 1080');
});

/** The values of a dropdown or the range of a number field. */
function offered({ type, options, typeOptions }: INodeProperties): unknown {
	if (type === 'options') {
		return (options ?? [])
			.map((option) => ('value' in option ? option.value : option))
			.filter((value) => value !== '')
			.sort();
	}
	expect(typeOptions?.numberPrecision).toBe(0);
	return { from: typeOptions?.minValue, to: typeOptions?.maxValue };
}

describe.each(allCases.slice(0, describedCases.length))('$title', (one) => {
	test('offers exactly its allowed values', () => {
		const fields = shownFor(one).filter(
			({ name, type }) =>
				name !== 'modelCode' && !name.endsWith('Source') && ['options', 'number'].includes(type),
		);
		expect(Object.fromEntries(fields.map((field) => [field.name, offered(field)]))).toEqual(
			mapValues(one.allowed, (values) =>
				Array.isArray(values) ? [...(values as unknown[])].sort() : values,
			),
		);
	});

	test('offers exactly its types of reference material', () => {
		const field = shownFor(one).find(({ name }) => name === 'referenceMaterials');
		if (!field) return;
		const [rows] = field.options as Array<{ values: INodeProperties[] }>;
		const types = rows?.values.find(({ name }) => name === 'fileType')?.options;
		const offered = types?.map((option) => ('value' in option ? option.value : '')).sort();
		const isFrames = one.code.includes('first-last');
		expect(offered).toEqual(isFrames ? ['image'] : ['audio', 'image', 'video']);
	});
});

test.each([
	['modelc3.0-first-last-to-video', { aspectRatio: 'auto', clarity: 720, videoDuration: 5 }],
	['modela2.5', { aspectRatio: '16:9', clarity: '', videoDuration: 5, startFrameSource: 'none' }],
	['modeld-1.1-i2v', { clarity: '', videoDuration: '', startFrameSource: 'inputFile' }],
	['modele-q1', { aspectRatio: '', clarity: '', videoDuration: '', referenceImages: {} }],
	['modelf-4.0', { aspectRatio: '', clarity: '', numberOfImages: '' }],
	['modelf-3.0-t2i', { aspectRatio: '16:9', numberOfImages: 1 }],
])('%s starts with %j', (code, values) => {
	const starts = shownFor(described(code)).map((field) => [field.name, field.default]);
	expect(Object.fromEntries(starts)).toMatchObject(values);
});

const offeredModels = (type: 3 | 4) =>
	(modelPanel(type)[0]?.options ?? []) as INodePropertyOptions[];

describe('the model dropdown', () => {
	test.each([3, 4] as const)(
		'of creation type %i lists every described code, and one entry for others',
		(type) => {
			const codes = describedCases.filter(({ creationType }) => creationType === type);
			const choices = offeredModels(type);
			expect(choices.map(({ value }) => value).sort()).toEqual(
				[...codes.map(({ code }) => code), 'other'].sort(),
			);
			expect(choices.at(-1)).toMatchObject({ name: 'Other Model…', value: 'other' });
			for (const { name, value, description: text } of choices.slice(0, -1)) {
				expect(name).toMatch(/^[A-Z].* → (image|video)(, .+)? · /);
				expect(name.split(' · ')[0]).not.toMatch(/free values|turbo(?! edition)/);
				expect(name.endsWith(` · ${String(value)}`)).toBe(true);
				expect(text).toMatch(/^[A-Z]/);
			}
		},
	);

	test('leaves the codes without documented parameters to the field for the code', () => {
		const code = modelPanel(4).find(({ name }) => name === 'otherModelCode');
		const undocumented = modelCases.slice(describedCases.length);
		expect(undocumented).toHaveLength(8);
		for (const one of undocumented) expect(code?.description).toContain(one.code);
	});

	test('guides between the two models that differ in their input', () => {
		const [lite, pro] = ['modelb-2.0-lite-tk', 'modelb-2.0-pro-tk'].map((code) =>
			offeredModels(4).find(({ value }) => value === code),
		);
		expect(lite?.description).toContain('For text and images');
		expect(pro?.description).toContain('For videos');
	});

	test('starts with a listed model', () => {
		for (const type of [3, 4] as const) {
			const [choice] = modelPanel(type);
			expect(choice?.options?.[0]).toMatchObject({
				name: expect.stringMatching(/^Recommended: /),
				value: choice?.default,
			});
			expect(offeredModels(type).map(({ value }) => value)).toContain(choice?.default);
		}
	});
});

test.each([
	['modelc3.0-first-last-to-video', ['480p', '720p', '1080p']],
	[
		'modela2.5',
		[
			'Model Default (1080p)',
			'720p',
			'1080p',
			'1440p',
			'2160p',
			'2K (Same as 1440p)',
			'4K (Same as 2160p)',
		],
	],
	['modelf-4.0', ['Model Default (2048 Pixels)', '2048 Pixels', '4096 Pixels']],
])("%s: 'Resolution' names a height of a video as such, and the default", (code, names) => {
	const field = shownFor(described(code)).find(({ name }) => name === 'clarity');
	expect(field?.options?.map(({ name }) => name)).toEqual(names);
});

/** Whatever any model may have left behind, the last one winning. */
const leftBehind = Object.assign({}, ...allCases.map(({ fullest }) => fullest)) as Parameters;

/** The order of the fields in the editor. */
const inOrder = [
	'refPrompt',
	'parametersJson',
	'startFrameUrl',
	'endFrameUrl',
	'referenceImages',
	'referenceMaterials',
	'aspectRatio',
	'clarity',
	'resolutionMode',
	'qualityMode',
	'videoDuration',
	'numberOfImages',
];

describe.each(allCases)('$title', (one) => {
	const ownFields = omitBy(one.fullest, (_value, name) => name.endsWith('Source'));
	const own = { model_code: one.code, creation_type: one.creationType };

	const cannotDoWithout = new Set(
		one.refused.filter(({ why }) => why.endsWith(' missing')).map(({ label }) => label),
	);

	test('shows exactly its fields, each once', () => {
		const choice = Object.keys(chosen(one, {}));
		expect(names(shownFor(one)).sort()).toEqual([...choice, ...Object.keys(ownFields)].sort());
	});

	test('shows the prompt first, then files, what the result looks like, and last what few need', () => {
		const fields = names(shownFor(one)).slice(Object.keys(chosen(one, {})).length);
		const last = secondary[one.code] ?? [];
		const first = inOrder.filter((name) => fields.includes(name) && !last.includes(name));
		expect(fields).toEqual([...first, ...last]);
	});

	test('shows what it cannot do without, marked nowhere as required', () => {
		const labels = new Set(shownFor(one).map(({ displayName }) => displayName));
		expect([...cannotDoWithout].filter((label) => !labels.has(label))).toEqual([]);
		expect(shownFor(one).filter(({ required }) => required)).toEqual([]);
	});

	test('sends nothing that another model left behind', () => {
		const request = send(one, chosen(one, { ...leftBehind, ...one.fullest }));
		expect(request).toMatchObject({ body: { ...own, ...one.fullestBody } });
		const other = send(one, chosen(one, leftBehind));
		const sent = 'body' in other ? Object.keys(other.body) : [];
		const known = [...Object.keys(own), ...Object.keys(one.fullestBody)];
		expect(sent.filter((name) => !known.includes(name))).toEqual([]);
	});

	test('starts with values that it accepts', () => {
		const request = send(one, chosen(one, { refPrompt: 'x', startFrameSource: 'none' }));
		const violations = 'violations' in request ? request.violations : [];
		expect(
			violations.filter((text) => !/^'First Frame' is missing| must have an? /.test(text)),
		).toEqual([]);
	});
});

/** Each choice of where a file of a model comes from. */
const choices = ([3, 4] as const).flatMap((creationType) =>
	modelsFor(creationType).flatMap(({ code }) => {
		const names = modelPanel(creationType)
			.filter(({ displayOptions }) => displayOptions?.show?.modelCode?.includes(code))
			.map(({ name }) => name);
		return names
			.filter((name) => name.endsWith('Source'))
			.map((choice) => ({ code, choice, names }));
	}),
);

test.each(choices)('$code: $choice stands right above what it asks for', ({ choice, names }) => {
	const file = choice.replace(/Source$/, '');
	const from = names.indexOf(choice);
	expect(names.slice(from, from + 4)).toEqual([
		choice,
		`${file}InputField`,
		`${file}FileId`,
		`${file}Url`,
	]);
});

/** The conventions of n8n for texts and defaults, which its lint cannot see in derived properties. */

function nested(property: INodeProperties): INodeProperties[] {
	const entries = property.options ?? [];
	const children = entries.flatMap((entry) => {
		if ('values' in entry) return entry.values;
		return 'displayName' in entry ? [entry as INodeProperties] : [];
	});
	return [property, ...children.flatMap(nested)];
}

const fields = ([3, 4] as const).flatMap((type) => modelPanel(type)).flatMap(nested);
const titled = fields.map((property) => ({
	...property,
	title: `${property.displayName} (${property.type})`,
}));
const minorWords = ['of', 'the', 'a', 'or', 'and', 'after', 'as', 'to', 'from'];

function isTitleCase(text: string): boolean {
	return text
		.split(/[\s(]+/)
		.every((word, index) => (index > 0 && minorWords.includes(word)) || !/^[a-z]/.test(word));
}

function choicesOf({ type, options = [] }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' ? (options as INodePropertyOptions[]) : [];
}

describe.each(titled)('$title', (property) => {
	test('has a label in title case and a description in sentences', () => {
		expect([property.displayName, isTitleCase(property.displayName)]).toEqual([
			property.displayName,
			true,
		]);
		if (property.type === 'collection') return;
		const text = property.description ?? '';
		expect(text).toMatch(/^[A-Z].{5,}/);
		expect(text).not.toMatch(/[`<>]| {2}/);
		expect(text.endsWith('.')).toBe(/\. [A-Z']/.test(text));
		expect(text).not.toBe(property.displayName);
	});

	test('has a default of its type', () => {
		const choices = choicesOf(property).map(({ value }) => value);
		const isRight: Record<string, (value: unknown) => boolean> = {
			string: (value) =>
				property.typeOptions?.multipleValues ? Array.isArray(value) : value === '',
			number: Number.isInteger,
			options: (value) => choices.some((choice) => choice === value),
			json: (value) => value === '{}',
			resourceLocator: (value) =>
				JSON.stringify(value) === '{"__rl":true,"mode":"list","value":""}',
			collection: (value) => JSON.stringify(value) === '{}',
			fixedCollection: (value) => JSON.stringify(value) === '{}',
		};
		expect(isRight[property.type]?.(property.default)).toBe(true);
	});

	test('lists its choices by name, once each', () => {
		const choices = choicesOf(property);
		const names = choices.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const listed = choices.filter(
			({ name, value }) => value !== '' && value !== 'other' && !name.startsWith('Recommended'),
		);
		if (listed.length >= 5 && !/^\d+$/.test(String(listed[0]?.value))) {
			// What applies without a choice comes first, and what stands for all others last.
			const titles = listed.map(({ name }) => name.split(' · ')[0] ?? '');
			expect(titles).toEqual([...titles].sort((a, b) => alphabetical.compare(a, b)));
			expect(choices.findIndex(({ value }) => value === '')).toBeLessThan(1);
		}
		for (const name of names.filter((text) => /^[a-z]+$/i.test(text))) {
			expect(name).toMatch(/^[A-Z]/);
		}
		if (property.type === 'collection') {
			const labels = (property.options as INodeProperties[]).map(({ displayName }) => displayName);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
			expect((property.options as INodeProperties[]).some(({ required }) => required)).toBe(false);
		}
	});
});

test('a number that may stay empty says what happens then', () => {
	const texts = fields.filter(({ name, type }) => name === 'videoDuration' && type === 'string');
	expect(texts.length).toBeGreaterThan(1);
	for (const { description } of texts) expect(description).toContain('If empty, the model decides');
});

test.each(['startFrameUrl', 'endFrameUrl', 'url'])(
	'%s says who must be able to open it',
	(name) => {
		const addresses = fields.filter((property) => property.name === name);
		expect(addresses.length).toBeGreaterThan(0);
		for (const { description } of addresses) {
			expect(description).toContain('It must be publicly accessible');
		}
	},
);
