import { growingWait } from '../util/async';
import { endpoints, type Limit } from './endpoints';
import { answerTo, type Failure, isLimit, isTransient, mayHaveCreated } from './failure';

/*
 * How often and how long a failed request is repeated.
 */

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;

/** Longest time for which limits hold back a request, from their first refusal, before it fails. */
const MAX_LIMIT_WAIT_MS = 60_000;
const MAX_LIMIT_WAIT_OF_SUBMITS_MS = 15 * 60_000;

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
	const { effect, limit, concurrencyWaitSeconds } = endpoints[failure.endpoint];
	const isOverLimit = isLimit(failure);
	const firstMs = isOverLimit ? firstLimitWaitMs(limit) : FIRST_WAIT_MS;
	const { retryAfterMs = 0 } = answerTo(failure);
	const wait = Math.max(retryAfterMs, growingWait(firstMs, failed));
	const usualMs = effect === 'create' ? MAX_LIMIT_WAIT_OF_SUBMITS_MS : MAX_LIMIT_WAIT_MS;
	// Never less than two windows of the limit: others may use up the next one.
	const maxMs = Math.max(usualMs, 2000 * (limit?.seconds ?? 0));
	const patienceMs = concurrencyWaitSeconds === undefined ? maxMs : concurrencyWaitSeconds * 1000;
	const mayTry = isOverLimit
		? elapsedMs + wait <= patienceMs
		: isTransient(failure) && failed < MAX_ATTEMPTS;
	// Nobody sees for how long a server asks to wait: without a time limit, only a short wait is one.
	const isBearable = leftMs < Infinity ? wait < leftMs : wait <= patienceMs;
	return mayTry && isBearable ? wait : undefined;
}

/** Where a limit counts by the minute, asking again each second would use up what comes free. */
function firstLimitWaitMs(limit: Limit | undefined): number {
	return limit !== undefined && limit.seconds > 1 ? 5_000 : 1_000;
}
