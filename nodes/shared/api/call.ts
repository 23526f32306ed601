import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	anySignal,
	asError,
	CancelledError,
	signalAt,
	sleepFor,
	throwIfCancelled,
} from '../util/async';
import type { Credential, ServiceContext } from './credential';
import { type Endpoint, endpointOf, type EndpointName } from './endpoints';
import { exchange } from './exchange';
import { answerTo, type Failure, isLimit } from './failure';
import { apiMessages } from './apiMessages';
import type { Paths } from './paths';
import { type RateLimiter, rateLimiterFor } from './rateLimiter';
import { callbackSecrets, redactor } from './redact';
import { readResult, type Result } from './result';
import { FailedTries } from './retry';
import type { Schema } from './schemas';
import type { ServiceClock } from './serviceClock';
import { ServiceError } from './serviceError';

/*
 * One call to the service. It waits until the rate limit lets its request pass, sends it, repeats it where that is
 * safe, and gives data that was checked, or a ServiceError.
 */

/** What a call sends: query and body, exactly as the specification names them. */
export interface Input {
	query?: IDataObject;
	body?: object;
}

/** The application of the service to which the credential belongs, as it was when the client was made. */
export interface Application {
	context: ServiceContext;
	/** The credential for the next request, which may have been changed since. */
	credentialNow(): Promise<Credential>;
	/** The address below which all endpoints are, with a slash at its end. */
	root: string;
	/** The paths of unpublished endpoints that the user has entered in the credential. */
	paths: Paths;
	/** Names the application without showing its token: all calls with the same key share the rate limits. */
	key: string;
	/** How far n8n's clock and that of the service are apart, which each answer shows anew. */
	clock: ServiceClock;
}

/** What is told of the steps of a call before they are taken, and can end it. */
export interface CallObserver {
	/** Called before each request, when the rate limit lets it pass. What it throws ends the call. */
	beforeRequest(name: EndpointName): Promise<void>;
	/** Called when a request has failed and will be sent again, before the wait for that. */
	beforeWait?(): Promise<void>;
}

/** What ends a call, and who observes it. */
export interface LimitsOfCall {
	/** Ends the call: n8n's signal for Stop, or one with which the caller ends it. */
	signal?: AbortSignal;
	/** When nobody waits for the result any more, in milliseconds since the epoch; Infinity for no time limit. */
	deadline: number;
	observer?: CallObserver;
}

/** What one call sends, and how its data is read. */
interface ApiRequest<T> {
	name: EndpointName;
	url: string;
	input: Input;
	schema: Schema<T>;
}

/** Time for one try, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/** One call: the same request, which may be sent several times. An object is used for one `run`. */
export class Call<T> {
	private readonly endpoint: Endpoint;
	private readonly limiter: RateLimiter;
	private readonly tries: FailedTries;

	constructor(
		private readonly application: Application,
		private readonly request: ApiRequest<T>,
		private readonly limits: LimitsOfCall,
	) {
		this.endpoint = endpointOf(request.name);
		this.limiter = rateLimiterFor(application.key, request.name);
		this.tries = new FailedTries(request.name);
	}

	/**
	 * Sends the request until there is a result, or it must not be sent again, or nobody waits for it any more.
	 *
	 * @returns the data of the answer, as the schema has read it
	 * @throws ServiceError when there is no result; CancelledError when the signal of the limits ends; PackError, or
	 *   n8n's own error, when the credential cannot be used any more; what the observer throws
	 */
	async run(): Promise<T> {
		const { signal, deadline } = this.limits;
		const timeUp = deadline === Infinity ? undefined : signalAt(deadline);
		// Ends the waits for the rate limit and before a further try.
		const end = anySignal(signal, timeUp);
		try {
			for (;;) {
				const result = await this.tryOnce(end.signal);
				if ('data' in result) return result.data;
				await this.waitBeforeNextTry(result.failure, end.signal);
			}
		} catch (error) {
			// Stop and the time limit both end a wait with a CancelledError. After the limit, the last failure counts.
			const isTimeUp = error instanceof CancelledError && !signal?.aborted;
			throw isTimeUp ? new ServiceError(this.tries.last) : asError(error);
		} finally {
			end.release();
		}
	}

	/**
	 * Sends the request once, when the rate limit lets it pass.
	 *
	 * @param end ends the wait for the rate limit: Stop or the time limit
	 * @throws CancelledError when the execution is stopped, or the time is up, before it is sent; what the
	 *   observer throws, and the errors of a credential that cannot be used
	 */
	private async tryOnce(end: AbortSignal): Promise<Result<T>> {
		const { signal, observer } = this.limits;
		const noteAnswered = await this.limiter.acquire(end);
		await observer?.beforeRequest(this.request.name);
		throwIfCancelled(signal);
		return await this.send().finally(noteAnswered);
	}

	/**
	 * Waits before the next try. After a rate limit was exceeded, it returns at once: the limiter then holds back the
	 * next request to the endpoint, whichever call sends it.
	 *
	 * @param end ends the wait: Stop or the time limit
	 * @throws ServiceError with the failure when there is no further try; CancelledError when the execution is stopped,
	 *   or the time is up
	 */
	private async waitBeforeNextTry(failure: Failure, end: AbortSignal): Promise<void> {
		const { signal, deadline, observer } = this.limits;
		const { effect, action } = this.endpoint;
		const waitMs = this.tries.waitAfter(failure, deadline);
		if (waitMs === undefined) {
			// After Stop, a failure is of no interest, unless it is that of a submit, which may have created a task.
			const isSubmit = effect === 'create';
			if (!isSubmit) throwIfCancelled(signal);
			throw new ServiceError(failure);
		}
		throwIfCancelled(signal);
		const { code, traceId } = answerTo(failure);
		const message = apiMessages.tryingAgain(action, failure.detail);
		this.application.context.logger.debug(message, { waitMs, code, traceId });
		await observer?.beforeWait?.();
		if (isLimit(failure)) this.limiter.block(waitMs);
		else await sleepFor(waitMs, end);
	}

	/**
	 * Sends the request and reads the answer: its data, or why there is none. An answer with data also shows how far the
	 * clock of the service is off.
	 *
	 * @throws PackError, or n8n's own error, when the credential cannot be used any more
	 */
	private async send(): Promise<Result<T>> {
		const { application, request } = this;
		const { name, input, schema } = request;
		const { body } = input;
		const httpRequest = httpRequestOf(this.endpoint, request);
		const sentAt = Date.now();
		const { answer, accessToken } = await exchange(application, httpRequest, this.limitsOfTry());
		const redact = redactor(accessToken, callbackSecrets(body));
		const result = readResult({ endpoint: name, schema, body }, answer, redact);
		// What has given data is the service itself, and no gateway in its place.
		if ('data' in result && 'headers' in answer) {
			application.clock.note(answer.headers.date, sentAt, Date.now());
		}
		return result;
	}

	/**
	 * What ends one try: its own time of a minute; and, unless it is a submit, also Stop and the time limit of the call.
	 * A submit that is under way is not cut off, because the ID of a task that is charged would be lost with its answer.
	 */
	private limitsOfTry(): { timeLimitMs: number; signal?: AbortSignal } {
		if (this.endpoint.effect === 'create') return { timeLimitMs: TIME_LIMIT_MS };
		const { signal, deadline } = this.limits;
		return { timeLimitMs: Math.min(TIME_LIMIT_MS, deadline - Date.now()), signal };
	}
}

/**
 * The request for n8n's helper: a GET with its query alone, any other with its body alone. The body is sent as text,
 * because n8n would drop an empty object.
 */
function httpRequestOf(
	endpoint: Endpoint,
	{ url, input }: ApiRequest<unknown>,
): IHttpRequestOptions {
	const { method, contentType = 'application/json' } = endpoint;
	const { query, body = {} } = input;
	if (method === 'GET') return { method, url, qs: query };
	return { method, url, body: JSON.stringify(body), headers: { 'Content-Type': contentType } };
}
