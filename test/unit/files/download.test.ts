/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { expect, test } from '@jest/globals';

import { downloadResult } from '../../../nodes/shared/files/download';
import type { FileContext } from '../../../nodes/shared/files/webFile';

const LIMIT =
	'Failed to write binary file "video.mp4" (1) because its size of 600 MB exceeds the max size limit of 512 MB set for `database` mode.';

test('a file that n8n cannot store is fetched once, and n8n says why', async () => {
	let fetched = 0;
	const context = {
		helpers: {
			async httpRequest() {
				fetched += 1;
				return { statusCode: 200, headers: {}, body: Readable.from([Buffer.from('video')]) };
			},
			async prepareBinaryData(file: Readable) {
				await buffer(file);
				throw new Error(LIMIT);
			},
		},
		logger: { info() {} },
	} as unknown as FileContext;
	await expect(downloadResult(context, 'http://127.0.0.1/video.mp4', 'video/mp4')).rejects.toThrow(
		`The result file could not be saved in n8n's file storage. ${LIMIT}`,
	);
	expect(fetched).toBe(1);
});
