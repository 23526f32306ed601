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
	// Signs of a Chinese keyboard become those of an address.
	const text = bareAddress(visibleText(baseUrl).normalize('NFKC'));
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	const url = parsedUrl(text);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl(formatValue(text)));
	if (url.protocol !== 'https:' && !isLocal(url)) {
		throw new PackError(apiMessages.baseUrlNotProtected);
	}
	const withoutEndpoint = url.pathname.replace(ENDPOINT, '');
	// Without the slashes at its end and without `/open/v1`, or `/open` alone, because that is added again here.
	const path = withoutEndpoint.replace(/\/*(\/open(\/v1)?)?\/*$/i, '');
	return `${url.origin}${path}${API_PREFIX}/`;
}

/** An address in a text, to the first sign that stands in none: a blank, a quote, a bracket. */
const ADDRESS = /https?:\/\/(?:\[[\da-f:]+\])?[^\s"'`“”„‘’«»<>()[\]{}*,;]*/gi;

/**
 * The address in a text that was copied with what stands around it: its name, a command, quotes, brackets, a full stop.
 */
function bareAddress(text: string): string {
	const [address, ...others] = text.match(ADDRESS) ?? [];
	// Of several different ones, it is not known which is meant.
	const isOnlyOne = others.every((other) => other === address);
	if (address === undefined || !isOnlyOne) return text;
	return address.replace(/\.+$/, '');
}

/**
 * An endpoint of the service behind its address, as documents and commands name them; a gateway may have other paths.
 */
const ENDPOINT =
	/(?<=\/open\/v1)\/(?:ai_creation|aigc|common|create_|list_common_|video_list|video_lip_sync|video_translation)[^]*$/i;

/** Whether an address is one of this computer, which is not protected by https. */
function isLocal({ protocol, hostname }: URL): boolean {
	return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Whether a request goes to the service itself, the only place that may see the access token.
 *
 * @param target a valid address
 * @throws PackError when the base URL cannot be used
 */
export function isServiceAddress(target: string, baseUrl: unknown): boolean {
	return new URL(target).href.startsWith(serviceRoot(baseUrl));
}
