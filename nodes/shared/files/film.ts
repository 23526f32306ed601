import type { Size } from '../api/library';
import type { FilmFacts } from './filmFacts';
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
import { PassingScan, type Scanner } from './scan';

/*
 * What a film, sound in chunks, or a picture tells of itself while it passes by: how large the
 * picture of a film is, and whether the file is whole.
 */

type ScannerOf = (facts: FilmFacts) => Scanner;

const BY_FORMAT: ReadonlyMap<Format, ScannerOf> = new Map([
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

const BY_FAMILY: ReadonlyMap<string, ScannerOf> = new Map([
	['mp4', scanMp4],
	['heif', scanHeif],
]);

/**
 * A shorter picture is a drawing or an example, whose missing end no service
 * minds; no photo and no speech is in so few bytes.
 */
const MIN_REAL_BYTES = 1024;

/** What looks at files of a format; undefined for one in which nothing is looked for. */
function scannerFor(content: Format): ScannerOf | undefined {
	return BY_FORMAT.get(content) ?? BY_FAMILY.get(content.family ?? '');
}

/** Looks at a film, at sound in the same containers, or at a picture, as it passes by. */
export class FilmScan {
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
		scanner: ScannerOf,
		private readonly isPicture: boolean,
	) {
		this.passing = new PassingScan(scanner(this.facts));
	}

	/**
	 * @param format what the content of the file shows it to be; undefined where it shows none
	 * @returns undefined for a format in which nothing is looked for
	 */
	static of(format: Format | undefined): FilmScan | undefined {
		const scanner = format && scannerFor(format);
		if (!scanner) return undefined;
		return new FilmScan(scanner, format.media === 'image');
	}

	/** Of its picture; undefined as long as it was not seen. */
	get size(): Size | undefined {
		return this.facts.size;
	}

	/** Position up to which it has to be read to tell more of its picture; undefined where nothing can. */
	get nextForSize(): number | undefined {
		return this.size === undefined ? this.passing.next : undefined;
	}

	/** @param piece the next bytes of the file. @param isLast it ends with them */
	add(piece: Buffer, isLast = false): void {
		this.passing.add(piece);
		if (isLast) this.passing.end();
	}

	/**
	 * Whether the file clearly lacks the part without which nothing of it can be played or shown. So it
	 * is where a recording or a download broke off.
	 *
	 * @param bytes of the whole file
	 */
	isIncomplete(bytes: number): boolean {
		const { hasMedia, isPlayable, isUnderstood, neededBytes, statedBytes } = this.facts;
		const isReal = bytes >= MIN_REAL_BYTES;
		if (this.isPicture && !isReal) return false;
		const lacksNeededPart = neededBytes > bytes;
		const isShorterThanStated = isReal && statedBytes > bytes;
		if (lacksNeededPart || isShorterThanStated) return true;
		const wantedAt = this.passing.next;
		// Nothing more is wanted, or it would begin behind the end of the file.
		const isAllSeen = wantedAt === undefined || wantedAt >= bytes;
		return isAllSeen && isUnderstood && hasMedia && !isPlayable;
	}
}

/**
 * Whether the beginning of a file alone, and its length, show that a part is
 * missing. False for a format that is not known.
 */
export function isCutOff(content: Format | undefined, first: Buffer, bytes: number): boolean {
	const scan = FilmScan.of(content);
	if (!scan) return false;
	const isWhole = first.length >= bytes;
	scan.add(first, isWhole);
	return scan.isIncomplete(bytes);
}
