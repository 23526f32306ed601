/* eslint-disable @n8n/community-nodes/no-restricted-globals */

/** Times of the service: wall time for stamps and expiry, task time that runs `speed` times as fast. */
export class Clock {
	private skippedMs = 0;
	private taskBase = 0;
	private realBase = Date.now();
	private factor: number;

	constructor(speed: number) {
		this.factor = speed;
	}

	/** Milliseconds since 1970, plus whatever `advance` skipped. */
	wall(): number {
		return Date.now() + this.skippedMs;
	}

	/** Unix seconds. */
	seconds(): number {
		return Math.floor(this.wall() / 1000);
	}

	/** Milliseconds of task time since the service was started. */
	task(): number {
		return this.taskBase + (Date.now() - this.realBase) * this.factor;
	}

	get speed(): number {
		return this.factor;
	}

	/** Changes how fast tasks progress from now on. */
	setSpeed(speed: number): void {
		this.taskBase = this.task();
		this.realBase = Date.now();
		this.factor = speed;
	}

	/** Lets both times jump ahead: tasks progress, addresses expire. */
	advance(seconds: number): void {
		this.skippedMs += seconds * 1000;
		this.taskBase += seconds * 1000;
	}
}

/** Resolves after `ms` real milliseconds, or at once when the service stops. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
	if (ms <= 0 || stopping.aborted) return;
	await new Promise<void>((resolve) => {
		const timer = setTimeout(done, ms);
		stopping.addEventListener('abort', done, { once: true });
		function done(): void {
			clearTimeout(timer);
			stopping.removeEventListener('abort', done);
			resolve();
		}
	});
}
