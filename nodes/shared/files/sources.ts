import type { IExecuteFunctions, Logger } from 'n8n-workflow';

import type { ServiceClient } from '../service/client';
import { noAnswer } from '../service/transport';
import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/format';
import { explanation, withoutSystemCode } from '../util/text';
import {
	fileViolation,
	inputFile,
	type InputFileRef,
	type UploadRef,
	type UrlRef,
} from './fileRef';
import { LARGE_READ_BYTES, type ReadableFile, Reader } from './memory';
import { MAX_FILE_BYTES, PART_BYTES, purposes, type Purpose } from './purposes';
import { requestWebFile, TransferError, type WebFile } from './web';

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
				if (!(error instanceof TransferError && error.failure.passing)) throw asError(error);
				await this.failedWith(error);
			}
		}
	}

	/** Counts a failure and waits before another try. @throws as `retry` */
	async failedWith({ message, failure }: TransferError): Promise<void> {
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw new TransferError(message, { ...failure, passing: false });
		this.logger.info(`${explanation(message).title}. Trying again`);
		const wait = growingWait(this.most.firstWaitMs, this.failed);
		const asked = Math.min(MAX_RETRY_AFTER_MS, failure.retryAfterMs ?? 0);
		await sleepFor(Math.max(wait, asked), this.signal);
	}
}

/** What ended the reading or writing of a file in n8n's storage, in words. */
export function reasonOf(error: unknown): string {
	return saidByDisk(error) ?? withoutSystemCode(noAnswer(error).detail);
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

/** For what a file is read. */
export interface SourceUse {
	purpose: Purpose;
	/** Replaces the name of a file on the web. */
	fileName?: string;
	/** The node has an option for the name. */
	canRename?: boolean;
}

/** A file as far as its beginning shows it. */
interface Seen {
	fileName: string;
	bytes?: number;
}

/** The file that was chosen for a field, to be read from its start as often as needed. */
export abstract class Source {
	protected reader?: Reader | Content;

	/** As announced, or counted. */
	protected bytes?: number;

	/** It ended elsewhere than announced. */
	protected hasOtherLength = false;

	protected readonly tries: Tries;

	/** @param canRepeat another try may give what is missing */
	constructor(
		protected readonly item: FileItem,
		private readonly place: string,
		private readonly canRepeat: boolean,
	) {
		this.tries = new Tries(item.context.logger, item.client.signal);
	}

	/**
	 * Opens the file at its start.
	 *
	 * @returns its name and exact size
	 * @throws Error with a sentence for the user when there is no usable file
	 */
	abstract open(): Promise<Required<Seen>>;

	/** The same as far as its beginning shows it. */
	async look(): Promise<Seen> {
		return await this.open();
	}

	/** Reads from where the reader is, or from the start. */
	protected abstract read(target: Buffer): Promise<number>;

	/** Ends what is still open. */
	close(): void {
		this.reader = undefined;
	}

	/**
	 * Does something with the file, again from its start where it broke off.
	 *
	 * @throws what the work throws, when no try is left; CancelledError when the execution is stopped
	 */
	async use<T>(work: (file: this) => Promise<T>): Promise<T> {
		return await this.tries.retry(async () => {
			try {
				return await work(this);
			} finally {
				this.tries.reached(this.reader?.position ?? 0);
				this.close();
			}
		});
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws TransferError when the file breaks off, or is not as long as announced
	 */
	async fill(target: Buffer): Promise<number> {
		const filled = await (this.reader instanceof Content
			? this.reader.fill(target)
			: this.read(target));
		const { position: received = 0 } = this.reader ?? {};
		const { bytes = received } = this;
		if (received < bytes ? filled === target.length : received === bytes) return filled;
		this.hasOtherLength = true;
		const seen = received > bytes ? 'is longer' : `ended after ${formatBytes(received)}`;
		throw this.problem(`the file ${seen}, but ${formatBytes(bytes)} were announced`);
	}

	/** @param reason what ended the reading, in words */
	protected brokenOff(reason: string): TransferError {
		const received = formatBytes(this.reader?.position ?? 0);
		return this.problem(
			`the file could not be read to its end: ${reason}. It stopped after ${received}`,
		);
	}

	private problem(what: string): TransferError {
		const message = `${this.place}: ${what}. Try again, or use another source`;
		return new TransferError(message, { passing: this.canRepeat });
	}
}

/** @param wanted for what it is read */
export function sourceOf(item: FileItem, ref: UploadRef, wanted: SourceUse): Source {
	return ref.source === 'url' ? new WebSource(item, ref, wanted) : new InputSource(item, ref);
}

/** A file that is in memory. */
class Content {
	position = 0;

	constructor(private readonly content: Buffer) {}

	async fill(target: Buffer): Promise<number> {
		const copied = this.content.copy(target, 0, this.position);
		this.position += copied;
		return copied;
	}
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/** A file of the input item, streamed where n8n keeps it outside the item. */
class InputSource extends Source {
	private id = '';

	private stream?: ReadableFile;

	constructor(
		item: FileItem,
		private readonly ref: InputFileRef,
	) {
		super(item, ref.place, false);
	}

	async open(): Promise<Required<Seen>> {
		const { context, itemIndex } = this.item;
		const { field, fileName } = this.ref;
		const binary = inputFile(context, itemIndex, field);
		if ('violation' in binary) throw new Error(`The input file is gone: ${binary.violation}`);
		if (binary.id === undefined) {
			const content = await context.helpers.getBinaryDataBuffer(itemIndex, binary);
			this.reader = new Content(content);
			this.bytes = content.length;
		} else {
			this.id = binary.id;
			this.bytes = (await context.helpers.getBinaryMetadata(binary.id)).fileSize;
		}
		return { fileName, bytes: this.bytes };
	}

	protected async read(target: Buffer): Promise<number> {
		const { id, item } = this;
		try {
			this.stream ??= await item.context.helpers.getBinaryStream(id, CHUNK_BYTES);
			this.reader ??= new Reader(this.stream, id.startsWith('filesystem'));
			return await this.reader.fill(target);
		} catch (error) {
			throw this.brokenOff(reasonOf(error));
		}
	}

	close(): void {
		this.stream?.destroy();
		this.stream = undefined;
		super.close();
	}
}

/**
 * Up to this size a file is sent in one piece, with one request to the service instead of two.
 * Above, a broken connection costs one part instead of the whole file.
 */
export const SINGLE_PUT_BYTES = 2 * PART_BYTES;

/** The failure that is counted next, and the last try, which reads the file from its start. */
const KEPT_TRIES = 2;

/**
 * A file on the web: streamed, never stored, and where its server allows it, read on from where it
 * broke off.
 */
class WebSource extends Source {
	/** Opened, and neither read nor sent to its end. */
	private file?: WebFile;

	constructor(
		item: FileItem,
		private readonly ref: UrlRef,
		private readonly wanted: SourceUse,
	) {
		super(item, ref.place, true);
	}

	async look(): Promise<Seen> {
		const { place } = this.ref;
		const { name, bytes, instead, host } = (this.file = await this.request());
		if (instead) {
			throw new Error(
				`${place} leads to ${instead} of ${host}, not to a file. Use the direct URL of the file, which anyone can open without signing in`,
			);
		}
		this.refuse(name, bytes);
		return { fileName: name, bytes };
	}

	/**
	 * The service wants to know the exact size before an upload begins. Where its server does not
	 * announce it, a small file is read ahead, and a larger one twice: to count its bytes, and to send
	 * them. A compressed answer, which n8n expands without a word, announces the compressed length, and
	 * is counted too.
	 */
	async open(): Promise<Required<Seen>> {
		const { fileName, bytes: announced } = await this.look();
		this.bytes = this.hasOtherLength ? undefined : announced;
		const bytes = (this.bytes ??= await this.count());
		this.refuse(fileName, bytes);
		return { fileName, bytes };
	}

	close(): void {
		this.file?.close();
		this.file = undefined;
		super.close();
	}

	private refuse(name: string, bytes: number | undefined): void {
		const { purpose, canRename } = this.wanted;
		const violation = fileViolation(name, bytes, purposes[purpose], canRename);
		if (violation) throw new Error(`${this.ref.place}: ${violation}`);
	}

	/** Reads to the end, or over the limit; keeps the content if it is small. */
	private async count(): Promise<number> {
		const most = Math.min(purposes[this.wanted.purpose].maxBytes ?? Infinity, MAX_FILE_BYTES);
		const buffer = Buffer.allocUnsafeSlow(SINGLE_PUT_BYTES + 1);
		let bytes = 0;
		let filled: number;
		do {
			filled = await this.fill(buffer);
			bytes += filled;
		} while (filled === buffer.length && bytes <= most);
		this.close();
		if (bytes < buffer.length) this.reader = new Content(buffer.subarray(0, bytes));
		return bytes;
	}

	protected async read(target: Buffer): Promise<number> {
		const { position: start = 0 } = this.reader ?? {};
		for (;;) {
			const file = (this.file ??= await this.request());
			const reader = (this.reader ??= new Reader(file.stream, true));
			try {
				await reader.fill(target.subarray(reader.position - start));
				return reader.position - start;
			} catch (error) {
				throwIfCancelled(this.item.client.signal);
				await this.continueWith(file, reader.position, this.brokenOff(file.reason(error)));
			}
		}
	}

	/** Opens a file where it broke off. @throws the error when its server cannot continue with it */
	private async continueWith(file: WebFile, from: number, broken: TransferError): Promise<void> {
		const { version, bytes, headers } = file;
		let problem = broken;
		file.close();
		this.tries.reached(from);
		while (version !== undefined && this.tries.left > KEPT_TRIES && this.file === file) {
			await this.tries.failedWith(problem);
			try {
				const next = await this.request({ from, version });
				const isSame = next.version === version && next.headers.etag === headers.etag;
				if (isSame && next.bytes === bytes && next.from <= from && this.file === file) {
					this.file = next;
					this.reader = new Reader(next.stream, true, from, from - next.from);
					return;
				}
				next.close();
				break;
			} catch (error) {
				if (!(error instanceof TransferError)) throw asError(error);
				if (!error.failure.passing) break;
				problem = error;
			}
		}
		throw broken;
	}

	private async request(resume?: { from: number; version: string }): Promise<WebFile> {
		const { context, client } = this.item;
		const { url, place } = this.ref;
		const { fileName } = this.wanted;
		return await requestWebFile(context, url, {
			what: place,
			fileName,
			resume,
			signal: client.signal,
			readBytes: LARGE_READ_BYTES,
		});
	}
}
