import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import {
	formatBytes,
	formatDuration,
	formatLimit,
	formatTime,
} from '../../nodes/shared/util/format';
import { isObject, parseJson, quote, safeJson } from '../../nodes/shared/util/json';
import { fuzzing } from '../support/fuzz';
import { explanation, formatValue, plainText } from '../../nodes/shared/util/text';
import { hostOf, isWebAddress, toWebAddress } from '../../nodes/shared/util/url';

describe('A size', () => {
	it.each([
		[0, '0 bytes'],
		[1, '1 byte'],
		[999, '999 bytes'],
		[1000, '1 kB'],
		[12_400, '12 kB'],
		[999_499, '999 kB'],
		[999_500, '1 MB'],
		[1_500_000, '1.5 MB'],
		[999_960_000, '1 GB'],
		[1024 ** 3, '1.1 GB'],
		[2.5e12, '2500 GB'],
	])('of %d bytes is shown as a file manager shows it: %s', (bytes, text) => {
		expect(formatBytes(bytes)).toBe(text);
	});
});

describe('A limit', () => {
	it.each([
		[10 * 1024 ** 2, '10 MB'],
		[30 * 1024 ** 2, '30 MB'],
		[1024 ** 3, '1 GB'],
		[2000 * 1024 ** 3, '2000 GB'],
	])('of %d bytes is shown as the service states it: %s', (bytes, text) => {
		expect(formatLimit(bytes)).toBe(text);
	});
});

describe('A duration', () => {
	it.each([
		[1_000, '1 second'],
		[30_000, '30 seconds'],
		[60_000, '1 minute'],
		[90_000, '1.5 minutes'],
		[60 * 60_000, '60 minutes'],
		[120 * 60_000, '2 hours'],
	])('of %d ms is %s', (ms, text) => {
		expect(formatDuration(ms)).toBe(text);
	});
});

describe('A time', () => {
	it.each([
		['2026-03-01T23:05:30Z', 'Asia/Tokyo', '2026-03-02 08:05:30'],
		[Date.UTC(2026, 2, 1, 23, 5, 30) / 1000, 'Asia/Tokyo', '2026-03-02 08:05:30'],
		['2026-03-01T23:05:30Z', 'not/a zone', '2026-03-01 23:05:30'],
	])('%s in %s has its date: %s', (time, zone, text) => {
		expect(formatTime(time, zone)).toBe(text);
	});

	it.each([undefined, null, '', 0, 'soon'])('is left out where there is none: %j', (time) => {
		expect(formatTime(time, 'UTC')).toBeUndefined();
	});
});

describe('JSON of the service', () => {
	it.each([
		['{"data":3100000000000015839}', { data: '3100000000000015839' }],
		['[-9007199254740993]', ['-9007199254740993']],
		['9007199254740993', '9007199254740993'],
		['{"data":9007199254740991}', { data: 9007199254740991 }],
		[
			'{"data":1234567890.25,"b":0.1234567890123456789}',
			{ data: 1234567890.25, b: 0.12345678901234568 },
		],
		['{"data":1e300,"id":12345678901234567890}', { data: 1e300, id: '12345678901234567890' }],
		[
			'{"say \\"12345678901234567890\\"":"a \\\\","n":12345678901234567890}',
			{ 'say "12345678901234567890"': 'a \\', n: '12345678901234567890' },
		],
		['\uFEFF{"code":0}', { code: 0 }],
	])('reads %s without rounding', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it('reads everything else as JSON.parse does', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
				const text = JSON.stringify({ value, many: '1'.repeat(20) }, undefined, space);
				const large = /(?<![\d."eE+-])-?\d{16,}(?![\d.eE"])/.test(JSON.stringify(value));
				if (!large) expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
			fuzzing(100),
		);
	});

	it('takes what is no JSON for nothing', () => {
		for (const text of ['{"code":0,"da', '', 'null and more', '[1111111111111111111,']) {
			expect(parseJson(text)).toBeUndefined();
		}
	});
});

describe('Anything as text', () => {
	const circle: Record<string, unknown> = { a: 1 };
	circle.self = circle;
	const fail = () => {
		throw new RangeError('No');
	};
	const deep = Array.from({ length: 20_000 }).reduce<unknown[]>((inner) => [inner], []);

	it.each<[string, unknown, string]>([
		['JSON', { a: [1, 'x', null, true], b: undefined }, '{"a":[1,"x",null,true]}'],
		['nothing', undefined, 'undefined'],
		['a function', fail, 'function'],
		['a large whole number', { n: 12n }, '{"n":"12"}'],
		['a circle', circle, '{"a":1,"self":"[Circular Reference]"}'],
		[
			'a getter that throws',
			Object.defineProperty({}, 'x', { enumerable: true, get: fail }),
			'(unreadable)',
		],
		['what is too deep', deep, '(unreadable)'],
	])('%s', (_what, value, text) => {
		expect(safeJson(value)).toBe(text);
	});
});

describe('A value in a message', () => {
	it.each<[string, unknown, string]>([
		['text as it is', 'a "b"', 'a "b"'],
		['in one line', ' a\n\tb\u0000\u0007c ', 'a b c'],
		['as JSON', { a: 1 }, '{"a":1}'],
		['whole', 'x'.repeat(300), 'x'.repeat(300)],
		['cut', 'x'.repeat(301), `${'x'.repeat(300)}…`],
	])('is %s', (_what, value, text) => {
		expect(quote(value)).toBe(text);
	});

	it('is cleaned before it is cut', () => {
		const clean = (text: string) => text.replace('secret', '(hidden)');
		expect(quote({ a: 'secret' }, clean)).toBe('{"a":"(hidden)"}');
		expect(quote(`${'x'.repeat(297)}secret`, clean)).toBe(`${'x'.repeat(297)}(hi…`);
	});
});

it.each([
	[{}, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
])('%j is an object of JSON: %s', (value, is) => {
	expect(isObject(value)).toBe(is);
});

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
		[circle, '', '["[Circular Reference]"]'],
		['x'.repeat(61), 'x'.repeat(61), `${'x'.repeat(60)}…`],
	])('%p', (value, plain, inMessage) => {
		expect(plainText(value)).toBe(plain);
		expect(formatValue(value)).toBe(inMessage);
	});
});

describe('A web address', () => {
	it.each([
		'https://media.example.com/a.png',
		'HTTPS://Media.Example.com:443/a/../b.png',
		"https://media.example.com/a%20b.png?X-Sig=a%2Fb+c==&n=[1]|{2}'^`#x",
		'http://127.0.0.1:9',
	])('that is valid stays as it is: %s', (address) => {
		expect(toWebAddress(address)).toBe(address);
		expect(toWebAddress(` ${address}\n`)).toBe(address);
		expect(isWebAddress(address)).toBe(true);
		expect(isWebAddress(` ${address}`)).toBe(false);
	});

	it.each([
		['https://example.com/my clip.mp4', 'https://example.com/my%20clip.mp4'],
		[
			'https://example.com/Fäden.png?q=ö&s=a%2Fb',
			'https://example.com/F%C3%A4den.png?q=%C3%B6&s=a%2Fb',
		],
		['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
		['https://example.com/你好/🙂.png', 'https://example.com/%E4%BD%A0%E5%A5%BD/%F0%9F%99%82.png'],
	])('with blanks or letters beyond ASCII is encoded: %s', (given, address) => {
		expect(toWebAddress(given)).toBe(address);
		expect(toWebAddress(address)).toBe(address);
	});

	it.each([
		'',
		'ftp://example.com/a',
		'example.com/a',
		'https://',
		'https://exa mple.com/a',
		'https://example.com/a\nb',
		'https://example.com/a\tb',
		'https://example.com/a.png https://example.com/b.png',
		7,
		null,
		['https://example.com/a'],
	])('is not %j', (value) => {
		expect(toWebAddress(value)).toBeUndefined();
		expect(isWebAddress(value)).toBe(false);
	});

	it('is named in messages by its host alone', () => {
		expect(hostOf('https://user:word@example.com:8443/a?signature=b')).toBe('example.com:8443');
	});
});
