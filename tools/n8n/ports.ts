/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:net';

/**
 * Where ports are chosen: below those that systems give to outgoing connections. One of these could be taken in the seconds
 * until a program that is being started listens on its port.
 */
const FIRST = 12_000;
const LAST = 32_000;

/**
 * A port of the loopback address that is free at this moment.
 *
 * @param requested is returned if it is free
 */
export async function freePort(requested?: number): Promise<number> {
	const port = requested ?? FIRST + Math.floor(Math.random() * (LAST - FIRST));
	return (await isFree(port)) ? port : await freePort();
}

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
