/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const CERTIFICATE = ['req', '-x509', '-days', '1', ...NEW_KEY];

/**
 * Makes an authority of its own, with the openssl command. Only those programs accept its certificates which are given the
 * authority's; they are valid for a day.
 *
 * @param folder is made; keeps keys and certificates
 */
export function makeCertificates(folder: string) {
	mkdirSync(folder, { recursive: true });
	const file = (name: string): string => join(folder, name);
	const [authority, authorityKey] = [file('authority.pem'), file('authority.key')];
	const certify = (key: string, certificate: string, ...args: string[]) =>
		execFileSync('openssl', [...CERTIFICATE, ...args, '-keyout', key, '-out', certificate], {
			stdio: 'pipe',
		});
	certify(authorityKey, authority, '-subj', '/CN=Release dry run');
	const made = new Map<string, SecureContext>();
	const make = (host: string): SecureContext => {
		const [key, certificate] = [file('host.key'), file('host.pem')];
		const names = ['-subj', '/CN=host', '-addext', `subjectAltName=DNS:${host}`];
		const signer = ['-CA', authority, '-CAkey', authorityKey];
		const noAuthority = ['-addext', 'basicConstraints=critical,CA:FALSE'];
		certify(key, certificate, ...names, ...noAuthority, ...signer);
		return createSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
	};
	return {
		/** File with the certificate of the authority. */
		authority,
		/** What a server of this host proves itself with. */
		for(host: string): SecureContext {
			const context = made.get(host) ?? make(host);
			made.set(host, context);
			return context;
		},
	};
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
 * @param answer what to answer to a request
 */
export async function startProxy(
	certificates: ReturnType<typeof makeCertificates>,
	answer: (origin: string, path: string) => Answer,
) {
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
	server.on('connection', (socket) => socket.on('error', () => {}));
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
		/** File with the certificate of the authority that its answers are signed by. */
		authority,
		/** The requests so far that were answered in place of those they were meant for. */
		asked,
		/** The environment of a program that is to use it; loopback itself is reached directly. */
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authority,
		},
		async close(): Promise<void> {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
