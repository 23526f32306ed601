/* eslint-disable @n8n/community-nodes/no-restricted-globals */
/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { noop, range, sumBy } from 'lodash';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { getEventListeners, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { BufferPool } from '../../nodes/shared/files/bufferPool';
import { LARGE_READ_BYTES, type ReadMemory, readMemory } from '../../nodes/shared/files/readMemory';
import { Reader } from '../../nodes/shared/files/streamReader';
import { multipartUpload, singleUpload } from '../../nodes/shared/files/sendFile';
import { TransferError } from '../../nodes/shared/files/transferError';
import { PackError } from '../../nodes/shared/util/errors';
import { inOneText } from '../../nodes/shared/util/text';
import type { EndpointName } from '../../nodes/shared/api/endpoints';
import type { Schema } from '../../nodes/shared/api/schemas';
import { virtualTime } from '../support/clock';
import { pseudoRandom, sha256 } from '../../demo-service/media/bytes';

it('A buffer that is too small is replaced', async () => {
	const pool = new BufferPool(1);
	pool.give(await pool.take(10));
	expect(await pool.take(20)).toHaveLength(20);
});

it('A buffer for which there is no memory leaves its place to others', async () => {
	const pool = new BufferPool(1);
	const spy = jest.spyOn(Buffer, 'allocUnsafeSlow').mockImplementationOnce(() => {
		throw new RangeError('Array buffer allocation failed');
	});
	await expect(pool.take(1e7)).rejects.toThrow('Array buffer allocation failed');
	spy.mockRestore();
	expect(await pool.take(10)).toHaveLength(10);
});

it.each([
	['fails', new Error('broken'), { message: 'broken' }],
	['is closed before its end', undefined, { code: 'ECONNRESET' }],
])('A stream that %s ends the reading of it, also where it had ended before', async (...given) => {
	const [, error, problem] = given;
	const stream = new Readable({ read() {} });
	stream.push(Buffer.alloc(10));
	const reader = new Reader(stream, false);
	const filling = reader.fill(Buffer.alloc(20));
	setImmediate(() => stream.destroy(error));
	await expect(filling).rejects.toMatchObject(problem);
	await expect(new Reader(stream, false).fill(Buffer.alloc(1))).rejects.toMatchObject(problem);
});

it('A reader gives the memory of pieces back that nobody else has, where Node can', async () => {
	const own = Buffer.from(new ArrayBuffer(8));
	const shared = Buffer.from(new ArrayBuffer(8), 0, 4);
	const reader = new Reader(Readable.from([own, shared], { objectMode: false }), true);
	expect(await reader.fill(Buffer.alloc(5))).toBe(5);
	expect(own).toHaveLength(8);
	expect(await reader.fill(Buffer.alloc(20))).toBe(7);
	expect(own).toHaveLength('transfer' in ArrayBuffer.prototype ? 0 : 8);
	expect(shared).toHaveLength(4);
});

describe('A file that is sent', () => {
	virtualTime();

	/** An HTTP status, a failure, an answer, or nothing ever. */
	type Coming = number | Error | object | 'never';

	const broken = new Error('broken');
	const address = { full_path: 'http://s/a', key: 'k', mime_type: 'video/mp4', file_id: '71' };
	const signed = (part: number) => `http://s/${part}?a=%2F`;

	/** Parts of these sizes, listed from the last one on. */
	const inParts = (sizes: number[], numbers = range(1, sizes.length + 1)) =>
		sizes
			.map((size, at) => ({ size, part_number: numbers[at], sign_url: signed(at + 1) }))
			.reverse();

	/** Sends it, in one piece where there are no parts, to a storage with these answers, and tells what came of it. */
	async function sendTo(
		storage: Coming[],
		{
			parts = undefined as ReturnType<typeof inParts> | undefined,
			bytes = sumBy(parts, 'size') || 1,
			/** Told of each buffer, by its number and size, before it is filled. */
			read = noop as (part: number, size: number) => unknown,
		} = {},
	) {
		const [requests, seconds, lines]: [object[], number[], string[]] = [[], [], []];
		const calls: string[] = [];
		const started = Date.now();
		const after = () => Math.round((Date.now() - started) / 1000);
		const service: Partial<Record<EndpointName, object>> = {
			createUploadUrl: { ...address, sign_url: signed(1) },
			createMultipartUpload: { file_id: '71', upload_id: 'up', headers: { 'x-one': 1 }, parts },
			completeMultipartUpload: { file_path: 'http://s/merged' },
		};
		const call = async (operation: EndpointName, _: unknown, schema: Schema<unknown>) => {
			calls.push(operation);
			return schema.parse(service[operation]);
		};
		const httpRequest = async ({ abortSignal, ...request }: IHttpRequestOptions) => {
			const answer = storage[requests.length] ?? 200;
			requests.push(request);
			seconds.push(after());
			if (answer === 'never') await once(abortSignal as never, 'abort');
			if (answer === 'never' || answer instanceof Error) throw broken;
			const body = '<Error><Code>Reason</Code></Error>';
			return typeof answer === 'object' ? answer : { statusCode: answer, headers: {}, body };
		};
		let buffered = 0;
		const fill = async (target: Buffer) => {
			await read(++buffered, target.length);
			return target.fill(String(buffered)).length;
		};
		const [buffers, { signal }] = [new BufferPool(2), new AbortController()];
		const logger = { info: (line: string) => void lines.push(line) };
		const job = {
			...{ fileName: 'a.mp4', purpose: 'ai_creation', bytes, buffers, client: { call, signal } },
			...{ source: { fill, close: noop }, context: { helpers: { httpRequest }, logger } },
		};
		const said = await (parts ? multipartUpload : singleUpload)(job as never).then(
			({ url }) => url,
			(error: Error) => {
				const said =
					error instanceof PackError ? inOneText(error.title, error.advice) : error.message;
				return error instanceof TransferError && error.facts.isGone ? `gone: ${said}` : said;
			},
		);
		expect(buffers).toMatchObject({ inside: 0 });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		return { said, requests, seconds, took: after(), lines, calls };
	}

	/** A refusal with a code of the storage. */
	const expired = (code: string, message = '') => ({
		statusCode: 403,
		headers: {},
		body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
	});

	const CUT_OFF = /^'a\.mp4' could not .*\. Try again later\.$/;
	const TOO_LATE = /^gone: 'a\.mp4' could not .*\. A single upload must/;
	const REFUSED = /^gone: 'a\.mp4' could not .*\. Something between n8n and .*provider\.$/;

	it.each<[string, Coming, number, RegExp]>([
		['is sent six times to one that got it cut off', 400, 6, CUT_OFF],
		['is sent six times to one that got it too slowly', 408, 6, CUT_OFF],
		['has to be sent faster', expired('AccessDenied', 'Request has expired'), 1, TOO_LATE],
		['has to be sent faster', expired('ExpiredToken'), 1, TOO_LATE],
		['has to be sent faster', expired('NoSuchUpload'), 1, TOO_LATE],
		['is refused', expired('SignatureDoesNotMatch'), 1, REFUSED],
		['is too large', 413, 1, /^'a\.mp4' could not .*: upload the file in parts, or use/],
	])('%s, by the answer %j', async (_, answer, count, outcome) => {
		const { said, requests } = await sendTo(Array<Coming>(6).fill(answer));
		expect(requests).toHaveLength(count);
		expect(said).toMatch(outcome);
	});

	it('in parts is too large for a proxy, which has to take a part', async () => {
		const { said } = await sendTo([413], { parts: inParts([1, 1]) });
		expect(said).toMatch(/HTTP 413 .*\. The limit of the proxy .* must be at least 10 MiB/);
		expect(said).not.toMatch(/upload the file in parts/);
	});

	it('in parts is sent again where one failed, when the storage asks for it', async () => {
		const answer = { statusCode: 503, headers: { 'retry-after': '90' }, body: '' };
		const { requests, seconds, lines } = await sendTo([answer], { parts: inParts([3, 1]) });
		expect(requests).toMatchObject([1, 2, 1].map((part) => ({ url: signed(part) })));
		expect(seconds).toEqual([0, 0, 90]);
		expect(lines[0]).toMatch(/^Part 1 of 2 of 'a\.mp4' could .* with HTTP 503\. Trying again$/);
	});

	it.each([
		[15 * 60_000, undefined, /^gone: .* broken\. A single upload must finish within 15 minutes:/],
		[6 * 3600_000, inParts([1]), /^gone: .* broken\. An upload in parts must .* 6 hours:/],
	])('needs a fresh address when the connection breaks after %d ms', async (life, parts, gone) => {
		const start = Date.now();
		const now = jest.spyOn(Date, 'now');
		const after = async (ms: number, answer: Coming) => {
			now.mockReturnValue(start);
			const read = async () => void now.mockReturnValue(start + ms);
			return (await sendTo([answer], { parts, read })).said;
		};
		expect(await after(life - 1, broken)).toMatch(/^http/);
		expect(await after(life, broken)).toMatch(gone);
		expect(await after(life, 411)).toMatch(/^'a.mp4' could not/);
	});

	it.each<[string, Coming[], number, RegExp]>([
		['the first one cannot be read', [], 1, /^unread$/],
		['the last one cannot be read', [], 2, /^unread$/],
		['there is more than was announced', [], 3, /^unread$/],
		['an address is gone', ['never', 403], 4, /^gone: Part 2 of 2 of 'a\.mp4' could not be/],
		['one is refused', ['never', 411], 4, /^Part 2 of 2 of 'a\.mp4' .* HTTP 411 \(Reason\)\. Try/],
	])('in parts is given up at once when %s', async (_, storage, unread, outcome) => {
		const read = async (part: number) => {
			if (part === unread) throw new Error('unread');
		};
		const { said, ...sending } = await sendTo(storage, { parts: inParts([1, 1]), read });
		expect(said).toMatch(outcome);
		expect(sending).toMatchObject({ took: 0, calls: { length: 1 } });
	});

	it.each([
		['a part is missing', [2], [2], /^The service did not number the 1 parts of the/],
		['a number is missing', [2, 2], [1, 3], /did not number the 2 parts/],
		['a number is there twice', [2, 2], [1, 1], /did not number the 2 parts/],
		['the sizes do not fit', [3, 3], [1, 2], /^The service listed parts of 6 bytes, but .* 4\./],
	])('is not sent by a list in which %s', async (_, sizes, numbers, problem) => {
		const { said, requests } = await sendTo([], { parts: inParts(sizes, numbers), bytes: 4 });
		expect(said).toMatch(problem);
		expect(requests).toEqual([]);
	});
});

const BYTES = 32 * 1024 * 1024 + 7;

/** A key that both sides know, in the place of certificates. */
const sharedKey = { psk: Buffer.alloc(16, 1), identity: 'test' };
const withSharedKey = { ciphers: 'PSK:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const;

/** What n8n hands to the agent of a request. */
const agentOptionsOf = ({ options }: ReadMemory) =>
	(options as { agentOptions: { onread: OnRead } }).agentOptions;

interface OnRead {
	buffer(): Buffer;
	callback(this: object, bytes: number, read: Buffer): boolean;
}

let server: Server | undefined;

afterEach(() => void server?.close());

/** An encrypted answer of a server, read into this memory. */
async function connectionWith(memory: ReadMemory): Promise<IncomingMessage> {
	const pskCallback = () => sharedKey.psk;
	server = https.createServer({ ...withSharedKey, pskCallback }, (_request, response) => {
		Readable.from(pseudoRandom(BYTES)).pipe(response);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const agent = new https.Agent({
		...agentOptionsOf(memory),
		...withSharedKey,
		pskCallback: () => sharedKey,
		checkServerIdentity: () => undefined,
	});
	const { port } = server.address() as AddressInfo;
	const [answer] = await once(https.get({ host: '127.0.0.1', port, agent }), 'response');
	return answer as IncomingMessage;
}

/** Reads an answer as the nodes do, and keeps each piece until the end. */
async function readAll(answer: IncomingMessage, memory: ReadMemory, pauses: boolean) {
	const pieces: Buffer[] = [];
	for await (const piece of answer as AsyncIterable<Buffer>) {
		if (pieces.length === 0) memory.firstPiece(piece);
		pieces.push(piece);
		if (pauses && pieces.length % 20 === 0) await delay(5);
	}
	return pieces;
}

it.each([
	// Of more than 500 reads; what arrives while the reader pauses stays.
	['reads on', 20],
	['pauses', 60],
])(
	'A connection that reads into the same memory gives all to a reader that %s',
	async (how, most) => {
		const allocated = jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory(LARGE_READ_BYTES);
		const pieces = await readAll(await connectionWith(memory), memory, how === 'pauses');
		expect(sha256(pieces)).toBe(sha256(pseudoRandom(BYTES)));
		const taken = allocated.mock.calls.filter(([bytes]) => bytes === LARGE_READ_BYTES);
		expect(taken.length).toBeLessThan(most);
	},
);

it('Memory of which the pieces of an answer are parts is not read into again', () => {
	const memory = readMemory();
	const { onread } = agentOptionsOf(memory);
	const own = onread.buffer();
	memory.firstPiece(own.subarray(0, 10));
	onread.callback.call({ readableLength: 0, push: () => true }, own.length, own);
	expect(onread.buffer()).not.toBe(own);
});
