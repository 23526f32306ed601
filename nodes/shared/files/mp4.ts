import { type Size, sizeOf } from '../util/pictureSize';
import { type FilmFacts, notUnderstood, type Scanner } from './scan';

/*
 * The boxes of MP4 and MOV (ISO 14496-12): length, type, content, one behind the other. The index
 * (`moov`) says where in the media (`mdat`) each picture stands, and how large it is; without it, nothing
 * can be played. Phones and cameras write it last.
 */

/** Length of the usual header of a box. */
const HEADER = 8;

/** In place of a length of 32 bits: one of 64 bits stands behind the type of the box. */
const LONG_LENGTH_FOLLOWS = 1;

/** Bytes of a length of 64 bits. */
const LONG_LENGTH = 8;

/** A box, by its header. */
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
 * Asks for the header of a box, and reads it. It is given fewer bytes where the file ends, and where a broken one names
 * a place that has passed by.
 *
 * @returns undefined where there are fewer, and where what stands there is no box, which is noted: nothing
 *   tells where the next box begins, so that no player can go on either
 */
function* boxAt(facts: FilmFacts, at: number): Scanner<Box | undefined> {
	const header = yield { at, bytes: HEADER };
	if (header.length < HEADER) return undefined;
	const type = header.toString('latin1', 4);
	const length = header.readUInt32BE(0);
	const start = at + HEADER;
	if (!BOX_TYPE.test(type)) return notUnderstood(facts);
	// A length of 0 says that the box goes to the end of the file.
	if (length === 0) return { type, start, end: Infinity };
	if (length === LONG_LENGTH_FOLLOWS) return yield* longBoxAt(facts, at, type);
	const isShorterThanHeader = length < HEADER;
	return isShorterThanHeader ? notUnderstood(facts) : { type, start, end: at + length };
}

/** Reads the rest of the header of a box with a length of 64 bits. @returns as `boxAt` */
function* longBoxAt(facts: FilmFacts, at: number, type: string): Scanner<Box | undefined> {
	const length = yield { at: at + HEADER, bytes: LONG_LENGTH };
	if (length.length < LONG_LENGTH) return undefined;
	const start = at + HEADER + LONG_LENGTH;
	const end = at + Number(length.readBigUInt64BE());
	const isShorterThanHeader = end < start;
	return isShorterThanHeader ? notUnderstood(facts) : { type, start, end };
}

/**
 * Goes through the boxes of a film to the end of the file, and through its index until the size of the picture is
 * found.
 */
export function* scanMp4(facts: FilmFacts): Scanner {
	let at = 0;
	while (at !== Infinity) {
		const box = yield* boxAt(facts, at);
		if (!box) return;
		noteBox(facts, box);
		if (box.type === 'moov') yield* scanIndex(facts, box);
		at = box.end;
	}
}

/**
 * Goes through the boxes of an index and of the tracks in it, until a track says how large its picture is, if one
 * does.
 */
function* scanIndex(facts: FilmFacts, { start, end }: Box): Scanner {
	let at = start;
	while (at < end && facts.size === undefined) {
		const box = yield* boxAt(facts, at);
		// An index may end in zeros, which are no box. They do no harm, because a film with an index can be played.
		if (!box) return;
		// The header of a track (`tkhd`) is a box within the track (`trak`), which is entered. All others are passed over.
		if (box.type === 'tkhd') yield* readTrackHeader(facts, box);
		at = box.type === 'trak' ? box.start : box.end;
	}
}

/** Notes what one of the outermost boxes says of the whole film. */
function noteBox(facts: FilmFacts, { type, end }: Box): void {
	if (type === 'moov') facts.isPlayable = true;
	if (type === 'moof') facts.isInPieces = true;
	if (type === 'moof' || type === 'mdat') facts.hasMedia = true;
	// A film in pieces can be played up to the last piece that is whole, so it needs none of its media. That it is in
	// pieces is known here: the `moof` of a piece stands before its `mdat`.
	const isNeeded = type === 'moov' || (type === 'mdat' && !facts.isInPieces);
	// Boxes follow each other, so the needed one that comes last also ends last.
	if (isNeeded && end !== Infinity) facts.neededBytes = end;
}

/** Where the matrix begins in the header of a track, and where it does in one of version 1, which has longer times. */
const MATRIX_AT = 40;
const MATRIX_AT_IN_VERSION_1 = 52;

/** The matrix has nine numbers of four bytes. */
const MATRIX_BYTES = 9 * 4;

/** Behind the matrix: width and height, each with its whole pixels in the first two of four bytes. */
const SIDE_BYTES = 4;

/** The longest header of a track, up to the end of the size in it. */
const TRACK_HEADER_BYTES = MATRIX_AT_IN_VERSION_1 + MATRIX_BYTES + 2 * SIDE_BYTES;

/** Reads the header of a track, and notes the size of its picture, unless one was noted before or it has none. */
function* readTrackHeader(facts: FilmFacts, { start, end }: Box): Scanner {
	const header = yield { at: start, bytes: Math.min(end - start, TRACK_HEADER_BYTES) };
	facts.size ??= sizeInHeader(header);
}

/**
 * The size of a track as it is shown, from the content of its header: times and numbers, the matrix, width and height.
 * The matrix says how the picture is turned: phones that record upright turn it by a quarter.
 *
 * @returns undefined for a track of sound, which has no size, and for a header that is cut off
 */
function sizeInHeader(header: Buffer): Size | undefined {
	const version = header[0];
	const matrixAt = version === 1 ? MATRIX_AT_IN_VERSION_1 : MATRIX_AT;
	const widthAt = matrixAt + MATRIX_BYTES;
	const heightAt = widthAt + SIDE_BYTES;
	if (header.length < heightAt + SIDE_BYTES) return undefined;
	const width = header.readUInt16BE(widthAt);
	const height = header.readUInt16BE(heightAt);
	// The matrix begins with how far the rows of the picture go across and down. Turned by a quarter, they go up or down.
	const across = header.readInt32BE(matrixAt);
	const down = header.readInt32BE(matrixAt + 4);
	const isTurned = across === 0 && down !== 0;
	if (isTurned) return sizeOf({ width: height, height: width });
	return sizeOf({ width, height });
}
