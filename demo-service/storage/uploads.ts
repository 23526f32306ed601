import type { FastifyRequest } from 'fastify';
import { compact, difference, findKey, map } from 'lodash';

import { type Addresses, type Files, partLength } from './files';
import type { MultipartTask, Received, StoredFile } from '../server/memory';
import { sha256 } from '../media/bytes';
import { pause } from '../server/tasks';
import { type Exchange, sendXml } from './downloads';
import { demand } from '../server/endpoint';
import type { StorageTools } from '../server/options';

/** Headers that any HTTP client sends on its own; all others must have been returned by the service. */
const TRANSPORT_HEADERS =
	/^(host|connection|keep-alive|content-length|user-agent|accept(-encoding|-language)?|sec-fetch-mode|expect)$/;

/** What an upload address is for. */
interface Target {
	file: StoredFile;
	/** Number of the part; absent for a single upload. */
	part?: number;
	headers: Record<string, string>;
	/** Exact length that must arrive; any for a single upload. */
	length?: number;
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

	constructor(
		private readonly tools: StorageTools,
		private readonly files: Files,
		private readonly addresses: Addresses,
	) {}

	/** Takes in an upload and answers it, unless the fault is yet to be answered. */
	async put({ request, reply, entry, fault }: Exchange): Promise<void> {
		const target = this.targetOf(request.url);
		entry.id = target?.file.id;
		const problem = this.problemOf(request, target);
		const { socket } = request.raw;
		this.running += 1;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
		try {
			const received = await this.take(request, target?.file.multipart?.size, fault);
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
		const contents = compact(map(parts, 'content'));
		task.parts.clear();
		task.state = 'merged';
		const isKept = contents.length === task.partCount;
		this.files.arrived(file, isKept ? keptOf(contents) : { bytes: task.size });
	}

	/** Starts counting again. */
	clear(): void {
		this.mostAtOnce = 0;
		this.arrivals = 0;
	}

	/**
	 * Takes in a body, which is kept where the whole file is not too large.
	 *
	 * @param size of the whole file, where the body is a part of it
	 * @returns what arrived; undefined when the connection is to be cut
	 */
	private async take(
		{ raw, headers }: FastifyRequest,
		size: number | undefined,
		fault: Exchange['fault'],
	): Promise<Received | undefined> {
		const length = Number(headers['content-length'] ?? 0);
		const isKept = (size ?? length) <= this.tools.options.keptBytes;
		const chunks: Buffer[] = [];
		let bytes = 0;
		for await (const chunk of raw as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (fault?.kind === 'cut' && bytes >= fault.at * length) return undefined;
			if (isKept) chunks.push(chunk);
			if (fault?.kind === 'slow') {
				await pause((chunk.length / fault.bytesPerSecond) * 1000, this.tools.stopping);
			}
		}
		return isKept ? keptOf(chunks) : { bytes };
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
		return { file, part: number, headers: multipart.headers, length };
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

function keptOf(chunks: Buffer[]): Received {
	const content = Buffer.concat(chunks);
	return { bytes: content.length, sha256: sha256([content]), content };
}

function headerProblem(
	sent: FastifyRequest['headers'],
	returned: Record<string, string>,
): Problem | undefined {
	const wrong = findKey(returned, (value, name) => sent[name.toLowerCase()] !== value);
	if (wrong) return [403, `SignatureDoesNotMatch: header ${wrong} must be ${returned[wrong]}`];
	const allowed = Object.keys(returned).map((name) => name.toLowerCase());
	const [extra] = difference(Object.keys(sent), allowed).filter(
		(name) => !TRANSPORT_HEADERS.test(name),
	);
	return extra === undefined ? undefined : [403, `UnexpectedHeader: ${extra}`];
}
