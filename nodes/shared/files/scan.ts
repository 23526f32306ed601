/*
 * Looking at a few bytes of a file while all of it passes by: it is read only once, from its start, and nothing of
 * it is kept but the bytes that tell something.
 */

/** Bytes that are looked at next: behind what the scanner has asked for before, unless the file is broken. */
export interface WantedBytes {
	/** Position in the file. */
	at: number;
	bytes: number;
}

/** Asks for bytes, and is given them: fewer only where the file ends before. It ends when it needs no more. */
export type Scanner = Generator<WantedBytes, void, Buffer>;

/** Gives a scanner what it wants of a file that comes piece by piece. */
export class PassingScan {
	private wanted?: WantedBytes;

	/** What has come of the wanted bytes. */
	private collected: Buffer[] = [];

	/** So many bytes have passed. */
	position = 0;

	constructor(private readonly scanner: Scanner) {
		this.continue(scanner.next());
	}

	/** Position of the bytes that are looked at next; undefined where no further ones can tell more. */
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
			// The wanted bytes may begin before the piece only in a broken file, and end behind it.
			const wantedOfPiece = piece.subarray(Math.max(0, at - start), end - start);
			// A copy, because the memory of a piece is used again.
			this.collected.push(Buffer.from(wantedOfPiece));
			const isWhole = end <= this.position;
			if (isWhole) this.give();
			// What is still wanted comes with the pieces that follow.
			else this.wanted = { at: this.position, bytes: end - this.position };
		}
	}

	/** To be called at the end of the file: what is wanted may be longer than the rest, which the scanner is given. */
	end(): void {
		while (this.wanted) this.give();
	}

	/** Gives the scanner what has come of the wanted bytes, and lets it ask for more. */
	private give(): void {
		const bytes = Buffer.concat(this.collected);
		this.collected = [];
		this.continue(this.scanner.next(bytes));
	}

	private continue({ done, value }: IteratorResult<WantedBytes, void>): void {
		this.wanted = done ? undefined : value;
	}
}
