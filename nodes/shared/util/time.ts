import { DateTime } from 'luxon';

import { DECIMAL } from './text';

/*
 * Points in time, as the service, ISO 8601 and people write them.
 */

/** As seconds, no time that a task can have is as large; as milliseconds, every such time is. */
const FIRST_MILLISECONDS = 1e11;

/** A time since the epoch in seconds, where it may be given in seconds, milliseconds, microseconds or nanoseconds. */
export function unixSeconds(time: number): number {
	let seconds = time;
	for (let step = 0; step < 3 && seconds >= FIRST_MILLISECONDS; step++) seconds /= 1000;
	return seconds;
}

/**
 * A time since the epoch as ISO 8601 in UTC. The service writes Unix seconds (service.md 1); smaller units are recognized.
 *
 * @returns undefined for no time: nothing, zero, less, or more than a date can be
 */
export function isoTime(time: number | undefined): string | undefined {
	if (time === undefined || time <= 0) return undefined;
	const date = new Date(unixSeconds(time) * 1000);
	if (Number.isNaN(date.getTime())) return undefined;
	return date.toISOString();
}

/**
 * A time of day, such as "14:05", with a zone at the end, such as "Z", "GMT" or "+02:00". A text without a zone is no point in
 * time, because nobody knows which clock it means.
 */
const WITH_ZONE = /:\d\d.*(z|utc|gmt|[+-]\d\d:?\d\d)$/i;

/**
 * Reads a time as others write it: since the epoch, as a number or a text, or as date, time and zone.
 *
 * @returns ISO 8601 in UTC; undefined where it is none
 */
export function isoTimeIn(value: unknown): string | undefined {
	if (typeof value === 'number') return isoTime(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (DECIMAL.test(text)) return isoTime(Number(text));
	if (!WITH_ZONE.test(text)) return undefined;
	const readings = [DateTime.fromISO(text), DateTime.fromSQL(text), DateTime.fromRFC2822(text)];
	const reading = readings.find(({ isValid }) => isValid);
	return reading?.toJSDate().toISOString();
}

/**
 * Date and time as the clock of the user shows it, such as "2026-03-01 14:05:30".
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow; UTC where it is none
 * @returns undefined where there is no time
 */
export function formatTime(time: string | undefined, zone: string): string | undefined {
	const utc = DateTime.fromISO(time ?? '', { zone: 'utc' });
	if (!utc.isValid) return undefined;
	const local = utc.setZone(zone);
	const shown = local.isValid ? local : utc;
	return shown.toFormat('yyyy-MM-dd HH:mm:ss');
}
