import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DateTime } from 'luxon';

import { periodNamed } from '../../nodes/GetTask/namedPeriods';
import { timeOf } from '../../nodes/GetTask/times';

/** A Wednesday. */
const NOW = '2026-11-18T15:30:00+01:00';

describe('times as people write them', () => {
	beforeEach(() => {
		const now = DateTime.fromISO(NOW) as DateTime<true>;
		jest.spyOn(DateTime, 'now').mockReturnValue(now);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	test.each([
		['yesterday', '2026-11-17T00:00'],
		['yesterday 12 am', '2026-11-17T00:00'],
		['yesterday 12 pm', '2026-11-17T12:00'],
		['Yesterday, 3 p.m.', '2026-11-17T15:00'],
		['yesterday at 3:00:20 pm', '2026-11-17T15:00:20'],
		['yesterday 24:00', '2026-11-18T00:00'],
		['30m ago', '2026-11-18T15:00'],
		['an hour ago', '2026-11-18T14:30'],
		['two days ago', '2026-11-16T15:30'],
		['half an hour ago', '2026-11-18T15:00'],
		['vor einer halben Stunde', '2026-11-18T15:00'],
		['vor 3 Tagen', '2026-11-15T15:30'],
		['hace tres días', '2026-11-15T15:30'],
		['il y a une heure', '2026-11-18T14:30'],
		['gestern um 14:30 Uhr', '2026-11-17T14:30'],
		['ayer a las 14:30', '2026-11-17T14:30'],
		['Hier', '2026-11-17T00:00'],
		["aujourd'hui", '2026-11-18T00:00'],
		['昨天 14:30', '2026-11-17T14:30'],
		['this week', '2026-11-16T00:00'],
		['previous_week', '2026-11-09T00:00'],
		['in the last 24 hours', '2026-11-17T15:30'],
		['past 1.5 hours', '2026-11-18T14:00'],
		['last two weeks', '2026-11-04T15:30'],
		['the last week', '2026-11-11T15:30'],
		['past7Days', '2026-11-11T15:30'],
		['thisMonth', '2026-11-01T00:00'],
		['March 2026', '2026-03-01T00:00'],
		['last hour', '2026-11-18T14:30'],
		['2026/11/17 10:30', '2026-11-17T10:30'],
		['November 17th, 2026, 3:00 PM', '2026-11-17T15:00'],
		['Tue, 17 Nov 2026 10:00:00 GMT', '2026-11-17T10:00:00Z'],
		['Tue Nov 17 2026 10:00:00 GMT+0000 (Coordinated Universal Time)', '2026-11-17T10:00:00Z'],
		['Nov 17 2026 at 3pm', '2026-11-17T15:00'],
		['17.11.2026, 10:30', '2026-11-17T10:30'],
		['17.11.2026 10:30:05', '2026-11-17T10:30:05'],
		['Tuesday, November 17, 2026 10:00', '2026-11-17T10:00'],
		['Mar 17, 2026', '2026-03-17T00:00'],
		['2026-11-18 10:00:00 +0100', '2026-11-18T10:00+01:00'],
		['2026-11-17 10:00:00 UTC', '2026-11-17T10:00:00Z'],
		['20261117100000', '2026-11-17T10:00'],
		['2026-1-5', '2026-01-05T00:00'],
		['17-Nov-26', '2026-11-17T00:00'],
		[{ dateTime: '2026-11-17T10:00:00.0000000', timeZone: 'UTC' }, '2026-11-17T10:00Z'],
		[
			{ start: { dateTime: '2026-11-17T10:00:00', timeZone: 'America/New_York' } },
			'2026-11-17T15:00Z',
		],
		[{ start: '2026-11-18', end: null }, '2026-11-18T00:00'],
		[{ date: { start: '2026-11-18' } }, '2026-11-18T00:00'],
	])('%j is %s', (given, time) => {
		const expected = DateTime.fromISO(time, { zone: 'Europe/Berlin' });
		expect(timeOf(given, 'Europe/Berlin')).toBe(expected.toSeconds());
	});

	test.each<unknown>([
		...'yesterday 25:00¦yesterday 14:60¦2026-02-30¦5/6/2026¦next week¦last Friday¦last few days'.split(
			'¦',
		),
		...'this evening¦three apples ago¦2 pixels ago¦Monday'.split('¦'),
		...'gestern Abend¦hier et demain¦yesterdays¦vor Tagen¦vor 3 Tagen ago¦half past three'.split(
			'¦',
		),
		...'2026-11-17 10:00 Europe/Nowhere¦14'.split('¦'),
		{},
		{ end: '2026-11-18' },
		{ dateTime: '2026-11-17T10:00:00', timeZone: 'Nowhere Standard Time' },
	])('%j is no time', (given) => {
		expect(timeOf(given, 'Europe/Berlin')).toBeNaN();
	});
});

test('a day on which clocks skip midnight ends where the next one begins', () => {
	const secondsIn = (time: string) => DateTime.fromISO(time, { zone: 'Africa/Cairo' }).toSeconds();
	expect(periodNamed('2026-04-24', 'Africa/Cairo')).toEqual({
		after: secondsIn('2026-04-24T01:00'),
		before: secondsIn('2026-04-25T00:00'),
	});
});
