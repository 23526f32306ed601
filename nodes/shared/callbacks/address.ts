import { createHmac, timingSafeEqual } from 'crypto';
import { get, without } from 'lodash';
import type { IExecuteFunctions, IWebhookDescription } from 'n8n-workflow';

import { resumeAddressOf, runIndexOf } from '../n8n/runs';
import { sha256 } from '../util/hash';
import { isOutOfReach } from '../util/networks';
import { plainText } from '../util/text';
import { hostOf, parsedUrl, PROOF, withQuery } from '../util/webAddress';

/*
 * The addresses at which the service calls n8n back, and what in them shows that a call comes from the service:
 * callbacks are not signed, so an address has a secret that only the service was given.
 */

/** End of the path of a Task Callback Trigger, and of the webhook of a paused execution. */
const WEBHOOK_PATH = 'digital-human';

/**
 * The webhook that the service calls, for the description of a node. The node itself writes the answer to a call, or
 * leaves it to n8n as its `webhookResponse`. n8n uses that only where `responseData` is empty, and otherwise a value of
 * its own.
 */
export const callbackWebhook = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	responseData: '',
	path: WEBHOOK_PATH,
} as const satisfies IWebhookDescription;

/**
 * The secret that nodes with the same credential put into a callback address, and that the trigger at this address
 * expects of its callers. It is made of the access token and the path of the address, whatever the host, and does not
 * reveal the token.
 *
 * @param address the callback address, or its path alone
 */
export function secretOf(accessToken: string, address: string): string {
	// Only the path counts, because n8n does not reliably know its own host. A path alone needs a host to be read as a
	// URL.
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/**
 * A secret in hexadecimal digits, always the same for the same text and access token. Without the token, nobody can
 * make it, and it does not reveal the token.
 */
function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/**
 * Whether a caller gave the expected secret. The comparison always takes the same time, so that the time does not
 * reveal how much of a wrong secret is right. Where no secret is expected, this is false for anything.
 */
export function isRightSecret(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	// The hashes are compared, because `timingSafeEqual` only takes values of the same length.
	return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)));
}

/**
 * Makes the address at which the service resumes this run of the node: n8n's own address for the execution, with a
 * secret in its query, called the proof. A further try of 'Retry On Fail' gets the same proof, so that a task of an
 * earlier try can resume it.
 *
 * @returns `resumeAddress`, which only the service gets, and `proofHash`, the hash of its proof, which is stored in the
 *   execution: with it, the proof of a call can be checked (`hasProof`), but not be made
 * @throws TypeError where n8n gives no address for the execution
 */
export function provenAddress(
	context: IExecuteFunctions,
	accessToken: string,
): { resumeAddress: string; proofHash: string } {
	const address = new URL(resumeAddressOf(context));
	address.pathname += `/${WEBHOOK_PATH}`;
	// All of these are the same at each try of the run.
	const run = [context.getExecutionId(), context.getNode().id, runIndexOf(context)].join(' ');
	const proof = hmac(accessToken, `digital human resume ${run}`);
	return { resumeAddress: withQuery(address.href, PROOF, proof), proofHash: sha256(proof) };
}

/**
 * Whether a call has the proof that was put into the resume address of the execution. The access token is not needed
 * for that, so it may have been replaced since the pause.
 *
 * @param query the query of the address that was called; without a proof in it, the answer is no
 * @param proofHash the hash of the right proof, which is stored in the execution
 */
export function hasProof(query: Record<string, unknown>, proofHash: string): boolean {
	const given = plainText(query[PROOF]);
	return isRightSecret(sha256(given), proofHash);
}

/**
 * The host of a callback address, for a warning, where the service cannot call it; undefined where it can. A service
 * that runs in the own network, as `baseUrl` shows, is taken to reach every address.
 *
 * @param address the callback address
 * @param baseUrl the address of the service
 */
export function unreachableHost(address: string, baseUrl: string): string | undefined {
	return isOutOfReach(address, baseUrl) ? hostOf(address) : undefined;
}

/**
 * A copy of a request body that outputs may show. In its callback address, three stars replace the password and all
 * values of the query except the user's reference. A body without such an address is returned as it is.
 */
export function withoutSecrets(body: object): object {
	// Without a callback, the text is "undefined", which is no address.
	const url = parsedUrl(String(get(body, 'callback')));
	if (!url) return body;
	// Any other value of the query may be a secret of the user's.
	const secretNames = without(Array.from(url.searchParams.keys()), 'reference');
	for (const name of secretNames) url.searchParams.set(name, '***');
	if (url.password) url.password = '***';
	return { ...body, callback: url.href };
}
