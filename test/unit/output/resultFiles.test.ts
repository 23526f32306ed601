/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';

import { expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { withResultFiles } from '../../../nodes/shared/run/resultFiles';

test('no download of an item goes on when another file of it is missing', async () => {
	const open = new Set<string>();
	const context = {
		getNode: () => ({ name: 'Node', type: 'node' }),
		helpers: {
			async httpRequest({ url, abortSignal }: IHttpRequestOptions) {
				if (url.endsWith('0.png')) {
					return { statusCode: 404, headers: {}, body: Readable.from([Buffer.from('')]) };
				}
				open.add(url);
				const body = new Readable({ read() {} });
				body.push(Buffer.alloc(10));
				body.once('close', () => open.delete(url));
				const abort = () => body.destroy(new Error('aborted'));
				(abortSignal as AbortSignal).addEventListener('abort', abort);
				return { statusCode: 200, headers: { 'content-type': 'image/png' }, body };
			},
			async prepareBinaryData(file: Readable) {
				for await (const chunk of file) void chunk;
				return { data: '', mimeType: 'image/png', bytes: 10 };
			},
		},
		logger: { info() {} },
	};
	const json = {
		taskId: '1',
		taskKind: 'aiCreation',
		state: 'succeeded',
		outputUrls: ['http://127.0.0.1/0.png', 'http://127.0.0.1/1.png'],
	};
	const items = await withResultFiles(context as never, [{ json, pairedItem: { item: 0 } }], {
		downloadField: 'data',
		connect: async () => await Promise.reject(new Error('no service')),
		fail: (error) => ({ json: { error: String(error) }, pairedItem: { item: 0 } }),
	});
	expect(items).toHaveLength(1);
	expect([...open]).toEqual([]);
});
