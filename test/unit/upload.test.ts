/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { range } from 'lodash';
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as settled, setTimeout as delay } from 'node:timers/promises';

import {
	BufferPool,
	LARGE_READ_BYTES,
	Reader,
	readMemory,
	type ReadMemory,
} from '../../nodes/shared/files/buffers';
import { multipartUpload, singleUpload } from '../../nodes/shared/files/send';
import { TransferError } from '../../nodes/shared/files/web';
import { quickTime } from '../support/clock';
import { fuzzing } from '../support/fuzz';
import { pseudoRandom, sha256 } from '../../demo-service/media/bytes';

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
	quickTime();

	/** Sends it to a storage with these answers, and tells how often, and what came of it. */
	async function sendTo(answers: Array<number | Error>, bytes = 1, data: object = {}) {
		let requests = 0;
		const lines: string[] = [];
		const body = '<Error><Code>Reason</Code></Error>';
		const httpRequest = async () => {
			const statusCode = answers[requests++] ?? 200;
			if (statusCode instanceof Error) throw statusCode;
			return { statusCode, headers: {}, body };
		};
		const logger = { info: (line: string) => void lines.push(line) };
		const context = { helpers: { httpRequest }, logger };
		const client = { call: async () => data };
		const source = { fill: async (target: Buffer) => target.length, close() {} };
		const file = { fileName: 'a.mp4', bytes, purpose: 'ai_creation', source };
		const job = { context, client, ...file, buffers: new BufferPool(1), itemIndex: 0 };
		const upload = 'parts' in data ? multipartUpload : singleUpload;
		const outcome = await upload(job as never).then(
			() => 'sent',
			(error: Error) =>
				error instanceof TransferError && error.failure.isGone ? 'gone' : error.message,
		);
		return { outcome, requests, lines };
	}

	it.each([
		[100, 1e6, [10, 20, 30, 40, 50, 60, 70, 80, 90]],
		[4, 25e6, [25, 50, 75]],
	])('in %d parts of %d bytes is logged at each tenth once', async (count, size, percents) => {
		const parts = range(count).map((index) => ({ part_number: index + 1, size }));
		const { lines } = await sendTo([], 100e6, { parts });
		const words = (percent: number) => `Upload of a.mp4: ${percent} % of 100 MB sent`;
		expect(lines).toEqual(percents.map(words));
	});

	it.each([200, 204, 299])('is there after HTTP %d', async (status) => {
		expect(await sendTo([status])).toMatchObject({ outcome: 'sent', requests: 1 });
	});

	// With 400 to a body that was cut off, or came too slowly.
	it.each([400, 408, 429, 500, 503])('is sent again after HTTP %d', async (status) => {
		expect(await sendTo([status, status])).toMatchObject({ outcome: 'sent', requests: 3 });
	});

	it.each([403, 404])('needs a fresh address after HTTP %d', async (status) => {
		expect(await sendTo([status])).toMatchObject({ outcome: 'gone', requests: 1 });
	});

	it('needs a fresh address when the connection breaks past the life of its own', async () => {
		const now = jest.spyOn(Date, 'now');
		const start = Date.now();
		now
			.mockReturnValueOnce(start)
			.mockReturnValueOnce(start)
			.mockReturnValue(start + 16 * 60_000);
		const broken = await sendTo([new Error('broken')]);
		now.mockRestore();
		expect(broken).toMatchObject({ outcome: 'gone', requests: 1 });
	});

	it.each([199, 300, 307, 401, 411, 499])('is given up after HTTP %d', async (status) => {
		const said = `the storage responded with HTTP ${status} (Reason). Try again later`;
		const outcome = `'a.mp4' could not be uploaded: ${said}`;
		expect(await sendTo([status])).toMatchObject({ outcome, requests: 1 });
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

const connections = {
	async plain(memory: ReadMemory): Promise<IncomingMessage> {
		const port = await portOf(http.createServer(sendFile));
		const agent = new http.Agent(agentOptionsOf(memory));
		return await answerTo(http.get({ host: '127.0.0.1', port, agent }));
	},
	async encrypted(memory: ReadMemory): Promise<IncomingMessage> {
		const pskCallback = () => sharedKey.psk;
		const port = await portOf(https.createServer({ ...withSharedKey, pskCallback }, sendFile));
		const agent = new https.Agent({
			...agentOptionsOf(memory),
			...withSharedKey,
			pskCallback: () => sharedKey,
			checkServerIdentity: () => undefined,
		});
		return await answerTo(https.get({ host: '127.0.0.1', port, agent }));
	},
};

async function answerTo(request: http.ClientRequest): Promise<IncomingMessage> {
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
		['plain', 'reads on', 20],
		['plain', 'pauses', 20],
		// Of more than 500 reads; what arrives while the reader pauses stays.
		['encrypted', 'reads on', 20],
		['encrypted', 'pauses', 60],
	] as const)('gets what was sent (%s, to a reader that %s)', async (kind, reader, most) => {
		jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory(LARGE_READ_BYTES);
		const pieces = await readAll(await connections[kind](memory), memory, reader === 'pauses');
		expect(sha256(pieces)).toBe(SHA256);
		expect(taken()).toBeLessThan(most);
	});

	it('takes fresh memory for each read while the pieces might lie in it', async () => {
		jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory(LARGE_READ_BYTES);
		const answer = await connections.plain(memory);
		const untold = { ...memory, firstPiece: () => {} };
		expect(sha256(await readAll(answer, untold, false))).toBe(SHA256);
		expect(taken()).toBeGreaterThan(100);
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
