import { createHash, createHmac, timingSafeEqual } from 'crypto';
import { get, without } from 'lodash';
import type { IExecuteFunctions, IWebhookDescription } from 'n8n-workflow';

import { runIndexOf } from '../n8n/runs';
import { resumeAddressOf } from '../n8n/resumeAddress';
import { plainText } from '../util/text';
import { hostOf, parsedUrl, PROOF, withQuery } from '../util/webAddress';

/*
 * The addresses at which the service calls n8n back, and what in them shows that a call comes from the service:
 * callbacks are not signed, so an address has a secret that only the service was given.
 */

/** End of the path of a Task Callback Trigger, and of the webhook of a paused execution. */
const WEBHOOK_PATH = 'digital-human';

/** Where the service calls: for the description of a node, which writes the answer itself. */
export const callbackWebhook = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	responseData: '',
	path: WEBHOOK_PATH,
} as const satisfies IWebhookDescription;

/**
 * The secret that nodes with the same credential put into a callback address, and that the trigger at this address asks
 * for. It is right for one path, on any n8n with this token, and does not reveal the token.
 *
 * @param address the callback address, or its path, which alone counts: n8n does not reliably know its own host
 */
export function secretOf(accessToken: string, address: string): string {
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/** A secret that only who has the access token can make of a text. It does not reveal the token. */
function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/**
 * Whether a caller gave the expected secret. A wrong one is not found out sooner than the right one, so that the time
 * does not reveal how much of it is right. Where no secret is expected, nothing is right.
 */
export function isRightSecret(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	// Hashes, because only texts of the same length can be compared so.
	return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(expected)));
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/**
 * Makes the address at which the service resumes this run of the node: n8n's own for the execution,
 * with a proof. A further try of 'Retry On Fail' gets the same proof, so that a task of an earlier try can resume it.
 *
 * @returns the address, which only the service knows, and the hash of its proof, which is stored in
 * the execution: it recognizes the proof and does not reveal it
 */
export function provenAddress(
	context: IExecuteFunctions,
	accessToken: string,
): { resumeAddress: string; proofHash: string } {
	const address = new URL(resumeAddressOf(context));
	address.pathname += `/${WEBHOOK_PATH}`;
	const run = [context.getExecutionId(), context.getNode().id, runIndexOf(context)].join(' ');
	const proof = hmac(accessToken, `digital human resume ${run}`);
	return { resumeAddress: withQuery(address.href, PROOF, proof), proofHash: hash(proof) };
}

/**
 * Whether a call has the proof of the execution; also after the access token has been replaced.
 *
 * @param query that of the address which was called
 * @param proofHash the hash of the proof, which is stored in the execution
 */
export function hasProof(query: Record<string, unknown>, proofHash: string): boolean {
	const given = plainText(query[PROOF]);
	return isRightSecret(hash(given), proofHash);
}

/** Names that only the own machine or network can reach: "localhost", "n8n.local". */
const PRIVATE_NAME =
	/^(.*\.)?(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|home\.arpa)$/i;
/** Addresses of IPv4 that only the own machine or network can reach: 127.0.0.1, 192.168.1.5, 172.16.0.1. */
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/;
/** Addresses of IPv6 that only the own machine or network can reach: [::1], [fd00::1], [fe80::1]. */
const PRIVATE_IPV6 = /^\[(::1?\]|f[cd]|fe[89ab])/i;

/**
 * Whether a service on the internet cannot call this address: by its name, or by its number in IPv4 or, in brackets,
 * IPv6. What is no address cannot be called either.
 */
export function isUnreachable(address: string): boolean {
	// What is no address counts as an empty name, which has no dot. A dot at the end, "example.com.", changes nothing.
	const { hostname = '' } = parsedUrl(address) ?? {};
	const host = hostname.replace(/\.$/, '');
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
	const isBareName = !host.includes('.');
	return isBareName || PRIVATE_NAME.test(host) || PRIVATE_IPV4.test(host);
}

/**
 * The host of an address that the service cannot call; undefined where it can, also because the service itself is in
 * the own network.
 */
export function unreachableHost(address: string, baseUrl: string): string | undefined {
	return isUnreachable(address) && !isUnreachable(baseUrl) ? hostOf(address) : undefined;
}

/**
 * A request body as outputs may show it: in its callback address, stars replace the password and all of the query but
 * the user's reference. A body without such an address stays as it is.
 */
export function withoutSecrets(body: object): object {
	const url = parsedUrl(String(get(body, 'callback')));
	if (!url) return body;
	// Of the rest of the query, nobody knows what is secret.
	const secretNames = without(Array.from(url.searchParams.keys()), 'reference');
	for (const name of secretNames) url.searchParams.set(name, '***');
	if (url.password) url.password = '***';
	return { ...body, callback: url.href };
}
