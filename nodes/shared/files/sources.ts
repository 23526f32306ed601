import type { IExecuteFunctions } from 'n8n-workflow';

import { noAnswer } from '../service/transport';
import { inputFile, type InputFileChoice } from './fileChoice';

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** A file that can be read from its start as often as needed. */
export interface Source {
	fileName: string;
	bytes: number;
	/** Opens the file at its start. */
	open(): Promise<Buffer | ReadableFile>;
	/** Nobody else keeps the pieces that the opened file gives: they may be freed after use. */
	ownsPieces: boolean;
	/** Ends what is still open. */
	close(): void;
}

/** Large enough that reading costs little, small beside a part. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * A file of the input item, read the way its storage allows (requirement R039): streamed where n8n keeps it
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
	if ('violation' in binary) throw new Error(`The file is not there: ${binary.violation}`);
	const { id } = binary;
	if (id === undefined) {
		const content = await context.helpers.getBinaryDataBuffer(itemIndex, binary);
		const open = async () => content;
		return { fileName, bytes: content.length, open, ownsPieces: false, close() {} };
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	const opened = new Set<ReadableFile>();
	return {
		fileName,
		bytes: fileSize,
		async open() {
			const stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES);
			opened.add(stream);
			return stream;
		},
		ownsPieces: id.startsWith('filesystem'),
		close() {
			for (const stream of opened) stream.destroy();
		},
	};
}

/**
 * The bytes of an opened file, piece by piece.
 *
 * @param freeAfterUse frees each piece when the next one is asked for
 * @throws Error with a sentence for the user when the source breaks off
 */
export async function* chunksOf(
	file: Buffer | ReadableFile,
	freeAfterUse: boolean,
): AsyncGenerator<Buffer> {
	if (Buffer.isBuffer(file)) {
		yield file;
		return;
	}
	let received = 0;
	try {
		for await (const chunk of file as AsyncIterable<Buffer>) {
			received += chunk.length;
			yield chunk;
			if (freeAfterUse) free(chunk);
		}
	} catch (error) {
		throw brokenOff(received, error);
	}
}

/**
 * Gives the memory of a piece back at once. Left to the garbage collector, the pieces of a large file make it
 * run all the time: that took five times the processor time of the whole upload. Does nothing before Node 21.
 */
export function free({ buffer, byteLength }: Buffer): void {
	if (buffer.byteLength !== byteLength) return;
	(buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** The error of a source that broke off before its end. */
export function brokenOff(received: number, error: unknown): Error {
	const { detail } = noAnswer(error);
	return new Error(
		`The source of the file broke off after ${received} bytes. ${withoutCode(detail)}`,
	);
}

/** n8n replaces the whole message of an error that holds a code of the system, such as ECONNRESET. */
export function withoutCode(detail: string): string {
	return detail.replace(/ \([A-Z_]+\)/g, '');
}
