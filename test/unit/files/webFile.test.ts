/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';

import { expect, it } from '@jest/globals';

import { openWebFile, type FileContext } from '../../../nodes/shared/files/web';

it.each([
	['the part that was asked for', 206, { 'content-range': 'bytes 10-19/20' }, 10],
	['another part', 206, { 'content-range': 'bytes 15-19/20' }, 15],
	['a part without a position', 206, {}, Infinity],
	['the whole file', 200, {}, 0],
])(
	'the rest of a file begins where its server says: %s',
	async (_what, statusCode, headers, from) => {
		const context = {
			helpers: {
				async httpRequest() {
					return { statusCode, headers, body: Readable.from([Buffer.alloc(10)]) };
				},
			},
		} as unknown as FileContext;
		const resume = { from: 10, version: '"1"' };
		const file = await openWebFile(context, 'http://127.0.0.1/a.mp4', { what: "'URL'", resume });
		expect(file.from).toBe(from);
		file.close();
	},
);
