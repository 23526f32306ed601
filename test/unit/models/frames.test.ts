import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { findModel } from '../../../nodes/shared/models/catalogue/index';
import {
	isEndFrameAlone,
	mergeFrames,
	putFirstFrameFirst,
} from '../../../nodes/shared/models/frames';
import { buildSubmitBody } from '../../../nodes/shared/models/request';
import type { SubmitBody } from '../../../nodes/shared/models/catalogue/types';
import { media } from '../../support/models/support';

const [a, b, c] = [media('a.png'), media('b.png'), media('c.png')];
const own = { model_code: 'modelb-2.5-first-last-to-video', creation_type: 4 as const };

function image(url: string): { url: string; file_type: string } {
	return { url, file_type: 'image' };
}

describe('merging', () => {
	test.each([
		[{ start_frame: a }, [a]],
		[{ start_frame: a, end_frame: b }, [a, b]],
		[{ start_frame: a, end_frame: a, ref_img_url: [a] }, [a]],
		[{ ref_img_url: [b, a], ref_resources: [image(a), image(b)] }, [b, a]],
		[{ start_frame: a, ref_resources: [image(b), image(c)] }, [a, b, c]],
		[{}, []],
	])('%j', (values, urls) => {
		expect(mergeFrames(values).map(({ url }) => url)).toEqual(urls);
	});

	test('names the field where an address appears first', () => {
		const values = { start_frame: a, ref_img_url: [a, b], ref_resources: [image(b)] };
		expect(mergeFrames(values)).toEqual([
			{ field: 'start_frame', url: a },
			{ field: 'ref_img_url', url: b },
		]);
	});

	test('counts every address once, in order of appearance', () => {
		const url = fc.constantFrom(a, b, c);
		const values = fc.record(
			{
				start_frame: url,
				end_frame: url,
				ref_img_url: fc.array(url),
				ref_resources: fc.array(url.map(image)),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(values, (given) => {
				const all = [
					given.start_frame,
					given.end_frame,
					...(given.ref_img_url ?? []),
					...(given.ref_resources ?? []).map((entry) => entry.url),
				].filter((entry) => entry !== undefined);
				expect(mergeFrames(given).map((frame) => frame.url)).toEqual([...new Set(all)]);
				const others = all.length - (given.end_frame === undefined ? 0 : 1);
				expect(isEndFrameAlone(given)).toBe(given.end_frame !== undefined && others === 0);
			}),
		);
	});
});

describe('the first image stays first', () => {
	test.each([
		[
			{ end_frame: b, ref_img_url: [a] },
			{ start_frame: a, end_frame: b },
		],
		[
			{ end_frame: b, ref_resources: [image(a)] },
			{ start_frame: a, end_frame: b },
		],
		[
			{ end_frame: b, ref_img_url: [b, a] },
			{ start_frame: a, end_frame: b, ref_img_url: [b] },
		],
		[
			{ end_frame: b, ref_img_url: [b] },
			{ start_frame: b, end_frame: b },
		],
		[
			{ start_frame: a, end_frame: b, ref_img_url: [b] },
			{ start_frame: a, end_frame: b, ref_img_url: [b] },
		],
		[{ ref_img_url: [b, a] }, { ref_img_url: [b, a] }],
	])('%j', (given, sent) => {
		expect(putFirstFrameFirst({ ...own, ...given } as SubmitBody)).toEqual({ ...own, ...sent });
	});

	test('in the request of a last frame with a reference image', () => {
		const model = findModel(own.model_code);
		if (!model) throw new Error('model is missing');
		expect(buildSubmitBody(model, { endFrame: b, refImgUrl: [a] })).toEqual({
			body: { ...own, start_frame: a, end_frame: b, number_of_images: 1 },
		});
	});
});
