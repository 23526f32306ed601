import { parsedUrl } from '../util/webAddress';

/** What administrators call the path under which n8n listens for test events. */
const TEST_NAME = /(^|[-_.])test($|[-_.])/i;

/** A part of a path that n8n makes up for a webhook: the ID of the trigger. */
const WEBHOOK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const OWN_TEST_NAME = 'webhook-test';

/**
 * Whether this is the address of a webhook that n8n only serves while its editor listens: by n8n's own name for its
 * path, and by names with the word "test" before the ID of a trigger.
 */
export function isTestAddress(address: string): boolean {
	const parts = (parsedUrl(address)?.pathname ?? '').split('/').filter(Boolean);
	return parts.some(
		(part, index) =>
			part === OWN_TEST_NAME || (TEST_NAME.test(part) && WEBHOOK_ID.test(parts[index + 1] ?? '')),
	);
}
