import { describe, expect, it } from '@jest/globals';

import { isServiceAddress, normaliseBaseUrl } from '../../../nodes/shared/service/credential';

describe('Base URL of the credential', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/open/v1 ', 'https://api.example.com'],
		['https://api.example.com/open/v1/', 'https://api.example.com'],
		['https://example.com/gateway/', 'https://example.com/gateway'],
		['https://example.com/gateway//open/v1//', 'https://example.com/gateway'],
		['https://example.com/open/v1/gateway', 'https://example.com/open/v1/gateway'],
		['https://example.com/gateway/open/v10', 'https://example.com/gateway/open/v10'],
		['https://example.com/a//b/?query=1#part', 'https://example.com/a//b'],
		['http://localhost:8787', 'http://localhost:8787'],
		['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
		['http://[::1]:8787/', 'http://[::1]:8787'],
	])('%s becomes %s', (typed, address) => {
		expect(normaliseBaseUrl(typed)).toBe(address);
	});

	it.each([
		['', /empty/],
		['api.example.com', /not an address/],
		['http://api.example.com', /https:\/\//],
		['http://localhost.example.com', /https:\/\//],
		['ftp://localhost', /https:\/\//],
	])('%s is refused with a sentence', (typed, sentence) => {
		expect(() => normaliseBaseUrl(typed)).toThrow(sentence);
	});

	it.each([
		['https://api.example.com/open/v1/common/file_list', true],
		['https://api.example.com/open/v2/common/file_list', false],
		['https://api.example.com/', false],
		['https://api.example.com.evil.example/open/v1/x', false],
		['https://storage.example.com/open/v1/x', false],
		['http://api.example.com/open/v1/x', false],
		['https://api.example.com/open/v1/../../other', false],
	])('the token may go to %s: %s', (target, allowed) => {
		expect(isServiceAddress(target, 'https://api.example.com/')).toBe(allowed);
	});
});
