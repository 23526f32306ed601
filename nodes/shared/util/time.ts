import { DateTime } from 'luxon';

import { DECIMAL } from './text';

/*
 * Points in time, as the service, ISO 8601 and people write them.
 */

/** Unix seconds have fewer digits than milliseconds, for all times that a task can have. */
const FIRST_MILLISECONDS = 1e11;

/** A time since the epoch in seconds, or in thousandths, millionths or billionths of one, in seconds. */
export function unixSeconds(time: number): number {
	let seconds = time;
	for (let step = 0; step < 3 && seconds >= FIRST_MILLISECONDS; step++) seconds /= 1000;
	return seconds;
}

/** Unix seconds, as the service writes times (service.md 1), or milliseconds and less, as ISO 8601. */
export function isoTime(time: number | undefined): string | undefined {
	const date = new Date(time && time > 0 ? unixSeconds(time) * 1000 : NaN);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** A text without a time zone is no point in time: nobody knows which clock it means. */
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
	return readings
		.find(({ isValid }) => isValid)
		?.toJSDate()
		.toISOString();
}

/**
 * Date and time as the clock of the user shows it, such as "2026-03-01 14:05:30".
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow; UTC where it is none
 * @returns undefined where there is no time
 */
export function formatTime(time: string | undefined, zone: string): string | undefined {
	const moment = DateTime.fromISO(time ?? '', { zone: 'utc' });
	const local = moment.setZone(zone);
	const readable = local.isValid ? local : moment;
	return readable.isValid ? readable.toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}
