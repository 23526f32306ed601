import type { FilmFacts } from './filmFacts';
import type { Scanner } from './scan';

/*
 * The chunks of a WAV file: name, length, content, one behind the other. Its sound is in `data`, whose length is not
 * believed, because speech services write it before they know it.
 */

/** The first chunk stands behind the name of the format. */
const FIRST_CHUNK = 12;

/** Length of the header of a chunk. */
const HEADER = 8;

/** Names of chunks are letters, digits and blanks. */
const CHUNK_NAME = /^[\w -]{4}$/;

/** Goes through the chunks of a WAV file up to its first sound. */
export function* scanWav(facts: FilmFacts): Scanner {
	const container = yield { at: 0, bytes: 4 };
	// Written by machines that put the high byte of a number first.
	const isBigEndian = container.toString('latin1') === 'RIFX';
	let at = FIRST_CHUNK;
	for (;;) {
		const header = yield { at, bytes: HEADER };
		if (header.length < HEADER) return;
		const name = header.toString('latin1', 0, 4);
		at += HEADER;
		if (name === 'data') {
			const sound = yield { at, bytes: 1 };
			facts.isPlayable = sound.length > 0;
			return;
		}
		if (!CHUNK_NAME.test(name)) {
			facts.isUnderstood = false;
			return;
		}
		// The description of the sound: there is to be some.
		if (name === 'fmt ') facts.hasMedia = true;
		const length = isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4);
		// Chunks begin at even positions.
		at += length + (length % 2);
	}
}
