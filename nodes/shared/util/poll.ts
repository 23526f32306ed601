import { steadyClock } from './clock';
import { sleepFor } from './sleep';

/** A check that begins as the time is up still gets the time of one request, in milliseconds. */
export const LAST_CHECK_MS = 60_000;

/** How often and how long something is checked. */
export interface Polling {
	/** Longest time in milliseconds, from the first check to the beginning of the last one. */
	timeLimitMs: number;
	/** The wait after a check, in milliseconds, by the time since the first one and the number of checks. */
	waitMs(elapsedMs: number, checks: number): number;
	signal?: AbortSignal;
}

/**
 * Checks something until it gives a result or the time is up.
 *
 * @param check gives undefined as long as there is no result; called with whether it is the last time
 * @returns the result; undefined when the time was up first
 * @throws whatever the check throws; StoppedError when the execution is stopped
 */
export async function poll<T>(
	check: (isLast: boolean) => Promise<T | undefined>,
	{ timeLimitMs, waitMs, signal }: Polling,
): Promise<T | undefined> {
	const now = steadyClock();
	const started = now();
	for (let checks = 1; ; checks++) {
		const result = await check(now() - started >= timeLimitMs);
		if (result !== undefined) return result;
		const elapsedMs = now() - started;
		if (elapsedMs >= timeLimitMs) return undefined;
		await sleepFor(Math.min(waitMs(elapsedMs, checks), timeLimitMs - elapsedMs), signal, now);
	}
}

/** Waits for `poll` that grow by half from check to check, up to a bound. In milliseconds. */
export function slowing(firstMs: number, longestMs: number): Polling['waitMs'] {
	return (_, checks) => Math.min(longestMs, firstMs * 1.5 ** (checks - 1));
}
