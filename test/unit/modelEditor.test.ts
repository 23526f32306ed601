import { describe, expect, test } from '@jest/globals';
import mapValues from 'lodash/mapValues';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import omitBy from 'lodash/omitBy';

import { modelPanel } from '../../nodes/AiCreate/models/panel';
import { allowedValues } from '../support/models/allowedValues';
import { names, send, shownFor } from '../support/models/editor';
import {
	chosen,
	describedCases,
	modelCases,
	type Parameters,
	typedCases,
} from '../support/models/all';
import { modelsFor } from '../../nodes/AiCreate/models/catalogue';
import { alphabetical } from '../../nodes/shared/util/text';

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

describe.each(describedCases.map((one) => ({ ...one, title: one.code })))('$title', (one) => {
	test('offers exactly its allowed values', () => {
		const fields = shownFor(one).filter(
			({ name, type }) =>
				name !== 'modelCode' && !name.endsWith('Source') && ['options', 'number'].includes(type),
		);
		expect(Object.fromEntries(fields.map((field) => [field.name, offered(field)]))).toEqual(
			mapValues(allowedValues[one.code], (values) =>
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
	const one = describedCases.find((described) => described.code === code);
	if (!one) throw new Error(code);
	const starts = shownFor(one).map((field) => [field.name, field.default]);
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
	const one = describedCases.find((described) => described.code === code);
	if (!one) throw new Error(code);
	const field = shownFor(one).find(({ name }) => name === 'clarity');
	expect(field?.options?.map(({ name }) => name)).toEqual(names);
});

const allCases = [...modelCases, ...typedCases].map((one) => ({ ...one, title: one.code }));

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

/** What few people need of a model; it stands last. */
const secondary: Record<string, string[]> = {
	'modelc3.0-first-last-to-video': ['referenceImages', 'referenceMaterials'],
	'modelb-2.5-first-last-to-video': ['referenceImages', 'referenceMaterials'],
	'modelb-2.0-lite-tk': ['referenceImages'],
	'modelb-2.0-pro-tk': ['referenceImages'],
	'modela1.6': ['referenceImages'],
	'modeld-1.1-i2v': ['referenceImages'],
	'modeld-1.0-i2v': ['startFrameUrl'],
};

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
