import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Addresses, Files, References } from './files';
import { Multipart, Receiver, Uploads } from './uploads';
import {
	expectedOf,
	type ResultFile,
	Results,
	sendResult,
	sendXml,
	type Source,
	type SourceOptions,
	Sources,
} from './downloads';
import { holdsToken, type StorageTools } from '../server/options';
import { type Fault, sendFault, takesEffect } from '../server/faults';
import { pause } from '../server/tasks';
import type { JournalEntry } from '../server/journal';

/** Headers that must never reach the object storage (service.md 5). Cookies are ignored, as other storages do. */
const FORBIDDEN = ['access_token', 'authorization'];

/** Faults that act while the bytes flow, not before or after. */
const FLOWING: ReadonlySet<Fault['kind']> = new Set(['cut', 'stall', 'slow', 'lose', 'delay']);

type Answer = (entry: JournalEntry, fault: Fault | undefined) => Promise<number | undefined>;

/** The object storage: a listener of its own, which knows no access tokens. */
export class Storage {
	readonly results = new Results();
	readonly sources = new Sources();
	readonly addresses: Addresses;
	readonly files: Files;
	readonly receiver: Receiver;
	readonly uploads: Uploads;
	readonly multipart: Multipart;
	readonly references: References;
	readonly app: FastifyInstance;
	/** Address without a path; known once listening. */
	url = '';

	constructor(private readonly tools: StorageTools) {
		const { options, clock, stopping } = tools;
		this.addresses = new Addresses(clock);
		this.files = new Files(tools, options.reviewSeconds);
		this.receiver = new Receiver(options.uploads, stopping);
		this.uploads = new Uploads(this.files, this.addresses, this.receiver);
		this.multipart = new Multipart(tools, this.files, this.receiver);
		this.references = new References(this);
		this.app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
		this.app.removeAllContentTypeParsers();
		this.app.addContentTypeParser('*', (_request, _payload, done) => done(null));
		this.routes();
	}

	async listen(host: string): Promise<void> {
		this.url = await this.app.listen({ host, port: 0 });
	}

	/** Offers a result file. @returns its address */
	publish(key: string, file: ResultFile): string {
		return this.url + this.results.publish(key, file);
	}

	/** Length and SHA-256 of the complete result file at an address that `publish` returned. */
	expected(address: string): { bytes: number; sha256: string } | undefined {
		const name = new URL(address).pathname.replace('/results/', '');
		const file = this.results.find(name);
		return file && expectedOf(file);
	}

	/** Offers a file of pseudo-random bytes to upload from. */
	source(options: SourceOptions): Source {
		return this.sources.add(this.url, options);
	}

	/** Ends the life of every upload address and open multipart task there is. */
	expireAddresses(): void {
		this.addresses.expireAll();
		for (const { multipart } of this.files.all()) {
			if (multipart?.state === 'open') multipart.expiresAt = this.tools.clock.seconds();
		}
	}

	clear(): void {
		for (const part of [this.results, this.sources, this.files]) part.clear();
		this.uploads.clear();
		void this.receiver.clear();
	}

	async close(): Promise<void> {
		await this.app.close();
		await this.receiver.clear();
	}

	private routes(): void {
		const { app, tools } = this;
		app.get('/results/*', async (request, reply) => {
			const name = (request.params as { '*': string })['*'];
			await this.serve('result', request, reply, async (_entry, fault) => {
				return await sendResult(reply, this.results.find(name), fault, tools.stopping);
			});
		});
		app.get('/files/*', async (request, reply) => {
			const key = (request.params as { '*': string })['*'];
			await this.serve('file', request, reply, async () => await this.sendFile(reply, key));
		});
		app.get('/source/:id/:hops/:name', async (request, reply) => {
			const { id, hops } = request.params as { id: string; hops: string };
			await this.serve('source', request, reply, async (_entry, fault) => {
				const { headers } = request;
				return await this.sources.send(
					reply,
					this.url,
					{ id, hops: Number(hops), headers },
					fault,
					tools.stopping,
				);
			});
		});
		for (const [path, operation] of [
			['/upload/:id', 'single'],
			['/upload/:id/:part', 'part'],
		] as const) {
			app.put(path, async (request, reply) => {
				await this.serve(operation, request, reply, async (entry, fault) => {
					return await this.uploads.put(request, reply, entry, fault);
				});
			});
		}
		app.setNotFoundHandler(async (request, reply) => {
			await this.serve('', request, reply, async () => await sendXml(reply, 404, 'NoSuchKey'));
		});
	}

	private async sendFile(reply: FastifyReply, key: string): Promise<number> {
		const file = this.files.byKey(key);
		if (file?.received === undefined || this.files.status(file) !== 1) {
			return await sendXml(reply, 404, 'NoSuchKey');
		}
		const { content } = file.received;
		if (content === undefined) return await sendXml(reply, 507, 'LargeContentIsNotKept');
		await reply.type(file.mimeType).header('content-length', content.length).send(content);
		return 200;
	}

	/** Journals a request, refuses what carries credentials, applies faults, then answers it. */
	private async serve(
		operation: string,
		request: FastifyRequest,
		reply: FastifyReply,
		answer: Answer,
	): Promise<void> {
		const { options, journal, faults, stopping, ids } = this.tools;
		const entry = journal.open(request, { side: 'storage', operation });
		const isSecret = ([name, value]: [string, unknown]) =>
			FORBIDDEN.includes(name) || holdsToken(options, String(value));
		const [carried] =
			Object.entries({ ...request.headers, address: request.url }).find(isSecret) ?? [];
		if (carried !== undefined) {
			journal.leak(entry, `${carried} with a secret sent to the object storage`);
			request.raw.resume();
			journal.close(entry, { status: await sendXml(reply, 403, 'AccessDenied') });
			return;
		}
		const fault = faults.take(entry);
		entry.fault = fault?.kind;
		await pause(fault?.delayMs ?? 0, stopping);
		if (fault === undefined || FLOWING.has(fault.kind)) {
			const status = await answer(entry, fault?.kind === 'delay' ? undefined : fault);
			journal.close(entry, { status });
			return;
		}
		if (request.method === 'PUT' && takesEffect(fault)) {
			if ((await answer(entry, fault)) !== undefined) return;
		} else if (fault.kind !== 'never' && fault.kind !== 'resetBefore') {
			request.raw.resume();
		}
		journal.close(entry, {});
		await sendFault(reply, fault, {}, ids.trace(), stopping);
	}
}
