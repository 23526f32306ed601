import { type Size, sizeOf } from '../api/library';
import { FIRST_BOXES } from './mp4';

/*
 * How large the picture of a video is, found out while the file passes by: it is read only once, from its start, and
 * nothing of it is kept but the few bytes that tell.
 */

/** Bytes that are looked at next, never before those of earlier wishes. */
interface Wanted {
	/** Position in the file. */
	at: number;
	bytes: number;
}

/** WebM has its size within the first of these bytes. */
const BEGINNING_BYTES = 64 * 1024;

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

/** A box of MP4 and MOV. */
interface Box {
	type: string;
	/** Position of its content, and behind it. */
	start: number;
	end: number;
}

/** @param header its first 8 bytes. @returns undefined for what is no box */
function* boxAt(at: number, header: Buffer): Generator<Wanted, Box | undefined, Buffer> {
	if (header.length < 8) return undefined;
	const type = header.toString('latin1', 4);
	const length = header.readUInt32BE(0);
	if (length === 0) return { type, start: at + 8, end: Infinity };
	if (length !== 1) return length < 8 ? undefined : { type, start: at + 8, end: at + length };
	const long = yield { at: at + 8, bytes: 8 };
	const end = long.length < 8 ? 0 : at + Number(long.readBigUInt64BE());
	return end < at + 16 ? undefined : { type, start: at + 16, end };
}

/** The size in a file: MP4 and MOV box by box; phones and cameras write it last. */
function* sizeScan(): Generator<Wanted, Size | undefined, Buffer> {
	let header = yield { at: 0, bytes: 8 };
	if (header.length === 8 && header.readUInt32BE() === MATROSKA) {
		const rest = yield { at: 8, bytes: BEGINNING_BYTES };
		return webmSize(Buffer.concat([header, rest]));
	}
	if (!FIRST_BOXES.has(header.toString('latin1', 4))) return undefined;
	let box = yield* boxAt(0, header);
	while (box) {
		const { type, start, end } = box;
		if (type === 'tkhd') {
			const track = yield { at: start, bytes: Math.min(end - start, TRACK_BYTES) };
			const size = trackSize(track);
			if (size) return size;
		}
		const next = CONTAINERS.has(type) ? start : end;
		header = yield { at: next, bytes: 8 };
		box = yield* boxAt(next, header);
	}
	return undefined;
}

/** Finds the size of the picture in a file that is given to it piece by piece, from its start. */
export class PictureScan {
	/** Undefined as long as it is not found. */
	size?: Size;

	private readonly scan = sizeScan();
	private wanted?: Wanted;

	/** What has come of the wanted bytes. */
	private collected: Buffer[] = [];
	private position = 0;

	constructor() {
		this.continue(this.scan.next());
	}

	/** Position of the bytes that are looked at next; undefined where no further ones can tell more. */
	get next(): number | undefined {
		return this.wanted?.at;
	}

	/** @param piece the next bytes of the file, which are not kept */
	add(piece: Buffer): void {
		const start = this.position;
		this.position += piece.length;
		while (this.wanted && this.wanted.at < this.position) {
			const { at, bytes } = this.wanted;
			const isWhole = at + bytes <= this.position;
			this.collected.push(Buffer.from(piece.subarray(Math.max(0, at - start), at + bytes - start)));
			if (isWhole) this.give();
			else this.wanted = { at: this.position, bytes: at + bytes - this.position };
		}
	}

	/** To be called at the end of the file: what is wanted may be longer than the rest of it. */
	end(): void {
		while (this.wanted) this.give();
	}

	private give(): void {
		const bytes = Buffer.concat(this.collected);
		this.collected = [];
		this.continue(this.scan.next(bytes));
	}

	private continue({ done, value }: IteratorResult<Wanted, Size | undefined>): void {
		this.wanted = done ? undefined : value;
		if (done) this.size = value;
	}
}
