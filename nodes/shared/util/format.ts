import { DateTime } from 'luxon';

/** A size for people, in kB, MB and GB of the powers of 1000. */
export function formatBytes(bytes: number): string {
	if (bytes < 1e6) return `${Math.ceil(bytes / 1000)} kB`;
	return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A duration for people, such as "1.5 minutes". */
export function formatMinutes(ms: number): string {
	const count = Math.round(ms / 6000) / 10;
	return count === 1 ? '1 minute' : `${count} minutes`;
}

/**
 * Date and time as the clock of the user shows it.
 *
 * @param time Unix seconds or ISO 8601
 * @param zone time zone of the workflow; UTC where it is none
 * @returns undefined where there is no time
 */
export function formatTime(
	time: number | string | null | undefined,
	zone: string,
	format = 'yyyy-MM-dd HH:mm:ss',
): string | undefined {
	if (!time) return undefined;
	const moment =
		typeof time === 'number'
			? DateTime.fromSeconds(time, { zone: 'utc' })
			: DateTime.fromISO(time, { zone: 'utc' });
	const local = moment.setZone(zone);
	const readable = local.isValid ? local : moment;
	return readable.isValid ? readable.toFormat(format) : undefined;
}
