/* eslint-disable @n8n/community-nodes/no-restricted-globals */

/** Name of the variable with the address of the browser that `npm run test:ui` has started for all its test files. */
export const BROWSER = 'N8N_TEST_BROWSER';

/** Address of that browser. @throws Error when these tests were started otherwise */
export function browserAddress(): string {
	const address = process.env[BROWSER];
	if (address === undefined) throw new Error('These tests are started with "npm run test:ui"');
	return address;
}
