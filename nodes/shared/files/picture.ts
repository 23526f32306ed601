import { type Size, sizeOf } from '../api/library';
import type { FileRef } from '../model/fileRef';
import { typeOfContent } from './names';
import type { Purpose } from './purposes';
import { type FileItem, Source } from './sources';

/** Most that is read of a file of unannounced length. */
const MAX_BYTES = 128 * 1024 ** 2;

/** Read at once; WebM has its size within the first of them. */
const READ_BYTES = 64 * 1024;

/** Boxes of MP4 and MOV that a file begins with, and those in which the others are. */
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']);
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak']);

/** Longest beginning of a track, up to and with its size. */
const TRACK_BYTES = 96;

/** Width and height in WebM, which its writers put one behind the other. */
const WEBM_SIZE = /\u00b0\u0082[^]{2}\u00ba\u0082[^]{2}/;

/** The size of a track as it is shown; a rotation by a quarter turns it. None of a track of sound. */
function trackSize(track: Buffer): Size | undefined {
	const matrix = track[0] === 1 ? 52 : 40;
	if (track.length < matrix + 44) return undefined;
	const [width, height] = [track.readUInt16BE(matrix + 36), track.readUInt16BE(matrix + 40)];
	const isTurned = track.readInt32BE(matrix) === 0 && track.readInt32BE(matrix + 4) !== 0;
	return sizeOf(isTurned ? { width: height, height: width } : { width, height });
}

function webmSize(beginning: Buffer): Size | undefined {
	const at = beginning.toString('latin1').search(WEBM_SIZE);
	if (at < 0) return undefined;
	const [width, height] = [beginning.readUInt16BE(at + 2), beginning.readUInt16BE(at + 6)];
	return sizeOf({ width, height });
}

/** Reads a source piece by piece, and knows how far it is. */
class PieceReader {
	position = 0;

	/** Used for each piece again. */
	private readonly memory = Buffer.alloc(READ_BYTES);

	constructor(private readonly source: Source) {}

	/** @returns the next bytes, until the next call; fewer only at the end, and never more than `READ_BYTES` */
	async read(bytes: number): Promise<Buffer> {
		const target = this.memory.subarray(0, Math.min(bytes, READ_BYTES));
		const filled = await this.source.fill(target);
		this.position += filled;
		return target.subarray(0, filled);
	}

	/** @returns whether the file is as long */
	async skipTo(end: number): Promise<boolean> {
		while (this.position < end) {
			const skipped = await this.read(end - this.position);
			if (skipped.length === 0) return false;
		}
		return true;
	}
}

/** A box of MP4 and MOV: its type, and the position of its end in the file. */
interface Box {
	type: string;
	end: number;
}

/** @param header the first 8 bytes, which were read. @returns undefined for what is no box */
async function boxOf(header: Buffer, reader: PieceReader): Promise<Box | undefined> {
	if (header.length < 8) return undefined;
	const type = header.toString('latin1', 4);
	const length = header.readUInt32BE(0);
	let end = reader.position - 8 + length;
	if (length === 1) {
		const start = reader.position - 8;
		const long = await reader.read(8);
		if (long.length < 8) return undefined;
		end = start + Number(long.readBigUInt64BE());
	}
	return end < reader.position ? undefined : { type, end };
}

/** The size in a file, from its start: MP4 and MOV box by box; phones and cameras write it last. */
async function sizeIn(source: Source, most: number): Promise<Size | undefined> {
	const reader = new PieceReader(source);
	const header = await reader.read(8);
	if (typeOfContent(header) === 'video/webm') return webmSize(await reader.read(READ_BYTES));
	if (!FIRST_BOXES.has(header.toString('latin1', 4))) return undefined;
	let box = await boxOf(header, reader);
	while (box) {
		const { type, end } = box;
		if (type === 'tkhd') {
			const size = trackSize(await reader.read(Math.min(end - reader.position, TRACK_BYTES)));
			if (size) return size;
		}
		if (!CONTAINERS.has(type)) {
			if (end > most || !(await reader.skipTo(end))) return undefined;
		}
		box = await boxOf(await reader.read(8), reader);
	}
	return undefined;
}

/**
 * Reads how large the picture of a video is.
 *
 * @returns undefined where the file does not say so, and for one that the service has
 * @throws PackError or CancelledError, as an upload of the file does
 */
export async function pictureSize(item: FileItem, ref: FileRef, purpose: Purpose) {
	if (ref.source === 'fileId') return undefined;
	return await new Source(item, ref, { purpose }).use(async (source) => {
		const { bytes = 0 } = await source.look();
		return await sizeIn(source, Math.max(bytes, MAX_BYTES));
	});
}
