import type { Size } from '../util/pictureSize';
import { type Format, WEBM } from './formatTable';
import { scanMatroska } from './matroska';
import { scanMp4 } from './mp4';
import type { FilmFacts, Scanner, WantedBytes } from './scan';

/*
 * What a film, or sound in the container of one, tells of itself while all of its bytes pass by: how large its picture
 * is, and whether the file is whole. It is read only once, from its start, and nothing of it is kept but the few bytes
 * that tell something.
 */

/** Asks for the parts of a film that tell something, and notes in `facts` what they tell. */
function scannerFor(format: Format, facts: FilmFacts): Scanner | undefined {
	if (format === WEBM) return scanMatroska(facts);
	return format.family === 'mp4' ? scanMp4(facts) : undefined;
}

/** Looks at a film, or at sound in the same containers, while its bytes pass by. */
export class FilmScan {
	/** What the scanner has asked for and still lacks; undefined once it has ended. */
	private wanted?: WantedBytes;

	/** What has come of the wanted bytes. */
	private collected: Buffer[] = [];

	/** How many bytes have passed. */
	private position = 0;

	private constructor(
		/** What was seen so far. The scanner changes it. */
		private readonly facts: FilmFacts,
		private readonly scanner: Scanner,
	) {
		this.continue(scanner.next());
	}

	/**
	 * Begins to look at a file.
	 *
	 * @param format what the content of the file shows it to be; undefined where it shows nothing
	 * @returns undefined for a format in which nothing is looked for
	 */
	static of(format: Format | undefined): FilmScan | undefined {
		const facts: FilmFacts = {
			hasMedia: false,
			isPlayable: false,
			isInPieces: false,
			neededBytes: 0,
			isUnderstood: true,
		};
		const scanner = format && scannerFor(format, facts);
		return scanner && new FilmScan(facts, scanner);
	}

	/** The size of the picture of a film; undefined as long as it was not seen. */
	get size(): Size | undefined {
		return this.facts.size;
	}

	/**
	 * The position of the next bytes that are looked at, up to which the file has to be read to learn `size`; undefined
	 * where the size is known, and where nothing more is looked at.
	 */
	get nextForSize(): number | undefined {
		return this.size === undefined ? this.wanted?.at : undefined;
	}

	/**
	 * Looks at the next bytes of the file: the scanner gets what it wants of them once that is whole.
	 *
	 * @param piece whose memory may be used again afterwards
	 * @param isLast whether the file ends with them: then the scanner gets what there is of the wanted bytes, and
	 *   nothing of any others for which it asks
	 */
	add(piece: Buffer, isLast = false): void {
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
		while (isLast && this.wanted) this.give();
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

	/**
	 * Whether the file clearly lacks a part, as it is where a recording or a download broke off: it ends before a part
	 * that is needed, or the part without which nothing can be played is not in it.
	 *
	 * @param bytes the length of the whole file, of which less may have been seen; Infinity where it is not known
	 */
	isIncomplete(bytes: number): boolean {
		const { hasMedia, isPlayable, isUnderstood, neededBytes } = this.facts;
		// Where the last part that is needed ends, as far as it is known.
		const lacksNeededPart = neededBytes > bytes;
		if (lacksNeededPart) return true;
		// Nothing more is wanted, or it would begin behind the end of the file.
		const isAllSeen = !this.wanted || this.wanted.at >= bytes;
		return isAllSeen && isUnderstood && hasMedia && !isPlayable;
	}
}

/**
 * Whether the beginning of a file and its length are enough to show that a part is missing. False where they are not,
 * and for a format in which nothing is looked for.
 *
 * @param first the bytes at its beginning, or the whole file
 * @param bytes the length of the whole file
 */
export function isCutOff(format: Format | undefined, first: Buffer, bytes: number): boolean {
	const scan = FilmScan.of(format);
	if (!scan) return false;
	const isWhole = first.length >= bytes;
	scan.add(first, isWhole);
	return scan.isIncomplete(bytes);
}
