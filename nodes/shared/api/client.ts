import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { lastsOneCall } from '../n8n/contexts';
import { cancelSignalOf } from '../n8n/runs';
import { requireSupportedN8n } from '../n8n/versions';
import {
	anySignal,
	asError,
	CancelledError,
	signalAt,
	sleepFor,
	throwIfCancelled,
} from '../util/async';
import { serviceRoot } from './addresses';
import { type Credential, readCredential, type ServiceContext } from './credential';
import { createEndpoint, type Endpoint, endpointOf, type EndpointName } from './endpoints';
import { exchange } from './exchange';
import { answerTo, type Failure, isLimit } from './failure';
import { apiMessages } from './apiMessages';
import { detailPath, type Paths } from './paths';
import { type RateLimiter, rateLimiterFor } from './rateLimiter';
import { callbackSecrets, redactor } from './redact';
import { readResult, type Result } from './result';
import { FailedTries } from './retry';
import type { Schema } from './schemas';
import { ServiceClock } from './serviceClock';
import { ServiceError } from './serviceError';

/*
 * Calls the service for a node. Each call waits until the rate limit lets its request pass, is repeated where that is safe, and
 * gives data that was checked, or a ServiceError.
 */

/** What a call sends: query and body, exactly as the specification names them. */
export interface Input {
	query?: IDataObject;
	body?: object;
}

/** What ends the calls of a client, besides Stop, and what comes before their requests. */
interface CallLimits {
	signal?: AbortSignal;
	/**
	 * Milliseconds from now, after which they give up with what was seen last. A submit that has been
	 * sent is still waited for.
	 */
	withinMs?: number;
	/** The same for each call alone, in milliseconds from its beginning. */
	eachWithinMs?: number;
	/** Called before each request, when the rate limit lets it pass. */
	before?(name: EndpointName): Promise<void>;
}

export interface ServiceClient {
	/**
	 * Calls one endpoint.
	 *
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped
	 */
	call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T>;
	/** The same client, whose calls keep to these limits too. */
	with(limits: CallLimits): ServiceClient;
	readonly signal?: AbortSignal;
	/** The unpublished paths that the credential had when the client was made. */
	readonly paths: Paths;
	/**
	 * By how many milliseconds n8n's clock is ahead of the service's; negative where it is behind, and 0 as long as no answer of
	 * the service shows more.
	 */
	readonly clockLeadMs: number;
	/** Logs what was odd and yet no failure, each message once. */
	warn(message: string): void;
	readonly warnings: ReadonlySet<string>;
}

/**
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * An execution may last for days, so each request reads the credential anew. One call of the editor or of a webhook reads it
 * once: there, n8n starts an environment for expressions each time, which takes longer than a request.
 *
 * @param credential where it was read before for the same call
 * @throws PackError when the credential cannot be used
 */
export async function createClient(
	context: ServiceContext,
	credential?: Credential,
): Promise<ServiceClient> {
	requireSupportedN8n();
	const first = credential ?? (await readCredential(context));
	const { baseUrl, accessToken, ...paths } = first;
	const root = serviceRoot(baseUrl);
	const key = createHash('sha256').update(`${root} ${accessToken}`).digest('hex');
	const credentialNow = async () => (lastsOneCall(context) ? first : await readCredential(context));
	const application = { context, credentialNow, root, paths, key, clock: new ServiceClock() };
	const limits = { signal: cancelSignalOf(context), deadline: Infinity, eachWithinMs: Infinity };
	return new Client(application, limits, new Set());
}

/** The application of the service to which the credential belongs, as it was when the client was made. */
interface Application {
	context: ServiceContext;
	/** The credential for the next request, which may have been changed since. */
	credentialNow(): Promise<Credential>;
	/** The address below which all endpoints are. */
	root: string;
	paths: Paths;
	/** Names the application without its token: all its calls share the rate limits. */
	key: string;
	clock: ServiceClock;
}

/** The limits of all calls of a client. */
interface ClientLimits extends Pick<CallLimits, 'signal' | 'before'> {
	/** Milliseconds since the epoch; Infinity for none. */
	deadline: number;
	/** As in `CallLimits`; Infinity for no limit. */
	eachWithinMs: number;
}

class Client implements ServiceClient {
	constructor(
		private readonly application: Application,
		private readonly limits: ClientLimits,
		readonly warnings: Set<string>,
	) {}

	get signal(): AbortSignal | undefined {
		return this.limits.signal;
	}

	get paths(): Paths {
		return this.application.paths;
	}

	get clockLeadMs(): number {
		return this.application.clock.leadMs;
	}

	with({
		signal,
		withinMs = Infinity,
		eachWithinMs = Infinity,
		before,
	}: CallLimits): ServiceClient {
		const own = this.limits;
		const limits: ClientLimits = {
			signal: signalOfBoth(own.signal, signal),
			deadline: Math.min(own.deadline, Date.now() + withinMs),
			eachWithinMs: Math.min(own.eachWithinMs, eachWithinMs),
			before: before ?? own.before,
		};
		return new Client(this.application, limits, this.warnings);
	}

	warn(message: string): void {
		if (this.warnings.has(message)) return;
		this.warnings.add(message);
		this.application.context.logger.warn(message);
	}

	async call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T> {
		const { application } = this;
		const { signal, before, deadline, eachWithinMs } = this.limits;
		const request = { name, url: urlOf(application, name), input, schema };
		const limits = { signal, before, deadline: Math.min(deadline, Date.now() + eachWithinMs) };
		const work = async () => await new Call(application, request, limits).run();
		if (createEndpoint(name)?.concurrencyWaitSeconds === undefined) return await work();
		return await rateLimiterFor(application.key, name).turns.run(work, signal);
	}
}

/** @throws PackError when the user has to enter the path of the endpoint and has not */
function urlOf({ root, paths }: Application, name: EndpointName): string {
	const { path, credentialField } = endpointOf(name);
	if (credentialField === undefined) return root + path;
	return root + detailPath(paths, credentialField);
}

/** Only controllers, which somebody holds, are joined here: Node 20 may collect any other source. */
function signalOfBoth(own?: AbortSignal, further?: AbortSignal): AbortSignal | undefined {
	if (own === undefined || further === undefined) return own ?? further;
	return AbortSignal.any([own, further]);
}

/** What one call sends, and how its data is read. */
interface Request<T> {
	name: EndpointName;
	url: string;
	input: Input;
	schema: Schema<T>;
}

/** One call: the same request, which may be sent several times. */
class Call<T> {
	private readonly endpoint: Endpoint;
	private readonly limiter: RateLimiter;
	private readonly tries: FailedTries;

	constructor(
		private readonly application: Application,
		private readonly request: Request<T>,
		private readonly limits: Omit<ClientLimits, 'eachWithinMs'>,
	) {
		this.endpoint = endpointOf(request.name);
		this.limiter = rateLimiterFor(application.key, request.name);
		this.tries = new FailedTries(request.name);
	}

	/** Sends the request until there is a result, or it must not be sent again, or nobody waits for it any more. */
	async run(): Promise<T> {
		const { signal, deadline } = this.limits;
		const timeUp = deadline === Infinity ? undefined : signalAt(deadline);
		const end = anySignal(signal, timeUp);
		try {
			for (;;) {
				const result = await this.tryOnce(end.signal);
				if ('data' in result) return result.data;
				await this.waitAfter(result.failure, end.signal);
			}
		} catch (error) {
			const isTimeUp = error instanceof CancelledError && !signal?.aborted;
			throw isTimeUp ? new ServiceError(this.tries.last) : asError(error);
		} finally {
			end.release();
		}
	}

	/**
	 * Sends the request once, when its turn has come.
	 *
	 * @throws CancelledError when the execution is stopped, or the time is up, before it is sent
	 */
	private async tryOnce(end: AbortSignal): Promise<Result<T>> {
		const { signal, before } = this.limits;
		const noteAnswered = await this.limiter.acquire(end);
		await before?.(this.request.name);
		throwIfCancelled(signal);
		return await this.send().finally(noteAnswered);
	}

	/**
	 * Waits before a further try.
	 *
	 * @throws ServiceError when there is none; CancelledError when the execution is stopped, or the time is up
	 */
	private async waitAfter(failure: Failure, end: AbortSignal): Promise<void> {
		const { signal, deadline } = this.limits;
		const { effect, action } = this.endpoint;
		const waitMs = this.tries.add(failure, deadline);
		// What became of a charged task is reported also when the execution is stopped.
		if (waitMs !== undefined || effect !== 'create') throwIfCancelled(signal);
		if (waitMs === undefined) throw new ServiceError(failure);
		const { code, traceId } = answerTo(failure);
		const message = apiMessages.tryingAgain(action, failure.detail);
		this.application.context.logger.debug(message, { waitMs, code, traceId });
		// A limit holds back all requests to the endpoint, so that the limiter waits before the next one.
		if (isLimit(failure)) this.limiter.block(waitMs);
		else await sleepFor(waitMs, end);
	}

	private async send(): Promise<Result<T>> {
		const { application, endpoint, request } = this;
		const { name, url, input, schema } = request;
		const { body } = input;
		const sentAt = Date.now();
		const sent = await exchange(
			application,
			{ method: endpoint.method, url, ...contentOf(endpoint, input) },
			this.limitsOfTry(),
		);
		const redact = redactor(sent.accessToken, callbackSecrets(body));
		const result = readResult({ endpoint: name, schema, body }, sent.answer, redact);
		// What has given data is the service itself, and no gateway in its place.
		if ('data' in result && 'headers' in sent.answer) {
			application.clock.note(sent.answer.headers.date, sentAt, Date.now());
		}
		return result;
	}

	/** What ends one try: of a charged task, only the time, because its answer would be lost where it is cut off. */
	private limitsOfTry(): { timeLimitMs: number; signal?: AbortSignal } {
		if (this.endpoint.effect === 'create') return { timeLimitMs: TIME_LIMIT_MS };
		const { signal, deadline } = this.limits;
		return { timeLimitMs: Math.min(TIME_LIMIT_MS, deadline - Date.now()), signal };
	}
}

/** Time for one try, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/** The query or the body of a request; the body as text, because n8n drops an empty object. */
function contentOf({ method, contentType = 'application/json' }: Endpoint, input: Input) {
	const { query, body = {} } = input;
	if (method === 'GET') return { qs: query };
	return { body: JSON.stringify(body), headers: { 'Content-Type': contentType } };
}
