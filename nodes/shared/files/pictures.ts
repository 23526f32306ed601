import { findLast } from 'lodash';

import { type FilmFacts, notUnderstood, type Scanner } from './scan';

/*
 * The parts of PNG, JPG and GIF files, as far as they tell whether a picture is whole.
 */

/** Length of the name with which a PNG file begins. */
const PNG_NAME = 8;

/** Length and name of a chunk, before its content. */
const PNG_HEADER = 8;

/** Behind the content of a chunk. */
const CHECKSUM = 4;

/** Goes through the chunks of a PNG file (length, name, content, checksum) to its last one. With that, it is whole. */
export function* scanPng(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	let at = PNG_NAME;
	for (;;) {
		const header = yield { at, bytes: PNG_HEADER };
		if (header.length < PNG_HEADER) return;
		const name = header.toString('latin1', 4);
		if (!/^[A-Za-z]{4}$/.test(name)) return notUnderstood(facts);
		const isLastChunk = name === 'IEND';
		if (isLastChunk) {
			facts.isPlayable = true;
			return;
		}
		at += PNG_HEADER + header.readUInt32BE(0) + CHECKSUM;
	}
}

/** Bytes read at once where a picture has to be read as a whole to find its end. */
const PIECE = 64 * 1024;

/** A marker of a JPG file has two bytes: this one, and one that says which marker it is. */
const MARKER_BEGIN = 0xff;
const START_OF_PICTURE = 0xda;
const END_OF_PICTURE = Buffer.from([MARKER_BEGIN, 0xd9]);

/** Length of the marker with which a JPG file begins, and which has no content. */
const JPG_NAME = 2;

/** Length of a marker and of the number behind it, which says how long the content of the segment is. */
const JPG_HEADER = 4;

/** Goes through the segments of a JPG file (marker, length, content) to its picture, and to the end of that. */
export function* scanJpg(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	let at = JPG_NAME;
	for (;;) {
		const segment = yield* segmentAt(facts, at);
		if (!segment) return;
		at = segment.end;
		if (segment.marker === START_OF_PICTURE) break;
	}
	yield* findEndOfJpg(facts, at);
}

/**
 * Reads the header of the segment of a JPG file at a position: its marker, and where the segment ends.
 *
 * @returns undefined where the file has ended before, and where what stands there is no marker, which is noted
 */
function* segmentAt(
	facts: FilmFacts,
	start: number,
): Scanner<{ marker: number; end: number } | undefined> {
	let at = start;
	let header = yield { at, bytes: JPG_HEADER };
	// The first byte of a marker may be repeated before the second one: the header begins with the last of them.
	while (header[0] === MARKER_BEGIN && header[1] === MARKER_BEGIN) {
		const nextByte = yield { at: at + JPG_HEADER, bytes: 1 };
		header = Buffer.concat([header.subarray(1), nextByte]);
		at++;
	}
	if (header.length < JPG_HEADER) return undefined;
	if (header[0] !== MARKER_BEGIN) return notUnderstood(facts);
	// The length counts its own two bytes too, but not those of the marker.
	return { marker: header.readUInt8(1), end: at + 2 + header.readUInt16BE(2) };
}

/** Reads the picture of a JPG file to its end, which is a marker that does not occur within it. */
function* findEndOfJpg(facts: FilmFacts, start: number): Scanner {
	let at = start;
	/** Of the piece before, because the marker may be split between two pieces. */
	let lastByte: Buffer = Buffer.alloc(0);
	for (;;) {
		const piece = yield { at, bytes: PIECE };
		facts.isPlayable = Buffer.concat([lastByte, piece]).includes(END_OF_PICTURE);
		const isLastPiece = piece.length < PIECE;
		if (facts.isPlayable || isLastPiece) return;
		lastByte = piece.subarray(-1);
		at += PIECE;
	}
}

/**
 * A GIF file begins with its name and a description of its screen. The byte at position 10 has the flags of the screen.
 */
const GIF_HEADER = 13;
const SCREEN_FLAGS = 10;

/** The first bytes of the blocks of a GIF file. The trailer is its last block. */
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Behind the first byte of an extension, one byte says of which kind it is. */
const EXTENSION_KIND = 1;

/** Behind the first byte of an image: its place and size, and one byte of flags. */
const IMAGE_FLAGS = 8;
const IMAGE_HEADER = 9;

/** Before the data of an image, one byte says how long the codes in them are. */
const CODE_LENGTH = 1;

/**
 * Goes through the blocks of a GIF file to its trailer, with which it is whole. What stands behind is not looked at.
 */
export function* scanGif(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	const header = yield { at: 0, bytes: GIF_HEADER };
	const file = new BytesInOrder(GIF_HEADER);
	let at = GIF_HEADER + colorTableBytes(header[SCREEN_FLAGS]);
	let block = yield* file.byteAt(at);
	while (block === EXTENSION || block === IMAGE) {
		const content = at + 1;
		if (block === EXTENSION) at = yield* endOfSubBlocks(file, content + EXTENSION_KIND);
		else at = yield* endOfImage(file, content);
		block = yield* file.byteAt(at);
	}
	// A file that has something unknown between its blocks is judged by its last byte, zeros aside.
	facts.isPlayable = block === TRAILER || (yield* file.lastByteNotZero()) === TRAILER;
}

/** Where an image ends, by where its header begins: behind that stand a color table, if there is one, and the data. */
function* endOfImage(file: BytesInOrder, start: number): Scanner<number> {
	const flags = yield* file.byteAt(start + IMAGE_FLAGS);
	const data = start + IMAGE_HEADER + colorTableBytes(flags) + CODE_LENGTH;
	return yield* endOfSubBlocks(file, data);
}

/**
 * The length of a color table, by the flags before it: their highest bit says whether there is one, and the lowest
 * three bits say how many colors it has.
 *
 * @param flags undefined where the file ends before them
 * @returns 0 where there is no table
 */
function colorTableBytes(flags = 0): number {
	const hasTable = (flags & 0x80) !== 0;
	if (!hasTable) return 0;
	const colors = 2 ** ((flags & 0x07) + 1);
	return colors * 3;
}

/**
 * Where the sub-blocks end that begin at a position: each has its length in its first byte; that of the last one is 0.
 * Where the file ends within them, it is a position behind the end of the file.
 */
function* endOfSubBlocks(file: BytesInOrder, start: number): Scanner<number> {
	let at = start;
	for (;;) {
		const length = yield* file.byteAt(at);
		at += 1;
		const isCutOff = length === undefined;
		if (isCutOff || length === 0) return at;
		at += length;
	}
}

/** Gives single bytes of a file, asked for in its order. It reads a piece of many bytes at once. */
class BytesInOrder {
	/** What was read last; empty at first, and behind the end of the file. */
	private piece: Buffer = Buffer.alloc(0);

	/** @param start where the piece begins in the file; at first, a position before which no byte is asked for */
	constructor(private start: number) {}

	/** The byte at a position, which is not before those asked for earlier; undefined behind the end of the file. */
	*byteAt(at: number): Scanner<number | undefined> {
		if (at >= this.start + this.piece.length) yield* this.read(at);
		return this.piece[at - this.start];
	}

	/**
	 * Reads on to the end of the file.
	 *
	 * @returns its last byte that is not 0; undefined where the piece that was read before, and all behind it, is 0
	 */
	*lastByteNotZero(): Scanner<number | undefined> {
		let last: number | undefined;
		while (this.piece.length > 0) {
			last = findLast(this.piece, (byte) => byte !== 0) ?? last;
			yield* this.read(this.start + this.piece.length);
		}
		return last;
	}

	/** Reads the piece that begins at a position. */
	private *read(at: number): Scanner {
		this.piece = yield { at, bytes: PIECE };
		this.start = at;
	}
}
