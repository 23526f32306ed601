import { asError } from '../util/async';
import { BEGINNING_BYTES, BLANK_BYTES, isBlank } from './content';
import type { ReadableFile, ReadMemory } from './readMemory';

/*
 * How a stream is read into buffers, piece by piece.
 */

const EVENTS = ['readable', 'end', 'close', 'error'] as const;

/**
 * Takes bytes out of a stream and puts them back, before the stream notices that it has been read to its end.
 *
 * @returns null as long as there are fewer; at the end of the stream, those that there are
 */
function peek(stream: ReadableFile, bytes: number): Buffer | null {
	const piece = stream.read(bytes) as Buffer | null;
	if (piece) stream.unshift(piece);
	return piece;
}

/**
 * Waits for the first bytes of a stream, which stay in it.
 *
 * @param memory is told of the first piece that arrives
 * @param bytes how many
 * @returns so many, or all of a shorter stream; none of a stream that was closed before
 * @throws what broke the stream off before
 */
export async function beginningOf(
	stream: ReadableFile,
	memory?: ReadMemory,
	bytes = BEGINNING_BYTES,
): Promise<Buffer> {
	let isMemoryTold = false;
	return await new Promise((resolve, reject) => {
		const stopListening = () => EVENTS.forEach((event) => stream.off(event, check));
		const check = (error?: Error) => {
			if (memory && !isMemoryTold) isMemoryTold = tellFirstPiece(stream, memory);
			const beginning = peek(stream, bytes);
			const hasEnded = stream.readableEnded || stream.destroyed;
			if (!beginning && !error && !hasEnded) return;
			stopListening();
			if (error) reject(error);
			else resolve(beginning ?? Buffer.alloc(0));
		};
		for (const event of EVENTS) stream.on(event, check);
	});
}

/**
 * Tells the memory of a connection of the first piece that has arrived, whose bytes it uses again later.
 *
 * @returns whether one has arrived
 */
function tellFirstPiece(stream: ReadableFile, memory: ReadMemory): boolean {
	// One byte shares its `buffer` with the whole first piece. More might be read of several pieces, as a copy of them.
	const piece = peek(stream, 1);
	if (piece) memory.firstPiece(piece);
	return piece !== null;
}

/**
 * As `beginningOf`, but more where the first bytes are all the same, because only more of them show whether anything is
 * written in the file.
 */
export async function tellingBeginningOf(
	stream: ReadableFile,
	memory?: ReadMemory,
): Promise<Buffer> {
	const first = await beginningOf(stream, memory);
	if (first.length < BEGINNING_BYTES || !isBlank(first)) return first;
	// What is there already causes no event.
	return peek(stream, BLANK_BYTES) ?? (await beginningOf(stream, undefined, BLANK_BYTES));
}

/** As `tellingBeginningOf`, for content that is in memory. */
export function beginningOfContent(content: Buffer): Buffer {
	const first = content.subarray(0, BEGINNING_BYTES);
	return isBlank(first) ? content.subarray(0, BLANK_BYTES) : first;
}

/** How a stream has ended: as a whole, or broken off by an error. */
type Ending = { how: 'complete' } | { how: 'broken'; error: unknown };

/**
 * Reads a stream into buffers, one `fill` after the other. By events, since iterators leave so much garbage behind for
 * each piece that the memory of n8n grew by 20 MiB with a file of 1 GiB.
 */
export class Reader {
	/** The buffer that is being filled, and how far. */
	private target: Buffer = Buffer.alloc(0);
	private filled = 0;

	/** Ends the wait of `fill`; nothing as long as nobody waits. */
	private stopWaiting = () => {};

	private ending?: Ending;

	private readonly onData = (piece: Buffer) => this.add(piece);

	/** The memory of a piece of which the rest was put back, and comes once more; undefined for one that is shared. */
	private split?: ArrayBufferLike;

	/**
	 * @param ownsPieces nobody else may look at the pieces
	 * @param position so many bytes of the file have been read before
	 * @param skip so many of the stream are among them
	 */
	constructor(
		private readonly stream: ReadableFile,
		private readonly ownsPieces: boolean,
		public position = 0,
		private skip = 0,
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

	/** Gives the stream to another reader, from its start: with all that was read of it. */
	release(read: Buffer): ReadableFile {
		this.stream.off('data', this.onData).pause().unshift(read);
		return this.stream;
	}

	/** Lets the stream flow until the buffer is full or the stream has ended, of which its events tell. */
	private async untilFullOrEnded(): Promise<void> {
		const wait = new Promise<void>((resolve) => (this.stopWaiting = resolve));
		this.stream.resume();
		await wait;
	}

	/** The first ending counts: after its end, a stream is closed as well. */
	private endWith(ending: Ending): void {
		this.ending ??= ending;
		this.stopWaiting();
	}

	/** Ends with a stream that was closed. Where that was before its end, it may have given no error. */
	private endClosed(): void {
		this.endWith({ how: 'broken', error: this.stream.errored ?? closedEarly() });
	}

	/** Copies what fits of a piece into the buffer, behind what is skipped. */
	private add(piece: Buffer): void {
		const skipped = Math.min(this.skip, piece.length);
		const copied = piece.copy(this.target, this.filled, skipped);
		this.skip -= skipped;
		this.filled += copied;
		this.position += copied;
		this.leave(piece, skipped + copied);
		if (this.filled === this.target.length) this.stopWaiting();
	}

	/** Puts back what is left of a piece behind so many bytes. Where nothing is left, its memory is given back. */
	private leave(piece: Buffer, taken: number): void {
		const { buffer: memory, byteLength } = piece;
		// A memory that is larger than its piece is shared with other pieces, unless
		// this is the rest of one that was split.
		const isUnshared = memory.byteLength === byteLength || memory === this.split;
		if (taken < byteLength) {
			this.split = isUnshared ? memory : undefined;
			this.stream.pause().unshift(piece.subarray(taken));
			return;
		}
		if (this.ownsPieces && isUnshared) putBack(memory);
	}
}

/** The error of a stream that was closed before its end, as that of a connection. */
function closedEarly(): Error {
	return Object.assign(new Error(), { code: 'ECONNRESET' });
}

/**
 * Gives the memory of a piece back at once. Collecting the pieces of a large file took five times the processor time of
 * the whole upload. Node 20 cannot do it.
 */
function putBack(memory: ArrayBufferLike): void {
	(memory as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

/** What reads a file into buffers: a stream, or content in memory. */
export type FileReader = Pick<Reader, 'fill' | 'position'>;

/** Reads content that is in memory, from its start. */
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
