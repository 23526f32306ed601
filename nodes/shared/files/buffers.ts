import type { IExecuteFunctions } from 'n8n-workflow';

import { asError, Semaphore } from '../util/async';

/**
 * Buffers that nobody uses, of this run or an earlier one. Used again, they keep runs from adding up;
 * held weakly, they cost nothing.
 */
const spares: Array<WeakRef<Buffer>> = [];

const MAX_SPARES = 16;

/**
 * The memory of all uploads of one run: so many buffers at once. Waiting for one slows a source down
 * to the speed of the storage.
 */
export class BufferPool extends Semaphore {
	/** Waits for a buffer of at least this size. @throws RangeError without memory; CancelledError */
	async take(size: number, signal?: AbortSignal): Promise<Buffer> {
		await this.acquire(signal);
		try {
			for (let spare = spares.pop(); spare; spare = spares.pop()) {
				const buffer = spare.deref();
				if (buffer && buffer.length >= size) return buffer;
			}
			return Buffer.allocUnsafeSlow(size);
		} catch (error) {
			// There is no such memory; others may still have theirs.
			this.release();
			throw asError(error);
		}
	}

	/** Takes back what `take` gave, whole. */
	give(buffer: Buffer): void {
		spares.push(new WeakRef(buffer));
		spares.splice(0, spares.length - MAX_SPARES);
		this.release();
	}
}

/** What Node.js reads at once by itself. */
const READ_BYTES = 64 * 1024;

/**
 * At once, of what a `Reader` reads: n8n's request layer leaves 6 KiB of garbage behind for each piece,
 * which adds up in n8n's large heap. Pieces that only the garbage collector takes are better small.
 */
export const LARGE_READ_BYTES = 4 * READ_BYTES;

/**
 * Lets a connection read into the same memory again and again. Without that, Node.js takes fresh
 * memory for every read and copies the answer out of it: with a large file, collecting both took
 * more processor time than everything else.
 *
 * Only memory that nobody can still look at is used again: what the connection had to keep stays,
 * and everything does until the pieces of the answer are seen to be copies.
 */
export function readMemory(readBytes = READ_BYTES) {
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
			const kept = this.readableLength;
			const wantsMore = this.push(memory.subarray(0, bytes));
			const isHeld = !areCopies || this.readableLength > kept;
			if (isHeld) free = memory.length - bytes < READ_BYTES ? undefined : memory.subarray(bytes);
			return wantsMore;
		},
	};
	return {
		/** For a request by n8n's helper; n8n 2.14 and older ignore them. */
		options: { agentOptions: { onread } },
		/** To be told of the first piece of the answer, before which nothing is used again. */
		firstPiece({ buffer }: Buffer): void {
			areCopies = !ours.has(buffer);
		},
	};
}

/** A file as n8n streams it. */
export type ReadableFile = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** Fewer may be anything. */
const BEGINNING_BYTES = 512;

const EVENTS = ['readable', 'end', 'close', 'error'] as const;

/**
 * Reads a stream into buffers. By events, since iterators leave so much garbage behind for each
 * piece that the memory of n8n grew by 20 MiB with a file of 1 GiB.
 */
export class Reader {
	private target: Buffer = Buffer.alloc(0);
	private filled = 0;
	private hasEnded = false;
	private problem?: unknown;
	private resolveFill = () => {};

	/** The memory of a piece of which the rest comes once more. */
	private split?: ArrayBufferLike;

	/**
	 * @param position so many bytes of the file have been read before
	 * @param skip so many of the stream are among them
	 * @param ownsPieces nobody else may look at the pieces
	 */
	constructor(
		private readonly stream: ReadableFile,
		private readonly ownsPieces: boolean,
		public position = 0,
		private skip = 0,
	) {
		const end = (problem?: unknown) => {
			if (!this.hasEnded) this.problem = problem;
			this.hasEnded = true;
			this.resolveFill();
		};
		// A stream that is closed before its end gives no error.
		const closed = Object.assign(new Error(), { code: 'ECONNRESET' });
		const broken = () => end(stream.errored ?? closed);
		stream.on('data', (piece: Buffer) => this.add(piece)).pause();
		stream.once('end', () => end()).once('error', end);
		stream.once('close', broken);
		if (stream.destroyed) broken();
	}

	/** The first bytes, or all of a shorter stream, which stay in it. @throws what broke it off */
	static async peek(stream: ReadableFile, memory?: ReturnType<typeof readMemory>): Promise<Buffer> {
		const read = (bytes: number) => {
			const piece = stream.read(bytes) as Buffer | null;
			// Before the stream notices that it has been read to its end.
			if (piece) stream.unshift(piece);
			return piece;
		};
		let isTold = false;
		return await new Promise((resolve, reject) => {
			const look = (error?: Error) => {
				// What is read of several pieces would be a copy.
				const piece = isTold ? null : read(1);
				if (piece) memory?.firstPiece(piece);
				isTold ||= piece !== null;
				const first = read(BEGINNING_BYTES);
				if (!first && !error && !stream.readableEnded && !stream.destroyed) return;
				for (const event of EVENTS) stream.off(event, look);
				if (error) reject(error);
				else resolve(first ?? Buffer.alloc(0));
			};
			for (const event of EVENTS) stream.on(event, look);
		});
	}

	/**
	 * Fills a buffer with the next bytes.
	 *
	 * @returns how many; fewer than it holds only at the end of the file
	 * @throws what broke the stream off; `position` is where
	 */
	async fill(target: Buffer): Promise<number> {
		this.target = target;
		this.filled = 0;
		if (!this.hasEnded) {
			const settled = new Promise<void>((resolve) => (this.resolveFill = resolve));
			this.stream.resume();
			await settled;
		}
		if (this.filled < target.length && this.problem !== undefined) throw asError(this.problem);
		return this.filled;
	}

	private add(piece: Buffer): void {
		const skipped = Math.min(this.skip, piece.length);
		const copied = piece.copy(this.target, this.filled, skipped);
		this.skip -= skipped;
		this.filled += copied;
		this.position += copied;
		const taken = skipped + copied;
		const { buffer, byteLength } = piece;
		// Others are parts of a memory that many pieces share.
		const isWhole = buffer.byteLength === byteLength || buffer === this.split;
		if (taken < byteLength) {
			this.split = isWhole ? buffer : undefined;
			this.stream.pause().unshift(piece.subarray(taken));
		} else if (this.ownsPieces && isWhole) {
			// Gives the memory back at once. Collecting the pieces of a large file took five times the
			// processor time of the whole upload. Node 20 cannot.
			(buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
		}
		if (this.filled === this.target.length) this.resolveFill();
	}
}

/** The same of what is in memory. */
export function contentReader(content: Buffer): Pick<Reader, 'fill' | 'position'> {
	return {
		position: 0,
		async fill(target) {
			const copied = content.copy(target, 0, this.position);
			this.position += copied;
			return copied;
		},
	};
}
