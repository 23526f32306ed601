import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';

import { models, otherModel } from '../../../nodes/AiCreate/models/catalogue';
import { fieldLabels, parametersLabel } from '../../../nodes/AiCreate/models/labels';
import { accepts, asEditorValues, requestOf } from '../../support/modelRequests';
import { editorNames, media, signedImage } from '../../support/models/support';
import { fuzzing } from '../../support/fuzz';

const [a, b, c] = [media('a.png'), signedImage, media('c')];

const anyValue = fc.oneof(
	fc.constantFrom<unknown>('16:9', 'auto', '1080', '2K', 5, 1, '10', 2048, 'native', 'pro', 480),
	fc.constantFrom<unknown>(a, [a, b], [a], `${a},${c}`, { items: [{ url: a, fileType: 'image' }] }),
	fc.jsonValue(),
	fc.string(),
	fc.integer(),
);
const anyRaw = fc.dictionary(
	fc.constantFrom(...Object.values(editorNames), 'parametersJson', 'callback'),
	anyValue,
);
const labels = [
	...Object.values(fieldLabels).flatMap(({ label }) => [label, `${label} URL`]),
	'Reference Files',
	parametersLabel.label,
];
const anyModel = fc.constantFrom(...models, otherModel('brand-new', 3));

// Thousands of requests take seconds on a busy machine.
jest.setTimeout(60_000);

describe('for any editor values', () => {
	test('reading them twice changes nothing', () => {
		fc.assert(
			fc.property(anyModel, anyRaw, (model, raw) => {
				const request = requestOf(model, raw);
				if (!('body' in request)) return;
				expect(requestOf(model, asEditorValues(model, request.body))).toEqual(request);
			}),
			fuzzing(1000),
		);
	});

	test('a body that is sent has the documented types and only the fields of the model', () => {
		let sent = 0;
		fc.assert(
			fc.property(anyModel, anyRaw, (model, raw) => {
				const request = requestOf(model, raw);
				if (!('body' in request)) return;
				const { body } = request;
				sent += 1;
				expect(accepts(model, body)).toBe(true);
				expect(JSON.parse(JSON.stringify(body))).toEqual(body);
				expect(body).toMatchObject({ model_code: model.code, creation_type: model.creationType });
				if (model.described) {
					const own = ['model_code', 'creation_type', ...Object.keys(model.fields)];
					expect(Object.keys(body).filter((name) => !own.includes(name))).toEqual([]);
				}
				for (const [field, value] of Object.entries(body)) expectDocumentedType(field, value);
			}),
			fuzzing(1000),
		);
		expect(sent).toBeGreaterThan(50);
	});

	test('a refusal names its label in every message', () => {
		fc.assert(
			fc.property(anyModel, anyRaw, (model, raw) => {
				const request = requestOf(model, raw);
				if ('body' in request) return;
				expect(request.violations.length).toBeGreaterThan(0);
				for (const violation of request.violations) {
					expect(labels.some((label) => violation.includes(`'${label}'`))).toBe(true);
				}
			}),
			fuzzing(1000),
		);
	});
});

function isAddress(value: unknown): boolean {
	return typeof value === 'string' && /^https?:\/\/[^\s]+$/i.test(value);
}

const documentedTypes = new Map<string, (value: unknown) => boolean>(
	Object.entries({
		ref_prompt: (value) => typeof value === 'string' && value.trim() !== '',
		start_frame: isAddress,
		end_frame: isAddress,
		ref_img_url: (value) => Array.isArray(value) && value.length > 0 && value.every(isAddress),
		ref_resources: (value) =>
			Array.isArray(value) &&
			value.every(
				(entry: Record<string, unknown>) =>
					Object.keys(entry).sort().join() === 'file_type,url' &&
					isAddress(entry.url) &&
					['image', 'video', 'audio'].includes(String(entry.file_type)),
			),
		aspect_ratio: (value) => typeof value === 'string',
		clarity: (value) =>
			value === '2K' ||
			value === '4K' ||
			(Number.isInteger(value) && ![48001, 72001, 108001].includes(Number(value))),
		resolution_mode: (value) => typeof value === 'string',
		quality_mode: (value) => typeof value === 'string',
		video_duration: Number.isInteger,
		number_of_images: Number.isInteger,
	}),
);

function expectDocumentedType(field: string, value: unknown): void {
	expect([field, value, documentedTypes.get(field)?.(value) ?? true]).toEqual([field, value, true]);
}
