import memoize from 'lodash/memoize';

import { Semaphore, sleepFor, steadyNow } from '../util/async';
import type { Limit } from './endpoints';

/** The clock of the service is not ours: a request may arrive a little earlier or later. */
const MARGIN_MS = 300;

/** How much later than here a request counts at most: its answer may take far longer. */
const MAX_LATE_MS = 5_000;

/**
 * Lets requests of one operation pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds of the clock of waits.
 */
export class RateLimiter {
	/** When requests counted at the service at the latest, as far as is known. */
	private passed: Array<{ at: number }> = [];

	private blockedUntil = 0;

	private readonly entrance = new Semaphore(1);

	/**
	 * For one piece of work at a time: while it waits for a limit, no other of the queue uses up the
	 * requests that are left.
	 */
	readonly turns = new Semaphore(1);

	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits for a free place.
	 *
	 * @returns to be called when the request has its answer: setting up the connection takes time, so that
	 *   the service counts a request later than it passes here
	 * @throws CancelledError when the execution is stopped while it waits
	 */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		if (!this.limit && this.blockedUntil <= steadyNow()) return () => {};
		return await this.entrance.run(async () => await this.takePlace(signal), signal);
	}

	/** Holds all requests of the queue back, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	private async takePlace(signal?: AbortSignal): Promise<() => void> {
		for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
			await sleepFor(wait, signal);
		}
		const place = { at: steadyNow() };
		if (this.limit) this.passed = [...this.passed, place].slice(-this.limit.requests);
		return () => {
			place.at = Math.min(steadyNow(), place.at + MAX_LATE_MS);
			this.passed.sort((a, b) => a.at - b.at);
		};
	}

	private waitMs(): number {
		const now = steadyNow();
		const blocked = this.blockedUntil - now;
		const oldest = this.passed[0];
		if (!this.limit || oldest === undefined || this.passed.length < this.limit.requests)
			return blocked;
		return Math.max(blocked, oldest.at + this.limit.seconds * 1000 + MARGIN_MS - now);
	}
}

/**
 * The limiter that all requests of one application and operation share inside this process: limits are
 * counted per application (service.md 5 and 8).
 */
export const rateLimiterFor = memoize(
	(_application: string, _operation: string, limit?: Limit) => new RateLimiter(limit),
	(application, operation) => `${application} ${operation}`,
);
