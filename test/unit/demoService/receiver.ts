/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of callbacks on loopback. */
export interface Receiver {
	url: string;
	bodies: string[];
	close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const bodies: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (body += chunk));
		request.on('end', () => {
			bodies.push(body);
			response.end('ok');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/callback`,
		bodies,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
