import lowerFirst from 'lodash/lowerFirst';
import type { IExecuteFunctions } from 'n8n-workflow';

import { noAnswer } from '../service/transport';
import { asError, throwIfCancelled } from '../util/async';
import { formatBytes } from '../util/format';
import { withoutSystemCode } from '../util/text';
import { MAX_FILE_BYTES, PART_BYTES, Tries } from './budget';
import { type FileRef, fileViolation, inputFile, type InputFileRef, type UrlRef } from './fileRef';
import { freeMemory, ReadableFile } from './memory';
import { purposes, type Purpose } from './purposes';
import { openWebFile, requestWebFile, WebFileError, type WebFile } from './web';

/** A file that can be read from its start as often as needed. */
export interface Source {
	fileName: string;
	bytes: number;
	/** Opens the file at its start, to be sent by one request. */
	open(): Promise<Buffer | ReadableFile>;
	/** Its bytes from the start, piece by piece; each is valid until the next one is asked for. */
	pieces(): AsyncIterable<Buffer>;
	/** What ended the reading, in words. */
	reason(error: unknown): string;
	/** Ends what is still open. */
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
	const opened = new Set<ReadableFile>();
	const ownsPieces = id.startsWith('filesystem');
	const open = async () => {
		const stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES);
		opened.add(stream);
		return stream;
	};
	return {
		fileName,
		bytes: fileSize,
		open,
		async *pieces() {
			let received = 0;
			try {
				for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
					received += chunk.length;
					yield chunk;
					if (ownsPieces) freeMemory(chunk);
				}
			} catch (error) {
				throw brokenOff(received, reasonOf(error));
			}
		},
		reason: reasonOf,
		close() {
			for (const stream of opened) stream.destroy();
		},
	};
}

/** A file that is in memory. */
function contentSource(fileName: string, content: Buffer): Source {
	return {
		fileName,
		bytes: content.length,
		open: async () => content,
		async *pieces() {
			yield content;
		},
		reason: reasonOf,
		close() {},
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

	private readonly opened = new Set<WebFile>();

	/** Opened at its start, and not read yet. */
	private pending?: WebFile;

	private last?: WebFile;

	/** How often all was closed. */
	private closed = 0;

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
		const { name, bytes, instead, isEmpty, host } = await this.peek();
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
			open: async () => (await this.begin()).stream,
			pieces: () => this.pieces(true),
			reason: (error) => this.last?.reason(error) ?? '',
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
		this.closed++;
		for (const file of this.opened) file.close();
		this.opened.clear();
		this.pending = undefined;
	}

	private refuse(name: string, bytes: number | undefined): void {
		const { purpose, canRename } = this.use;
		const violation = fileViolation(name, bytes, purpose, canRename);
		if (violation) throw new Error(`${this.ref.place}: ${violation}`);
	}

	/** Reads to the end, or over the limit; keeps the content as long as it is small. */
	private async count(): Promise<{ bytes: number; content?: Buffer }> {
		const most = Math.min(purposes[this.use.purpose].maxBytes ?? Infinity, MAX_FILE_BYTES);
		let kept: Buffer[] = [];
		let bytes = 0;
		for await (const chunk of this.pieces(false)) {
			bytes += chunk.length;
			kept.push(chunk);
			if (bytes <= SINGLE_PUT_BYTES) continue;
			kept.forEach(freeMemory);
			kept = [];
			if (bytes > most) break;
		}
		return { bytes, content: bytes <= SINGLE_PUT_BYTES ? Buffer.concat(kept) : undefined };
	}

	/**
	 * The bytes from the start.
	 *
	 * @param freeAfterUse frees each piece when the next one is asked for
	 * @throws BrokenSourceError when the file breaks off and its server cannot continue with it
	 */
	private async *pieces(freeAfterUse: boolean): AsyncGenerator<Buffer> {
		const { closed } = this;
		const first = await this.begin();
		let given = 0;
		for (let file = first; ; ) {
			try {
				for await (const chunk of skipBytes(file, given)) {
					given += chunk.length;
					yield chunk;
					if (freeAfterUse) freeMemory(chunk);
				}
				return;
			} catch (error) {
				file.close();
				throwIfCancelled(this.use.signal);
				const broken = brokenOff(given, file.reason(error));
				if (this.closed > closed) throw asError(broken);
				this.tries.reached(given);
				file = await this.rest(first, given, broken);
				if (this.closed > closed) throw asError(broken);
			}
		}
	}

	/** The file from where it broke off. @throws the error when its server cannot continue */
	private async rest(first: WebFile, from: number, broken: BrokenSourceError): Promise<WebFile> {
		const { version } = first;
		let retryAfterMs: number | undefined;
		while (version !== undefined && this.tries.left > KEPT_TRIES) {
			await this.tries.failedWith(broken, retryAfterMs);
			this.context.logger.info(`${broken.message}. Continuing from there`);
			try {
				const opening = {
					what: this.ref.place,
					resume: { from, version },
					signal: this.use.signal,
				};
				const next = this.track(await requestWebFile(this.context, this.ref.url, opening));
				const isSame = next.version === version && next.etag === first.etag;
				if (isSame && next.bytes === first.bytes && next.from <= from) return next;
				break;
			} catch (error) {
				if (!(error instanceof WebFileError)) throw asError(error);
				if (!error.failure.passing) break;
				({ retryAfterMs } = error.failure);
			}
		}
		throw asError(broken);
	}

	/** Opens the file at its start; the next one who reads it begins there. */
	private async peek(): Promise<WebFile> {
		const { fileName, signal } = this.use;
		const opening = { what: this.ref.place, fileName, signal };
		this.pending ??= this.track(await openWebFile(this.context, this.ref.url, this.tries, opening));
		return this.pending;
	}

	private async begin(): Promise<WebFile> {
		const file = await this.peek();
		this.pending = undefined;
		return file;
	}

	private track(file: WebFile): WebFile {
		this.opened.add(file);
		file.stream.once('close', () => this.opened.delete(file));
		this.last = file;
		return file;
	}
}

/** What of a file comes after so many bytes, for a server that gives it out from its start only. */
async function* skipBytes({ stream, from }: WebFile, given: number): AsyncGenerator<Buffer> {
	let skip = given - from;
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		if (skip === 0) yield chunk;
		else if (chunk.length > skip) yield chunk.subarray(skip);
		skip = Math.max(0, skip - chunk.length);
	}
}
