import { describe, expect, test } from '@jest/globals';

import { isProven, provenAddress } from '../../../nodes/shared/run/callbackAddress';

const ADDRESS = 'https://n8n.example.com/n8n/webhook-waiting/17?signature=of-n8n';
const run = { executionId: '17', nodeId: 'a', runIndex: 0 };

const proofOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('the proof of a paused run', () => {
	const { address, seal } = provenAddress(ADDRESS, run, 'token');

	test("stands in the address beside n8n's own token", () => {
		expect(address).toMatch(
			/^https:\/\/n8n\.example\.com\/n8n\/webhook-waiting\/17\/digital-human\?signature=of-n8n&proof=[0-9a-f]{64}$/,
		);
		expect(isProven(proofOf(address), seal)).toBe(true);
	});

	test('is the same for the same run, so that a retry recognizes it', () => {
		expect(provenAddress(ADDRESS, run, ' token ')).toEqual({ address, seal });
	});

	test.each([
		['execution', { ...run, executionId: '18' }, 'token'],
		['node', { ...run, nodeId: 'b' }, 'token'],
		['run', { ...run, runIndex: 1 }, 'token'],
		['access token', run, 'other'],
	])('differs with the %s', (_, other, token) => {
		expect(isProven(proofOf(provenAddress(ADDRESS, other, token).address), seal)).toBe(false);
	});

	test('is not the seal, which is stored', () => {
		expect(address).not.toContain(seal);
		expect(isProven({ proof: seal }, seal)).toBe(false);
	});

	test('is needed', () => {
		for (const query of [{}, { proof: '' }, { proof: undefined }, { proof: ['a'] }]) {
			expect(isProven(query, seal)).toBe(false);
			expect(isProven(query, undefined)).toBe(false);
		}
	});
});
