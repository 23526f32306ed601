/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { downloadResult } from '../../../nodes/shared/files/download';
import type { FileContext } from '../../../nodes/shared/files/webFile';
import { quickTime } from '../../support/clock';

quickTime(20);

/** A server that announces ten bytes and sends so many, one answer after the other. */
function serverSending(...lengths: number[]) {
	const requests: IHttpRequestOptions[] = [];
	const stored: number[] = [];
	const context = {
		helpers: {
			async httpRequest(request: IHttpRequestOptions) {
				const length = lengths[requests.length] ?? 10;
				requests.push(request);
				const body = Readable.from([Buffer.alloc(length, 1)]);
				return { statusCode: 200, headers: { 'content-length': '10' }, body };
			},
			async prepareBinaryData(file: Readable) {
				const { length } = await buffer(file);
				stored.push(length);
				return { data: '', mimeType: 'video/mp4', bytes: length };
			},
		},
		logger: { info() {} },
	} as unknown as FileContext;
	const download = async () => await downloadResult(context, 'http://127.0.0.1/a.mp4', 'video/mp4');
	return { download, requests, stored };
}

describe('a result file that ends before its announced length, without an error', () => {
	it('is fetched again', async () => {
		const { download, stored } = serverSending(9, 10);
		expect(await download()).toMatchObject({ bytes: 10 });
		expect(stored).toEqual([9, 10]);
	});

	it('is not passed on while it ends elsewhere each time', async () => {
		const { download, stored } = serverSending(9, 8, 7, 6);
		await expect(download()).rejects.toThrow('6 bytes of 10 bytes');
		expect(stored).toEqual([9, 8, 7, 6]);
	});

	it('counts as whole at exactly its announced length', async () => {
		const { download, stored } = serverSending(10);
		expect(await download()).toMatchObject({ bytes: 10 });
		expect(stored).toEqual([10]);
	});
});

it('a result file is asked for uncompressed, and without a credential', async () => {
	const { download, requests } = serverSending(10);
	await download();
	expect(requests.map(({ headers }) => headers)).toEqual([{ 'Accept-Encoding': 'identity' }]);
});
