/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';

import { downloadResult } from '../../../nodes/shared/files/download';
import { reasonOf } from '../../../nodes/shared/files/upload/sources';
import type { FileContext } from '../../../nodes/shared/files/webFile';
import { quickTime } from '../../support/clock';

quickTime(20);

const LIMIT =
	'Failed to write binary file "video.mp4" (1) because its size of 600 MB exceeds the max size limit of 512 MB set for `database` mode.';

const fileSystemError = (message: string, code: string, syscall: string) =>
	Object.assign(new Error(`${code}: ${message}, ${syscall}`), { code, syscall });

/** A download of a file of 100 pieces into a storage that works, or fails, as given. */
function downloadInto(store: (file: Readable) => Promise<never>, brokenAt = Infinity) {
	let fetched = 0;
	const context = {
		helpers: {
			async httpRequest() {
				fetched += 1;
				const pieces = function* () {
					for (let piece = 0; piece < 100; piece++) {
						if (piece === brokenAt)
							throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
						yield Buffer.alloc(1024);
					}
				};
				return { statusCode: 200, headers: {}, body: Readable.from(pieces()) };
			},
			prepareBinaryData: store,
		},
		logger: { info() {} },
	} as unknown as FileContext;
	const download = async () =>
		await downloadResult(context, 'http://127.0.0.1/video.mp4', 'video/mp4');
	return { download, fetched: () => fetched };
}

describe('A result file that cannot be stored', () => {
	it('is fetched once when n8n does not take it, and n8n says why', async () => {
		const { download, fetched } = downloadInto(async (file) => {
			await buffer(file);
			throw new Error(LIMIT);
		});
		await expect(download()).rejects.toThrow(
			`The result file could not be saved in n8n's file storage. ${LIMIT}`,
		);
		expect(fetched()).toBe(1);
	});

	it('is fetched once when the disk is full in the middle of it', async () => {
		const { download, fetched } = downloadInto(async (file) => {
			for await (const chunk of file) if (chunk) break;
			throw fileSystemError('no space left on device', 'ENOSPC', 'write');
		});
		await expect(download()).rejects.toThrow(
			"The result file could not be saved in n8n's file storage. No space left on device",
		);
		expect(fetched()).toBe(1);
	});

	it('is fetched again when its connection breaks in the middle of it', async () => {
		const { download, fetched } = downloadInto(async (file) => {
			await buffer(file);
			throw new Error('not reached');
		}, 50);
		await expect(download()).rejects.toThrow(
			'The result file could not be downloaded completely: 127.0.0.1: The connection broke',
		);
		expect(fetched()).toBe(4);
	});
});

it('a disk that cannot be read is no connection that breaks', () => {
	expect(reasonOf(fileSystemError('i/o error', 'EIO', 'read'))).toBe('i/o error');
	const reset = Object.assign(new Error('read ECONNRESET'), {
		code: 'ECONNRESET',
		syscall: 'read',
	});
	expect(reasonOf(reset)).toBe('The connection broke');
});
