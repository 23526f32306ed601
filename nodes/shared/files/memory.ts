import type { IExecuteFunctions } from 'n8n-workflow';

import { asError, Semaphore } from '../util/async';

/**
 * Buffers of earlier runs that the garbage collector has not taken yet. Used again, they keep runs
 * from adding up; held weakly, they cost nothing.
 */
const spares: Array<WeakRef<Buffer>> = [];

const MAX_SPARES = 16;

function takeSpare(size: number): Buffer | undefined {
	for (let spare = spares.pop(); spare; spare = spares.pop()) {
		const buffer = spare.deref();
		if (buffer && buffer.length >= size) return buffer;
	}
	return undefined;
}

/**
 * The memory of all uploads of one run: a fixed number of buffers, used again and again. Waiting
 * for one slows a source down to the speed of the storage.
 */
export class BufferPool {
	private readonly gate: Semaphore;

	private readonly free: Buffer[] = [];

	constructor(most: number) {
		this.gate = new Semaphore(most);
	}

	/**
	 * Waits for a free buffer of at least the given size.
	 *
	 * @throws RangeError when there is no such memory; CancelledError when the signal ends the wait
	 */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.gate.acquire(signal);
		try {
			const index = this.free.findIndex(({ length }) => length >= size);
			if (index >= 0) return this.free.splice(index, 1)[0] as Buffer;
			this.free.pop();
			return takeSpare(size) ?? Buffer.allocUnsafeSlow(size);
		} catch (error) {
			// There is no such memory; others may still have theirs.
			this.gate.release();
			throw asError(error);
		}
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		this.free.push(buffer);
		this.gate.release();
	}

	/** Lets go of all buffers that are not in use. */
	release(): void {
		for (const buffer of this.free.splice(0)) spares.push(new WeakRef(buffer));
		spares.splice(0, spares.length - MAX_SPARES);
	}
}

/** What Node.js reads at once by itself. */
const READ_BYTES = 64 * 1024;

/** The connection, on which Node.js calls `callback`. */
interface Connection {
	readableLength: number;
	push(bytes: Buffer): boolean;
}

/** Memory into which a connection reads. */
export interface ReadMemory {
	/** For a request by n8n's helper; n8n 2.14 and older ignore them. */
	options: object;
	/** To be told of the first piece of the answer, before which nothing is used again. */
	firstPiece(piece: Buffer): void;
	/** So many bytes have come over the connection; 0 where n8n ignores the options. */
	received(): number;
}

/**
 * Lets a connection read into the same memory again and again. Without that, Node.js takes fresh
 * memory for every 64 KiB and copies the answer out of it: with a large file, collecting both took
 * more processor time than everything else.
 *
 * Only memory that nobody can still look at is used again: what the connection had to keep stays,
 * and everything does until the pieces of the answer are seen to be copies.
 */
export function readMemory(): ReadMemory {
	const ours = new WeakSet<object>();
	let free: Buffer | undefined;
	let areCopies = false;
	let received = 0;
	const onread = {
		buffer(): Buffer {
			if (free === undefined) {
				free = Buffer.allocUnsafeSlow(READ_BYTES);
				ours.add(free.buffer);
			}
			return free;
		},
		callback(this: Connection, bytes: number, memory: Buffer): boolean {
			received += bytes;
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
		received: () => received,
	};
}

/**
 * Gives the memory of a buffer back at once. Collecting the pieces of a large file took five times
 * the processor time of the whole upload. Node 20 cannot.
 */
export function freeMemory({ buffer, byteLength }: Buffer): void {
	if (buffer.byteLength !== byteLength) return;
	(buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;
