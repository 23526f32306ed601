import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';

/** The service fixes parts at 10 MiB (service.md 8). */
export const PART_BYTES = 10_485_760;

/** The service takes 1000 parts of a file (service.md 8). */
export const MAX_FILE_BYTES = 1000 * PART_BYTES;

/**
 * What the whole way of one file may take; no retry stands around another one. A source is tried
 * 4 times in all, however it fails, and 4 times again only once it has given 10 MiB more than ever
 * before. Each part, or the file in one piece, is sent 6 times to its address, and all of that
 * twice when the addresses are gone. No try begins more than 12 hours after the first one.
 *
 * At worst, a source that never answers takes 4 × 60 s and 7 s of waits; a part that the storage
 * never takes, 6 × 10 minutes and 16 s; and a source may ask for waits of 2 minutes each.
 */
export const BUDGET = {
	source: { tries: 4, firstWaitMs: 1_000 },
	send: { tries: 6, firstWaitMs: 500 },
	progressBytes: PART_BYTES,
	starts: 2,
	timeLimitMs: 12 * 3600_000,
} as const;

const MAX_RETRY_AFTER_MS = 2 * 60_000;

/** The tries that are left of a source, over its whole way, or of a part at its address. */
export class Tries {
	private failed = 0;

	private furthest = 0;

	private readonly endsAt = Date.now() + BUDGET.timeLimitMs;

	constructor(
		private readonly signal?: AbortSignal,
		private readonly most: { tries: number; firstWaitMs: number } = BUDGET.source,
	) {}

	get left(): number {
		return Date.now() < this.endsAt ? this.most.tries - this.failed : 0;
	}

	/** Where the source has given many more bytes than before, its tries begin again. */
	reached(bytes: number): void {
		if (bytes - this.furthest < BUDGET.progressBytes) return;
		this.furthest = bytes;
		this.failed = 0;
	}

	/**
	 * Counts a failure and waits before another try.
	 *
	 * @param retryAfterMs how long the server asks to wait, in milliseconds
	 * @throws the error when no try is left; CancelledError when the execution is stopped
	 */
	async failedWith(error: unknown, retryAfterMs = 0): Promise<void> {
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw asError(error);
		const wait = growingWait(this.most.firstWaitMs, this.failed);
		await sleepFor(Math.max(wait, Math.min(MAX_RETRY_AFTER_MS, retryAfterMs)), this.signal);
	}
}
