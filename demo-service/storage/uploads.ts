/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import difference from 'lodash/difference';
import findKey from 'lodash/findKey';

import { type Addresses, type Files, partLength } from './files';
import type { MultipartTask, Received, StoredFile } from '../server/memory';
import { pause } from '../server/tasks';
import { type Exchange, sendXml } from './downloads';
import { demand } from '../server/endpoint';
import type { StorageTools } from '../server/options';

/** Content up to this size stays readable after the upload. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** How thoroughly uploads are taken in: `disk` allows the hash of a whole multipart file. */
type UploadMode = 'disk' | 'hash' | 'count';

interface ReceiveOptions {
	/** Cut the connection after this share of the announced bytes. */
	cutAt?: number;
	/** Take in at most this much a second. */
	bytesPerSecond?: number;
	/** Announced length, for `cutAt`. */
	length: number;
	/** Where the bytes are kept until they are merged: the task, and the place of the first one. */
	part?: { task: MultipartTask; start: number };
}

/** A file that has no name any more: it is gone with this process, in whatever way that ends. */
async function nameless(): Promise<FileHandle> {
	const path = join(tmpdir(), `local-service-${randomUUID()}`);
	const file = await open(path, 'wx+');
	await rm(path);
	return file;
}

/** Takes in request bodies without keeping more than small files in memory. */
class Receiver {
	/** The bytes of the parts that are not merged. */
	private readonly disks = new Map<MultipartTask, Promise<FileHandle>>();

	constructor(
		private readonly mode: UploadMode,
		private readonly stopping: AbortSignal,
	) {}

	/** @returns what arrived; undefined when the connection is to be cut */
	async take(body: Readable, options: ReceiveOptions): Promise<Received | undefined> {
		const hash = this.mode === 'count' ? undefined : createHash('sha256');
		const { part } = options;
		const keep = part === undefined && options.length <= KEPT_BYTES;
		const chunks: Buffer[] = [];
		const disk = this.mode === 'disk' && part ? await this.diskOf(part.task) : undefined;
		let bytes = 0;
		for await (const chunk of body as AsyncIterable<Buffer>) {
			await disk?.write(chunk, 0, chunk.length, (part?.start ?? 0) + bytes);
			bytes += chunk.length;
			if (options.cutAt !== undefined && bytes >= options.cutAt * options.length) return undefined;
			hash?.update(chunk);
			if (keep) chunks.push(chunk);
			if (options.bytesPerSecond !== undefined) {
				await pause((chunk.length / options.bytesPerSecond) * 1000, this.stopping);
			}
		}
		const content = keep ? Buffer.concat(chunks) : undefined;
		return { bytes, sha256: hash?.digest('hex'), content };
	}

	/** Hash, size and (for small files) content of all parts of a task together. */
	async merge(task: MultipartTask): Promise<Received> {
		const { parts, size } = task;
		const disk = this.disks.get(task);
		this.disks.delete(task);
		const merged = (await disk)?.createReadStream({ start: 0 });
		const received = merged && (await this.take(merged, { length: size }));
		return received ?? { bytes: size, sha256: parts.size === 1 ? parts.get(1)?.sha256 : undefined };
	}

	/** Forgets what was not merged. */
	async clear(): Promise<void> {
		const disks = [...this.disks.values()];
		this.disks.clear();
		for (const disk of disks) await (await disk).close();
	}

	private async diskOf(task: MultipartTask): Promise<FileHandle> {
		const disk = this.disks.get(task) ?? nameless();
		this.disks.set(task, disk);
		return await disk;
	}
}

/** Headers that any HTTP client sends on its own; all others must have been returned by the service. */
const TRANSPORT_HEADERS = [
	'host',
	'connection',
	'keep-alive',
	'content-length',
	'user-agent',
	'accept',
	'accept-encoding',
	'accept-language',
	'sec-fetch-mode',
	'expect',
];

/** What an upload address is for. */
interface Target {
	file: StoredFile;
	/** Number of the part; absent for a single upload. */
	part?: number;
	headers: Record<string, string>;
	/** Exact length that must arrive; any for a single upload. */
	length?: number;
	/** Where the bytes of a part belong. */
	place?: ReceiveOptions['part'];
}

/** Why an upload is refused: the HTTP status, and the storage's own code. */
type Problem = [status: number, code: string];

/** PUT requests to signed addresses, and multipart tasks from their start to the merge (service.md 4.1). */
export class Uploads {
	/** Requests whose body is being taken in, and the most there ever were at once. */
	running = 0;
	mostAtOnce = 0;
	/** Parts and single files that arrived whole, repeated ones included. */
	arrivals = 0;

	private readonly receiver: Receiver;

	constructor(
		private readonly tools: StorageTools,
		private readonly files: Files,
		private readonly addresses: Addresses,
	) {
		this.receiver = new Receiver(tools.options.uploads, tools.stopping);
	}

	/** Takes in an upload and answers it, unless the fault is yet to be answered. */
	async put({ request, reply, entry, fault }: Exchange): Promise<void> {
		const target = this.targetOf(request.url);
		entry.id = target?.file.id;
		const problem = this.problemOf(request, target);
		const { socket } = request.raw;
		this.running += 1;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
		try {
			const received = await this.receiver.take(request.raw, {
				length: Number(request.headers['content-length'] ?? 0),
				cutAt: fault?.kind === 'cut' ? fault.at : undefined,
				bytesPerSecond: fault?.kind === 'slow' ? fault.bytesPerSecond : undefined,
				part: problem === undefined ? target?.place : undefined,
			});
			if (received === undefined) {
				reply.hijack();
				socket.resetAndDestroy();
				return;
			}
			entry.bytes = received.bytes;
			entry.sha256 = received.sha256;
			if (problem !== undefined || target === undefined) {
				return await sendXml(reply, ...(problem ?? [404, 'NoSuchKey']));
			}
			if (target.length !== undefined && received.bytes !== target.length) {
				return await sendXml(reply, 400, 'IncompleteBody');
			}
			if (fault?.kind !== 'lose') this.store(target, received);
			if (fault !== undefined && fault.kind !== 'lose' && fault.kind !== 'slow') return;
			await reply.header('etag', `"${received.sha256 ?? received.bytes}"`).send('');
		} catch {
			reply.hijack();
			socket.destroy();
		} finally {
			this.running -= 1;
		}
	}

	/** @param size of the whole file in bytes. @param seconds life of the task */
	openMultipart(file: StoredFile, size: number, seconds: number): MultipartTask {
		const { partBytes: partSize } = this.tools.options;
		file.multipart = {
			uploadId: `${file.id}~a+b/c&d=e%20f==`,
			size,
			partSize,
			partCount: Math.ceil(size / partSize),
			expiresAt: this.tools.clock.seconds() + seconds,
			headers: { 'Content-Type': file.mimeType, 'x-storage-upload-task': `task-${file.id}` },
			parts: new Map(),
			state: 'open',
		};
		return file.multipart;
	}

	/**
	 * Puts the parts together; a fate of `common/merge` may make it last.
	 * @throws Refusal 120005 if a part is missing or has another size than announced
	 */
	async merge(file: StoredFile, task: MultipartTask): Promise<void> {
		const parts = Array.from({ length: task.partCount }, (_none, index) =>
			task.parts.get(index + 1),
		);
		const wrong = parts.findIndex((part, index) => part?.bytes !== partLength(task, index + 1));
		demand(wrong < 0, `part ${wrong + 1} is missing or of the wrong size`, 120005);
		task.state = 'merging';
		const { fates, clock, stopping } = this.tools;
		const body = { id: file.id, name: file.name };
		const { seconds = 0 } = fates.decide({ endpoint: 'common/merge', body }) ?? {};
		await pause((seconds * 1000) / clock.speed, stopping);
		const received = await this.receiver.merge(task);
		task.state = 'merged';
		this.files.arrived(file, received);
	}

	/** Starts counting again, and forgets what was not merged. */
	async clear(): Promise<void> {
		this.mostAtOnce = 0;
		this.arrivals = 0;
		await this.receiver.clear();
	}

	private store(target: Target, received: Received): void {
		this.arrivals += 1;
		if (target.part === undefined) {
			target.file.single = true;
			this.files.arrived(target.file, received);
		} else target.file.multipart?.parts.set(target.part, received);
	}

	private targetOf(address: string): Target | undefined {
		const [, id, part] = /^\/upload\/(\d+)(?:\/(\d+))?\?/.exec(address) ?? [];
		const file = id === undefined ? undefined : this.files.byId(id);
		if (file === undefined) return undefined;
		if (part === undefined) return { file, headers: { 'Content-Type': file.mimeType } };
		const { multipart } = file;
		if (multipart === undefined) return undefined;
		const number = Number(part);
		const length = partLength(multipart, number);
		const place = { task: multipart, start: (number - 1) * multipart.partSize };
		return { file, part: number, headers: multipart.headers, length, place };
	}

	private problemOf(request: FastifyRequest, target: Target | undefined): Problem | undefined {
		if (target === undefined) return [404, 'NoSuchUpload'];
		const validity = this.addresses.check(request.url);
		if (validity === 'invalid') return [403, 'SignatureDoesNotMatch'];
		if (validity === 'expired') return [403, 'AccessDenied'];
		if (target.file.multipart !== undefined && target.file.multipart.state !== 'open') {
			return [404, 'NoSuchUpload'];
		}
		const length = request.headers['content-length'];
		if (length === undefined) return [411, 'MissingContentLength'];
		if (target.length !== undefined && Number(length) !== target.length) {
			return [400, 'InvalidPartSize'];
		}
		return headerProblem(request.headers, target.headers);
	}
}

function headerProblem(
	sent: FastifyRequest['headers'],
	returned: Record<string, string>,
): Problem | undefined {
	const wrong = findKey(returned, (value, name) => sent[name.toLowerCase()] !== value);
	if (wrong) return [403, `SignatureDoesNotMatch: header ${wrong} must be ${returned[wrong]}`];
	const allowed = Object.keys(returned).map((name) => name.toLowerCase());
	const [extra] = difference(Object.keys(sent), TRANSPORT_HEADERS, allowed);
	return extra === undefined ? undefined : [403, `UnexpectedHeader: ${extra}`];
}
