import { describe, expect, it } from '@jest/globals';

import type { BodyField } from '../../../nodes/shared/fields/field';
import { atMostCharacters, readField } from '../../../nodes/shared/fields/values';
import { fileViolation } from '../../../nodes/shared/files/fileRef';
import { purposes, type Purpose } from '../../../nodes/shared/files/purposes';

const GIB = 1024 ** 3;
const LARGEST_PARTS = 1000 * 10 * 1024 ** 2;

describe('a number', () => {
	const number: BodyField = {
		path: 'x',
		property: {
			displayName: 'Field',
			name: 'x',
			type: 'number',
			default: 1,
			typeOptions: { minValue: 0.5, maxValue: 2, numberPrecision: 2 },
		},
	};

	it.each([0.5, 2])('may be %d, exactly at its limit', (value) => {
		expect(readField(number, value)).toEqual({ value });
	});

	it.each([0.49, 2.01])('may not be %d, beyond its limit', (value) => {
		expect(readField(number, value)).toHaveProperty('violation');
	});
});

describe('a text', () => {
	it.each(['a', 'é', '𠮷'])(
		'of "%s" may have as many characters as its limit, and no more',
		(one) => {
			const tooLong = atMostCharacters(10);
			expect(tooLong(one.repeat(10))).toBeUndefined();
			expect(tooLong(one.repeat(11))).toMatch(/11.*10/);
		},
	);
});

describe('a file', () => {
	const violation = (purpose: Purpose, name: string, bytes: number) =>
		fileViolation(name, bytes, purpose, 'here');

	it('may be exactly as large as its purpose takes', () => {
		expect(purposes.video_translation.maxBytes).toBe(GIB);
		expect(violation('video_translation', 'a.mp4', GIB)).toBeUndefined();
		expect(violation('video_translation', 'a.mp4', GIB + 1)).toContain('a.mp4');
	});

	it('may be exactly as large as all parts together', () => {
		expect(violation('lip_sync_video', 'a.mp4', LARGEST_PARTS)).toBeUndefined();
		expect(violation('lip_sync_video', 'a.mp4', LARGEST_PARTS + 1)).toContain('a.mp4');
	});

	it('may have one byte, but not none', () => {
		expect(violation('lip_sync_video', 'a.mp4', 1)).toBeUndefined();
		expect(violation('lip_sync_video', 'a.mp4', 0)).toContain('a.mp4');
	});
});
