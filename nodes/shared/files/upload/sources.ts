import type { IExecuteFunctions } from 'n8n-workflow';

import { noAnswer } from '../../service/transport';
import { freeMemory } from '../../util/capabilities';
import { asError } from '../../util/errors';
import { withoutSystemCode } from '../../util/text';
import { brokenOff } from './brokenSource';
import { inputFile, type InputFileChoice } from '../choice';

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

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
export function contentSource(fileName: string, content: Buffer): Source {
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
