import { growingWait } from '../util/async';
import { Code, codes } from './codes';
import { operations } from './endpoints';
import { mayHaveCreated, NOT_SENT, type Failure } from './failure';

const TRANSIENT_CODES: ReadonlySet<number> = new Set([
	Code.InternalFault,
	Code.ServiceFault,
	Code.StorageFault,
]);

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;

/** Longest time for which limits hold back a request, from their first refusal, before it fails. */
const MAX_LIMIT_WAIT_MS = 60_000;
const MAX_LIMIT_WAIT_OF_SUBMITS_MS = 15 * 60_000;

/** How often and for how long a request has been tried. */
interface Attempt {
	/** How often it has failed, from 1. */
	failed: number;
	/** Milliseconds since the first failure. */
	elapsedMs: number;
	/** Milliseconds until nobody waits for the answer any more. */
	leftMs?: number;
	/** From 0 to 1, spreads the waits of parallel items. */
	random?: number;
}

/**
 * Decides whether a failed request is sent again, and after how long.
 *
 * A limit exceeded and a connection that never came about are safe to repeat for every operation;
 * all else only where repeating changes nothing.
 *
 * @returns the wait in milliseconds, or undefined when the failure is final
 */
export function waitBeforeRetry(
	failure: Failure,
	{ failed, elapsedMs, leftMs = Infinity, random }: Attempt,
): number | undefined {
	if (mayHaveCreated(failure)) return undefined;
	const { effect, limit, concurrencyWaitSeconds } = operations[failure.operation];
	const isOverLimit = isLimit(failure);
	const isPerMinute = limit !== undefined && limit.seconds > 1;
	const firstMs = isOverLimit ? (isPerMinute ? 5_000 : 1_000) : FIRST_WAIT_MS;
	const wait = Math.max(growingWait(firstMs, failed, random), failure.retryAfterMs ?? 0);
	const usualMs = effect === 'create' ? MAX_LIMIT_WAIT_OF_SUBMITS_MS : MAX_LIMIT_WAIT_MS;
	// Never less than two windows of the limit: others may use up the next one.
	const maxMs = Math.max(usualMs, 2000 * (limit?.seconds ?? 0));
	const patienceMs = concurrencyWaitSeconds === undefined ? maxMs : concurrencyWaitSeconds * 1000;
	const isRepeatable = NOT_SENT.has(failure.cause) || (effect !== 'create' && isTransient(failure));
	const mayTry = isOverLimit
		? elapsedMs + wait <= patienceMs
		: isRepeatable && failed < MAX_ATTEMPTS;
	return mayTry && wait < leftMs ? wait : undefined;
}

/** The service did not take the request because of a rate or concurrency limit; nothing was created. */
export function isLimit(failure: Failure): boolean {
	return failure.cause === 'refused' && failure.code === Code.LimitExceeded;
}

/** The failure may be gone at the next try. */
export function isTransient(failure: Failure): boolean {
	if (isLimit(failure)) return true;
	if (failure.cause === 'refused')
		return failure.code !== undefined && TRANSIENT_CODES.has(failure.code);
	return failure.cause !== 'redirected';
}

/**
 * Whether a query may be answered later, so that a wait continues. What needs another token, address or
 * request does not pass. Undocumented codes, and messages without a code, say nothing of it.
 */
export function keepsWaiting(failure: Failure): boolean {
	if (isAnsweredElsewhere(failure)) return false;
	return isTransient(failure) || (failure.cause === 'refused' && !isDocumented(failure));
}

/** HTTP statuses of the family 4xx that pass: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Somebody else than the service answered, or the service at a path that it does not have. */
function isAnsweredElsewhere(failure: Failure): boolean {
	const { cause, httpStatus = 0 } = failure;
	if (cause === 'redirected' || cause === 'notTheService') return true;
	const refusedByHttp =
		httpStatus >= 400 && httpStatus < 500 && !TRANSIENT_STATUSES.has(httpStatus);
	return refusedByHttp && !isDocumented(failure);
}

function isDocumented({ code }: Failure): boolean {
	return code !== undefined && code in codes;
}
