/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { expect, it } from '@jest/globals';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { gunzip, gzipSync } from 'node:zlib';

import { virtualTime } from '../support/clock';

const realTimer = setTimeout;

virtualTime();

it('The virtual time stands still while bytes are between the two ends of a connection', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const accepted = once(server, 'connection');
	const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
	const [receiver] = (await accepted) as [Socket & { _handle: Record<string, () => void> }];
	const arrived = once(receiver, 'data');
	const ends: string[] = [];
	setTimeout(() => ends.push('the minute'), 60_000);
	// As a busy operating system does, this keeps back what the receiver is ready to take.
	receiver._handle.readStop?.();
	sender.write('x');
	await new Promise((resolve) => realTimer(resolve, 50));
	expect(ends).toEqual([]);
	receiver._handle.readStart?.();
	await arrived;
	ends.push('the bytes');
	await new Promise((resolve) => setTimeout(resolve, 61_000));
	expect(ends).toEqual(['the bytes', 'the minute']);
	sender.destroy();
	receiver.destroy();
	server.close();
});

it('The virtual time stands still while something is decompressed', async () => {
	// All threads of Node.js are busy for some time.
	for (let thread = 0; thread < 8; thread += 1) pbkdf2('a', 'b', 30_000, 64, 'sha512', () => {});
	const ends: string[] = [];
	await new Promise<void>((resolve) => {
		setTimeout(() => {
			ends.push('the minute');
			resolve();
		}, 60_000);
		gunzip(gzipSync('x'), () => ends.push('the text'));
	});
	expect(ends).toEqual(['the text', 'the minute']);
});
