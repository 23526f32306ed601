import type { Size } from '../util/pictureSize';

/*
 * What those who know the formats of films ask for of a file, and what they note of it.
 */

/** Bytes that are looked at next: behind what the scanner has asked for before, unless the file is broken. */
export interface WantedBytes {
	/** Position in the file. */
	at: number;
	/** How many. */
	bytes: number;
}

/**
 * Asks for bytes, and is given them: fewer where the file ends before, or where they have passed by. It ends when it
 * needs no more, with what it has found, if it is a part of another scanner.
 */
export type Scanner<Found = void> = Generator<WantedBytes, Found, Buffer>;

/** What was seen of a film so far, or of sound in the container of one. */
export interface FilmFacts {
	/** The size of the picture of a film, as it is shown. */
	size?: Size;
	/** It says that it holds media, which the name of its format alone does not. */
	hasMedia: boolean;
	/** The part was seen without which nothing can be played. */
	isPlayable: boolean;
	/** It is recorded in pieces, each of which can be played on its own (MP4 with `moof`). */
	isInPieces: boolean;
	/** Where the last part ends that a player needs; 0 as long as none was seen that says how long it is. */
	neededBytes: number;
	/** False where something was not as its format has it. Then it means nothing that the needed part was not seen. */
	isUnderstood: boolean;
}

/** Notes that something is not as its format has it, and gives undefined in the place of what should be there. */
export function notUnderstood(facts: FilmFacts): undefined {
	facts.isUnderstood = false;
	return undefined;
}
