import { type FilmFacts, notUnderstood, type Scanner } from './scan';

/*
 * RIFF, the container of WAV, AVI and WebP: a header (name of the container, length of all behind these two, name of
 * the format), and chunks (name, length, content), one behind the other.
 */

/** Length of the header of a file. */
const HEADER = 12;

/** Length of the header of a chunk. */
const CHUNK_HEADER = 8;

/** Names of chunks are letters, digits and blanks. */
const CHUNK_NAME = /^[\w -]{4}$/;

/**
 * Lengths from this one on are not believed. A program that sends a file while it makes it does not know how long it
 * will be, and writes 0xffffffff, 0x7fffffff, two billion, or one of these less the length of the header.
 */
const MIN_PLACEHOLDER = 1_000_000_000;

/** This length of the sound is not believed either: code for sending speech that many have copied always writes it. */
const USUAL_PLACEHOLDER = 10_240_000;

/** What the header of a file says. */
interface Riff {
	/** Length of all behind the first eight bytes, as it says. */
	bytes: number;
	/** Written by machines that put the high byte of a number first. */
	isBigEndian: boolean;
	/** A W64 file: WAV with numbers of eight bytes, and longer names, of which the first is `riff`. */
	isLong: boolean;
}

/** A chunk, by its header. */
interface Chunk {
	name: string;
	/** Position of its content. */
	start: number;
	/** Length of its content, as it says. */
	bytes: number;
	/** Position of the next chunk. */
	end: number;
}

/** Reads the header of a file. Where the file ends within it, its length counts as 0. */
function* readRiff(): Scanner<Riff> {
	const header = yield { at: 0, bytes: HEADER };
	const name = header.toString('latin1', 0, 4);
	const isBigEndian = name === 'RIFX';
	const bytes = header.length < HEADER ? 0 : chunkLength(header, isBigEndian);
	return { bytes, isBigEndian, isLong: name === 'riff' };
}

/** The length in the header of a file or a chunk, which stands behind a name of four bytes. */
function chunkLength(header: Buffer, isBigEndian: boolean): number {
	return isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4);
}

/**
 * Reads the header of a chunk; undefined where the file ends before or in it, and where there is no chunk, which is
 * noted.
 */
function* chunkAt(facts: FilmFacts, at: number, { isBigEndian }: Riff): Scanner<Chunk | undefined> {
	const header = yield { at, bytes: CHUNK_HEADER };
	if (header.length < CHUNK_HEADER) return undefined;
	const name = header.toString('latin1', 0, 4);
	if (!CHUNK_NAME.test(name)) return notUnderstood(facts);
	const bytes = chunkLength(header, isBigEndian);
	const start = at + CHUNK_HEADER;
	// Chunks begin at even positions, so that one byte of no meaning follows an odd length.
	const end = start + bytes + (bytes % 2);
	return { name, start, bytes, end };
}

/**
 * Goes through the chunks of a WAV file up to its sound, which is in `data`. Notes whether there are a description of
 * the sound and a first byte of it, and how many bytes of sound the file says that it has: 0 where that is not
 * believed. Of a W64 file, only its length is noted.
 */
export function* scanWav(facts: FilmFacts): Scanner {
	const riff = yield* readRiff();
	if (riff.isLong) return yield* readW64Length(facts);
	/** The length of the sound in a file for more than 4 GB; stays undefined in any other. */
	let longBytes: number | undefined;
	let at = HEADER;
	for (;;) {
		const chunk = yield* chunkAt(facts, at, riff);
		if (!chunk) return;
		if (chunk.name === 'ds64') longBytes = yield* readLongSoundBytes(chunk);
		if (chunk.name === 'data') {
			facts.statedBytes = longBytes ?? believedBytes(riff, chunk);
			const firstOfSound = yield { at: chunk.start, bytes: 1 };
			facts.isPlayable = firstOfSound.length > 0;
			return;
		}
		// A description of the sound says that there is to be some.
		if (chunk.name === 'fmt ') facts.hasMedia = true;
		at = chunk.end;
	}
}

/** Where a W64 file has its length, which counts all of it. */
const W64_LENGTH = { at: 16, bytes: 8 };

/**
 * A chunk of a W64 file is filled up to a multiple of so many bytes. Some programs count the last filling, but do not
 * write it.
 */
const W64_FILLING = 8;

/**
 * Reads how long a W64 file says that it is. A program that does not know it yet writes the highest number, which is
 * not believed, or 0, which does no harm: a file is only judged to be incomplete where it is shorter than it says.
 */
function* readW64Length(facts: FilmFacts): Scanner {
	const length = yield W64_LENGTH;
	if (length.length < W64_LENGTH.bytes) return;
	const stated = Number(length.readBigUInt64LE());
	if (stated <= Number.MAX_SAFE_INTEGER) facts.statedBytes = stated - W64_FILLING;
}

/** Two lengths of eight bytes: that of the file, and behind it that of its sound. */
const LONG_LENGTHS = 16;
const SOUND_LENGTH_AT = 8;

/**
 * Reads the chunk in which a WAV file for more than 4 GB (RF64) has its lengths, for which its header has no room.
 *
 * @returns the length of its sound; 0 where it was not known when the file was written, and where the file ends before
 */
function* readLongSoundBytes({ start }: Chunk): Scanner<number> {
	const lengths = yield { at: start, bytes: LONG_LENGTHS };
	if (lengths.length < LONG_LENGTHS) return 0;
	const stated = Number(lengths.readBigUInt64LE(SOUND_LENGTH_AT));
	// The highest number is written by a program that does not know the length yet.
	return stated <= Number.MAX_SAFE_INTEGER ? stated : 0;
}

/** Length of the kind of a list of chunks, with which the content of the list begins. */
const LIST_KIND = 4;

/**
 * Goes through the chunks of an AVI file up to its pictures, which are in the list `movi`, and notes how long the file
 * says that it is.
 */
export function* scanAvi(facts: FilmFacts): Scanner {
	const riff = yield* readRiff();
	let at = HEADER;
	for (;;) {
		const chunk = yield* chunkAt(facts, at, riff);
		if (!chunk) return;
		if (chunk.name === 'LIST' && chunk.bytes >= LIST_KIND) {
			const kind = yield { at: chunk.start, bytes: LIST_KIND };
			if (kind.toString('latin1') === 'movi') {
				facts.statedBytes = believedBytes(riff, chunk);
				return;
			}
		}
		at = chunk.end;
	}
}

/**
 * How long a file says that it is: its own length or that of its media, whichever is smaller, and 0 where one of them
 * is not believed. What stands before the media is not added, because some programs count headers that they should not,
 * or leave out the last byte.
 */
function believedBytes(riff: Riff, media: Chunk): number {
	const longer = Math.max(riff.bytes, media.bytes);
	const isPlaceholder = media.bytes === USUAL_PLACEHOLDER || longer >= MIN_PLACEHOLDER;
	return isPlaceholder ? 0 : Math.min(riff.bytes, media.bytes);
}

/** The length of a file stands within so many first bytes, which it does not count. */
const BEFORE_COUNTED = 8;

/** Reads how long a WebP file says that it is. Some programs leave out the last byte, so one less counts. */
export function* scanWebp(facts: FilmFacts): Scanner {
	const { bytes } = yield* readRiff();
	facts.statedBytes = BEFORE_COUNTED + bytes - 1;
}
