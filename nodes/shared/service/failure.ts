import type { Explanation } from '../util/text';
import { isRefusalCode, operations, type OperationName } from './endpoints';

/**
 * Why a call did not give its result:
 * - `refused`: the service answered with a code other than 0, or with a message and no code
 * - `unreachable`: nothing was sent, because no connection came about
 * - `unsent`: nothing was sent, because n8n could not read the credential, as when its database is busy
 * - `noResponse`: the connection broke or the time was up after the request had been sent
 * - `unavailable`: a server error without an envelope (service.md 4: every answer is an envelope)
 * - `rateLimited`: HTTP 429 without an envelope
 * - `unreadable`: an answer that is not the envelope, or whose data is not as specified
 * - `notTheService`: an answer that something other than the service seems to give, such as a web page
 * - `redirected`: the address points elsewhere; the token is not carried there
 */
export type FailureCause =
	| 'refused'
	| 'unreachable'
	| 'unsent'
	| 'noResponse'
	| 'unavailable'
	| 'rateLimited'
	| 'unreadable'
	| 'notTheService'
	| 'redirected';

export interface Failure {
	operation: OperationName;
	cause: FailureCause;
	/** Code of the envelope, when the cause is `refused` and there is one. */
	code?: number;
	/** Message of the service, or what was seen instead of an answer. */
	detail: string;
	/** What the message or the code of the service means, in the words of the request. */
	meaning?: Explanation;
	traceId?: string;
	/** The file that was asked for. */
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
export const NOT_SENT: ReadonlySet<FailureCause> = new Set(['unreachable', 'unsent']);

/** The failure after which a task may exist, of an error; undefined where certainly none does. */
export function unclearFailure(error: unknown): Failure | undefined {
	if (!(error instanceof ServiceError)) return undefined;
	return mayHaveCreated(error.failure) ? error.failure : undefined;
}

/** Redirects by which a server says that it did not do what was asked (HTTP 301, 307 and 308). */
const NOT_DONE = new Set([301, 307, 308]);

/**
 * Whether a failed call may still have started work that is charged. Retries, the memory of "Retry On
 * Fail" and the message all follow from this.
 *
 * Of a `create`, only what is documented as a refusal before any work, and a request that never reached
 * the service, are certain to have created nothing.
 */
export function mayHaveCreated(failure: Failure): boolean {
	const { operation, cause, code, httpStatus } = failure;
	if (operations[operation].effect !== 'create') return false;
	switch (cause) {
		case 'refused':
			// Without a code, it is one of the documented messages.
			return code !== undefined && !isRefusalCode(code, operation);
		case 'redirected':
			return !NOT_DONE.has(httpStatus ?? 0);
		default:
			return !NOT_SENT.has(cause);
	}
}
