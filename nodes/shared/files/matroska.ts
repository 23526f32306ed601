import { sizeOf } from '../api/library';
import type { FilmFacts } from './filmFacts';
import type { Scanner } from './scan';

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

/** The segment begins within the first of these bytes. */
const MAX_NAME = 256;

/** The size of the picture stands within the first of these bytes. */
const MAX_BEGINNING = 64 * 1024;

interface Element {
	id: number;
	/** Position of its content. */
	start: number;
	/** Position behind it; Infinity where its writer did not know how long it would become. */
	end: number;
}

/** Goes through the elements of a film up to its first media. They stand in any order. */
export function* scanMatroska(facts: FilmFacts): Scanner {
	const name = yield { at: 0, bytes: MAX_NAME };
	facts.statedBytes = endOfSegment(name);
	const others = yield { at: MAX_NAME, bytes: MAX_BEGINNING - MAX_NAME };
	readElements(facts, Buffer.concat([name, others]));
}

/**
 * Where the segment ends, by the first bytes of a file; 0 where it does not say so, as in the recording of a browser.
 */
function endOfSegment(first: Buffer): number {
	for (const { id, end } of elementsIn(first)) {
		if (id === SEGMENT && end !== Infinity) return end;
	}
	return 0;
}

/** Notes what the elements in the first bytes of a file tell. */
function readElements(facts: FilmFacts, beginning: Buffer): void {
	let width: number | undefined;
	let height: number | undefined;
	for (const { id, start, end } of elementsIn(beginning)) {
		if (id === SEGMENT) facts.hasMedia = true;
		if (id === CLUSTER) {
			facts.isPlayable = true;
			return;
		}
		if (id === WIDTH) width = numberOf(beginning.subarray(start, end));
		if (id === HEIGHT) height = numberOf(beginning.subarray(start, end));
		facts.size ??= sizeOf({ width, height });
	}
	// In a longer file, the media may begin behind these bytes.
	facts.isUnderstood = beginning.length < MAX_BEGINNING;
}

/** The elements in the first bytes of a file, in their order; of those that lead to the size, also what is in them. */
function* elementsIn(beginning: Buffer): Generator<Element> {
	let at = 0;
	while (at < beginning.length) {
		const element = elementAt(beginning, at);
		if (element) {
			yield element;
			at = MASTERS.has(element.id) ? element.start : element.end;
		} else if (beginning[at] === 0) {
			// Writers leave zeros where they need no room.
			at++;
		} else {
			return;
		}
	}
}

/** @returns undefined where no element begins, or the bytes end within its header */
function elementAt(file: Buffer, at: number): Element | undefined {
	const id = bytesOfNumber(file, at);
	if (!id) return undefined;
	const lengthAt = at + id.length;
	// Where a writer left room, there is nothing but zeros.
	if (file[lengthAt] === 0) return { id: numberOf(id), start: lengthAt, end: lengthAt };
	const length = bytesOfNumber(file, lengthAt);
	if (!length) return undefined;
	const start = lengthAt + length.length;
	return { id: numberOf(id), start, end: start + lengthOf(length) };
}

/**
 * The bytes of a number. Its first byte tells how many there are: as many as it
 * has zero bits before the first one, and one.
 *
 * @returns undefined where the file ends before, and where the byte is zero, with which no number begins
 */
function bytesOfNumber(file: Buffer, at: number): Buffer | undefined {
	const leadingZeros = Math.clz32(file[at] ?? 0) - (32 - 8);
	const length = leadingZeros + 1;
	const isWhole = length <= 8 && at + length <= file.length;
	return isWhole ? file.subarray(at, at + length) : undefined;
}

/** The number that bytes stand for, the highest one first. Long ones are rounded, which no size and no length is. */
function numberOf(bytes: Buffer): number {
	let number = 0;
	for (const byte of bytes) number = number * 256 + byte;
	return number;
}

/**
 * The length that bytes stand for; Infinity where all bits of it are set, with
 * which a writer says that it is not known.
 */
function lengthOf(bytes: Buffer): number {
	const own = Buffer.from(bytes);
	// The first bits of the first byte only tell how many bytes there are.
	own.writeUInt8(own.readUInt8(0) & (0xff >> own.length));
	const length = numberOf(own);
	const largest = 2 ** (7 * own.length) - 1;
	return length === largest ? Infinity : length;
}
