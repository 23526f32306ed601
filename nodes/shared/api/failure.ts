import { growingWait } from '../util/async';
import type { Explanation } from '../util/text';
import { Code, codes } from './codes';
import { operations, type OperationName } from './endpoints';

/** Why a call did not give its result, in words, and what to do. */
export const causes = {
	/** The service answered with a code other than 0, or with a message and no code. */
	refused:
		'The service refused the request. Check what the service reported. If it does not help, send the trace_id to your provider',
	/** Nothing was sent, because no connection came about. */
	unreachable:
		"The service could not be reached. Check 'Base URL' of the credential, and that this n8n can connect to it",
	/** Nothing was sent, because n8n could not read the credential, as when its database is busy. */
	unsent: 'n8n could not read the credential. Nothing was sent. Try again later',
	/** The connection broke or the time was up after the request had been sent. */
	noResponse: 'The service did not respond completely. Try again later',
	/** A server error without an envelope (service.md 4: every answer is an envelope). */
	unavailable: 'The service is not available. Try again later',
	/** HTTP 429 without an envelope. */
	rateLimited: 'The service received too many requests. Try again later',
	/** An answer that is not the envelope, or whose data is not as specified. */
	unreadable:
		"The service returned an unexpected response. Check 'Base URL' of the credential: it may belong to something other than the service",
	/** An answer that something other than the service seems to give, such as a web page. */
	notTheService:
		"'Base URL' of the credential may be wrong. The response does not look like one from the service. Check 'Base URL' of the credential: it is the part of the address before /open/v1. If it is right, check the 'Access Token' and any proxy in between",
	/** The address points elsewhere; the token is not carried there. */
	redirected:
		"The service address redirects. The access token is not sent to other addresses. Enter the final address in 'Base URL' of the credential",
};

export interface Failure {
	operation: OperationName;
	cause: keyof typeof causes;
	/** Code of the envelope, when the cause is `refused` and there is one. */
	code?: number;
	/** Message of the service, or what was seen instead of an answer. */
	detail: string;
	/** What the message or the code of the service means, in the words of the request. */
	meaning?: Explanation;
	traceId?: string;
	fileId?: string;
	httpStatus?: number;
	/** Wait that the server asked for (Retry-After), in milliseconds. */
	retryAfterMs?: number;
}

/** A call to the service that failed; turned into n8n's own error at the edge (`messages.ts`). */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(`${failure.operation}: ${failure.detail}`);
		this.name = 'ServiceError';
	}
}

/** Causes after which it is certain that nothing has reached the service. */
const NOT_SENT: ReadonlySet<Failure['cause']> = new Set(['unreachable', 'unsent']);

/** The failure after which a task may exist, of an error; undefined where certainly none does. */
export function unclearFailure(error: unknown): Failure | undefined {
	return error instanceof ServiceError && mayHaveCreated(error.failure) ? error.failure : undefined;
}

/**
 * Whether a failed call may still have started work that is charged. Retries, the memory of "Retry On
 * Fail" and the message all follow from this.
 *
 * Of a `create`, only what is documented as a refusal before any work, and a request that never reached
 * the service, are certain to have created nothing.
 */
export function mayHaveCreated(failure: Failure): boolean {
	const { operation, cause, code, httpStatus } = failure;
	const { effect, refusals } = operations[operation];
	if (effect !== 'create') return false;
	// Without a code, it is one of the documented messages.
	if (cause === 'refused') return code !== undefined && !refusals?.includes(code);
	// By these redirects, a server says that it did not do what was asked.
	if (cause === 'redirected') return ![301, 307, 308].includes(httpStatus ?? 0);
	return !NOT_SENT.has(cause);
}

const TRANSIENT_CODES: ReadonlySet<number> = new Set([
	Code.LimitExceeded,
	Code.InternalFault,
	Code.ServiceFault,
	Code.StorageFault,
]);

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
 * A limit exceeded and a connection that never came about are safe to repeat for every operation;
 * all else only where repeating changes nothing.
 *
 * @returns the wait in milliseconds, or undefined when the failure is final
 */
export function waitBeforeRetry(
	failure: Failure,
	{ failed, elapsedMs, leftMs }: Attempt,
): number | undefined {
	if (mayHaveCreated(failure)) return undefined;
	const { effect, limit, concurrencyWaitSeconds } = operations[failure.operation];
	const isOverLimit = isLimit(failure);
	const isPerMinute = limit !== undefined && limit.seconds > 1;
	const firstMs = isOverLimit ? (isPerMinute ? 5_000 : 1_000) : FIRST_WAIT_MS;
	const { retryAfterMs = 0 } = failure;
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

/** The service did not take the request because of a rate or concurrency limit; nothing was created. */
export function isLimit({ cause, code }: Failure): boolean {
	return cause === 'refused' && code === Code.LimitExceeded;
}

/** Whether the service may have refused a question over an ID it does not know (service.md 7). */
export function isNoSuchId({ code }: Failure): boolean {
	return code === Code.BadRequest || code === Code.FieldRefused;
}

/** The failure may be gone at the next try. */
export function isTransient({ cause, code = NaN }: Failure): boolean {
	return cause === 'refused' ? TRANSIENT_CODES.has(code) : cause !== 'redirected';
}

/** HTTP statuses of the family 4xx that pass: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Whether a query may be answered later, so that a wait continues. What needs another token, address or
 * request does not pass. Undocumented codes, and messages without a code, say nothing of it.
 */
export function keepsWaiting(failure: Failure): boolean {
	const { cause, code = NaN, httpStatus = 0 } = failure;
	if (cause === 'redirected' || cause === 'notTheService') return false;
	if (code in codes) return isTransient(failure);
	// Somebody else than the service may have answered, or the service at a path that it does not have.
	return httpStatus < 400 || httpStatus >= 500 || TRANSIENT_STATUSES.has(httpStatus);
}
