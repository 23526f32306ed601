import { isString } from 'lodash';
import type { UserError } from 'n8n-workflow';

import { isBlockedAddress, isRefusedByN8n } from '../n8n/requests';
import { formatDuration } from '../util/amounts';
import { hostOf, parsedUrl } from '../util/webAddress';
import { apiMessages } from './apiMessages';

/*
 * Why a request has no answer, in words. They hold no codes of the system such as
 * ENOTFOUND, because n8n replaces a message that has one.
 */

/** Why there is no answer that can be read, and what was seen instead. */
export interface NoAnswer {
	cause: 'unreachable' | 'unsent' | 'noResponse' | 'unreadable';
	detail: string;
}

/**
 * Why there is no answer to a request after its error.
 *
 * @param error whatever n8n's helper has thrown
 * @param url names the server; without it, the words name none
 */
export function noAnswerAfter(error: unknown, url?: string): NoAnswer {
	const causes = causesOf(error);
	const refusal = causes.find(isRefusedByN8n);
	if (refusal) return { cause: 'unreachable', detail: refusalInWords(refusal) };
	const code = systemCodeIn(causes);
	if (code === undefined) return noResponse(wordsIn(causes), url);
	if (!hasNeverConnected(code, causes)) return noResponse(apiMessages.connectionBroke, url);
	const server = serverIn(causes, url);
	return { cause: 'unreachable', detail: connectionInWords(code, server) };
}

/** What n8n says where it sends nothing; of an internal address, also how to allow it. */
function refusalInWords(refusal: UserError): string {
	const { message } = refusal;
	return isBlockedAddress(refusal) ? apiMessages.blockedByN8n(message) : message;
}

/**
 * That there was no answer before the time limit of the request, in milliseconds, was up. The words name the limit in
 * whole seconds.
 */
export function noAnswerWithin(timeLimitMs: number, url?: string): NoAnswer {
	const limit = formatDuration(Math.ceil(timeLimitMs / 1000) * 1000);
	return noResponse(apiMessages.noResponseWithin(limit), url);
}

function noResponse(said: string, url: string | undefined): NoAnswer {
	if (url === undefined) return { cause: 'noResponse', detail: said };
	return { cause: 'noResponse', detail: apiMessages.ofHost(hostOf(url), said) };
}

/** What is read of an error; Node.js and its libraries set some of it. */
type Cause = Partial<
	Record<'code' | 'syscall' | 'message' | 'reason' | 'address' | 'port', unknown>
>;

/** How deep causes are followed: an error may be its own cause. */
const MAX_DEPTH = 5;

/**
 * An error, the one in its `cause`, the one in the `cause` of that, and so on. The error of a connection that was tried
 * over several addresses has a list of `errors`, of which the first counts.
 */
function causesOf(error: unknown, depth = 0): Cause[] {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
	const { cause, errors } = error as { cause?: unknown; errors?: unknown };
	const causes = [error as Cause].concat(causesOf(cause, depth + 1));
	if (!Array.isArray(errors)) return causes;
	return causes.concat(causesOf(errors[0], depth + 1));
}

/** The code of the system, such as ENOTFOUND; undefined where no error has one. */
function systemCodeIn(causes: readonly Cause[]): string | undefined {
	const codes = causes.map(({ code }) => code).filter(isString);
	return codes.find((code) => code !== '');
}

/** What the innermost error says, which is the last; that no answer came, where it says nothing. */
function wordsIn(causes: readonly Cause[]): string {
	const said = causes.at(-1)?.message;
	return isString(said) ? said : apiMessages.noResponseSeen;
}

/** Codes after which it is certain that nothing reached the server. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER|ERR_INVALID_URL)$/;

/** Whether it is certain that nothing reached the server. */
function hasNeverConnected(code: string, causes: readonly Cause[]): boolean {
	// A protocol error may also end a connection that was there.
	if (code === 'EPROTO') return causes.some(isNoTls);
	const hasFailedToConnect = causes.some(({ syscall }) => syscall === 'connect');
	return hasFailedToConnect || NEVER_CONNECTED.test(code);
}

/**
 * Whether a protocol error is that of a server that speaks no TLS, for which an
 * older Node.js than 24 has a code of its own.
 */
function isNoTls({ reason, message }: Cause): boolean {
	return /wrong version number|packet length too long/.test(`${String(reason)} ${String(message)}`);
}

/** What was to be reached, in words: the proxy of n8n, the host, or just a server. */
function serverIn(causes: readonly Cause[], url: string | undefined): string {
	if (url === undefined) return apiMessages.theServer;
	return proxyIn(causes, url) ?? hostOf(url);
}

/**
 * The proxy of n8n in words; undefined where the connection did not go to one. It did where an
 * error names another port than the address has.
 */
function proxyIn(causes: readonly Cause[], url: string): string | undefined {
	const server = parsedUrl(url);
	const tried = causes.find(({ port }) => typeof port === 'number');
	if (!server || !tried) return undefined;
	// `URL` leaves out the usual port of a protocol.
	const usualPort = server.protocol === 'https:' ? 443 : 80;
	const port = Number(server.port || usualPort);
	if (tried.port === port) return undefined;
	return apiMessages.theProxy(`${String(tried.address)}:${String(tried.port)}`);
}

/** Why no connection came about, in words, by the code of the system. */
function connectionInWords(code: string, server: string): string {
	switch (code) {
		case 'ECONNREFUSED':
			return apiMessages.connectionRefused(server);
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return apiMessages.noSuchHost(server);
		case 'EPROTO':
		case 'ERR_SSL_WRONG_VERSION_NUMBER':
			return apiMessages.noHttps(server);
	}
	if (/SELF_SIGNED|UNABLE_TO/.test(code)) return apiMessages.unknownAuthority(server);
	if (/CERT/.test(code)) return apiMessages.certificateNotTrusted(server);
	return apiMessages.noConnection(server);
}
