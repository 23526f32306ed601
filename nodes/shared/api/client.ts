import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

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
import { readCredential, type ServiceContext } from './credential';
import { createEndpoint, type Endpoint, endpointOf, type EndpointName } from './endpoints';
import { exchange } from './exchange';
import { answerTo, type Failure, isLimit } from './failure';
import { apiMessages } from './apiMessages';
import { detailPath, type Paths } from './paths';
import { rateLimiterFor } from './rateLimiter';
import { callbackSecrets, redactor } from './redact';
import { readResult, type Result } from './result';
import { FailedTries } from './retry';
import type { Schema } from './schemas';
import { ServiceClock } from './serviceClock';
import { ServiceError } from './serviceError';

/*
 * Calls the service for a node: each call goes to its endpoint in its turn, is repeated where that is safe, and gives data that
 * was checked, or a ServiceError.
 */

/** What a call sends: query and body, exactly as the specification names them. */
export interface Input {
	query?: IDataObject;
	body?: object;
}

/** What a client's calls keep to, besides Stop. */
interface CallLimits {
	signal?: AbortSignal;
	/**
	 * Milliseconds from now, after which they give up with what was seen last. A submit that has been
	 * sent is still waited for.
	 */
	withinMs?: number;
	/** The same for each call alone, in milliseconds from its beginning. */
	eachWithinMs?: number;
	/** Called before each request, when its turn has come. */
	before?(name: EndpointName): Promise<void>;
}

export interface ServiceClient {
	/**
	 * Calls one endpoint.
	 *
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped
	 */
	call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T>;
	/** The same client, which keeps to these limits too. */
	with(limits: CallLimits): ServiceClient;
	readonly signal?: AbortSignal;
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
 * @throws PackError when the credential cannot be used
 */
export async function createClient(context: ServiceContext): Promise<ServiceClient> {
	const application = await applicationOf(context);
	const limits = { signal: cancelSignalOf(context), deadline: Infinity, eachWithinMs: Infinity };
	return new Client(application, limits, new Set());
}

/** The application of a credential, as it was when the client was made. */
interface Application {
	context: ServiceContext;
	/** The address below which all endpoints are. */
	root: string;
	paths: Paths;
	/** Names it without its token: its calls share the rate limits. */
	key: string;
	clock: ServiceClock;
}

async function applicationOf(context: ServiceContext): Promise<Application> {
	requireSupportedN8n();
	const { baseUrl, accessToken, ...paths } = await readCredential(context);
	const root = serviceRoot(baseUrl);
	const key = createHash('sha256').update(`${root} ${accessToken}`).digest('hex');
	return { context, root, paths, key, clock: new ServiceClock() };
}

/** The limits of a client; the deadline in milliseconds since the epoch. */
interface ClientLimits extends Pick<CallLimits, 'signal' | 'before'> {
	deadline: number;
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
		const { application, limits } = this;
		const { path: published, credentialField } = endpointOf(name);
		const path = credentialField ? detailPath(application.paths, credentialField) : published;
		const url = application.root + path;
		const deadline = Math.min(limits.deadline, Date.now() + limits.eachWithinMs);
		const call = { name, url, input, schema };
		const work = async () => await callRepeatedly(application, call, { ...limits, deadline });
		if (createEndpoint(name)?.concurrencyWaitSeconds === undefined) return await work();
		return await rateLimiterFor(application.key, name).turns.run(work, limits.signal);
	}
}

/** Only controllers, which somebody holds, are joined here: Node 20 may collect any other source. */
function signalOfBoth(own?: AbortSignal, further?: AbortSignal): AbortSignal | undefined {
	if (own === undefined || further === undefined) return own ?? further;
	return AbortSignal.any([own, further]);
}

interface Call<T> {
	name: EndpointName;
	url: string;
	input: Input;
	schema: Schema<T>;
}

/** Sends a request until there is a result, or it must not be sent again, or nobody waits for it any more. */
async function callRepeatedly<T>(
	application: Application,
	call: Call<T>,
	{ signal, deadline, before }: ClientLimits,
): Promise<T> {
	const { effect, action } = endpointOf(call.name);
	const queue = rateLimiterFor(application.key, call.name);
	const tries = new FailedTries(call.name);
	const ends = anySignal(signal, deadline < Infinity ? signalAt(deadline) : undefined);
	/** Waits before a further try. @throws ServiceError when there is none */
	const waitAfter = async (failure: Failure) => {
		const waitMs = tries.waitAfter(failure, deadline);
		// What became of a charged task is reported also when the execution is stopped.
		if (waitMs !== undefined || effect !== 'create') throwIfCancelled(signal);
		if (waitMs === undefined) throw new ServiceError(failure);
		const { code, traceId } = answerTo(failure);
		const message = apiMessages.tryingAgain(action, failure.detail);
		application.context.logger.debug(message, { waitMs, code, traceId });
		if (isLimit(failure)) queue.block(waitMs);
		else await sleepFor(waitMs, ends.signal);
	};
	try {
		for (;;) {
			const answered = await queue.acquire(ends.signal);
			await before?.(call.name);
			throwIfCancelled(signal);
			const limits = { timeLimitMs: tryLimitMs(effect, deadline - Date.now()), signal };
			const result = await sendOnce(application, call, limits).finally(answered);
			if ('data' in result) return result.data;
			await waitAfter(result.failure);
		}
	} catch (error) {
		const isTimeUp = error instanceof CancelledError && !signal?.aborted;
		throw isTimeUp ? new ServiceError(tries.last) : asError(error);
	} finally {
		ends.release();
	}
}

/** Time for one try, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/** The time for one try, in milliseconds; of a charged task, the answer is always waited for. */
function tryLimitMs(effect: Endpoint['effect'], leftMs: number): number {
	// A question is repeated when it has failed, and not while it is being answered.
	return effect === 'create' ? TIME_LIMIT_MS : Math.min(TIME_LIMIT_MS, leftMs);
}

/** Sends a request once. */
async function sendOnce<T>(
	{ context, clock }: Application,
	{ name: endpoint, url, input, schema }: Call<T>,
	{ timeLimitMs, signal }: { timeLimitMs: number; signal?: AbortSignal },
): Promise<Result<T>> {
	const { method, effect } = endpointOf(endpoint);
	// A charged task whose answer is cut off would be lost: only what changes nothing is aborted.
	const stop = effect === 'create' ? undefined : signal;
	const request = { method, url, ...contentOf(endpoint, input) };
	const sentAt = Date.now();
	const sent = await exchange(context, request, { timeLimitMs, signal: stop });
	const { body } = input;
	const redact = redactor(sent.accessToken, callbackSecrets(body));
	const result = readResult({ endpoint, schema, body }, sent.answer, redact);
	// What has given data is the service itself, and no gateway in its place.
	if ('data' in result && 'headers' in sent.answer) {
		clock.note(sent.answer.headers.date, sentAt, Date.now());
	}
	return result;
}

/** The query or the body of a request; the body as text, because n8n drops an empty object. */
function contentOf(endpoint: EndpointName, { query, body = {} }: Input) {
	const { method, contentType = 'application/json' } = endpointOf(endpoint);
	if (method === 'GET') return { qs: query };
	return { body: JSON.stringify(body), headers: { 'Content-Type': contentType } };
}
