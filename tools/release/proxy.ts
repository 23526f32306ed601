/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import type { Certificates } from './certificates';
import type { Answer } from './registry';

/** A request that was answered in place of the one it was meant for. */
export interface Asked {
	method: string;
	host: string;
	path: string;
	status: number;
}

/** A proxy on loopback that passes nothing on. */
export interface Proxy {
	url: string;
	/** File with the certificate of the authority that its answers are signed by. */
	authority: string;
	/** The environment of a program that is to use it; loopback itself is reached directly. */
	env: Record<string, string>;
	/** The requests so far. */
	asked: Asked[];
	close(): Promise<void>;
}

/**
 * Starts a proxy that answers every request itself, whatever host it is for, so that nothing leaves this machine.
 *
 * @param answer what to answer to a request
 */
export async function startProxy(
	certificates: Certificates,
	answer: (origin: string, path: string) => Answer,
): Promise<Proxy> {
	const asked: Asked[] = [];
	const sockets = new Set<Socket>();

	const respond = (request: IncomingMessage, response: ServerResponse): void => {
		// A request that came through a tunnel names its host in a header, any other one in its address.
		const base = `https://${request.headers.host ?? ''}`;
		const { host, pathname } = new URL(request.url ?? '/', base);
		const { status, type, body } = answer(`https://${host}`, pathname);
		asked.push({ method: request.method ?? '', host, path: pathname, status });
		request.resume();
		response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
		response.end(body);
	};

	const server = createServer(respond);
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		socket.on('error', () => {});
	});
	server.on('connect', (request, socket: Socket) => {
		const host = (request.url ?? '').replace(/:\d+$/, '');
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		const secured = new TLSSocket(socket, {
			isServer: true,
			secureContext: certificates.for(host),
			ALPNProtocols: ['http/1.1'],
		});
		secured.on('error', () => socket.destroy());
		server.emit('connection', secured);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { authority } = certificates;
	return {
		url,
		authority,
		asked,
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authority,
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
