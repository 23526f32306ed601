// Values as tables, people and language models write them: taken where they can mean one thing alone.
import { describe, expect, it } from '@jest/globals';

import { choiceMeant } from '../../nodes/shared/fields/choices';
import { colorIn } from '../../nodes/shared/fields/colors';
import { valueOfJson } from '../../nodes/shared/fields/jsonText';
import { type NumberForm, numberIn } from '../../nodes/shared/fields/numbers';
import { listParser, parseBoolean, parserOf } from '../../nodes/shared/fields/parse';
import { shapeMeant, sidesIn } from '../../nodes/shared/fields/shapes';

describe('A number', () => {
	const whole = { isWhole: true };
	it.each<[string, number, NumberForm]>([
		['1.5', 1.5, {}],
		[' +1.5 ', 1.5, {}],
		['−2', -2, {}],
		['.8', 0.8, {}],
		['1.', 1, {}],
		['1e2', 100, {}],
		['1,5', 1.5, {}],
		['"5"', 5, {}],
		['1 024', 1024, {}],
		["1'024", 1024, {}],
		['1,024.5', 1024.5, {}],
		['1.024,5', 1024.5, {}],
		['1,280', 1280, whole],
		['12,345,678', 12345678, whole],
		['5s', 5, { unit: 'seconds' }],
		['5 Seconds', 5, { unit: 'seconds' }],
		['64px', 64, { unit: 'pixels' }],
		['1080p', 1080, { unit: 'lines' }],
		['80 %', 80, { unit: 'percent' }],
		['1,5x', 1.5, { unit: 'times' }],
		['4 images', 4, { unit: 'images' }],
	])('%j is %d', (text, number, form) => {
		expect(numberIn(text, form)).toBe(number);
	});

	it.each<[string, NumberForm]>([
		['five', {}],
		['5-10', {}],
		['1,000', {}],
		['1,2,3', {}],
		['0x40', {}],
		['5s', {}],
		['5 min', { unit: 'seconds' }],
		['5000ms', { unit: 'seconds' }],
		['150%', { unit: 'times' }],
		['1.5.0', {}],
		['--1', {}],
		['٥', {}],
		['', {}],
		['px', { unit: 'pixels' }],
	])('%j is none', (text, form) => {
		expect(numberIn(text, form)).toBe(text);
	});
});

describe('A color', () => {
	it.each([
		['#abcdef', '#abcdef'],
		[' #ABCDEF ', '#ABCDEF'],
		['#f80', '#ff8800'],
		['F80', '#ff8800'],
		['ff8800', '#ff8800'],
		['0xff8800', '#ff8800'],
		['"#ff8800"', '#ff8800'],
		['#ff8800;', '#ff8800'],
		['#ff8800FF', '#ff8800'],
		['#f80f', '#ff8800'],
		['rgb(255, 136, 0)', '#ff8800'],
		['RGB(255 136 0)', '#ff8800'],
		['rgba(255,136,0,1)', '#ff8800'],
		['rgb(255 136 0 / 100%)', '#ff8800'],
		['rgb(100%, 0%, 0%)', '#ff0000'],
		['red', '#ff0000'],
		['White', '#ffffff'],
		['dark blue', '#00008b'],
		['light-grey', '#d3d3d3'],
		['rebeccapurple', '#663399'],
		['yellowgreen', '#9acd32'],
		['tan', '#d2b48c'],
	])('%j is %s', (text, color) => {
		expect(colorIn(text)).toBe(color);
	});

	it.each([
		'#12345',
		'#ff880080',
		'rgba(0,0,0,0.5)',
		'rgb(300,0,0)',
		'rgb(1,2)',
		'rgb(1,2,3,1,1)',
		'transparent',
		'blue green',
		'none',
		'ff',
		'f0f8',
		'',
		{},
		null,
	])('%j is none', (given) => {
		expect(colorIn(given)).toBeUndefined();
	});
});

it.each([
	[true, true],
	['TRUE', true],
	[' yes ', true],
	['On', true],
	['y', true],
	[1, true],
	['1', true],
	[false, false],
	['False', false],
	['no', false],
	['off', false],
	['N', false],
	[0, false],
	['0', false],
])('a switch is taken from %j', (given, value) => {
	expect(parseBoolean(given)).toEqual({ fits: true, value });
});

it.each(['x', 'maybe', 2, '1.0', {}, 'yesno'])('a switch is not taken from %j', (given) => {
	expect(parseBoolean(given)).toMatchObject({ fits: false });
});

describe('A size or a shape', () => {
	const shapes = [
		{ name: 'auto', width: 21, height: 9 },
		{ name: '16:9', width: 16, height: 9 },
		{ name: '1:1', width: 1, height: 1 },
		{ name: '9:16', width: 9, height: 16 },
	];
	it.each<[unknown, number, number]>([
		['1080x1920', 1080, 1920],
		['1080 × 1920', 1080, 1920],
		['1080X1920px', 1080, 1920],
		['1080px x 1920px', 1080, 1920],
		['1080*1920', 1080, 1920],
		['1080 by 1920', 1080, 1920],
		['16/9', 16, 9],
		[{ width: 1080, height: '1920 px' }, 1080, 1920],
	])('%j has two sides', (given, width, height) => {
		expect(sidesIn(given)).toEqual({ width, height });
	});

	it.each(['1080', '1080x', 'x1920', '0x5', '1x2x3', '', null, [], {}, { width: 5 }])(
		'%j has none',
		(given) => {
			expect(sidesIn(given)).toBeUndefined();
		},
	);

	it.each<[unknown, string | undefined]>([
		['1920x1080', '16:9'],
		['32:18', '16:9'],
		['portrait', '9:16'],
		['Vertical', '9:16'],
		['square', '1:1'],
		// Two of them are wide.
		['landscape', undefined],
		['4:3', undefined],
		['round', undefined],
	])('%j means %s', (given, name) => {
		expect(shapeMeant(shapes, given)?.name).toBe(name);
	});
});

describe('A choice', () => {
	const corners = ['Top Left', 'Top Right'].map((name, value) => ({ name, value }));
	const seconds = [5, 10].map((value) => ({ name: String(value), value }));
	it.each([
		['topleft', 0],
		['TOP-RIGHT', 1],
		['"Top Left"', 0],
		["'1'", 1],
	])('%j is one by its label', (given, value) => {
		expect(choiceMeant(corners, given)?.value).toBe(value);
	});

	it('is taken in its unit, and by other words', () => {
		expect(choiceMeant(seconds, '5 sec', { unit: 'seconds' })?.value).toBe(5);
		expect(choiceMeant(seconds, '5 sec')).toBeUndefined();
		expect(choiceMeant(seconds, 'Short', { otherWords: { 5: ['short'] } })?.value).toBe(5);
		expect(choiceMeant(seconds, '1 0')).toBeUndefined();
	});
});

it.each<[string, unknown]>([
	['{"a": 1}', { a: 1 }],
	['```json\n{"a": 1}\n```', { a: 1 }],
	['```\n{"a": 1}\n```\n', { a: 1 }],
	['"{\\"a\\": 1}"', { a: 1 }],
	['', undefined],
	['"text"', 'text'],
])('JSON is read from %j', (text, value) => {
	expect(valueOfJson(text)).toEqual(value);
});

it('JSON that is none is an error', () => {
	expect(valueOfJson('{a: 1}')).toBeInstanceOf(Error);
});

it.each(['a, b', 'a;b', 'a\nb', '["a","b"]'])('a list is read from %j', (given) => {
	expect(listParser([])(given)).toEqual({ fits: true, value: ['a', 'b'] });
});

describe('An ID', () => {
	const parse = parserOf({
		displayName: '',
		name: 'voiceId',
		type: 'resourceLocator',
		default: '',
	});
	it.each([
		['"123"', '123'],
		[' 123 ', '123'],
		[{ voiceId: '123', taskId: '9' }, '123'],
		[{ id: 123 }, '123'],
	])('is taken from %j', (given, value) => {
		expect(parse(given)).toEqual({ fits: true, value });
	});

	it('is not guessed from something else', () => {
		expect(parse({ taskId: '9' })).toMatchObject({ fits: false, expected: 'a text' });
	});
});
