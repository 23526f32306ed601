import { describe, expect, it } from '@jest/globals';

import { explanation, plainText, shown } from '../../../nodes/shared/util/text';

describe('A text as title and description', () => {
	it.each([
		["'Text' is missing", "'Text' is missing", ''],
		['It broke. Try again', 'It broke', 'Try again.'],
		["'Text' is missing. 'Voice' is missing", "'Text' is missing", "'Voice' is missing."],
		[
			"'My. Video.mp4' is empty. Choose another one.",
			"'My. Video.mp4' is empty",
			'Choose another one.',
		],
		["'Tom's. Video.mp4' is empty. Go", "'Tom's. Video.mp4' is empty", 'Go.'],
		[
			"The service's host api.example.com is down. Wait",
			"The service's host api.example.com is down",
			'Wait.',
		],
		['Version 1.0 is old', 'Version 1.0 is old', ''],
		["It must be {{ 'a' }}. {{ 'b' }} is not", "It must be {{ 'a' }}", "{{ 'b' }} is not."],
	])('%s', (text, title, description) => {
		expect(explanation(text)).toEqual({ title, description });
	});
});

describe('A value as text', () => {
	const circle: unknown[] = [];
	circle.push(circle);

	it.each([
		[' a ', 'a', ' a '],
		[7, '7', '7'],
		[NaN, '', 'NaN'],
		[-Infinity, '', '-Infinity'],
		[2n, '2', '2'],
		[null, '', 'null'],
		[undefined, '', 'missing'],
		[true, '', 'true'],
		[{ toString: null }, '', '{"toString":null}'],
		[['a'], '', '["a"]'],
		[circle, '', '["(left out)"]'],
		['x'.repeat(61), 'x'.repeat(61), `${'x'.repeat(60)}…`],
	])('%p', (value, plain, inMessage) => {
		expect(plainText(value)).toBe(plain);
		expect(shown(value)).toBe(inMessage);
	});
});
