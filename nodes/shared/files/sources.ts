import type { IExecuteFunctions } from 'n8n-workflow';

import { noAnswer } from '../service/transport';
import { asError, growingWait, sleepFor, throwIfStopped } from '../util/async';
import { withoutSystemCode } from '../util/text';
import { fileViolation, inputFile, type InputFileChoice, type Renaming } from './fileRef';
import { freeMemory, ReadableFile } from './memory';
import { brokenOff, MOST_PARTS, PART_BYTES, SINGLE_PUT_BYTES } from './parts';
import { purposes, type Purpose } from './purposes';
import { openWebFile, WebFileError, type WebFile } from './web';

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
	{ field, fileName }: InputFileChoice,
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

/** What the file system says, as in `ENOSPC: no space left on device, write`; connections do not begin with a code. */
function saidByDisk(error: unknown): string | undefined {
	return /^E[A-Z\d]+: ([^,]+), \w/.exec(asError(error).message)?.[1];
}

/** Attempts to read on at the same place. */
const ATTEMPTS = 4;

const FIRST_WAIT_MS = 500;

/** The file on the web that is uploaded. */
interface WebSourceChoice {
	url: string;
	/** The field of the address in messages, such as `'Video URL'`. */
	name: string;
	purpose: Purpose;
	/** Replaces the name that the address has. */
	fileName?: string;
	/** Read to its end once to count its bytes, whatever length is announced. */
	counted?: boolean;
	/** What a message about a wrong extension suggests. */
	renaming: Renaming;
	signal?: AbortSignal;
}

/**
 * A file on the web as the source of an upload: streamed, never stored.
 *
 * The service wants to know the size before an upload begins. A server that does not announce it gets no
 * trust in a guess: a small file is read ahead, a larger one is read twice, first to count its bytes and then
 * to send them. (Asking for a range or with HEAD would spare that only at servers that would have announced
 * the size anyway.) The length of a compressed answer is that of the compressed file: n8n expands it without a
 * word, so that it has to be counted too.
 *
 * @throws Error with a sentence for the user when there is no usable file at the address; BrokenSourceError when
 *   it breaks off
 */
export async function webSource(
	context: IExecuteFunctions,
	choice: WebSourceChoice,
): Promise<Source> {
	const reader = new WebReader(context, choice);
	const { purpose, renaming } = choice;
	const refuse = (name: string, bytes: number | undefined) => {
		const violation = fileViolation(name, bytes, purpose, renaming);
		if (violation) throw new Error(`${choice.name}: ${violation}`);
	};
	try {
		const { name, bytes: announced, instead, host } = await reader.open();
		if (instead) {
			throw new Error(
				`${choice.name} leads to ${instead} of ${host}, not to a file. Use the direct URL of the file, which anyone can open without signing in`,
			);
		}
		refuse(name, announced);
		if (announced !== undefined && !choice.counted) return reader.source(name, announced);
		const { bytes, content } = await readAhead(reader, mostBytes(purpose));
		refuse(name, bytes);
		return content ? contentSource(name, content) : reader.source(name, bytes);
	} catch (error) {
		reader.close();
		throw asError(error);
	}
}

function mostBytes(purpose: Purpose): number {
	return Math.min(purposes[purpose].maxBytes ?? Infinity, PART_BYTES * MOST_PARTS);
}

/** Reads one file of the web, as often as needed; where its server allows it, from where it broke off. */
class WebReader {
	private readonly opened = new Set<WebFile>();

	private unread?: WebFile;

	private last?: WebFile;

	/** How often all was closed. */
	private closed = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly choice: WebSourceChoice,
	) {}

	/** Opens the file at its start; the next one who reads it begins there. */
	async open(): Promise<WebFile> {
		this.unread ??= await this.request();
		return this.unread;
	}

	source(fileName: string, bytes: number): Source {
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
	 * The bytes from the start.
	 *
	 * @param freeAfterUse frees each piece when the next one is asked for
	 * @throws BrokenSourceError when the file breaks off and its server cannot continue with the same content
	 */
	async *pieces(freeAfterUse: boolean): AsyncGenerator<Buffer> {
		const { signal } = this.choice;
		const first = await this.begin();
		let file = first;
		let given = 0;
		let failed = 0;
		let givenBefore = 0;
		const { closed } = this;
		for (;;) {
			try {
				for await (const chunk of behind(file, given)) {
					given += chunk.length;
					yield chunk;
					if (freeAfterUse) freeMemory(chunk);
				}
				return;
			} catch (error) {
				file.close();
				throwIfStopped(signal);
				const broken = brokenOff(given, file.reason(error));
				failed = given - givenBefore < PART_BYTES ? failed + 1 : 1;
				givenBefore = given;
				const { version } = first;
				const ends = failed >= ATTEMPTS || this.closed > closed;
				if (version === undefined || ends) throw asError(broken);
				this.context.logger.info(`${broken.message}. Continuing from there`);
				await sleepFor(growingWait(FIRST_WAIT_MS, failed), signal);
				const next = await this.requestRest(given, version);
				const isContinued = next !== undefined && isSame(first, next, given);
				if (this.closed > closed || !isContinued) throw asError(broken);
				file = next;
			}
		}
	}

	close(): void {
		this.closed++;
		for (const file of this.opened) file.close();
		this.opened.clear();
	}

	private async begin(): Promise<WebFile> {
		const file = await this.open();
		this.unread = undefined;
		return file;
	}

	/** The file from where it broke off; undefined when its server cannot continue, though it may begin again. */
	private async requestRest(from: number, version: string): Promise<WebFile | undefined> {
		try {
			return await this.request({ from, version });
		} catch (error) {
			if (error instanceof WebFileError) return undefined;
			throw asError(error);
		}
	}

	private async request(resume?: { from: number; version: string }): Promise<WebFile> {
		const { url, name: what, fileName, signal } = this.choice;
		const file = await openWebFile(this.context, url, { what, fileName, resume, signal });
		this.opened.add(file);
		file.stream.once('close', () => this.opened.delete(file));
		this.last = file;
		return file;
	}
}

/** Whether a file continues where another one broke off. */
function isSame(first: WebFile, next: WebFile, given: number): boolean {
	return next.version === first.version && next.bytes === first.bytes && next.from <= given;
}

/** What of a file comes after so many bytes, for a server that gives it out from its start only. */
async function* behind({ stream, from }: WebFile, given: number): AsyncGenerator<Buffer> {
	let skip = given - from;
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		if (skip === 0) yield chunk;
		else if (chunk.length > skip) yield chunk.subarray(skip);
		skip = Math.max(0, skip - chunk.length);
	}
}

/** Reads to the end, or over the limit; keeps the content as long as it is small. */
async function readAhead(
	reader: WebReader,
	most: number,
): Promise<{ bytes: number; content?: Buffer }> {
	let kept: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of reader.pieces(false)) {
		bytes += chunk.length;
		if (bytes <= SINGLE_PUT_BYTES) {
			kept.push(chunk);
			continue;
		}
		for (const piece of [...kept, chunk]) freeMemory(piece);
		kept = [];
		if (bytes > most) break;
	}
	return { bytes, content: bytes <= SINGLE_PUT_BYTES ? Buffer.concat(kept) : undefined };
}
