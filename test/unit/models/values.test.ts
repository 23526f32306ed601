import { describe, expect, test } from '@jest/globals';
import pick from 'lodash/pick';

import { findModel, models, otherModel } from '../../../nodes/shared/models/catalogue/index';
import type { Model } from '../../../nodes/shared/models/catalogue/types';
import { addressesIn } from '../../../nodes/shared/models/addresses';
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
	startFrame: a,
	aspectRatio: 'auto',
	clarity: 720,
	videoDuration: 5,
	numberOfImages: 1,
};

/** The fields that are sent for these values, of a request that has all it needs. */
function valueOf(model: Model, values: Record<string, unknown>): Record<string, unknown> {
	const sent = sentFor(model, model === materialModel ? values : { ...needed, ...values });
	const own = Object.keys(values).flatMap((name) =>
		Object.keys(editorNames).filter((field) => editorNames[field] === name),
	);
	return pick(sent, own);
}

function violationsOf(model: Model, values: Record<string, unknown>): string[] {
	const request = requestOf(model, values);
	return 'violations' in request ? request.violations : [];
}

function missingIn({ fields, frames }: Model): unknown[] {
	const required = Object.values(fields).filter(
		(rule) => rule.required && rule.fixed === undefined,
	);
	return [...required, ...(frames ? [frames] : [])].map(() =>
		expect.stringMatching(/^'[^']+' is missing/),
	);
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
		for (const model of models) expect(violationsOf(model, raw)).toEqual(missingIn(model));
	});

	test('lists of nothing', () => {
		const raw = { refImgUrl: [[]], refResources: { items: [{}] }, startFrame: [''] };
		expect(violationsOf(frameModel, raw)).toEqual(missingIn(frameModel));
		expect(sentFor(materialModel, { ...raw, refResources: {} })).toEqual({});
	});
});

describe('a row whose expression gave nothing stays, to be told', () => {
	test.each(['', ' ', null, undefined])('%j', (empty) => {
		const items = [
			{ fileType: 'image', url: empty },
			{ fileType: 'video', url: media('d.mp4') },
		];
		const raw = { refImgUrl: [a, empty], refResources: { items } };
		expect(violationsOf(materialModel, { ...raw, refPrompt: 'x' })).toEqual(
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
		expect(addressesIn(given)).toEqual(list);
	});

	test('a frame takes one address, also from a list of one', () => {
		expect(valueOf(frameModel, { startFrame: [a] })).toEqual({ start_frame: a });
		expect(valueOf(frameModel, { startFrame: ` ${a}\n` })).toEqual({ start_frame: a });
		const two = `${a},${c}`;
		expect(valueOf(frameModel, { startFrame: two })).toEqual({ start_frame: two });
	});
});

describe('materials', () => {
	test.each([
		{ items: [{ fileType: 'image', url: a }] },
		[{ file_type: 'Image', url: ` ${a}`, file_name: 'a.png' }],
		{ url: a, fileType: 'image' },
		[[{ fileType: 'image', url: a }]],
	])('%j', (given) => {
		expect(valueOf(materialModel, { refResources: given })).toEqual({
			ref_resources: [{ url: a, file_type: 'image' }],
		});
	});

	test('a model that takes one type does not need it said', () => {
		expect(valueOf(frameModel, { refResources: [{ url: a }] })).toEqual({
			ref_resources: [{ url: a, file_type: 'image' }],
		});
		expect(violationsOf(materialModel, { refResources: [{ url: a }] })).toEqual([
			"The type in 'Reference Materials' must be image, video or audio, but is missing",
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
});

test('a fixed value is not taken from the editor', () => {
	expect(requestOf(frameModel, { ...needed, numberOfImages: 3 })).toMatchObject({
		body: { number_of_images: 1 },
	});
});

test('each field is read from the place where the editor shows it', () => {
	const { clarity, ...parameters } = { ...needed, aspectRatio: '16:9', resolutionMode: 'super' };
	const additionalFields = { aspectRatio: '1:1', resolutionMode: 'fast', clarity };
	expect(requestFor(frameModel, { ...parameters, additionalFields })).toEqual({
		violations: ["'Clarity' is missing"],
	});
	expect(requestFor(frameModel, { ...parameters, clarity, additionalFields })).toMatchObject({
		body: { aspect_ratio: '16:9', resolution_mode: 'fast' },
	});
});
