import { sleep } from 'n8n-workflow';

/** Since n8n 2.34, `sleep` also takes a signal, at whose end it fails; before, it only takes the milliseconds. */
const takesSignal = sleep.length > 1;

/** Longest time that a timer takes, in milliseconds: a longer one would be over at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Without the signal, a longer wait consists of slices, after each of which the signal counts. */
const SLICE_MS = takesSignal ? MAX_TIMER_MS : 500;

/** A wait of so many milliseconds, or the first part of it. */
export async function sleepSlice(ms: number, signal?: AbortSignal): Promise<void> {
	const sleepUntil: (ms: number, signal?: AbortSignal) => Promise<void> = sleep;
	await sleepUntil(Math.min(ms, SLICE_MS), signal);
}
