import { memoize } from 'lodash';

import { Semaphore, sleepFor, steadyNow } from '../util/async';
import { endpointOf, type EndpointName, type Limit } from './endpoints';

/*
 * Keeps requests within the published rate limits (service.md 8), so that the service does not have to refuse them.
 */

/**
 * A request is held back so many milliseconds longer than the limit says, because the service counts by its own clock.
 */
const MARGIN_MS = 300;

/**
 * At most so many milliseconds after a request has passed here, the service is taken to have counted it, although its
 * answer may come far later.
 */
const MAX_LATE_MS = 5_000;

/** A request that has passed. */
interface PassedRequest {
	/**
	 * When the service has counted it at the latest, by `steadyNow`. Before its answer comes, that is taken to be the
	 * time when it passed.
	 */
	at: number;
}

/**
 * Lets requests of one endpoint pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds by `steadyNow`.
 */
export class RateLimiter {
	/** The last requests that have passed, the oldest first, no more than the limit allows. */
	private passed: PassedRequest[] = [];

	/** Until when `block` holds all requests back. */
	private blockedUntil = 0;

	/** Where requests wait in the order in which they came: only the one that is inside waits for the limit. */
	private readonly entrance = new Semaphore(1);

	/**
	 * For work of which only one piece may use the endpoint at a time, as a call with all its tries. While that waits for
	 * a limit, no other piece uses up the requests that are left. The limiter itself does not use it: callers take a
	 * turn.
	 */
	readonly turns = new Semaphore(1);

	/** @param limit without one, all requests pass, unless `block` holds them back */
	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits until a request may be sent, and counts it as sent.
	 *
	 * @returns a function to be called when the request has its answer, or has failed. It is needed because the service
	 *   counts a request later than it passes here: the connection takes time
	 * @throws CancelledError when the signal ends before or during the wait
	 */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		return await this.entrance.run(async () => {
			// Asked anew after each wait, because `block` may have been called in the meantime.
			for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
				await sleepFor(wait, signal);
			}
			const request = { at: steadyNow() };
			this.remember(request);
			return () => this.noteAnswered(request);
		}, signal);
	}

	/**
	 * Holds all requests back for so many milliseconds, after the service said that a limit was exceeded. A time that
	 * ends later and was set before stays.
	 */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	/** Remembers a request that passes, in the place of one that does not count any more. */
	private remember(request: PassedRequest): void {
		if (!this.limit) return;
		this.passed.push(request);
		this.passed = this.passed.slice(-this.limit.requests);
	}

	/**
	 * Corrects the time of a request that has its answer: the service has counted it at some time since it passed, and
	 * the latest such time is the safe one.
	 */
	private noteAnswered(request: PassedRequest): void {
		request.at = Math.min(steadyNow(), request.at + MAX_LATE_MS);
		this.passed.sort((one, other) => one.at - other.at);
	}

	/** How long the next request has to wait, in milliseconds; zero or less for one that may be sent. */
	private waitMs(): number {
		return Math.max(this.blockedUntil, this.freeAt()) - steadyNow();
	}

	/**
	 * When the limit lets the next request pass; -Infinity for at once. Where as many requests have passed as the limit
	 * allows in so many seconds, that is so many seconds after the first of them.
	 */
	private freeAt(): number {
		if (!this.limit) return -Infinity;
		const { requests, seconds } = this.limit;
		const [first] = this.passed;
		if (!first || this.passed.length < requests) return -Infinity;
		return first.at + seconds * 1000 + MARGIN_MS;
	}
}

/**
 * Gives the limiter that all requests of one application to one endpoint share; it is made when it is first asked for.
 * This module keeps each for as long as the process lives, because the service counts over all runs and nodes of an
 * application (service.md 5 and 8). There are as many as this n8n has used tokens, times the endpoints; each holds no
 * more than the times of ten requests.
 *
 * The first parameter names the application without showing its token. The second function makes the key by which
 * `memoize` finds a limiter again.
 */
export const rateLimiterFor = memoize(
	(_application: string, endpoint: EndpointName) => new RateLimiter(endpointOf(endpoint).limit),
	(application, endpoint) => `${application} ${endpoint}`,
);
