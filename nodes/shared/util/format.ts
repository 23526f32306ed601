import { DateTime } from 'luxon';

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as a file manager shows it, in powers of 1000: "512 bytes", "12 kB", "1.5 MB", "2 GB". */
export function formatBytes(bytes: number): string {
	const sizes = UNITS.map((_, unit) => rounded(bytes / 1000 ** unit, unit));
	// After rounding: 999,999 bytes are "1 MB" and not "1000 kB".
	const fitting = sizes.findIndex((size) => size < 1000);
	const unit = fitting < 0 ? UNITS.length - 1 : fitting;
	return `${sizes[unit]} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}

/**
 * A limit in the words of the service, which leaves open whether its units are decimal: "30 MB" for
 * 30 × 1024² bytes. Only what exceeds both readings is refused.
 */
export function formatLimit(bytes: number): string {
	const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
	return `${Math.round(bytes / 1024 ** unit)} ${UNITS[unit]}`;
}

/** Whole numbers up to kB, from MB with one decimal. */
function rounded(size: number, unit: number): number {
	const decimals = unit < 2 ? 1 : 10;
	return Math.round(size * decimals) / decimals;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A duration for people, such as "30 seconds", "1.5 minutes" or "2 hours". */
export function formatDuration(ms: number): string {
	if (ms < MINUTE_MS) return counted(Math.round(ms / SECOND_MS), 'second');
	return ms < 2 * HOUR_MS ? counted(ms / MINUTE_MS, 'minute') : counted(ms / HOUR_MS, 'hour');
}

function counted(amount: number, unit: string): string {
	const count = Math.round(amount * 10) / 10;
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Date and time as the clock of the user shows it, such as "2026-03-01 14:05:30".
 *
 * @param time Unix seconds or ISO 8601
 * @param zone time zone of the workflow; UTC where it is none
 * @returns undefined where there is no time
 */
export function formatTime(
	time: number | string | null | undefined,
	zone: string,
): string | undefined {
	if (!time) return undefined;
	const moment =
		typeof time === 'number'
			? DateTime.fromSeconds(time, { zone: 'utc' })
			: DateTime.fromISO(time, { zone: 'utc' });
	const local = moment.setZone(zone);
	const readable = local.isValid ? local : moment;
	return readable.isValid ? readable.toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}
