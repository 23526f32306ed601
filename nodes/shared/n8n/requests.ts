import { UserError } from 'n8n-workflow';

/*
 * How n8n's request helper is asked, and what it says where it sends nothing itself.
 * Seen in n8n 1.123.81, 2.4.8, 2.14.2 and 2.41.3.
 */

/**
 * Settings with which an answer arrives as the server gave it: as a stream, with any HTTP status, and without following
 * redirects. Where n8n ignores one, an answer may come as text, which is read all the same.
 */
export const AS_IT_COMES = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** Whether n8n itself has refused to send a request, such as one to an internal address. */
export function isRefusedByN8n(error: unknown): error is UserError {
	return error instanceof UserError;
}

/**
 * Whether n8n refuses an address because of its protection against internal ones (since 2.14; its words
 * are those of 2.41.3, "The request was blocked because it resolves to a restricted IP address"). It is
 * no other kind of error, so these words are all by which it is known; if n8n changes them, the setting
 * that allows an address is not named any more.
 */
export function isBlockedAddress(refusal: UserError): boolean {
	return /restricted IP|SSRF/i.test(refusal.message);
}
