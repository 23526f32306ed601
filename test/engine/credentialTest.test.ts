/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from '@jest/globals';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { credentialTest } from '../../nodes/shared/service/client';
import { packNodes } from '../../tools/docs/pack';
import { limitTimes } from '../support/clock';
import { CredentialTestContext } from '../support/engine/core';
import { setUp } from '../support/engine/setup';

const TOKEN = 'the token of a credential';

async function tested(baseUrl: string, accessToken: string) {
	const context = new CredentialTestContext({} as never) as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'API', type: 'digitalHumanApi' };
	const data = { baseUrl, accessToken };
	const { status, message } = await credentialTest.digitalHumanApi.call(context, {
		...credential,
		data,
	});
	return `${status}: ${message}`;
}

async function served(answer: RequestListener, work: (url: string) => Promise<void>) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

describe('The test of the credential', () => {
	const setup = setUp();

	it('is that of every node, whichever n8n asks', () => {
		for (const {
			type: { description, methods },
		} of packNodes) {
			expect(description.credentials).toMatchObject([{ testedBy: 'digitalHumanApi' }]);
			expect(methods).toMatchObject({ credentialTest });
		}
	});

	it('accepts what is right, also pasted with the path and a slash', async () => {
		const { url, token } = setup.service;
		for (const baseUrl of [url, ` ${url}/open/v1/ `]) {
			expect(await tested(baseUrl, token)).toBe('OK: Connection tested successfully');
		}
		expect(setup.service.journal.last()).toMatchObject({ query: { page: '1', size: '1' } });
	});

	it('says that the token is refused', async () => {
		expect(await tested(setup.service.url, 'wrong')).toMatch(
			/^Error: The service refused the access token\. Paste a valid 'Access Token' into the credential/,
		);
	});

	it.each([
		[
			'http://127.0.0.1:9',
			/^Error: The service could not be reached: 127.0.0.1:9 refused the connection\. Check 'Base URL'/,
		],
		[
			'https://no-such-host.invalid',
			/^Error: The service could not be reached: there is no host no-such-host\.invalid\. Check 'Base URL'/,
		],
		[
			'api.example.com',
			/^Error: 'Base URL' of the credential is not an address: 'api.example.com'/,
		],
		['http://api.example.com', /^Error: 'Base URL' of the credential must start with https/],
		[' ', /^Error: 'Base URL' of the credential is empty/],
	])('says in words what is wrong with the address "%s"', async (baseUrl, words) => {
		const message = await tested(baseUrl, TOKEN);
		expect(message).toMatch(words);
		expect(message).not.toMatch(/ECONN|ENOTFOUND|EAI_/);
	});

	it('says that an address does not respond in time', async () => {
		limitTimes(() => 200);
		await served(
			() => {},
			async (url) => {
				const message = await tested(url, TOKEN);
				expect(message).toMatch(
					/could not be reached: 127\.0\.0\.1:\d+: No response within 15 seconds\. /,
				);
			},
		);
	});

	it.each([
		[200, '<html>Welcome</html>', /'Base URL' of the credential may be wrong/],
		[404, '<html>Not found</html>', /'Base URL' of the credential may be wrong/],
		[200, '{"status":"ok"}', /Check 'Base URL' of the credential/],
		[200, '', /an empty response/],
		[503, '', /The service is not available/],
	])('says that something else answers with %d %j', async (status, body, words) => {
		await served(
			(_, response) => response.writeHead(status).end(body),
			async (url) => expect(await tested(url, TOKEN)).toMatch(words),
		);
	});

	it('takes the token along with no redirect, and shows it nowhere', async () => {
		const seen: unknown[] = [];
		await served(
			({ headers }, response) => {
				seen.push(headers.access_token);
				response.end();
			},
			async (elsewhere) =>
				await served(
					(_, response) =>
						response.writeHead(302, { location: `${elsewhere}/open/v1/` }).end(TOKEN),
					async (url) => {
						const message = await tested(url, TOKEN);
						expect(message).toMatch(/^Error: The service address redirects\. /);
						expect(message).not.toContain(TOKEN);
					},
				),
		);
		expect(seen).toEqual([]);
	});
});
