import { round } from 'lodash';

/*
 * Sizes and durations for people.
 */

/** The units of sizes, from the smallest up, with the decimals that a size in them is shown with. */
const UNITS = [
	{ name: 'bytes', decimals: 0 },
	{ name: 'kB', decimals: 0 },
	{ name: 'MB', decimals: 1 },
	{ name: 'GB', decimals: 1 },
] as const;

/**
 * A size as a file manager shows it, in powers of 1000: "512 bytes", "12 kB", "1.5 MB", "2 GB". Above GB there is no
 * larger unit: "1500 GB".
 */
export function formatBytes(bytes: number): string {
	if (bytes === 1) return '1 byte';
	let shown = '';
	// From unit to unit, until the number is short enough, or there is no larger unit.
	for (const [power, { name, decimals }] of UNITS.entries()) {
		const size = round(bytes / 1000 ** power, decimals);
		shown = `${size} ${name}`;
		// The rounded size decides, because 999,999 bytes are "1 MB" and not "1000 kB".
		if (size < 1000) break;
	}
	return shown;
}

/**
 * A limit of sizes in the words of the service: "30 MB" for 30 × 1024² bytes. The service leaves open whether its MB
 * has 1000² or 1024² bytes. The pack's limits have the larger unit, so that only what exceeds both is refused. The
 * number is rounded to a whole one.
 */
export function formatLimit(bytes: number): string {
	const largestUnit = UNITS.length - 1;
	let size = bytes;
	let unit = 0;
	while (size >= 1024 && unit < largestUnit) {
		size /= 1024;
		unit++;
	}
	return `${Math.round(size)} ${UNITS[unit]?.name}`;
}

/**
 * A duration in milliseconds, rounded for people: "30 seconds" below a minute, then "1.5 minutes" or "90 minutes", and
 * from two hours on "2 hours".
 */
export function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return amountOf(seconds, 'second');
	const minutes = ms / 60_000;
	if (round(minutes, 1) < 120) return amountOf(minutes, 'minute');
	return amountOf(minutes / 60, 'hour');
}

/**
 * A number of units in words, rounded to one decimal: "1 minute", "1.5 minutes", "2 minutes".
 *
 * @param unit in the singular
 */
function amountOf(amount: number, unit: string): string {
	const rounded = round(amount, 1);
	return rounded === 1 ? `1 ${unit}` : `${rounded} ${unit}s`;
}
