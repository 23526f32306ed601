import {
	type FunctionsBase,
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';

import { PackError } from '../util/errors';
import { formatValue, plainText, parsedUrl } from '../util/text';
import { normalizeToken, visible } from './accessToken';
import { apiMessages } from './messages';
import type { Message } from '../util/catalogue';

export const API_PREFIX = '/open/v1';

/**
 * The address below which all operations are (service.md 1), with a slash at its end.
 *
 * @param baseUrl as the user typed it, maybe with `/open/v1`
 * @throws PackError when the address is empty, malformed or not protected by https
 */
export function serviceRoot(baseUrl: unknown): string {
	const text = visible(baseUrl);
	if (text === '') throw new PackError(apiMessages.noBaseUrl);
	const url = parsedUrl(text);
	if (!url) throw new PackError(apiMessages.baseUrlNoUrl(formatValue(text)));
	if (url.protocol !== 'https:' && !isLocal(url))
		throw new PackError(apiMessages.baseUrlNotProtected);
	const path = url.pathname.replace(/\/*(\/open\/v1)?\/*$/, '');
	return `${url.origin}${path}${API_PREFIX}/`;
}

/** Whether an address is one of this computer, which is not protected by https. */
function isLocal({ protocol, hostname }: URL): boolean {
	return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Whether a request goes to the service itself, the only place that may see the access token. */
export function isServiceAddress(target: string, baseUrl: unknown): boolean {
	return new URL(target).href.startsWith(serviceRoot(baseUrl));
}

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
 * A request with the access token in its header, which is sent to the service only (service.md 5).
 *
 * @throws PackError when the credential cannot be used, or the request goes elsewhere
 */
export function authenticated(
	credential: { baseUrl?: unknown; accessToken?: unknown },
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	// First, because n8n would only say that some URL is invalid.
	serviceRoot(credential.baseUrl);
	// n8n's HTTP Request node still names the address as older versions did.
	const { url, uri, baseURL } = request as IHttpRequestOptions & { uri?: string };
	const target = new URL(url ?? uri ?? '', baseURL).toString();
	if (!isServiceAddress(target, credential.baseUrl)) {
		throw new PackError(apiMessages.tokenStaysHere);
	}
	return {
		...request,
		...NO_REDIRECTS,
		headers: { ...request.headers, access_token: normalizeToken(credential.accessToken) },
	};
}

/** Endpoints whose paths are not published; the user may enter them (service.md 4.10). */
export type PathField = 'videoDetailPath' | 'personDetailPath' | 'personListPath' | 'voiceListPath';

type Paths = Partial<Record<PathField, string>>;

const FIELDS: Readonly<Record<PathField, { label: string; without?: Message }>> = {
	personListPath: { label: 'Person List Path' },
	voiceListPath: { label: 'Voice List Path' },
	videoDetailPath: {
		label: 'Video Detail Path',
		without: apiMessages.noVideoPath,
	},
	personDetailPath: {
		label: 'Person Detail Path',
		without: apiMessages.noPersonPath,
	},
};

/** The field of the credential that holds a path, as it is labelled. */
export function pathLabel(field: PathField): string {
	return FIELDS[field].label;
}

/**
 * Reads a path that the user entered, with or without `/open/v1`.
 *
 * @returns the path below `/open/v1/`
 * @throws PackError that says what is missing or wrong, and what can be done instead
 */
export function detailPath(paths: Paths, field: PathField): string {
	const { label, without } = FIELDS[field];
	const typed = plainText(paths[field]);
	if (typed === '') throw new PackError(without ?? apiMessages.noPath(label));
	const path = typed.replace(/^\/?(open\/v1\/)?/, '');
	if (!/^[\w.~-]+(\/[\w.~-]+)*\/?$/.test(path) || path.split('/').includes('..')) {
		throw new PackError(apiMessages.pathNotPath(label, formatValue(typed)));
	}
	return path;
}

export const CREDENTIAL = 'digitalHumanApi';

export interface Credential extends Paths {
	baseUrl: string;
	accessToken: string;
}

/**
 * ID of the credential that a node uses. A new node has none at first: the editor asks for its choices
 * before it fills in the credential, and does not ask again until the node is reopened.
 */
export function credentialIdOf({ credentials }: INode): string | undefined {
	return credentials?.[CREDENTIAL]?.id ?? undefined;
}

/** What calls of the editor and of webhooks have read. */
const ofCalls = new WeakMap<object, Promise<Credential>>();

/**
 * Reads the credential of a node. One call of the editor or of a webhook reads it once: there, n8n
 * starts an environment for expressions each time, which takes longer than a request. An execution may
 * last for days, and reads what is entered now.
 */
export async function readCredential(context: Pick<FunctionsBase, 'getCredentials'>) {
	const read = async () => {
		const credential = await context.getCredentials<Credential>(CREDENTIAL);
		return { ...credential, accessToken: normalizeToken(credential.accessToken) };
	};
	const reading = ofCalls.get(context) ?? read();
	// Only the context of a webhook, and that of a list in the editor, have these.
	const lastsOneCall = 'getRequestObject' in context || 'getCurrentNodeParameter' in context;
	if (lastsOneCall) ofCalls.set(context, reading);
	return await reading;
}

/**
 * Whether the service can be asked about tasks of this kind with the node's credential.
 *
 * @throws PackError that says what is wrong with the path that the credential has for it
 */
export async function canLookUp(
	context: ServiceContext,
	{ detailPath: field, isOnlyReported }: { detailPath?: PathField; isOnlyReported?: boolean },
): Promise<boolean> {
	if (isOnlyReported) return false;
	if (!field) return true;
	const paths = await readCredential(context);
	if (plainText(paths[field]) === '') return false;
	detailPath(paths, field);
	return true;
}

/** Every n8n context in which the pack talks to the service. */
export type ServiceContext = IAllExecuteFunctions;
