import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isObject, parseJson, quote, safeJson } from '../../../nodes/shared/util/json';
import { fuzzing } from '../../support/fuzz';
import { growth, LINEAR } from '../../support/clock';

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

	it.each(['\\"', '1', '"', '-', '1.', '1e'])('reads any number of %j in linear time', (part) => {
		const read = (size: number) => parseJson(`[1111111111111111111,"${part.repeat(size)}`);
		const readOutside = (size: number) => parseJson(`[1111111111111111111,${part.repeat(size)}`);
		expect(growth(50_000, read)).toBeLessThan(LINEAR);
		expect(growth(50_000, readOutside)).toBeLessThan(LINEAR);
	});
});

describe('Anything as text', () => {
	it.each<[string, unknown, string]>([
		['JSON', { a: [1, 'x', null, true], b: undefined }, '{"a":[1,"x",null,true]}'],
		['nothing', undefined, 'undefined'],
		['a large whole number', { n: 12n }, '[["n","12"]]'],
		[
			'a function beside one',
			{ n: 12n, f: () => 1, d: new Date(NaN) },
			'[["n","12"],["f","function"],["d","Invalid Date"]]',
		],
		[
			'what is empty',
			{ n: 12n, a: null, b: undefined, c: true, d: 1, e: 'x' },
			'[["n","12"],["a","null"],["b","undefined"],["c","true"],["d",1],["e","x"]]',
		],
		['lists', [12n, [1, 2]], '["12",[1,2]]'],
	])('%s', (_what, value, text) => {
		expect(safeJson(value)).toBe(text);
	});

	it('names a circle, and what throws', () => {
		const circle: Record<string, unknown> = { a: 1 };
		circle.self = circle;
		expect(safeJson(circle)).toBe('[["a",1],["self","(left out)"]]');
		const angry = {
			get a() {
				throw new Error('no');
			},
			b: 2,
		};
		expect(safeJson(angry)).toBe('[["a","(unreadable)"],["b",2]]');
		const proxy = new Proxy(
			{},
			{
				ownKeys: () => {
					throw new Error('no');
				},
			},
		);
		expect(safeJson({ proxy })).toBe('[["proxy","(unreadable)"]]');
		expect(
			safeJson({
				toJSON: () => {
					throw new Error('no');
				},
			}),
		).toBe('[["toJSON","function"]]');
	});

	it('ends fifty levels down', () => {
		const nested = (depth: number): unknown[] => (depth === 0 ? [12n] : [nested(depth - 1)]);
		expect(safeJson(nested(50))).toBe(`${'['.repeat(51)}"12"${']'.repeat(51)}`);
		expect(safeJson(nested(51))).toBe(`${'['.repeat(51)}"(left out)"${']'.repeat(51)}`);
	});

	it('leaves out what is too much, whole or in its copy', () => {
		const many = (count: number) => Array<number>(count).fill(1);
		expect(safeJson(many(99_999))).toBe(JSON.stringify(many(99_999)));
		const cut = JSON.parse(safeJson(many(100_000))) as unknown[];
		expect(cut).toHaveLength(99_999);
		expect(safeJson(['x'.repeat(20_000_000)])).toHaveLength(20_000_004);
		expect(safeJson(['x'.repeat(20_000_001)])).toBe('["(left out)"]');
		const wide = Object.fromEntries(many(60_000).map((_, index) => [`k${index}`, 12n]));
		expect((JSON.parse(safeJson(wide)) as unknown[]).length).toBe(50_000);
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
