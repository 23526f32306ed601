import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import { API_PREFIX, normaliseBaseUrl } from './baseUrl';
import { detailPath, type DetailPaths } from './detailPaths';
import { readEnvelope, type Envelope } from './envelope';
import { ServiceError, StoppedError, asError, type Failure } from './failure';
import { operations, type Operation, type OperationName } from './operations';
import { laneFor, type Lane } from './pacing';
import { pause, throwIfStopped } from './pause';
import { isLimit, pauseBeforeRetry } from './retry';
import { joinSignals } from './signals';
import { CREDENTIAL, exchange, type Answer, type ServiceContext } from './transport';

const TIME_LIMIT_MS = 60_000;

/** Longest time that a timer takes, 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Input {
	query?: IDataObject;
	body?: object;
}

/** What ends a call: a signal, and a time in milliseconds since the epoch. */
interface Limits {
	signal?: AbortSignal;
	deadline: number;
}

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

export interface ServiceClient {
	/**
	 * Calls one operation: paced, repeated where that is safe, its answer checked.
	 *
	 * @param name operation of `operations.ts`
	 * @param input query and body, exactly as the specification names them
	 * @param schema shape of `data` in the answer
	 * @throws ServiceError when there is no result; StoppedError when the execution is stopped
	 */
	call<T>(name: OperationName, input: Input, schema: Schema<T>): Promise<T>;
	/** The same client, whose calls also end when the signal says so. */
	until(limit: AbortSignal): ServiceClient;
	/**
	 * The same client, whose calls give up after so many milliseconds from now, with what was seen last: somebody
	 * waits for the answer, or the time is up. A submit that has been sent is still waited for.
	 */
	within(ms: number): ServiceClient;
	/** n8n's cancel signal, where there is one. */
	readonly signal?: AbortSignal;
	/** Logs what was odd and yet no failure, each message once. */
	warn?(message: string): void;
	/** What `warn` was called with. */
	readonly warnings?: ReadonlySet<string>;
}

/**
 * Makes the client for the credential of a node (specification 1 and 5).
 *
 * @throws Error with a sentence for the user when the credential cannot be used
 */
export async function createClient(context: ServiceContext): Promise<ServiceClient> {
	const { baseUrl, accessToken, ...detailPaths } = await context.getCredentials<
		{ baseUrl: string; accessToken: string } & DetailPaths
	>(CREDENTIAL);
	const token = accessToken.trim();
	const root = `${normaliseBaseUrl(baseUrl)}${API_PREFIX}/`;
	const application = createHash('sha256').update(`${root} ${token}`).digest('hex');
	const ofExecution =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

	const warnings = new Set<string>();
	const warn = (message: string) => {
		if (warnings.has(message)) return;
		warnings.add(message);
		context.logger.warn(message);
	};

	const clientWith = (signal?: AbortSignal, deadline = Infinity): ServiceClient => ({
		call: async (name, input, schema) => await call(name, input, schema, { signal, deadline }),
		// Only controllers, which somebody holds, are joined here.
		until: (limit) => clientWith(signal ? AbortSignal.any([signal, limit]) : limit, deadline),
		within: (ms) => clientWith(signal, Math.min(deadline, Date.now() + ms)),
		signal,
		warn,
		warnings,
	});

	const call = async <T>(
		name: OperationName,
		input: Input,
		schema: Schema<T>,
		limits: Limits,
	): Promise<T> => {
		const operation = operations[name];
		const path = pathOf(operation, detailPaths);
		const lane = laneFor(application, name, operation.limit);
		const work = async () => await untilAnswered(name, path, lane, input, schema, limits);
		return operation.turnSeconds ? await lane.inTurn(work, limits.signal) : await work();
	};

	const untilAnswered = async <T>(
		name: OperationName,
		path: string,
		lane: Lane,
		input: Input,
		schema: Schema<T>,
		{ signal, deadline }: Limits,
	): Promise<T> => {
		const operation = operations[name];
		let firstFailure: number | undefined;
		let last: Failure = {
			operation: name,
			cause: 'busy',
			detail: 'The limits leave no time for it',
		};
		for (let failed = 1; ; failed++) {
			if (!(await enterBefore(deadline, lane, signal))) throw new ServiceError(last);
			throwIfStopped(signal);
			const timeLimitMs = Math.min(TIME_LIMIT_MS, deadline - Date.now());
			const outcome = await attempt(name, path, input, schema, timeLimitMs, signal);
			if ('data' in outcome) return outcome.data;
			last = outcome.failure;
			firstFailure ??= Date.now();
			const wait = pauseBeforeRetry(last, {
				...operation,
				failed,
				elapsedMs: Date.now() - firstFailure,
				leftMs: deadline - Date.now(),
				random: Math.random(),
			});
			// What became of a paid task is told also when the execution is stopped.
			if (wait !== undefined || operation.effect !== 'create') throwIfStopped(signal);
			if (wait === undefined) throw new ServiceError(last);
			context.logger.debug(`Could not ${operation.does}: ${last.detail}. Trying again`, {
				waitMs: wait,
				code: last.code,
				traceId: last.traceId,
			});
			if (isLimit(last)) lane.block(wait);
			else await pause(wait, signal);
		}
	};

	const attempt = async <T>(
		name: OperationName,
		path: string,
		{ query, body }: Input,
		schema: Schema<T>,
		timeLimitMs: number,
		signal?: AbortSignal,
	): Promise<{ data: T } | { failure: Failure }> => {
		const { method, effect, contentType = 'application/json' } = operations[name];
		const answer = await exchange(
			context,
			{
				method,
				url: root + path,
				...(method === 'GET'
					? { qs: query }
					: // As text, because n8n drops an empty object (requirement R010).
						{ body: JSON.stringify(body ?? {}), headers: { 'Content-Type': contentType } }),
			},
			// A paid task whose answer is cut off would be lost: only what changes nothing is aborted.
			effect === 'create' ? TIME_LIMIT_MS : timeLimitMs,
			effect === 'create' ? undefined : signal,
		);
		const outcome =
			'cause' in answer ? { failure: { operation: name, ...answer } } : judge(name, answer, schema);
		return 'data' in outcome ? outcome : { failure: withoutToken(outcome.failure, token) };
	};

	return clientWith(ofExecution);
}

/** Waits for a free place, not past the deadline; tells whether there was one. */
async function enterBefore(deadline: number, lane: Lane, signal?: AbortSignal): Promise<boolean> {
	const leftMs = deadline - Date.now();
	if (leftMs > LONGEST_TIMER_MS) {
		await lane.enter(signal);
		return true;
	}
	const limits = joinSignals(signal, AbortSignal.timeout(Math.max(0, leftMs)));
	try {
		await lane.enter(limits.signal);
		return true;
	} catch (error) {
		throwIfStopped(signal);
		if (error instanceof StoppedError) return false;
		throw asError(error);
	} finally {
		limits.release();
	}
}

function pathOf({ path }: Operation, detailPaths: DetailPaths): string {
	return typeof path === 'string' ? path : detailPath(detailPaths, path.enteredIn);
}

/**
 * Decides what an answer means: its data, or why there is none (specification 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 */
export function judge<T>(
	operation: OperationName,
	{ status, headers, text }: Answer,
	schema: Schema<T>,
): { data: T } | { failure: Failure } {
	const retryAfterMs = readRetryAfter(headers['retry-after']);
	const envelope = readEnvelope(text);
	if (envelope?.code === undefined) {
		const failure = withoutCode(status, text, envelope);
		return { failure: { operation, httpStatus: status, retryAfterMs, ...failure } };
	}
	const { code, msg, traceId, data } = envelope;
	const known = { operation, traceId, httpStatus: status, retryAfterMs };
	if (code !== 0) return { failure: { ...known, cause: 'refused', code, detail: msg } };
	const checked = schema.safeParse(data);
	if (checked.success) return { data: checked.data };
	const issue = checked.error.issues[0];
	const place = ['data', ...(issue?.path ?? [])].join('.');
	return {
		failure: {
			...known,
			cause: 'unreadable',
			detail: `'${place}' is not as specified: ${issue?.message}`,
		},
	};
}

/** A server may repeat the token in its message, which goes to outputs and logs. */
function withoutToken(failure: Failure, token: string): Failure {
	if (!token) return failure;
	const hide = (text: string) => text.replaceAll(token, '(access token)');
	const { detail, traceId } = failure;
	return { ...failure, detail: hide(detail), traceId: traceId && hide(traceId) };
}

function withoutCode(
	status: number,
	text: string,
	{ msg, traceId, data }: Partial<Envelope> = {},
): Pick<Failure, 'cause' | 'detail' | 'traceId' | 'webPage'> {
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const said = msg ? `: ${msg}` : '';
	if (status === 429)
		return { cause: 'busy', detail: `HTTP 429, too many requests${said}`, traceId };
	if (status >= 500) return { cause: 'unavailable', detail: `HTTP ${status}${said}`, traceId };
	if (msg && msg !== 'success' && !data) return { cause: 'refused', detail: msg, traceId };
	const webPage = /^\s*<(!doctype|html)/i.test(text);
	const seen =
		text.trim() === '' ? 'an empty answer' : 'an answer that is not the JSON of the service';
	return { cause: 'unreadable', detail: `HTTP ${status} with ${seen}`, webPage };
}

function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const seconds = Number(value);
	const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
	return ms > 0 ? Math.min(ms, 10 * 60_000) : undefined;
}
