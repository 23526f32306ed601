import type { Message } from '../util/catalogue';
import type { AnswerFacts } from '../util/errors';
import { Code, isDocumented } from './codes';
import { type EndpointName, submitEndpoint } from './endpoints';

/*
 * Why a call did not give its result, as a value, and what follows from that. Whether the work may
 * have been done, whether the call is repeated and whether a wait goes on is decided here by the
 * cause and what the answer said, never by words.
 */

/** What every failure has. */
interface AnyFailure {
	/** What was called. */
	endpoint: EndpointName;
	/** Message of the service, or what was seen instead of an answer. */
	detail: string;
	/** ID of the file that was asked for; only set by the look-up of one file. */
	fileId?: string;
}

/** No answer came, so nothing is known of one. */
interface NotAnswered extends AnyFailure {
	cause: /** Nothing was sent, because no connection came about. */
	| 'unreachable'
		/** Nothing was sent, because n8n could not read the credential, as when its database is busy. */
		| 'unsent'
		/** The connection broke or the time was up after the request had been sent. */
		| 'noResponse';
}

/** The service answered with a code other than 0, or with a message and no code. */
export interface Refused extends AnyFailure, AnswerFacts {
	cause: 'refused';
	/** What the code or the message means, perhaps with values of the request; undefined where it is not documented. */
	meaning?: Message;
	/** Whether the answer to a submit has the ID of a task beside its code, so that the task may have been created. */
	namesTask?: boolean;
}

/** What came is no result, and no refusal of the service either. */
export interface NotUsable extends AnyFailure, AnswerFacts {
	cause: /** A server error without an envelope (service.md 4: every answer is an envelope). */
	| 'unavailable'
		/** HTTP 429 without an envelope; or a limit left no time to send the request. */
		| 'rateLimited'
		/** An answer that something other than the service seems to give, such as a web page. */
		| 'notTheService'
		/** The address points elsewhere; the token is not carried there. */
		| 'redirected'
		/** A server in front of the service does not take so large a request. */
		| 'tooLarge'
		/** The proxy of n8n wants to know who calls, and has passed nothing on. */
		| 'proxyDenied';
}

/** An answer that is not the envelope, or whose data is not as specified. */
export interface Unreadable extends AnyFailure, AnswerFacts {
	cause: 'unreadable';
	/** Whether it reports success and holds no record: no object, or one without an ID. */
	isEmpty?: boolean;
	/** Whether the answer is cut off or empty: the connection is at fault then, and the address may well be right. */
	isCutOff?: boolean;
}

/** Why a call has no result. */
export type Failure = NotAnswered | Refused | NotUsable | Unreadable;

/** What the answer to a failed call said, such as its code; an empty object where no answer came. */
export function answerTo(failure: Failure): AnswerFacts {
	switch (failure.cause) {
		case 'unreachable':
		case 'unsent':
		case 'noResponse':
			return {};
		default:
			// The other failures hold the facts of the answer themselves.
			return failure;
	}
}

/**
 * HTTP statuses of redirects by which a server says that it did not do what was asked. Others, such as 303, may also
 * lead from work that was done to its result.
 */
const NOT_DONE: ReadonlySet<unknown> = new Set([301, 307, 308]);

/**
 * Whether a failed call may still have started work that is charged. Retries, the memory of "Retry On
 * Fail" and the message all follow from this.
 *
 * Of a `create`, only what is documented as a refusal before any work, and a request that never reached
 * the service, are certain to have created nothing.
 */
export function mayHaveCreated(failure: Failure): boolean {
	const submit = submitEndpoint(failure.endpoint);
	// Other endpoints create nothing.
	if (!submit) return false;
	switch (failure.cause) {
		// Nothing arrived.
		case 'unreachable':
		case 'unsent':
		case 'proxyDenied':
			return false;
		// A server that reports too many requests, or one that is too large, has not done what was asked.
		case 'rateLimited':
		case 'tooLarge':
			return false;
		case 'refused':
			if (failure.namesTask) return true;
			// Without a code, it is one of the documented messages, because `isRefusedByMessage` in `result.ts` lets no other
			// through. These refuse before any work.
			if (failure.code === undefined) return false;
			return !submit.refusals.includes(failure.code);
		case 'redirected':
			return !NOT_DONE.has(failure.httpStatus);
		// Any other answer, or none, may stand in the place of one that reports success.
		default:
			return true;
	}
}

/** Codes of faults after which the same request may succeed a moment later. */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([
	Code.LimitExceeded,
	Code.InternalFault,
	Code.ServiceFault,
	Code.StorageFault,
]);

/**
 * Whether a rate limit was the reason: the service or a proxy before it has refused the request, or it was not sent,
 * because the limit would have left no time for it. `mayHaveCreated` says whether something was created nevertheless.
 */
export function isLimit(failure: Failure): boolean {
	if (failure.cause === 'rateLimited') return true;
	return failure.cause === 'refused' && failure.code === Code.LimitExceeded;
}

/**
 * Whether the service may have refused a query because it does not know the ID in it. That is not certain, because it
 * gives the same codes for other faults of a request (service.md 7).
 */
export function mayMeanNoSuchId(failure: Failure): boolean {
	const { code } = answerTo(failure);
	return code === Code.BadRequest || code === Code.FieldRefused;
}

/**
 * Whether the answer to a question about one ID reports success and holds no record, as services may answer that do not
 * know the ID.
 */
export function holdsNoRecord(failure: Failure): boolean {
	return failure.cause === 'unreadable' && failure.isEmpty === true;
}

/** Causes that last until somebody changes an address, the request, or the settings of a proxy. */
const FINAL_CAUSES: ReadonlySet<Failure['cause']> = new Set([
	'redirected',
	'tooLarge',
	'proxyDenied',
]);

/**
 * Whether the same request may succeed if it is sent again within seconds. Of refusals, only those with a code in
 * `TRANSIENT_CODES` are such. After an answer that is not the service's, it may succeed, because a proxy that restarts
 * gives such an answer. Whether sending it again would be charged twice is not decided here.
 */
export function isTransient(failure: Failure): boolean {
	if (failure.cause === 'refused') return TRANSIENT_CODES.has(failure.code);
	return !FINAL_CAUSES.has(failure.cause);
}

/** The HTTP statuses 4xx that may be gone with the next request: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Whether a failed query may be answered later, so that a wait of minutes, such as that for a task, continues. It ends
 * where another token, address or request is needed first. A documented code decides which it is. Other codes, and
 * messages without a code, leave it open, so that the HTTP status decides.
 */
export function keepsWaiting(failure: Failure): boolean {
	if (FINAL_CAUSES.has(failure.cause)) return false;
	// Unlike a proxy that restarts, a wrong address gives the answers of somebody else for as long as anybody waits.
	if (failure.cause === 'notTheService') return false;
	const { code, httpStatus } = answerTo(failure);
	if (isDocumented(code)) return isTransient(failure);
	// No answer came this time; one may come the next time.
	if (httpStatus === undefined) return true;
	if (TRANSIENT_STATUSES.has(httpStatus)) return true;
	// With 4xx, somebody else than the service may have answered, or the service at a path that it does not have.
	const isFaultOfRequest = httpStatus >= 400 && httpStatus < 500;
	return !isFaultOfRequest;
}
