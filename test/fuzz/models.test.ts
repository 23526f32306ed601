import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { models, otherModel } from '../../nodes/AiCreate/models/catalogue';
import { type Model, ruleFor } from '../../nodes/AiCreate/models/model';
import {
	type FieldName,
	fieldNames,
	serviceFields,
} from '../../nodes/AiCreate/models/serviceFields';
import { fuzzing } from '../support/fuzz';
import { setUp } from '../support/engine/setup';
import { parametersField } from '../../nodes/AiCreate/models/freeParameters';
import { editorNames, media, signedImage, startsFrom } from '../support/models/cases';
import { accepts, asEditorValues, requestOf } from '../support/models/requests';
import { saidOf } from '../support/violations';

const SUBMIT = 'ai_creation/task/submit';

const address = fc.constantFrom(...['a.png', 'b.jpg', 'c.webp'].map(media));
/** The pack alone refuses an address that clearly ends in another type. */
const untyped = fc.constantFrom(...['d', 'e'].map(media));
const odd = fc
	.oneof(
		fc.constantFrom<unknown>(null, -1, 0, 1.5, true, 'other', 48001, '2K', [[]], {}),
		fc.jsonValue({ maxDepth: 1 }),
		// The pack leaves empty lists out.
	)
	.filter((value) => !Array.isArray(value) || value.length > 0)
	.filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
	// What has blanks at its ends, or nothing else, never leaves the pack like that.
	.filter((value) => typeof value !== 'string' || (value !== '' && value.trim() === value));
const resource = fc.record({
	url: fc.oneof({ weight: 9, arbitrary: untyped }, { weight: 1, arbitrary: odd }),
	file_type: fc.oneof(
		{ weight: 9, arbitrary: fc.constantFrom<unknown>('image', 'video', 'audio') },
		{ weight: 1, arbitrary: odd },
	),
});

/** Usual values of fields, whether or not the model takes them. */
const usual: Partial<Record<FieldName, fc.Arbitrary<unknown>>> = {
	ref_prompt: fc.oneof(
		fc.constantFrom('A red fox', 'x'.repeat(20_000), 'x'.repeat(20_001), '🦊'.repeat(20_000)),
		fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
	),
	ref_img_url: fc.array(address, { minLength: 1, maxLength: 2 }),
	ref_resources: fc.array(resource, { minLength: 1, maxLength: 3 }),
	start_frame: address,
	end_frame: address,
	aspect_ratio: fc.constantFrom('auto', '1:1', '3:4', '4:3', '9:16', '16:9', '21:9', '2:3'),
	clarity: fc.constantFrom<unknown>(480, 720, 1080, 1024, 1440, 2048, 2160, 4096, '2K', '4K'),
	resolution_mode: fc.constantFrom('native', 'fast', 'super'),
	quality_mode: fc.constantFrom('std', 'pro'),
	video_duration: fc.integer({ min: 1, max: 31 }),
	number_of_images: fc.integer({ min: 1, max: 5 }),
};

const MEDIA = new Set<FieldName>(['ref_img_url', 'ref_resources', 'start_frame', 'end_frame']);

/** Values of a field that the model takes, where it says them. */
function takenBy(model: Model, field: FieldName): readonly unknown[] {
	const takes = ruleFor(model, field)?.takes;
	if (takes?.is === 'fixed') return [takes.value];
	return takes?.is === 'oneOf' ? takes.values : [];
}

/** A value that the model takes, a usual one of the field, or anything. */
function valueOf(model: Model, field: FieldName): fc.Arbitrary<unknown> {
	const taken = takenBy(model, field);
	return fc.oneof(
		...(taken.length === 0 ? [] : [{ weight: 20, arbitrary: fc.constantFrom(...taken) }]),
		{ weight: 4, arbitrary: usual[field] ?? odd },
		{ weight: 1, arbitrary: field === 'clarity' ? odd.filter(isNoSmallNumber) : odd },
	);
}

/** The pack refuses a clarity of 0, of which the specification says nothing. */
function isNoSmallNumber(value: unknown): boolean {
	return typeof value !== 'number' || value >= 1;
}

/** Bodies of a model: its own fields mostly there, others and unknown ones at times. */
function bodyOf(model: Model): fc.Arbitrary<Record<string, unknown>> {
	const own = fieldNames.filter((field) => ruleFor(model, field) !== undefined);
	const others = fieldNames.filter((field) => !own.includes(field));
	const some = (fields: readonly FieldName[], often: number) =>
		fc.tuple(
			...fields.map((field) =>
				fc
					.option(valueOf(model, field), { freq: MEDIA.has(field) ? 3 : often, nil: undefined })
					.map((value) => [field, value] as const),
			),
		);
	return fc
		.tuple(
			some(own, 30),
			fc.oneof(
				{ weight: 9, arbitrary: fc.constant([]) },
				{ weight: 1, arbitrary: some(others, 2) },
			),
		)
		.map((parts) => ({
			model_code: model.code,
			creation_type: model.creationType,
			...Object.fromEntries(parts.flat().filter(([, value]) => value !== undefined)),
		}));
}

/** The service would charge for what nothing is said about; the pack does not send it. */
function isAboutNothing(model: Model, body: Record<string, unknown>): boolean {
	if (model.code === 'ext_modela-v2-1-master') return false;
	const says: string[] = model.described
		? ['ref_prompt', ...MEDIA]
		: Object.keys(body).filter(
				(name) => !['model_code', 'creation_type', 'resolution_mode'].includes(name),
			);
	return says.every((name) => body[name] === undefined);
}

/** The service would charge for a video of its defaults; the pack does not send it without what the model starts from. */
function lacksItsFile(model: Model, body: Record<string, unknown>): boolean {
	const resources = (body.ref_resources ?? []) as Array<{ file_type?: unknown }>;
	if (model.code === 'modelb-2.0-pro-tk') {
		return !resources.some(({ file_type: type }) => type === 'video');
	}
	return model.code in startsFrom && !body.start_frame && !body.ref_img_url && !body.ref_resources;
}

describe.each([...models, otherModel('modelz-9', 4)])('Any body of $code', (model) => {
	const setup = setUp({ limits: false });

	it('is refused by the pack exactly when the service refuses it', async () => {
		let accepted = 0;
		await fc.assert(
			fc.asyncProperty(bodyOf(model), async (body) => {
				const { url, token } = setup.service;
				const answer = await fetch(`${url}/open/v1/${SUBMIT}`, {
					method: 'POST',
					headers: { access_token: token, 'Content-Type': 'application/json' },
					body: JSON.stringify(body),
				});
				const { code, msg } = (await answer.json()) as { code: number; msg: string };
				accepted += code === 0 ? 1 : 0;
				const taken = code === 0 && !isAboutNothing(model, body) && !lacksItsFile(model, body);
				expect({ accepted: accepts(model, body), msg }).toEqual({ accepted: taken, msg });
			}),
			fuzzing(150),
		);
		expect(accepted).toBeGreaterThan(0);
	});
});

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
	...Object.values(serviceFields).flatMap(({ label }) => [label, `${label} URL`]),
	'Reference Files',
	parametersField.property.displayName,
];
const anyModel = fc.constantFrom(...models, otherModel('brand-new', 3));

it('Any editor values are a request that reads the same again, or a refusal that names fields', () => {
	let sent = 0;
	fc.assert(
		fc.property(anyModel, anyRaw, (model, raw) => {
			const request = requestOf(model, raw);
			if (!('body' in request)) {
				expect(request.violations.length).toBeGreaterThan(0);
				for (const violation of saidOf(request)) {
					expect(labels.some((label) => violation.includes(`'${label}'`))).toBe(true);
				}
				return;
			}
			const { body } = request;
			sent += 1;
			expect(accepts(model, body)).toBe(true);
			expect(requestOf(model, asEditorValues(model, body))).toEqual(request);
			expect(body).toMatchObject({ model_code: model.code, creation_type: model.creationType });
			if (!model.described) return;
			const own = [
				'model_code',
				'creation_type',
				...model.fields.map(({ field }) => field as string),
			];
			expect(Object.keys(body).filter((name) => !own.includes(name))).toEqual([]);
		}),
		fuzzing(1000),
	);
	// So few are valid, because most models are given wrong values of some field.
	const { numRuns = 0 } = fuzzing(1000);
	expect(sent).toBeGreaterThan(numRuns / 100);
});
