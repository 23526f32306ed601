/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Logger } from 'n8n-workflow';
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import {
	BufferPool,
	LARGE_READ_BYTES,
	Reader,
	readMemory,
	type ReadMemory,
} from '../../nodes/shared/files/memory';
import {
	isAddressGone,
	partsProblem,
	Progress,
	readPutAnswer,
} from '../../nodes/shared/files/send';
import { fuzzing } from '../support/fuzz';
import { pseudoRandom, sha256 } from '../../demo-service/media/bytes';

/** When everything that can go on has gone on. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('The buffers of a run', () => {
	it('are used again, and never more than allowed', async () => {
		const pool = new BufferPool(2);
		const a = await pool.take(10);
		const b = await pool.take(10);
		expect(a).not.toBe(b);
		let third: Buffer | undefined;
		const waiting = pool.take(8).then((buffer) => (third = buffer));
		await settled();
		expect(third).toBeUndefined();
		pool.give(b);
		await waiting;
		expect(third).toBe(b);
	});

	it('pass on to the next run, but never to two at once', async () => {
		const first = new BufferPool(1);
		const buffer = await first.take(10);
		first.give(buffer);
		first.release();
		const [second, third] = [new BufferPool(1), new BufferPool(1)];
		expect(await second.take(10)).toBe(buffer);
		expect(await third.take(10)).not.toBe(buffer);
		expect(await first.take(10)).not.toBe(buffer);
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

	it('are replaced when they are too small', async () => {
		const pool = new BufferPool(1);
		pool.give(await pool.take(10));
		expect(await pool.take(20)).toHaveLength(20);
	});
});

it('an address is gone when it is refused, or when it broke after its life', () => {
	const failure = (remedy: 'sendAgain' | 'freshAddress' | 'none') => ({ remedy, detail: '' });
	const later = Date.now() + 1000;
	expect(isAddressGone(failure('freshAddress'), later)).toBe(true);
	expect(isAddressGone(failure('sendAgain'), later)).toBe(false);
	expect(isAddressGone(failure('sendAgain'), Date.now() - 1)).toBe(true);
	expect(isAddressGone(failure('none'), Date.now() - 1)).toBe(false);
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
		expect(await reader.fill(Buffer.alloc(20))).toBe(12);
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

describe('The list of parts', () => {
	const sign_url = 'http://127.0.0.1/';
	const part = (part_number: number, size: number) => ({ part_number, size, sign_url });

	it.each([
		[[part(1, 10), part(2, 5)], undefined],
		[[part(1, 10), part(3, 5)], /part 2 is missing/],
		[[part(2, 10), part(1, 5)], /part 1 is missing/],
		[[part(1, 10), part(2, 4)], /make up 14 bytes, but the file has 15/],
	])('%j', (parts, problem) => {
		if (problem) expect(partsProblem(parts, 15)).toMatch(problem);
		else expect(partsProblem(parts, 15)).toBeUndefined();
	});
});

function logged(work: (progress: Progress) => void, total = 100 * 1e6): string[] {
	const lines: string[] = [];
	const logger = { info: (line: string) => void lines.push(line) } as unknown as Logger;
	work(new Progress(logger, 'clip.mp4', total));
	return lines;
}

it('reports every tenth once, whatever the size of the parts', () => {
	const small = logged((progress) => {
		for (let part = 0; part < 100; part++) progress.add(1e6);
	});
	expect(small).toHaveLength(9);
	expect(small[0]).toBe('Upload of clip.mp4: 10 % of 100 MB sent');
	const large = logged((progress) => {
		for (let part = 0; part < 4; part++) progress.add(25 * 1e6);
	});
	expect(large.map((line) => /\d+ %/.exec(line)?.[0])).toEqual(['25 %', '50 %', '75 %']);
});

it.each<[number, string | undefined]>([
	[199, 'none'],
	[200, undefined],
	[204, undefined],
	[299, undefined],
	[300, 'none'],
	[307, 'none'],
	// The body was cut off, or came too slowly.
	[400, 'sendAgain'],
	[401, 'none'],
	// The address has expired, or the upload is gone.
	[403, 'freshAddress'],
	[404, 'freshAddress'],
	[408, 'sendAgain'],
	[411, 'none'],
	[429, 'sendAgain'],
	[499, 'none'],
	[500, 'sendAgain'],
	[503, 'sendAgain'],
])('after HTTP %d of the storage, the remedy is: %s', (status, remedy) => {
	expect(readPutAnswer(status, '')?.remedy).toBe(remedy);
	expect(readPutAnswer(status, '<Error><Code>Reason</Code></Error>')?.remedy).toBe(remedy);
});

it('the code of the storage is part of the message', () => {
	const said = 'the storage responded with HTTP';
	const denied = readPutAnswer(403, '<Error><Code>AccessDenied</Code></Error>');
	expect(denied?.detail).toBe(`${said} 403 (AccessDenied)`);
	expect(readPutAnswer(502, '<html>')?.detail).toBe(`${said} 502`);
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
