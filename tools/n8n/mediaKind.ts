/** Kinds of result files, by file name ending. */
export type MediaKind = 'png' | 'mp4';

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const pngEnd = Buffer.from('49454e44ae426082', 'hex');

/**
 * Whether a file is a whole PNG or MP4, judged by its own structure.
 *
 * @returns the kind, or nothing when it is neither or not complete
 */
export function mediaKind(file: Buffer): MediaKind | undefined {
	if (file.subarray(0, pngStart.length).equals(pngStart)) {
		return file.subarray(-pngEnd.length).equals(pngEnd) ? 'png' : undefined;
	}
	return isMp4(file) ? 'mp4' : undefined;
}

/** An MP4 is a row of boxes, each beginning with its length and its name; the lengths must add up to the file. */
function isMp4(file: Buffer): boolean {
	const names: string[] = [];
	let offset = 0;
	while (offset + 8 <= file.length) {
		const length = file.readUInt32BE(offset);
		if (length < 8) return false;
		names.push(file.toString('latin1', offset + 4, offset + 8));
		offset += length;
	}
	return offset === file.length && names[0] === 'ftyp' && names.includes('moov');
}
