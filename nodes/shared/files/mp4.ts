import { type Size, sizeOf } from '../api/library';
import type { FilmFacts } from './filmFacts';
import type { Scanner, WantedBytes } from './scan';

/*
 * The boxes of MP4 and MOV (ISO 14496-12): length, type, content, one behind the other. The index
 * (`moov`) says where in the media (`mdat`) each picture stands, and how large it is; without it, nothing
 * can be played. Phones and cameras write it last.
 */

/** Length of the usual header of a box. */
const HEADER = 8;

/** Longest beginning of a track, up to and with its size. */
const TRACK_BYTES = 96;

interface Box {
	type: string;
	/** Position of its content. */
	start: number;
	/** Position behind it; Infinity where it goes to the end of the file. */
	end: number;
}

/** Types of boxes are letters, digits, blanks and the like. */
const BOX_TYPE = /^[\w .\u00a9-]{4}$/;

/**
 * Reads the header of a box. @returns 'end' where the file has ended before, 'none' where what stands there is no box
 */
function* boxAt(at: number): Generator<WantedBytes, Box | 'end' | 'none', Buffer> {
	const header = yield { at, bytes: HEADER };
	if (header.length < HEADER) return 'end';
	const type = header.toString('latin1', 4);
	const length = header.readUInt32BE(0);
	const start = at + HEADER;
	if (!BOX_TYPE.test(type)) return 'none';
	if (length === 0) return { type, start, end: Infinity };
	if (length === LONG_LENGTH_FOLLOWS) return yield* longBoxAt(at, type);
	const isShorterThanHeader = length < HEADER;
	return isShorterThanHeader ? 'none' : { type, start, end: at + length };
}

/** In place of a length of 32 bits: one of 64 bits stands behind the type of the box. */
const LONG_LENGTH_FOLLOWS = 1;

/** Bytes of a length of 64 bits. */
const LONG_LENGTH = 8;

/** Reads the rest of the header of a box with a length of 64 bits. @returns as `boxAt` */
function* longBoxAt(
	at: number,
	type: string,
): Generator<WantedBytes, Box | 'end' | 'none', Buffer> {
	const length = yield { at: at + HEADER, bytes: LONG_LENGTH };
	if (length.length < LONG_LENGTH) return 'end';
	const start = at + HEADER + LONG_LENGTH;
	const end = at + Number(length.readBigUInt64BE());
	const isShorterThanHeader = end < start;
	return isShorterThanHeader ? 'none' : { type, start, end };
}

/** Goes through the boxes of a film, and through its index until the size of the picture is found. */
export function* scanMp4(facts: FilmFacts): Scanner {
	let at = 0;
	while (at !== Infinity) {
		const box = yield* boxAt(at);
		if (box === 'end') return;
		if (box === 'none') {
			// No player would pass over it either.
			facts.isUnderstood = false;
			return;
		}
		noteBox(facts, box);
		if (box.type === 'moov') yield* scanIndex(facts, box);
		at = box.end;
	}
}

/** Goes through the boxes of an index, each of which describes a track, until one says how large its picture is. */
function* scanIndex(facts: FilmFacts, { start, end }: Box): Scanner {
	let at = start;
	while (at < end && facts.size === undefined) {
		const box = yield* boxAt(at);
		// An index may end in zeros, which are no box.
		if (box === 'end' || box === 'none') return;
		if (box.type === 'tkhd') yield* readTrack(facts, box);
		at = box.type === 'trak' ? box.start : box.end;
	}
}

/** Notes what one of the outermost boxes says of the whole film. */
function noteBox(facts: FilmFacts, { type, end }: Box): void {
	if (type === 'moov') facts.isPlayable = true;
	if (type === 'moof') facts.isInPieces = true;
	if (type === 'moof' || type === 'mdat') facts.hasMedia = true;
	// In pieces, a film can be played up to the last whole one, so no piece of the media is needed. The `moof` of a piece
	// stands before its `mdat`, and so has been noted.
	const isNeeded = type === 'moov' || (type === 'mdat' && !facts.isInPieces);
	// Boxes follow each other, so the last needed one ends furthest behind.
	if (isNeeded && end !== Infinity) facts.neededBytes = end;
}

/** The boxes of a picture, each needed as a whole. Programs of cameras write others behind them. */
const BOXES_OF_PICTURE: ReadonlySet<string> = new Set(['ftyp', 'meta', 'moov', 'mdat']);

/** Goes through the boxes of a picture, whose data is in `mdat`, or within its description (`meta`). */
export function* scanHeif(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	let at = 0;
	while (at !== Infinity) {
		const box = yield* boxAt(at);
		if (box === 'end') return;
		if (box === 'none') {
			facts.isUnderstood = false;
			return;
		}
		const isNeeded = BOXES_OF_PICTURE.has(box.type);
		if (isNeeded && box.end !== Infinity) facts.neededBytes = box.end;
		if (box.type === 'meta') facts.isPlayable = true;
		at = box.end;
	}
}

/** Reads the header of a track, as far as the size of its picture. */
function* readTrack(facts: FilmFacts, { start, end }: Box): Scanner {
	const track = yield { at: start, bytes: Math.min(end - start, TRACK_BYTES) };
	facts.size ??= trackSize(track);
}

/**
 * The size of a track as it is shown, from the content of its header. Behind times and numbers, that has a matrix of
 * nine numbers of four bytes, and width and height, each with its whole pixels in the first two of four bytes. A
 * rotation by a quarter, with which phones record upright, has a zero in the matrix where others have a scale.
 *
 * @returns undefined for a track of sound, which has no size, and for a header that is cut off
 */
function trackSize(track: Buffer): Size | undefined {
	// The first byte is the version of the box, whose second one has longer times before the matrix.
	const matrix = track[0] === 1 ? 52 : 40;
	if (track.length < matrix + 44) return undefined;
	const width = track.readUInt16BE(matrix + 36);
	const height = track.readUInt16BE(matrix + 40);
	const isTurned = track.readInt32BE(matrix) === 0 && track.readInt32BE(matrix + 4) !== 0;
	if (isTurned) return sizeOf({ width: height, height: width });
	return sizeOf({ width, height });
}
