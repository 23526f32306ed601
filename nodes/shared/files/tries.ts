import type { Logger } from 'n8n-workflow';

import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';
import { PART_BYTES } from './purposes';
import { TransferError } from './transferError';

/*
 * How often a part of the way of a file is tried, and how long that may take.
 */

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

/** A server that asks for a longer wait is asked again after this one. */
const MAX_RETRY_AFTER_MS = 2 * 60_000;

/**
 * The tries that are left: of a source over its whole way, of a part at its address, or of the download of a result.
 */
export class Tries {
	/** How many tries have failed, since the source has last given many more bytes. */
	private failed = 0;

	/** How many bytes the source had given by then. */
	private furthest = 0;

	/** No try begins after this time, in milliseconds since the epoch. */
	private readonly endsAt = Date.now() + BUDGET.timeLimitMs;

	/**
	 * @param signal aborted when the execution is stopped
	 * @param most how many tries there are in all, and the wait after the first failure, which then doubles each time
	 */
	constructor(
		private readonly logger: Logger,
		private readonly signal?: AbortSignal,
		private readonly most: { tries: number; firstWaitMs: number } = BUDGET.source,
	) {}

	/** How many tries are left, 0 or less for none. One that is under way is among them until it has failed. */
	get left(): number {
		return Date.now() < this.endsAt ? this.most.tries - this.failed : 0;
	}

	/**
	 * Gives a source all its tries again once it has given many more bytes than before.
	 *
	 * @param bytes how many it has given from the start of the file
	 */
	noteProgress(bytes: number): void {
		if (bytes - this.furthest < BUDGET.progressBytes) return;
		this.furthest = bytes;
		this.failed = 0;
	}

	/**
	 * Does something, and after a failure that may pass does it again, as long as a try is left.
	 *
	 * @throws any other error of the work; when no try is left, its last failure, which is then marked as one that does
	 *   not pass; CancelledError when the execution is stopped
	 */
	async retry<T>(work: () => Promise<T>): Promise<T> {
		for (;;) {
			try {
				return await work();
			} catch (error) {
				const mayPass = error instanceof TransferError && error.facts.passing;
				if (!mayPass) throw asError(error);
				await this.waitAfter(error);
			}
		}
	}

	/**
	 * Counts a failure, and waits until another try may begin.
	 *
	 * @throws TransferError when no try is left: the failure, marked as one that does not pass; CancelledError when the
	 *   execution is stopped
	 */
	async waitAfter(error: TransferError): Promise<void> {
		const { facts, title } = error;
		throwIfCancelled(this.signal);
		this.failed++;
		// The same message, but not to be tried again by anybody.
		if (this.left <= 0) throw new TransferError(error, { ...facts, passing: false });
		this.logger.info(`${title}. Trying again`);
		const usualMs = growingWait(this.most.firstWaitMs, this.failed);
		// How long the server asks to wait; most do not ask.
		const askedMs = Math.min(facts.answer?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
		await sleepFor(Math.max(usualMs, askedMs), this.signal);
	}
}
