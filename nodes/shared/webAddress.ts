/** What is no part of an address: breaks and tabs, and a blank with a second address behind it. */
const NOT_ONE = /\p{Cc}|\s(?=https?:\/\/)/iu;

/** What has to be encoded: blanks, and all that is not ASCII. */
const TO_ENCODE = /[^\u0021-\u007e]/;

/**
 * The http(s) address that is meant, in the form in which it can be sent: blanks and letters beyond ASCII are
 * encoded as a browser does it. An address that is valid already stays as it is, byte for byte, because it may be
 * signed.
 *
 * @returns undefined for anything else than one address
 */
export function toWebAddress(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (!/^https?:\/\//i.test(text) || NOT_ONE.test(text) || !URL.canParse(text)) return undefined;
	return TO_ENCODE.test(text) ? new URL(text).href : text;
}

/** Whether the value is an http(s) address that can be sent as it is. */
export function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && toWebAddress(value) === value;
}

/** The host of an address, for messages: the rest may hold a signature. */
export function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).host : 'its address';
}
