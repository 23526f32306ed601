import type { MultipartTask } from '../service/files';
import { formatBytes } from '../util/format';
import { purposes, type Purpose } from './purposes';

/** The source gave fewer or other bytes than it should; read again, it may give them. */
export class BrokenSourceError extends Error {
	constructor(
		message: string,
		/** It ended, but not after the announced number of bytes. */
		readonly otherLength = false,
	) {
		super(message);
	}
}

/** The error of a source that broke off before its end. */
export function brokenOff(received: number, reason: string): BrokenSourceError {
	return new BrokenSourceError(
		`The file could not be read to its end: ${reason}. It stopped after ${formatBytes(received)}. Try again, or use another source`,
	);
}

/** The error of a source that ended with other bytes than it had announced. */
export function changed(announced: number, received: number): BrokenSourceError {
	const seen = received > announced ? 'is longer' : `ended after ${formatBytes(received)}`;
	return new BrokenSourceError(
		`The file ${seen}, but its server announced ${formatBytes(announced)}. Try again, or use another source`,
		true,
	);
}

/** The service fixes parts at 10 MiB, and a file at 1000 of them (service.md 8). */
export const PART_BYTES = 10_485_760;
export const MOST_PARTS = 1000;

/** One part within this time: far below any line on which uploads of this size make sense. */
export const PART_TIME_LIMIT_MS = 10 * 60_000;

export interface Part {
	/** Position in the list of parts, from 0. */
	index: number;
	body: Buffer;
	/** What the body lies in, to be given back after use. */
	buffer: Buffer;
}

/**
 * Cuts a file into parts of exactly the given sizes, in order. The bytes are copied once,
 * into buffers that are used again and again, so that memory does not grow with the file.
 *
 * @param chunks the bytes of the file
 * @param sizes bytes of each part
 * @param takeBuffer waits for a buffer of at least that size; not asked for the next part before one is free
 * @param giveBack takes an unfinished part's buffer back when the source fails
 * @throws Error when the source has more or fewer bytes than the parts
 */
export async function* cut(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
	sizes: readonly number[],
	takeBuffer: (size: number) => Promise<Buffer>,
	giveBack: (buffer: Buffer) => void,
): AsyncGenerator<Part> {
	const total = sizes.reduce((sum, size) => sum + size, 0);
	let index = 0;
	let filled = 0;
	let received = 0;
	let buffer: Buffer | undefined;
	try {
		for await (const chunk of chunks) {
			received += chunk.length;
			if (received > total) throw changed(total, received);
			for (let at = 0; at < chunk.length; ) {
				const size = sizes[index] ?? 0;
				buffer ??= await takeBuffer(size);
				const copied = chunk.copy(buffer, filled, at, Math.min(chunk.length, at + size - filled));
				at += copied;
				filled += copied;
				if (filled < size) continue;
				const part = { index: index++, body: buffer.subarray(0, size), buffer };
				buffer = undefined;
				filled = 0;
				yield part;
			}
		}
	} finally {
		if (buffer) giveBack(buffer);
	}
	if (received < total) throw changed(total, received);
}

/**
 * What is wrong with the list of parts that the service returned: they have to be numbered from 1 without a
 * gap and to make up the whole file.
 */
export function partsProblem(parts: MultipartTask['parts'], bytes: number): string | undefined {
	const gap = parts.findIndex(({ part_number: number }, index) => number !== index + 1);
	if (gap >= 0) return `part ${gap + 1} is missing in the list of parts`;
	const sum = parts.reduce((total, { size }) => total + size, 0);
	return sum === bytes ? undefined : `the parts make up ${sum} bytes, but the file has ${bytes}`;
}

export type UploadMethod = 'automatic' | 'single' | 'multipart';

/**
 * Up to this size a file is sent in one piece: one request to the service instead of two, and the two parts
 * that it would have gain nothing. Above, a broken connection costs one part instead of the whole file.
 */
export const SINGLE_PUT_BYTES = 2 * PART_BYTES;

/**
 * Chooses how a file is sent.
 *
 * @param bytes size of the file
 */
export function methodFor(
	chosen: UploadMethod,
	purpose: Purpose,
	bytes: number,
): Exclude<UploadMethod, 'automatic'> {
	if (purposes[purpose].multipartOnly) return 'multipart';
	if (chosen !== 'automatic') return chosen;
	return bytes <= SINGLE_PUT_BYTES ? 'single' : 'multipart';
}
