import {
	NodeOperationError,
	UserError,
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { anySignal, asError } from '../util/async';
import { formatDuration } from '../util/format';
import { withoutSystemCode } from '../util/text';
import {
	CREDENTIAL,
	isServiceAddress,
	readCredential,
	type Credential,
	type ServiceContext,
} from './credential';
import type { Failure } from './failure';

/** Far above any documented answer; keeps a runaway one from filling the memory of n8n. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Connection failures after which it is certain that nothing reached the service. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_CERT_ALTNAME_INVALID|ERR_INVALID_URL)$/;

export interface Answer {
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
