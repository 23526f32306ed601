import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * The memory into which a connection reads a file.
 */

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** How much Node.js reads at once by itself. */
const READ_BYTES = 64 * 1024;

/**
 * How much is read at once for a `Reader`, which frees the memory of each piece itself. Large pieces are few, and n8n's
 * request layer leaves 6 KiB of garbage behind for each. Pieces that only the garbage collector frees are better small.
 */
export const LARGE_READ_BYTES = 4 * READ_BYTES;

/** The memory into which a connection reads. */
export interface ReadMemory {
	/** For a request by n8n's helper; n8n 2.14 and older ignore them. */
	options: object;
	/** To be called with the first piece of the answer. Until then, no memory is used again. */
	firstPiece(piece: Buffer): void;
}

/**
 * Lets a connection read into the same memory again and again. Without that, Node.js takes fresh
 * memory for every read and copies the answer out of it: with a large file, collecting both took
 * more processor time than everything else.
 *
 * Memory is only used again if nobody can still look at what was read into it. So what was read is left alone where the
 * connection holds it until somebody takes it, and as long as the pieces of the answer are not known to be copies.
 *
 * @param readBytes how much is read at once
 */
export function readMemory(readBytes = READ_BYTES): ReadMemory {
	/** All memory that the connection was given here. */
	const ours = new WeakSet<object>();
	/** What the connection reads into next; undefined where it needs fresh memory. */
	let next: Buffer | undefined;
	/** Whether the pieces of the answer are known to be copies, as the first one shows. */
	let areCopies = false;
	// Node.js has an option of this name for sockets. It calls `buffer` before each read, and `callback` after it.
	const onread = {
		buffer(): Buffer {
			if (next === undefined) {
				next = Buffer.allocUnsafeSlow(readBytes);
				ours.add(next.buffer);
			}
			return next;
		},
		// `this` is the connection, which has read so many bytes into the memory, and passes them on as it always does.
		callback(this: Pick<ReadableFile, 'readableLength' | 'push'>, bytes: number, memory: Buffer) {
			const heldBefore = this.readableLength;
			const wantsMore = this.push(memory.subarray(0, bytes));
			const isHeld = this.readableLength > heldBefore;
			// Otherwise `next` stays the same memory, so that the next read overwrites this one.
			const isKept = isHeld || !areCopies;
			if (isKept) {
				const unused = memory.subarray(bytes);
				const isTooSmall = unused.length < READ_BYTES;
				next = isTooSmall ? undefined : unused;
			}
			return wantsMore;
		},
	};
	return {
		options: { agentOptions: { onread } },
		firstPiece({ buffer: memory }) {
			// A piece in other memory than the connection reads into has been copied there.
			areCopies = !ours.has(memory);
		},
	};
}
