/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on loopback. @returns its address without a path, and what ends it */
export async function listen(answer: RequestListener): Promise<{ url: string; close(): void }> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
