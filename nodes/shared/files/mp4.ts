import { type Size, sizeOf } from '../api/library';
import type { FilmFacts } from './filmFacts';
import type { Scanner, WantedBytes } from './scan';

/*
 * The boxes of MP4 and MOV (ISO 14496-12): length, type, content, one behind the other. The index (`moov`) says where in
 * the media (`mdat`) each picture stands, and how large it is; without it, nothing can be played. Phones and cameras
 * write it last.
 */

/** Boxes in which the others are. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak']);

/** Length of the usual header of a box. */
const HEADER = 8;

/** Longest beginning of a track, up to and with its size. */
const TRACK_BYTES = 96;

interface Box {
	type: string;
	/** Position of its content. */
	start: number;
	/** Position behind it; Infinity where it goes to the end of the file. */
	end: number;
}

/** Types of boxes are letters, digits, blanks and the like. */
const BOX_TYPE = /^[\w .\u00a9-]{4}$/;

/** Reads the header of a box. @returns where there is none: the file may have ended, or what stands there is no box */
function* boxAt(at: number): Generator<WantedBytes, Box | 'end' | 'none', Buffer> {
	const header = yield { at, bytes: HEADER };
	if (header.length < HEADER) return 'end';
	const type = header.toString('latin1', 4);
	const length = header.readUInt32BE(0);
	const start = at + HEADER;
	if (!BOX_TYPE.test(type)) return 'none';
	if (length === 0) return { type, start, end: Infinity };
	// A length of 1 stands for one of 64 bits behind the type.
	if (length !== 1) return length < HEADER ? 'none' : { type, start, end: at + length };
	const long = yield { at: start, bytes: 8 };
	if (long.length < 8) return 'end';
	const end = at + Number(long.readBigUInt64BE());
	return end < start + 8 ? 'none' : { type, start: start + 8, end };
}

/** Goes through the boxes of a film, and into its index until the size of the picture is found. */
export function* scanMp4(facts: FilmFacts): Scanner {
	let at = 0;
	/** Where the index ends, while its boxes are gone through. */
	let indexEnd = 0;
	while (at !== Infinity) {
		const isInIndex = at < indexEnd;
		const box = yield* boxAt(at);
		if (box === 'end') return;
		if (box === 'none') {
			// An index may end in zeros. What stands elsewhere, no player would pass over either.
			facts.isUnderstood = isInIndex;
			if (!isInIndex) return;
			at = indexEnd;
			continue;
		}
		if (!isInIndex) noteBox(facts, box);
		if (box.type === 'moov') indexEnd = box.end;
		if (box.type === 'tkhd') yield* readTrack(facts, box);
		const isEntered = CONTAINERS.has(box.type) && facts.size === undefined;
		at = isEntered ? box.start : box.end;
	}
}

function noteBox(facts: FilmFacts, { type, end }: Box): void {
	if (type === 'moov') {
		facts.isPlayable = true;
		// Before the media, the index is whole where a single picture is; behind them, it may be cut off itself.
		if (facts.hasMedia && end !== Infinity) facts.neededBytes = end;
	}
	// In pieces (`moof`), a film can be played up to the last whole one, if the index stands before them.
	if (type === 'mdat' || type === 'moof') facts.hasMedia = true;
}

/** The boxes of a picture, each needed as a whole. Programs of cameras write others behind them. */
const BOXES_OF_PICTURE: ReadonlySet<string> = new Set(['ftyp', 'meta', 'moov', 'mdat']);

/** Goes through the boxes of a picture. Where its data is within its description (`idat`), there is no other. */
export function* scanHeif(facts: FilmFacts): Scanner {
	facts.hasMedia = true;
	let at = 0;
	while (at !== Infinity) {
		const box = yield* boxAt(at);
		if (box === 'end') return;
		if (box === 'none') {
			facts.isUnderstood = false;
			return;
		}
		const isNeeded = BOXES_OF_PICTURE.has(box.type);
		if (isNeeded && box.end !== Infinity) facts.neededBytes = box.end;
		if (box.type === 'meta') facts.isPlayable = true;
		at = box.end;
	}
}

function* readTrack(facts: FilmFacts, { start, end }: Box): Scanner {
	const track = yield { at: start, bytes: Math.min(end - start, TRACK_BYTES) };
	facts.size ??= trackSize(track);
}

/** The size of a track as it is shown; a rotation by a quarter turns it. None of a track of sound. */
function trackSize(track: Buffer): Size | undefined {
	const matrix = track[0] === 1 ? 52 : 40;
	if (track.length < matrix + 44) return undefined;
	const [width, height] = [track.readUInt16BE(matrix + 36), track.readUInt16BE(matrix + 40)];
	const isTurned = track.readInt32BE(matrix) === 0 && track.readInt32BE(matrix + 4) !== 0;
	return sizeOf(isTurned ? { width: height, height: width } : { width, height });
}
