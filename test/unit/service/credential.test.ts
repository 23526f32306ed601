import { describe, expect, it } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { DigitalHumanApi } from '../../../credentials/DigitalHumanApi.credentials';

const credentials = { baseUrl: 'https://api.example.com/', accessToken: 'secret' };

const authenticate = async (request: object) =>
	await new DigitalHumanApi().authenticate(credentials, request as IHttpRequestOptions);

/** What each of n8n's request helpers understands. */
const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

describe('The access token of the credential', () => {
	it.each([
		['url', { url: 'https://api.example.com/open/v1/list_common_audio' }],
		['uri, as the HTTP Request node has it', { uri: 'https://api.example.com/open/v1/x' }],
		['url and baseURL', { url: '/open/v1/x', baseURL: 'https://api.example.com' }],
	])('is added to a request to the service, named by %s', async (_, request) => {
		const headers = { 'X-Mine': '1' };
		expect(await authenticate({ ...request, headers })).toEqual({
			...request,
			...noRedirects,
			headers: { 'X-Mine': '1', access_token: 'secret' },
		});
	});

	it.each([
		['api.example.com', /'Base URL' .* is not an address/],
		['', /'Base URL' .* is empty/],
		[undefined, /'Base URL' .* is empty/],
		['http://api.example.com', /'Base URL' .* must start with https/],
	])('is told apart from a wrong Base URL: %s', async (baseUrl, sentence) => {
		const wrong = new DigitalHumanApi().authenticate(
			{ ...credentials, baseUrl: baseUrl as string },
			{ url: `${baseUrl}/open/v1/list_common_audio` },
		);
		await expect(wrong).rejects.toThrow(sentence);
	});

	it('follows no redirect, whatever the node that sends the request is set to', async () => {
		const following = {
			url: 'https://api.example.com/open/v1/x',
			disableFollowRedirect: false,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 21,
			sendCredentialsOnCrossOriginRedirect: true,
		};
		expect(await authenticate(following)).toMatchObject(noRedirects);
	});

	it.each(['https://storage.example.com/open/v1/x', 'https://api.example.com/other'])(
		'does not go to %s',
		async (url) => {
			await expect(authenticate({ url })).rejects.toThrow(/only sent to addresses below/);
		},
	);
});
