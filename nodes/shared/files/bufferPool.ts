import { asError, Semaphore } from '../util/async';

/*
 * The memory in which parts of an upload are kept. n8n may hold many files at
 * once, so it does not grow with the size of a file.
 */

/**
 * The memory of all uploads of one run. It is a semaphore whose places are the buffers: the number that it is made with
 * is how many may be in use at once. Waiting for one of them slows a source down to the speed of the storage.
 */
export class BufferPool extends Semaphore {
	/**
	 * Buffers that nobody uses at the moment. They are used again because fresh ones would add up until garbage is
	 * collected, and are held weakly because a run may have large ones that it does not need any more.
	 */
	private readonly spares: Array<WeakRef<Buffer>> = [];

	/**
	 * Waits for a buffer, which has to be given back with `give`.
	 *
	 * @param size in bytes; the buffer may be larger
	 * @param signal ends the wait
	 * @throws RangeError where there is not enough memory; CancelledError when the signal ends. Nothing has to be given
	 *   back then
	 */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.acquire(signal);
		try {
			return this.spare(size) ?? Buffer.allocUnsafeSlow(size);
		} catch (error) {
			// No buffer was made, so somebody else may have one, who perhaps needs less memory.
			this.release();
			throw asError(error);
		}
	}

	/** Takes back a buffer: the one that `take` gave, and not a part of it. */
	give(buffer: Buffer): void {
		this.spares.push(new WeakRef(buffer));
		this.release();
	}

	/**
	 * Takes a spare buffer that is large enough; undefined where there is none. Those that are too small are dropped on
	 * the way.
	 */
	private spare(size: number): Buffer | undefined {
		while (this.spares.length > 0) {
			// Undefined once the garbage collector has taken the buffer.
			const buffer = this.spares.pop()?.deref();
			if (buffer && buffer.length >= size) return buffer;
		}
		return undefined;
	}
}
