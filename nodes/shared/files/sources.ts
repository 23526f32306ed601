import { noop } from 'lodash';
import type { IExecuteFunctions, Logger } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { noAnswer } from '../api/noAnswer';
import type { Size } from '../api/library';
import type { InputFileRef, UploadRef, UrlRef } from '../model/fileRef';
import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { formatBytes } from '../util/amounts';
import { beginningOf, contentReader, type FileReader, LARGE_READ_BYTES, Reader } from './buffers';
import { BEGINNING_BYTES } from './content';
import { limitProblem } from './fileRules';
import { atPlace, limitsOf, type Naming, uploadPurpose, type UploadUse } from './fileUse';
import { plainType } from './formats';
import { acceptedName, type FileIdentity } from './identify';
import { identifyInput, InputFiles } from './inputFiles';
import { fileMessages } from './messages';
import { FilmScan, isCutOff } from './film';
import { extensionOf, fileTypeOf } from './names';
import { MAX_FILE_BYTES, PART_BYTES, type Purpose, purposes, SINGLE_PUT_BYTES } from './purposes';
import { TransferError } from './transferError';
import { insteadOfMedia } from './instead';
import { requestWebFile, type WebFile } from './web';

/**
 * What the whole way of one file may take; no retry stands around another one. A source is tried
 * 4 times in all, however it fails, and 4 times again only once it has given 10 MiB more than ever
 * before. Each part, or the file in one piece, is sent 6 times to its address, and all of that
 * twice when the addresses are gone. No try begins more than 12 hours after the first one.
 *
 * At worst, a source that never answers takes 4 × 60 s and 7 s of waits; a part that the storage
 * never takes, 6 × 10 minutes and 16 s; and a source may ask for waits of 2 minutes each.
 */
export const BUDGET = {
	source: { tries: 4, firstWaitMs: 1_000 },
	send: { tries: 6, firstWaitMs: 500 },
	progressBytes: PART_BYTES,
	starts: 2,
	timeLimitMs: 12 * 3600_000,
} as const;

const MAX_RETRY_AFTER_MS = 2 * 60_000;

/** The tries that are left of a source, over its whole way, or of a part at its address. */
export class Tries {
	private failed = 0;
	private furthest = 0;
	private readonly endsAt = Date.now() + BUDGET.timeLimitMs;

	constructor(
		private readonly logger: Logger,
		private readonly signal?: AbortSignal,
		private readonly most: { tries: number; firstWaitMs: number } = BUDGET.source,
	) {}

	get left(): number {
		return Date.now() < this.endsAt ? this.most.tries - this.failed : 0;
	}

	/** Where the source has given many more bytes than before, its tries begin again. */
	reached(bytes: number): void {
		if (bytes - this.furthest < BUDGET.progressBytes) return;
		this.furthest = bytes;
		this.failed = 0;
	}

	/**
	 * Does something, again where what ended it may pass.
	 *
	 * @throws TransferError that does not pass when no try is left; CancelledError when the execution
	 *   is stopped
	 */
	async retry<T>(work: () => Promise<T>): Promise<T> {
		for (;;) {
			try {
				return await work();
			} catch (error) {
				if (!(error instanceof TransferError && error.facts.passing)) throw asError(error);
				await this.failedWith(error);
			}
		}
	}

	/** Counts a failure and waits before another try. @throws as `retry` */
	async failedWith(error: TransferError): Promise<void> {
		const { facts, title } = error;
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw new TransferError(error, { ...facts, passing: false });
		this.logger.info(`${title}. Trying again`);
		const wait = growingWait(this.most.firstWaitMs, this.failed);
		const asked = Math.min(MAX_RETRY_AFTER_MS, facts.retryAfterMs ?? 0);
		await sleepFor(Math.max(wait, asked), this.signal);
	}
}

/** What ended the reading or writing of a file in n8n's storage, in words. */
export function storageProblem(error: unknown): string {
	return saidByDisk(error) ?? noAnswer(error).detail;
}

/** What the file system says, as in `ENOSPC: no space left on device, write`, unlike a connection. */
export function saidByDisk(error: unknown): string | undefined {
	return /^E[A-Z\d]+: ([^,]+), \w/.exec(asError(error).message)?.[1];
}

/** An item with files. */
export interface FileItem {
	context: IExecuteFunctions;
	itemIndex: number;
	client: ServiceClient;
	/** Aborted when an item fails: what is under way is finished, and nothing new is started. */
	halt?: AbortController;
}

/** For what a file is read; a chosen name replaces that of a file on the web. */
export interface SourceUse extends Pick<UploadUse, 'purpose' | 'byUrl'> {
	naming?: Naming;
}

/** A file that is being read. */
interface OpenFile {
	/** What it is, as far as it shows. */
	identity: FileIdentity;
	/** Its beginning. */
	first: Buffer;
	/** As announced, for the whole file; undefined where nothing says it. */
	bytes?: number;
	/** What came in the place of a file, in words. */
	instead?: string;
	reader: FileReader;
	/** What its server says of it, where it is on the web. */
	web?: Pick<WebFile, 'host' | 'version' | 'from'> & { etag: unknown };
	/** What ended the reading, in words. */
	reason(error: unknown): string;
	close(): void;
}

/** What is known of a file once it was opened. */
interface SeenFile {
	/** Under which it is uploaded. */
	fileName: string;
	/** For what it is uploaded. */
	purpose: Purpose;
	bytes?: number;
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/** Opens a file of the input item, to be streamed where n8n keeps it outside the item. */
async function openInputFile(
	{ context, itemIndex }: FileItem,
	{ field, fileName: name }: InputFileRef,
	chosen: string | undefined,
): Promise<OpenFile> {
	const { helpers } = context;
	const binary = new InputFiles(context, itemIndex).find(field);
	const { id, mimeType } = binary;
	const seen = (first: Buffer) => {
		const isMedium = fileTypeOf(extensionOf(name)) !== undefined;
		const instead = isMedium ? insteadOfMedia(first, plainType(mimeType), [name]) : undefined;
		const identity = identifyInput(binary, { chosen, first });
		return { identity, first, instead, reason: storageProblem };
	};
	if (!id) {
		const content = await helpers.getBinaryDataBuffer(itemIndex, binary);
		const reader = contentReader(content);
		const first = content.subarray(0, BEGINNING_BYTES);
		return { ...seen(first), bytes: content.length, reader, close: noop };
	}
	const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
	const stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
	const first = await beginningOf(stream);
	const reader = new Reader(stream, id.startsWith('filesystem'));
	return { ...seen(first), bytes, reader, close: () => void stream.destroy() };
}

/** Where to read on, if the server still has the same content. */
type Resume = { from: number; version: string };

/** Opens a file on the web, to be streamed. */
async function openWebFile(
	{ context, client }: FileItem,
	{ place, url }: UrlRef,
	fileName: string | undefined,
	resume: Resume | undefined,
): Promise<OpenFile> {
	const { signal } = client;
	const opening = { what: place, fileName, resume, signal, readBytes: LARGE_READ_BYTES };
	const file = await requestWebFile(context, url, opening);
	const { identity, first, bytes, instead, host, version, headers, stream, reason, close } = file;
	const from = resume?.from ?? 0;
	const reader = new Reader(stream, true, from, from - file.from);
	const web = { host, version, from: file.from, etag: headers.etag };
	return { identity, first, bytes, instead, reader, web, reason, close };
}

/** Read at once to find the size of a picture. */
const MEASURED_BYTES = 64 * 1024;

/** The failure that is counted next, and the last try, which reads the file from its start. */
const KEPT_TRIES = 2;

/**
 * The file that was chosen for a field, read from its start as often as needed. One on the web is
 * streamed, never stored, and where its server allows it, read on from where it broke off.
 */
export class Source {
	private file?: OpenFile;

	/** As it was opened last; it may have been closed since, to be read again. */
	private looked?: OpenFile;

	/** As announced, or counted. */
	private bytes?: number;

	private hasOtherLength = false;

	/** Sees each byte of a film once, from the start. */
	private scan?: FilmScan;

	private readonly tries: Tries;

	constructor(
		private readonly item: FileItem,
		private readonly ref: UploadRef,
		private readonly wanted: SourceUse,
	) {
		this.tries = new Tries(item.context.logger, item.client.signal);
	}

	/**
	 * Does something with the file, again from its start where it broke off.
	 *
	 * @throws what the work throws, when no try is left; CancelledError when the execution is stopped
	 */
	async use<T>(work: (source: Source) => Promise<T>): Promise<T> {
		return await this.tries.retry(async () => {
			try {
				return await work(this);
			} finally {
				this.tries.reached(this.file?.reader.position ?? 0);
				this.close();
			}
		});
	}

	/**
	 * Opens the file and checks what its beginning shows.
	 *
	 * @returns its name, and its size where that is announced
	 * @throws Error with a sentence for the user when there is no usable file
	 */
	async look(): Promise<SeenFile> {
		const file = (this.file = await this.opened());
		const { identity, bytes, instead, web } = file;
		const { place } = this.ref;
		const fileName = identity.shownAs;
		if (instead && web) throw new PackError(fileMessages.leadsElsewhere(place, instead, web.host));
		if (instead) throw new PackError(fileMessages.isNoFile(place, fileName, instead));
		this.looked = file;
		this.scan = FilmScan.of(identity.content);
		return this.checked(file, bytes);
	}

	/**
	 * Opens the file and finds out its exact size, which the service wants to know before an upload
	 * begins. Where its server does not announce it, a small file is read ahead, and a larger one
	 * twice: to count its bytes, and to send them. A compressed answer, which n8n expands without a
	 * word, announces the compressed length, and is counted too.
	 *
	 * @throws as `look`
	 */
	async open(): Promise<SeenFile & { bytes: number }> {
		const { bytes: announced } = await this.look();
		this.bytes = this.hasOtherLength ? undefined : announced;
		if (this.bytes === undefined) {
			this.bytes = await this.count();
			// It is read from its start again.
			this.scan = FilmScan.of(this.looked?.identity.content);
		}
		const { bytes } = this;
		return { ...this.checked(this.looked as OpenFile, bytes), bytes };
	}

	close(): void {
		this.file?.close();
		this.file = undefined;
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off, or is not as long as announced
	 */
	async fill(target: Buffer): Promise<number> {
		let file = (this.file ??= await this.opened());
		const { position: start } = file.reader;
		for (;;) {
			const { reader } = file;
			try {
				await reader.fill(target.subarray(reader.position - start));
				break;
			} catch (error) {
				throwIfCancelled(this.item.client.signal);
				file = await this.continued(file, error);
			}
		}
		const received = file.reader.position;
		const filled = received - start;
		const hasEnded = filled < target.length;
		this.compareLength(received, hasEnded);
		this.scan?.add(target.subarray(0, filled), hasEnded);
		const bytes = this.bytes ?? (hasEnded ? received : Infinity);
		if (this.scan?.isIncomplete(bytes)) {
			const { identity } = this.looked as OpenFile;
			const problem = fileMessages.incomplete(identity.shownAs);
			throw new PackError(atPlace(this.ref.place, problem));
		}
		return filled;
	}

	/** The size of the picture of what was read, where it tells it. */
	get picture(): Size | undefined {
		return this.scan?.size;
	}

	/** Reads on until the size of the picture shows, but no further than so many bytes. */
	async measure(most: number): Promise<Size | undefined> {
		const { scan } = this;
		const memory = Buffer.alloc(MEASURED_BYTES);
		let filled = memory.length;
		while (scan?.next !== undefined && scan.next <= most && filled === memory.length) {
			filled = await this.fill(memory);
		}
		return scan?.size;
	}

	/** @throws TransferError when the file is not as long as announced */
	private compareLength(received: number, hasEnded: boolean): void {
		const announced = this.bytes ?? received;
		const isLonger = received > announced;
		const isShorter = hasEnded && received < announced;
		if (!isLonger && !isShorter) return;
		this.hasOtherLength = this.ref.source === 'url';
		const { place } = this.ref;
		const size = formatBytes(announced);
		throw passing(
			isLonger
				? fileMessages.longerThanAnnounced(place, size)
				: fileMessages.shorterThanAnnounced(place, formatBytes(received), size),
		);
	}

	/** @returns the name under which it is uploaded, for what, and its size. @throws PackError */
	private checked({ identity, first }: OpenFile, bytes: number | undefined): SeenFile {
		const { naming } = this.wanted;
		const rule = limitsOf(this.wanted);
		const fileName = acceptedName(identity, rule.extensions);
		const file = { ...identity, name: fileName, bytes };
		const problem =
			limitProblem(file, rule, naming !== undefined) ??
			(bytes !== undefined && isCutOff(identity.content, first, bytes)
				? fileMessages.incomplete(identity.shownAs)
				: undefined);
		if (problem) throw new PackError(atPlace(this.ref.place, problem));
		return { fileName, bytes, purpose: uploadPurpose(this.wanted, fileName) };
	}

	/** Reads to the end, or over the limit; keeps the content if it is small. */
	private async count(): Promise<number> {
		const most = Math.min(purposes[this.wanted.purpose].maxBytes ?? Infinity, MAX_FILE_BYTES);
		const buffer = Buffer.allocUnsafeSlow(SINGLE_PUT_BYTES + 1);
		const file = this.file as OpenFile;
		let bytes = 0;
		let filled: number;
		do {
			filled = await this.fill(buffer);
			bytes += filled;
		} while (filled === buffer.length && bytes <= most);
		this.close();
		if (filled === bytes) this.file = { ...file, reader: contentReader(buffer.subarray(0, bytes)) };
		return bytes;
	}

	/** The file from where it broke off. @throws TransferError when its server cannot continue with it */
	private async continued(file: OpenFile, error: unknown): Promise<OpenFile> {
		const { position } = file.reader;
		const broken = passing(
			fileMessages.brokeOff(this.ref.place, file.reason(error), formatBytes(position)),
		);
		file.close();
		this.tries.reached(position);
		const version = file.web?.version;
		if (version === undefined) throw broken;
		let problem = broken;
		while (this.tries.left > KEPT_TRIES && this.file === file) {
			await this.tries.failedWith(problem);
			try {
				const next = await this.opened({ from: position, version });
				if (this.file === file && isContinued(file, next)) return (this.file = next);
				next.close();
				break;
			} catch (error) {
				if (!(error instanceof TransferError && error.facts.passing)) break;
				problem = error;
			}
		}
		throw broken;
	}

	private async opened(resume?: Resume): Promise<OpenFile> {
		const { item, ref, wanted } = this;
		if (ref.source === 'url') return await openWebFile(item, ref, wanted.naming?.fileName, resume);
		const chosen = wanted.naming?.fileName;
		return await openInputFile(item, ref, chosen).catch((error: unknown) => {
			throw passing(fileMessages.unreadable(ref.place, storageProblem(error)));
		});
	}
}

/** Whether what was opened is the same content, from the position at which the file broke off or before. */
function isContinued(file: OpenFile, next: OpenFile): boolean {
	const isSame = next.web?.version === file.web?.version && next.web?.etag === file.web?.etag;
	const isRest = next.bytes === file.bytes && Number(next.web?.from) <= file.reader.position;
	return isSame && isRest;
}

function passing(message: Message): TransferError {
	return new TransferError(message, { passing: true });
}
