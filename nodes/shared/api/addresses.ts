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
 * @throws PackError when the address is empty, malformed, one of several or not protected by https
 */
export function serviceRoot(baseUrl: unknown): string {
	// Signs of a Chinese keyboard become those of an address.
	const text = visibleText(baseUrl).normalize('NFKC');
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	const address = bareAddress(text);
	const url = address === undefined ? undefined : parsedUrl(address);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl(formatValue(address ?? text)));
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
 * A text without one is given whole; undefined where several different ones leave open which is meant.
 */
function bareAddress(text: string): string | undefined {
	const [address, ...others] = text.match(ADDRESS) ?? [];
	if (address === undefined) return text;
	const isOnlyOne = others.every((other) => other === address);
	if (!isOnlyOne) return undefined;
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
