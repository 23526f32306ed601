/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:net';

/**
 * A port of the loopback address that is free at this moment.
 *
 * @param requested is returned if it is free; without it the system chooses
 */
export async function freePort(requested = 0): Promise<number> {
	const port = await tryPort(requested);
	if (port !== undefined) return port;
	return await freePort();
}

async function tryPort(requested: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(requested, '127.0.0.1', () => {
			const address = server.address();
			const port = typeof address === 'object' && address !== null ? address.port : undefined;
			server.close(() => resolve(port));
		});
	});
}
