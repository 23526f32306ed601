import { describe, expect, it } from '@jest/globals';
import { range } from 'lodash';

import { bestFirst } from '../../../nodes/shared/lookups/ranking';
import { localTime } from '../../../nodes/shared/lookups/times';
import { growth, LINEAR } from '../../support/clock';

const found = (typed: string, ...names: string[]) =>
	bestFirst(
		names.map((name, index) => ({ name, value: `62000${index}` })),
		typed,
	).map(({ name }) => name);

describe('A search in a list', () => {
	it('shows the very name first', () => {
		const persons = range(70, -1).map((n) => `Person ${String(n).padStart(2, '0')} (male, 07)`);
		expect(
			found('Person 07', 'Person 071 (x)', 'My Person 07 (x)', ...persons).slice(0, 2),
		).toEqual(['Person 07 (male, 07)', 'Person 071 (x)']);
		expect(found('07', ...persons)[0]).toBe('Person 07 (male, 07)');
	});

	it.each<[string, string[], string[]]>([
		['male', ['Anna (female, 4K)', 'Boris (male, 4K)'], ['Boris (male, 4K)']],
		['ann', ['Joanna', 'Mary Ann', 'Anna', 'Ann'], ['Ann', 'Anna', 'Mary Ann']],
		['AI wom', ['Woman, said by AI', 'Woman'], ['Woman, said by AI']],
		['house', ['A lighthouse', 'A tree house', 'House'], ['House', 'A tree house', 'A lighthouse']],
		['zoe', ['Zoë'], ['Zoë']],
		['ZOË', ['zoe'], ['zoe']],
		['07', ['Person07', 'Person107'], ['Person07']],
		['4k', ['Anna (female, 4K)', 'Ben (14K)'], ['Anna (female, 4K)']],
		['talk-final.mp4', ['talk-final.mp4 (1 kB)', 'talk.mp4'], ['talk-final.mp4 (1 kB)']],
		['明', ['小明 (male)', 'Ming'], ['小明 (male)']],
		['×', ['1080 × 1920', '1080'], ['1080 × 1920']],
		['620001', ['Anna', 'Ben'], ['Ben']],
		['6200', ['Anna', 'Ben'], []],
		['german de', ['German (de)', 'Dutch (nl)'], ['German (de)']],
	])('for %j in %j shows %j', (typed, names, expected) => {
		expect(found(typed, ...names)).toEqual(expected);
	});

	it('keeps the order of the service among what fits alike', () => {
		expect(found('a', 'Ava', 'Ada', 'Ann')).toEqual(['Ava', 'Ada', 'Ann']);
	});

	it('takes any text in linear time', () => {
		const long = (size: number) => found('a'.repeat(size), ...range(50).map(() => 'a'.repeat(500)));
		const odd = (size: number) => found(' ( '.repeat(size), 'a ('.repeat(size));
		expect(growth(25_000, long)).toBeLessThan(LINEAR);
		expect(growth(16_000, odd)).toBeLessThan(LINEAR);
	});
});

describe('The time of an entry', () => {
	const at = (zone: string) => ({ getTimezone: () => zone });

	it.each([
		['Asia/Tokyo', '2026-11-21 08:59:59'],
		['America/New_York', '2026-11-20 18:59:59'],
		['not/a zone', '2026-11-20 23:59:59'],
	])('is that of %s', (zone, expected) => {
		expect(localTime(at(zone), '2026-11-20T23:59:59.000Z')).toBe(expected);
		expect(localTime(at(zone), Date.UTC(2026, 10, 20, 23, 59, 59) / 1000)).toBe(expected);
	});

	it.each([undefined, null, 0, '', 'soon'])('is left out where it is %j', (time) => {
		expect(localTime(at('UTC'), time)).toBeUndefined();
	});
});
