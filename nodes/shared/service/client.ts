import { createHash } from 'crypto';
import memoize from 'lodash/memoize';
import upperFirst from 'lodash/upperFirst';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';

import {
	anySignal,
	asError,
	raceAbort,
	signalAt,
	sleepFor,
	throwIfCancelled,
	Semaphore,
	steadyNow,
} from '../util/async';
import { cancelSignalOf, requireSupportedN8n } from '../util/capabilities';
import { inOneText } from '../util/text';
import {
	callbackSecrets,
	readResult,
	redactor,
	connectionWords,
	exchange,
	readAnswer,
} from './transport';
import {
	API_PREFIX,
	authenticated,
	detailPath,
	type Paths,
	normalizeBaseUrl,
	readCredential,
	type ServiceContext,
} from './credential';
import { operations, type OperationName, type Limit } from './endpoints';
import { ServiceError, type Failure } from './failure';
import { explain, toNodeError } from './messages';
import { isLimit, waitBeforeRetry } from './retry';
import type { Schema } from './schemas';

const TIME_LIMIT_MS = 60_000;

/** For one try of a read that has to end in time: one that is never answered is repeated before. */
const MAX_TRY_MS = 25_000;

/** A first try takes half of a time of which both tries get so much. */
const MIN_TRY_MS = 8_000;

export interface Input {
	query?: IDataObject;
	body?: object;
}

/** What ends a call: a signal, and a time in milliseconds since the epoch; and what goes before. */
interface Limits {
	signal?: AbortSignal;
	deadline: number;
	/** Called before a request is sent, when its turn has come. */
	before?(name: OperationName): Promise<void>;
}

export interface ServiceClient {
	/**
	 * Calls one operation: paced, repeated where that is safe, its answer checked.
	 *
	 * @param input query and body, exactly as the specification names them
	 * @throws ServiceError when there is no result; CancelledError when the execution is stopped
	 */
	call<T>(name: OperationName, input: Input, schema: Schema<T>): Promise<T>;
	/** The same client, whose calls also end when the signal says so. */
	until(limit: AbortSignal): ServiceClient;
	/**
	 * The same client, whose calls give up after so many milliseconds from now, with what was seen last.
	 * A submit that has been sent is still waited for.
	 */
	within(ms: number): ServiceClient;
	/** The same client, which does this before each request, when its turn has come. */
	before(work: (name: OperationName) => Promise<void>): ServiceClient;
	/** n8n's cancel signal, where there is one. */
	readonly signal?: AbortSignal;
	/** Logs what was odd and yet no failure, each message once. */
	warn?(message: string): void;
	/** What `warn` was called with. */
	readonly warnings?: ReadonlySet<string>;
	/** Takes out of a text of the service what must not be shown. */
	readonly redact?: (text: string) => string;
}

/**
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * @throws Error with a sentence for the user when the credential cannot be used
 */
export async function createClient(context: ServiceContext): Promise<ServiceClient> {
	requireSupportedN8n();
	const { baseUrl, accessToken, ...detailPaths } = await readCredential(context);
	const root = `${normalizeBaseUrl(baseUrl)}${API_PREFIX}/`;
	const connection: Connection = {
		context,
		root,
		detailPaths,
		application: createHash('sha256').update(`${root} ${accessToken}`).digest('hex'),
		accessToken,
		redact: redactor(accessToken),
	};
	const warnings = new Set<string>();
	const warn = (message: string) => {
		if (warnings.has(message)) return;
		warnings.add(message);
		context.logger.warn(message);
	};
	const clientWith = ({ signal, deadline, before }: Limits): ServiceClient => ({
		call: async (name, input, schema) =>
			await call(connection, { name, input, schema }, { signal, deadline, before }),
		// Only controllers, which somebody holds, are joined here.
		until: (limit) => {
			const joined = signal ? AbortSignal.any([signal, limit]) : limit;
			return clientWith({ signal: joined, deadline, before });
		},
		within: (ms) => clientWith({ signal, deadline: Math.min(deadline, Date.now() + ms), before }),
		before: (work) => clientWith({ signal, deadline, before: work }),
		signal,
		warn,
		warnings,
		redact: connection.redact,
	});
	return clientWith({ signal: cancelSignalOf(context), deadline: Infinity });
}

/** What the calls of a client have in common. */
interface Connection {
	context: ServiceContext;
	/** What the paths of operations are appended to. */
	root: string;
	detailPaths: Paths;
	/** Names the application, whose calls share the limits, without its token. */
	application: string;
	accessToken: string;
	redact(text: string): string;
}

interface Call<T> {
	name: OperationName;
	input: Input;
	schema: Schema<T>;
}

async function call<T>(connection: Connection, call: Call<T>, limits: Limits): Promise<T> {
	const operation = operations[call.name];
	const path =
		typeof operation.path === 'string'
			? operation.path
			: detailPath(connection.detailPaths, operation.path.credentialField);
	const queue = rateLimiterFor(connection.application, call.name, operation.limit);
	const work = async () => await callRepeatedly(connection, path, queue, call, limits);
	return operation.concurrencyWaitSeconds
		? await queue.turns.run(work, limits.signal)
		: await work();
}

/** Sends a request until it has its result or fails for good. */
async function callRepeatedly<T>(
	connection: Connection,
	path: string,
	queue: RateLimiter,
	call: Call<T>,
	{ signal, deadline, before }: Limits,
): Promise<T> {
	const operation = operations[call.name];
	let firstFailure: number | undefined;
	let last: Failure = {
		operation: call.name,
		cause: 'rateLimited',
		detail: 'The rate limit left no time to send it',
	};
	for (let failed = 1; ; failed++) {
		const answered = await enterBefore(deadline, queue, signal);
		if (!answered) throw new ServiceError(last);
		await before?.(call.name);
		throwIfCancelled(signal);
		const isHurried = operation.effect === 'read' && deadline < Infinity;
		const leftMs = Math.max(0, Math.ceil(deadline - Date.now()));
		const isHalved = isHurried && failed === 1 && leftMs >= 2 * MIN_TRY_MS;
		const maxMs = isHurried ? MAX_TRY_MS : TIME_LIMIT_MS;
		const timeLimitMs = Math.min(maxMs, isHalved ? Math.ceil(leftMs / 2) : leftMs);
		const result = await send(connection, path, call, timeLimitMs, signal).finally(answered);
		if ('data' in result) return result.data;
		last = result.failure;
		firstFailure ??= Date.now();
		const waitMs = waitBeforeRetry(last, {
			...operation,
			failed,
			elapsedMs: Date.now() - firstFailure,
			leftMs: deadline - Date.now(),
			random: Math.random(),
		});
		// What became of a charged task is reported also when the execution is stopped.
		if (waitMs !== undefined || operation.effect !== 'create') throwIfCancelled(signal);
		if (waitMs === undefined) throw new ServiceError(last);
		const { detail, code, traceId } = last;
		const message = `Could not ${operation.action}: ${detail}. Trying again`;
		connection.context.logger.debug(message, { waitMs, code, traceId });
		if (isLimit(last)) queue.block(waitMs);
		else await sleepFor(waitMs, signal);
	}
}

async function send<T>(
	{ context, root, accessToken, redact }: Connection,
	path: string,
	{ name, input: { query, body }, schema }: Call<T>,
	timeLimitMs: number,
	signal?: AbortSignal,
): Promise<{ data: T } | { failure: Failure }> {
	const { method, effect, contentType = 'application/json' } = operations[name];
	const content =
		method === 'GET'
			? { qs: query }
			: // As text, because n8n drops an empty object.
				{ body: JSON.stringify(body ?? {}), headers: { 'Content-Type': contentType } };
	// A charged task whose answer is cut off would be lost: only what changes nothing is aborted.
	const isCreate = effect === 'create';
	const answer = await exchange(
		context,
		{ method, url: root + path, ...content },
		isCreate ? TIME_LIMIT_MS : timeLimitMs,
		isCreate ? undefined : signal,
	);
	const secrets = callbackSecrets(body);
	const hide = secrets.length > 0 ? redactor(accessToken, secrets) : redact;
	return 'cause' in answer
		? { failure: { operation: name, ...answer, detail: hide(answer.detail) } }
		: readResult(name, answer, schema, hide, body);
}

/** Waits for a free place as `acquire` does; undefined where there was none before the deadline. */
async function enterBefore(
	deadline: number,
	queue: RateLimiter,
	signal?: AbortSignal,
): Promise<(() => void) | undefined> {
	const timeUp = deadline < Infinity ? signalAt(deadline) : undefined;
	const limits = anySignal(signal, timeUp);
	try {
		return await queue.acquire(limits.signal);
	} catch (error) {
		throwIfCancelled(signal);
		if (timeUp?.aborted) return undefined;
		throw asError(error);
	} finally {
		limits.release();
	}
}

/** The client for the node's credential, its faults as n8n's error. */
export async function clientOf(context: IExecuteFunctions): Promise<ServiceClient> {
	try {
		return await createClient(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The user waits for the test, in milliseconds. */
const TEST_LIMIT_MS = 15_000;

/**
 * Tests a credential when it is saved: lists one public voice. A node does it, because of a test by the
 * credential itself, n8n shows no more than a code such as ENOTFOUND where nothing answers.
 */
async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const problem = await problemWith(data, this.helpers);
		return problem
			? { status: 'Error', message: problem }
			: { status: 'OK', message: 'Connection tested successfully' };
	} catch (error) {
		return { status: 'Error', message: asError(error).message };
	}
}

/** Undefined for a credential that is accepted. `request` is the only helper that n8n has here. */
async function problemWith(
	credential: { baseUrl?: unknown; accessToken?: unknown },
	{ request }: ICredentialTestFunctions['helpers'],
): Promise<string | undefined> {
	const root = normalizeBaseUrl(String(credential.baseUrl ?? ''));
	const url = `${root}${API_PREFIX}/${String(operations.listPublicVoices.path)}`;
	const options = authenticated(credential, { method: 'GET', url, qs: { page: 1, size: 1 } });
	const answer = await readAnswer(async (limit) => {
		const settings = { timeout: TEST_LIMIT_MS, simple: false, resolveWithFullResponse: true };
		const answered = request({ ...options, ...settings }) as Promise<IN8nHttpFullResponse>;
		const response = await raceAbort(answered, limit);
		// n8n has undefined for an empty one.
		return { ...response, body: response.body ?? '' };
	}, TEST_LIMIT_MS);
	if ('cause' in answer) {
		const words = connectionWords(new URL(root).host, answer);
		return `The service could not be reached: ${words}. Check 'Base URL', and that this n8n can connect to it.`;
	}
	const redact = redactor(String(options.headers?.access_token));
	const result = readResult('listPublicVoices', answer, z.unknown(), redact);
	if ('data' in result) return undefined;
	const { reason, description } = explain(result.failure);
	return inOneText(upperFirst(reason), description);
}

/** For `methods` of a node. */
export const credentialTest = { digitalHumanApi: testCredential };

/** The clock of the service is not ours: a request may arrive a little earlier or later. */
const MARGIN_MS = 300;

/** How much later than here a request counts at most: its answer may take far longer. */
const MAX_LATE_MS = 5_000;

/**
 * Lets requests of one operation pass as its rate limit allows, in the order in which they came.
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
		if (!this.limit && this.blockedUntil <= steadyNow()) return () => {};
		return await this.entrance.run(async () => await this.takePlace(signal), signal);
	}

	/** Holds all requests of the queue back, after the service said that a limit was exceeded. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, steadyNow() + ms);
	}

	private async takePlace(signal?: AbortSignal): Promise<() => void> {
		for (let wait = this.waitMs(); wait > 0; wait = this.waitMs()) {
			await sleepFor(wait, signal);
		}
		const place = { at: steadyNow() };
		if (this.limit) this.passed = [...this.passed, place].slice(-this.limit.requests);
		return () => {
			place.at = Math.min(steadyNow(), place.at + MAX_LATE_MS);
			this.passed.sort((a, b) => a.at - b.at);
		};
	}

	private waitMs(): number {
		const now = steadyNow();
		const blocked = this.blockedUntil - now;
		const oldest = this.passed[0];
		if (!this.limit || oldest === undefined || this.passed.length < this.limit.requests)
			return blocked;
		return Math.max(blocked, oldest.at + this.limit.seconds * 1000 + MARGIN_MS - now);
	}
}

/**
 * The limiter that all requests of one application and operation share inside this process: limits are
 * counted per application (service.md 5 and 8).
 */
export const rateLimiterFor = memoize(
	(_application: string, _operation: string, limit?: Limit) => new RateLimiter(limit),
	(application, operation) => `${application} ${operation}`,
);
