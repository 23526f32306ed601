import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { range } from 'lodash';

import type { BodyField } from '../../nodes/shared/fields/field';
import { atMostCharacters, readField } from '../../nodes/shared/fields/values';
import { fileViolation } from '../../nodes/shared/files/fileRef';
import { type Purpose, purposes } from '../../nodes/shared/files/purposes';
import { models } from '../../nodes/AiCreate/models/catalogue';
import { message } from '../../nodes/shared/util/text';
import { requestOf } from '../support/modelRequests';

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
		fileViolation(name, bytes, purpose, true);

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

const field = (property: Partial<INodeProperties>): BodyField => ({
	path: 'x',
	property: { displayName: 'Field', name: 'x', type: 'string', default: '', ...property },
});

const whole = field({
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3, numberPrecision: 0 },
});
const broken = field({ type: 'number', typeOptions: { numberPrecision: 2 } });
const choice = field({
	type: 'options',
	options: [
		{ name: 'One', value: 1 },
		{ name: 'Red', value: 'red' },
	],
});
const versions = {
	options: ['1.0', '2.0-plus', '3.0', '4', '4.0'].map((value) => ({ name: value, value })),
};
const version = field({ type: 'options', ...versions });
const many = field({ type: 'multiOptions' });

/** An object that JSON can hold and that cannot be made a text. */
const TEXTLESS = { toString: null, valueOf: null };
const written = '{"toString":null,"valueOf":null}';

const unset = field({
	type: 'options',
	options: [
		{ name: 'Default', value: '' },
		{ name: 'One', value: 1 },
	],
});

const expectations: Array<[string, BodyField, string]> = [
	['a text', field({}), 'a text'],
	['a number', broken, 'a number'],
	['a switch', field({ type: 'boolean' }), 'true or false'],
	['a choice', choice, "'One' (1) or 'Red' (red)"],
	['a choice that may be none', unset, "'Default' or 'One' (1)"],
	['a list', many, 'a list of texts'],
];
const withoutText = expectations.map(
	([name, tested, what]): [string, BodyField, unknown, string] => [
		`what has no text, for ${name}`,
		tested,
		TEXTLESS,
		`'Field' must be ${what}, but is ${written}`,
	],
);

describe('a field', () => {
	it.each<[string, BodyField, unknown, unknown]>([
		['a whole number', whole, 3, 3],
		['a number as text', whole, ' 2 ', 2],
		['a broken number', broken, '-0.75', -0.75],
		['a switch', field({ type: 'boolean' }), false, false],
		['a switch as text', field({ type: 'boolean' }), 'False', false],
		['a choice in another case', choice, 'RED', 'red'],
		['a choice as text', choice, '1', 1],
		['a choice as text with decimals', choice, ' 1.0 ', 1],
		['a number for a choice that is a text', version, 3, '3.0'],
		['such a number as text', version, ' 3 ', '3.0'],
		['the exact one of two equal choices', version, 4, '4'],
		[
			'numbers for choices that are texts',
			field({ type: 'multiOptions', ...versions }),
			[1, '3'],
			['1.0', '3.0'],
		],
		['a text with spaces around', field({}), ' a b ', 'a b'],
		['a long text with spaces around', field({ typeOptions: { rows: 2 } }), ' a ', ' a '],
		['a number for a text', field({}), 7, '7'],
		['a large number as BigInt for a text', field({}), 3100000000000015839n, '3100000000000015839'],
		['a colour', field({ type: 'color' }), '#aB01ff', '#aB01ff'],
		['a list', many, ['a', ' b ', 'a', ''], ['a', 'b']],
		['a list as text', many, 'a, b,', ['a', 'b']],
		['a number for a list', many, 4, ['4']],
		['a list as JSON', many, ' ["a", "b", 4] ', ['a', 'b', '4']],
		['what begins like JSON and is none', many, '[a], b', ['[a]', 'b']],
		['a large number in JSON', many, '[3100000000000015839]', ['3100000000000015839']],
	])('takes %s', (_, tested, given, value) => {
		expect(readField(tested, given)).toEqual({ value });
	});

	it.each<[string, BodyField, unknown, string]>([
		['too little', whole, 0, "'Field' must be a whole number from 1 to 3, but is 0"],
		['too much', whole, '4', "'Field' must be a whole number from 1 to 3, but is 4"],
		['a broken number', whole, 1.5, "'Field' must be a whole number from 1 to 3, but is 1.5"],
		['no number', broken, 'much', "'Field' must be a number, but is much"],
		['no finite number', broken, Infinity, "'Field' must be a number, but is Infinity"],
		[
			'a switch for a number',
			whole,
			true,
			"'Field' must be a whole number from 1 to 3, but is true",
		],
		['no switch', field({ type: 'boolean' }), 1, "'Field' must be true or false, but is 1"],
		['no choice', choice, 'blue', "'Field' must be 'One' (1) or 'Red' (red), but is blue"],
		[
			'a number of no choice',
			version,
			2,
			"'Field' must be one of 1.0, 2.0-plus, 3.0, 4 or 4.0, but is 2",
		],
		[
			'a number of two choices',
			version,
			'4.00',
			"'Field' must be one of 1.0, 2.0-plus, 3.0, 4 or 4.0, but is 4.00",
		],
		[
			'a short colour',
			field({ type: 'color' }),
			'#abc',
			"'Field' must be a color in the form #RRGGBB, but is #abc",
		],
		['an object', field({}), { a: 1 }, `'Field' must be a text, but is {"a":1}`],
		['a list of objects', many, [{}], "'Field' must be a list of texts, but is [{}]"],
		...[NaN, Infinity, -Infinity].flatMap(
			(value): Array<[string, BodyField, unknown, string]> => [
				[`${value} for a text`, field({}), value, `'Field' must be a text, but is ${value}`],
				[
					`${value} for a long text`,
					field({ typeOptions: { rows: 2 } }),
					value,
					`'Field' must be a text, but is ${value}`,
				],
				[
					`${value} for a searchable list`,
					field({ type: 'resourceLocator' }),
					value,
					`'Field' must be a text, but is ${value}`,
				],
				[`${value} for a list`, many, value, `'Field' must be a list of texts, but is ${value}`],
				[
					`${value} for a choice`,
					choice,
					value,
					`'Field' must be 'One' (1) or 'Red' (red), but is ${value}`,
				],
			],
		),
		['NaN in a list', many, ['a', NaN], `'Field' must be a list of texts, but is ["a",null]`],
		...withoutText,
	])('refuses %s', (_, tested, given, violation) => {
		expect(readField(tested, given)).toEqual({ violation });
	});

	it.each([undefined, null, '', '  ', [], ['']])('that is empty (%p) is not sent', (given) => {
		expect(readField(field({}), given)).toEqual({});
		expect(readField(field({ required: true }), given)).toEqual({
			violation: "'Field' is missing",
		});
	});

	it.each([',', ' , ,', '[]', '[""]', [' ']])('nothing is left of a list %p', (given) => {
		expect(readField(many, given)).toEqual({});
		expect(readField({ ...many, required: true }, given).violation).toBe("'Field' is missing");
	});

	it.each<[string, BodyField, unknown]>([
		['a text', field({}), 3.1e18],
		['a searchable list', field({ type: 'resourceLocator' }), -1e17],
		['a list', many, ['a', 2 ** 53]],
		['a text with a form of its own', { ...field({}), normalize: String }, 2 ** 60],
	])('refuses a number that was rounded for %s', (_, tested, given) => {
		const { violation } = readField(tested, given);
		expect(violation).toMatch(/^'Field' is a number too large .*in quotes/);
	});
});

it('a message names all that is wrong, once', () => {
	expect(message(['One is wrong', 'Two is wrong', 'One is wrong'])).toBe(
		'One is wrong. Two is wrong',
	);
});

it('a message names the first of very many and counts the others', () => {
	const all = range(40_000).map((index) => `Address ${index} is wrong`);
	const text = message(all);
	expect(text).toMatch(
		/^Address 0 is wrong\. Address 1 is wrong\. .*\. And 39\d{3} more like these$/,
	);
	expect(text.length).toBeLessThan(4_100);
	expect(message(['x'.repeat(100_000)]).length).toBeLessThan(4_100);
});

it('a list far beyond anything that the service takes is refused as a whole', () => {
	const withImages = models.filter(({ fields }) => fields.ref_img_url);
	expect(withImages.length).toBeGreaterThan(0);
	for (const model of withImages) {
		const referenceImages = range(2_000).map((index) => `picture ${index}`);
		const request = requestOf(model, { refPrompt: 'x', referenceImages });
		const violations = 'violations' in request ? request.violations : [];
		expect(violations).toContainEqual(expect.stringMatching(/^'Reference (Files|Images)' .*2000/));
		expect(violations.length).toBeLessThan(10);
	}
});
