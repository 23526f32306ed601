import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Addresses } from './addresses';
import { partLength } from './files';
import type { Files, Received, StoredFile } from './files';
import type { Receiver } from './receive';
import { sendXml } from './results';
import type { Fault } from '../server/faults';
import type { JournalEntry } from '../server/journal';

/** Headers that any HTTP client sends on its own; all others must have been returned by the service. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
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
]);

/** What an upload address is for. */
interface Target {
	file: StoredFile;
	/** Number of the part; absent for a single upload. */
	part?: number;
	headers: Record<string, string>;
	/** Exact length that must arrive; any for a single upload. */
	length?: number;
}

interface Problem {
	status: number;
	code: string;
}

/** PUT requests to signed addresses (service.md 4.1). */
export class Uploads {
	/** Requests whose body is being taken in, and the most there ever were at once. */
	running = 0;
	mostAtOnce = 0;
	/** Parts and single files that arrived whole, repeated ones included. */
	arrivals = 0;

	constructor(
		private readonly files: Files,
		private readonly addresses: Addresses,
		private readonly receiver: Receiver,
	) {}

	/**
	 * Takes in an upload and answers it.
	 * @param fault what goes wrong while the bytes flow, or with the answer
	 * @returns the HTTP status given; undefined when no answer was given (yet)
	 */
	async put(
		request: FastifyRequest,
		reply: FastifyReply,
		entry: JournalEntry,
		fault: Fault | undefined,
	): Promise<number | undefined> {
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
				partName:
					(problem ?? target?.part === undefined)
						? undefined
						: `${target.file.id}-${target.part}-${entry.seq}`,
			});
			if (received === undefined) {
				reply.hijack();
				socket.resetAndDestroy();
				return undefined;
			}
			entry.bytes = received.bytes;
			entry.sha256 = received.sha256;
			if (problem !== undefined || target === undefined) {
				return await sendXml(reply, problem?.status ?? 404, problem?.code ?? 'NoSuchKey');
			}
			if (target.length !== undefined && received.bytes !== target.length) {
				return await sendXml(reply, 400, 'IncompleteBody');
			}
			if (fault?.kind !== 'lose') this.store(target, received);
			if (fault !== undefined && fault.kind !== 'lose' && fault.kind !== 'slow') return undefined;
			await reply
				.status(200)
				.header('etag', `"${received.sha256 ?? received.bytes}"`)
				.send('');
			return 200;
		} catch {
			reply.hijack();
			socket.destroy();
			return undefined;
		} finally {
			this.running -= 1;
		}
	}

	clear(): void {
		this.mostAtOnce = 0;
		this.arrivals = 0;
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
		if (target === undefined) return { status: 404, code: 'NoSuchUpload' };
		const validity = this.addresses.check(request.url);
		if (validity === 'invalid') return { status: 403, code: 'SignatureDoesNotMatch' };
		if (validity === 'expired') return { status: 403, code: 'AccessDenied' };
		if (target.file.multipart !== undefined && target.file.multipart.state !== 'open') {
			return { status: 404, code: 'NoSuchUpload' };
		}
		const length = request.headers['content-length'];
		if (length === undefined) return { status: 411, code: 'MissingContentLength' };
		if (target.length !== undefined && Number(length) !== target.length) {
			return { status: 400, code: 'InvalidPartSize' };
		}
		return headerProblem(request.headers, target.headers);
	}
}

function headerProblem(
	sent: FastifyRequest['headers'],
	returned: Record<string, string>,
): Problem | undefined {
	for (const [name, value] of Object.entries(returned)) {
		if (sent[name.toLowerCase()] !== value) {
			return { status: 403, code: `SignatureDoesNotMatch: header ${name} must be ${value}` };
		}
	}
	const allowed = new Set(Object.keys(returned).map((name) => name.toLowerCase()));
	const extra = Object.keys(sent).find(
		(name) => !TRANSPORT_HEADERS.has(name) && !allowed.has(name),
	);
	return extra === undefined ? undefined : { status: 403, code: `UnexpectedHeader: ${extra}` };
}
