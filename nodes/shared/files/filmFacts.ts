import type { Size } from '../util/pictureSize';

/** What was seen of a film so far, or of sound or a picture. */
export interface FilmFacts {
	/** The size of the picture of a film, as it is shown. */
	size?: Size;
	/** It says that it holds media; a name of its format alone does not. */
	hasMedia: boolean;
	/** The part was seen without which nothing can be played or shown. */
	isPlayable: boolean;
	/** It is recorded in pieces, each of which can be played on its own (MP4 with `moof`). */
	isInPieces: boolean;
	/** Where the last part ends that a player needs; 0 as long as none was seen that says how long it is. */
	neededBytes: number;
	/** How long the file says that it is, or a little less; 0 where it does not say so in a way that can be relied on. */
	statedBytes: number;
	/**
	 * False where something was not as its format has it, or the look ended before the part that a player needs. Then it
	 * means nothing that this part was not seen.
	 */
	isUnderstood: boolean;
}

/** Notes that something is not as its format has it, and gives undefined in the place of what should be there. */
export function notUnderstood(facts: FilmFacts): undefined {
	facts.isUnderstood = false;
	return undefined;
}
