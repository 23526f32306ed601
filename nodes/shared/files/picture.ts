import { type Size, sizeOf } from '../api/library';
import type { FileRef } from '../model/fileRef';
import { FIRST_BOXES } from './mp4';
import type { Purpose } from './purposes';
import { type FileItem, Source } from './sources';

/** Most that is read of a file of unannounced length. */
const MAX_BYTES = 128 * 1024 ** 2;

/** Read at once; WebM has its size within the first of them. */
const READ_BYTES = 64 * 1024;

/** Boxes of MP4 and MOV in which the others are. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak']);

/** Longest beginning of a track, up to and with its size. */
const TRACK_BYTES = 96;

/** The size of a track as it is shown; a rotation by a quarter turns it. None of a track of sound. */
function trackSize(track: Buffer): Size | undefined {
	const matrix = track[0] === 1 ? 52 : 40;
	if (track.length < matrix + 44) return undefined;
	const [width, height] = [track.readUInt16BE(matrix + 36), track.readUInt16BE(matrix + 40)];
	const isTurned = track.readInt32BE(matrix) === 0 && track.readInt32BE(matrix + 4) !== 0;
	return sizeOf(isTurned ? { width: height, height: width } : { width, height });
}

/** First bytes of Matroska, of which WebM is a kind. */
const MATROSKA = 0x1a45dfa3;

/** The elements of Matroska that lead to the size of a picture, by their numbers as they stand in the file. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;
const MASTERS: ReadonlySet<number> = new Set([MATROSKA, SEGMENT, TRACKS, TRACK, TRACK_VIDEO]);

/** Where the pictures begin: nothing behind it tells their size. */
const CLUSTER = 0x1f43b675;

interface Element {
	id: number;
	/** Position of its content, and of what comes behind it. */
	start: number;
	end: number;
}

/** A number of Matroska: the zeros before its first bit tell how many bytes follow. */
function numberAt(file: Buffer, at: number): { length: number; bytes: Buffer } | undefined {
	const length = Math.clz32(file[at] ?? 0) - 23;
	const isWhole = length <= 8 && at + length <= file.length;
	return isWhole ? { length, bytes: file.subarray(at, at + length) } : undefined;
}

/** A number of any length; undefined for more than is exact. */
function valueOf(bytes: Buffer): number | undefined {
	const value = [...bytes].reduce((sum, byte) => sum * 256 + byte, 0);
	return Number.isSafeInteger(value) ? value : undefined;
}

function elementAt(file: Buffer, at: number): Element | undefined {
	// No element begins with a zero: it only fills up.
	if (file[at] === 0) return { id: 0, start: at + 1, end: at + 1 };
	const id = numberAt(file, at);
	if (!id) return undefined;
	const sizeAt = at + id.length;
	if (file[sizeAt] === 0) return { id: valueOf(id.bytes) ?? 0, start: sizeAt, end: sizeAt };
	const size = numberAt(file, sizeAt);
	if (!size) return undefined;
	const start = at + id.length + size.length;
	const [first = 0, ...rest] = size.bytes;
	const mask = 0xff >> size.length;
	// All bits set: its writer did not know how long it would become, as in a recording of a browser.
	const isUnknown = (first & mask) === mask && rest.every((byte) => byte === 0xff);
	const length = valueOf(Buffer.from([first & mask, ...rest])) ?? Infinity;
	return { id: valueOf(id.bytes) ?? 0, start, end: isUnknown ? Infinity : start + length };
}

/** The size of the picture in the beginning of a WebM file, whose elements stand in any order. */
function webmSize(beginning: Buffer): Size | undefined {
	let width: number | undefined;
	let height: number | undefined;
	let at = 0;
	while (at < beginning.length) {
		const one = elementAt(beginning, at);
		if (!one || one.id === CLUSTER) break;
		const { id, start, end } = one;
		const content = () => valueOf(beginning.subarray(start, end));
		if (id === WIDTH) width = content();
		if (id === HEIGHT) height = content();
		if (width && height) return sizeOf({ width, height });
		at = MASTERS.has(id) ? start : end;
	}
	return undefined;
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
	const header = Buffer.from(await reader.read(8));
	if (header.length === 8 && header.readUInt32BE() === MATROSKA) {
		const rest = await reader.read(READ_BYTES);
		return webmSize(Buffer.concat([header, rest]));
	}
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
