import { throwIfStopped } from '../service/pause';

/** Lets only so many pass at once; the others wait in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {}

	/** @throws StoppedError when the execution is stopped meanwhile */
	async enter(signal?: AbortSignal): Promise<void> {
		if (this.inside >= this.most) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else this.inside++;
		if (!signal?.aborted) return;
		this.leave();
		throwIfStopped(signal);
	}

	leave(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.inside--;
	}

	/** Does the work inside. */
	async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.enter(signal);
		try {
			return await work();
		} finally {
			this.leave();
		}
	}
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
		return Buffer.allocUnsafeSlow(size);
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		this.free.push(buffer);
		this.gate.leave();
	}
}
