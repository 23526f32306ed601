import compact from 'lodash/compact';
import escapeRegExp from 'lodash/escapeRegExp';
import get from 'lodash/get';
import isNil from 'lodash/isNil';
import memoize from 'lodash/memoize';
import {
	NodeOperationError,
	UserError,
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { z } from 'zod';

import { anySignal, asError } from '../util/async';
import { formatDuration } from '../util/format';
import {
	withoutSystemCode,
	isObject,
	parseJson,
	quote,
	formatValue,
	parsedUrl,
	SECRETS,
} from '../util/text';
import {
	CREDENTIAL,
	isServiceAddress,
	readCredential,
	type Credential,
	type ServiceContext,
} from './credential';
import {
	isRefusalMessage,
	meaningOf,
	meaningOfMessage,
	type OperationName,
	operations,
} from './endpoints';
import type { Failure } from './failure';
import type { Schema } from './schemas';

/** Far above any documented answer; keeps a runaway one from filling the memory of n8n. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Connection failures after which it is certain that nothing reached the service. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_CERT_ALTNAME_INVALID|ERR_INVALID_URL)$/;

interface Answer {
	status: number;
	headers: IN8nHttpFullResponse['headers'];
	text: string;
}

type NoAnswer = Pick<Failure, 'cause' | 'detail'>;

/**
 * Sends one request with the credential's token and reads the whole answer as text.
 *
 * Redirects are not followed, so that the token never travels to another host, and no
 * HTTP status is an error here: n8n would send a request answered with 401 a second time.
 *
 * @param request address, body and headers
 * @param timeLimitMs time for the whole exchange, in milliseconds
 * @param signal ends the request when the execution is stopped
 * @throws Error with a sentence for the user when the credential cannot be used (any more)
 */
export async function exchange(
	context: ServiceContext,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body' | 'headers'>,
	timeLimitMs: number,
	signal?: AbortSignal,
): Promise<Answer | NoAnswer> {
	const credential = await credentialFor(context, request.url);
	if ('cause' in credential) return credential;
	const caller = callerOf(context, credential);
	return await readAnswer(
		async (abortSignal) =>
			await context.helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, {
				...request,
				...AS_IT_COMES,
				abortSignal,
			}),
		timeLimitMs,
		signal,
	);
}

/** Settings of n8n's request helper with which an answer arrives as the server gave it. */
export const AS_IT_COMES = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/**
 * Sends a request and reads the whole answer as text.
 *
 * @param send sends it with the settings AS_IT_COMES and the given signal
 * @param timeLimitMs time for the whole exchange, in milliseconds
 * @param signal ends the request when the execution is stopped
 */
export async function readAnswer(
	send: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	timeLimitMs: number,
	signal?: AbortSignal,
): Promise<Answer | NoAnswer> {
	const deadline = AbortSignal.timeout(Math.max(0, timeLimitMs));
	const limits = anySignal(signal, deadline);
	try {
		const response = await send(limits.signal);
		const text = await readText(response.body);
		if (text === undefined) return { cause: 'unreadable', detail: 'The response is too large' };
		return { status: response.statusCode, headers: response.headers, text };
	} catch (error) {
		if (deadline.aborted) {
			const limit = formatDuration(Math.ceil(timeLimitMs / 1000) * 1000);
			return { cause: 'noResponse', detail: `No response within ${limit}` };
		}
		return noAnswer(error);
	} finally {
		limits.release();
	}
}

/**
 * Reads the credential again for a request. It may have been deleted or changed while the node waits; or
 * n8n cannot read it at the moment, in which case nothing was sent.
 */
async function credentialFor(context: ServiceContext, url: string): Promise<Credential | NoAnswer> {
	let credential: Credential;
	try {
		credential = await readCredential(context);
	} catch (thrown) {
		const error = asError(thrown);
		const isFinal = error instanceof UserError || error instanceof NodeOperationError;
		// Some versions of n8n report a deleted credential as an error of no kind.
		if (isFinal || / does not exist /.test(error.message)) throw error;
		return { cause: 'unsent', detail: error.message };
	}
	if (isServiceAddress(url, credential.baseUrl)) return credential;
	throw new UserError(
		"'Base URL' of the credential was changed while this node was running. Run the node again",
	);
}

/**
 * The context as far as n8n needs it to add the token. With the whole one n8n would put its own signal in
 * the place of ours: requests would have no time limit, and Stop would cut off submits that are charged.
 */
function callerOf(context: ServiceContext, credential: Credential): IAllExecuteFunctions {
	return {
		getCredentials: async () => credential,
		getNode: context.getNode.bind(context),
		helpers: context.helpers,
		logger: context.logger,
	} as unknown as IAllExecuteFunctions;
}

async function readText(body: unknown): Promise<string | undefined> {
	if (typeof body === 'string') return body;
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MAX_ANSWER_BYTES) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** How long an answer asks to wait before the next request, up to ten minutes, in milliseconds. */
export function readRetryAfter({ headers }: Pick<Answer, 'headers'>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const seconds = Number(value);
	const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
	return ms > 0 ? Math.min(ms, 10 * 60_000) : undefined;
}

/** What became of a request that was not answered. */
export function noAnswer(error: unknown): NoAnswer {
	const causes = [...causesOf(error)];
	const code = causes.map((cause) => cause.code).find((value) => typeof value === 'string');
	if (typeof code !== 'string') {
		const said = causes.at(-1)?.message;
		return { cause: 'noResponse', detail: typeof said === 'string' ? said : 'No response' };
	}
	const connecting = causes.some((cause) => cause.syscall === 'connect');
	return connecting || NEVER_CONNECTED.test(code)
		? { cause: 'unreachable', detail: `No connection (${code})` }
		: { cause: 'noResponse', detail: `The connection broke (${code})` };
}

/** Why a server did not answer, without codes of the system: n8n replaces a message that holds one. */
export function connectionWords(host: string, { cause, detail }: NoAnswer): string {
	if (cause !== 'unreachable') return `${host}: ${withoutSystemCode(detail)}`;
	if (/ECONNREFUSED/.test(detail)) return `${host} refused the connection`;
	if (/ENOTFOUND|EAI_AGAIN/.test(detail)) return `there is no host ${host}`;
	return /CERT|UNABLE_TO/.test(detail)
		? `the certificate of ${host} is not trusted`
		: `no connection to ${host}`;
}

type Cause = { code?: unknown; syscall?: unknown; message?: unknown };

/** An error, its causes, and the failures of a connection that was tried over several addresses. */
function* causesOf(error: unknown, depth = 0): Generator<Cause> {
	if (typeof error !== 'object' || error === null || depth > 5) return;
	yield error as Cause;
	const { cause, errors } = error as { cause?: unknown; errors?: unknown };
	yield* causesOf(cause, depth + 1);
	if (Array.isArray(errors)) yield* causesOf(errors[0], depth + 1);
}

/** Of every JSON answer (service.md 1). Some faults have a message and no code (service.md 7). */
const envelopeSchema = z.object({
	/** NaN for anything but a whole number. */
	code: z.number().int().nullish().catch(NaN),
	msg: z.string().catch(''),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

type Envelope = z.infer<typeof envelopeSchema>;

/**
 * Decides what an answer means: its data, or why there is none (service.md 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 *
 * @param redact takes out of an answer what must not be shown
 * @param body of the request
 */
export function readResult<T>(
	operation: OperationName,
	{ status, headers, text }: Answer,
	schema: Schema<T>,
	redact: (text: string) => string = (unchanged) => unchanged,
	body: object = {},
): { data: T } | { failure: Failure } {
	const success = readEnvelope(text);
	const checked = success?.code === 0 ? schema.safeParse(success.data) : undefined;
	if (checked?.success) return { data: checked.data };
	const safeText = redact(text);
	const envelope = readEnvelope(safeText);
	const known = {
		operation,
		httpStatus: status,
		retryAfterMs: readRetryAfter({ headers }),
		...(envelope?.trace_id ? { traceId: envelope.trace_id } : {}),
		...meaningFor(operation, envelope, body),
	};
	if (envelope && checked) {
		const [issue] = checked.error.issues;
		const place = ['data', ...(issue?.path ?? [])].join('.');
		const found = envelope.data === undefined ? 'missing' : quote(envelope.data);
		const detail = `'${place}' is not as specified: ${redact(issue?.message ?? '')}. It is ${found}`;
		const { data } = envelope;
		const isOther = !isNil(data) && (!isObject(data) || issue?.path[0] === 'id');
		const cause = isOther && isEntered(operation) ? 'notTheService' : 'unreadable';
		return { failure: { ...known, cause, detail } };
	}
	const { code } = envelope ?? {};
	return {
		failure:
			envelope && typeof code === 'number' && !Number.isNaN(code)
				? { ...known, cause: 'refused', code, detail: reported(envelope) }
				: { ...known, ...failureWithoutCode(operation, status, safeText, envelope) },
	};
}

function readEnvelope(text: string): Envelope | undefined {
	return envelopeSchema.safeParse(parseJson(text)).data;
}

/** What a message means, or a code that is about a value of the request; with that value. */
function meaningFor(
	operation: OperationName,
	envelope: Envelope | undefined,
	body: object,
): Pick<Failure, 'meaning'> {
	const ofMessage = meaningOfMessage(envelope?.msg ?? '');
	const known = ofMessage ?? meaningOf(envelope?.code ?? NaN, operation);
	if (!known) return {};
	const { title, description } = known;
	const told = title.replace(/ \{([^}]+)\}/g, (_, fields: string) => {
		const value = fields
			.split('|')
			.map((field) => get(body, field) as unknown)
			.find(Boolean);
		return value === undefined ? '' : ` ${formatValue(value)}`;
	});
	return { meaning: { title: told, description } };
}

/** What the service says; with the data, which may hold the ID of a task without success. */
function reported({ msg, data }: Envelope): string {
	const isEmpty = data === undefined || data === null || data === '';
	return [msg, isEmpty ? '' : `data: ${quote(data)}`].filter(Boolean).join('; ');
}

/** Shorter values are no secrets unless their names say so, and would hide parts of words. */
const MIN_SECRET = 8;

/**
 * Takes secrets out of a text, which goes to outputs and logs: a server may repeat what it was sent,
 * as it is or as JSON, HTML and addresses write it, and without its end.
 *
 * @param secrets others than the access token
 */
export function redactor(
	accessToken: string,
	secrets: readonly string[] = [],
): (text: string) => string {
	return (text) =>
		[accessToken, ...secrets].reduce(
			(safe, secret, index) => hide(safe, secret, index === 0 ? '(access token)' : '(hidden)'),
			text,
		);
}

/** Character by character: an expression for a whole secret takes V8 up to a second to compile. */
function hide(text: string, secret: string, by: string): string {
	const [first, ...others] = [...secret].map(formsOf);
	if (!first) return text;
	const least = Math.max(MIN_SECRET, secret.length / 2);
	const starts = new RegExp(first, 'gi');
	let safe = '';
	let done = 0;
	for (let start = starts.exec(text); start; start = starts.exec(text)) {
		let end = starts.lastIndex;
		const missing = others.findIndex((form) => {
			form.lastIndex = end;
			if (form.test(text)) end = form.lastIndex;
			return form.lastIndex === 0;
		});
		starts.lastIndex = start.index + 1;
		if (missing >= 0 && missing + 1 < least) continue;
		safe += text.slice(done, start.index) + by;
		starts.lastIndex = done = end;
	}
	return safe + text.slice(done);
}

/** Matches, at its `lastIndex`, all that a character is written as; bounded, to search in linear time. */
const formsOf = memoize((character: string): RegExp => {
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const entity = [`#0{0,4}${code}(?!\\d);?`, `#x0{0,4}${hex};?`];
	if (!/[a-z\d]/i.test(character)) entity.push('[a-z]{2,8};');
	// As it is comes last: it may be the beginning of another form.
	const forms = [
		`&(?:amp;){0,3}(?:${entity.join('|')})`,
		`(?:\\\\{1,9}(?:u00|x)|%(?:25){0,3}|=)${hex}`,
		`\\\\{0,9}${character === ' ' ? '[ +]' : escapeRegExp(character)}`,
	];
	return new RegExp(forms.join('|'), 'iy');
});

/** What opens the callback address in a request: the values of its query, and a password. */
export function callbackSecrets(body: object | undefined): string[] {
	const { callback } = (body ?? {}) as { callback?: unknown };
	const url = typeof callback === 'string' ? parsedUrl(callback) : undefined;
	if (!url) return [];
	const values = [...url.searchParams].filter(
		([name, value]) => value.length >= MIN_SECRET || (value !== '' && SECRETS.includes(name)),
	);
	return compact([...values.map(([, value]) => value), url.password]);
}

/** HTTP statuses of a server that has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/**
 * Whether an answer without a code refuses the request (service.md 7). What creates is only refused by
 * a documented message: after any other, the work may have been done.
 */
function isRefusal(
	operation: OperationName,
	status: number,
	{ code, msg, data }: Envelope,
): boolean {
	if (typeof code === 'number' || msg === '' || msg === 'success' || data) return false;
	if ((status >= 300 && status < 400) || status === 429 || status >= 500) return false;
	return operations[operation].effect === 'create'
		? isRefusalMessage(msg, operation)
		: !NO_SUCH_ADDRESS.has(status);
}

/** Whether the user has entered the path: what is no record with the ID shows that it is wrong. */
function isEntered(operation: OperationName): boolean {
	return typeof operations[operation].path !== 'string';
}

function failureWithoutCode(
	operation: OperationName,
	status: number,
	text: string,
	envelope: Envelope | undefined,
): Pick<Failure, 'cause' | 'detail'> {
	const said = envelope ? reported(envelope) : '';
	if (envelope && isRefusal(operation, status, envelope)) return { cause: 'refused', detail: said };
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: `HTTP ${status}, a redirect` };
	}
	const message = said ? `: ${said}` : '';
	if (status === 429)
		return { cause: 'rateLimited', detail: `HTTP 429, too many requests${message}` };
	if (status >= 500) return { cause: 'unavailable', detail: `HTTP ${status}${message}` };
	const received =
		text.trim() === ''
			? 'an empty response'
			: `${envelope?.msg ? 'a response without a readable code' : 'a response that is not the JSON of the service'}: ${quote(text)}`;
	const isPage = /^\s*</.test(text);
	const isOther = isEntered(operation) && said === '' && parseJson(text) !== undefined;
	return {
		cause: isPage || isOther || NO_SUCH_ADDRESS.has(status) ? 'notTheService' : 'unreadable',
		detail: `HTTP ${status} with ${received}`,
	};
}

/**
 * The record with the ID that was asked for: what is reported of another one does not count.
 *
 * @param field holds the ID of the record
 */
export function withId<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
): Schema<T> {
	return record.superRefine((read, context) => {
		if (read[field] === id) return;
		context.addIssue({ code: 'custom', path: [field], message: 'not the requested ID' });
	});
}

/** The same for a form that is not published (service.md 4.10): without an ID, but with no other. */
export function withIdIfAny<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
): Schema<T> {
	return z.preprocess(
		(data) => (isObject(data) ? { ...data, [field]: data[field] ?? id } : data),
		withId(record, field, id),
	);
}
