import type { FilmFacts } from './filmFacts';
import type { Scanner } from './scan';

/*
 * The parts of PNG, JPG and WebP files, as far as they tell whether a picture is whole.
 */

/** Length of the name of a PNG file, and of the header of a chunk with the checksum behind its content. */
const PNG_NAME = 8;
const PNG_HEADER = 8;
const CHECKSUM = 4;

/** Goes through the chunks of a PNG file (length, name, content, checksum) to its last one. */
export function* scanPng(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	let at = PNG_NAME;
	for (;;) {
		const header = yield { at, bytes: PNG_HEADER };
		if (header.length < PNG_HEADER) return;
		const name = header.toString('latin1', 4);
		if (!/^[A-Za-z]{4}$/.test(name)) {
			facts.isUnderstood = false;
			return;
		}
		if (name === 'IEND') {
			facts.isPlayable = true;
			return;
		}
		at += PNG_HEADER + header.readUInt32BE(0) + CHECKSUM;
	}
}

/** The length of a WebP file behind its first eight bytes stands in them. Some programs leave out a last byte. */
export function* scanWebp(facts: FilmFacts): Scanner {
	const header = yield { at: 0, bytes: 8 };
	if (header.length < 8) return;
	facts.neededBytes = 7 + header.readUInt32LE(4);
}

const MARKER = 0xff;
const START_OF_PICTURE = 0xda;
const END_OF_PICTURE = Buffer.from([MARKER, 0xd9]);

/** Read at once to find the end of a JPG picture. */
const PIECE = 64 * 1024;

/** Goes through the segments of a JPG file (marker, length, content) to its picture, and to the end of that. */
export function* scanJpg(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	// Behind the marker with which the file begins.
	let at = 2;
	for (;;) {
		const header = yield { at, bytes: 4 };
		if (header.length < 4) return;
		if (header[0] !== MARKER) {
			facts.isUnderstood = false;
			return;
		}
		// Markers may have others of their first byte before them.
		const isFilled = header[1] === MARKER;
		at += isFilled ? 1 : 2 + header.readUInt16BE(2);
		if (header[1] === START_OF_PICTURE) break;
	}
	yield* findEndOfJpg(facts, at);
}

/** The end of the picture is a marker that does not occur within it. */
function* findEndOfJpg(facts: FilmFacts, start: number): Scanner {
	let at = start;
	let last: Buffer = Buffer.alloc(0);
	for (;;) {
		const piece = yield { at, bytes: PIECE };
		// The marker may be split between two pieces.
		facts.isPlayable = Buffer.concat([last, piece]).includes(END_OF_PICTURE);
		if (facts.isPlayable || piece.length < PIECE) return;
		last = piece.subarray(-1);
		at += PIECE;
	}
}
