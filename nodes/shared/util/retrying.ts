import { asError } from './errors';
import { sleepFor, throwIfStopped } from './sleep';

const LONGEST_WAIT_MS = 30_000;

/** Longest wait that a failure may ask for. */
const LONGEST_ASKED_MS = 2 * 60_000;

/** How often and after what work is done again. */
export interface Retries {
	/** Most attempts, the first included. */
	attempts: number;
	/** Wait after the first failure, in milliseconds; it doubles with each. */
	firstWaitMs: number;
	/** Whether what failed may succeed at the next attempt. */
	mayPass(error: Error): boolean;
	/** How long a failure asks to wait at least, in milliseconds; granted up to two minutes. */
	askedMs?(error: Error): number | undefined;
	/** Called before the wait for another attempt. */
	onRetry?(error: Error): void;
	signal?: AbortSignal;
}

/**
 * Does work until it succeeds, fails for good or has failed too often.
 *
 * @throws the last error of the work; StoppedError when the execution is stopped
 */
export async function retrying<T>(
	work: () => Promise<T>,
	{ attempts, firstWaitMs, mayPass, askedMs, onRetry, signal }: Retries,
): Promise<T> {
	for (let failed = 1; ; failed++) {
		try {
			return await work();
		} catch (thrown) {
			throwIfStopped(signal);
			const error = asError(thrown);
			if (failed >= attempts || !mayPass(error)) throw asError(error);
			onRetry?.(error);
			const asked = Math.min(LONGEST_ASKED_MS, askedMs?.(error) ?? 0);
			await sleepFor(Math.max(growingWait(firstWaitMs, failed), asked), signal);
		}
	}
}

/**
 * A wait that doubles with each failure, up to a bound, in milliseconds.
 *
 * @param firstMs the wait after the first failure
 * @param failed how often the work has failed, from 1
 * @param random from 0 to 1, spreads what is done side by side
 */
export function growingWait(firstMs: number, failed: number, random = Math.random()): number {
	return Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (failed - 1)) * (0.75 + random / 2);
}
