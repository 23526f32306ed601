import { createHash } from 'crypto';
import { memoize, upperFirst } from 'lodash';
import type { ICredentialTestFunction, IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { z } from 'zod';

import {
	anySignal,
	asError,
	CancelledError,
	raceAbort,
	Semaphore,
	signalAt,
	sleepFor,
	steadyNow,
	throwIfCancelled,
} from '../util/async';
import { cancelSignalOf } from '../n8n/runs';
import { requireSupportedN8n } from '../n8n/versions';
import { PackError, errorText } from '../util/errors';
import {
	authenticated,
	detailPath,
	readCredential,
	type ServiceContext,
	serviceRoot,
} from './credential';
import { type Effect, type EndpointName, endpoints, type Limit } from './endpoints';
import { answerTo, type Failure, isLimit } from './failure';
import { apiMessages } from './messages';
import { callbackSecrets, redactor } from './redact';
import { waitBeforeRetry } from './retry';
import type { Schema } from './schemas';
import { explain, ServiceError } from './serviceError';
import { exchange, readAnswer, readResult } from './transport';

const TIME_LIMIT_MS = 60_000;

export interface Input {
	query?: IDataObject;
	body?: object;
}

/** What a client's calls keep to, besides Stop. */
interface Limits {
	signal?: AbortSignal;
	/**
	 * Milliseconds from now, after which they give up with what was seen last. A submit that has been
	 * sent is still waited for.
	 */
	withinMs?: number;
	/** Called before each request, when its turn has come. */
	before?(name: EndpointName): Promise<void>;
}

export interface ServiceClient {
	/**
	 * Calls one endpoint: paced, repeated where that is safe, its answer checked.
	 *
	 * @param input query and body, exactly as the specification names them
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped
	 */
	call<T>(name: EndpointName, input: Input, schema: Schema<T>): Promise<T>;
	/** The same client, which keeps to these limits too. */
	with(limits: Limits): ServiceClient;
	readonly signal?: AbortSignal;
	/** Logs what was odd and yet no failure, each message once. */
	warn(message: string): void;
	readonly warnings: ReadonlySet<string>;
}

/** The limits of a call; the deadline in milliseconds since the epoch. */
type CallLimits = Omit<Limits, 'withinMs'> & { deadline: number };

/**
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * @throws PackError when the credential cannot be used
 */
export async function createClient(context: ServiceContext): Promise<ServiceClient> {
	const connection = await connect(context);
	const warnings = new Set<string>();
	const warn = (message: string) => {
		if (warnings.has(message)) return;
		warnings.add(message);
		context.logger.warn(message);
	};
	const clientWith = ({ signal, deadline, before }: CallLimits): ServiceClient => ({
		call: async (name, input, schema) =>
			await call(connection, { name, input, schema }, { signal, deadline, before }),
		with: ({ signal: limit, withinMs = Infinity, before: work = before }) =>
			clientWith({
				// Only controllers, which somebody holds, are joined here.
				signal: signal && limit ? AbortSignal.any([signal, limit]) : (limit ?? signal),
				deadline: Math.min(deadline, Date.now() + withinMs),
				before: work,
			}),
		signal,
		warn,
		warnings,
	});
	return clientWith({ signal: cancelSignalOf(context), deadline: Infinity });
}

type Connection = Awaited<ReturnType<typeof connect>>;

async function connect(context: ServiceContext) {
	requireSupportedN8n();
	const { baseUrl, accessToken, ...detailPaths } = await readCredential(context);
	const root = serviceRoot(baseUrl);
	// Names the application, whose calls share the limits, without its token.
	const application = createHash('sha256').update(`${root} ${accessToken}`).digest('hex');
	return { context, root, detailPaths, application };
}

interface Call<T> {
	name: EndpointName;
	input: Input;
	schema: Schema<T>;
}

async function call<T>(connection: Connection, call: Call<T>, limits: CallLimits): Promise<T> {
	const { path: published, credentialField, concurrencyWaitSeconds } = endpoints[call.name];
	const { root, detailPaths, application } = connection;
	const path = credentialField ? detailPath(detailPaths, credentialField) : published;
	const queue = rateLimiterFor(application, call.name);
	const work = async () => await callRepeatedly(connection, root + path, queue, call, limits);
	return concurrencyWaitSeconds ? await queue.turns.run(work, limits.signal) : await work();
}

async function callRepeatedly<T>(
	connection: Connection,
	url: string,
	queue: RateLimiter,
	call: Call<T>,
	{ signal, deadline, before }: CallLimits,
): Promise<T> {
	const { name: endpoint } = call;
	const { effect, action } = endpoints[endpoint];
	let last: Failure = { endpoint, cause: 'rateLimited', detail: apiMessages.noTimeLeft };
	let failedAt: number | undefined;
	const ends = anySignal(signal, deadline < Infinity ? signalAt(deadline) : undefined);
	try {
		for (let failed = 1; ; failed++) {
			const answered = await queue.acquire(ends.signal);
			await before?.(endpoint);
			throwIfCancelled(signal);
			const timeLimitMs = tryLimitMs(effect, deadline - Date.now());
			const result = await send(connection, url, call, timeLimitMs, signal).finally(answered);
			if ('data' in result) return result.data;
			// What holds back for as long as it takes does not use up the tries of anything else.
			if (isLimit(result.failure) !== isLimit(last)) failed = 1;
			last = result.failure;
			const now = Date.now();
			failedAt ??= now;
			const times = { failed, elapsedMs: now - failedAt, leftMs: deadline - now };
			const waitMs = waitBeforeRetry(last, times);
			// What became of a charged task is reported also when the execution is stopped.
			if (waitMs !== undefined || effect !== 'create') throwIfCancelled(signal);
			if (waitMs === undefined) throw new ServiceError(last);
			const { code, traceId } = answerTo(last);
			const message = apiMessages.tryingAgain(action, last.detail);
			connection.context.logger.debug(message, { waitMs, code, traceId });
			if (isLimit(last)) queue.block(waitMs);
			else await sleepFor(waitMs, ends.signal);
		}
	} catch (error) {
		const isTimeUp = error instanceof CancelledError && !signal?.aborted;
		throw isTimeUp ? new ServiceError(last) : asError(error);
	} finally {
		ends.release();
	}
}

/** The time for one try, in milliseconds; of a charged task, the answer is always waited for. */
function tryLimitMs(effect: Effect, leftMs: number): number {
	// A question is repeated when it has failed, and not while it is being answered.
	return effect === 'create' ? TIME_LIMIT_MS : Math.min(TIME_LIMIT_MS, leftMs);
}

async function send<T>(
	{ context }: Connection,
	url: string,
	{ name, input: { query, body }, schema }: Call<T>,
	timeLimitMs: number,
	signal?: AbortSignal,
): Promise<{ data: T } | { failure: Failure }> {
	const { method, effect, contentType = 'application/json' } = endpoints[name];
	const content =
		method === 'GET'
			? { qs: query }
			: // As text, because n8n drops an empty object.
				{ body: JSON.stringify(body ?? {}), headers: { 'Content-Type': contentType } };
	// A charged task whose answer is cut off would be lost: only what changes nothing is aborted.
	const stop = effect === 'create' ? undefined : signal;
	const sent = await exchange(context, { method, url, ...content }, timeLimitMs, stop);
	const redact = redactor(sent.accessToken, callbackSecrets(body));
	return readResult(name, sent.answer, schema, redact, body);
}

const TEST_LIMIT_MS = 15_000;

/**
 * Tests a credential when it is saved: lists one public voice. A node does it, because of a test by the
 * credential itself, n8n shows no more than a code such as ENOTFOUND where nothing answers.
 */
const testCredential: ICredentialTestFunction = async function ({ data = {} }) {
	try {
		const url = serviceRoot(data.baseUrl) + endpoints.listPublicVoices.path;
		const options = authenticated(data, { method: 'GET', url, qs: { page: 1, size: 1 } });
		const settings = { timeout: TEST_LIMIT_MS, simple: false, resolveWithFullResponse: true };
		// The only helper that n8n has here.
		const { request } = this.helpers;
		const ask = async (limit: AbortSignal) => {
			const answered = request({ ...options, ...settings });
			const response = await raceAbort(answered as Promise<IN8nHttpFullResponse>, limit);
			// n8n has undefined for an empty one.
			return { ...response, body: response.body ?? '' };
		};
		const answer = await readAnswer(ask, { timeLimitMs: TEST_LIMIT_MS, url });
		const redact = redactor(String(options.headers?.access_token));
		const result = readResult('listPublicVoices', answer, z.unknown(), redact);
		if ('data' in result) return { status: 'OK', message: apiMessages.connectionTested };
		return { status: 'Error', message: errorText(testError(result.failure)) };
	} catch (error) {
		return { status: 'Error', message: errorText(error) };
	}
};

/** The words without those of the call: the user has asked for a test, and not for a list of voices. */
function testError(failure: Failure): PackError {
	const { code, reason, advice } = explain(failure);
	const wasAnswered = answerTo(failure).httpStatus !== undefined;
	return new PackError(
		wasAnswered
			? { code, title: upperFirst(reason), advice }
			: apiMessages.notReached(failure.detail),
	);
}

/** For `methods` of a node. */
export const credentialTest = { digitalHumanApi: testCredential };

/** The clock of the service is not ours: a request may arrive a little earlier or later. */
const MARGIN_MS = 300;

/** How much later than here a request counts at most: its answer may take far longer. */
const MAX_LATE_MS = 5_000;

/**
 * Lets requests of one endpoint pass as its rate limit allows, in the order in which they came.
 * Times are milliseconds of the clock of waits.
 */
export class RateLimiter {
	/** When requests counted at the service at the latest, as far as is known. */
	private passed: Array<{ at: number }> = [];

	private blockedUntil = 0;
	private readonly entrance = new Semaphore(1);

	/**
	 * For one piece of work at a time: while it waits for a limit, no other of the queue uses up the
	 * requests that are left.
	 */
	readonly turns = new Semaphore(1);

	constructor(private readonly limit?: Limit) {}

	/**
	 * Waits for a free place.
	 *
	 * @returns to be called when the request has its answer: setting up the connection takes time, so that
	 *   the service counts a request later than it passes here
	 * @throws CancelledError when the execution is stopped while it waits
	 */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		return await this.entrance.run(async () => {
			for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
				await sleepFor(wait, signal);
			}
			const place = { at: steadyNow() };
			if (this.limit) this.passed = [...this.passed, place].slice(-this.limit.requests);
			return () => {
				place.at = Math.min(steadyNow(), place.at + MAX_LATE_MS);
				this.passed.sort((a, b) => a.at - b.at);
			};
		}, signal);
	}

	/** Holds all requests of the queue back, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	private waitMs(): number {
		const { requests = Infinity, seconds = 0 } = this.limit ?? {};
		const oldest = this.passed.at(-requests)?.at ?? -Infinity;
		const freeAt = oldest + seconds * 1000 + MARGIN_MS;
		return Math.max(this.blockedUntil, freeAt) - steadyNow();
	}
}

/**
 * The limiter that all requests of one application and endpoint share inside this process: limits are
 * counted per application (service.md 5 and 8).
 */
const rateLimiterFor = memoize(
	(_application: string, endpoint: EndpointName) => new RateLimiter(endpoints[endpoint].limit),
	(application, endpoint) => `${application} ${endpoint}`,
);
