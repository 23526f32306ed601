import { PackError } from '../util/errors';
import { parsedUrl } from '../util/webAddress';
import { visibleText } from './accessToken';
import { apiMessages } from './apiMessages';

/*
 * Where the service is: the address that the user has entered in the credential.
 */

export const API_PREFIX = '/open/v1';

/**
 * The address below which all endpoints are (service.md 1), such as `https://api.example.com/open/v1/`.
 *
 * @param baseUrl as the user typed or copied it, maybe with `/open/v1` and what stands behind it; a user name, a
 *   query and an anchor are left out. What is neither a text nor a number counts as empty
 * @throws PackError when it is empty, is no address, or is not protected by https; http is only accepted for the own
 *   computer
 */
export function serviceRoot(baseUrl: unknown): string {
	// Signs of a Chinese keyboard become those of an address.
	const text = visibleText(baseUrl).normalize('NFKC');
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	// `URL` would take a blank in a path for a part of it.
	const url = /\s/.test(text) ? undefined : parsedUrl(text);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl);
	const isProtected = url.protocol === 'https:' || isLocalHttp(url);
	if (!isProtected) throw new PackError(apiMessages.baseUrlNotProtected);
	const withoutEndpoint = url.pathname.replace(ENDPOINT, '');
	const path = withoutEndpoint.replace(PREFIX_AT_END, '');
	return `${url.origin}${path}${API_PREFIX}/`;
}

/** The slashes at the end of a path, and before them `/open/v1`, also twice, or `/open` alone: it is added again. */
const PREFIX_AT_END = /(?:(?:\/+open\/+v1)+|\/+open)?\/*$/i;

/**
 * An endpoint of the service behind its address, as documents and commands name it. Only such paths are taken for one,
 * because that of a gateway may go on behind `/open/v1` as well. A path in `endpoints.ts` that begins in another way
 * has to be added here.
 */
const ENDPOINT =
	/(?<=\/open\/v1)\/(?:ai_creation|aigc|common|create_|list_common_|video_list|video_lip_sync|video_translation)[^]*$/i;

/** Whether an address is one of this computer by http: a request to it meets no one on its way. */
function isLocalHttp({ protocol, hostname }: URL): boolean {
	return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Whether the address of a request is one below the service's own, because only the service may see the access token.
 *
 * @param target a valid address; any other throws a TypeError
 * @param baseUrl as the user has entered it in the credential
 * @throws PackError when the base URL cannot be used
 */
export function isServiceAddress(target: string, baseUrl: unknown): boolean {
	// A ".." that would lead out of the service's address has its effect in `href` already.
	const { href } = new URL(target);
	return href.startsWith(serviceRoot(baseUrl));
}
