import { asError, Semaphore } from '../util/async';

/*
 * The memory in which parts of an upload are kept. n8n may hold many files at once, so it does not grow with the size of a
 * file.
 */

/**
 * Buffers that nobody uses, of this run or an earlier one. Used again, they keep runs from adding up;
 * held weakly, they cost nothing.
 */
const spares: Array<WeakRef<Buffer>> = [];

const MAX_SPARES = 16;

/**
 * The memory of all uploads of one run: so many buffers at once. Waiting for one slows a source down
 * to the speed of the storage.
 */
export class BufferPool extends Semaphore {
	/** Waits for a buffer of at least this size. @throws RangeError without memory; CancelledError */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.acquire(signal);
		try {
			for (let spare = spares.pop(); spare; spare = spares.pop()) {
				const buffer = spare.deref();
				if (buffer && buffer.length >= size) return buffer;
			}
			return Buffer.allocUnsafeSlow(size);
		} catch (error) {
			// There is no such memory; others may still have theirs.
			this.release();
			throw asError(error);
		}
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		spares.push(new WeakRef(buffer));
		spares.splice(0, spares.length - MAX_SPARES);
		this.release();
	}
}
