import {
	AAC,
	AVIF,
	FLAC,
	type Format,
	formats,
	HEIC,
	HEIF,
	type Mark,
	MKV,
	MP2,
	MP3,
	MP4,
	OGG,
	SVG,
	TAGGED_SOUND,
	TS,
	WEBM,
} from './formatTable';

/*
 * What the first bytes of a file show: most formats begin with a name of their own, containers tell what they hold, and
 * some sound begins with a frame.
 */

/** How many bytes at the start of a file are read to see what it is. */
export const BEGINNING_BYTES = 512;

/** How many letters of base64 hold the beginning of a file: four letters are three bytes. */
export const BASE64_OF_BEGINNING = Math.ceil(BEGINNING_BYTES / 3) * 4;

/**
 * The format that the first bytes of a file show; undefined where they show none.
 *
 * @param first at least `BEGINNING_BYTES`, or all of a shorter file
 */
export function formatOfContent(first: Buffer): Format | undefined {
	// Each byte becomes one letter, so that positions stay, and the marks of formats can be written as texts.
	const text = first.toString('latin1', 0, BEGINNING_BYTES);
	// The table has `ID3`, too, but looking behind a tag tells more, so that comes first. A frame comes last, because
	// only a few bits mark it.
	return (
		formatOfMp4(text) ??
		formatOfMatroska(text) ??
		formatOfOgg(text) ??
		formatOfTagged(first) ??
		formatOfBeginning(text) ??
		formatOfSvg(text) ??
		formatOfFrames(first)
	);
}

/** The format that has one of the beginnings in the table of formats. Undefined for any other file. */
function formatOfBeginning(text: string): Format | undefined {
	return formats.find(({ beginnings }) => beginnings.some((marks) => hasMarks(text, marks)));
}

/** Whether all marks of a beginning stand where they belong in the first bytes. */
function hasMarks(text: string, marks: readonly Mark[]): boolean {
	return marks.every(({ at, bytes }) => text.startsWith(bytes, at));
}

/**
 * The format of MP4 and its kin, such as MOV, M4A and HEIC. They begin with a box that has, in four bytes each, its
 * length, its type `ftyp`, the brand by which the format is known, the version of that, and a list of further brands.
 * Undefined for any other file.
 */
function formatOfMp4(text: string): Format | undefined {
	if (text.slice(4, 8) !== 'ftyp' || text.length < 12) return undefined;
	const brand = text.slice(8, 12);
	const byBrand = formats.find(({ kinds }) => kinds.includes(brand)) ?? MP4;
	if (byBrand !== HEIF) return byBrand;
	// The brands of HEIF do not say how its pictures are coded, but a further one may.
	const byFurtherBrand = [HEIC, AVIF].find((format) => hasFurtherBrand(text, format));
	return byFurtherBrand ?? HEIF;
}

/** Where the list of further brands begins in the first box of MP4. */
const FURTHER_BRANDS = 16;

/** Whether the list of further brands in the first box of MP4 has one of a format. */
function hasFurtherBrand(text: string, { kinds }: Format): boolean {
	// The length of the box stands in the first four bytes, of which only the last is not 0 in a box of this size.
	const brands = text.slice(FURTHER_BRANDS, text.charCodeAt(3));
	return kinds.some((brand) => brands.includes(brand));
}

/** The four bytes with which Matroska begins, and WebM, which is a kind of it. */
const MATROSKA_MARK = '\u001aE\u00df\u00a3';

/** The header of Matroska, which says the name of its kind, ends before this position. */
const MATROSKA_HEADER = 128;

/** MKV where the header of Matroska says so, and WebM where it says anything else. Undefined for any other file. */
function formatOfMatroska(text: string): Format | undefined {
	if (!text.startsWith(MATROSKA_MARK)) return undefined;
	return text.slice(0, MATROSKA_HEADER).includes('matroska') ? MKV : WEBM;
}

/**
 * Sound or film in Ogg, by the names of the codecs on the first pages; the format OGG where none of them is known.
 * Undefined for any other file.
 */
function formatOfOgg(text: string): Format | undefined {
	if (!text.startsWith('OggS')) return undefined;
	const named = formats.filter(
		({ family, kinds }) => family === 'ogg' && kinds.some((kind) => text.includes(kind)),
	);
	// A film names the codec of its sound as well.
	const film = named.find(({ media }) => media === 'video');
	return film ?? named[0] ?? OGG;
}

/** Length of the header of an ID3 tag. Its last four bytes say how long the rest of the tag is. */
const TAG_HEADER = 10;

/**
 * The bytes behind the ID3 tag with which sound may begin, as far as they were read: an empty buffer where the tag is
 * longer than `first`. Undefined for a file without such a tag.
 */
export function behindTag(first: Buffer): Buffer | undefined {
	if (first.toString('latin1', 0, 3) !== 'ID3' || first.length < TAG_HEADER) return undefined;
	let length = 0;
	// Of each byte of the length, only the lower seven bits count.
	for (const byte of first.subarray(6, TAG_HEADER)) length = length * 128 + (byte & 0x7f);
	return first.subarray(TAG_HEADER + length);
}

/**
 * The format of sound behind an ID3 tag: FLAC, what its first frame shows, or else MP3, for which such tags were made.
 * Where the sound was not read, because the tag is long, it is `TAGGED_SOUND`: a format that leaves the choice to the
 * name of the file. Undefined for a file without such a tag.
 */
function formatOfTagged(first: Buffer): Format | undefined {
	const sound = behindTag(first);
	if (sound === undefined) return undefined;
	// The tag is longer than what was read, as one with a picture is. The name of the file may tell which sound follows.
	if (sound.length < 4) return TAGGED_SOUND;
	if (sound.toString('latin1', 0, 4) === 'fLaC') return FLAC;
	return formatOfFrames(sound) ?? MP3;
}

/**
 * A text without the byte order mark of UTF-8.
 *
 * @param text of bytes, each as one letter, so that the mark is three letters
 */
export function withoutByteOrderMark(text: string): string {
	return text.replace(/^\u00ef\u00bb\u00bf/, '');
}

/**
 * SVG, a picture as text, which may have a declaration and comments before its element `svg`. Undefined for any other
 * file, and where that element does not begin in the text.
 */
function formatOfSvg(text: string): Format | undefined {
	const begin = withoutByteOrderMark(text).trimStart();
	if (!/^<(\?xml|!--|!DOCTYPE svg|svg)/i.test(begin)) return undefined;
	return /<svg[\s>]/i.test(begin) ? SVG : undefined;
}

/** The format of sound or a film that begins with a frame instead of a name. Undefined where no known frame begins. */
function formatOfFrames(first: Buffer): Format | undefined {
	if (isTransportStream(first)) return TS;
	const [firstByte, secondByte = 0] = first;
	if (firstByte !== 0xff) return undefined;
	// ADTS, in which AAC is sent: its mark of 12 bits is set, and its layer is 0. Version and checksum may be anything.
	if ((secondByte & 0b1111_0110) === 0b1111_0000) return AAC;
	return formatOfMpegFrame(first);
}

/**
 * The format of MPEG sound, by the header of its first frame, whose first byte is 0xff. Undefined where what follows is
 * no such header: its mark is not whole, or its version, its bit rate or its sample rate is one that does not exist.
 */
function formatOfMpegFrame([, secondByte = 0, thirdByte = 0]: Buffer): Format | undefined {
	const isHeader = (secondByte & 0b1110_0000) === 0b1110_0000;
	const hasVersion = (secondByte & 0b0001_1000) !== 0b0000_1000;
	const bitRate = thirdByte & 0b1111_0000;
	const hasBitRate = bitRate !== 0b1111_0000 && bitRate !== 0;
	const hasSampleRate = (thirdByte & 0b0000_1100) !== 0b0000_1100;
	if (!isHeader || !hasVersion || !hasBitRate || !hasSampleRate) return undefined;
	// 01 is layer III, and 10 is layer II. Layer I is not in use; two letters of a text in UTF-16 would look like it.
	const layer = secondByte & 0b0000_0110;
	if (layer === 0b0000_0010) return MP3;
	return layer === 0b0000_0100 ? MP2 : undefined;
}

/**
 * Whether a file is an MPEG transport stream: packets of 188 bytes, each of which begins with the byte 0x47. Cameras
 * write four more bytes before each. Three packets are looked at.
 */
function isTransportStream(first: Buffer): boolean {
	const arePackets = (start: number, length: number) =>
		[0, 1, 2].every((packet) => first[start + packet * length] === 0x47);
	return arePackets(0, 188) || arePackets(4, 192);
}
