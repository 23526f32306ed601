import type { Size } from '../util/pictureSize';
import {
	AVI,
	AVIF,
	type Format,
	GIF,
	JPG,
	MKA,
	MKV,
	PNG,
	WAV,
	WEBA,
	WEBM,
	WEBP,
} from './formatTable';
import { scanMatroska } from './matroska';
import { scanHeif, scanMp4 } from './mp4';
import { scanGif, scanJpg, scanPng } from './pictures';
import { scanAvi, scanWav, scanWebp } from './riff';
import { type FilmFacts, PassingScan, type Scanner } from './scan';

/*
 * What a film, sound in such a container, or a picture tells of itself while its bytes pass by: how large the picture
 * of a film is, and whether the file is whole.
 */

/** Makes a scanner, which asks for the parts of a file that tell something, and notes in `facts` what they tell. */
type MakeScanner = (facts: FilmFacts) => Scanner;

const BY_FORMAT: ReadonlyMap<Format, MakeScanner> = new Map([
	[WEBM, scanMatroska],
	[MKV, scanMatroska],
	[WEBA, scanMatroska],
	[MKA, scanMatroska],
	[WAV, scanWav],
	[AVI, scanAvi],
	[PNG, scanPng],
	[JPG, scanJpg],
	[GIF, scanGif],
	[WEBP, scanWebp],
	[AVIF, scanHeif],
]);

const BY_FAMILY: ReadonlyMap<string, MakeScanner> = new Map([
	['mp4', scanMp4],
	['heif', scanHeif],
]);

/**
 * A photo and a speech have at least so many bytes. A shorter file is a drawing or an example, whose missing end no
 * service minds.
 */
const MIN_REAL_BYTES = 1024;

/** What makes the scanner for files of a format; undefined for a format in which nothing is looked for. */
function scannerMakerFor(format: Format): MakeScanner | undefined {
	return BY_FORMAT.get(format) ?? BY_FAMILY.get(format.family ?? '');
}

/** Looks at a film, at sound in the same containers, or at a picture, while its bytes pass by. */
export class FilmScan {
	/** What was seen so far. The scanner changes it. */
	private readonly facts: FilmFacts = {
		hasMedia: false,
		isPlayable: false,
		isInPieces: false,
		neededBytes: 0,
		statedBytes: 0,
		isUnderstood: true,
	};

	private readonly passing: PassingScan;

	private constructor(
		makeScanner: MakeScanner,
		private readonly isPicture: boolean,
	) {
		this.passing = new PassingScan(makeScanner(this.facts));
	}

	/**
	 * Begins to look at a file.
	 *
	 * @param format what the content of the file shows it to be; undefined where it shows nothing
	 * @returns undefined for a format in which nothing is looked for
	 */
	static of(format: Format | undefined): FilmScan | undefined {
		const makeScanner = format && scannerMakerFor(format);
		if (!makeScanner) return undefined;
		return new FilmScan(makeScanner, format.media === 'image');
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
		return this.size === undefined ? this.passing.next : undefined;
	}

	/**
	 * Looks at the next bytes of the file.
	 *
	 * @param piece whose memory may be used again afterwards
	 * @param isLast whether the file ends with them
	 */
	add(piece: Buffer, isLast = false): void {
		this.passing.add(piece);
		if (isLast) this.passing.end();
	}

	/**
	 * Whether the file clearly lacks a part, as it is where a recording or a download broke off: it is shorter than it
	 * says, or ends before a part that is needed, or the part without which nothing can be played or shown is not in
	 * it.
	 *
	 * @param bytes the length of the whole file, of which less may have been seen; Infinity where it is not known
	 */
	isIncomplete(bytes: number): boolean {
		const { hasMedia, isPlayable, isUnderstood, neededBytes, statedBytes } = this.facts;
		const isReal = bytes >= MIN_REAL_BYTES;
		if (this.isPicture && !isReal) return false;
		// Where the last part that is needed ends, as far as it is known.
		const lacksNeededPart = neededBytes > bytes;
		// Short examples state any length.
		const isShorterThanStated = isReal && statedBytes > bytes;
		if (lacksNeededPart || isShorterThanStated) return true;
		const wantedAt = this.passing.next;
		// Nothing more is wanted, or it would begin behind the end of the file.
		const isAllSeen = wantedAt === undefined || wantedAt >= bytes;
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
