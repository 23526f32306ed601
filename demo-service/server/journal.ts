/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import type { FastifyRequest } from 'fastify';
import { matches } from 'lodash';

/** One request as it arrived, and what was answered. */
export interface JournalEntry {
	/** Real time of arrival, Unix milliseconds. */
	time: number;
	side: 'service' | 'storage';
	/** Path below /open/v1/, or what the storage was asked for; empty for unknown paths. */
	endpoint: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON body, the raw text when it is not JSON; bodies of uploads are never kept. */
	body?: unknown;
	/** Access token of the calling application, when it is a known one. */
	token?: string;
	/** HTTP status and envelope code of the processed request; absent when it was not processed. */
	status?: number;
	code?: number;
	msg?: string;
	/** Id of the task or file that the request created or was about. */
	id?: string;
	fault?: string;
	/** What was received by the storage. */
	bytes?: number;
	sha256?: string;
	/** Something that must never happen, e.g. the token was sent to the object storage. */
	leak?: string;
}

/** Values that an entry has, or what decides about it. */
export type JournalFilter = Partial<JournalEntry> | ((entry: JournalEntry) => boolean);

const MAX_ENTRIES = 20_000;

/** Record of all requests; memory is bounded, the counters are not lost with old entries. */
export class Journal {
	private kept: JournalEntry[] = [];
	private accepts = new Map<string, number>();
	private leakList: JournalEntry[] = [];

	open(
		{ method, url, query, headers }: FastifyRequest,
		more: Pick<JournalEntry, 'side' | 'endpoint' | 'body' | 'token'>,
	): JournalEntry {
		const full: JournalEntry = {
			time: Date.now(),
			method,
			path: url.split('?', 1)[0] ?? '',
			query: { ...(query as Record<string, unknown>) },
			headers: { ...headers },
			...more,
		};
		this.kept.push(full);
		if (this.kept.length > MAX_ENTRIES) this.kept.splice(0, MAX_ENTRIES / 10);
		return full;
	}

	close(entry: JournalEntry, result: Partial<JournalEntry>): void {
		Object.assign(entry, result);
		const { code, endpoint } = entry;
		if (code === 0) this.accepts.set(endpoint, this.accepted(endpoint) + 1);
	}

	/** Marks a request that did something forbidden, whatever it is answered with. */
	leak(entry: JournalEntry, what: string): void {
		entry.leak = what;
		if (this.leakList.length < 100) this.leakList.push(entry);
	}

	/** Kept requests in order of arrival (the newest 20,000), optionally only the matching ones. */
	entries(filter?: JournalFilter): JournalEntry[] {
		return this.kept.filter(typeof filter === 'function' ? filter : matches(filter ?? {}));
	}

	count(filter?: JournalFilter): number {
		return this.entries(filter).length;
	}

	/** How many requests of an endpoint were processed with code 0, also when the answer was lost. */
	accepted(endpoint: string): number {
		return this.accepts.get(endpoint) ?? 0;
	}

	leaks(): JournalEntry[] {
		return [...this.leakList];
	}

	/** The largest number of matching requests that arrived within any `ms` milliseconds. */
	mostWithin(ms: number, filter?: JournalFilter): number {
		const times = this.entries(filter).map((entry) => entry.time);
		let most = 0;
		let start = 0;
		times.forEach((time, end) => {
			while ((times[start] ?? time) <= time - ms) start += 1;
			most = Math.max(most, end - start + 1);
		});
		return most;
	}

	/** Resolves once `count` matching requests are recorded; rejects after `timeoutMs`. */
	async waitFor(filter: JournalFilter, count = 1, timeoutMs = 600_000): Promise<JournalEntry[]> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const found = this.entries(filter);
			if (found.length >= count) return found;
			if (Date.now() > deadline) {
				throw new Error(`Only ${found.length} of ${count} requests within ${timeoutMs} ms`);
			}
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	}

	clear(): void {
		this.kept = [];
		this.leakList = [];
		this.accepts.clear();
	}
}
