import type { Size } from '../service/library';
import { asError } from '../util/async';
import { typeOfContent } from './names';
import type { FileRef, InputFileRef } from './fileRef';
import type { Purpose } from './purposes';
import { BrokenSourceError, inputSource, type Source, WebSource } from './sources';
import type { FileItem } from './upload';

/** Most bytes that are read of a file to learn the size of its picture, which cameras write last. */
const MAX_BYTES = 128 * 1024 ** 2;

/** Boxes of MP4 and MOV that a file begins with, and those in which the others are. */
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']);
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak']);

/** Longest header of a track, up to and with its size. */
const TRACK_BYTES = 104;

/** Width and height in WebM, which its writers put one behind the other. */
const WEBM_SIZE = /\u00b0\u0082([^]{2})\u00ba\u0082([^]{2})/;

/** The size of a track as it is shown; a rotation by a quarter turns it. None of a track of sound. */
function trackSize(box: Buffer): Size | undefined {
	const matrix = box[8] === 1 ? 60 : 48;
	const [width, height] = [box.readUInt16BE(matrix + 36), box.readUInt16BE(matrix + 40)];
	if (!width || !height) return undefined;
	const isTurned = box.readInt32BE(matrix) === 0 && box.readInt32BE(matrix + 4) !== 0;
	return isTurned ? { width: height, height: width } : { width, height };
}

/** Reads MP4 and MOV box by box, and skips what is not about the picture. */
class Boxes {
	private held: Buffer = Buffer.alloc(0);

	private skip = 0;

	private isFirst = true;

	/** @returns the size, once it was seen; null where the file is none of these */
	add(piece: Buffer): Size | null | undefined {
		const skipped = Math.min(this.skip, piece.length);
		this.skip -= skipped;
		// The memory of a piece is used again.
		this.held = Buffer.concat([this.held, piece.subarray(skipped)]);
		while (this.skip === 0 && this.held.length >= TRACK_BYTES) {
			const [length, type] = [this.held.readUInt32BE(0), this.held.toString('latin1', 4, 8)];
			if (this.isFirst && !FIRST_BOXES.has(type)) return null;
			this.isFirst = false;
			const size = type === 'tkhd' ? trackSize(this.held) : undefined;
			if (size) return size;
			const header = length === 1 ? 16 : 8;
			const whole = length === 1 ? Number(this.held.readBigUInt64BE(8)) : length;
			if (whole < header) return null;
			const end = CONTAINERS.has(type) ? header : whole;
			this.skip = Math.max(0, end - this.held.length);
			this.held = this.held.subarray(end);
		}
		return undefined;
	}
}

/** The size in the pieces of a file, from its start. */
async function sizeIn(pieces: AsyncIterable<Buffer>): Promise<Size | undefined> {
	const boxes = new Boxes();
	let read = 0;
	for await (const piece of pieces) {
		if (read === 0 && typeOfContent(piece) === 'video/webm') {
			const [, width, height] = WEBM_SIZE.exec(piece.toString('latin1')) ?? [];
			const numbers = [width, height].map((text = '\0\0') => Buffer.from(text, 'latin1'));
			const [wide = 0, high = 0] = numbers.map((bytes) => bytes.readUInt16BE(0));
			return wide && high ? { width: wide, height: high } : undefined;
		}
		const size = boxes.add(piece);
		read += piece.length;
		if (size || size === null || read > MAX_BYTES) return size ?? undefined;
	}
	return undefined;
}

/**
 * Reads how large the picture of a video is.
 *
 * @returns undefined where the file does not say so, and for one that the service has
 * @throws Error or CancelledError, as an upload of the file does
 */
export async function pictureSize(
	{ context, itemIndex, client: { signal } }: FileItem,
	ref: FileRef,
	purpose: Purpose,
): Promise<Size | undefined> {
	if (ref.source === 'fileId') return undefined;
	const web = ref.source === 'url' ? new WebSource(context, ref, { purpose, signal }) : undefined;
	for (;;) {
		let source: Source | undefined;
		try {
			source = await (web?.source() ?? inputSource(context, itemIndex, ref as InputFileRef));
			return await sizeIn(source.pieces());
		} catch (error) {
			if (!(error instanceof BrokenSourceError)) throw asError(error);
			if (!web) throw error.in(ref);
			await web.readAgain(error);
		} finally {
			source?.close();
			web?.close();
		}
	}
}
