import type { IHttpRequestOptions } from 'n8n-workflow';

import { PackError } from '../util/errors';
import { normalizeToken } from './accessToken';
import { isServiceAddress, serviceRoot } from './addresses';
import { apiMessages } from './apiMessages';

/*
 * Puts the access token into a request: of these nodes, and of n8n's HTTP Request node with the credential.
 */

/**
 * No redirect is followed, in the terms of every request helper of n8n and of its HTTP Request node: it
 * would take the token to another origin, because n8n only removes headers that it knows.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

/**
 * A copy of a request with the access token in its header, which is sent to the service only (service.md 5), and with
 * settings by which no redirect is followed.
 *
 * @param credential its fields as the user has entered them
 * @throws PackError when the credential cannot be used, or the request goes elsewhere; TypeError when the request has
 *   no valid address
 */
export function withToken(
	credential: { baseUrl?: unknown; accessToken?: unknown },
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, accessToken } = credential;
	// Checked first, because the target begins with the base URL: where that cannot be
	// used, `new URL` would fail without saying why.
	serviceRoot(baseUrl);
	// n8n's HTTP Request node names the address `uri`; all others name it `url`.
	const { url, uri, baseURL } = request as IHttpRequestOptions & { uri?: string };
	const target = new URL(url ?? uri ?? '', baseURL).toString();
	if (!isServiceAddress(target, baseUrl)) throw new PackError(apiMessages.tokenStaysHere);
	const headers = { ...request.headers, access_token: normalizeToken(accessToken) };
	return { ...request, ...NO_REDIRECTS, headers };
}
