import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseJson } from '../../../nodes/shared/util/json';
import { growth, LINEAR } from '../../support/growth';
import { fuzzing } from '../../support/fuzz';

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
