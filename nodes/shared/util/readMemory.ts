/** What Node.js reads at once by itself. */
const READ_BYTES = 64 * 1024;

/** The connection, on which Node.js calls `callback`. */
interface Connection {
	readableLength: number;
	push(bytes: Buffer): boolean;
}

/** Memory into which a connection reads. */
export interface ReadMemory {
	/** Options for a request by n8n's helper; n8n 2.14 and older do not know them, and ignore them. */
	options: object;
	/** To be told of the first piece of the answer, before which nothing is used again. */
	firstPiece(piece: Buffer): void;
}

/**
 * Lets a connection read into the same memory again and again. Without that, Node.js takes fresh memory for every 64 KiB, copies the answer out
 * of it, and leaves both to the garbage collector: with a large file, that took more processor time than everything else.
 *
 * Only memory that nobody can still look at is used again: what the connection had to keep stays, and so does everything
 * as long as the pieces of the answer are not seen to be copies.
 */
export function readMemory(): ReadMemory {
	const ours = new WeakSet<object>();
	let free: Buffer | undefined;
	let areCopies = false;
	const onread = {
		buffer(): Buffer {
			if (free === undefined) {
				free = Buffer.allocUnsafeSlow(READ_BYTES);
				ours.add(free.buffer);
			}
			return free;
		},
		callback(this: Connection, bytes: number, memory: Buffer): boolean {
			const kept = this.readableLength;
			const wantsMore = this.push(memory.subarray(0, bytes));
			if (!areCopies || this.readableLength > kept) free = undefined;
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
