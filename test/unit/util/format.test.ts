import { describe, expect, it } from '@jest/globals';

import {
	formatBytes,
	formatCount,
	formatDuration,
	formatLimit,
	formatTime,
} from '../../../nodes/shared/util/format';

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

describe('A count', () => {
	it.each([
		[0, '0'],
		[999, '999'],
		[5_000, '5,000'],
		[1_234_567, '1,234,567'],
	])('of %d is shown as %s', (count, text) => {
		expect(formatCount(count)).toBe(text);
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
