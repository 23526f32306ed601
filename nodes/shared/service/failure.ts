import { operations, type OperationName } from './operations';

/**
 * Why a call did not give its result:
 * - `refused`: the service answered with a code other than 0, or with a message and no code
 * - `unreachable`: nothing was sent, because no connection came about
 * - `interrupted`: the connection broke or the time was up after the request had been sent
 * - `unavailable`: a server error without an envelope (specification 4: every answer is an envelope)
 * - `busy`: HTTP 429 without an envelope
 * - `unreadable`: an answer that is not the envelope, or whose data is not as specified
 * - `redirected`: the address points elsewhere; the token is not carried there
 */
export type FailureCause =
	| 'refused'
	| 'unreachable'
	| 'interrupted'
	| 'unavailable'
	| 'busy'
	| 'unreadable'
	| 'redirected';

export interface Failure {
	operation: OperationName;
	cause: FailureCause;
	/** Code of the envelope, when the cause is `refused` and there is one. */
	code?: number;
	/** Message of the service, or what was seen instead of an answer. */
	detail: string;
	traceId?: string;
	httpStatus?: number;
	/** The answer was a web page. */
	webPage?: boolean;
	/** Wait that the server asked for (Retry-After), in milliseconds. */
	retryAfterMs?: number;
}

/** A call to the service that failed; turned into n8n's own error at the edge (`nodeError.ts`). */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(`${failure.operation}: ${failure.detail}`);
		this.name = 'ServiceError';
	}
}

/** The user or n8n stopped the execution. */
export class StoppedError extends Error {
	constructor() {
		super('The execution was stopped');
		this.name = 'StoppedError';
	}
}

/** Passes an error on unchanged; it becomes n8n's error at the edge. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/**
 * Tells whether a failed call may have started paid work all the same.
 *
 * Of a `create`, only a refusal other than by an internal fault and a connection that never came about are
 * certain to have created nothing (specification 7; requirements R091, R092, R229).
 */
export function mayHaveCreated({ operation, cause, code }: Failure): boolean {
	if (operations[operation].effect !== 'create') return false;
	if (cause === 'refused') return code === 50000 || code === 51000;
	return cause !== 'unreachable' && cause !== 'redirected';
}
