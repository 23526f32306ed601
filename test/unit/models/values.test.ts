import { describe, expect, test } from '@jest/globals';

import { findModel, models, otherModel } from '../../../nodes/shared/models/catalogue/index';
import { readModelValues } from '../../../nodes/shared/models/modelParameters';
import type { Model } from '../../../nodes/shared/models/catalogue/types';
import { buildSubmitBody } from '../../../nodes/shared/models/request';
import { normaliseValues } from '../../../nodes/shared/models/values';
import { editorNames, media, signedImage } from '../../support/models/support';

function known(code: string): Model {
	const model = findModel(code);
	if (!model) throw new Error(code);
	return model;
}

const frameModel = known('modelc3.0-first-last-to-video');
const materialModel = known('modelb-2.0-lite-tk');
const [a, b, c] = [media('a.png'), signedImage, media('c')];

describe('text becomes what it says', () => {
	test.each([
		[frameModel, { videoDuration: '12', clarity: ' 720 ' }, { video_duration: 12, clarity: 720 }],
		[frameModel, { videoDuration: '12.0' }, { video_duration: 12 }],
		[frameModel, { videoDuration: '12.5' }, { video_duration: 12.5 }],
		[frameModel, { videoDuration: '1e1' }, { video_duration: '1e1' }],
		[frameModel, { aspectRatio: 'Auto' }, { aspect_ratio: 'auto' }],
		[frameModel, { resolutionMode: ' FAST' }, { resolution_mode: 'fast' }],
		[frameModel, { refPrompt: 42 }, { ref_prompt: '42' }],
		[frameModel, { refPrompt: '  two\n lines ' }, { ref_prompt: '  two\n lines ' }],
		[materialModel, { clarity: '2k' }, { clarity: '2K' }],
		[materialModel, { clarity: '1440' }, { clarity: 1440 }],
		[known('modela2.5'), { videoDuration: '10' }, { video_duration: 10 }],
	])('%#: %j', (model, raw, values) => {
		expect(normaliseValues(model as Model, raw)).toEqual(values);
	});
});

describe('what is empty is left out', () => {
	test.each(['', '   ', null, undefined, [], {}])('%j', (empty) => {
		const raw = Object.fromEntries(Object.values(editorNames).map((name) => [name, empty]));
		for (const model of models) expect(normaliseValues(model, raw)).toEqual({});
	});

	test('lists of nothing', () => {
		const raw = { refImgUrl: [[]], refResources: { items: [{}] }, startFrame: [''] };
		expect(normaliseValues(frameModel, raw)).toEqual({});
	});
});

describe('a row whose expression gave nothing stays, to be told', () => {
	test.each(['', ' ', null, undefined])('%j', (empty) => {
		const items = [
			{ fileType: 'image', url: empty },
			{ fileType: 'video', url: media('d.mp4') },
		];
		const raw = { refImgUrl: [a, empty], refResources: { items } };
		const request = buildSubmitBody(materialModel, { ...raw, refPrompt: 'x' });
		expect('violations' in request && request.violations.map(({ message }) => message)).toEqual(
			expect.arrayContaining([
				"A row of 'Reference Images' is empty: enter a web address, or remove the row",
				"A row of 'Reference Materials' is empty: enter a web address, or remove the row",
			]),
		);
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
		[
			[a, 7],
			[a, 7],
		],
	])('%j', (given, list) => {
		expect(normaliseValues(materialModel, { refImgUrl: given })).toEqual({ ref_img_url: list });
	});

	test('a frame takes one address, also from a list of one', () => {
		expect(normaliseValues(frameModel, { startFrame: [a] })).toEqual({ start_frame: a });
		expect(normaliseValues(frameModel, { startFrame: ` ${a}\n` })).toEqual({ start_frame: a });
		const two = `${a},${c}`;
		expect(normaliseValues(frameModel, { startFrame: two })).toEqual({ start_frame: two });
	});
});

describe('materials', () => {
	test.each([
		{ items: [{ fileType: 'image', url: a }] },
		[{ file_type: 'Image', url: ` ${a}`, file_name: 'a.png' }],
		{ url: a, fileType: 'image' },
		[[{ fileType: 'image', url: a }]],
	])('%j', (given) => {
		expect(normaliseValues(materialModel, { refResources: given })).toEqual({
			ref_resources: [{ url: a, file_type: 'image' }],
		});
	});

	test('a model that takes one type does not need it said', () => {
		const values = normaliseValues(frameModel, { refResources: [{ url: a }] });
		expect(values).toEqual({ ref_resources: [{ url: a, file_type: 'image' }] });
		expect(normaliseValues(materialModel, { refResources: [{ url: a }] })).toEqual({
			ref_resources: [{ url: a }],
		});
	});
});

describe('free parameters', () => {
	const model = otherModel('brand-new', 4);

	test('are sent as given, known ones with their documented types', () => {
		const parametersJson = { seed: '', flags: [], video_duration: '8', style: { a: null } };
		expect(normaliseValues(model, { parametersJson })).toEqual({
			seed: '',
			flags: [],
			video_duration: 8,
			style: { a: null },
		});
	});

	test('give way to the fields of their own', () => {
		const raw = { refPrompt: 'field', parametersJson: '{"ref_prompt":"json","clarity":"2K"}' };
		expect(normaliseValues(model, raw)).toEqual({ ref_prompt: 'field', clarity: '2K' });
	});
});

test('a fixed value is not taken from the editor', () => {
	expect(normaliseValues(frameModel, { numberOfImages: 3 })).toEqual({});
});

test('each field is read from the place where the editor shows it', () => {
	const parameters: Record<string, unknown> = {
		refPrompt: 'x',
		aspectRatio: '16:9',
		resolutionMode: 'super',
		additionalFields: { aspectRatio: '1:1', resolutionMode: 'fast', clarity: 480 },
	};
	const values = readModelValues(frameModel, (name) => parameters[name], String);
	expect(normaliseValues(frameModel, values)).toEqual({
		ref_prompt: 'x',
		aspect_ratio: '16:9',
		resolution_mode: 'fast',
	});
	expect(readModelValues(frameModel, () => undefined, String)).not.toHaveProperty('parametersJson');
});
