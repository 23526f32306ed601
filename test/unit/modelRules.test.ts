import { describe, expect, test } from '@jest/globals';
import { escapeRegExp, pick, range } from 'lodash';
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';

import { DigitalHumanAiCreate } from '../../nodes/AiCreate/DigitalHumanAiCreate.node';
import { findModel, models, modelsFor, otherModel } from '../../nodes/AiCreate/models/catalogue';
import { estimateCost } from '../../nodes/AiCreate/models/cost';
import { fieldsByRules, type Model } from '../../nodes/AiCreate/models/model';
import { buildModelRequest } from '../../nodes/AiCreate/models/modelRequest';
import type { ModelFieldRules, SubmitBody } from '../../nodes/AiCreate/models/modelRules';
import { modelPanel } from '../../nodes/AiCreate/models/panel';
import { chooseModel } from '../../nodes/AiCreate/models/choice';
import { starts } from '../../nodes/AiCreate/models/starts';
import { alphabetically } from '../../nodes/shared/util/text';
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
import { itemOf, requestOf, sentFor } from '../support/models/requests';
import { modelTable } from '../../tools/docs/documents';
import { saidOf } from '../support/violations';

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
function valueOf(model: Model, values: Parameters): Parameters {
	const others = model === materialModel ? { refPrompt: 'x' } : needed;
	const own = Object.keys(editorNames).filter((field) => editorNames[field]! in values);
	return pick(sentFor(model, { ...others, ...values }), own);
}

function violationsOf(model: Model, values: Parameters): string[] {
	return saidOf(requestOf(model, values));
}

const images = (...urls: string[]) => ({ ref_img_url: urls });
const unnamed = { ref_resources: [{ url: c, file_type: 'image' }] };
const mixed = {
	ref_resources: [
		{ url: a, file_type: 'image' },
		{ url: media('b.mp4'), file_type: 'video' },
		{ url: media('c.mp3'), file_type: 'audio' },
	],
};
const material = { ref_resources: [{ url: a, file_type: 'image' }] };

test.each<[Model, Parameters, Parameters]>([
	// Text becomes what it says.
	[frameModel, { videoDuration: '12', clarity: ' 720 ' }, { video_duration: 12, clarity: 720 }],
	[frameModel, { aspectRatio: 'Auto' }, { aspect_ratio: 'auto' }],
	[frameModel, { clarity: 'Full HD' }, { clarity: 1080 }],
	[frameModel, { clarity: '1080p Full HD' }, { clarity: 1080 }],
	[frameModel, { clarity: 'HD 720p' }, { clarity: 720 }],
	// A ratio of a model that only suggests some, or has no list of them.
	...['9:16:00 AM', 0.386111, '1080x1920', '9:16 (portrait)'].flatMap((aspectRatio) =>
		['ext_modela-v2-1-master', 'modele-q1'].map((code): [Model, Parameters, Parameters] => [
			known(code),
			{ aspectRatio },
			{ aspect_ratio: '9:16' },
		]),
	),
	[frameModel, { refPrompt: 42 }, { ref_prompt: '42' }],
	[frameModel, { refPrompt: '  two\n lines ' }, { ref_prompt: '  two\n lines ' }],
	[materialModel, { clarity: '2k' }, { clarity: '2K' }],
	[materialModel, { clarity: '2K (1440p)' }, { clarity: 1440 }],
	// Addresses become lists.
	[materialModel, { referenceImages: a }, images(a)],
	[materialModel, { referenceImages: `,, \u00a0${a}\t,\f${b},,` }, images(a, b)],
	// Blanks and other letters are encoded, and a comma may be a part.
	[materialModel, { referenceImages: [`${c}, and so on`] }, images(`${c},%20and%20so%20on`)],
	// A frame takes one address, also from a list of one.
	[frameModel, { startFrameUrl: [a] }, { start_frame: a }],
	// Materials have their type, unless the model takes one only.
	[materialModel, { referenceMaterials: { items: [{ fileType: 'image', url: a }] } }, material],
	[
		materialModel,
		{ referenceMaterials: [{ file_type: 'Image', url: ` ${a}`, file_name: 'a.png' }] },
		material,
	],
	[materialModel, { referenceMaterials: { url: a, fileType: 'image' } }, material],
	[frameModel, { referenceMaterials: [{ url: a }] }, material],
	// Where nothing says the type, the address or the attachment does.
	[materialModel, { referenceMaterials: [a, media('b.mp4'), media('c.mp3')] }, mixed],
	[materialModel, { referenceMaterials: [{ url: c, filename: 'p.png', type: '' }] }, unnamed],
	[materialModel, { referenceMaterials: [{ url: c, fileType: 'image/png' }] }, unnamed],
])('%#: what is entered is read', (model, raw, values) => {
	expect(valueOf(model, raw)).toEqual(values);
});

test('a row with nothing but a file ID, as an expression may give it, is that file', () => {
	const rows = [
		{ fileType: 'image', fileId: '7' },
		{ fileType: 'image', fileId: '', url: a },
	];
	const request = requestOf(materialModel, { refPrompt: 'x', referenceMaterials: rows });
	if ('violations' in request) throw new Error(saidOf(request).join('. '));
	expect(request.files).toMatchObject([{ ref: { source: 'fileId', fileId: '7' } }]);
	expect(request.body.ref_resources).toMatchObject([{}, { url: a }]);
});

const BOTH =
	/^'First Frame' and 'Reference Images' are both set, .*\. Set 'First Frame' to None, or remove/;
const NO_URL = /^'Reference Images': the URL of file \d is not a URL/;

test.each<[Model, Parameters, RegExp]>([
	[known('modela1.6'), { referenceImages: a }, BOTH],
	[materialModel, { referenceImages: '["' }, NO_URL],
	[materialModel, { referenceImages: [a, 7] }, NO_URL],
	[
		materialModel,
		{ referenceMaterials: [{ url: c }] },
		/^'Reference Files': the type of file 1 must be image, video or audio, but is missing$/,
	],
])('%#: a wrong value is refused', (model, raw, violation) => {
	expect(violationsOf(model, { ...needed, ...raw })).toContainEqual(
		expect.stringMatching(violation),
	);
});

test('files that the service cannot load are uploaded, each for its place in the list', () => {
	const [near, far] = ['http://minio:9000/a.png', 'https://a.example/b.png'];
	const rows = [near, far].map((url) => ({ source: 'url', url, fileType: 'image' }));
	const parameters = itemOf({ refPrompt: 'x', referenceMaterials: { items: rows } });
	const canServiceLoad = (address: string) => address !== near;
	const request = buildModelRequest(materialModel, { ...parameters, canServiceLoad });
	expect(request).toMatchObject({
		body: { ref_resources: [{ url: undefined }, { url: far }] },
		files: [{ ref: { url: near }, path: 'ref_resources[0].url', as: 'url' }],
	});
});

describe('what is empty is left out', () => {
	test.each(['', '   ', null, undefined, [[]]])('%j', (empty) => {
		const all = Object.fromEntries(Object.values(editorNames).map((name) => [name, empty]));
		const lists = { ...all, referenceImages: [[]], referenceMaterials: { items: [{}] } };
		for (const model of models) {
			for (const raw of [all, lists]) {
				expect(violationsOf(model, raw)).toEqual(violationsOf(model, {}));
			}
		}
	});

	test.each(['', ' ', null, undefined, []])('but not a row of a list: %j', (empty) => {
		const urls = (...values: unknown[]) => values.map((url) => ({ source: 'url', url }));
		const raw = {
			referenceImages: { items: urls(a, empty) },
			referenceMaterials: { items: [{ fileType: 'image', url: empty }] },
		};
		expect(violationsOf(materialModel, { ...raw, refPrompt: 'x' })).toEqual([
			"'Reference Images': the URL of file 2 is missing",
			"'Reference Files': the URL of file 1 is missing",
		]);
	});
});

describe('free parameters', () => {
	const model = otherModel('brand-new', 4);

	test.each<[string, Parameters, Parameters]>([
		[
			'are sent as given, known ones with their documented types',
			{ parametersJson: { shotStyle: '', flags: [], video_duration: '8', style: { a: null } } },
			{ shotStyle: '', flags: [], video_duration: 8, style: { a: null } },
		],
		[
			'give way to the fields of their own',
			{ refPrompt: 'field', parametersJson: '{"ref_prompt":"json","clarity":"2K"}' },
			{ ref_prompt: 'field', clarity: '2K' },
		],
		[
			'are exact where a number is the largest, or a text',
			{ parametersJson: '{"shotStyle":9007199254740991,"id":"3100000000000015839","f":1e-9}' },
			{ shotStyle: Number.MAX_SAFE_INTEGER, id: '3100000000000015839', f: 1e-9 },
		],
		[
			'have files by their addresses',
			{ parametersJson: { ref_img_url: [b, { url: c }], start_frame: a } },
			{ ref_img_url: [b, c], start_frame: a },
		],
	])('%s', (_, values, sent) => {
		expect(sentFor(model, values)).toEqual(sent);
	});

	const tooLarge = (place: string) =>
		`'${place}' is a number too large to be exact, so it was rounded. Put the ID in quotes. In a sheet, format its column as plain text, and enter the ID again`;

	test.each<[string, unknown, string[]]>([
		[
			'rounded numbers, also within others',
			'{"a":{"b":[1,-9007199254740993]},"shotStyle":3100000000000015839}',
			[tooLarge('a.b.1'), tooLarge('shotStyle')],
		],
		['no number', { shotStyle: NaN }, ["'shotStyle' must be a number, but is NaN"]],
		[
			'materials with keys that would be lost',
			{
				ref_resources: [
					{ url: a, file_type: 'video', weight: 1 },
					{ url: b, file_name: 'b' },
				],
			},
			["'ref_resources' may only hold url and file_type, but has weight and file_name"],
		],
		[
			'images with keys that would be lost',
			{ ref_img_url: [a, { url: b, weight: 1 }], start_frame: { url: a, at: 2 } },
			[
				"'start_frame' may only hold url, but has at",
				"'ref_img_url' may only hold url, but has weight",
			],
		],
		[
			'several frames',
			{ start_frame: [a, b] },
			["'start_frame' may have at most 1 file, but has 2"],
		],
	])('are refused with %s', (_, parametersJson, words) => {
		expect(violationsOf(model, { parametersJson })).toEqual(
			words.map((one) => `'Parameters (JSON)': ${one}`),
		);
	});
});

describe('nothing to generate from', () => {
	test.each<[string, Parameters, string]>([
		['modelf-4.0', { aspectRatio: '1:1', numberOfImages: 4 }, "'Prompt' and 'Reference Files' are"],
		['ext_modela-v3-0-text2video', {}, "'Prompt' is"],
		[
			'modelb-2.5-t2v',
			{ parametersJson: '{"video_duration": "N/A"}', resolutionMode: 'super' },
			"'Prompt' and 'Parameters (JSON)' are",
		],
	])('%s with %j is refused, with what to do', (code, values, what) => {
		const request = requestOf(known(code), values);
		expect('violations' in request && request.violations).toEqual([
			{
				code: 'wrongField',
				title: `${what} empty, so there is nothing to generate from`,
				advice: expect.stringMatching(/^(Describe what|Fill in at least one).*\.$/),
			},
		]);
	});

	test.each([
		['modelb-2.5-t2v', { parametersJson: '{"shotStyle": 4}' }],
		['modeld-1.1-i2v', { startFrameUrl: a }],
		['ext_modela-v2-1-master', { videoDuration: 5 }],
	])('%s with %j is sent', (code, values) => {
		expect(requestOf(known(code), values)).toHaveProperty('body');
	});
});

describe('images that count together', () => {
	const model = known('modelb-2.5-first-last-to-video');
	const material = (url: string) => ({ url, file_type: 'image' });

	test.each<[string, Parameters, Parameters]>([
		[
			'the same ones are one',
			{ startFrameUrl: a, endFrameUrl: a, referenceImages: [a] },
			{ start_frame: a, end_frame: a, ref_img_url: [a] },
		],
		[
			'two stay in their order',
			{ referenceImages: [b, a], referenceMaterials: [a, b] },
			{ ref_img_url: [b, a], ref_resources: [material(a), material(b)] },
		],
		...[{ referenceImages: [a] }, { referenceMaterials: [a] }, { referenceImages: [b, a] }].map(
			(others): [string, Parameters, Parameters] => [
				'another one comes before the last frame',
				{ endFrameUrl: b, ...others },
				{ start_frame: a, end_frame: b },
			],
		),
		[
			'the last frame itself comes first, where there is no other',
			{ endFrameUrl: b, referenceImages: [b] },
			{ start_frame: b, end_frame: b },
		],
		[
			'the first frame stays first',
			{ startFrameUrl: a, endFrameUrl: b, referenceImages: [b] },
			{ start_frame: a, end_frame: b, ref_img_url: [b] },
		],
	])('%s: %j', (_, values, sent) => {
		expect(sentFor(model, values)).toEqual(sent);
	});

	test.each<[Parameters, RegExp]>([
		[
			{ startFrameUrl: a, referenceMaterials: [b, c] },
			/^At most 2 different images can be used together, but there are 3\. Remove some/,
		],
		[{}, /^'First Frame' is missing\. Choose a file, or add an image in 'Reference Images' or/],
		[{ endFrameUrl: b }, /^'Last Frame' cannot be used alone\. Also choose/],
	])('%j is refused', (values, words) => {
		expect(violationsOf(model, values)).toEqual([expect.stringMatching(words)]);
	});
});

function modelOf(one: ModelCase): Model {
	const parameters = chosen(one, {});
	const model = chooseModel(itemOf(parameters), one.creationType);
	if ('violations' in model) throw new Error(saidOf(model).join('. '));
	return model;
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

test('all violations of one request are named at once, each in the words of its label', () => {
	const wrong = { refPrompt: '', startFrameUrl: 'first.png', aspectRatio: '2:1', clarity: 48001 };
	expect(
		violationsOf(frameModel, { ...wrong, videoDuration: 31, resolutionMode: 'super' }),
	).toEqual([
		"'Prompt' is missing",
		"'Aspect Ratio' must be one of 1:1, 16:9, 3:4, 4:3, 9:16 or 'Auto' (auto), but is 2:1",
		"'Resolution' must be one of '480p' (480), '720p' (720) or '1080p' (1080), but is 48001",
		"'Resolution Mode' must be one of 'Model Default (Standard)', 'Standard' (native) or 'Fast (Higher Cost)' (fast), but is super",
		"'Duration (Seconds)' must be a whole number from 2 to 30, but is 31",
		"'First Frame URL' is not a URL. Enter one that starts with http:// or https:// instead of 'first.png'",
	]);
	const model = known('modelb-2.5-first-last-to-video');
	expect(violationsOf(model, { endFrameUrl: a, videoDuration: 2 })).toEqual([
		expect.stringMatching(/^'Duration \(Seconds\)'/),
		expect.stringMatching(/^'Last Frame'/),
	]);
});

describe('choosing the model', () => {
	const choose = (parameters: Parameters, creationType: 3 | 4) =>
		chooseModel(itemOf(parameters), creationType);

	test.each([
		['', 4, "'Model' is missing"],
		['other:  ', 4, "'Model Code' is missing"],
		[
			'other:modelf-4.0',
			4,
			"'Model Code' must be a model that makes videos, but modelf-4.0 makes images",
		],
		['other:modela2.5', 4, "'Model Code' is modela2.5, which is in the list: choose it in 'Model'"],
	] as const)('%s for %i', (choice, creationType, violation) => {
		const [modelCode, otherModelCode] = choice.split(':');
		expect(saidOf(choose({ modelCode, otherModelCode }, creationType))).toEqual([violation]);
	});

	test('a code that is typed in cannot start from files, because nobody knows in which field it takes them', () => {
		for (const start of starts) {
			const parameters = itemOf({ modelCode: 'other', otherModelCode: 'brand-new' });
			const [violation] = saidOf(chooseModel(parameters, 4, start));
			expect(violation).toContain(
				`'Model Code' is brand-new, which does not start from ${start.from}`,
			);
		}
	});
});

describe('the price', () => {
	const body = (code: string, values: object) =>
		({ model_code: code, creation_type: 4, ...values }) as SubmitBody;

	const prices: NonNullable<Model['prices']> = [
		[480, 'native', 7, 15, 1, 2],
		[480, 'fast', 10, 20, 2, 3],
		[720, 'native', 11, 20, 2, 3],
		[720, 'fast', 23, 45, 3, 6],
		[1080, 'native', 21, 40, 3, 6],
		[1080, 'fast', 43, 85, 6, 12],
	];

	test.each(prices)(
		'of %i %s',
		(clarity, mode, creditA, originalCreditA, creditB, originalCreditB) => {
			const values = { clarity, video_duration: 30, resolution_mode: mode };
			if (mode === 'native') {
				const usual = body(frameModel.code, { clarity, video_duration: 30 });
				expect(estimateCost(usual)).toEqual(estimateCost(body(frameModel.code, values)));
			}
			expect(estimateCost(body(frameModel.code, values))).toEqual({
				creditA: creditA * 30,
				creditB: creditB * 30,
				originalCreditA: originalCreditA * 30,
				originalCreditB: originalCreditB * 30,
				seconds: 30,
				perSecond: { creditA, creditB, originalCreditA, originalCreditB },
			});
		},
	);

	test('is only known of one model, with its own values', () => {
		const values = { clarity: 720, video_duration: 5 };
		const priced = models.filter(({ code }) => estimateCost(body(code, values)));
		expect(priced).toEqual([frameModel]);
		expect(frameModel.prices).toEqual(prices);
		expect(estimateCost(body(frameModel.code, { ...values, clarity: 1440 }))).toBeUndefined();
		expect(estimateCost(body(frameModel.code, { clarity: 720 }))).toBeUndefined();
	});
});

const { description } = new DigitalHumanAiCreate();
const { properties } = description;
const node = { typeVersion: 1, parameters: {} } as unknown as INode;

/** Fields of the node that do not depend on the model. */
const COMMON = ['resource', 'operation', 'completion', 'downloadResult', 'options'];

/** The parameters with which a model is chosen in the node. */
function parametersOf(one: ModelCase, parameters: Parameters): INodeParameters {
	const resource = one.creationType === 3 ? 'image' : 'video';
	return { resource, operation: 'generate', ...chosen(one, parameters) } as INodeParameters;
}

/** What the editor shows once this model is chosen, with all files by URL. */
function shownFor(one: ModelCase): INodeProperties[] {
	const sources = properties.filter(({ name }) => name.endsWith('Source'));
	const byUrl = Object.fromEntries(sources.map(({ name }) => [name, 'url']));
	const values = { ...byUrl, ...parametersOf(one, {}) };
	return properties.filter(
		(property) =>
			!COMMON.includes(property.name) &&
			NodeHelpers.displayParameter(values, property, node, description, values),
	);
}

/** What the node sends for these parameters of a workflow, as n8n passes them to it. */
function send(one: ModelCase, parameters: Parameters): ReturnType<typeof requestOf> {
	const given = parametersOf(one, parameters);
	const run = NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
	return requestOf(modelOf(one), run ?? {});
}

/** The values of a dropdown. */
const valuesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option && option.value !== '' ? [option.value] : []));

/** Whatever any model may have left behind, the last one winning. */
const leftBehind = Object.assign({}, ...allCases.map(({ fullest }) => fullest)) as Parameters;

/** The order of the fields in the editor. */
const inOrder = Object.values(editorNames).toSpliced(1, 0, 'parametersJson');

describe.each(allCases)('$code', (one) => {
	const own = { model_code: one.code, creation_type: one.creationType };
	const choice = Object.keys(chosen(one, {}));
	const shown = shownFor(one).filter(({ type }) => type !== 'hidden');

	test('says one thing of each single mistake', () => {
		for (const { why, parameters, label } of one.refused) {
			const place = new RegExp(`^(?=.*'${escapeRegExp(label)}( URL)?')[^\\n]{10,300}$`);
			const violations = violationsOf(modelOf(one), parameters);
			expect([why, violations]).toEqual([why, [expect.stringMatching(place)]]);
		}
	});

	test('offers exactly the values that the service takes', () => {
		for (const [field, { oneOf, min, max }] of Object.entries(one.rules)) {
			const property = shown.find(({ name }) => name === editorNames[field]);
			const isRange = min !== undefined && max !== undefined;
			const values = oneOf ?? (isRange ? range(min, max + 1) : undefined);
			if (!values || !property) continue;
			expect([field, property.type]).toEqual([field, 'options']);
			expect(valuesOf(property).sort()).toEqual([...values].sort());
		}
		const list = shown.find(({ name }) => name === 'referenceMaterials');
		const [row] = (list?.options ?? []) as Array<{ values: INodeProperties[] }>;
		const type = row?.values.find(({ name }) => name === 'fileType');
		expect(type && valuesOf(type)).toEqual(one.rules.ref_resources?.fileTypes);
	});

	test('shows exactly its fields, each once: the prompt, files, the rest, and last what few need', () => {
		const last = secondary[one.code] ?? [];
		const first = inOrder.filter((name) => name in one.fullest && !last.includes(name));
		// Where a file comes from is chosen right above it.
		const fields = [...first, ...last].flatMap((name) =>
			name.endsWith('FrameUrl') ? [name.replace(/Url$/, 'Source'), name] : [name],
		);
		expect(shown.map(({ name }) => name)).toEqual([...choice, ...fields]);
		expect(shown.filter(({ required }) => required)).toEqual([]);
	});

	test('sends nothing that another model left behind', () => {
		const request = send(one, { ...leftBehind, ...one.fullest });
		expect(request).toMatchObject({ body: { ...own, ...one.fullestBody } });
		const other = send(one, leftBehind);
		const sent = 'body' in other ? Object.keys(other.body) : [];
		const known = [...Object.keys(own), ...Object.keys(one.fullestBody)];
		expect(sent.filter((name) => !known.includes(name))).toEqual([]);
	});

	test('starts with values that it accepts', () => {
		const request = send(one, { refPrompt: 'x', startFrameSource: 'none' });
		const violations = saidOf(request);
		const isOfFile = (text: string) => /^'First Frame' is missing| must have an? /.test(text);
		expect(violations.filter((text) => !isOfFile(text))).toEqual([]);
	});
});

describe.each([3, 4] as const)('the model dropdown of creation type %i', (type) => {
	const [choice, code] = modelPanel(type);
	const choices = (choice?.options ?? []) as INodePropertyOptions[];

	test('lists every described code by what it makes, the recommended one first, and an entry for others', () => {
		const codes = describedCases.filter(({ creationType }) => creationType === type);
		expect(choices.map(({ value }) => value).sort()).toEqual(
			[...codes.map(({ code }) => code), 'other'].sort(),
		);
		expect(choices.at(-1)).toMatchObject({ name: 'Other Model…', value: 'other' });
		expect(choices[0]).toMatchObject({
			name: expect.stringMatching(/ \(Recommended\)$/),
			value: choice?.default,
		});
		const titles = choices.slice(1, -1).map(({ name }) => ({ name }));
		expect(titles).toEqual(alphabetically(titles, 'name'));
		for (const { name, value, description: text } of choices.slice(0, -1)) {
			expect(name).toMatch(/^[A-Z].* → (image|video)(, .+)?( \(Recommended\))?$/);
			expect(text?.endsWith(` Code: ${String(value)}`)).toBe(true);
			expect(text).toMatch(/^[A-Z\d]/);
		}
	});

	test('leaves the codes without documented parameters to the field for the code', () => {
		for (const one of modelsFor(type).filter(({ described }) => !described)) {
			expect(code?.description).toContain(one.code);
		}
	});
});

test.each([
	['modelc3.0-first-last-to-video', '480p, 720p, 1080p'],
	[
		'modela2.5',
		'Model Default (1080p), 720p, 1080p, 1440p, 2160p, 2K (Same as 1440p), 4K (Same as 2160p)',
	],
	['modelf-4.0', 'Model Default (2048 Pixels), 2048 Pixels, 4096 Pixels'],
])("%s: 'Resolution' names a height of a video as such, and the default", (code, names) => {
	const one = describedCases.filter((described) => described.code === code);
	const field = one.flatMap(shownFor).find(({ name }) => name === 'clarity');
	expect(field?.options?.map(({ name }) => name).join(', ')).toBe(names);
});

/* The conventions of n8n for texts and defaults, which its lint cannot see in derived properties. */

const inner = ({ options = [] }: INodeProperties) =>
	options.flatMap((entry) => ('values' in entry ? entry.values : []));
/** Without what the editor does not show. */
const panels = ([3, 4] as const)
	.flatMap((type) => modelPanel(type))
	.filter(({ type }) => type !== 'hidden');
const minorWords = ['of', 'the', 'a', 'or', 'and', 'after', 'as', 'to', 'from'];

test('every property has a label in title case, a description in sentences, and choices by name, once each', () => {
	for (const property of [...panels, ...panels.flatMap(inner)]) {
		const { displayName, description: text = '', type } = property;
		const small = displayName.split(/[\s(]+/).filter((word) => /^[a-z]/.test(word));
		expect(small.filter((word) => !minorWords.includes(word))).toEqual([]);
		expect(text).toMatch(/^[A-Z].{5,}/);
		expect(text).not.toMatch(/[`<>]| {2}/);
		expect(text.endsWith('.')).toBe(/\. [A-Z']/.test(text));
		expect(text).not.toBe(displayName);
		if (type !== 'options') continue;
		const choices = property.options as INodePropertyOptions[];
		const names = choices.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.filter((name) => /^[a-z]+$/.test(name))).toEqual([]);
		// What applies without a choice comes first.
		expect(choices.findIndex(({ value }) => value === '')).toBeLessThan(1);
	}
});

describe('a rule that no model has yet', () => {
	const propertyFor = (rules: ModelFieldRules) => fieldsByRules(rules)[0]?.properties[0];

	test('a required word without a list is a text', () => {
		expect(propertyFor({ quality_mode: { required: true } })).toMatchObject({ type: 'string' });
	});

	test('choices without names are called as they are, with a capital letter', () => {
		const takes = { is: 'oneOf', values: ['film', '3d'] } as const;
		expect(propertyFor({ quality_mode: { required: true, takes } })?.options).toEqual([
			{ name: 'Film', value: 'film' },
			{ name: '3d', value: '3d' },
		]);
	});
});
