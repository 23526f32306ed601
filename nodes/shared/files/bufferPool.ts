import { asError, Semaphore } from '../util/async';

/*
 * The memory in which parts of an upload are kept. n8n may hold many files at
 * once, so it does not grow with the size of a file.
 */

/**
 * The memory of all uploads of one run: so many buffers at once. Waiting for one
 * slows a source down to the speed of the storage.
 */
export class BufferPool extends Semaphore {
	/**
	 * Buffers that nobody uses. They are used again because fresh ones would add up until garbage is collected, and are
	 * held weakly because a run may have large ones that it does not need any more.
	 */
	private readonly spares: Array<WeakRef<Buffer>> = [];

	/** Waits for a buffer of at least this size. @throws RangeError without memory; CancelledError */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.acquire(signal);
		try {
			return this.spare(size) ?? Buffer.allocUnsafeSlow(size);
		} catch (error) {
			// There is no such memory; others may still have theirs.
			this.release();
			throw asError(error);
		}
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		this.spares.push(new WeakRef(buffer));
		this.release();
	}

	/** A spare buffer that is large enough; undefined where there is none. Those that are too small are given up. */
	private spare(size: number): Buffer | undefined {
		while (this.spares.length > 0) {
			// Undefined once the garbage collector has taken the buffer.
			const buffer = this.spares.pop()?.deref();
			if (buffer && buffer.length >= size) return buffer;
		}
		return undefined;
	}
}
