import memoize from 'lodash/memoize';

import { raceAbort, sleepFor, steadyClock } from '../util/async';
import type { Limit } from './endpoints';

/** The clock of the service is not ours: a request may arrive a little earlier or later. */
const MARGIN_MS = 300;

/** How much later than here a request counts at most: its answer may take far longer. */
const MAX_LATE_MS = 5_000;

/**
 * Lets requests of one operation pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds of the queue's own clock.
 */
export class RateLimiter {
	private readonly now = steadyClock();

	/** When requests counted at the service at the latest, as far as is known. */
	private passed: Array<{ at: number }> = [];

	private blockedUntil = 0;

	private last: Promise<void> = Promise.resolve();

	private lastTurn: Promise<void> = Promise.resolve();

	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits for a free place.
	 *
	 * @returns to be called when the request has its answer: setting up the connection takes time, so that
	 *   the service counts a request later than it passes here
	 * @throws CancelledError when the execution is stopped while it waits
	 */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		if (!this.limit && this.blockedUntil <= this.now()) return () => {};
		const before = this.last;
		const turn = raceAbort(before, signal).then(async () => await this.takePlace(signal));
		this.last = settled(before, turn);
		return await turn;
	}

	/**
	 * Does one piece of work at a time, in the order of the calls: while one waits for a limit, no other
	 * of the queue uses up the requests that are left.
	 *
	 * @throws CancelledError when the execution is stopped before the turn comes
	 */
	async runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const before = this.lastTurn;
		const turn = raceAbort(before, signal).then(work);
		// A stopped call leaves the queue, but the calls behind it still wait for those before it.
		this.lastTurn = settled(before, turn);
		return await turn;
	}

	/** Holds all requests of the queue back, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, this.now() + ms);
	}

	private async takePlace(signal?: AbortSignal): Promise<() => void> {
		for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
			await sleepFor(wait, signal, this.now);
		}
		const place = { at: this.now() };
		if (this.limit) this.passed = [...this.passed, place].slice(-this.limit.requests);
		return () => {
			place.at = Math.min(this.now(), place.at + MAX_LATE_MS);
			this.passed.sort((a, b) => a.at - b.at);
		};
	}

	private waitMs(): number {
		const now = this.now();
		const blocked = this.blockedUntil - now;
		const oldest = this.passed[0];
		if (!this.limit || oldest === undefined || this.passed.length < this.limit.requests)
			return blocked;
		return Math.max(blocked, oldest.at + this.limit.seconds * 1000 + MARGIN_MS - now);
	}
}

/** Ends with both, and keeps nothing of them: each result would hold all results before it. */
async function settled(before: Promise<void>, turn: Promise<unknown>): Promise<void> {
	await Promise.allSettled([before, turn]);
}

/**
 * The limiter that all requests of one application and operation share inside this process: limits are
 * counted per application (service.md 5 and 8).
 */
export const rateLimiterFor = memoize(
	(_application: string, _operation: string, limit?: Limit) => new RateLimiter(limit),
	(application, operation) => `${application} ${operation}`,
);
