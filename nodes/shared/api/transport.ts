import { isEmpty, isNil } from 'lodash';
import {
	UserError,
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { z } from 'zod';

import { isFinalCredentialError } from '../n8n/credentialErrors';
import { anySignal, asError } from '../util/async';
import { PackError } from '../util/errors';
import { formatDuration, clip, hostOf, isObject, parsedUrl, parseJson, quote } from '../util/text';
import {
	CREDENTIAL,
	isServiceAddress,
	readCredential,
	type Credential,
	type ServiceContext,
} from './credential';
import { type EndpointName, endpoints } from './endpoints';
import type { Failure } from './failure';
import { isRefusalMessage, meaningOf } from './meanings';
import { apiMessages } from './messages';
import { withoutToken } from './redact';
import type { Schema } from './schemas';

/** Far above any documented answer; keeps a runaway one from filling the memory of n8n. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Connection failures after which it is certain that nothing reached the service. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER|ERR_INVALID_URL)$/;

interface Answer {
	status: number;
	headers: IN8nHttpFullResponse['headers'];
	text: string;
}

/** Why there is no answer that can be read, and what was seen instead. */
interface NoAnswer {
	cause: 'unreachable' | 'unsent' | 'noResponse' | 'unreadable';
	detail: string;
}

/** Why an answer has no data, and what it says. */
interface Misread {
	cause: Exclude<Failure['cause'], 'unreachable' | 'unsent' | 'noResponse'>;
	detail: string;
	isEmpty?: boolean;
	isCutOff?: boolean;
}

/**
 * Sends one request with the credential's token and reads the whole answer as text. Redirects are
 * not followed, so that the token never travels to another host, and no HTTP status is an error here:
 * n8n would send a request answered with 401 a second time.
 *
 * @param timeLimitMs time for the whole exchange, in milliseconds
 * @returns the answer, and the token that was sent: it may have been replaced while the node runs
 * @throws PackError when the credential cannot be used (any more)
 */
export async function exchange(
	context: ServiceContext,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body' | 'headers'>,
	timeLimitMs: number,
	signal?: AbortSignal,
): Promise<{ answer: Answer | NoAnswer; accessToken: string }> {
	const credential = await credentialFor(context, request.url);
	if ('cause' in credential) return { answer: credential, accessToken: '' };
	// No more than n8n needs to add the token. With the whole context it would put its own signal in the
	// place of ours: requests would have no time limit, and Stop would cut off submits that are charged.
	const caller = {
		getCredentials: async () => credential,
		getNode: context.getNode.bind(context),
		helpers: context.helpers,
		logger: context.logger,
	} as unknown as IAllExecuteFunctions;
	const send = async (abortSignal: AbortSignal) =>
		await context.helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, {
			...request,
			...AS_IT_COMES,
			abortSignal,
		});
	const { accessToken } = credential;
	const answer = await readAnswer(send, { url: request.url, timeLimitMs, signal });
	if ('cause' in answer) return { answer, accessToken };
	return { answer: { ...answer, text: withoutToken(answer.text, accessToken) }, accessToken };
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
 * @param url names the server in words
 * @param timeLimitMs time for the whole exchange, in milliseconds
 */
export async function readAnswer(
	send: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	{ url, timeLimitMs, signal }: { url?: string; timeLimitMs: number; signal?: AbortSignal },
): Promise<Answer | NoAnswer> {
	const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(timeLimitMs)));
	const limits = anySignal(signal, deadline);
	try {
		const response = await send(limits.signal);
		const text = await readText(response.body);
		if (text === undefined) return { cause: 'unreadable', detail: apiMessages.responseTooLarge };
		return { status: response.statusCode, headers: response.headers, text };
	} catch (error) {
		const limit = formatDuration(Math.ceil(timeLimitMs / 1000) * 1000);
		return noAnswer(deadline.aborted ? new Error(apiMessages.noResponseWithin(limit)) : error, url);
	} finally {
		limits.release();
	}
}

/**
 * Reads the credential again for a request. It may have been deleted or changed while the node waits; or
 * n8n cannot read it at the moment, in which case nothing was sent.
 */
async function credentialFor(context: ServiceContext, url: string): Promise<Credential | NoAnswer> {
	const credential = await readCredential(context).catch((thrown: unknown): NoAnswer => {
		const error = asError(thrown);
		if (error instanceof PackError || isFinalCredentialError(error)) throw error;
		return { cause: 'unsent', detail: error.message };
	});
	if ('cause' in credential || isServiceAddress(url, credential.baseUrl)) return credential;
	throw new PackError(apiMessages.baseUrlChanged);
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

/**
 * What became of a request that was not answered, without codes of the system: n8n replaces a message
 * that holds one.
 *
 * @param url names the server; without it, the words name none
 */
export function noAnswer(error: unknown, url?: string): NoAnswer {
	const causes = [...causesOf(error)];
	// What n8n itself refuses, such as an internal address.
	const refused = causes.find((cause) => cause instanceof UserError);
	if (refused) return { cause: 'unreachable', detail: refusedByN8n(String(refused.message)) };
	const code = String(causes.find((cause) => typeof cause.code === 'string')?.code ?? '');
	if (neverConnected(code, causes)) {
		const host = proxyIn(causes, url) ?? (url && hostOf(url)) ?? apiMessages.theServer;
		return { cause: 'unreachable', detail: withoutConnection(code, host) };
	}
	const said = code === '' ? causes.at(-1)?.message : apiMessages.connectionBroke;
	const words = typeof said === 'string' ? said : apiMessages.noResponseSeen;
	const detail = url === undefined ? words : apiMessages.ofHost(hostOf(url), words);
	return { cause: 'noResponse', detail };
}

/** n8n's own words, and for its protection against internal addresses, how one is allowed. */
function refusedByN8n(said: string): string {
	return /restricted IP|SSRF/i.test(said) ? apiMessages.blockedByN8n(said) : said;
}

/** Whether it is certain that nothing reached the service. */
function neverConnected(code: string, causes: readonly Cause[]): boolean {
	if (code === '') return false;
	if (code === 'EPROTO') return causes.some(isNoTls);
	return NEVER_CONNECTED.test(code) || causes.some(({ syscall }) => syscall === 'connect');
}

/** What Node.js 24 reports of a server that speaks no TLS, where an older one has ERR_SSL_WRONG_VERSION_NUMBER. */
function isNoTls({ reason, message }: Cause): boolean {
	return /wrong version number|packet length too long/.test(`${String(reason)} ${String(message)}`);
}

/** The proxy that was asked in the place of the server, as far as the error names the port it was asked at. */
function proxyIn(causes: readonly Cause[], url: string | undefined): string | undefined {
	const asked = url === undefined ? undefined : parsedUrl(url);
	const tried = causes.find(({ port }) => typeof port === 'number');
	if (!asked || !tried) return undefined;
	const usual = asked.protocol === 'https:' ? 443 : 80;
	if (tried.port === Number(asked.port || usual)) return undefined;
	return apiMessages.theProxy(`${String(tried.address)}:${String(tried.port)}`);
}

function withoutConnection(code: string, host: string): string {
	if (code === 'ECONNREFUSED') return apiMessages.connectionRefused(host);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return apiMessages.noSuchHost(host);
	if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
		return apiMessages.noHttps(host);
	if (/SELF_SIGNED|UNABLE_TO/.test(code)) return apiMessages.unknownAuthority(host);
	if (/CERT/.test(code)) return apiMessages.certificateNotTrusted(host);
	return apiMessages.noConnection(host);
}

type Cause = Partial<
	Record<'code' | 'syscall' | 'message' | 'reason' | 'address' | 'port', unknown>
>;

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
	/** NaN for anything but a whole number, which may be sent as text. */
	code: z
		.union([
			z.number().int(),
			z
				.string()
				.regex(/^-?\d{1,9}$/)
				.transform(Number),
		])
		.nullish()
		.catch(NaN),
	msg: z
		.string()
		.catch('')
		.transform((text) => clip(text)),
	trace_id: z.string().optional().catch(undefined),
	data: z.unknown(),
});

/**
 * Decides what an answer means: its data, or why there is none (service.md 1 and 7). An envelope counts
 * with every HTTP status, because statuses are not documented.
 *
 * @param redact takes out of what is quoted what must not be shown
 * @param body of the request, whose values the words of a refusal name
 */
export function readResult<T>(
	endpoint: EndpointName,
	answer: Answer | NoAnswer,
	schema: Schema<T>,
	redact: (text: string) => string = (unchanged) => unchanged,
	body: object = {},
): { data: T } | { failure: Failure } {
	if ('cause' in answer) {
		return { failure: { endpoint, ...answer, detail: redact(answer.detail) } };
	}
	const envelope = envelopeSchema.safeParse(parseJson(answer.text)).data;
	const { code, msg = '', data, trace_id: traceId } = envelope ?? {};
	const checked = code === 0 ? schema.safeParse(data) : undefined;
	if (checked?.success) return { data: checked.data };
	const shown = (value: unknown) => quote(value, redact);
	// The data may hold the ID of a task without success.
	const words = [redact(msg), isNil(data) || data === '' ? '' : apiMessages.dataSeen(shown(data))];
	const said = words.filter(Boolean).join('; ');
	const known = {
		endpoint,
		httpStatus: answer.status,
		retryAfterMs: readRetryAfter(answer),
		traceId: traceId ? shown(traceId) : undefined,
	};
	if (checked) {
		const problem = notAsSpecified(endpoint, checked.error, data, shown);
		const told = msg === '' || msg === 'success' ? '' : apiMessages.serviceSays(redact(msg));
		return { failure: { ...known, ...problem, detail: problem.detail + told } };
	}
	const meaning = meaningOf(endpoint, { code, msg }, body);
	if (typeof code === 'number' && !Number.isNaN(code)) {
		const refused = { ...known, cause: 'refused' as const, code, meaning, detail: said };
		return {
			failure: namesTask(endpoint, schema, data) ? { ...refused, namesTask: true } : refused,
		};
	}
	const problem = failureWithoutCode(endpoint, answer, said, envelope, shown);
	if (problem.cause === 'refused') return { failure: { ...known, ...problem, meaning } };
	return { failure: { ...known, ...problem } };
}

/** The shortest text that is taken for an ID beside a refusal: a short number may be a limit or seconds. */
const SHORTEST_ID = 10;

/** Whether the answer to a submit names a task, which a refusal does not have. */
function namesTask<T>(endpoint: EndpointName, schema: Schema<T>, data: unknown): boolean {
	if (endpoints[endpoint].effect !== 'create') return false;
	return schema.safeParse(data).success && JSON.stringify(data).length >= SHORTEST_ID;
}

/** What is wrong with the data of a success. */
function notAsSpecified(
	endpoint: EndpointName,
	{ issues }: z.ZodError,
	data: unknown,
	shown: (value: unknown) => string,
): Misread {
	const [{ path, message }] = issues as [z.ZodIssue];
	const place = ['data', ...path].join('.');
	const found = data === undefined ? apiMessages.missingValue : shown(data);
	const detail = apiMessages.notAsSpecified(place, shown(message), found);
	// Where the user has entered the path, what is no record with the ID shows that it is wrong.
	const isEntered = endpoints[endpoint].credentialField !== undefined;
	const isOther = !isNil(data) && (!isObject(data) || path[0] === 'id');
	if (isEntered && isOther) return { cause: 'notTheService', detail };
	return { cause: 'unreadable', detail, isEmpty: !isObject(data) || data.id === undefined };
}

/** HTTP statuses of a request, an address, or headers that are too large. */
const TOO_LARGE: ReadonlySet<number> = new Set([413, 414, 431]);

const IS_PAGE = /^\s*<(!doctype html|html|head|body|title)\b/i;

/** HTTP statuses of a server that has no such address, or not for everyone. */
const NO_SUCH_ADDRESS = new Set([401, 403, 404, 405]);

/**
 * Why an answer without a code has no data. It may refuse the request by its message (service.md 7); what
 * creates is only refused by a documented one: after any other, the work may have been done.
 */
function failureWithoutCode(
	endpoint: EndpointName,
	{ status, text }: Answer,
	said: string,
	envelope: z.infer<typeof envelopeSchema> | undefined,
	shown: (value: unknown) => string,
): Misread {
	if (status >= 300 && status < 400) {
		return { cause: 'redirected', detail: apiMessages.redirect(status) };
	}
	const message = said && `: ${said}`;
	const ofStatus = causeOfStatus(status);
	if (ofStatus) {
		const seen = status === 429 ? apiMessages.tooManyRequests : apiMessages.httpStatus(status);
		return { cause: ofStatus, detail: seen + message };
	}
	const { code, msg = '', data } = envelope ?? {};
	const isNowhere = NO_SUCH_ADDRESS.has(status);
	const isMessage = isNil(code) && msg !== '' && msg !== 'success' && !data;
	const { effect, credentialField } = endpoints[endpoint];
	if (isMessage && (effect === 'create' ? isRefusalMessage(msg, endpoint) : !isNowhere)) {
		return { cause: 'refused', detail: said };
	}
	const what = msg ? apiMessages.noReadableCode : apiMessages.notTheJson;
	const received = receivedWords(text, what, shown);
	const detail = apiMessages.received(status, received);
	const isJson = parseJson(text) !== undefined;
	const isOther = credentialField && said === '' && isJson;
	if (isNowhere || isOther || /^\s*</.test(text)) return { cause: 'notTheService', detail };
	// Such as one that was compressed, and cut on its way: n8n unpacks nothing of it, and reports no error.
	const isCutOff = !isJson && /^\s*(\{|$)/.test(text);
	return isCutOff ? { cause: 'unreadable', detail, isCutOff } : { cause: 'unreadable', detail };
}

/** What a status alone says, where the answer has no code. */
function causeOfStatus(status: number): Misread['cause'] | undefined {
	if (status === 429) return 'rateLimited';
	if (status === 407) return 'proxyDenied';
	if (TOO_LARGE.has(status)) return 'tooLarge';
	return status >= 500 ? 'unavailable' : undefined;
}

/** What came, as one reads it: of a web page its title, of anything else the text. */
function receivedWords(text: string, what: string, shown: (value: unknown) => string): string {
	if (text.trim() === '') return apiMessages.emptyResponse;
	if (!IS_PAGE.test(text)) return `${what}: ${shown(text)}`;
	const [, title = ''] = /<title[^>]*>([^<]{1,200})/i.exec(text) ?? [];
	return title.trim() === '' ? apiMessages.untitledPage : apiMessages.webPage(shown(title));
}

/**
 * The record with the ID that was asked for: what is reported of another one does not count.
 *
 * @param field holds the ID of the record
 * @param isOptional the form is not published (service.md 4.10): a record may have no ID; an empty
 *   one is none
 */
export function withId<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
	isOptional = false,
): Schema<T> {
	const problem = { path: [field], message: apiMessages.notTheRequestedId };
	const sameId = record.refine((read) => read[field] === id, problem);
	if (!isOptional) return sameId;
	const withOwnId = (data: unknown) =>
		isObject(data) && !isEmpty(data) ? { ...data, [field]: data[field] ?? id } : data;
	return z.preprocess(withOwnId, sameId);
}
