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
	const ours = new WeakSet<object>();
	let free: Buffer | undefined;
	let areCopies = false;
	const onread = {
		buffer(): Buffer {
			if (free === undefined) {
				free = Buffer.allocUnsafeSlow(readBytes);
				ours.add(free.buffer);
			}
			return free;
		},
		// Node.js calls it on the connection.
		callback(this: Pick<ReadableFile, 'readableLength' | 'push'>, bytes: number, memory: Buffer) {
			const heldBefore = this.readableLength;
			const wantsMore = this.push(memory.subarray(0, bytes));
			const isHeld = !areCopies || this.readableLength > heldBefore;
			if (isHeld) {
				const rest = memory.subarray(bytes);
				free = rest.length < READ_BYTES ? undefined : rest;
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
