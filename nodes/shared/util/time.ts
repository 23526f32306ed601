import { DateTime } from 'luxon';

import { DECIMAL } from './text';

/*
 * Points in time, as the service, ISO 8601 and people write them.
 */

/**
 * From this number on, a time is not taken for one in seconds, which would be in the year 5138. In milliseconds, the
 * same number is a time in 1973.
 */
const FIRST_MILLISECONDS = 1e11;

/**
 * Seconds since the epoch, from a number of seconds or milliseconds. The size of the number shows in which of these it
 * is: 1,700,000,000 and 1,700,000,000,000 are the same time in 2023.
 */
export function unixSeconds(time: number): number {
	return time >= FIRST_MILLISECONDS ? time / 1000 : time;
}

/**
 * A time since the epoch as ISO 8601 in UTC: "2026-03-01T14:05:30.000Z".
 *
 * @param time in seconds, as the service writes it (service.md 1); milliseconds are recognized
 * @returns undefined for undefined, for zero and less, and for more than a date can be
 */
export function isoTime(time: number | undefined): string | undefined {
	if (time === undefined || time <= 0) return undefined;
	const date = new Date(unixSeconds(time) * 1000);
	if (Number.isNaN(date.getTime())) return undefined;
	return date.toISOString();
}

/**
 * A time of day, such as "14:05", with a zone at the end, "Z" or "+02:00". A text without a zone is no
 * point in time, because nobody knows which clock it means.
 */
const WITH_ZONE = /:\d\d.*(z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads a time as others write it: since the epoch, as a number, also in a text; or as a text of ISO 8601 with date,
 * time and zone.
 *
 * @returns ISO 8601 in UTC; undefined for anything else, such as a date alone or a time without a zone
 */
export function isoTimeIn(value: unknown): string | undefined {
	if (typeof value === 'number') return isoTime(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (DECIMAL.test(text)) return isoTime(Number(text));
	if (!WITH_ZONE.test(text)) return undefined;
	const time = DateTime.fromISO(text);
	return time.isValid ? time.toJSDate().toISOString() : undefined;
}

/**
 * A time zone as it is, such as "Europe/Rome"; "utc" for one that this version of Node.js does not know, which a
 * workflow may have all the same.
 */
export function knownZone(zone: string): string {
	return DateTime.utc().setZone(zone).isValid ? zone : 'utc';
}

/**
 * Date and time as the clock of the user shows it, such as "2026-03-01 14:05:30".
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow; the time is shown in UTC where this is no zone
 * @returns undefined where `time` is undefined, or a text that is no time
 */
export function formatTime(time: string | undefined, zone: string): string | undefined {
	const utc = DateTime.fromISO(time ?? '', { zone: 'utc' });
	if (!utc.isValid) return undefined;
	return utc.setZone(knownZone(zone)).toFormat('yyyy-MM-dd HH:mm:ss');
}
