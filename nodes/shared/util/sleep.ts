import { sleepSlice } from './capabilities';
import { steadyClock } from './clock';
import { StoppedError } from './errors';
import { onEnd } from './signals';

/**
 * Waits, and ends at once when the execution is stopped.
 *
 * @param ms how long, in milliseconds
 * @param signal n8n's cancel signal
 * @param now the clock by which the time is measured
 * @throws StoppedError when the execution is stopped
 */
export async function sleepFor(
	ms: number,
	signal?: AbortSignal,
	now = steadyClock(),
): Promise<void> {
	const end = now() + ms;
	for (let left = ms; left > 0; left = end - now()) {
		throwIfStopped(signal);
		try {
			await sleepSlice(left, signal);
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
