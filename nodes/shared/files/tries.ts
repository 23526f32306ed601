import type { Logger } from 'n8n-workflow';

import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';
import { TransferError } from './transferError';

/*
 * How often a part of the way of a file is tried.
 */

/**
 * What the whole way of one file may take; no retry stands around another one. A source is tried 4 times in all,
 * however it fails. Each part, or the file in one piece, is sent 6 times to its address, and all of that twice when the
 * addresses are gone.
 *
 * At worst, a source that never answers takes 4 × 60 s and 7 s of waits; a part that the storage never takes, 6 × 10
 * minutes and 16 s; and a source may ask for waits of 2 minutes each.
 */
export const BUDGET = {
	source: { tries: 4, firstWaitMs: 1_000 },
	send: { tries: 6, firstWaitMs: 500 },
	starts: 2,
} as const;

/** A server that asks for a longer wait is asked again after this one. */
const MAX_RETRY_AFTER_MS = 2 * 60_000;

/**
 * The tries that are left: of a source over its whole way, of a part at its address, or of the download of a result.
 */
export class Tries {
	/** How many tries have failed. */
	private failed = 0;

	/**
	 * @param signal aborted when the execution is stopped
	 * @param most how many tries there are in all, and the wait after the first failure, which then doubles each time
	 */
	constructor(
		private readonly logger: Logger,
		private readonly signal?: AbortSignal,
		private readonly most: { tries: number; firstWaitMs: number } = BUDGET.source,
	) {}

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
	private async waitAfter(error: TransferError): Promise<void> {
		const { facts, title } = error;
		throwIfCancelled(this.signal);
		this.failed++;
		// The same message, but not to be tried again by anybody.
		if (this.failed >= this.most.tries)
			throw new TransferError(error, { ...facts, passing: false });
		this.logger.info(`${title}. Trying again`);
		const usualMs = growingWait(this.most.firstWaitMs, this.failed);
		// How long the server asks to wait; most do not ask.
		const askedMs = Math.min(facts.answer?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
		await sleepFor(Math.max(usualMs, askedMs), this.signal);
	}
}
