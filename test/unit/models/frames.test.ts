import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { findModel } from '../../../nodes/AiCreate/models/catalogue';
import type { FieldName } from '../../../nodes/AiCreate/models/catalogue/types';
import { firstFrameFirst, frameViolations } from '../../../nodes/AiCreate/models/frames';
import type { Medium } from '../../../nodes/AiCreate/models/media';
import { requestOf } from '../../support/modelRequests';
import { media } from '../../support/models/support';
import { fuzzing } from '../../support/fuzz';

const [a, b, c] = [media('a.png'), media('b.png'), media('c.png')];
const own = { model_code: 'modelb-2.5-first-last-to-video', creation_type: 4 as const };
const rule = { min: 1, max: 2 } as const;

type Given = ReadonlyArray<readonly [FieldName, string]>;

function mediaOf(given: Given): Medium[] {
	return given.map(([field, url]) => ({ field, label: field, identity: url, text: url }));
}

function fieldsOf(list: readonly Medium[]): Given {
	return list.map(({ field, identity }) => [field, identity] as const);
}

describe('images that count together', () => {
	test.each<[Given, RegExp[]]>([
		[[['start_frame', a]], []],
		[
			[
				['start_frame', a],
				['end_frame', a],
				['ref_img_url', a],
			],
			[],
		],
		[
			[
				['ref_img_url', b],
				['ref_img_url', a],
				['ref_resources', a],
				['ref_resources', b],
			],
			[],
		],
		[
			[
				['start_frame', a],
				['ref_resources', b],
				['ref_resources', c],
			],
			[/^At most 2 different images can be used together, but there are 3\. Remove some/],
		],
		[[], [/^'First Frame' is missing\. Choose a file, or add an image in 'Reference Images' or/]],
		[[['end_frame', b]], [/^'Last Frame' cannot be used alone\. Also choose/]],
	])('%j', (given, violations) => {
		expect(frameViolations(rule, mediaOf(given))).toEqual(
			violations.map((one) => expect.stringMatching(one)),
		);
	});

	test('are named by the field where they appear first', () => {
		const [violation] = frameViolations(
			{ ...rule, extensions: ['jpg'] },
			mediaOf([
				['ref_img_url', a],
				['ref_resources', a],
			]),
		);
		expect(violation).toBe(
			`The image in 'Reference Images' is not a supported type. Use JPG instead of ${a}`,
		);
	});

	test('count every address once', () => {
		const field = fc.constantFrom('start_frame', 'end_frame', 'ref_img_url', 'ref_resources');
		const given = fc.array(fc.tuple(field, fc.constantFrom(a, b, c)));
		fc.assert(
			fc.property(given, (all) => {
				const [violation = 'none'] = frameViolations(rule, mediaOf(all as Given));
				const alone = all.length > 0 && all.every(([one]) => one === 'end_frame');
				const count = new Set(all.map(([, url]) => url)).size;
				const usual = count === 0 ? /is missing/ : count > 2 ? /but there are 3\./ : /^none$/;
				expect(violation).toMatch(alone ? /alone/ : usual);
			}),
			fuzzing(100),
		);
	});
});

describe('the first image stays first', () => {
	test.each<[Given, Given]>([
		[
			[
				['end_frame', b],
				['ref_img_url', a],
			],
			[
				['start_frame', a],
				['end_frame', b],
			],
		],
		[
			[
				['end_frame', b],
				['ref_resources', a],
			],
			[
				['start_frame', a],
				['end_frame', b],
			],
		],
		[
			[
				['end_frame', b],
				['ref_img_url', b],
				['ref_img_url', a],
			],
			[
				['start_frame', a],
				['end_frame', b],
				['ref_img_url', b],
			],
		],
		[
			[
				['end_frame', b],
				['ref_img_url', b],
			],
			[
				['start_frame', b],
				['end_frame', b],
			],
		],
		[
			[
				['start_frame', a],
				['end_frame', b],
				['ref_img_url', b],
			],
			[
				['start_frame', a],
				['end_frame', b],
				['ref_img_url', b],
			],
		],
		[
			[
				['ref_img_url', b],
				['ref_img_url', a],
			],
			[
				['ref_img_url', b],
				['ref_img_url', a],
			],
		],
	])('%j', (given, sent) => {
		expect(fieldsOf(firstFrameFirst(mediaOf(given)))).toEqual(sent);
	});

	test('in the request of a last frame with a reference image', () => {
		const model = findModel(own.model_code);
		if (!model) throw new Error('no such model');
		expect(requestOf(model, { endFrameUrl: b, referenceImages: [a] })).toEqual({
			body: { ...own, start_frame: a, end_frame: b, number_of_images: 1 },
			files: [],
		});
	});
});
