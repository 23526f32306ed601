import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { expectedOf, Results, sendResult, sendXml } from './results';
import type { ResultFile } from './results';
import { sendFault } from '../server/broken';
import type { Clock } from '../server/clock';
import { pause } from '../server/clock';
import { parameterError } from '../server/envelope';
import type { Faults } from '../server/faults';
import type { Ids } from '../server/ids';
import type { Journal, JournalEntry } from '../server/journal';

export interface StorageTools {
	clock: Clock;
	ids: Ids;
	faults: Faults;
	journal: Journal;
	stopping: AbortSignal;
}

/** Headers that must never reach the object storage (specification 5). */
const FORBIDDEN = ['access_token', 'authorization', 'cookie'];

/** The object storage: a listener of its own, which knows no access tokens. */
export class Storage {
	readonly results = new Results();
	readonly app: FastifyInstance;
	/** Address without a path; known once listening. */
	url = '';

	constructor(private readonly tools: StorageTools) {
		this.app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
		this.app.removeAllContentTypeParsers();
		this.app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
		this.app.get('/results/*', async (request, reply) => {
			await this.serve('result', request, reply, async () => {
				const name = (request.params as { '*': string })['*'];
				return await sendResult(reply, this.results.find(name));
			});
		});
		this.app.setNotFoundHandler(async (request, reply) => {
			await this.serve('', request, reply, async () => await sendXml(reply, 404, 'NoSuchKey'));
		});
	}

	async listen(host: string, port: number): Promise<void> {
		this.url = await this.app.listen({ host, port });
	}

	/** Offers a result file. @returns its address */
	publish(key: string, file: ResultFile): string {
		return this.url + this.results.publish(key, file);
	}

	/**
	 * Checks addresses that a task refers to, as far as they are on this storage.
	 * @throws Refusal 40000 for a file that does not exist, is not usable or belongs to someone else
	 */
	checkReferences(_token: string, addresses: readonly string[]): void {
		for (const address of addresses) {
			if (!address.startsWith(`${this.url}/`)) continue;
			const name = new URL(address).pathname.replace('/results/', '');
			if (this.results.find(name) === undefined) throw parameterError(`no file at ${address}`);
		}
	}

	/** Length and SHA-256 of the complete result file at an address that `publish` returned. */
	expected(address: string): { bytes: number; sha256: string } | undefined {
		const name = new URL(address).pathname.replace('/results/', '');
		const file = this.results.find(name);
		return file && expectedOf(file);
	}

	clear(): void {
		this.results.clear();
	}

	async close(): Promise<void> {
		await this.app.close();
	}

	/** Journals a request, refuses what carries credentials, applies faults, then answers it. */
	private async serve(
		operation: string,
		request: FastifyRequest,
		reply: FastifyReply,
		answer: (entry: JournalEntry) => Promise<number>,
	): Promise<void> {
		const { journal, faults, stopping, ids } = this.tools;
		const entry = journal.open({
			side: 'storage',
			operation,
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: { ...(request.query as Record<string, unknown>) },
			headers: { ...request.headers },
		});
		const carried = FORBIDDEN.find((name) => request.headers[name] !== undefined);
		if (carried !== undefined) {
			journal.leak(entry, `header ${carried} sent to the object storage`);
			journal.close(entry, { status: await sendXml(reply, 403, 'AccessDenied') });
			return;
		}
		const fault = faults.take(entry);
		entry.fault = fault?.kind;
		await pause(fault?.delayMs ?? 0, stopping);
		if (fault !== undefined && fault.kind !== 'delay') {
			journal.close(entry, {});
			await sendFault(reply, fault, {}, ids.trace(), stopping);
			return;
		}
		const status = await answer(entry);
		journal.close(entry, { status });
	}
}
