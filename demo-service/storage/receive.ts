/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Received } from './files';
import { pause } from '../server/clock';

/** Content up to this size stays readable after the upload. */
export const KEPT_BYTES = 8 * 1024 * 1024;

/** Bytes written to disk at a time. */
const WRITE_BYTES = 1024 * 1024;

/** How thoroughly uploads are taken in: `disk` allows the hash of a whole multipart file. */
export type UploadMode = 'disk' | 'hash' | 'count';

export interface ReceiveOptions {
	/** Cut the connection after this share of the announced bytes. */
	cutAt?: number;
	/** Take in at most this much a second. */
	bytesPerSecond?: number;
	/** Announced length, for `cutAt`. */
	length: number;
	/** Name to keep the bytes under until they are merged. */
	partName?: string;
}

/** Takes in request bodies without keeping more than small files in memory. */
export class Receiver {
	private folder: Promise<string> | undefined;

	constructor(
		private readonly mode: UploadMode,
		private readonly stopping: AbortSignal,
	) {}

	/** @returns what arrived; undefined when the connection is to be cut */
	async take(body: Readable, options: ReceiveOptions): Promise<Received | undefined> {
		const hash = this.mode === 'count' ? undefined : createHash('sha256');
		const keep = options.partName === undefined && options.length <= KEPT_BYTES;
		const chunks: Buffer[] = [];
		const path = await this.pathFor(options.partName);
		const file = path === undefined ? undefined : new PartFile(await open(path, 'w'));
		let bytes = 0;
		try {
			for await (const chunk of body as AsyncIterable<Buffer>) {
				bytes += chunk.length;
				if (options.cutAt !== undefined && bytes >= options.cutAt * options.length)
					return undefined;
				hash?.update(chunk);
				if (keep) chunks.push(chunk);
				await file?.add(chunk);
				if (options.bytesPerSecond !== undefined) {
					await pause((chunk.length / options.bytesPerSecond) * 1000, this.stopping);
				}
			}
		} finally {
			await file?.close();
		}
		return {
			bytes,
			sha256: hash?.digest('hex'),
			path,
			content: keep ? Buffer.concat(chunks) : undefined,
		};
	}

	/** Hash, size and (for small files) content of parts put together in order; the parts are removed. */
	async merge(parts: readonly Received[]): Promise<Received> {
		const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
		if (this.mode !== 'disk')
			return { bytes, sha256: parts.length === 1 ? parts[0]?.sha256 : undefined };
		const hash = createHash('sha256');
		const chunks: Buffer[] = [];
		for (const { path } of parts) {
			if (path === undefined) continue;
			for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
				hash.update(chunk as Buffer);
				if (bytes <= KEPT_BYTES) chunks.push(chunk as Buffer);
			}
			await rm(path, { force: true });
		}
		const content = bytes <= KEPT_BYTES ? Buffer.concat(chunks) : undefined;
		return { bytes, sha256: hash.digest('hex'), content };
	}

	/** Removes everything from disk. */
	async close(): Promise<void> {
		if (this.folder !== undefined) await rm(await this.folder, { recursive: true, force: true });
	}

	private async pathFor(partName: string | undefined): Promise<string | undefined> {
		if (partName === undefined || this.mode !== 'disk') return undefined;
		this.folder ??= mkdtemp(join(tmpdir(), 'local-service-'));
		return join(await this.folder, partName);
	}
}

/** Collects small chunks into few writes; the next one is collected while the last is written. */
class PartFile {
	private chunks: Buffer[] = [];
	private size = 0;
	private writing: Promise<unknown> = Promise.resolve();

	constructor(private readonly handle: FileHandle) {}

	async add(chunk: Buffer): Promise<void> {
		this.chunks.push(chunk);
		this.size += chunk.length;
		if (this.size >= WRITE_BYTES) await this.flush();
	}

	async close(): Promise<void> {
		await this.flush();
		await this.writing;
		await this.handle.close();
	}

	private async flush(): Promise<void> {
		const { chunks } = this;
		this.chunks = [];
		this.size = 0;
		await this.writing;
		if (chunks.length > 0) this.writing = this.handle.writev(chunks);
	}
}
