import { describe, expect, test } from '@jest/globals';
import { omit } from 'lodash';

import { lateHttpRequest } from '../../../tools/n8n/dialect';
import { type Execution, finishedExecution } from '../../../tools/n8n/executions';
import { chain, httpRequest, manualTrigger, type NodeSpec } from '../../../tools/n8n/workflows';
import { startExample } from '../../support/n8n/exampleRun';
import { listen } from '../../support/server';
import { setUpWorkbench } from '../../support/n8n/workbench';

const bench = setUpWorkbench();

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
		const id = await startExample(bench, chain('HTTP Request', manualTrigger, node));
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
	const server = await listen((incoming, response) => {
		seen.push(incoming.headers);
		response.end('{}');
	});
	return { ...server, seen };
}
