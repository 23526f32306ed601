import { throwIfStopped } from './sleep';

/** Lets only so many pass at once; the others wait in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {}

	/** @throws StoppedError when the execution is stopped while it waits */
	async enter(signal?: AbortSignal): Promise<void> {
		if (this.inside >= this.most) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else this.inside++;
		if (!signal?.aborted) return;
		this.leave();
		throwIfStopped(signal);
	}

	/** Nobody is inside. */
	get empty(): boolean {
		return this.inside === 0;
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
