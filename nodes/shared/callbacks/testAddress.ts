import { parsedUrl } from '../util/webAddress';

/** Names of the path under which n8n listens for test events: its own, and what administrators call it. */
const TEST_NAME = /(^|[-_.])test($|[-_.])/i;

/** A part of a path that n8n makes up for a webhook: the ID of the trigger. */
const WEBHOOK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const OWN_TEST_NAME = 'webhook-test';

/**
 * Whether this is the address of a webhook that n8n only serves while its editor listens.
 *
 * @param endpoint how the path is called where it is known; otherwise n8n's own name, and names with the
 *   word "test" before the ID of a trigger
 */
export function isTestAddress(address: string, endpoint = ''): boolean {
	const parts = (parsedUrl(address)?.pathname ?? '').split('/').filter(Boolean);
	const names = [OWN_TEST_NAME, ...endpoint.split('/').filter(Boolean).slice(-1)];
	return parts.some(
		(part, index) =>
			names.includes(part) || (TEST_NAME.test(part) && WEBHOOK_ID.test(parts[index + 1] ?? '')),
	);
}
