import { sizeOf } from '../api/library';
import type { FilmFacts } from './filmFacts';
import type { Scanner } from './scan';

/*
 * The elements of Matroska (RFC 9559), of which WebM is a kind: number, length, content, one within the other. Numbers and
 * lengths have one to eight bytes; the zeros before the first bit tell how many.
 */

/** Numbers of elements as they stand in the file. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;

/** The media: nothing behind the first of them tells the size of the picture. */
const CLUSTER = 0x1f43b675;

/** Elements that lead to the size of the picture. */
const MASTERS: ReadonlySet<number> = new Set([SEGMENT, TRACKS, TRACK, TRACK_VIDEO]);

/** The size of the picture stands within the first of these bytes. */
const MAX_BEGINNING = 64 * 1024;

interface Element {
	id: number;
	/** Position of its content. */
	start: number;
	/** Position behind it; Infinity where its writer did not know how long it would become. */
	end: number;
}

/** The number that bytes stand for, the highest one first. Long ones are rounded, which no size and no length is. */
function numberOf(bytes: Buffer): number {
	let number = 0;
	for (const byte of bytes) number = number * 256 + byte;
	return number;
}

/**
 * The bytes of a number. Its first byte tells how many there are: as many as it has zero bits before the first one, and one.
 *
 * @returns undefined where the file ends before, and where the byte is zero, with which no number begins
 */
function bytesOfNumber(file: Buffer, at: number): Buffer | undefined {
	const leadingZeros = Math.clz32(file[at] ?? 0) - (32 - 8);
	const length = leadingZeros + 1;
	const isWhole = length <= 8 && at + length <= file.length;
	return isWhole ? file.subarray(at, at + length) : undefined;
}

/** @returns undefined where there is none, or not all of its header */
function elementAt(file: Buffer, at: number): Element | undefined {
	const id = bytesOfNumber(file, at);
	if (!id) return undefined;
	const lengthAt = at + id.length;
	// Where a writer left room, there is nothing but zeros.
	if (file[lengthAt] === 0) return { id: numberOf(id), start: lengthAt, end: lengthAt };
	const length = bytesOfNumber(file, lengthAt);
	if (!length) return undefined;
	const start = lengthAt + length.length;
	// The first byte begins with the bits that tell how many bytes there are.
	const bits = Buffer.from(length);
	const mask = 0xff >> length.length;
	bits[0] = (bits[0] ?? 0) & mask;
	// All others set: the length is not known, as in a recording of a browser.
	const isUnknown = bits[0] === mask && bits.subarray(1).every((byte) => byte === 0xff);
	const end = isUnknown ? Infinity : start + numberOf(bits);
	return { id: numberOf(id), start, end };
}

/** Goes through the elements of a film up to its first media. They stand in any order. */
export function* scanMatroska(facts: FilmFacts): Scanner {
	const file = yield { at: 0, bytes: MAX_BEGINNING };
	const sides = new Map<number, number>();
	let at = 0;
	while (at < file.length) {
		const element = elementAt(file, at);
		if (!element) {
			if (file[at] !== 0) return;
			// Writers leave zeros where they need no room.
			at++;
			continue;
		}
		const { id, start, end } = element;
		if (id === SEGMENT) facts.hasMedia = true;
		if (id === CLUSTER) {
			facts.isPlayable = true;
			return;
		}
		if (id === WIDTH || id === HEIGHT) {
			sides.set(id, numberOf(file.subarray(start, end)));
			facts.size ??= sizeOf({ width: sides.get(WIDTH), height: sides.get(HEIGHT) });
		}
		at = MASTERS.has(id) ? start : end;
	}
	// In a longer file, the media may begin behind these bytes.
	facts.isUnderstood = file.length < MAX_BEGINNING;
}
