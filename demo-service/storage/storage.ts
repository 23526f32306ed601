import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findKey } from 'lodash';

import { demand } from '../server/endpoint';
import { Addresses, Files } from './files';
import { Uploads } from './uploads';
import {
	type Exchange,
	expectedOf,
	type ResultFile,
	sendResult,
	sendXml,
	type Source,
	type SourceOptions,
	Sources,
} from './downloads';
import { holdsToken, type StorageTools } from '../server/options';
import { type Fault, sendFault, takesEffect } from '../server/faults';
import { pause } from '../server/tasks';

/** Headers that must never reach the object storage (service.md 5). Cookies are ignored, as other storages do. */
const FORBIDDEN = ['access_token', 'authorization'];

/** Faults that act while the bytes flow, not before or after. */
const FLOWING: ReadonlySet<Fault['kind']> = new Set(['cut', 'stall', 'slow', 'lose', 'delay']);

type Answer = (exchange: Exchange) => Promise<void>;

/** The object storage: a listener of its own, which knows no access tokens. */
export class Storage {
	/** Result files by their path below /results/; nothing but their description is kept. */
	readonly results = new Map<string, ResultFile>();
	readonly sources = new Sources();
	readonly addresses: Addresses;
	readonly files: Files;
	readonly uploads: Uploads;
	readonly app: FastifyInstance;
	/** Address without a path; known once listening. */
	url = '';

	constructor(private readonly tools: StorageTools) {
		this.addresses = new Addresses(tools.clock);
		this.files = new Files(tools);
		this.uploads = new Uploads(tools, this.files, this.addresses);
		this.app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
		this.app.removeAllContentTypeParsers();
		this.app.addContentTypeParser('*', (_request, _payload, done) => done(null));
		this.routes();
	}

	async listen(host: string): Promise<void> {
		this.url = await this.app.listen({ host, port: this.tools.options.storagePort });
	}

	/** Offers a result file. @param key its path below /results/, without extension. @returns its address */
	publish(key: string, file: ResultFile): string {
		const name = `${key}.${file.kind}`;
		this.results.set(name, file);
		return `${this.url}/results/${name}?expires=4102444800&signature=${name.length}`;
	}

	/** Length and SHA-256 of the complete result file at an address that `publish` returned. */
	expected(address: string): { bytes: number; sha256: string } | undefined {
		const name = new URL(address).pathname.replace('/results/', '');
		const file = this.results.get(name);
		return file && expectedOf(file);
	}

	/**
	 * Checks addresses, as far as they are on this storage.
	 * @param most bytes that an uploaded file may have
	 * @throws Refusal 40000 for a file that does not exist, is not usable or belongs to someone else
	 */
	checkAddresses(token: string, addresses: readonly string[], most = Infinity): void {
		for (const address of addresses) {
			if (!address.startsWith(`${this.url}/`)) continue;
			const path = new URL(address).pathname;
			if (path.startsWith('/source/') || this.results.has(path.replace('/results/', ''))) continue;
			const file = this.files.byKey(path.replace('/files/', ''));
			const { received } = this.files.usable(token, file, address);
			demand((received?.bytes ?? 0) <= most, `${address} is larger than ${most} bytes`);
		}
	}

	/** Offers a file of pseudo-random bytes to upload from. */
	source(options: SourceOptions): Source {
		return this.sources.add(this.url, options);
	}

	clear(): void {
		for (const part of [this.results, this.sources, this.files, this.uploads]) part.clear();
	}

	async close(): Promise<void> {
		await this.app.close();
	}

	private routes(): void {
		const { app, results, sources } = this;
		const route = (method: 'GET' | 'PUT', url: string, endpoint: string, answer: Answer): void => {
			app.route({
				method,
				url,
				handler: async (request, reply) => await this.serve(endpoint, request, reply, answer),
			});
		};
		const below = ({ request }: Exchange) => (request.params as { '*': string })['*'];
		const upload: Answer = async (exchange) => await this.uploads.put(exchange);
		const result: Answer = async (exchange) =>
			await sendResult(exchange, results.get(below(exchange)));
		const file: Answer = async (exchange) => await this.sendFile(exchange.reply, below(exchange));
		const source: Answer = async (exchange) => await sources.send(exchange, this.url);
		route('GET', '/results/*', 'result', result);
		route('GET', '/files/*', 'file', file);
		route('GET', '/source/:id/:hops/:name', 'source', source);
		route('PUT', '/upload/:id', 'single', upload);
		route('PUT', '/upload/:id/:part', 'part', upload);
		app.setNotFoundHandler(async (request, reply) => {
			await this.serve('', request, reply, async () => await sendXml(reply, 404, 'NoSuchKey'));
		});
	}

	private async sendFile(reply: FastifyReply, key: string): Promise<void> {
		const file = this.files.byKey(key);
		if (file?.received === undefined || this.files.status(file) !== 1) {
			return await sendXml(reply, 404, 'NoSuchKey');
		}
		const { content } = file.received;
		if (content === undefined) return await sendXml(reply, 507, 'LargeContentIsNotKept');
		await reply.type(file.mimeType).header('content-length', content.length).send(content);
	}

	/** Journals a request, refuses what carries credentials, applies faults, then answers it. */
	private async serve(
		endpoint: string,
		request: FastifyRequest,
		reply: FastifyReply,
		answer: Answer,
	): Promise<void> {
		const { options, journal, faults, stopping, ids } = this.tools;
		const entry = journal.open(request, { side: 'storage', endpoint });
		const close = (): void =>
			journal.close(entry, { status: reply.raw.headersSent ? reply.statusCode : undefined });
		const isSecret = (value: unknown, name: string) =>
			FORBIDDEN.includes(name) || holdsToken(options, String(value));
		const carried = findKey({ ...request.headers, address: request.url }, isSecret);
		if (carried !== undefined) {
			journal.leak(entry, `${carried} with a secret sent to the object storage`);
			request.raw.resume();
			await sendXml(reply, 403, 'AccessDenied');
			return close();
		}
		const fault = faults.take(entry);
		entry.fault = fault?.kind;
		await pause(fault?.delayMs ?? 0, stopping);
		const flows = fault === undefined || FLOWING.has(fault.kind);
		if (flows || (request.method === 'PUT' && takesEffect(fault))) {
			const flowing = fault?.kind === 'delay' ? undefined : fault;
			await answer({ request, reply, entry, fault: flowing, stopping });
			if (flows || reply.sent) return close();
		} else if (fault.kind !== 'never' && fault.kind !== 'resetBefore') {
			request.raw.resume();
		}
		close();
		await sendFault(reply, fault, {}, ids.trace(), stopping);
	}
}
