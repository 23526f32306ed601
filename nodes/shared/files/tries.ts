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

/** A server may ask for a longer wait; it is asked again after this one. */
const MAX_RETRY_AFTER_MS = 2 * 60_000;

/** The tries that are left of a source, over its whole way, or of a part at its address. */
export class Tries {
	private failed = 0;
	private furthest = 0;
	private readonly endsAt = Date.now() + BUDGET.timeLimitMs;

	constructor(
		private readonly logger: Logger,
		private readonly signal?: AbortSignal,
		private readonly most: { tries: number; firstWaitMs: number } = BUDGET.source,
	) {}

	/** How many more may begin. */
	get left(): number {
		return Date.now() < this.endsAt ? this.most.tries - this.failed : 0;
	}

	/** Lets the tries of a source begin again once it has given many more bytes than ever before. @param bytes in all */
	noteProgress(bytes: number): void {
		if (bytes - this.furthest < BUDGET.progressBytes) return;
		this.furthest = bytes;
		this.failed = 0;
	}

	/**
	 * Does something, again where what ended it may pass.
	 *
	 * @throws TransferError that does not pass when no try is left; CancelledError when the execution
	 *   is stopped
	 */
	async retry<T>(work: () => Promise<T>): Promise<T> {
		for (;;) {
			try {
				return await work();
			} catch (error) {
				if (!(error instanceof TransferError && error.facts.passing)) throw asError(error);
				await this.waitAfter(error);
			}
		}
	}

	/** Counts a failure, and waits until another try may begin. @throws as `retry` */
	async waitAfter(error: TransferError): Promise<void> {
		const { facts, title } = error;
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw new TransferError(error, { ...facts, passing: false });
		this.logger.info(`${title}. Trying again`);
		const usualMs = growingWait(this.most.firstWaitMs, this.failed);
		// What a server asks for; most ask for nothing.
		const askedMs = Math.min(facts.answer?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
		await sleepFor(Math.max(usualMs, askedMs), this.signal);
	}
}
