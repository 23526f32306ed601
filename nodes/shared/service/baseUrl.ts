import { shown } from '../util/text';
import { parsedUrl } from '../util/webAddress';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export const API_PREFIX = '/open/v1';

/**
 * Brings the Base URL of the credential into one form: no trailing slash, no pasted `/open/v1`.
 *
 * @param text what the user typed
 * @returns the address to which `/open/v1/…` is appended (service.md 1)
 * @throws Error with a sentence for the user when the address is empty, malformed or not protected by https
 */
export function normaliseBaseUrl(text: string): string {
	const trimmed = text.trim();
	if (trimmed === '')
		throw new Error("'Base URL' of the credential is empty. Enter the address of the service");
	const url = parsedUrl(trimmed);
	if (!url) {
		throw new Error(
			`'Base URL' of the credential is not an address: '${shown(trimmed)}'. Enter it in the form https://api.example.com`,
		);
	}
	if (
		url.protocol !== 'https:' &&
		!(url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname))
	) {
		throw new Error(
			"'Base URL' of the credential must start with https://. This protects the access token on its way to the service",
		);
	}
	const path = url.pathname
		.replace(/\/+$/, '')
		.replace(/\/open\/v1$/, '')
		.replace(/\/+$/, '');
	return `${url.origin}${path}`;
}

/**
 * Whether a request goes to the service itself, the only place that may see the access token.
 *
 * @param target the full address of the request
 * @param baseUrl the Base URL as the user typed it
 */
export function isServiceAddress(target: string, baseUrl: string): boolean {
	const base = new URL(`${normaliseBaseUrl(baseUrl)}${API_PREFIX}/`);
	const url = new URL(target);
	return url.origin === base.origin && url.pathname.startsWith(base.pathname);
}
