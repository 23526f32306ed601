import { growingWait } from '../util/async';
import { createEndpoint, endpointOf, type EndpointName, type Limit } from './endpoints';
import { answerTo, type Failure, isLimit, isTransient, mayHaveCreated } from './failure';
import { apiMessages } from './apiMessages';

/*
 * How often and how long a failed request is repeated.
 */

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;

/** Longest time for which limits hold back a request, from their first refusal, before it fails. */
const MAX_LIMIT_WAIT_MS = 60_000;
const MAX_LIMIT_WAIT_OF_SUBMITS_MS = 15 * 60_000;

/** How the tries of one call have failed so far. */
export class FailedTries {
	/** What was seen last. Before the first try, only the pace of the endpoint can have held it back. */
	last: Failure;

	/** How often the same kind of failure has come in a row. */
	private count = 0;

	/** When the first try failed, in milliseconds since the epoch. */
	private since: number | undefined;

	constructor(endpoint: EndpointName) {
		this.last = { endpoint, cause: 'rateLimited', detail: apiMessages.noTimeLeft };
	}

	/**
	 * Notes a further failure.
	 *
	 * @param deadline when nobody waits for the answer any more, in milliseconds since the epoch
	 * @returns the wait before the next try in milliseconds, or undefined when the failure is final
	 */
	waitAfter(failure: Failure, deadline: number): number | undefined {
		const now = Date.now();
		// What holds back for as long as it takes does not use up the tries of anything else.
		const isSameKind = isLimit(failure) === isLimit(this.last);
		this.count = isSameKind ? this.count + 1 : 1;
		this.last = failure;
		this.since ??= now;
		const elapsedMs = now - this.since;
		return waitBeforeRetry(failure, { failed: this.count, elapsedMs, leftMs: deadline - now });
	}
}

interface Attempt {
	/** How often it has failed, from 1. */
	failed: number;
	/** Milliseconds since the first failure. */
	elapsedMs: number;
	/** Milliseconds until nobody waits for the answer any more. */
	leftMs: number;
}

/**
 * Decides whether a failed request is sent again, and after how long.
 *
 * A limit exceeded and a connection that never came about are safe to repeat for every endpoint;
 * all else only where repeating changes nothing.
 *
 * @returns the wait in milliseconds, or undefined when the failure is final
 */
export function waitBeforeRetry(
	failure: Failure,
	{ failed, elapsedMs, leftMs }: Attempt,
): number | undefined {
	if (mayHaveCreated(failure)) return undefined;
	const { limit } = endpointOf(failure.endpoint);
	const isOverLimit = isLimit(failure);
	const patienceMs = patienceMsOf(failure.endpoint);
	const firstMs = isOverLimit ? firstLimitWaitMs(limit) : FIRST_WAIT_MS;
	const { retryAfterMs = 0 } = answerTo(failure);
	const wait = Math.max(retryAfterMs, growingWait(firstMs, failed));
	const mayTry = isOverLimit
		? elapsedMs + wait <= patienceMs
		: isTransient(failure) && failed < MAX_ATTEMPTS;
	// Nobody sees for how long a server asks to wait: without a time limit, only a short wait is one.
	const isBearable = leftMs < Infinity ? wait < leftMs : wait <= patienceMs;
	return mayTry && isBearable ? wait : undefined;
}

/** For how long the limits of an endpoint may hold back a request, in milliseconds. */
function patienceMsOf(name: EndpointName): number {
	const created = createEndpoint(name);
	if (created?.concurrencyWaitSeconds !== undefined) return created.concurrencyWaitSeconds * 1000;
	const usualMs = created ? MAX_LIMIT_WAIT_OF_SUBMITS_MS : MAX_LIMIT_WAIT_MS;
	const { limit } = endpointOf(name);
	// Never less than two windows of the limit: others may use up the next one.
	return Math.max(usualMs, 2000 * (limit?.seconds ?? 0));
}

/** Where a limit counts by the minute, asking again each second would use up what comes free. */
function firstLimitWaitMs(limit: Limit | undefined): number {
	return limit !== undefined && limit.seconds > 1 ? 5_000 : 1_000;
}
