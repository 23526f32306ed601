import { createHash, createHmac, timingSafeEqual } from 'crypto';

import { plainText } from '../util/text';

/** Names in the query of a callback address. */
export const SECRET = 'secret';
export const REFERENCE = 'reference';

/** What an expression leaves of a text where it finds nothing. */
const NOTHING = new Set(['', 'undefined', 'null', 'NaN', '[object Object]']);

/**
 * The secret that nodes with the same credential put into a callback address and look for there. It opens this one
 * address only, and the access token cannot be found from it.
 *
 * @param address or its path, which alone counts: n8n does not reliably know under which name it is called
 */
export function secretOf(accessToken: string, address: string): string {
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/** What only the owner of the access token can make of a text, and from which the token cannot be found. */
export function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/**
 * A secret that the user has set.
 *
 * @param value of the field, which an expression may have given
 * @returns undefined when it is no text that could be one; nothing equals that
 */
export function secretText(value: unknown): string | undefined {
	const text = plainText(value);
	return NOTHING.has(text) ? undefined : text;
}

/** Compares two texts in a time that does not reveal where they differ. Without a secret, nothing is the same. */
export function isSame(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
