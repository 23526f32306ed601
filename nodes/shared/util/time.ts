import { DateTime } from 'luxon';

/*
 * Points in time, as the service, ISO 8601 and people write them.
 */

/** Unix seconds have fewer digits than milliseconds, for all times that a task can have. */
const FIRST_MILLISECONDS = 1e11;

/** A time since the epoch in seconds or milliseconds, in seconds. */
export function unixSeconds(time: number): number {
	return time < FIRST_MILLISECONDS ? time : time / 1000;
}

/** Unix seconds, as the service writes times (service.md 1), or milliseconds, as ISO 8601. */
export function isoTime(time: number | undefined): string | undefined {
	const date = new Date(time && time > 0 ? unixSeconds(time) * 1000 : NaN);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
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
