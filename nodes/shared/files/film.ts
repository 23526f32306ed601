import type { Size } from '../api/library';
import type { FilmFacts } from './filmFacts';
import { type Format, MKA, MKV, WAV, WEBA, WEBM } from './formatTable';
import { scanMatroska } from './matroska';
import { scanMp4 } from './mp4';
import { PassingScan, type Scanner } from './scan';
import { scanWav } from './wav';

/*
 * What a film, or sound in chunks, tells of itself while it passes by: how large its picture is, and whether it is whole.
 */

const MATROSKA: readonly Format[] = [WEBM, MKV, WEBA, MKA];

function scannerFor(content: Format): ((facts: FilmFacts) => Scanner) | undefined {
	if (content.family === 'mp4') return scanMp4;
	if (content === WAV) return scanWav;
	return MATROSKA.includes(content) ? scanMatroska : undefined;
}

/** Looks at a film, or at sound in the same containers, as it passes by. */
export class FilmScan {
	private readonly facts: FilmFacts = {
		hasMedia: false,
		isPlayable: false,
		neededBytes: 0,
		isUnderstood: true,
	};

	private readonly passing: PassingScan;

	private constructor(scanner: (facts: FilmFacts) => Scanner) {
		this.passing = new PassingScan(scanner(this.facts));
	}

	/** @returns undefined for a file that is no film */
	static of(content: Format | undefined): FilmScan | undefined {
		const scanner = content && scannerFor(content);
		return scanner && new FilmScan(scanner);
	}

	/** Of its picture; undefined as long as it was not seen. */
	get size(): Size | undefined {
		return this.facts.size;
	}

	/** Position up to which it has to be read to tell more of its picture; undefined where nothing can. */
	get next(): number | undefined {
		return this.size === undefined ? this.passing.next : undefined;
	}

	/** @param piece the next bytes of the file. @param isLast it ends with them */
	add(piece: Buffer, isLast = false): void {
		this.passing.add(piece);
		if (isLast) this.passing.end();
	}

	/**
	 * Whether the film clearly lacks the part without which nothing of it can be played. So it is where a recording or a
	 * download broke off.
	 *
	 * @param bytes of the whole file
	 */
	isIncomplete(bytes: number): boolean {
		const { hasMedia, isPlayable, isUnderstood, neededBytes } = this.facts;
		if (neededBytes > bytes) return true;
		const isSeen = this.passing.next === undefined || this.passing.next >= bytes;
		return isSeen && isUnderstood && hasMedia && !isPlayable;
	}
}

/** Whether the beginning of a film alone, and its length, show that a part is missing. */
export function isCutOff(content: Format | undefined, first: Buffer, bytes: number): boolean {
	const scan = FilmScan.of(content);
	scan?.add(first, first.length >= bytes);
	return scan?.isIncomplete(bytes) ?? false;
}
