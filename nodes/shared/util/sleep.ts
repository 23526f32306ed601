import { sleep } from 'n8n-workflow';

import { StoppedError } from './errors';
import { onEnd } from './signals';

/** n8n versions before 2.34 ignore the signal of `sleep`; short slices end the wait in time there too. */
const SLICE_MS = 500;

/**
 * Waits, and ends at once when the execution is stopped.
 *
 * @param ms how long, in milliseconds
 * @param signal n8n's cancel signal
 * @throws StoppedError when the execution is stopped
 */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		throwIfStopped(signal);
		try {
			await sleep(Math.min(left, SLICE_MS), signal);
		} catch {
			throwIfStopped(signal);
		}
	}
	throwIfStopped(signal);
}

/** @throws StoppedError when the execution is stopped */
export function throwIfStopped(signal?: AbortSignal): void {
	if (signal?.aborted) throw new StoppedError();
}

/**
 * Waits for something that others do, and ends at once when the execution is stopped.
 *
 * @throws StoppedError when the execution is stopped
 */
export async function unlessStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	throwIfStopped(signal);
	if (!signal) return await work;
	let release = () => {};
	const stopped = new Promise<never>((_, reject) => {
		release = onEnd(signal, () => reject(new StoppedError()));
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		release();
	}
}
