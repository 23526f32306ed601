import { Gate } from '../../util/gate';

/**
 * Buffers of earlier runs that the garbage collector has not taken yet. Used again, they keep one run after
 * another from adding up; held weakly, they cost nothing.
 */
const spares: Array<WeakRef<Buffer>> = [];

const MOST_SPARES = 16;

function takeSpare(size: number): Buffer | undefined {
	for (let spare = spares.pop(); spare; spare = spares.pop()) {
		const buffer = spare.deref();
		if (buffer && buffer.length >= size) return buffer;
	}
	return undefined;
}

/**
 * The memory of all uploads of one run of a node: a fixed number of buffers, used again and again. Waiting for
 * one is what slows a source down to the speed of the storage.
 */
export class BufferPool {
	private readonly gate: Gate;

	private readonly free: Buffer[] = [];

	constructor(most: number) {
		this.gate = new Gate(most);
	}

	/**
	 * Waits for a free buffer of at least the given size.
	 *
	 * @throws StoppedError when the signal ends the wait
	 */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.gate.enter(signal);
		const index = this.free.findIndex(({ length }) => length >= size);
		if (index >= 0) return this.free.splice(index, 1)[0] as Buffer;
		this.free.pop();
		return takeSpare(size) ?? Buffer.allocUnsafeSlow(size);
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		this.free.push(buffer);
		this.gate.leave();
	}

	/** Lets go of all buffers that are not in use. */
	release(): void {
		for (const buffer of this.free.splice(0)) spares.push(new WeakRef(buffer));
		spares.splice(0, spares.length - MOST_SPARES);
	}
}
