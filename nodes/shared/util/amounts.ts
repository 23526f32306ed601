import { round } from 'lodash';

/*
 * Sizes and durations for people.
 */

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as a file manager shows it, in powers of 1000: "512 bytes", "12 kB", "1.5 MB", "2 GB". */
export function formatBytes(bytes: number): string {
	// Whole numbers up to kB, from MB with one decimal.
	const sizes = UNITS.map((_, unit) => round(bytes / 1000 ** unit, unit < 2 ? 0 : 1));
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

/** A duration for people, such as "30 seconds", "1.5 minutes" or "2 hours". */
export function formatDuration(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1) return counted(Math.round(ms / 1000), 'second');
	return minutes < 120 ? counted(minutes, 'minute') : counted(minutes / 60, 'hour');
}

function counted(amount: number, unit: string): string {
	const count = round(amount, 1);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
