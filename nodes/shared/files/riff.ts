import type { FilmFacts } from './filmFacts';
import type { Scanner, WantedBytes } from './scan';

/*
 * RIFF, the container of WAV, AVI and WebP: a header (name of the container, length of all behind these two, name of
 * the format), and chunks (name, length, content), one behind the other.
 */

const HEADER = 12;

const CHUNK_HEADER = 8;

/** Names of chunks are letters, digits and blanks. */
const CHUNK_NAME = /^[\w -]{4}$/;

/**
 * A length from here on is not believed: who sends a file while it is made does not know how long it will be, and
 * writes 0xffffffff, 0x7fffffff, two billion, or one of these without the header.
 */
const MIN_PLACEHOLDER = 1_000_000_000;

/** What much copied code for sending speech while it is made writes as the length of the sound. */
const USUAL_PLACEHOLDER = 10_240_000;

/** What the header of a file says. */
interface Riff {
	/** Length of all behind the first eight bytes. */
	bytes: number;
	/** Written by machines that put the high byte of a number first. */
	isBigEndian: boolean;
	/** A W64 file: WAV with numbers of eight bytes, and longer names, of which the first is `riff`. */
	isLong: boolean;
}

interface Chunk {
	name: string;
	/** Position of its content. */
	start: number;
	/** Length of its content, as it says. */
	bytes: number;
	/** Position of the next chunk. */
	end: number;
}

/** Reads the header of a file. In a shorter file, its lengths are 0. */
function* readRiff(): Generator<WantedBytes, Riff, Buffer> {
	const header = yield { at: 0, bytes: HEADER };
	const name = header.toString('latin1', 0, 4);
	const isBigEndian = name === 'RIFX';
	const bytes = header.length < HEADER ? 0 : lengthAt(header, isBigEndian);
	return { bytes, isBigEndian, isLong: name === 'riff' };
}

/** The length behind the name of a file or a chunk. */
function lengthAt(header: Buffer, isBigEndian: boolean): number {
	return isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4);
}

/**
 * Reads the header of a chunk. @returns 'end' where the file has ended before,
 * 'none' where what stands there is no chunk
 */
function* chunkAt(
	at: number,
	{ isBigEndian }: Riff,
): Generator<WantedBytes, Chunk | 'end' | 'none', Buffer> {
	const header = yield { at, bytes: CHUNK_HEADER };
	if (header.length < CHUNK_HEADER) return 'end';
	const name = header.toString('latin1', 0, 4);
	if (!CHUNK_NAME.test(name)) return 'none';
	const bytes = lengthAt(header, isBigEndian);
	const start = at + CHUNK_HEADER;
	// Chunks begin at even positions.
	return { name, start, bytes, end: start + bytes + (bytes % 2) };
}

/** Goes through the chunks of a WAV file up to its sound, which is in `data`. */
export function* scanWav(facts: FilmFacts): Scanner {
	const riff = yield* readRiff();
	if (riff.isLong) return yield* readW64Length(facts);
	// Stays undefined in a file whose header has its length.
	let longBytes: number | undefined;
	let at = HEADER;
	for (;;) {
		const chunk = yield* chunkAt(at, riff);
		if (chunk === 'end') return;
		if (chunk === 'none') {
			facts.isUnderstood = false;
			return;
		}
		if (chunk.name === 'ds64') longBytes = yield* readLongLengths(chunk);
		if (chunk.name === 'data') {
			facts.statedBytes = longBytes ?? statedBytes(riff, chunk);
			const sound = yield { at: chunk.start, bytes: 1 };
			facts.isPlayable = sound.length > 0;
			return;
		}
		// The description of the sound: there is to be some.
		if (chunk.name === 'fmt ') facts.hasMedia = true;
		at = chunk.end;
	}
}

/** Where a W64 file has its length, which counts all of it. */
const W64_LENGTH = { at: 16, bytes: 8 };

/** Reads how long a W64 file says that it is. Who does not know its length yet writes the highest number, or 0. */
function* readW64Length(facts: FilmFacts): Scanner {
	const length = yield W64_LENGTH;
	if (length.length < W64_LENGTH.bytes) return;
	const stated = Number(length.readBigUInt64LE());
	// Some programs leave out the blanks that fill up the last eight bytes.
	if (stated <= Number.MAX_SAFE_INTEGER) facts.statedBytes = stated - W64_LENGTH.bytes;
}

/** Two lengths of eight bytes: of the file, and of its sound. */
const LONG_LENGTHS = 16;

/**
 * Reads the chunk in which a WAV file for more than 4 GB (RF64) has its lengths, for which its header has no room.
 *
 * @returns the length of its sound; 0 where it was not known when the file was written
 */
function* readLongLengths({ start }: Chunk): Generator<WantedBytes, number, Buffer> {
	const lengths = yield { at: start, bytes: LONG_LENGTHS };
	return lengths.length < LONG_LENGTHS ? 0 : Number(lengths.readBigUInt64LE(8));
}

/** The kind of a list of chunks, which stands before them. */
const LIST_KIND = 4;

/** Goes through the chunks of an AVI file up to its pictures, which are in the list `movi`. */
export function* scanAvi(facts: FilmFacts): Scanner {
	const riff = yield* readRiff();
	let at = HEADER;
	for (;;) {
		const chunk = yield* chunkAt(at, riff);
		if (chunk === 'end' || chunk === 'none') return;
		if (chunk.name === 'LIST' && chunk.bytes >= LIST_KIND) {
			const kind = yield { at: chunk.start, bytes: LIST_KIND };
			if (kind.toString('latin1') === 'movi') {
				facts.statedBytes = statedBytes(riff, chunk);
				return;
			}
		}
		at = chunk.end;
	}
}

/**
 * How long a file says that it is, by its own length and by that of its media; 0 where one of them is not
 * believed. The smaller one counts, without what stands before it, because some programs count headers
 * that they should not, or leave out the last byte.
 */
function statedBytes(riff: Riff, media: Chunk): number {
	const isPlaceholder = media.bytes === USUAL_PLACEHOLDER;
	if (isPlaceholder || Math.max(riff.bytes, media.bytes) >= MIN_PLACEHOLDER) return 0;
	return Math.min(riff.bytes, media.bytes);
}

/** Reads how long a WebP file says that it is. Some programs leave out the last byte, so one less counts. */
export function* scanWebp(facts: FilmFacts): Scanner {
	const { bytes } = yield* readRiff();
	facts.statedBytes = CHUNK_HEADER - 1 + bytes;
}
