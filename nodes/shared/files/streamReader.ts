import { asError } from '../util/async';
import { BEGINNING_BYTES } from './content';
import type { ReadableFile, ReadMemory } from './readMemory';

/*
 * How a stream is read into buffers, piece by piece.
 */

/** The events of a stream that bring bytes, or say that no more come. */
const EVENTS = ['readable', 'end', 'close', 'error'] as const;

/**
 * The next bytes of a stream, which stay in it: they are taken out and put back at once, so that the stream does not
 * take itself for read to its end.
 *
 * @returns null as long as fewer have arrived; at the end of the stream, those that there are
 */
function peek(stream: ReadableFile, bytes: number): Buffer | null {
	const piece = stream.read(bytes) as Buffer | null;
	if (piece) stream.unshift(piece);
	return piece;
}

/**
 * Waits for the first bytes of a stream, which tell what the file is and stay in it: 512, or all of a shorter stream;
 * none where the stream was closed before they came.
 *
 * @param memory into which the connection reads; it is given the first piece that arrives, which shows whether it may
 *   be used again
 * @throws what broke the stream off before they came
 */
export async function beginningOf(stream: ReadableFile, memory?: ReadMemory): Promise<Buffer> {
	let isMemoryTold = false;
	return await new Promise((resolve, reject) => {
		const stopListening = () => EVENTS.forEach((event) => stream.off(event, check));
		// Of these events, only `error` hands something over.
		const check = (error?: Error) => {
			if (memory && !isMemoryTold) isMemoryTold = tellFirstPiece(stream, memory);
			const beginning = peek(stream, BEGINNING_BYTES);
			const hasEnded = stream.readableEnded || stream.destroyed;
			const mustWait = !beginning && !error && !hasEnded;
			if (mustWait) return;
			stopListening();
			if (error) reject(error);
			else resolve(beginning ?? Buffer.alloc(0));
		};
		for (const event of EVENTS) stream.on(event, check);
	});
}

/**
 * Hands the first piece of the stream to `memory`, if one has arrived: it shows whether the
 * pieces of the stream are copies of what the connection has read.
 *
 * @returns whether one has
 */
function tellFirstPiece(stream: ReadableFile, memory: ReadMemory): boolean {
	// One byte is a view into what the connection has read into. More bytes might be copied together from several pieces.
	const piece = peek(stream, 1);
	if (piece) memory.firstPiece(piece);
	return piece !== null;
}

/** How a stream has ended: as a whole, or broken off by an error. */
type Ending = { how: 'complete' } | { how: 'broken'; error: unknown };

/**
 * Reads a stream into buffers, one `fill` after the other. It uses events, since iterators leave so much garbage behind
 * for each piece that the memory of n8n grew by 20 MiB with a file of 1 GiB.
 */
export class Reader {
	/** The buffer that is being filled. */
	private target: Buffer = Buffer.alloc(0);

	/** How many bytes of it are filled. */
	private filled = 0;

	/** Ends the wait of `fill`; nothing as long as nobody waits. */
	private stopWaiting = () => {};

	/** Undefined as long as more may come. */
	private ending?: Ending;

	/** How many bytes of the file have been read. */
	position = 0;

	/** The listener for pieces, which `release` has to take off again. */
	private readonly onData = (piece: Buffer) => this.add(piece);

	/**
	 * The memory of the piece whose rest was put back last, if no other piece shares it: the rest comes as the next
	 * piece, which is smaller than the memory.
	 */
	private split?: ArrayBufferLike;

	/** @param ownsPieces whether nobody else looks at the pieces, so that their memory can be freed here */
	constructor(
		private readonly stream: ReadableFile,
		private readonly ownsPieces: boolean,
	) {
		stream.on('data', this.onData).pause();
		stream.once('end', () => this.endWith({ how: 'complete' }));
		stream.once('error', (error) => this.endWith({ how: 'broken', error }));
		stream.once('close', () => this.endClosed());
		if (stream.destroyed) this.endClosed();
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
		if (this.ending === undefined) await this.untilFullOrEnded();
		const isFull = this.filled === target.length;
		if (!isFull && this.ending?.how === 'broken') throw asError(this.ending.error);
		return this.filled;
	}

	/**
	 * Gives the stream away, to be read by others from its start. Nothing more can be read here.
	 *
	 * @param read all that was read of it, which is put back into it
	 */
	release(read: Buffer): ReadableFile {
		this.stream.off('data', this.onData).pause().unshift(read);
		return this.stream;
	}

	/** Lets the stream flow until the buffer is full, or the stream has ended. */
	private async untilFullOrEnded(): Promise<void> {
		const wait = new Promise<void>((resolve) => (this.stopWaiting = resolve));
		this.stream.resume();
		await wait;
	}

	/**
	 * Notes how the stream has ended, and ends the wait of `fill`. The first ending counts: a stream is also closed after
	 * its end, and after an error.
	 */
	private endWith(ending: Ending): void {
		this.ending ??= ending;
		this.stopWaiting();
	}

	/**
	 * Notes that the stream was closed. Where that was before its end, the file has broken off, maybe without an error.
	 */
	private endClosed(): void {
		this.endWith({ how: 'broken', error: this.stream.errored ?? closedEarly() });
	}

	/** Copies as much of a piece into the buffer as fits, and puts the rest back. */
	private add(piece: Buffer): void {
		const copied = piece.copy(this.target, this.filled);
		this.filled += copied;
		this.position += copied;
		this.returnRest(piece, copied);
		if (this.filled === this.target.length) this.stopWaiting();
	}

	/**
	 * Puts what is left of a piece back into the stream, or frees the memory of one that is used up.
	 *
	 * @param taken how many bytes at its start were copied
	 */
	private returnRest(piece: Buffer, taken: number): void {
		const { buffer: memory, byteLength } = piece;
		// Memory that is larger than its piece is shared with other pieces, unless
		// this is the rest of one that was split.
		const isUnshared = memory.byteLength === byteLength || memory === this.split;
		if (taken < byteLength) {
			this.split = isUnshared ? memory : undefined;
			this.stream.pause().unshift(piece.subarray(taken));
			return;
		}
		if (this.ownsPieces && isUnshared) freeMemory(memory);
	}
}

/** An error for a stream that was closed before its end without one: the same as where a connection breaks. */
function closedEarly(): Error {
	return Object.assign(new Error(), { code: 'ECONNRESET' });
}

/**
 * Frees the memory of a piece at once: collecting the pieces of a large file as garbage took five times the processor
 * time of the whole upload. In Node 20, which has no `transfer`, nothing is done.
 */
function freeMemory(memory: ArrayBufferLike): void {
	// The bytes are moved into memory of no length, which frees theirs.
	(memory as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** What reads a file into buffers: a stream, or content in memory. */
export type FileReader = Pick<Reader, 'fill' | 'position'>;

/** Reads content that is in memory, from its start. At its end, nothing more is filled. */
export function contentReader(content: Buffer): FileReader {
	return {
		position: 0,
		async fill(target) {
			const copied = content.copy(target, 0, this.position);
			this.position += copied;
			return copied;
		},
	};
}
