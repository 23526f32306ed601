import { sizeOf } from '../util/pictureSize';
import type { FilmFacts, Scanner } from './scan';

/*
 * The elements of Matroska (RFC 9559), of which WebM is a kind: number, length, content, one within the other. Numbers
 * and lengths have one to eight bytes; the zeros before the first bit tell how many.
 */

/** Numbers of elements as they stand in the file. The segment holds all but the name of the format. */
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

/** The size of the picture stands within so many first bytes. */
const MAX_BEGINNING = 64 * 1024;

/** An element, by its header. */
interface Element {
	/** Its number. */
	id: number;
	/** Position of its content. */
	start: number;
	/** Position behind it; Infinity where its writer did not know how long it would become. */
	end: number;
}

/** Goes through the elements of a film, which stand in any order, up to its first media, and notes its size. */
export function* scanMatroska(facts: FilmFacts): Scanner {
	const beginning = yield { at: 0, bytes: MAX_BEGINNING };
	let width: number | undefined;
	let height: number | undefined;
	for (const { id, start, end } of elementsIn(beginning)) {
		if (id === CLUSTER) return;
		if (id === WIDTH) width = numberOf(beginning.subarray(start, end));
		if (id === HEIGHT) height = numberOf(beginning.subarray(start, end));
		// Undefined as long as one of the sides is missing.
		facts.size ??= sizeOf({ width, height });
	}
}

/**
 * The elements in the first bytes of a file, in their order. One that leads to the size is followed by those within it;
 * any other is passed over as a whole. It ends where no element begins, or the bytes end within a header.
 */
function* elementsIn(beginning: Buffer): Generator<Element> {
	let at = 0;
	while (at < beginning.length) {
		const element = elementAt(beginning, at);
		if (!element) return;
		yield element;
		at = MASTERS.has(element.id) ? element.start : element.end;
	}
}

/** The element that begins at a position; undefined where none does, or where the bytes end within its header. */
function elementAt(file: Buffer, at: number): Element | undefined {
	const idBytes = bytesOfNumber(file, at);
	if (!idBytes) return undefined;
	const id = numberOf(idBytes);
	const lengthAt = at + idBytes.length;
	const lengthBytes = bytesOfNumber(file, lengthAt);
	if (!lengthBytes) return undefined;
	const start = lengthAt + lengthBytes.length;
	return { id, start, end: start + lengthOf(lengthBytes) };
}

/** The number or the length of an element has so many bytes at most. */
const MAX_NUMBER_BYTES = 8;

/**
 * The bytes of the number at a position. Its first byte tells how many there are: one more than it has zero bits before
 * its first bit that is set. 0b0100_0000 begins a number of two bytes.
 *
 * @returns undefined where the file ends before, and where the first byte is zero, with which no number begins
 */
function bytesOfNumber(file: Buffer, at: number): Buffer | undefined {
	const first = file[at] ?? 0;
	// Of the 32 bits that `clz32` looks at, a byte has the last 8.
	const leadingZeros = Math.clz32(first) - (32 - 8);
	const length = leadingZeros + 1;
	const isWhole = length <= MAX_NUMBER_BYTES && at + length <= file.length;
	return isWhole ? file.subarray(at, at + length) : undefined;
}

/** The number that bytes stand for, the highest byte first. It is exact up to 2 ** 53, which no real length exceeds. */
function numberOf(bytes: Buffer): number {
	let number = 0;
	for (const byte of bytes) number = number * 256 + byte;
	return number;
}

/**
 * The length that bytes stand for; Infinity where all bits of it are set, which means that its writer did not know it.
 */
function lengthOf(bytes: Buffer): number {
	const copy = Buffer.from(bytes);
	// The first bits of the first byte only tell how many bytes there are: one bit for each byte.
	const bitsOfLength = 0xff >> copy.length;
	copy.writeUInt8(copy.readUInt8(0) & bitsOfLength);
	const length = numberOf(copy);
	// Of each byte, seven bits are left for the length.
	const allBitsSet = 2 ** (7 * copy.length) - 1;
	return length === allBitsSet ? Infinity : length;
}
