import { isString } from 'lodash';

import { isBlockedAddress, isRefusedByN8n } from '../n8n/requests';
import { formatDuration } from '../util/amounts';
import { hostOf, parsedUrl } from '../util/webAddress';
import { apiMessages } from './apiMessages';

/*
 * Why a request has no answer, in words. They hold no codes of the system such as
 * ENOTFOUND, because n8n replaces a message that has one.
 */

/** Why there is no answer that can be read. */
export interface NoAnswer {
	cause: /** Nothing reached the server. */
	| 'unreachable'
		/** Nothing was sent, because the credential could not be read. */
		| 'unsent'
		/** The request may have reached the server, and no whole answer came back. */
		| 'noResponse'
		/** The answer is too large to be read. */
		| 'unreadable';
	/** What was seen instead of an answer, in words. */
	detail: string;
}

/**
 * Finds in the error of a request why it has no answer: `unreachable` where it is certain that nothing reached the
 * server, otherwise `noResponse`.
 *
 * @param error whatever n8n's helper has thrown
 * @param url names the server; without it, the words name none
 */
export function noAnswerAfter(error: unknown, url?: string): NoAnswer {
	const causes = causesOf(error);
	const refusalOfN8n = causes.find(isRefusedByN8n);
	if (refusalOfN8n) {
		const { message } = refusalOfN8n;
		// Of an internal address, it is also said how to allow it.
		const detail = isBlockedAddress(refusalOfN8n) ? apiMessages.blockedByN8n(message) : message;
		return { cause: 'unreachable', detail };
	}
	const code = systemCodeIn(causes);
	// Without a code, the connection may have been there, and only the error's own words say more.
	if (code === undefined) return noResponse(wordsIn(causes), url);
	const words = wordsForCode(code, causes);
	if (!words) return noResponse(apiMessages.connectionBroke, url);
	return { cause: 'unreachable', detail: words(serverIn(causes, url)) };
}

/**
 * Says that no answer came before the time limit of the request was up.
 *
 * @param timeLimitMs in milliseconds; the words name it in whole seconds, rounded up
 * @param url names the server; without it, the words name none
 */
export function noAnswerWithin(timeLimitMs: number, url?: string): NoAnswer {
	const limit = formatDuration(Math.ceil(timeLimitMs / 1000) * 1000);
	return noResponse(apiMessages.noResponseWithin(limit), url);
}

/** Says that no answer came, in words that begin with the host where the address of the request is known. */
function noResponse(said: string, url: string | undefined): NoAnswer {
	if (url === undefined) return { cause: 'noResponse', detail: said };
	return { cause: 'noResponse', detail: apiMessages.ofHost(hostOf(url), said) };
}

/** What is read of an error. Node.js and its libraries set some of these fields; any of them may be missing. */
type Cause = Partial<
	Record<'code' | 'syscall' | 'message' | 'reason' | 'address' | 'port', unknown>
>;

/** How deep causes are followed; there has to be an end, because an error may be its own cause. */
const MAX_DEPTH = 5;

/**
 * An error, the one in its `cause`, the one in the `cause` of that, and so on; an empty list for what is no object. The
 * error of a connection that was tried over several addresses has a list of `errors`, of which the first counts.
 *
 * @param depth how many causes lie above the error
 */
function causesOf(error: unknown, depth = 0): Cause[] {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
	const { cause, errors } = error as { cause?: unknown; errors?: unknown };
	const causes = [error as Cause].concat(causesOf(cause, depth + 1));
	if (!Array.isArray(errors)) return causes;
	return causes.concat(causesOf(errors[0], depth + 1));
}

/** The first code of the system in some errors, such as ENOTFOUND; undefined where none has one. */
function systemCodeIn(causes: readonly Cause[]): string | undefined {
	const codes = causes.map(({ code }) => code).filter(isString);
	return codes.find((code) => code !== '');
}

/** What the innermost error says, which is the last; where there is none, or it has no message, "No response". */
function wordsIn(causes: readonly Cause[]): string {
	const said = causes.at(-1)?.message;
	return isString(said) ? said : apiMessages.noResponseSeen;
}

/** Why no connection came about, in words for the server that was to be reached. */
type ConnectionWords = (server: string) => string;

/** What codes of the system mean after which it is certain that nothing reached the server. */
const MEANINGS: Readonly<Record<string, ConnectionWords>> = {
	ECONNREFUSED: apiMessages.connectionRefused,
	ENOTFOUND: apiMessages.noSuchHost,
	ERR_INVALID_URL: apiMessages.noConnection,
	// The host may well exist: it is the server for names that did not answer.
	EAI_AGAIN: apiMessages.nameNotLookedUp,
	EPROTO: apiMessages.noHttps,
	ERR_SSL_WRONG_VERSION_NUMBER: apiMessages.noHttps,
	CERT_HAS_EXPIRED: apiMessages.certificateExpired,
	CERT_NOT_YET_VALID: apiMessages.certificateNotYetValid,
	ERR_TLS_CERT_ALTNAME_INVALID: apiMessages.certificateOfOther,
};

/**
 * Why no connection came about; undefined where it is not certain that none did.
 *
 * @param code the first code of the system in the causes, such as ENOTFOUND
 */
function wordsForCode(code: string, causes: readonly Cause[]): ConnectionWords | undefined {
	// A protocol error may also end a connection over which something was sent.
	if (code === 'EPROTO' && !causes.some(isOfServerWithoutTls)) return undefined;
	const meaning = MEANINGS[code];
	if (meaning) return meaning;
	// Such codes are DEPTH_ZERO_SELF_SIGNED_CERT and UNABLE_TO_VERIFY_LEAF_SIGNATURE.
	if (/^(DEPTH_ZERO_)?SELF_SIGNED_|^UNABLE_TO_/.test(code)) return apiMessages.unknownAuthority;
	// In the other codes about certificates, the certificate itself is at fault, as in CERT_REVOKED.
	if (code.startsWith('CERT_')) return apiMessages.certificateNotTrusted;
	// Node.js names the step that failed: the one that makes the connection.
	const hasFailedToConnect = causes.some(({ syscall }) => syscall === 'connect');
	return hasFailedToConnect ? apiMessages.noConnection : undefined;
}

/**
 * Whether a protocol error is that of a server that speaks no TLS. Only before Node.js 24, such an error has a code of
 * its own, ERR_SSL_WRONG_VERSION_NUMBER.
 */
function isOfServerWithoutTls({ reason, message }: Cause): boolean {
	return /wrong version number|packet length too long/.test(`${String(reason)} ${String(message)}`);
}

/** What was to be reached, in words: the proxy of n8n, the host, or just a server. */
function serverIn(causes: readonly Cause[], url: string | undefined): string {
	if (url === undefined) return apiMessages.theServer;
	return proxyIn(causes, url) ?? hostOf(url);
}

/**
 * The proxy of n8n in words; undefined where the connection went to the server itself. The error of a connection names
 * the port that was tried: where that is not the port of the address, it is the one of the proxy.
 */
function proxyIn(causes: readonly Cause[], url: string): string | undefined {
	const server = parsedUrl(url);
	const tried = causes.find(({ port }) => typeof port === 'number');
	if (!server || !tried || tried.port === portOf(server)) return undefined;
	return apiMessages.theProxy(`${String(tried.address)}:${String(tried.port)}`);
}

/** The port of an address. `URL` leaves out the usual one of a protocol. */
function portOf({ port, protocol }: URL): number {
	if (port !== '') return Number(port);
	return protocol === 'https:' ? 443 : 80;
}
