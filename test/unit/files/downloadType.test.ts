/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';

import { downloadResult } from '../../../nodes/shared/files/download';
import type { FileContext } from '../../../nodes/shared/files/web';

/** How a file is stored whose server announces a type. */
async function stored(name: string, announced?: string, usualType?: string, content = 'content') {
	const context = {
		helpers: {
			async httpRequest() {
				const headers = announced === undefined ? {} : { 'content-type': announced };
				return { statusCode: 200, headers, body: Readable.from([Buffer.from(content, 'latin1')]) };
			},
			async prepareBinaryData(file: Readable, fileName: string, mimeType: string) {
				return { data: '', fileName, mimeType, bytes: (await buffer(file)).length };
			},
		},
		logger: { info() {} },
	} as unknown as FileContext;
	const { fileName, mimeType } = await downloadResult(
		context,
		`http://127.0.0.1/${name}`,
		usualType,
	);
	return [fileName, mimeType];
}

describe('The type of a result file', () => {
	it('is the announced one, where that is one of media', async () => {
		expect(await stored('a', 'video/webm', 'video/mp4')).toEqual(['a.webm', 'video/webm']);
		expect(await stored('a.mp4', 'video/quicktime')).toEqual(['a.mp4', 'video/quicktime']);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
		'is that of its extension, where %s is announced',
		async (announced) => {
			expect(await stored('a.mp4', announced)).toEqual(['a.mp4', 'video/mp4']);
		},
	);

	it.each(['text/plain', 'application/octet-stream', undefined])(
		'is the usual one of its kind, where %s is announced and there is no extension',
		async (announced) => {
			expect(await stored('a', announced, 'video/mp4')).toEqual(['a.mp4', 'video/mp4']);
		},
	);

	it('is what its first bytes show, where nothing else tells', async () => {
		const octets = 'application/octet-stream';
		const webm = '\u001aE\u00df\u00a3';
		expect(await stored('a', octets, undefined, webm)).toEqual(['a.webm', 'video/webm']);
		expect(await stored('a', undefined, undefined, '\u0089PNG')).toEqual(['a.png', 'image/png']);
		expect(await stored('a.mov', octets, undefined, webm)).toEqual(['a.mov', 'video/quicktime']);
		expect(await stored('a', octets, 'video/mp4', webm)).toEqual(['a.mp4', 'video/mp4']);
	});

	it('is the announced one, where nothing else tells', async () => {
		expect(await stored('a', 'application/octet-stream')).toEqual([
			'a',
			'application/octet-stream',
		]);
	});
});
