import type { IExecuteFunctions } from 'n8n-workflow';

import { asError } from '../service/failure';
import { fileViolation } from './fileChoice';
import { purposes, type Purpose } from './purposes';
import { SINGLE_PUT_BYTES } from './method';
import { PART_TIME_LIMIT_MS } from './parts';
import { chunksOf, free, type ReadableFile, type Source } from './sources';
import { openWebFile, type WebFile } from './webFile';

const WHAT = 'The source of the file';

/** A part that is sent slowly, and then once again, holds the source back for so long. */
const STALL_MS = 2 * PART_TIME_LIMIT_MS;

/**
 * A file on the web as the source of an upload: streamed, never stored.
 *
 * The service wants to know the size before an upload begins. A server that does not announce it gets no
 * trust in a guess: a small file is read ahead, a larger one is read twice, first to count its bytes and then
 * to send them. (Asking for a range or with HEAD would spare that only at servers that would have announced
 * the size anyway.)
 *
 * @param fileName replaces the name that the address has
 * @throws Error with a sentence for the user when there is no usable file at the address
 */
export async function webSource(
	context: IExecuteFunctions,
	url: string,
	purpose: Purpose,
	fileName: string | undefined,
	signal?: AbortSignal,
): Promise<Source> {
	const opened = new Set<ReadableFile>();
	const reopen = async (): Promise<WebFile> => {
		const file = await openWebFile(context, url, { what: WHAT, stallMs: STALL_MS, signal });
		opened.add(file.stream);
		return file;
	};
	const close = () => {
		for (const stream of opened) stream.destroy();
	};
	const first = await reopen();
	const name = fileName?.trim() || first.name;
	try {
		if (first.mimeType === 'text/html') {
			throw new Error(
				'The address leads to a web page, not to a file. Use the direct address of the file, which anyone can open without signing in',
			);
		}
		refuse(name, first.bytes, purpose);
		if (first.bytes !== undefined) {
			let unread: ReadableFile | undefined = first.stream;
			const open = async () => {
				const stream = unread ?? (await reopen()).stream;
				unread = undefined;
				return stream;
			};
			return { fileName: name, bytes: first.bytes, open, ownsPieces: true, close };
		}
		const read = await readAhead(first.stream, purposes[purpose].maxBytes);
		refuse(name, read.bytes, purpose);
		const { content } = read;
		const open = async () => content ?? (await reopen()).stream;
		const ownsPieces = content === undefined;
		return { fileName: name, bytes: read.bytes, open, ownsPieces, close };
	} catch (error) {
		close();
		throw asError(error);
	}
}

function refuse(fileName: string, bytes: number | undefined, purpose: Purpose): void {
	const violation = fileViolation(fileName, bytes, purpose);
	if (violation) throw new Error(`The file cannot be uploaded: ${violation}`);
}

/** Reads to the end, or over the limit; keeps the content as long as it is small. */
async function readAhead(
	stream: ReadableFile,
	most = Infinity,
): Promise<{ bytes: number; content?: Buffer }> {
	let kept: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of chunksOf(stream, false)) {
		bytes += chunk.length;
		if (bytes <= SINGLE_PUT_BYTES) {
			kept.push(chunk);
			continue;
		}
		for (const piece of [...kept, chunk]) free(piece);
		kept = [];
		if (bytes > most) break;
	}
	return { bytes, content: bytes <= SINGLE_PUT_BYTES ? Buffer.concat(kept) : undefined };
}
