/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { RunFiles } from '../../nodes/shared/files/runFiles';
import { downloadResult } from '../../nodes/shared/files/download';
import { urlRef } from '../../nodes/shared/files/fileUse';
import { videoSize } from '../../nodes/shared/files/looking';
import { PART_BYTES, type Purpose, SINGLE_PUT_BYTES } from '../../nodes/shared/files/purposes';
import { SourceFile } from '../../nodes/shared/files/source';
import { storageProblem } from '../../nodes/shared/files/storage';
import { TransferError } from '../../nodes/shared/files/transferError';
import type { FileContext } from '../../nodes/shared/files/webResponse';
import type { ServiceClient } from '../../nodes/shared/api/client';
import { virtualTime } from '../support/clock';
import { errorText } from '../../nodes/shared/util/errors';

virtualTime();

type Answer = (request: IHttpRequestOptions) => {
	statusCode?: number;
	headers?: Record<string, string>;
	body: Readable;
};

/** What of n8n a download needs: requests that are answered by a function, and a storage. */
const contextOf = (answer: Answer, prepareBinaryData?: unknown) =>
	({
		helpers: {
			async httpRequest(request: IHttpRequestOptions) {
				return { statusCode: 200, headers: {}, ...answer(request) };
			},
			prepareBinaryData,
		},
		logger: { info() {} },
	}) as unknown as FileContext & IExecuteFunctions;

/** The file at an address as the source of an upload. */
const sourceAt = (context: IExecuteFunctions, purpose: Purpose) =>
	new SourceFile(itemOf(context), AT_URL, { purpose });

const AT_URL = urlRef('http://127.0.0.1/a.mp4', "'File URL'");

const CLIENT = {} as ServiceClient;
const itemOf = (context: IExecuteFunctions) => ({ context, client: CLIENT, itemIndex: 0 });

/** A message in both parts, in the place of its error. */
const textually = async <T>(work: Promise<T>): Promise<T> =>
	await work.catch((error: unknown) => {
		throw new Error(errorText(error));
	});

const LIMIT =
	'Failed to write binary file "video.mp4" (1) because its size of 600 MB exceeds the max size limit of 512 MB set for `database` mode.';

const fileSystemError = (message: string, code: string, syscall: string) =>
	Object.assign(new Error(`${code}: ${message}, ${syscall}`), { code, syscall });

type Store = (file: Readable, fileName: string, mimeType: string) => Promise<unknown>;

const keep: Store = async (file, fileName, mimeType) => {
	return { data: '', fileName, mimeType, bytes: (await buffer(file)).length };
};

/** Downloads a result file whose server answers with these contents, one after the other, into a storage. */
function downloaded(
	contents: string[],
	more: { name?: string; headers?: Record<string, string>; usualType?: string; store?: Store } = {},
) {
	const { name = 'a.mp4', headers = {}, usualType, store = keep } = more;
	const requests: IHttpRequestOptions[] = [];
	const context = contextOf((request) => {
		const content = contents[requests.push(request) - 1] ?? '';
		return { headers, body: Readable.from([Buffer.from(content, 'latin1')]) };
	}, store);
	const url = `http://127.0.0.1/${name}`;
	return { file: textually(downloadResult({ context, url, usualType })), requests };
}

it.each<[string, string, Store]>([
	[
		'n8n does not take it, and says why',
		LIMIT,
		async (file) => {
			await buffer(file);
			throw new Error(LIMIT);
		},
	],
	[
		'n8n ends its connection because the disk is full',
		'No space left on device',
		async (file) => {
			const error = fileSystemError('no space left on device', 'ENOSPC', 'write');
			file.destroy(error);
			// A pipeline fails once all its streams are closed.
			await nextTurn();
			throw error;
		},
	],
])('a result file is fetched once when %s', async (_, reason, store) => {
	const { file, requests } = downloaded(['\0'.repeat(100_000)], { store });
	await expect(file).rejects.toThrow(
		`The result file could not be saved in n8n's file storage. ${reason}`,
	);
	expect(requests).toHaveLength(1);
});

it('a disk that cannot be read is no connection that breaks', () => {
	expect(storageProblem(fileSystemError('i/o error', 'EIO', 'read'))).toBe('i/o error');
	expect(storageProblem(new Error('Ended by EIO: no, read'))).toBe('Ended by EIO: no, read');
	const reset = { code: 'ECONNRESET', syscall: 'read' };
	const error = Object.assign(new Error('read ECONNRESET'), reset);
	expect(storageProblem(error)).toBe('The connection broke');
});

it('a result file that ends before its announced length is fetched again', async () => {
	const contents = [9, 10].map((length) => '\u0001'.repeat(length));
	const { file, requests } = downloaded(contents, { headers: { 'content-length': '10' } });
	expect(await file).toMatchObject({ bytes: 10 });
	expect(requests).toHaveLength(2);
	// Any type, uncompressed, and without a credential.
	expect(requests[0]?.headers).toEqual({ Accept: '*/*', 'Accept-Encoding': 'identity' });
});

const OCTETS = 'application/octet-stream';
const WEBM = '\u001aE\u00df\u00a3';

it.each<[string, [name: string, announced?: string, usual?: string, content?: string], string[]]>([
	['the announced one of media', ['a', 'video/webm', 'video/mp4'], ['a.webm', 'video/webm']],
	['the announced one', ['a.mp4', 'video/quicktime'], ['a.mp4', 'video/quicktime']],
	['that of its extension', ['a.mp4', 'text/plain'], ['a.mp4', 'video/mp4']],
	['that of its extension', ['a.mp4', OCTETS], ['a.mp4', 'video/mp4']],
	['the usual one of its kind', ['a', 'text/plain', 'video/mp4'], ['a.mp4', 'video/mp4']],
	['the usual one of its kind', ['a', undefined, 'video/mp4'], ['a.mp4', 'video/mp4']],
	['what its first bytes show', ['a', OCTETS, undefined, WEBM], ['a.webm', 'video/webm']],
	['what its first bytes show', ['a', undefined, undefined, '\u0089PNG'], ['a.png', 'image/png']],
	['what its first bytes show', ['a.mov', OCTETS, undefined, WEBM], ['a.webm', 'video/webm']],
	['what its first bytes show', ['a', OCTETS, 'video/mp4', WEBM], ['a.webm', 'video/webm']],
	['the announced one, without any other', ['a', OCTETS], ['a', OCTETS]],
])('the type of a result file is %s: %j', async (_, given, expected) => {
	const [name, announced, usualType, content = 'content'] = given;
	const headers: Record<string, string> = announced ? { 'content-type': announced } : {};
	const { fileName, mimeType } = await downloaded([content], { name, headers, usualType }).file;
	expect([fileName, mimeType]).toEqual(expected);
});

/** As n8n keeps files on its disk. */
const keepOnDisk = async (content: Buffer | Readable) => {
	let bytes = 0;
	if (content instanceof Readable) {
		for await (const piece of content as AsyncIterable<Buffer>) bytes += piece.length;
	}
	return { id: 'filesystem-v2:1', bytes };
};

it.each<[string, unknown]>([
	['which n8n cannot keep', undefined],
	['which n8n keeps on its disk', keepOnDisk],
])('A file of unannounced length is read to a limit, %s', async (_, prepareBinaryData) => {
	let mib = 0;
	const piece = Buffer.alloc(8 * 1024 * 1024 + 1, 'content').subarray(1);
	const pieces = function* () {
		for (; mib < 4096; mib += 8) yield piece;
	};
	const answer = () => ({ body: Readable.from(pieces(), { objectMode: false }) });
	const source = sourceAt(contextOf(answer, prepareBinaryData), 'video_translation');
	await expect(textually(source.use(async () => await source.open()))).rejects.toThrow(
		"'File URL': 'a.mp4' is too large (1.1 GB). The service accepts at most 1 GB",
	);
	expect(mib).toBeLessThan(1300);
});

it.each<[Record<string, string>, object | undefined]>([
	[{ 'content-length': '150000000' }, { width: 1280, height: 720 }],
	[{}, undefined],
])('the size of a picture is read behind 140 MB of announced length: %j', async (headers, size) => {
	const pieces = function* () {
		yield Buffer.from('000000086674797008583b086d646174', 'hex');
		for (let mb = 0; mb < 140; mb++) yield Buffer.alloc(1e6);
		yield Buffer.from('0000006c6d6f6f76000000647472616b0000005c746b6864', 'hex');
		yield Buffer.from('00'.repeat(76) + '0500000002d00000', 'hex');
	};
	const body = Readable.from(pieces(), { objectMode: false });
	const context = contextOf(() => ({ headers, body }));
	const item = { ...itemOf(context), files: new RunFiles(), uploads: [] };
	expect(await videoSize(item, AT_URL, { purpose: 'lip_sync_video' })).toEqual(size);
});

it.each<[string, number | undefined, number, number, string[]]>([
	['as announced', 10, 10, 1, []],
	['shorter', 10, 9, 2, ['ended after 9 bytes']],
	['longer', 10, 11, 2, ['is longer']],
	['unknown, and read ahead', undefined, SINGLE_PUT_BYTES, 1, []],
	['unknown, and counted first', undefined, SINGLE_PUT_BYTES + 1, 2, []],
])('a source whose length is %s is read whole', async (_, announced, bytes, count, problems) => {
	const [bodies, lines]: [Readable[], string[]] = [[], []];
	const headers: Record<string, string> =
		announced === undefined ? {} : { 'content-length': String(announced) };
	const context = contextOf(() => {
		const body = Readable.from([Buffer.alloc(bytes, 'content')]);
		bodies.push(body);
		return { headers, body };
	});
	context.logger.info = (line) => void lines.push(line);
	const read = await sourceAt(context, 'ai_creation').use(async (source) => {
		const { bytes: length } = await source.open();
		return [length, await source.fill(Buffer.alloc(length)), await source.fill(Buffer.alloc(1))];
	});
	expect(read).toEqual([bytes, bytes, 0]);
	expect(bodies.map(({ destroyed }) => destroyed)).toEqual(Array(count).fill(true));
	const line = (problem: string) =>
		`'File URL': the file ${problem}, but 10 bytes were announced. Trying again`;
	expect(lines).toEqual(problems.map(line));
});

it('a source is tried four times', async () => {
	const context = contextOf(() => ({ body: Readable.from([Buffer.alloc(PART_BYTES, 'content')]) }));
	let tries = 0;
	const reading = sourceAt(context, 'ai_creation').use(async (source) => {
		tries++;
		await source.look();
		const message = { code: 'transferFailed', title: 'broken', advice: '' } as const;
		throw new TransferError(message, { passing: true });
	});
	await expect(reading).rejects.toThrow('broken');
	expect(tries).toBe(4);
});
