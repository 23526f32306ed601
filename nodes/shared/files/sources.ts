import lowerFirst from 'lodash/lowerFirst';
import type { IExecuteFunctions } from 'n8n-workflow';

import { noAnswer } from '../service/transport';
import { asError, growingWait, sleepFor, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/format';
import { withoutSystemCode } from '../util/text';
import { type FileRef, fileViolation, inputFile, type InputFileRef, type UrlRef } from './fileRef';
import { LARGE_READ_BYTES, type ReadableFile, Reader } from './memory';
import { MAX_FILE_BYTES, PART_BYTES, purposes, type Purpose } from './purposes';
import { type FileContext, type Opening, requestWebFile, type WebFile, WebFileError } from './web';

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
	 * Counts a failure and waits before another try.
	 *
	 * @param retryAfterMs how long the server asks to wait, in milliseconds
	 * @throws the error when no try is left; CancelledError when the execution is stopped
	 */
	async failedWith(error: unknown, retryAfterMs = 0): Promise<void> {
		throwIfCancelled(this.signal);
		this.failed++;
		if (this.left <= 0) throw asError(error);
		const wait = growingWait(this.most.firstWaitMs, this.failed);
		await sleepFor(Math.max(wait, Math.min(MAX_RETRY_AFTER_MS, retryAfterMs)), this.signal);
	}
}

/**
 * Opens a file on the web; what may pass is tried again.
 *
 * @param tries of the whole way of the file
 * @throws WebFileError when there is none; CancelledError when the execution is stopped
 */
export async function openWebFile(
	context: FileContext,
	url: string,
	tries: Tries,
	opening: Opening,
): Promise<WebFile> {
	for (;;) {
		try {
			return await requestWebFile(context, url, opening);
		} catch (error) {
			if (!(error instanceof WebFileError && error.failure.passing)) throw asError(error);
			await tries.failedWith(error, error.failure.retryAfterMs);
		}
	}
}

/** A file that can be read from its start as often as needed. */
export interface Source {
	fileName: string;
	bytes: number;
	/** Opens the file at its start, to be sent by one request. */
	open(): Promise<Buffer | ReadableFile>;
	/**
	 * Fills a buffer with its next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 */
	fill(target: Buffer): Promise<number>;
	/** What ended the reading, in words. */
	reason(error: unknown): string;
	/** Ends what is still open; it is read from its start after that. */
	close(): void;
}

/** A file as far as its beginning shows it. */
export type Seen = Pick<Source, 'fileName'> & Partial<Pick<Source, 'bytes'>>;

/** The source gave fewer or other bytes than it should; read again, it may give them. */
export class BrokenSourceError extends Error {
	constructor(
		message: string,
		readonly received: number,
		/** It ended, but not after the announced number of bytes. */
		readonly lengthMismatch = false,
	) {
		super(message);
	}

	/** The same for the user, with the field that chose the file. */
	in({ place }: FileRef): Error {
		return new Error(`${place}: ${lowerFirst(this.message)}`);
	}
}

/** The error of a source that broke off before its end. */
export function brokenOff(received: number, reason: string): BrokenSourceError {
	return new BrokenSourceError(
		`The file could not be read to its end: ${reason}. It stopped after ${formatBytes(received)}. Try again, or use another source`,
		received,
	);
}

/** The error of a source that ended with other bytes than it had announced. */
export function changed(announced: number, received: number): BrokenSourceError {
	const seen = received > announced ? 'is longer' : `ended after ${formatBytes(received)}`;
	return new BrokenSourceError(
		`The file ${seen}, but ${formatBytes(announced)} were announced. Try again, or use another source`,
		received,
		true,
	);
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * A file of the input item, read the way its storage allows: streamed where n8n keeps it
 * outside the item.
 *
 * @throws Error with a sentence for the user when the item has no such file
 */
export async function inputSource(
	context: IExecuteFunctions,
	itemIndex: number,
	{ field, fileName }: InputFileRef,
): Promise<Source> {
	const binary = inputFile(context, itemIndex, field);
	if ('violation' in binary) throw new Error(`The input file is gone: ${binary.violation}`);
	const { id } = binary;
	if (id === undefined) {
		return contentSource(fileName, await context.helpers.getBinaryDataBuffer(itemIndex, binary));
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	let stream: ReadableFile | undefined;
	let reader: Reader | undefined;
	const open = async () => (stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES));
	return {
		fileName,
		bytes: fileSize,
		open,
		async fill(target) {
			try {
				reader ??= new Reader(await open(), id.startsWith('filesystem'));
				return await reader.fill(target);
			} catch (error) {
				throw brokenOff(reader?.position ?? 0, reasonOf(error));
			}
		},
		reason: reasonOf,
		close() {
			stream?.destroy();
			reader = undefined;
		},
	};
}

/** A file that is in memory. */
function contentSource(fileName: string, content: Buffer): Source {
	let position = 0;
	return {
		fileName,
		bytes: content.length,
		open: async () => content,
		async fill(target) {
			const copied = content.copy(target, 0, position);
			position += copied;
			return copied;
		},
		reason: reasonOf,
		close() {
			position = 0;
		},
	};
}

/** What ended the reading or writing of a file in n8n's storage, in words. */
export function reasonOf(error: unknown): string {
	return saidByDisk(error) ?? withoutSystemCode(noAnswer(error).detail);
}

/** What the file system says, as in `ENOSPC: no space left on device, write`, unlike a connection. */
export function saidByDisk(error: unknown): string | undefined {
	return /^E[A-Z\d]+: ([^,]+), \w/.exec(asError(error).message)?.[1];
}

/**
 * Up to this size a file is sent in one piece, with one request to the service instead of two.
 * Above, a broken connection costs one part instead of the whole file.
 */
export const SINGLE_PUT_BYTES = 2 * PART_BYTES;

/** The failure that is counted next, and the last try, which reads the file from its start. */
const KEPT_TRIES = 2;

interface WebUse {
	purpose: Purpose;
	/** Replaces the name that the address has. */
	fileName?: string;
	/** The node has an option for the name. */
	canRename?: boolean;
	signal?: AbortSignal;
}

/**
 * A file on the web as the source of an upload: streamed, never stored, read as often as needed,
 * and where its server allows it, from where it broke off.
 */
export class WebSource {
	private readonly tries: Tries;

	/** Opened, and neither read nor sent to its end. */
	private file?: WebFile;

	private reader?: Reader;

	/** Its bytes have to be counted: another number came than was announced. */
	private countFirst = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly ref: UrlRef,
		private readonly use: WebUse,
	) {
		this.tries = new Tries(use.signal);
	}

	/**
	 * Opens the file and checks what can be seen of it.
	 *
	 * @returns its size as far as its server announces it
	 * @throws Error with a sentence for the user when there is no usable file at the address
	 */
	async look(): Promise<Seen> {
		const { place } = this.ref;
		const { name, bytes, instead, isEmpty, host } = await this.opened();
		if (instead) {
			throw new Error(
				`${place} leads to ${instead} of ${host}, not to a file. Use the direct URL of the file, which anyone can open without signing in`,
			);
		}
		this.refuse(name, isEmpty ? 0 : bytes);
		return { fileName: name, bytes };
	}

	/**
	 * The file with its exact size, which the service wants to know before an upload begins. Where
	 * its server does not announce it, a small file is read ahead, and a larger one twice: to count
	 * its bytes, and to send them. A compressed answer, which n8n expands without a word, announces
	 * the compressed length, and is counted too.
	 *
	 * @throws Error as `look`; BrokenSourceError when it breaks off
	 */
	async source(): Promise<Source> {
		const { fileName, bytes: announced } = await this.look();
		const { bytes, content } =
			announced === undefined || this.countFirst ? await this.count() : { bytes: announced };
		this.refuse(fileName, bytes);
		if (content) return contentSource(fileName, content);
		return {
			fileName,
			bytes,
			open: async () => (await this.opened()).stream,
			fill: async (target) => await this.fill(target),
			reason: (error) => this.file?.reason(error) ?? '',
			close: () => this.close(),
		};
	}

	/**
	 * Waits before the file is read again from its start.
	 *
	 * @throws the error, with the name of the field, when no try is left; CancelledError when the
	 *   execution is stopped
	 */
	async readAgain(error: BrokenSourceError): Promise<void> {
		this.close();
		this.tries.reached(error.received);
		await this.tries.failedWith(error.in(this.ref));
		this.context.logger.info(`${error.message}. Reading it again from the start`);
		this.countFirst ||= error.lengthMismatch;
	}

	close(): void {
		this.file?.close();
		this.file = undefined;
		this.reader = undefined;
	}

	private refuse(name: string, bytes: number | undefined): void {
		const { purpose, canRename } = this.use;
		const violation = fileViolation(name, bytes, purposes[purpose], canRename);
		if (violation) throw new Error(`${this.ref.place}: ${violation}`);
	}

	/** Reads to the end, or over the limit; keeps the content if it is small. */
	private async count(): Promise<{ bytes: number; content?: Buffer }> {
		const most = Math.min(purposes[this.use.purpose].maxBytes ?? Infinity, MAX_FILE_BYTES);
		const buffer = Buffer.allocUnsafeSlow(SINGLE_PUT_BYTES + 1);
		let bytes = 0;
		let filled: number;
		do {
			filled = await this.fill(buffer);
			bytes += filled;
		} while (filled === buffer.length && bytes <= most);
		this.close();
		return { bytes, content: bytes < buffer.length ? buffer.subarray(0, bytes) : undefined };
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @throws BrokenSourceError when the file breaks off and its server cannot continue with it
	 */
	private async fill(target: Buffer): Promise<number> {
		const { position: start = 0 } = this.reader ?? {};
		for (;;) {
			const file = await this.opened();
			const reader = (this.reader ??= new Reader(file.stream, true));
			try {
				await reader.fill(target.subarray(reader.position - start));
				return reader.position - start;
			} catch (error) {
				throwIfCancelled(this.use.signal);
				await this.continueWith(file, brokenOff(reader.position, file.reason(error)));
			}
		}
	}

	/** Opens a file where it broke off. @throws the error when its server cannot continue with it */
	private async continueWith(file: WebFile, broken: BrokenSourceError): Promise<void> {
		const { received: from } = broken;
		const { version } = file;
		const opening = { what: this.ref.place, signal: this.use.signal, readBytes: LARGE_READ_BYTES };
		let retryAfterMs: number | undefined;
		file.close();
		this.tries.reached(from);
		while (version !== undefined && this.tries.left > KEPT_TRIES && this.file === file) {
			await this.tries.failedWith(broken, retryAfterMs);
			this.context.logger.info(`${broken.message}. Continuing from there`);
			try {
				const resume = { from, version };
				const next = await requestWebFile(this.context, this.ref.url, { ...opening, resume });
				const isSame = next.version === version && next.etag === file.etag;
				if (isSame && next.bytes === file.bytes && next.from <= from && this.file === file) {
					this.file = next;
					this.reader = new Reader(next.stream, true, from, from - next.from);
					return;
				}
				next.close();
				break;
			} catch (error) {
				if (!(error instanceof WebFileError)) throw asError(error);
				if (!error.failure.passing) break;
				({ retryAfterMs } = error.failure);
			}
		}
		throw broken;
	}

	/** The file, which is opened at its start where it is not open. */
	private async opened(): Promise<WebFile> {
		const { fileName, signal } = this.use;
		const opening = { what: this.ref.place, fileName, signal, readBytes: LARGE_READ_BYTES };
		this.file ??= await openWebFile(this.context, this.ref.url, this.tries, opening);
		return this.file;
	}
}
