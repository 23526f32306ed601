import type { Size } from '../util/pictureSize';

/*
 * Looking at a few bytes of a file while all of it passes by: it is read only once, from its start, and nothing of
 * it is kept but the bytes that tell something.
 */

/** Bytes that are looked at next: behind what the scanner has asked for before, unless the file is broken. */
interface WantedBytes {
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

/** Gives a scanner what it wants of a file that comes piece by piece. */
export class PassingScan {
	/** What the scanner has asked for and still lacks; undefined once it has ended. */
	private wanted?: WantedBytes;

	/** What has come of the wanted bytes. */
	private collected: Buffer[] = [];

	/** How many bytes have passed. */
	position = 0;

	constructor(private readonly scanner: Scanner) {
		this.continue(scanner.next());
	}

	/** Position of the bytes that are looked at next; undefined once the scanner has ended. */
	get next(): number | undefined {
		return this.wanted?.at;
	}

	/**
	 * Takes of the next bytes of a file what the scanner wants, perhaps only a
	 * part of it, and gives it that once it is whole.
	 *
	 * @param piece whose memory may be used again afterwards
	 */
	add(piece: Buffer): void {
		const start = this.position;
		this.position += piece.length;
		while (this.wanted && this.wanted.at < this.position) {
			const { at, bytes } = this.wanted;
			const end = at + bytes;
			// In a broken file, the wanted bytes may begin or even end before the piece: what has passed is left out.
			const from = Math.max(0, at - start);
			const wantedOfPiece = piece.subarray(from, Math.max(0, end - start));
			// A copy, because the memory of a piece is used again.
			this.collected.push(Buffer.from(wantedOfPiece));
			const isWhole = end <= this.position;
			if (isWhole) this.give();
			// The rest of the wanted bytes comes with the pieces that follow.
			else this.wanted = { at: this.position, bytes: end - this.position };
		}
	}

	/**
	 * To be called at the end of the file. The scanner gets what there is of the wanted bytes, and nothing of any others
	 * for which it asks then.
	 */
	end(): void {
		while (this.wanted) this.give();
	}

	/** Gives the scanner what has come of the wanted bytes, and lets it ask for more. */
	private give(): void {
		const bytes = Buffer.concat(this.collected);
		this.collected = [];
		this.continue(this.scanner.next(bytes));
	}

	/** Notes what the scanner asks for; nothing is wanted once it has ended. */
	private continue({ done, value }: IteratorResult<WantedBytes, void>): void {
		this.wanted = done ? undefined : value;
	}
}

/** Notes that something is not as its format has it, and gives undefined in the place of what should be there. */
export function notUnderstood(facts: FilmFacts): undefined {
	facts.isUnderstood = false;
	return undefined;
}
