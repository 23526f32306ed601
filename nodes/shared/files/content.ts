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
import { formatOfExtension } from './formats';

/*
 * What the first bytes of a file show: most formats begin with a name of their own, containers tell what they hold, and
 * some sound begins with a frame.
 */

/** So many bytes show what a file is; fewer may be anything. */
export const BEGINNING_BYTES = 512;

/** So many bytes that are all the same are no beginning of any sound, which may have some silence in front. */
export const BLANK_BYTES = 64 * 1024;

/** Whether bytes are all the same, so that nothing is written in them. A single one may be anything. */
export function isBlank(bytes: Buffer): boolean {
	const [first] = bytes;
	return bytes.length > 1 && bytes.every((byte) => byte === first);
}

/** So many letters of base64 hold the beginning of a file. */
export const BASE64_OF_BEGINNING = Math.ceil(BEGINNING_BYTES / 3) * 4;

/**
 * The format that the first bytes of a file show; undefined where they show none.
 *
 * @param first `BEGINNING_BYTES`, or all of a shorter file
 */
export function formatOfContent(first: Buffer): Format | undefined {
	// Some formats begin with a byte that is repeated, but no file is nothing else.
	if (isBlank(first)) return undefined;
	// A byte is a letter here, so that positions and marks can be written as text.
	const text = first.toString('latin1', 0, BEGINNING_BYTES);
	return (
		formatOfMp4(text) ??
		formatOfMatroska(text) ??
		formatOfOgg(text) ??
		formatOfTagged(first) ??
		formatOfZip(text) ??
		formats.find(({ beginnings }) => beginnings.some((marks) => isBegunBy(text, marks))) ??
		formatOfSvg(text) ??
		formatOfFrames(first)
	);
}

/** Whether all marks of a beginning are in the first bytes. */
function isBegunBy(text: string, marks: readonly Mark[]): boolean {
	return marks.every(({ at, bytes }) => text.startsWith(bytes, at));
}

/**
 * MP4 and its kin, by the brand in the first box; of one that says little, by the others. Undefined for any other file.
 */
function formatOfMp4(text: string): Format | undefined {
	if (text.slice(4, 8) !== 'ftyp' || text.length < 12) return undefined;
	const brand = text.slice(8, 12);
	const own = formats.find(({ kinds }) => kinds.includes(brand)) ?? MP4;
	if (own !== HEIF) return own;
	// The brands of HEIF say nothing of how its pictures are coded.
	const exact = [HEIC, AVIF].find((format) => isCompatibleFormat(text, format));
	return exact ?? HEIF;
}

/** Whether the list of compatible brands, behind the first one, names a format. */
function isCompatibleFormat(text: string, { kinds }: Format): boolean {
	// The length of the box, whose list is long only in a file that is broken.
	const end = Math.min(64, text.charCodeAt(2) * 256 + text.charCodeAt(3));
	for (let at = 16; at < end; at += 4) {
		if (kinds.includes(text.slice(at, at + 4))) return true;
	}
	return false;
}

/** MKV where the header in front says so, and WebM where it says anything else. Undefined for a file without it. */
function formatOfMatroska(text: string): Format | undefined {
	if (!text.startsWith('\u001aE\u00df\u00a3')) return undefined;
	return text.slice(0, 128).includes('matroska') ? MKV : WEBM;
}

/** Sound or film in Ogg, by the names of the codecs on the first pages. Undefined for any other file. */
function formatOfOgg(text: string): Format | undefined {
	if (!text.startsWith('OggS')) return undefined;
	const named = formats.filter(
		({ family, kinds }) => family === 'ogg' && kinds.some((kind) => text.includes(kind)),
	);
	// A film has sound as well.
	return named.find(({ media }) => media === 'video') ?? named[0] ?? OGG;
}

/** Length of the header of an ID3 tag. */
const TAG_HEADER = 10;

/**
 * What stands behind an ID3 tag, whose length is written in seven bits a byte: nothing of a file whose tag is longer
 * than what was read. Undefined for a file without such a tag.
 */
export function behindTag(first: Buffer): Buffer | undefined {
	if (first.toString('latin1', 0, 3) !== 'ID3' || first.length < TAG_HEADER) return undefined;
	let length = 0;
	for (const byte of first.subarray(6, TAG_HEADER)) length = length * 128 + (byte & 0x7f);
	return first.subarray(TAG_HEADER + length);
}

/** The format of sound behind an ID3 tag. Undefined for a file without such a tag. */
function formatOfTagged(first: Buffer): Format | undefined {
	const sound = behindTag(first);
	if (sound === undefined) return undefined;
	// The tag is longer than what was read, as one with a picture is.
	if (sound.length < 4) return TAGGED_SOUND;
	if (sound.toString('latin1', 0, 4) === 'fLaC') return FLAC;
	return formatOfFrames(sound) ?? MP3;
}

/**
 * What a ZIP archive holds, by the names of its first files; an archive of other
 * files is ZIP. Undefined for any other file.
 */
function formatOfZip(text: string): Format | undefined {
	if (!isBegunBy(text, [{ at: 0, bytes: 'PK\u0003\u0004' }])) return undefined;
	const inside: ReadonlyArray<readonly [name: string, extension: string]> = [
		['mimetypeapplication/vnd.oasis.opendocument', 'odt'],
		['mimetypeapplication/epub+zip', 'epub'],
		['word/', 'docx'],
		['xl/', 'xlsx'],
		['ppt/', 'pptx'],
		['AndroidManifest.xml', 'apk'],
	];
	// The first name stands behind a header of 30 bytes.
	const [, extension = 'zip'] = inside.find(([name]) => text.includes(name, 30)) ?? [];
	return formatOfExtension(extension);
}

/** A text, one letter a byte, without the byte order mark of UTF-8. */
export function withoutByteOrderMark(text: string): string {
	return text.replace(/^\u00ef\u00bb\u00bf/, '');
}

/** A picture as text (SVG), which may have a declaration and comments before it. Undefined for any other file. */
function formatOfSvg(text: string): Format | undefined {
	const begin = withoutByteOrderMark(text).trimStart();
	if (!/^<(\?xml|!--|!DOCTYPE svg|svg)/i.test(begin)) return undefined;
	return /<svg[\s>]/i.test(begin) ? SVG : undefined;
}

/** Sound and films that begin with a frame instead of a name. Undefined where no frame of them begins. */
function formatOfFrames(first: Buffer): Format | undefined {
	if (isTransportStream(first)) return TS;
	// Other files may begin like such a frame by chance, but hardly have the next one where it ends.
	const nextFrame = 3 + latmLength(first);
	if (isLatm(first, 0) && isLatm(first, nextFrame)) return AAC;
	const [sync, header = 0] = first;
	if (sync !== 0xff) return undefined;
	// ADTS, in which AAC is sent: all bits of the second byte are set but those of its version and its checksum.
	if ((header & 0xf6) === 0xf0) return AAC;
	return formatOfMpegFrame(first);
}

/**
 * The format of MPEG sound by the layer in the header of its first frame; undefined where no such header begins, since
 * its version, its bit rate or its sample rate would be one that does not exist.
 */
function formatOfMpegFrame([, header = 0, rates = 0]: Buffer): Format | undefined {
	const isSync = (header & 0xe0) === 0xe0;
	const hasVersion = (header & 0x18) !== 0x08;
	const bitRate = rates & 0xf0;
	const hasBitRate = bitRate !== 0xf0 && bitRate !== 0;
	const hasSampleRate = (rates & 0x0c) !== 0x0c;
	if (!isSync || !hasVersion || !hasBitRate || !hasSampleRate) return undefined;
	// Layer I is not in use; two letters of a text in UTF-16 would look like it.
	const layer = header & 0x06;
	if (layer === 0x02) return MP3;
	return layer === 0x04 ? MP2 : undefined;
}

/** Packets of 188 bytes, or of 192 in cameras, each with the same first byte. */
function isTransportStream(first: Buffer): boolean {
	const repeats = (start: number, length: number) =>
		[0, 1, 2].every((packet) => first[start + packet * length] === 0x47);
	return repeats(0, 188) || repeats(4, 192);
}

/** Whether a frame of LATM begins there, in which broadcasters wrap AAC. */
function isLatm(first: Buffer, at: number): boolean {
	return first[at] === 0x56 && ((first[at + 1] ?? 0) & 0xe0) === 0xe0;
}

/** The length of a frame of LATM behind its header of three bytes, which has it in its last 13 bits. */
function latmLength([, high = 0, low = 0]: Buffer): number {
	return (high & 0x1f) * 256 + low;
}
