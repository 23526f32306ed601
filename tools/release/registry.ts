/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** The hosts that n8n and npm ask; all others find nobody who proves to be them. */
const HOSTS = ['registry.npmjs.org', 'n8n.io', '*.n8n.io'];

/**
 * Makes a certificate of these hosts, with the openssl command. Only programs that are given it accept it, for a day.
 *
 * @param folder is made; keeps the key and the certificate
 */
function makeCertificate(folder: string) {
	mkdirSync(folder, { recursive: true });
	const [key, certificate] = [join(folder, 'host.key'), join(folder, 'host.pem')];
	const names = HOSTS.map((host) => `DNS:${host}`).join();
	const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const about = ['-subj', '/CN=Release dry run', '-addext', `subjectAltName=${names}`];
	const files = ['-keyout', key, '-out', certificate];
	const args = ['req', '-x509', '-days', '1', ...kind, ...about, ...files];
	execFileSync('openssl', args, { stdio: 'pipe' });
	return { certificate, proof: { key: readFileSync(key), cert: readFileSync(certificate) } };
}

/** The package.json in a tarball, as far as a registry reads it. */
export interface PackedManifest {
	name: string;
	version: string;
	[field: string]: unknown;
}

/** What a registry answers. */
export interface Answer {
	status: number;
	type: string;
	body: string | Buffer;
}

const json = (status: number, content: unknown): Answer => ({
	status,
	type: 'application/json',
	body: JSON.stringify(content),
});

/**
 * What a package registry would answer if this one package had been published to it.
 *
 * @param origin where the registry seems to be, such as `https://packages.example`
 * @param path of the request, without its query
 * @returns 404 for everything that is not about the package
 */
export function answerAsRegistry(
	{ manifest, tarball }: { manifest: PackedManifest; tarball: Buffer },
	origin: string,
	path: string,
): Answer {
	const { name, version } = manifest;
	const file = `/${name}/-/${name}-${version}.tgz`;
	const published = {
		...manifest,
		_id: `${name}@${version}`,
		dist: {
			integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
			shasum: createHash('sha1').update(tarball).digest('hex'),
			tarball: `${origin}${file}`,
		},
	};
	switch (decodeURIComponent(path)) {
		case `/${name}`:
			return json(200, {
				_id: name,
				name,
				'dist-tags': { latest: version },
				versions: { [version]: published },
			});
		case `/${name}/latest`:
		case `/${name}/${version}`:
			return json(200, published);
		case file:
			return { status: 200, type: 'application/octet-stream', body: tarball };
		default:
			return json(404, { error: 'Not found' });
	}
}

/** A proxy on loopback that passes nothing on. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/**
 * Starts a proxy that answers every request itself, whatever host it is for, so that nothing leaves this machine.
 *
 * @param folder for its key
 * @param answer what to answer to a request
 */
export async function startProxy(folder: string, answer: (origin: string, path: string) => Answer) {
	const { certificate, proof } = makeCertificate(folder);
	const asked: Array<Record<'method' | 'host' | 'path', string> & { status: number }> = [];

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
	const secured = createSecureServer(proof, respond);
	server.on('connect', (_request, socket: Socket) => {
		socket.on('error', () => {});
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		secured.emit('connection', socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		/** File with the certificate that its answers are signed by. */
		certificate,
		/** The requests so far that were answered in place of those they were meant for. */
		asked,
		/** The environment of a program that is to use it; loopback itself is reached directly. */
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
		},
		async close(): Promise<void> {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			secured.closeAllConnections();
			await closed;
		},
	};
}
