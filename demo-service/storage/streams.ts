import { pause } from '../server/clock';

/** The first `length` bytes, then a failure: the connection breaks before the announced end. */
export async function* cutShort(chunks: Iterable<Buffer>, length: number): AsyncGenerator<Buffer> {
	let left = Math.floor(length);
	for (const chunk of chunks) {
		if (chunk.length >= left) {
			if (left > 0) yield chunk.subarray(0, left);
			throw new Error('connection cut on purpose');
		}
		yield chunk;
		left -= chunk.length;
	}
}

/** The first `length` bytes, then nothing more, and no end. */
export async function* stalled(
	chunks: Iterable<Buffer>,
	length: number,
	stopping: AbortSignal,
): AsyncGenerator<Buffer> {
	let left = Math.floor(length);
	for (const chunk of chunks) {
		if (chunk.length > left) break;
		yield chunk;
		left -= chunk.length;
	}
	await pause(3600_000, stopping);
}

/** The same bytes at a limited speed. */
export async function* throttled(
	chunks: Iterable<Buffer>,
	bytesPerSecond: number,
	stopping: AbortSignal,
): AsyncGenerator<Buffer> {
	for (const chunk of chunks) {
		await pause((chunk.length / bytesPerSecond) * 1000, stopping);
		if (stopping.aborted) return;
		yield chunk;
	}
}
