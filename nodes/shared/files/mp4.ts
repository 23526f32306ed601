/*
 * The boxes of MP4 and MOV (ISO 14496-12): length, type, content, one behind the other.
 */

/** Boxes with which such a file begins. */
export const FIRST_BOXES: ReadonlySet<string> = new Set([
	...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'uuid'],
]);

interface BoxHeader {
	type: string;
	/** Position behind the box; Infinity where it goes to the end of the file. */
	end: number;
}

/** @returns undefined where there is no whole header of a box */
function boxAt(file: Buffer, at: number): BoxHeader | undefined {
	if (file.length < at + 8) return undefined;
	const type = file.toString('latin1', at + 4, at + 8);
	const length = file.readUInt32BE(at);
	if (length === 0) return { type, end: Infinity };
	if (length !== 1) return length < 8 ? undefined : { type, end: at + length };
	if (file.length < at + 16) return undefined;
	return { type, end: at + Number(file.readBigUInt64BE(at + 8)) };
}

/**
 * Whether an MP4 or MOV file clearly lacks its index, without which nothing of it can be played: its media reach to the
 * end of the file or beyond, and the index stands not before them. So it is where a recording or a download broke off.
 *
 * @param first bytes of the file
 * @param bytes of the whole file
 */
export function isCutOff(first: Buffer, bytes: number): boolean {
	let at = 0;
	for (let box = boxAt(first, at); box; box = boxAt(first, at)) {
		if (at === 0 && !FIRST_BOXES.has(box.type)) return false;
		if (box.type === 'moov') return false;
		if (box.type === 'mdat') return box.end >= bytes;
		if (box.end >= bytes) return false;
		at = box.end;
	}
	return false;
}
