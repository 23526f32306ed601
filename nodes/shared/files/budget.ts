import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';

/** The service fixes parts at 10 MiB, and a file at 1000 of them (service.md 8). */
export const PART_BYTES = 10_485_760;
export const MAX_PARTS = 1000;

/**
 * What the whole way of one file may take, from its source to the service or to n8n's storage. No retry stands around another one:
 * a source is tried 4 times in all, however it fails (it cannot be opened, breaks off, has another length), and 4 times again only
 * once it has given 10 MiB more than ever before. Each part, or the file in one piece, is sent 6 times to its address, and all of
 * that is done twice when the addresses of the upload are gone. No try begins more than 12 hours after the first one.
 *
 * At worst, a source that never answers takes 4 × 60 s and 7 s of waits; a part that the storage never takes, 6 × 10 minutes and
 * 16 s of waits; and a source may ask for waits of up to 2 minutes each.
 */
export const BUDGET = {
	sourceTries: 4,
	sourceWaitMs: 1_000,
	progressBytes: PART_BYTES,
	sendTries: 6,
	sendWaitMs: 500,
	starts: 2,
	timeLimitMs: 12 * 3600_000,
} as const;

/** Longest wait that a source may ask for. */
const MAX_ASKED_MS = 2 * 60_000;

/** The tries that a source has left, counted over its whole way. */
export class Tries {
	private failed = 0;

	private furthest = 0;

	private readonly endsAt = Date.now() + BUDGET.timeLimitMs;

	constructor(private readonly signal?: AbortSignal) {}

	/** How many are left. */
	get left(): number {
		return Date.now() < this.endsAt ? BUDGET.sourceTries - this.failed : 0;
	}

	/** The source has given so many bytes: where that is much more than before, its tries begin again. */
	reached(bytes: number): void {
		if (bytes - this.furthest < BUDGET.progressBytes) return;
		this.furthest = bytes;
		this.failed = 0;
	}

	/**
	 * Counts a failure and waits before another try.
	 *
	 * @param askedMs how long the source asks to wait, in milliseconds
	 * @throws the error when no try is left; CancelledError when the execution is stopped
	 */
	async failedWith(error: unknown, askedMs = 0): Promise<void> {
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw asError(error);
		const wait = growingWait(BUDGET.sourceWaitMs, this.failed);
		await sleepFor(Math.max(wait, Math.min(MAX_ASKED_MS, askedMs)), this.signal);
	}
}
