import { expect, it } from '@jest/globals';

import { isUnreachable } from '../../../nodes/shared/run/callbackAddress';

/** The first and last address of each private range, and those beside it. */
it.each([
	['9.255.255.255', false],
	['10.0.0.0', true],
	['10.255.255.255', true],
	['11.0.0.1', false],
	['100.63.255.255', false],
	['100.64.0.0', true],
	['100.127.255.255', true],
	['100.128.0.1', false],
	['126.0.0.1', false],
	['127.0.0.1', true],
	['128.0.0.1', false],
	['169.253.0.1', false],
	['169.254.0.1', true],
	['169.255.0.1', false],
	['172.15.255.255', false],
	['172.16.0.0', true],
	['172.29.0.1', true],
	['172.30.0.1', true],
	['172.31.255.255', true],
	['172.32.0.1', false],
	['192.167.0.1', false],
	['192.168.0.1', true],
	['192.169.0.1', false],
])('%s can only be reached from its own network: %s', (host, unreachable) => {
	expect(isUnreachable(`https://${host}/webhook`)).toBe(unreachable);
});
