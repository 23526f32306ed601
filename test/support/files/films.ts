/*
 * Films with their index in front, as text of one byte a letter. The index is longer than the bytes that are looked at first.
 */

/** The header of a box with so much media. */
function mediaBox(media: number): string {
	const header = Buffer.from('\0\0\0\0mdat');
	header.writeUInt32BE(media + 8);
	return header.toString('latin1');
}

/** A film with so many bytes of media, a multiple of four. */
export function wholeFilm(media: number): string {
	const index = `\0\0\x08\x08moov${'\0'.repeat(2048)}`;
	return `\0\0\0\x10ftypisom\0\0\0\0${index}${mediaBox(media)}${'film'.repeat(media / 4)}`;
}

/** A film of which more than half is missing. */
export const CUT_OFF_FILM = wholeFilm(20_000).slice(0, 9_000);
