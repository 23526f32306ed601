/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { setUpUploads } from '../support/engine/uploads';
import { createWorkflowEngine, planned } from '../support/engine/workflowEngine';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('A file on the web that changes', () => {
	const setup = setUpUploads();
	let server: Server | undefined;

	afterEach(() => {
		server?.close();
	});

	/** An address with another file at each request. */
	async function changing(contents: Buffer[]): Promise<string> {
		let requests = 0;
		server = createServer((_, response) => {
			response.setHeader('Content-Type', 'video/mp4');
			response.end(contents[requests++]);
		});
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.mp4`;
	}

	const line = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });

	it('is uploaded as it is when a node runs, whatever an earlier one of the execution uploaded', async () => {
		const contents = ['first', 'second'].map((text) => Buffer.from(text.repeat(1000)));
		const parameters = {
			purpose: 'video_translation',
			fileSource: 'url',
			fileUrl: await changing(contents),
		};
		const engine = await createWorkflowEngine({
			baseUrl: setup.service.url,
			accessToken: setup.service.token,
		});
		const nodes = [
			planned('Input', 'items', { items: [{ json: {} }, { json: {} }] as never }),
			planned('Morning', 'digitalHumanUploadFile', parameters),
			planned('Evening', 'digitalHumanUploadFile', parameters),
		];
		const connections = { Input: line('Morning'), Morning: line('Evening') };
		const { data } = await engine.start({ workflow: { nodes, connections }, id: 'changed' }).done;
		const { error, runData } = data.resultData;
		expect(error).toBeUndefined();
		const arrived = ['Morning', 'Evening'].map((name) =>
			runData[name]?.[0]?.data?.main?.[0]?.map(({ json }) => setup.arrived(json.fileId)),
		);
		// All items of one run have the same one.
		expect(arrived).toEqual(contents.map((content) => [sha256(content), sha256(content)]));
	});
});
