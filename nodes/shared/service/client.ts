import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import { StoppedError, asError } from '../util/errors';
import { API_PREFIX, normaliseBaseUrl } from './baseUrl';
import { readCredential } from './credential';
import { detailPath, type DetailPaths } from './detailPaths';
import { readEnvelope, type Envelope } from './envelope';
import { ServiceError, type Failure } from './failure';
import { idsIn, isSurelyId } from './serviceId';
import { quote } from '../util/json';
import { operations, type Operation, type OperationName } from './operations';
import { laneFor, type Lane } from './pacing';
import { sleepFor, throwIfStopped } from '../util/sleep';
import { isRefusalInWords } from './refusals';
import { isLimit, waitBeforeRetry } from './retry';
import { joinSignals } from '../util/signals';
import { exchange, type Answer, type ServiceContext } from './transport';

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
 * Makes the client for the credential of a node (service.md 1 and 5).
 *
 * @throws Error with a sentence for the user when the credential cannot be used
 */
export async function createClient(context: ServiceContext): Promise<ServiceClient> {
	const { baseUrl, accessToken: token, ...detailPaths } = await readCredential(context);
	const root = `${normaliseBaseUrl(baseUrl)}${API_PREFIX}/`;
	const application = createHash('sha256').update(`${root} ${token}`).digest('hex');
	const clean = withoutToken(token);
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
			const timeLimitMs = Math.min(TIME_LIMIT_MS, Math.ceil(deadline - Date.now()));
			const outcome = await attempt(name, path, input, schema, timeLimitMs, signal);
			if ('data' in outcome) return outcome.data;
			last = outcome.failure;
			firstFailure ??= Date.now();
			const wait = waitBeforeRetry(last, {
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
			else await sleepFor(wait, signal);
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
					: // As text, because n8n drops an empty object.
						{ body: JSON.stringify(body ?? {}), headers: { 'Content-Type': contentType } }),
			},
			// A paid task whose answer is cut off would be lost: only what changes nothing is aborted.
			effect === 'create' ? TIME_LIMIT_MS : timeLimitMs,
			effect === 'create' ? undefined : signal,
		);
		if ('cause' in answer) {
			return { failure: { operation: name, ...answer, detail: clean(answer.detail) } };
		}
		return judge(name, answer, schema, clean);
	};

	return clientWith(ofExecution);
}

/** Waits for a free place, not past the deadline; tells whether there was one. */
async function enterBefore(deadline: number, lane: Lane, signal?: AbortSignal): Promise<boolean> {
	// A time limit in fractions of a minute need not be a whole number, as timers want it.
	const leftMs = Math.ceil(deadline - Date.now());
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
 * Decides what an answer means: its data, or why there is none (service.md 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 *
 * @param clean takes out of a text what must not be shown
 */
export function judge<T>(
	operation: OperationName,
	{ status, headers, text }: Answer,
	schema: Schema<T>,
	clean: (text: string) => string = (shown) => shown,
): { data: T } | { failure: Failure } {
	const envelope = readEnvelope(text);
	const checked = envelope?.code === 0 ? schema.safeParse(envelope.data) : undefined;
	if (checked?.success) return { data: checked.data };
	const taskIds = idsOf(operation, envelope).map(clean);
	const failure = {
		operation,
		httpStatus: status,
		retryAfterMs: readRetryAfter(headers['retry-after']),
		...(envelope?.traceId ? { traceId: clean(envelope.traceId) } : {}),
		...(taskIds.length > 0 ? { taskIds } : {}),
	};
	if (envelope?.code === undefined) {
		const isRefusal = taskIds.length === 0 && isRefusedInWords(operation, status, envelope);
		const reason = isRefusal
			? { cause: 'refused' as const, detail: clean(envelope?.msg ?? '') }
			: withoutCode(status, text, envelope, clean);
		return { failure: { ...failure, ...reason } };
	}
	const { code, msg, data } = envelope;
	if (!checked) return { failure: { ...failure, cause: 'refused', code, detail: clean(msg) } };
	const issue = checked.error.issues[0];
	const place = ['data', ...(issue?.path ?? [])].join('.');
	const detail = `'${place}' is not as specified: ${issue?.message}. It is ${quote(data, clean)}`;
	return { failure: { ...failure, cause: 'unreadable', detail } };
}

/** Ids that the answer to a create holds; next to a documented refusal, only what can be nothing else. */
function idsOf(operation: OperationName, envelope: Envelope | undefined): string[] {
	const { effect, refusals = [] } = operations[operation];
	if (effect !== 'create' || !envelope) return [];
	const ids = idsIn(envelope.data);
	return refusals.includes(envelope.code ?? 0) ? ids.filter(isSurelyId) : ids;
}

/** Takes the token out of a text: a server may repeat it in its answer, which goes to outputs and logs. */
export function withoutToken(token: string): (text: string) => string {
	if (!token) return (text) => text;
	const wellFormed = Buffer.from(token).toString();
	const forms = new Set([
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(wellFormed),
	]);
	return (text) =>
		[...forms].reduce((shown, form) => shown.replaceAll(form, '(access token)'), text);
}

/** HTTP statuses with which a server tells that it has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/** Whether an answer without a code refuses the request in words (service.md 7). */
function isRefusedInWords(
	operation: OperationName,
	status: number,
	envelope: Envelope | undefined,
): boolean {
	const { msg = '', data, oddCode } = envelope ?? {};
	if (oddCode || msg === '' || msg === 'success' || data) return false;
	if ((status >= 300 && status < 400) || status === 429 || status >= 500) return false;
	return operations[operation].effect === 'create'
		? isRefusalInWords(operation, msg)
		: !NO_SUCH_ADDRESS.has(status);
}

function withoutCode(
	status: number,
	text: string,
	envelope: Envelope | undefined,
	clean: (text: string) => string,
): Pick<Failure, 'cause' | 'detail'> {
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const said = envelope?.msg ? `: ${clean(envelope.msg)}` : '';
	if (status === 429) return { cause: 'busy', detail: `HTTP 429, too many requests${said}` };
	if (status >= 500) return { cause: 'unavailable', detail: `HTTP ${status}${said}` };
	const came =
		text.trim() === ''
			? 'an empty answer'
			: `${envelope?.msg ? 'an answer without a readable code' : 'an answer that is not the JSON of the service'}: ${quote(text, clean)}`;
	const isPage = /^\s*</.test(text);
	return {
		cause: isPage || NO_SUCH_ADDRESS.has(status) ? 'foreign' : 'unreadable',
		detail: `HTTP ${status} with ${came}`,
	};
}

function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const seconds = Number(value);
	const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
	return ms > 0 ? Math.min(ms, 10 * 60_000) : undefined;
}
