import { describe, expect, test } from '@jest/globals';

import { models } from '../../../nodes/AiCreate/models/catalogue';
import { estimateCost, pricedModels } from '../../../nodes/AiCreate/models/price';
import type { SubmitBody } from '../../../nodes/AiCreate/models/catalogue/types';

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
	expect(pricedModels).toEqual(['modelc3.0-first-last-to-video']);
});
