import { memoize } from 'lodash';

import { Semaphore, sleepFor, steadyNow } from '../util/async';
import { endpointOf, type EndpointName, type Limit } from './endpoints';

/*
 * Keeps requests within the published rate limits (service.md 8), so that the service does not have to refuse them.
 */

/**
 * How many milliseconds longer than the limit says a request is held back,
 * because the clock of the service is not ours.
 */
const MARGIN_MS = 300;

/**
 * How many milliseconds later than here the service counts a request at most, although its answer may take far longer.
 */
const MAX_LATE_MS = 5_000;

/** A request that has passed. */
interface PassedRequest {
	/** When it counted at the service at the latest, as far as is known. */
	at: number;
}

/**
 * Lets requests of one endpoint pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds by `steadyNow`.
 */
export class RateLimiter {
	/** The last requests that have passed, the oldest first, no more than the limit allows. */
	private passed: PassedRequest[] = [];

	private blockedUntil = 0;

	/** Keeps the requests that wait in their order, because only the first of them waits for the limit. */
	private readonly entrance = new Semaphore(1);

	/**
	 * For work that has the endpoint to itself: while it waits for a limit, no
	 * other work uses up the requests that are left.
	 */
	readonly turns = new Semaphore(1);

	/** @param limit without one, all requests pass, unless `block` holds them back */
	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits until a request may be sent.
	 *
	 * @returns a function to be called when the request has its answer. Setting up the connection takes time, so that the
	 *   service counts a request later than it passes here
	 * @throws CancelledError when the execution is stopped while it waits
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

	/** Holds all requests back for so many milliseconds, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	/** Remembers a request that passes, in the place of one that does not count any more. */
	private remember(request: PassedRequest): void {
		if (!this.limit) return;
		this.passed.push(request);
		this.passed = this.passed.slice(-this.limit.requests);
	}

	/** Notes that a request has its answer: the service has counted it between the time when it passed and now. */
	private noteAnswered(request: PassedRequest): void {
		request.at = Math.min(steadyNow(), request.at + MAX_LATE_MS);
		this.passed.sort((one, other) => one.at - other.at);
	}

	/** How long the next request has to wait; zero or less for one that may be sent. */
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
 * The limiter that all requests of one application and endpoint share. This module keeps each for as long as the
 * process lives, because the service counts over all runs and nodes of an application (service.md 5 and 8). There are
 * as many as this n8n has used tokens, times the endpoints; each holds no more than the times of ten requests.
 *
 * The first parameter names the application without its token. The second function makes the key of each limiter.
 */
export const rateLimiterFor = memoize(
	(_application: string, endpoint: EndpointName) => new RateLimiter(endpointOf(endpoint).limit),
	(application, endpoint) => `${application} ${endpoint}`,
);
