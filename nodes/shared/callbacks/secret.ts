import { createHash, createHmac, timingSafeEqual } from 'crypto';

/** Names in the query of a callback address. */
export const SECRET = 'secret';
export const REFERENCE = 'reference';

/**
 * The secret that nodes with the same credential put into a callback address and look for there. The access
 * token cannot be found from it.
 */
export function secretOf(accessToken: string): string {
	return createHmac('sha256', accessToken.trim()).update('digital human callback').digest('hex');
}

/** Compares two texts in a time that does not tell where they differ. */
export function isSame(given: unknown, wanted: string): boolean {
	if (typeof given !== 'string') return false;
	return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
