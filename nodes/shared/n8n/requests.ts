import { UserError } from 'n8n-workflow';

/*
 * How n8n's request helper is asked, and what it says where it sends nothing itself.
 * Seen in n8n 1.123.81, 2.4.8, 2.14.2 and 2.41.3.
 */

/**
 * Settings with which an answer arrives as the server gave it: as a stream, with any HTTP status, and without following
 * redirects. Where n8n does not give a stream, the answer comes as text, which is read as well.
 */
export const AS_IT_COMES = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** Whether an error says that n8n itself has refused to send a request, such as one to an internal address. */
export function isRefusedByN8n(error: unknown): error is UserError {
	return error instanceof UserError;
}

/**
 * Whether n8n refuses an address because of its protection against internal ones (since 2.14), so that the message can
 * name the setting that allows an address. Nothing but its words tells this error from other refusals of n8n; in
 * 2.41.3, they are "The request was blocked because it resolves to a restricted IP address". If n8n changes them, the
 * message no longer names the setting.
 */
export function isBlockedAddress(refusal: UserError): boolean {
	return /restricted IP|SSRF/i.test(refusal.message);
}
