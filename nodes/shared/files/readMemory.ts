import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * The memory into which a connection reads a file.
 */

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** What Node.js reads at once by itself. */
const READ_BYTES = 64 * 1024;

/**
 * At once, of what a `Reader` reads: n8n's request layer leaves 6 KiB of garbage behind for each piece,
 * which adds up in n8n's large heap. Pieces that only the garbage collector takes are better small.
 */
export const LARGE_READ_BYTES = 4 * READ_BYTES;

/** The memory into which a connection reads. */
export interface ReadMemory {
	/** For a request by n8n's helper; n8n 2.14 and older ignore them. */
	options: object;
	/** To be told of the first piece of the answer, before which nothing is used again. */
	firstPiece(piece: Buffer): void;
}

/**
 * Lets a connection read into the same memory again and again. Without that, Node.js takes fresh
 * memory for every read and copies the answer out of it: with a large file, collecting both took
 * more processor time than everything else.
 *
 * Only memory that nobody can still look at is used again: what the connection had to keep stays,
 * and everything does until the pieces of the answer are seen to be copies.
 */
export function readMemory(readBytes = READ_BYTES): ReadMemory {
	/** All memory that the connection was given here. */
	const ours = new WeakSet<object>();
	/** What the connection reads into next; undefined where it has to be fresh. */
	let next: Buffer | undefined;
	/** The pieces of the answer are copies, so that what was read is of no use once they are made. */
	let areCopies = false;
	const onread = {
		buffer(): Buffer {
			if (next === undefined) {
				next = Buffer.allocUnsafeSlow(readBytes);
				ours.add(next.buffer);
			}
			return next;
		},
		// Node.js calls it on the connection, with what it has read.
		callback(this: Pick<ReadableFile, 'readableLength' | 'push'>, bytes: number, memory: Buffer) {
			const keptBefore = this.readableLength;
			const wantsMore = this.push(memory.subarray(0, bytes));
			const isKept = this.readableLength > keptBefore;
			if (isKept || !areCopies) {
				// What was read stays where it is, so that the connection goes on behind it.
				const unused = memory.subarray(bytes);
				next = unused.length < READ_BYTES ? undefined : unused;
			}
			return wantsMore;
		},
	};
	return {
		options: { agentOptions: { onread } },
		firstPiece({ buffer }) {
			areCopies = !ours.has(buffer);
		},
	};
}
