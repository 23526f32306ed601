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

/** Makes a certificate of these hosts, with the openssl command. Only programs that are given it accept it, for a day. */
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

/** What a registry answers, JSON or a tarball, by the paths of its requests; 404 for all others. */
type Answers = Record<string, object | Buffer | undefined>;

/** What a package registry at an origin would answer if this one package had been published to it. */
export function registryOf(manifest: PackedManifest, tarball: Buffer, origin: string): Answers {
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
	const versions = { [version]: published };
	return {
		[`/${name}`]: { _id: name, name, 'dist-tags': { latest: version }, versions },
		[`/${name}/latest`]: published,
		[`/${name}/${version}`]: published,
		[file]: tarball,
	};
}

/** A proxy on loopback that passes nothing on. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy that answers every request itself, in place of whatever host it is for, so that nothing leaves this machine. */
export async function startProxy(folder: string, answers: (origin: string) => Answers) {
	const { certificate, proof } = makeCertificate(folder);
	const asked: Array<Record<'method' | 'host' | 'path', string> & { status: number }> = [];

	const respond = (request: IncomingMessage, response: ServerResponse): void => {
		// A request that came through a tunnel names its host in a header, any other one in its address.
		const base = `https://${request.headers.host ?? ''}`;
		const { host, pathname } = new URL(request.url ?? '/', base);
		const answer = answers(`https://${host}`)[decodeURIComponent(pathname)];
		const status = answer === undefined ? 404 : 200;
		asked.push({ method: request.method ?? '', host, path: pathname, status });
		request.resume();
		const isFile = Buffer.isBuffer(answer);
		const body = isFile ? answer : JSON.stringify(answer ?? { error: 'Not found' });
		response.writeHead(status, {
			'content-type': isFile ? 'application/octet-stream' : 'application/json',
			'content-length': Buffer.byteLength(body),
		});
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
