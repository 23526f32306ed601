import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { parsedUrl } from '../util/webAddress';
import { visibleText } from './accessToken';
import { apiMessages } from './apiMessages';

/*
 * Where the service is: the address that the user has entered in the credential.
 */

export const API_PREFIX = '/open/v1';

/**
 * The address below which all endpoints are (service.md 1), with a slash at its end.
 *
 * @param baseUrl as the user typed or copied it, maybe with `/open/v1` and what stands behind it
 * @throws PackError when the address is empty, malformed or not protected by https
 */
export function serviceRoot(baseUrl: unknown): string {
	const text = bareAddress(visibleText(baseUrl));
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	const url = parsedUrl(text);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl(formatValue(text)));
	if (url.protocol !== 'https:' && !isLocal(url)) {
		throw new PackError(apiMessages.baseUrlNotProtected);
	}
	// Without slashes at its end, and without what is added again here.
	const path = url.pathname.replace(ENDPOINT, '').replace(/\/*(\/open\/v1)?\/*$/i, '');
	return `${url.origin}${path}${API_PREFIX}/`;
}

/** What stands around an address that was copied: its name, a word before it, quotes, brackets, a comma. */
const AROUND_ADDRESS =
	/^(?:[\w ]{1,30}[:=]\s*|[\w-]{1,30}\s+)?["'`<([]*(https?:\/\/[^\s"'`<>[\]()]+?)["'`>)\].,;]*(?:\(\S*\))?$/i;

/** An address without what stands around it. */
function bareAddress(text: string): string {
	return AROUND_ADDRESS.exec(text)?.[1] ?? text;
}

/** An endpoint of the service behind its address, as documents and commands name them; a gateway may have other paths. */
const ENDPOINT =
	/(?<=\/open\/v1)\/(?:ai_creation|aigc|common|create_|list_common_|video_list|video_lip_sync|video_translation)[^]*$/i;

/** Whether an address is one of this computer, which is not protected by https. */
function isLocal({ protocol, hostname }: URL): boolean {
	return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Whether a request goes to the service itself, the only place that may see the access token.
 *
 * @throws PackError when the base URL cannot be used
 */
export function isServiceAddress(target: string, baseUrl: unknown): boolean {
	return new URL(target).href.startsWith(serviceRoot(baseUrl));
}
