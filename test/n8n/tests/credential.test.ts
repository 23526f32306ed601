/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { omit } from 'lodash';

import { type CredentialTest, saveCredential, testCredential } from '../../../tools/n8n/rest';
import { lateHttpRequest } from '../../../tools/n8n/dialect';
import { type Execution, finishedExecution, startExecution } from '../../../tools/n8n/executions';
import { freePort } from '../../../tools/n8n/processes';
import { chain, httpRequest, manualTrigger, type NodeSpec } from '../../../tools/n8n/workflows';
import { openWorkbench, type Workbench } from '../../support/n8n/shared';

let bench: Workbench;

beforeAll(async () => {
	bench = await openWorkbench();
});
afterAll(async () => await bench.close());

describe('the Test button of the credential', () => {
	async function check(
		baseUrl: string,
		accessToken = bench.service.token,
	): Promise<CredentialTest> {
		const credential = await saveCredential(bench.rest, { baseUrl, accessToken }, 'Tested');
		return await testCredential(bench.rest, credential);
	}

	test('accepts the right token', async () => {
		expect(await check(bench.service.url)).toMatchObject({ status: 'OK' });
	});

	test('accepts a pasted address with /open/v1 and a slash', async () => {
		expect(await check(`${bench.service.url}/open/v1/`)).toMatchObject({ status: 'OK' });
	});

	test('refuses a wrong token although the service answers with HTTP 200', async () => {
		const result = await check(bench.service.url, 'wrong-token');
		expect(result).toMatchObject({ status: 'Error' });
		expect(result.message).toMatch(/refused the access token/);
		expect(bench.service.journal.last({ code: 10400 })).toMatchObject({ status: 200 });
	});

	test('tells an address that cannot be reached', async () => {
		const result = await check(`http://127.0.0.1:${await freePort()}`);
		expect(result).toMatchObject({ status: 'Error' });
		expect(result.message).toMatch(/could not be reached: 127\.0\.0\.1:\d+ refused the connection/);
		expect(result.message).not.toMatch(/access token/i);
	});

	test.each([
		['api.example.com', /'Base URL' .* is not an address: 'api.example.com'.* https:\/\//],
		['api.example.com:8443/open/v1', /'Base URL' of the credential/],
		['   ', /'Base URL' of the credential is empty/],
		['http://api.example.com', /'Base URL' .* must start with https/],
	])('says what is wrong with the Base URL "%s"', async (baseUrl, sentence) => {
		const result = await check(baseUrl);
		expect(result).toMatchObject({ status: 'Error' });
		expect(result.message).toMatch(sentence);
	});

	test.each([
		['a web page', 200, 'text/html', '<html><body>Welcome</body></html>'],
		['an error page', 404, 'text/html', '<html><body>Not found</body></html>'],
		['other JSON', 200, 'application/json', '{"status":"ok"}'],
		['a list', 200, 'application/json', '[1,2]'],
	])('tells an address that is not the service: %s', async (_name, status, type, body) => {
		const server = createServer((_request, response) => {
			response.writeHead(status, { 'content-type': type }).end(body);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		try {
			const result = await check(`http://127.0.0.1:${port}`);
			expect(result).toMatchObject({ status: 'Error' });
			expect(result.message).toMatch(/'Base URL'/);
		} finally {
			server.close();
		}
	});
});

describe('the HTTP Request node with the credential', () => {
	async function request(url: string, more: Partial<NodeSpec> = {}): Promise<Execution> {
		const node = {
			...httpRequest('Ask', {
				method: 'POST',
				url,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '{ "unique_ids": [] }',
				...more.parameters,
			}),
			...omit(more, 'parameters'),
		};
		const workflow = await bench.load(chain('HTTP Request', manualTrigger, node));
		const id = await startExecution(bench.rest, workflow.id, 'Start');
		return await finishedExecution(bench.rest, id);
	}

	test('is let in by the service', async () => {
		const execution = await request(`${bench.service.url}/open/v1/ai_creation/task/page`);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(execution.json('Ask')).toMatchObject([{ code: 0, data: { total: 0 } }]);
	});

	test('sends the token to no other address', async () => {
		const stranger = await openStranger();
		try {
			const execution = await request(`${stranger.url}/open/v1/ai_creation/task/page`);
			expect(execution.status).toBe('error');
			expect(execution.error?.message).toMatch(/access token is only sent to/);
			expect(stranger.seen).toEqual([]);
		} finally {
			stranger.close();
		}
	});

	/** Stands for the version that the n8n has. */
	const LATE = 0;
	const followed = { options: { redirect: { redirect: { followRedirects: true } } } };

	test.each<[string, number, Partial<NodeSpec>]>([
		['302 with default settings', 302, {}],
		[
			'302 of a GET',
			302,
			{ parameters: { method: 'GET', url: '/list_common_audio', sendBody: false } },
		],
		['307, which repeats the body', 307, {}],
		['308 in a late version of the node', 308, { typeVersion: LATE }],
		['302 in its oldest version with redirects', 302, { typeVersion: 3, parameters: followed }],
		['302 with redirects switched on', 302, { parameters: followed }],
	])('sends the token along with no redirect: %s', async (_case, status, more) => {
		const stranger = await openStranger();
		bench.service.faults.add({
			fault: { kind: 'redirect', location: `${stranger.url}/open/v1/elsewhere`, status },
		});
		try {
			const path = String(more.parameters?.url ?? '/ai_creation/task/page');
			const url = `${bench.service.url}/open/v1${path}`;
			const { typeVersion } = more;
			const execution = await request(url, {
				...more,
				...(typeVersion === LATE ? { typeVersion: lateHttpRequest(bench.rest) } : {}),
				parameters: { ...more.parameters, url },
			});
			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution.error)).toContain(`${status}`);
			expect(execution.stored.includes(bench.service.token)).toBe(false);
			expect(stranger.seen).toEqual([]);
		} finally {
			bench.service.faults.clear();
			stranger.close();
		}
	});
});

/** A server that is not the service, and the headers of every request that reaches it. */
async function openStranger() {
	const seen: unknown[] = [];
	const server = createServer((incoming, response) => {
		seen.push(incoming.headers);
		response.end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, seen, close: () => server.close() };
}
