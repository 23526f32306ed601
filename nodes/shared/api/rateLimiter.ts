import { memoize } from 'lodash';

import { Semaphore, sleepFor, steadyNow } from '../util/async';
import { type EndpointName, endpoints, type Limit } from './endpoints';

/*
 * Keeps requests within the published rate limits (service.md 8), so that the service does not have to refuse them.
 */

/** The clock of the service is not ours: a request may arrive a little earlier or later. */
const MARGIN_MS = 300;

/** How much later than here a request counts at most: its answer may take far longer. */
const MAX_LATE_MS = 5_000;

/**
 * Lets requests of one endpoint pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds of the clock of waits.
 */
export class RateLimiter {
	/** When requests counted at the service at the latest, as far as is known, the oldest first; as many as the limit counts. */
	private passed: Array<{ at: number }> = [];

	private blockedUntil = 0;
	private readonly entrance = new Semaphore(1);

	/**
	 * For one piece of work at a time: while it waits for a limit, no other of the queue uses up the
	 * requests that are left.
	 */
	readonly turns = new Semaphore(1);

	/** @param limit none lets all pass, unless the service holds them back */
	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits for a free place.
	 *
	 * @returns to be called when the request has its answer: setting up the connection takes time, so that
	 *   the service counts a request later than it passes here
	 * @throws CancelledError when the execution is stopped while it waits
	 */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		return await this.entrance.run(async () => {
			for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
				await sleepFor(wait, signal);
			}
			const place = { at: steadyNow() };
			if (this.limit) this.passed = [...this.passed, place].slice(-this.limit.requests);
			return () => {
				place.at = Math.min(steadyNow(), place.at + MAX_LATE_MS);
				this.passed.sort((a, b) => a.at - b.at);
			};
		}, signal);
	}

	/** Holds all requests of the queue back, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	private waitMs(): number {
		return Math.max(this.blockedUntil, this.freeAt()) - steadyNow();
	}

	/** When the limit lets the next request pass: after the oldest of those that it counts together has left its window. */
	private freeAt(): number {
		if (!this.limit) return -Infinity;
		const { requests, seconds } = this.limit;
		const oldest = this.passed.at(-requests);
		return oldest ? oldest.at + seconds * 1000 + MARGIN_MS : -Infinity;
	}
}

/**
 * The limiter that all requests of one application and endpoint share inside this process: limits are
 * counted per application (service.md 5 and 8). There are as many as this n8n has used tokens, times the endpoints.
 */
export const rateLimiterFor = memoize(
	(_application: string, endpoint: EndpointName) => new RateLimiter(endpoints[endpoint].limit),
	(application, endpoint) => `${application} ${endpoint}`,
);
