import { sleep } from 'n8n-workflow';

/** Up to n8n 2.33, `sleep` takes no signal: a longer wait consists of slices, after each of which the signal counts. */
const SLICE_MS = 500;

/** A part of a wait of so many milliseconds. Since n8n 2.34, it fails when the signal ends. */
export async function sleepSlice(ms: number, signal?: AbortSignal): Promise<void> {
	const sleepUntil: (ms: number, signal?: AbortSignal) => Promise<void> = sleep;
	await sleepUntil(Math.min(ms, SLICE_MS), signal);
}
