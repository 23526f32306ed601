/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { pseudoRandom, sha256 } from '../../../demo-service/media/bytes';
import { readMemory, type ReadMemory } from '../../../nodes/shared/files/memory';

const BYTES = 8 * 1024 * 1024 + 7;
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
	jest.mocked(Buffer.allocUnsafeSlow).mock.calls.filter(([bytes]) => bytes === 64 * 1024).length;

describe('a connection that reads into the same memory again and again', () => {
	it.each([
		['plain', 'reads on', 20],
		['plain', 'pauses', 20],
		// Of more than 500 reads; what arrives while the reader pauses stays.
		['encrypted', 'reads on', 20],
		['encrypted', 'pauses', 250],
	] as const)('gets what was sent (%s, to a reader that %s)', async (kind, reader, most) => {
		jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory();
		const pieces = await readAll(await connections[kind](memory), memory, reader === 'pauses');
		expect(sha256(pieces)).toBe(SHA256);
		expect(taken()).toBeLessThan(most);
	});

	it('takes fresh memory for each read while the pieces might lie in it', async () => {
		jest.spyOn(Buffer, 'allocUnsafeSlow');
		const memory = readMemory();
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
