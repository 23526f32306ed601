import { describe, expect, test } from '@jest/globals';
import mapValues from 'lodash/mapValues';
import type { INodeProperties } from 'n8n-workflow';

import { modelChoices, modelFields } from '../../../nodes/AiCreate/models/editorFields';
import { allowedValues } from '../../support/models/allowedValues';
import { properties, shownFor } from '../../support/models/editor';
import { describedCases, modelCases } from '../../support/models/all';

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
		const { top, additional } = shownFor(one);
		const fields = [...top, ...additional].filter(
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
		const field = shownFor(one).top.find(({ name }) => name === 'referenceMaterials');
		if (!field) return;
		const [rows] = field.options as Array<{ values: INodeProperties[] }>;
		const types = rows?.values.find(({ name }) => name === 'fileType')?.options;
		expect(types?.map((option) => ('value' in option ? option.value : '')).sort()).toEqual([
			'audio',
			'image',
			'video',
		]);
	});
});

test.each([
	['modelc3.0-first-last-to-video', { aspectRatio: 'auto', clarity: 720, videoDuration: 5 }],
	['modela2.5', { aspectRatio: '16:9', clarity: '', videoDuration: 5, startFrameSource: 'none' }],
	['modeld-1.1-i2v', { clarity: '', videoDuration: '', startFrameSource: 'inputFile' }],
	['modele-q1', { aspectRatio: '', clarity: '', videoDuration: '', referenceImages: {} }],
	['modelf-4.0', { aspectRatio: '', clarity: '', numberOfImages: 1 }],
])('%s starts with %j', (code, values) => {
	const one = describedCases.find((described) => described.code === code);
	if (!one) throw new Error(code);
	const { top, additional } = shownFor(one);
	const starts = [...top, ...additional].map((field) => [field.name, field.default]);
	expect(Object.fromEntries(starts)).toMatchObject(values);
});

describe('the model dropdown', () => {
	test.each([3, 4] as const)(
		'of creation type %i lists every described code, and one entry for others',
		(type) => {
			const codes = describedCases.filter(({ creationType }) => creationType === type);
			const choices = modelChoices(type);
			expect(choices.map(({ value }) => value).sort()).toEqual(
				[...codes.map(({ code }) => code), 'other'].sort(),
			);
			expect(choices.at(-1)).toMatchObject({ name: 'Other Model…', value: 'other' });
			for (const { name, value, description: text } of choices.slice(0, -1)) {
				expect(name).toMatch(/^[A-Z].* → (image|video)(, .+)? · /);
				expect(name.endsWith(` · ${String(value)}`)).toBe(true);
				expect(text).toMatch(/^[A-Z]/);
			}
		},
	);

	test('leaves the codes without documented parameters to the field for the code', () => {
		const code = modelFields(4).find(({ name }) => name === 'otherModelCode');
		const undocumented = modelCases.slice(describedCases.length);
		expect(undocumented).toHaveLength(8);
		for (const one of undocumented) expect(code?.description).toContain(one.code);
	});

	test('guides between the two models that differ in their input', () => {
		const [lite, pro] = ['modelb-2.0-lite-tk', 'modelb-2.0-pro-tk'].map((code) =>
			modelChoices(4).find(({ value }) => value === code),
		);
		expect(lite?.description).toContain('For text and images');
		expect(pro?.description).toContain('For videos');
	});

	test('starts with a listed model', () => {
		for (const type of [3, 4] as const) {
			const [choice] = modelFields(type);
			expect(modelChoices(type).map(({ value }) => value)).toContain(choice?.default);
		}
	});
});

test('the description stays small', () => {
	expect(JSON.stringify(properties).length).toBeLessThan(60_000);
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
	['modelf-4.0', ['Model Default (2048)', '2048', '4096']],
])("%s: 'Resolution' names a height of a video as such, and the default", (code, names) => {
	const one = describedCases.find((described) => described.code === code);
	if (!one) throw new Error(code);
	const field = shownFor(one).top.find(({ name }) => name === 'clarity');
	expect(field?.options?.map(({ name }) => name)).toEqual(names);
});
