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
 * @throws PackError when it is empty, has no address or several, or is not protected by https; http is only accepted
 *   for the own computer
 */
export function serviceRoot(baseUrl: unknown): string {
	// Signs of a Chinese keyboard become those of an address.
	const text = visibleText(baseUrl).normalize('NFKC');
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	const url = addressIn(text);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl);
	const isProtected = url.protocol === 'https:' || isLocalHttp(url);
	if (!isProtected) throw new PackError(apiMessages.baseUrlNotProtected);
	const withoutEndpoint = url.pathname.replace(ENDPOINT, '');
	const path = withoutEndpoint.replace(PREFIX_AT_END, '');
	return `${url.origin}${path}${API_PREFIX}/`;
}

/** The slashes at the end of a path, and before them `/open/v1`, also twice, or `/open` alone: it is added again. */
const PREFIX_AT_END = /(?:(?:\/+open\/+v1)+|\/+open)?\/*$/i;

/** An address in a text, to the first sign that stands in none: a blank, a quote, a bracket. */
const ADDRESS = /https?:\/\/(?:\[[\da-f:]+\])?[^\s"'`“”„‘’«»<>()[\]{}*,;]*/gi;

/**
 * The address in a text that was copied with what stands around it: its name, a command, quotes, brackets, a full stop.
 * Undefined for a text without an address, and where it is not certain which one is meant.
 */
function addressIn(text: string): URL | undefined {
	// A blank behind the slashes is a slip: "https:// api.example.com".
	const withoutGap = text.replace(/(?<=:\/\/)\s+/, '');
	// So is a beginning that was in the field before the address was pasted behind it: "https://https://api.example.com".
	const joined = withoutGap.replace(/https?:\/*(?=https?:\/)/gi, '');
	if (WITHOUT_WHOLE_HOST.test(joined)) return undefined;
	// Where the pattern finds nothing, the text may be an address that is written in another way: "https:/example.com".
	const [address = joined, ...others] = joined.match(ADDRESS) ?? [];
	const isOnlyOne = others.every((other) => other === address);
	if (!isOnlyOne) return undefined;
	const withoutFullStop = address.replace(/[.。]+$/, '');
	return parsedUrl(withoutFullStop);
}

/** A host that a blank has torn behind its first part: "api. example.com" or "api example.com". */
const TORN_BEHIND_FIRST_PART = String.raw`[^\s/.:]*\.?\s+[\w-]+\.\w`;

/** A host that a blank has torn before a dot: "api .example.com". */
const TORN_BEFORE_DOT = String.raw`[^\s/]*\s+\.\w`;

/**
 * An address that names no host, such as `https:///open`, or whose host a blank has torn. Its first part alone may be
 * the host of somebody else, who would be sent the token.
 */
const WITHOUT_WHOLE_HOST = new RegExp(
	String.raw`https?:\/\/(?:\/|${TORN_BEHIND_FIRST_PART}|${TORN_BEFORE_DOT})`,
	'i',
);

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
