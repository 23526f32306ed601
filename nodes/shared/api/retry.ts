import { growingWait } from '../util/async';
import { endpointOf, type EndpointName, type Limit, submitEndpoint } from './endpoints';
import { answerTo, type Failure, isLimit, isTransient, mayHaveCreated } from './failure';
import { apiMessages } from './apiMessages';

/*
 * How often and how long a failed request is repeated.
 */

/**
 * Most tries of a request that fails for another reason than a rate limit, and the
 * wait after the first of them in milliseconds.
 */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;

/** Longest time in milliseconds for which rate limits hold back a request, from its first failure, before it fails. */
const MAX_LIMIT_WAIT_MS = 60_000;
const MAX_LIMIT_WAIT_OF_SUBMITS_MS = 15 * 60_000;

/** How the tries of one call have failed so far; one object for each call. */
export class FailedTries {
	/**
	 * The last failure. Before the first try has failed, it says that the rate limit left no time to send the request,
	 * because only the wait for the limit can use up all the time of a call before that.
	 */
	last: Failure;

	/** How many failures in a row were of the same kind as the last one: either rate limits, or anything else. */
	private count = 0;

	/** When the first try failed, in milliseconds since the epoch; undefined before. */
	private since: number | undefined;

	constructor(endpoint: EndpointName) {
		this.last = { endpoint, cause: 'rateLimited', detail: apiMessages.noTimeLeft };
	}

	/**
	 * Counts a further failure, and decides whether the call is tried again.
	 *
	 * A request is never repeated where it may have created something that is charged. After a rate limit was exceeded,
	 * it is repeated for as long as the patience with its endpoint lasts; after any other failure that may pass, until it
	 * has failed six times.
	 *
	 * @param deadline when nobody waits for the answer any more, in milliseconds since the epoch
	 * @returns the wait before the next try in milliseconds; undefined when the failure is final, or the wait would be
	 *   too long
	 */
	waitAfter(failure: Failure, deadline: number): number | undefined {
		const now = Date.now();
		// A rate limit may need many tries, which must not use up those for other failures.
		const isSameKind = isLimit(failure) === isLimit(this.last);
		this.count = isSameKind ? this.count + 1 : 1;
		this.last = failure;
		// The time is counted from the first failure.
		this.since ??= now;
		if (mayHaveCreated(failure)) return undefined;
		const waitMs = waitMsAfter(failure, this.count);
		// The patience is how long rate limits may hold a request back, however many tries that takes.
		const patienceMs = patienceMsOf(failure.endpoint);
		const hasPatience = now + waitMs <= this.since + patienceMs;
		const hasTries = isTransient(failure) && this.count < MAX_ATTEMPTS;
		const isWorthAnotherTry = isLimit(failure) ? hasPatience : hasTries;
		if (!isWorthAnotherTry) return undefined;
		// A server may ask for any wait, and nobody sees that. So without a time limit, a single wait is bounded too.
		const isShortEnough = deadline < Infinity ? now + waitMs < deadline : waitMs <= patienceMs;
		return isShortEnough ? waitMs : undefined;
	}
}

/**
 * The wait after a failure, in milliseconds: it grows with each failure, and is never shorter than the server asks for.
 *
 * @param failed how often the request has failed in this way, from 1
 */
function waitMsAfter(failure: Failure, failed: number): number {
	const { limit } = endpointOf(failure.endpoint);
	const firstMs = isLimit(failure) ? firstLimitWaitMs(limit) : FIRST_WAIT_MS;
	const { retryAfterMs = 0 } = answerTo(failure);
	return Math.max(retryAfterMs, growingWait(firstMs, failed));
}

/** For how long rate limits may hold back a request to an endpoint before it fails, in milliseconds. */
function patienceMsOf(name: EndpointName): number {
	const submit = submitEndpoint(name);
	// Where the account may run only few such tasks at once, an earlier task has to end first.
	if (submit?.concurrencyWaitSeconds !== undefined) return submit.concurrencyWaitSeconds * 1000;
	const usualMs = submit ? MAX_LIMIT_WAIT_OF_SUBMITS_MS : MAX_LIMIT_WAIT_MS;
	const limitMs = 1000 * (endpointOf(name).limit?.seconds ?? 0);
	// At least two of the periods for which the limit is published, because others may use up the next one, too.
	return Math.max(usualMs, 2 * limitMs);
}

/**
 * The first wait after a rate limit was exceeded, in milliseconds. Where the limit counts over more than a second, as
 * by the minute, it is longer, because a new try each second would use up the requests that come free.
 *
 * @param limit the published one; undefined where none is published
 */
function firstLimitWaitMs(limit: Limit | undefined): number {
	const isOverSeconds = limit !== undefined && limit.seconds > 1;
	return isOverSeconds ? 5_000 : 1_000;
}
