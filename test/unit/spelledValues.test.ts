// Values as tables, people and language models write them: taken where they can mean one thing alone.
import { describe, expect, it } from '@jest/globals';

import { choiceMeant } from '../../nodes/shared/fields/choices';
import { colorIn } from '../../nodes/shared/fields/colors';
import { readField } from '../../nodes/shared/fields/field';
import { valueOfJson } from '../../nodes/shared/fields/jsonText';
import { type NumberForm, numberIn } from '../../nodes/shared/fields/numbers';
import { listParser, parseBoolean, parserOf } from '../../nodes/shared/fields/parse';
import { shapeMeant, sidesIn } from '../../nodes/shared/fields/shapes';
import { screenChoice } from '../../nodes/shared/fields/videoFields';

describe('A number', () => {
	const whole = { isWhole: true };
	it.each<[string, number, NumberForm]>([
		['1e2', 100, {}],
		['1,5', 1.5, {}],
		["1'024.25", 1024.25, {}],
		['1,024.5', 1024.5, {}],
		['1.024,5', 1024.5, {}],
		['12,345,678', 12345678, whole],
		['1 234 567', 1_234_567, {}],
		['0.5 min', 30, { unit: 'seconds' }],
		['5000ms', 5, { unit: 'seconds' }],
		['5-second', 5, { unit: 'seconds' }],
		['5 (seconds)', 5, { unit: 'seconds' }],
		['５秒', 5, { unit: 'seconds' }],
		['x1.5', 1.5, { unit: 'times' }],
		['×2', 2, { unit: 'images' }],
		['150%', 1.5, { unit: 'times' }],
		['+60%', 1.6, { unit: 'times' }],
		['-10 %', 0.9, { unit: 'times' }],
		['−5%', 0.95, { unit: 'times' }],
		['Duration: 10 seconds', 10, { unit: 'seconds' }],
		['five', 5, {}],
		['about 10 seconds', 10, { unit: 'seconds' }],
		['Duration: ~10s', 10, { unit: 'seconds' }],
		['ca. zehn Sekunden', 10, { unit: 'seconds' }],
		['约10秒', 10, { unit: 'seconds' }],
		['10-second video', 10, { unit: 'seconds' }],
		['half a minute', 30, { unit: 'seconds' }],
		['about half an hour', 30, { unit: 'minutes' }],
		['eine halbe Stunde', 30, { unit: 'minutes' }],
		["mezz'ora", 30, { unit: 'minutes' }],
		['zehn Sekunden', 10, { unit: 'seconds' }],
		['五秒', 5, { unit: 'seconds' }],
		[',5', 0.5, {}],
		['5,', 5, {}],
		['2 days', 2880, { unit: 'minutes' }],
		['0:05', 5, { unit: 'seconds' }],
		['1:30:00', 90, { unit: 'minutes' }],
		['1.080', 1080, whole],
	])('%j is %d', (text, number, form) => {
		expect(numberIn(text, form)).toBe(number);
	});

	it.each<[string, NumberForm]>([
		['fife¦5-10¦1,000¦1,2,3¦0x40¦5s¦00:05¦--1¦', {}],
		['0:05', { unit: 'minutes' }],
		['0:75¦x1.5¦5 scenes¦1 min 5 s', { unit: 'seconds' }],
		[
			'about 5-10 s¦at least 5 s¦about¦~¦<5 s¦half¦half price¦halfway¦10 video¦one video¦video',
			{ unit: 'seconds' },
		],
		['px', { unit: 'pixels' }],
	])('none of %j is one, as %j', (texts, form) => {
		for (const text of texts.split('¦')) expect(numberIn(text, form)).toBe(text);
	});
});

describe('A color', () => {
	it.each([
		[' #ABCDEF ', '#ABCDEF'],
		['F80', '#ff8800'],
		['0xff8800', '#ff8800'],
		['"#ff8800"', '#ff8800'],
		['#ff8800;', '#ff8800'],
		['#ff8800FF', '#ff8800'],
		['#f80f', '#ff8800'],
		['rgb(255, 136, 0)', '#ff8800'],
		['rgba(255,136,0,1)', '#ff8800'],
		['White', '#ffffff'],
		['dark blue', '#00008b'],
		['light-grey', '#d3d3d3'],
		['RGB 255 136 0', '#ff8800'],
		['RGB: 255, 136, 0', '#ff8800'],
		['255, 136, 0', '#ff8800'],
		['[255, 136, 0]', '#ff8800'],
		['White (#FFFFFF)', '#ffffff'],
		['#f80 – orange', '#ff8800'],
		['Weiß', '#ffffff'],
		['kırmızı', '#ff0000'],
		['White.', '#ffffff'],
	])('%j is %s', (text, color) => {
		expect(colorIn(text)).toBe(color);
	});

	it.each<unknown>([
		...'#12345¦#ff880080¦#ff88001¦#ff8800 or #000000¦ff¦f0f8¦rgb(300,0,0)¦rgb(1,2)'.split('¦'),
		...'rgb(1,2,3,1,1)¦rgba(0,0,0,0.5)¦hsl(0, 100%, 50%)¦255,0¦transparent'.split('¦'),
		...'256, 136, 0¦255.136.0¦10, 20, 30, 40¦rgb255,136,0¦[1, 0, 0]¦1 0 0 1'.split('¦'),
		...'blue green¦none¦'.split('¦'),
		{},
		null,
	])('%j is none', (given) => {
		expect(colorIn(given)).toBeUndefined();
	});
});

it.each([
	[true, true],
	['TRUE', true],
	[1, true],
	['Yes.', true],
	['hayır', false],
])('a switch is taken from %j', (given, value) => {
	expect(parseBoolean(given)).toEqual({ fits: true, value });
});

it.each([2, 'yesno'])('a switch is not taken from %j', (given) => {
	expect(parseBoolean(given)).toMatchObject({ fits: false });
});

describe('A size or a shape', () => {
	const shapes = [
		{ name: 'auto', width: 21, height: 9 },
		{ name: '16:9', width: 16, height: 9 },
		{ name: '1:1', width: 1, height: 1 },
		{ name: '9:16', width: 9, height: 16 },
	];
	it('has two sides', () => {
		for (const given of ['1080 × 1920', '1080px x 1920px']) {
			expect(sidesIn(given)).toEqual({ width: 1080, height: 1920 });
		}
	});

	it.each(['0x5', '1x2x3'])('%j has none', (given) => {
		expect(sidesIn(given)).toBeUndefined();
	});

	it.each<[unknown, string | undefined]>([
		['9:16 (Hochformat)', '9:16'],
		['9:16 landscape', undefined],
		['wide (16:9)', '16:9'],
		['wide 9:16', undefined],
		['YouTube thumbnail 16:9', '16:9'],
		// Posts there have several shapes.
		['Instagram', undefined],
		['09:16:00', '9:16'],
		// As a sheet shows and counts the time of day for which it takes a ratio.
		['9:16 AM', '9:16'],
		['4:09:00 PM', '16:9'],
		[0.386111111111111, '9:16'],
		// 9 by 16 as a fraction, which nobody writes for a shape.
		[0.5625, undefined],
		['9:16 for TikTok', '9:16'],
		['1:1 Instagram', '1:1'],
		['RATIO_16_9', '16:9'],
		['portrait_16_9', undefined],
		['정사각형', '1:1'],
		['IG Reel', '9:16'],
		['Facebook Story', '9:16'],
		['1,080 x 1,920', '9:16'],
		['1920w × 1080h', '16:9'],
		// Two of them are wide.
	])('%j means %s', (given, name) => {
		expect(shapeMeant(shapes, given)?.name).toBe(name);
	});
});

describe('A choice', () => {
	const corners = ['Top Left', 'Top Right'].map((name, value) => ({ name, value }));
	const seconds = [5, 10].map((value) => ({ name: String(value), value }));
	it.each([
		['topleft', 0],
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

	const heights = [720, 1080].map((value) => ({ name: `${value}p`, value }));
	const otherWords = { 720: ['hd'], 1080: ['full hd'] };
	it.each([
		['1,080', 1080],
		['1.080', 1080],
		['1080p (Full HD)', 1080],
		['720p (for drafts)', 720],
		['720p (1080p)', undefined],
	])('%j is %s by its other words', (given, value) => {
		expect(choiceMeant(heights, given, { otherWords, unit: 'lines' })?.value).toBe(value);
	});
});

it.each<[string, unknown]>([
	['', undefined],
	['"text"', 'text'],
	['{a: 1}', { a: 1 }],
	['{"a": [1, 2,],}', { a: [1, 2] }],
	["{'a': True, 'b': None, 'c': 'it\\'s \"so\"'}", { a: true, b: null, c: 'it\'s "so"' }],
	['{“a”：“b”，„c“: 1}', { a: 'b', c: 1 }],
	['{"a": 1 /* one */, // two\n"b": "http://x,}"}', { a: 1, b: 'http://x,}' }],
	['{"a":"two\nlines"}', { a: 'two\nlines' }],
	["{'seed': 12345678901234567890}", { seed: Number('12345678901234567890') }],
	['Here it is:\n```json\n{"a": 1}\n```\n', { a: 1 }],
])('JSON is read from %j', (text, value) => {
	expect(valueOfJson(text)).toEqual(value);
});

it.each(['{a: b}', 'a: 1', '{"a": 1}{"b": 2}'])('%j is no JSON', (text) => {
	expect(valueOfJson(text)).toBeInstanceOf(Error);
});

it.each(['a, b', 'a|b', 'a、b', '["a","b"]'])('a list is read from %j', (given) => {
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
		// As Baserow gives a cell that is chosen or looked up.
		[[{ id: 12, value: '8988587500000000000' }], '8988587500000000000'],
		[{ id: '8988587500000000000', value: 'Ada Warm' }, '8988587500000000000'],
		...'`1234567`¦{"voiceId":"1234567"}¦["1234567"]¦#1234567¦1234567,¦(1234567)¦**1234567**'
			.split('¦')
			.map((given) => [given, '1234567'] as const),
		['Ada Warm (ID 8988587500000000000)', '8988587500000000000'],
		...'8988587500000000000 - Ada Warm 2¦Ada Warm – 8988587500000000000¦lipSync 8988587500000000000'
			.concat('¦The ID is 8988587500000000000.¦="8988587500000000000" is the ID')
			.concat('¦Voice ID: 8988587500000000000¦"voiceId": "8988587500000000000",')
			.split('¦')
			.map((given) => [given, '8988587500000000000'] as const),
		// Several may be meant, or none.
		...'8988587500000000000 or 1234567¦Ada 8988587500000000000, Ben 8988587500000000001'
			.concat('¦Ada https://example.com/8988587500000000000¦1234567 1234568')
			.split('¦')
			.map((given) => [given, given] as const),
		['https://example.com/1234567', 'https://example.com/1234567'],
		['Ada Warm', 'Ada Warm'],
	])('is taken from %j', (given, value) => {
		expect(parse(given)).toEqual({ fits: true, value });
	});

	it('of a person is that of the task that made the person', () => {
		const task = { taskId: '620001', taskKind: 'person', voiceId: '898001' };
		const type = 'resourceLocator';
		const parseId = parserOf({ displayName: '', name: 'personId', type, default: '' });
		expect(parseId(task)).toEqual({ fits: true, value: '620001' });
	});

	it('is not guessed from something else', () => {
		expect(parse({ taskId: '9' })).toMatchObject({ fits: false, expected: 'a text' });
	});
});

describe('A screen', () => {
	const [screen] = screenChoice(
		['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
		'',
	);
	const read = (given: unknown) => screen && readField(screen, given);

	it.each([
		['Hochformat', 'portrait'],
		['1080p vertical', 'portrait'],
		['1920 х 1080', 'landscape'],
		['Full HD landscape', 'landscape'],
		['YouTube 4K', 'landscape4k'],
		['UHD portrait', 'portrait4k'],
		['Instagram Story', 'portrait'],
		['vertical video', 'portrait'],
		['Vídeo vertical', 'portrait'],
		['Portrait mode', 'portrait'],
		['Portrait for TikTok', 'portrait'],
		['square format', 'square'],
		['縦長', 'portrait'],
		['가로', 'landscape'],
		['عمودي', 'portrait'],
		['16:9', 'landscape'],
		['1280 x 720 px', '1280x720'],
	])('%j is %s', (given, value) => {
		expect(read(given)).toEqual({ value });
	});

	it.each(['same', 'Original', 'same as source'])(
		'%j is that of the video, where one is worked on',
		(given) => {
			const [screenOfVideo] = screenChoice(['landscape', 'portrait'], '', 'A hint.');
			expect(screenOfVideo && readField(screenOfVideo, given)).toEqual({ value: 'source' });
		},
	);

	const impossible = [`1${'0'.repeat(21)}x720`, { width: Infinity, height: 720 }];
	it.each(['4K', 'video', ...impossible])('%j does not say which one', (given) => {
		const reading = read(given);
		if (!reading || !('violation' in reading)) throw new Error('it was taken');
		expect(reading.violation.title).toContain("'Square (1080 × 1080)' (square)");
	});
});
