import { sleep } from 'n8n-workflow';

/** Since n8n 2.34, `sleep` also takes a signal, at whose end it fails; before, it only takes the milliseconds. */
const takesSignal = sleep.length > 1;

/** Longest time that a timer takes, in milliseconds: a longer one would be over at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Longest wait at once, in milliseconds: where `sleep` takes no signal, a stop is noticed only between two waits. */
const MAX_SLEEP_MS = takesSignal ? MAX_TIMER_MS : 500;

/**
 * Waits so many milliseconds, or only for a part of them: at most half a second in an n8n whose `sleep` takes no
 * signal. So the caller has to check its signal and the time afterwards, and to call this again for the rest.
 *
 * @throws Error when the signal ends, where `sleep` takes one
 */
export async function sleepSlice(ms: number, signal?: AbortSignal): Promise<void> {
	// With a type of its own, because the types of the oldest supported n8n do not have the signal.
	const sleepUntil: (ms: number, signal?: AbortSignal) => Promise<void> = sleep;
	await sleepUntil(Math.min(ms, MAX_SLEEP_MS), signal);
}
