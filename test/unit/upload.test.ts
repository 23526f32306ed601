/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { countBy, noop, range, sumBy } from 'lodash';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { getEventListeners, once } from 'node:events';
import type { ClientRequest, IncomingMessage, RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as settled, setTimeout as delay } from 'node:timers/promises';

import { BufferPool } from '../../nodes/shared/files/bufferPool';
import { LARGE_READ_BYTES, type ReadMemory, readMemory } from '../../nodes/shared/files/readMemory';
import { Reader } from '../../nodes/shared/files/streamReader';
import { multipartUpload, singleUpload } from '../../nodes/shared/files/sendFile';
import { TransferError } from '../../nodes/shared/files/transferError';
import { PackError } from '../../nodes/shared/util/errors';
import { inOneText } from '../../nodes/shared/util/text';
import { Code } from '../../nodes/shared/api/codes';
import type { EndpointName } from '../../nodes/shared/api/endpoints';
import type { Schema } from '../../nodes/shared/api/schemas';
import { virtualTime } from '../support/clock';
import { fuzzing } from '../support/fuzz';
import { pseudoRandom, sha256 } from '../../demo-service/media/bytes';
import { ServiceError } from '../../nodes/shared/api/serviceError';

describe('The buffers of a run', () => {
	it('are never more than allowed, and too small ones are replaced', async () => {
		const pool = new BufferPool(2);
		const [a, b] = [await pool.take(10), await pool.take(10)];
		expect(a).not.toBe(b);
		let third: Buffer | undefined;
		const waiting = pool.take(8).then((buffer) => (third = buffer));
		await settled();
		expect(third).toBeUndefined();
		pool.give(b);
		await waiting;
		expect(third).toBe(b);
		pool.give(a);
		expect(await pool.take(20)).toHaveLength(20);
	});

	it('pass on to the next run, but never to two at once', async () => {
		const pools = [1, 2, 3].map(() => new BufferPool(1));
		const buffer = await pools[0]?.take(10);
		pools[0]?.give(buffer as Buffer);
		const others = await Promise.all(pools.map(async (pool) => await pool.take(10)));
		expect(others.filter((one) => one === buffer)).toHaveLength(1);
	});

	it('leave their place to others when there is no memory', async () => {
		const pool = new BufferPool(1);
		const spy = jest.spyOn(Buffer, 'allocUnsafeSlow').mockImplementationOnce(() => {
			throw new RangeError('Array buffer allocation failed');
		});
		await expect(pool.take(1e7)).rejects.toThrow('Array buffer allocation failed');
		spy.mockRestore();
		expect(await pool.take(10)).toHaveLength(10);
	});
});

/** A file as pieces of a stream and as buffers to be filled, both cut at random places. */
const files = fc
	.tuple(
		fc.uint8Array({ minLength: 1, maxLength: 300 }),
		fc.array(fc.nat(300)),
		fc.array(fc.nat(300)),
		fc.nat(300),
	)
	.map(([bytes, pieceCuts, bufferCuts, skip]) => {
		const content = Buffer.from(bytes);
		const cut = (cuts: number[]) => {
			const places = [...new Set([0, ...cuts, content.length])]
				.filter((place) => place <= content.length)
				.sort((a, b) => a - b);
			return places.slice(1).map((end, index) => content.subarray(places[index], end));
		};
		const sizes = cut(bufferCuts).map(({ length }) => length);
		return { content, pieces: cut(pieceCuts), sizes, skip: Math.min(skip, content.length) };
	});

const streamOf = (pieces: Buffer[]) =>
	Readable.from(
		pieces.map((piece) => Buffer.from(piece)),
		{ objectMode: false },
	);

describe('Reading a stream into buffers', () => {
	it('fills each one, in order, loses no byte, and skips what is not wanted', async () => {
		await fc.assert(
			fc.asyncProperty(files, async ({ content, pieces, sizes, skip }) => {
				const reader = new Reader(streamOf(pieces), false, skip, skip);
				const buffers: Buffer[] = [];
				for (const size of sizes) {
					const buffer = Buffer.alloc(size);
					buffers.push(buffer.subarray(0, await reader.fill(buffer)));
					// What comes in the meantime stays.
					if (buffers.length % 2) await settled();
				}
				expect(Buffer.concat(buffers).equals(content.subarray(skip))).toBe(true);
				expect(await reader.fill(Buffer.alloc(1))).toBe(0);
				expect(reader.position).toBe(content.length);
			}),
			fuzzing(100),
		);
	});

	it('takes no more than fits, until there is room again', async () => {
		let given = 0;
		const pieces = function* () {
			for (; given < 100; given++) yield Buffer.alloc(1000, given);
		};
		const reader = new Reader(Readable.from(pieces(), { objectMode: false }), false);
		expect(await reader.fill(Buffer.alloc(1500))).toBe(1500);
		await settled();
		expect(given).toBeLessThan(30);
		expect(await reader.fill(Buffer.alloc(200_000))).toBe(98_500);
	});

	it('gives the memory of pieces back that nobody else has, where Node can', async () => {
		const own = Buffer.from(new ArrayBuffer(8));
		const shared = Buffer.from(new ArrayBuffer(8), 0, 4);
		const reader = new Reader(Readable.from([own, shared], { objectMode: false }), true);
		expect(await reader.fill(Buffer.alloc(5))).toBe(5);
		expect(own).toHaveLength(8);
		expect(await reader.fill(Buffer.alloc(20))).toBe(7);
		expect(own).toHaveLength('transfer' in ArrayBuffer.prototype ? 0 : 8);
		expect(shared).toHaveLength(4);
	});

	it.each([
		['fails', new Error('broken'), { message: 'broken' }],
		['is closed before its end', undefined, { code: 'ECONNRESET' }],
	])('says how far it came when the stream %s', async (_what, error, problem) => {
		const stream = new Readable({ read() {} });
		stream.push(Buffer.alloc(10));
		const reader = new Reader(stream, false);
		const filling = reader.fill(Buffer.alloc(20));
		await settled();
		stream.destroy(error);
		await expect(filling).rejects.toMatchObject(problem);
		expect(reader.position).toBe(10);
		for (const one of [reader, new Reader(stream, false)]) {
			await expect(one.fill(Buffer.alloc(1))).rejects.toMatchObject(problem);
		}
	});
});

describe('A file that is sent', () => {
	virtualTime();

	/** An HTTP status or a code of the service, a failure, an answer, or nothing ever. */
	type Coming = number | Error | object | 'never';

	const broken = new Error('broken');
	const address = { full_path: 'http://s/a', key: 'k', mime_type: 'video/mp4', file_id: '71' };
	const done = { file_path: 'http://s/merged' };
	const record = { id: '71', status: 1, file_path: 'http://s/found' };
	const signed = (part: number) => `http://s/${part}?a=%2F`;

	/** Parts of these sizes, listed from the last one on. */
	const inParts = (sizes: number[], numbers = range(1, sizes.length + 1)) =>
		sizes
			.map((size, at) => ({ size, part_number: numbers[at], sign_url: signed(at + 1) }))
			.reverse();

	/**
	 * Sends it, in one piece where there are no parts, to a storage and by a service with these answers, of which the last one
	 * of the service is repeated, and tells what came of it.
	 */
	async function sendTo(
		storage: Coming[],
		{
			parts = undefined as ReturnType<typeof inParts> | undefined,
			bytes = sumBy(parts, 'size') || 1,
			merge = [done] as Coming[],
			check = [Code.FieldRefused] as Coming[],
			/** Told of each buffer, by its number and size, before it is filled. */
			read = noop as (part: number, size: number) => unknown,
		} = {},
	) {
		const [requests, seconds, lines]: [object[], number[], string[]] = [[], [], []];
		const calls: string[] = [];
		const started = Date.now();
		const after = () => Math.round((Date.now() - started) / 1000);
		const service: Record<string, Coming[]> = {
			createUploadUrl: [{ ...address, sign_url: signed(1) }],
			createMultipartUpload: [{ file_id: '71', upload_id: 'up', headers: { 'x-one': 1 }, parts }],
			completeMultipartUpload: [...merge],
			getFile: [...check],
		};
		const call = async (operation: EndpointName, _: unknown, schema: Schema<unknown>) => {
			calls.push(operation);
			const answers = service[operation] ?? [];
			const answer = answers.length > 1 ? answers.shift() : answers[0];
			if (answer instanceof Error) throw answer;
			if (typeof answer === 'object') return schema.parse(answer);
			throw new ServiceError({
				endpoint: operation,
				cause: 'refused',
				code: Number(answer),
				detail: 'no',
			});
		};
		const httpRequest = async ({ abortSignal, body: sent, ...request }: IHttpRequestOptions) => {
			const answer = storage[requests.length] ?? 200;
			requests.push({ ...request, sent: String((sent as Buffer).subarray(0, 9)) });
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

	it('is sent as the service says, and no byte more', async () => {
		const sizes: number[] = [];
		const read = async (_: number, size: number) => void sizes.push(size);
		const { requests } = await sendTo([], { parts: inParts([2, 3]), read });
		const put = { method: 'PUT', timeout: 10 * 60_000 };
		const headers = { 'Content-Type': false, 'x-one': '1' };
		expect(requests).toMatchObject([
			{ ...put, url: signed(1), headers: { ...headers, 'Content-Length': '2' }, sent: '11' },
			{ ...put, url: signed(2), headers: { ...headers, 'Content-Length': '3' }, sent: '222' },
		]);
		// The last one finds out whether there is more.
		expect(sizes).toEqual([2, 3, 1]);
	});

	it.each([
		[100, 1e6, [10, 20, 30, 40, 50, 60, 70, 80, 90]],
		[4, 25e6, [25, 50, 75]],
	])('in %d parts of %d bytes is logged at each tenth once', async (count, size, percents) => {
		const { lines } = await sendTo([], { parts: inParts(Array<number>(count).fill(size)) });
		const words = (percent: number) => `Upload of a.mp4: ${percent} % of 100 MB sent`;
		expect(lines).toEqual(percents.map(words));
	});

	/** A refusal with a code of the storage. */
	const expired = (code: string, message = '') => ({
		statusCode: 403,
		headers: {},
		body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
	});

	it.each<[string, Coming[], number, RegExp]>([
		['is there', [200, 204, 299], 1, /^http/],
		// With 400 to a body that was cut off, or came too slowly.
		[
			'is sent six times',
			[400, 408, 429, 500, 503, broken],
			6,
			/^'a\.mp4' .*\. Try again later\.$/,
		],
		[
			'needs a fresh address',
			[403, 404],
			1,
			/^gone: 'a\.mp4' could not .*\. Something between n8n/,
		],
		[
			'needs a fresh address, as the other has expired,',
			[
				expired('AccessDenied', 'Request has expired'),
				expired('ExpiredToken'),
				expired('NoSuchUpload'),
			],
			1,
			/^gone: 'a\.mp4' could not .*\. A single upload must/,
		],
		[
			'needs a fresh address, without a word about time,',
			[expired('SignatureDoesNotMatch'), expired('InvalidAccessKeyId')],
			1,
			/^gone: 'a\.mp4' could not .*\. Something between n8n and the storage.*provider\.$/,
		],
		['needs a fresh address', ['never'], 1, /^gone: .* No response within 15 minutes\. A single/],
		[
			'is given up',
			[199, 300, 307, 401, 411, 499],
			1,
			/^'a\.mp4' could not .*\. Try again later\.$/,
		],
		['is too large', [413], 1, /^'a\.mp4' could not .*: upload the file in parts, or use/],
	])('%s after the answer %j', async (_, answers, count, outcome) => {
		for (const answer of answers) {
			const { said, requests } = await sendTo(Array<Coming>(6).fill(answer));
			expect(requests).toHaveLength(count);
			expect(said).toMatch(outcome);
		}
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

	const { MergeUnderWay, UploadGone, PartMissing, InternalFault, FieldRefused: NoFile } = Code;

	it.each<[string, Coming[], Coming[], number, number, RegExp]>([
		['is done after a while', [MergeUnderWay, done], [NoFile], 2, 1, /merged$/],
		['shows after a while', [MergeUnderWay], [{ ...record, file_path: '' }, record], 2, 2, /found/],
		['was done before', [UploadGone], [record], 1, 1, /found$/],
		['was answered in vain', [InternalFault], [record], 1, 1, /found$/],
		// It may have begun, so it is looked for as long as one that is under way.
		['has failed', [InternalFault], [NoFile], 94, 94, /^Could not assemble the uploaded file: /],
		['is refused', [52000], [record], 1, 0, /^Could not assemble the uploaded file: /],
		['cannot be asked for', [broken], [record], 1, 0, /^broken$/],
		['misses a part that has just arrived', [PartMissing, done], [record], 2, 0, /merged$/],
		['misses a part again', [PartMissing], [record], 2, 0, /^gone: 'a.* request\. Check/],
		// For 15 minutes: after 1, 3, 7 and 15 seconds, then every ten.
		[
			'takes too long',
			[MergeUnderWay],
			[NoFile],
			94,
			94,
			/^Could not assemble the uploaded file: /,
		],
		['comes too late', [UploadGone], [NoFile], 1, 1, /^gone: .* request\. An upload in .* Check/],
	])('in parts whose merge %s', async (_, merge, check, merges, checks, outcome) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const { said, calls } = await sendTo([], { parts: inParts([1]), merge, check });
		expect(said).toMatch(outcome);
		const { completeMultipartUpload, getFile = 0 } = countBy(calls);
		expect([completeMultipartUpload, getFile]).toEqual([merges, checks]);
	});
});

const BYTES = 32 * 1024 * 1024 + 7;
const SHA256 = sha256(pseudoRandom(BYTES));

const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

const sendFile: RequestListener = (_request, response) => {
	Readable.from(pseudoRandom(BYTES)).pipe(response);
};

async function portOf(server: Server): Promise<number> {
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** A key that both sides know, in the place of certificates. */
const sharedKey = { psk: Buffer.alloc(16, 1), identity: 'test' };
const withSharedKey = { ciphers: 'PSK:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const;

/** What n8n hands to the agent of a request. */
const agentOptionsOf = ({ options }: ReadMemory) =>
	(options as { agentOptions: { onread: OnRead } }).agentOptions;

interface OnRead {
	buffer(): Buffer;
	callback(bytes: number, read: Buffer): boolean;
}

/** An encrypted answer of a server, read into this memory. */
async function connectionWith(memory: ReadMemory): Promise<IncomingMessage> {
	const pskCallback = () => sharedKey.psk;
	const port = await portOf(https.createServer({ ...withSharedKey, pskCallback }, sendFile));
	const agent = new https.Agent({
		...agentOptionsOf(memory),
		...withSharedKey,
		pskCallback: () => sharedKey,
		checkServerIdentity: () => undefined,
	});
	return await answerTo(https.get({ host: '127.0.0.1', port, agent }));
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
	const [answer] = (await once(request, 'response')) as [IncomingMessage];
	return answer;
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

const taken = (): number =>
	jest.mocked(Buffer.allocUnsafeSlow).mock.calls.filter(([bytes]) => bytes === LARGE_READ_BYTES)
		.length;

describe('a connection that reads into the same memory again and again', () => {
	it.each([
		// Of more than 500 reads; what arrives while the reader pauses stays.
		['reads on', 20],
		['pauses', 60],
	] as const)('gets what was sent to a reader that %s', async (reader, most) => {
		jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory(LARGE_READ_BYTES);
		const pieces = await readAll(await connectionWith(memory), memory, reader === 'pauses');
		expect(sha256(pieces)).toBe(SHA256);
		expect(taken()).toBeLessThan(most);
	});

	it('keeps what the connection still has to give out', () => {
		const memory = readMemory();
		const { onread } = agentOptionsOf(memory);
		const read = (): Buffer => {
			const buffer = onread.buffer();
			onread.callback.call({ readableLength: 0, push: () => true }, 10, buffer);
			return buffer;
		};
		memory.firstPiece(Buffer.alloc(1));
		const given = read();
		expect(onread.buffer()).toBe(given);
		const kept = onread.buffer();
		const full = { readableLength: 0, push: () => ((full.readableLength = 10), false) };
		expect(onread.callback.call(full, 10, kept)).toBe(false);
		expect(onread.buffer()).not.toBe(kept);
		const own = onread.buffer();
		memory.firstPiece(own.subarray(0, 10));
		read();
		expect(onread.buffer()).not.toBe(own);
	});
});
