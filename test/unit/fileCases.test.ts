import { describe, expect, it } from '@jest/globals';

import { formatOfContent } from '../../nodes/shared/files/content';
import {
	decodedName,
	extensionOf,
	formatOfName,
	nameFromTitle,
	resultName,
} from '../../nodes/shared/files/fileNames';
import { limitProblem } from '../../nodes/shared/files/fileRules';
import {
	formatOfExtension,
	formatOfType,
	formats,
	isFitting,
	isGenericType,
} from '../../nodes/shared/files/formats';
import {
	acceptedName,
	type FileSigns,
	identify,
	mediaTypeOf,
} from '../../nodes/shared/files/identify';
import { type Purpose, type PurposeRule, purposes } from '../../nodes/shared/files/purposes';
import beginnings from '../support/files/beginnings.json';

/*
 * What phones, browsers, messengers, recorders, office programs, image tools and text-to-speech services give out, kind by
 * kind: each table says in one word what a user expects.
 */

type Name = keyof typeof beginnings;

const NAMES = Object.keys(beginnings) as Name[];

/** The first 512 bytes of a real file. They were made with FFmpeg, ImageMagick and libheif. */
const real = (name: Name) => Buffer.from(beginnings[name], 'base64');

/** Files whose content does not tell what they are: raw sound, and pictures without a signature. */
const UNMARKED = new Set(['gsm', 'pcm', 'tga']);

describe('The table of formats', () => {
	it('names each extension and each media type once', () => {
		const extensions = formats.flatMap((one) => one.extensions);
		const types = formats.flatMap((one) => one.types);
		expect(extensions).toEqual([...new Set(extensions)]);
		expect(types).toEqual([...new Set(types)]);
	});

	it.each(NAMES)('knows %s by its first bytes', (name) => {
		const named = formatOfName(name);
		const content = formatOfContent(real(name));
		expect(named).toBeDefined();
		if (UNMARKED.has(extensionOf(name))) expect(content).toBeUndefined();
		else
			expect([content?.label, content && named && isFitting(content, named)]).toEqual([
				expect.any(String),
				true,
			]);
	});

	it('has a real file of each format that its content tells and that common programs write', () => {
		const shown = new Set(NAMES.map((name) => formatOfContent(real(name))?.label));
		const rules: PurposeRule[] = Object.values(purposes);
		const taken = rules.flatMap(({ extensions = [] }) => extensions);
		const labels = taken.map((extension) => formatOfExtension(extension)?.label);
		expect([...shown]).toEqual(expect.arrayContaining(labels));
	});

	it.each(NAMES)('takes %s without any sign of its name', (name) => {
		const first = real(name);
		const content = formatOfContent(first);
		for (const mimeType of [
			undefined,
			'application/octet-stream',
			'binary/octet-stream',
			'text/plain',
			'application/octet-stream; charset=binary',
		]) {
			expect(identify({ given: 'abc', mimeType, first }).name).toBe(
				content ? `abc.${content.extensions[0]}` : 'abc',
			);
		}
	});
});

it.each<[string, Name, string, string]>([
	['the declared type where it fits', 'a.jpg', 'image/jpeg', 'image/jpeg'],
	['that of the content where the declared type is of another', 'a.png', 'image/jpeg', 'image/png'],
	[
		'that of the content where the declared type says nothing',
		'a.png',
		'binary/octet-stream',
		'image/png',
	],
])('the media type of a file is %s', (_what, name, mimeType, expected) => {
	const identity = identify({ given: name, mimeType, first: real(name) });
	expect(mediaTypeOf(identity, mimeType)).toBe(expected);
});

/** A file of 64 bytes that begins so, a byte as a letter. */
const beginning = (text: string) => {
	const file = Buffer.alloc(64);
	file.write(text, 'latin1');
	return file;
};

const mp4 = (brand: string, ...others: string[]) => {
	const length = 16 + 4 * others.length;
	return `\0\0\0${String.fromCharCode(length)}ftyp${brand}\0\0\0\0${others.join('')}`;
};

const words = (text: string) => text.trim().split(/\s+/);

/** A word for the format, behind it those that mean it. */
const pairs = (lines: string) =>
	lines
		.trim()
		.split('\n')
		.flatMap((line) => {
			const [label = '', ...others] = words(line);
			return others.map((one): [string, string] => [one, label]);
		});

describe('An MP4 of the brand', () => {
	it.each(
		pairs(`
			MP4 isom iso2 iso4 iso5 iso6 iso8 mp41 mp42 mp71 avc1 hvc1 hev1 dash cmfc cmf2 msdh MSNV mmp4 XAVC CAEP NDSC ndsc M4V_ M4VH M4VP
			MOV qt__
			M4A M4A_ M4B_ M4P_ F4A_ F4B_
			3GP 3gp4 3gp5 3gp6 3gp7 3ge6 3ge7 3gg6 3gr6 3gs7 3g2a 3g2b 3g2c kddi
			F4V f4v_ F4V_
			HEIC heic heix hevc hevx heim heis
			AVIF avif avis
			HEIF mif1 msf1 miaf
			RAW crx_
			AAX aax_
		`),
	)('%s is %s', (brand, label) => {
		const first = beginning(mp4(brand.replaceAll('_', ' ')));
		expect(formatOfContent(first)?.label).toBe(label);
	});

	it.each([
		['heic', 'HEIC'],
		['hevc', 'HEIC'],
		['avif', 'AVIF'],
		['MiHB', 'HEIF'],
	])('mif1 with %s is %s', (brand, label) => {
		expect(formatOfContent(beginning(mp4('mif1', 'mif1', brand)))?.label).toBe(label);
	});
});

it.each<[string, string, string | undefined]>([
	['Exif', '\u00ff\u00d8\u00ff\u00e1\0\u0010Exif', 'JPG'],
	['lossless WebP', 'RIFF\u0010\0\0\0WEBPVP8L', 'WebP'],
	['animated WebP', 'RIFF\u0010\0\0\0WEBPVP8X', 'WebP'],
	['GIF87a', 'GIF87a', 'GIF'],
	['TIFF of Intel', 'II*\0\u0008\0\0\0', 'TIFF'],
	['TIFF of Motorola', 'MM\0*\0\0\0\u0008', 'TIFF'],
	['BigTIFF', 'II+\0\u0008\0\0\0', 'TIFF'],
	['CR2', 'II*\0\u0010\0\0\0CR\u0002\0', 'RAW'],
	['CRW', 'II\u001a\0\0\0HEAPCCDR', 'RAW'],
	['RAF', 'FUJIFILMCCD-RAW ', 'RAW'],
	['RW2', 'IIU\0\u0018\0\0\0', 'RAW'],
	['ORF', 'IIRO\u0008\0\0\0', 'RAW'],
	['X3F', 'FOVb\0\0', 'RAW'],
	['JXL in a stream', '\u00ff\n\u00fa', 'JXL'],
	['JXL in boxes', '\0\0\0\u000cJXL \r\n\u0087\n', 'JXL'],
	['CUR', '\0\0\u0002\0\u0001\0', 'ICO'],
	['SVG with a declaration', '<?xml version="1.0"?>\n<!-- a --><svg width="1">', 'SVG'],
	['XML', '<?xml version="1.0"?>\n<error/>', undefined],
	['MP3 with a short tag', 'ID3\u0003\0\0\0\0\0\u0002aa\u00ff\u00fb\u0090\u0064', 'MP3'],
	['MP3 with a long tag', 'ID3\u0004\0\0\0\u0002\0\0', 'MP3'],
	['MP3 of MPEG 2', '\u00ff\u00f3\u0044\u00c4', 'MP3'],
	['MP3 of MPEG 2.5', '\u00ff\u00e3\u0018\u00c4', 'MP3'],
	['APE tag', 'APETAGEX\u00d0\u0007', 'MP3'],
	['AAC behind a tag', 'ID3\u0004\0\0\0\0\0\u0002aa\u00ff\u00f1\u0050\u0080', 'AAC'],
	['FLAC behind a tag', 'ID3\u0004\0\0\0\0\0\u0002aafLaC', 'FLAC'],
	['ADTS of MPEG 4', '\u00ff\u00f1\u0050\u0080', 'AAC'],
	['ADTS of MPEG 2', '\u00ff\u00f9\u0050\u0080', 'AAC'],
	['ADIF', 'ADIF\0', 'AAC'],
	['BW64', 'BW64\u00ff\u00ff\u00ff\u00ffWAVEds64', 'WAV'],
	['WAV in the other order', 'RIFX\0\0\0\u0010WAVEfmt ', 'WAV'],
	['AIFC', 'FORM\0\0\0\u0010AIFC', 'AIFF'],
	['AMR-WB', '#!AMR-WB\n', 'AMR'],
	['SILK of a messenger', '\u0002#!SILK_V3', 'SILK'],
	['Matroska', '\u001aE\u00df\u00a3\u00a3B\u0086\u0081\u0001B\u0082\u0088matroska', 'MKV'],
	['MPEG program', '\0\0\u0001\u00ba\u0044', 'MPEG'],
	['old MOV', '\0\0\u0010\0moov\0\0\0lmvhd', 'MOV'],
	['empty ZIP', 'PK\u0005\u0006\0\0', 'ZIP'],
	['RAR', 'Rar!\u001a\u0007', 'RAR'],
	['EXE', 'MZ\u0090\0\u0003', 'EXE'],
	['playlist', '#EXTM3U\n#EXT-X-VERSION:3', 'M3U8'],
	['words', 'MAC users write this.', undefined],
	['letters in UTF-16', '\u00ff\u00feH\0e\0l\0', undefined],
	['zeros', '', undefined],
])('A file that begins with %s is recognized', (_what, text, label) => {
	expect(formatOfContent(beginning(text))?.label).toBe(label);
});

it.each(
	pairs(`
		MP3 mp3 mpga m3a
		M4A m4a m4b m4r m4p 3ga qta alac
		WAV wav wave bwf rf64 w64
		OGG ogg oga mogg
		OPUS opus
		WEBA weba
		PCM pcm l16 l24 s16le ulaw alaw
		AMR amr awb
		JPG jpg jpeg jpe jfif pjpeg pjp jif mpo
		PNG png apng
		HEIC heic heics
		HEIF heif hif
		RAW cr2 cr3 crw nef nrw arw orf rw2 raf srw pef x3f
		TIFF tif tiff
		MP4 mp4 m4v mp4v mpg4 lrv insv 360
		Google gdoc gsheet gslides
		Shortcut url webloc lnk
		AVI avi divx xvid
		MOV mov qt
		3GP 3gp 3gpp 3g2
		TS ts mts m2ts
		MPEG mpg mpeg mpe vob mod
		WMV wmv asf
		OGV ogv ogm
		M3U8 m3u8
		DOCX docx
		PPTX pptx ppsx
		XLSX xlsx xlsm
	`),
)('the extension .%s means %s', (extension, label) => {
	expect(formatOfExtension(extension)?.label).toBe(label);
});

it.each(
	pairs(`
		MP3 audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg-3 audio/x-mpeg3 audio/mpg audio/mpa AUDIO/MPEG "audio/mpeg" audio/mpeg-3 audio/mpeg;charset=UTF-8 mp3 .mp3 audio/mpeg;codecs=mp3 audio/x-mpg audio/mpeg-layer-3 audio/MPA audio/x-mpeg audio/mp3;charset=UTF-8 application/mp3 video/mp3
		M4A audio/x-m4a audio/m4a audio/mp4 audio/mp4a-latm audio/x-mp4 audio/m4b audio/mp4;codecs="mp4a.40.2" audio/aac-mp4 audio/x-mp4a audio/mp4a audio/mpeg4 audio/x-mpeg4 audio/x-m4b audio/m4p audio/m4r audio/MP4A-LATM audio/alac audio/x-alac audio/x-aac-mp4 audio/vnd.apple.alac application/m4a
		WAV audio/wav audio/x-wav audio/wave audio/vnd.wave audio/x-pn-wav audio/vnd.wav wav audio/vnd.wave;codec=1 audio/x-riff-wav audio/wav;codecs=1 application/wav audio/bwf audio/x-bwf audio/rf64 audio/x-w64 audio/riff application/x-wav audio/microsoft-wave audio/x-microsoft-wav
		AAC audio/aac audio/aacp audio/x-aac audio/x-hx-aac-adts audio/vnd.dlna.adts
		OGG audio/ogg audio/ogg;codecs=opus application/ogg audio/x-ogg audio/vorbis
		OPUS audio/opus audio/x-opus+ogg
		WEBA audio/webm audio/webm;codecs=opus
		PCM audio/L16;rate=24000 audio/l16;codec=pcm;rate=24000 audio/pcm audio/x-raw audio/mulaw audio/pcmu pcm audio/l16 audio/L16;rate=24000;channels=1 audio/x-pcm audio/raw audio/l24 audio/x-l16 audio/L8 audio/pcm16 audio/x-mulaw audio/x-alaw audio/g711-mulaw audio/g711-alaw audio/x-law audio/linear16 audio/vnd.pcm audio/ulaw audio/x-ulaw audio/x-lpcm audio/L16;codec=pcm;rate=24000 audio/s16le audio/x-l24 audio/x-raw-int audio/l20
		FLAC audio/flac audio/x-flac
		CAF audio/x-caf
		JSON application/json application/problem+json
		XML application/xml application/rss+xml
		SVG image/svg+xml image/svg image/svg-xml application/svg+xml text/xml-svg
		AMR audio/amr audio/amr-wb audio/x-amr
		AIFF audio/aiff audio/x-aiff
		JPG image/jpeg image/jpg image/pjpeg image/x-citrix-jpeg IMAGE/JPEG jpeg image/x-jpg image/jpe image/jfif image/vnd.swiftview-jpeg image/mpo image/x-mpo image/JPEG;q=0.8 application/jpeg image/jpeg-cmyk
		PNG image/png image/x-png image/apng image/vnd.mozilla.apng
		HEIC image/heic image/heic-sequence
		HEIF image/heif
		AVIF image/avif
		TIFF image/tiff image/tif
		MP4 video/mp4 video/x-m4v application/mp4 video/mp4;codecs="avc1.42E01E,mp4a.40.2" mp4 video/mpeg4 video/mpeg-4 video/x-mpeg4 video/mp4s video/x-mp4v video/mpeg4-generic video/iso.segment application/x-mp4 video/MP4V-ES
		MOV video/quicktime video/mov
		MKV video/x-matroska
		WebM video/webm video/webm;codecs=vp9
		AVI video/x-msvideo video/avi
		3GP video/3gpp audio/3gpp video/3gpp2
		WMV video/x-ms-wmv video/x-ms-asf
		FLV video/x-flv
		TS video/mp2t video/MP2T
		M3U8 application/vnd.apple.mpegurl application/x-mpegURL audio/mpegurl audio/x-mpegurl vnd.apple.mpegurl
		PDF application/pdf application/x-pdf application/acrobat text/pdf
	`),
)('the type %s means %s', (type, label) => expect(formatOfType(type)?.label).toBe(label));

it.each(['application/ octet-stream', 'httpd/unix-directory', 'image/*'])(
	'The type %j says nothing',
	(type) => {
		expect([isGenericType(type), formatOfType(type)]).toEqual([true, undefined]);
	},
);

/** Of a file for a purpose: the name under which it is uploaded, or why it is refused. */
function judged(purpose: Purpose, signs: FileSigns): string {
	const rule: PurposeRule = purposes[purpose];
	const identity = identify(signs);
	const name = acceptedName(identity, rule.extensions);
	const problem = limitProblem({ ...identity, name }, rule, purpose === 'ai_creation');
	return problem ? `${problem.title}. ${problem.advice}` : name;
}

const OCTETS = 'application/octet-stream';

it.each<[Purpose, string, string | undefined, Buffer, string]>([
	// Sound in containers of films: the type or the name says it.
	['lip_sync_audio', 'voice.mp4', 'audio/mp4', real('sound.mp4'), 'voice.m4a'],
	['make_video_audio', 'speech.bin', OCTETS, real('a.mp3'), 'speech.bin.mp3'],
	['make_video_audio', 'speech.mp3?token=1', OCTETS, real('a.mp3'), 'speech.mp3'],
	['make_video_audio', '.mp3', 'audio/mpeg', real('a.mp3'), 'file.mp3'],
	['make_video_audio', 'Talk.mp3.', OCTETS, real('a.mp3'), 'Talk.mp3'],
	['make_video_background', 'IMG_1.heic', undefined, real('a.jpg'), 'IMG_1.jpg'],
	['lip_sync_video', 'CLIP.MOV', undefined, real('a.mp4'), 'CLIP.MOV'],
	['ai_creation', 'sound.aac', 'audio/aac', beginning('ID3\u0004\0\0\0\u0002\0\0'), 'sound.aac'],
])('for %s, %s (%s) is uploaded by its content', (purpose, given, mimeType, first, name) => {
	expect(judged(purpose, { given, mimeType, first })).toBe(name);
});

const SOUND = Buffer.alloc(512, '\u0001\u0002');

it.each<[Purpose, string, Buffer, string, string]>([
	['make_video_audio', 'voice.oga', real('voice.oga'), 'an audio file (OPUS)', 'MP3 or WAV'],
	['make_video_audio', 'x.mp3', real('a.flac'), 'an audio file (FLAC)', 'MP3 or WAV'],
	['make_video_audio', 'speech.mp3', real('a.aac'), 'an audio file (AAC)', 'MP3 or WAV'],
	['make_video_audio', 'speech.wav', SOUND, 'an audio file (PCM)', 'MP3 or WAV'],
	['lip_sync_audio', 'speech.wav', real('a.mp4'), 'a video (MP4)', 'MP3, M4A or WAV'],
	[
		'lip_sync_video',
		'a.mp4',
		Buffer.from('fig-kiwi, a drawing'),
		'a file (Figma)',
		'MP4, MOV or WebM',
	],
	['lip_sync_video', 'slides.zip', real('a.pptx'), 'a file (ZIP)', 'MP4, MOV or WebM'],
	['video_translation', 'clip.mp4', real('a.webm'), 'a video (WebM)', 'MP4 or MOV'],
	[
		'make_video_background',
		'paper.jpg',
		real('a.pdf'),
		'a file (PDF)',
		'JPG, PNG, HEIC, MP4 or MOV',
	],
	['make_video_background', 'a.svg', real('a.svg'), 'an image (SVG)', 'JPG, PNG, HEIC, MP4 or MOV'],
	[
		'make_video_background',
		'a.dng',
		real('a.tiff'),
		'an image (DNG)',
		'JPG, PNG, HEIC, MP4 or MOV',
	],
])('for %s, %s is refused by its content', (purpose, given, first, is, types) => {
	const refusal = `'${given}' is ${is}, which cannot be used here. Convert it to ${types}. Another`;
	expect(judged(purpose, { given, first })).toContain(refusal);
});

it.each<[Purpose, string, string, string]>([
	['lip_sync_video', 'photo.jpg', 'an image (JPG)', 'Use a video: MP4, MOV or WebM.'],
	['lip_sync_video', 'speech.wav', 'an audio file (WAV)', 'Use a video: MP4, MOV or WebM.'],
	['lip_sync_audio', 'photo.jpg', 'an image (JPG)', 'Use an audio file: MP3, M4A or WAV.'],
	['make_video_background', 'a.mp3', 'an audio file (MP3)', 'Use an image or a video: JPG, PNG,'],
])('for %s, %s cannot be converted', (purpose, given, is, advice) => {
	const refusal = `'${given}' is ${is}, which cannot be used here. ${advice}`;
	expect(judged(purpose, { given })).toContain(refusal);
});

it.each<[Purpose, string, string]>([
	[
		'lip_sync_audio',
		'clip.mp4',
		'is a video (MP4), which cannot be used here. Convert it to MP3, ',
	],
	['lip_sync_video', 'slides.pptx', 'is a file (PPTX), which cannot be used here. Convert it to '],
	['make_video_audio', 'speech.pcm', 'is an audio file (PCM), which cannot be used here. Convert '],
	[
		'make_video_audio',
		'speech.v2',
		'is not a supported type. Use MP3 or WAV. If only its extension is wrong, ',
	],
])('for %s, %s is refused by its name alone', (purpose, given, said) => {
	expect(judged(purpose, { given })).toContain(`'${given}' ${said}`);
});

it.each([
	['clip.mp4#t=10', 'clip.mp4'],
	['C:\\Users\\Anna\\clip.mp4', 'clip.mp4'],
	['"clip.mp4"', 'clip.mp4'],
	['photo.jpg@!large', 'photo.jpg'],
	['=?UTF-8?B?dmlkZW8=?= =?UTF-8?B?IDEubXA0?=', 'video 1.mp4'],
	['  clip.mp4\u200b', 'clip.mp4'],
	['e\u0301.mp4', 'é.mp4'],
	['image.jpeg;charset=x', 'image.jpeg'],
	['a%2Bb.mp4', 'a+b.mp4'],
	['a+b%21.mp4', 'a b!.mp4'],
])('the name %j is read as %j', (given, name) => expect(decodedName(given)).toBe(name));

it('a name has at most 255 bytes, as file systems count them, and keeps its extension', () => {
	const name = decodedName(`${'ü🎬'.repeat(100)}.mp4`) ?? '';
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
	expect(name).toMatch(/^(ü🎬)+ü?\.mp4$/u);
	const result = resultName('clip.mp4', { fileName: 'ü'.repeat(127), language: 'de', number: 2 });
	expect(Buffer.byteLength(result)).toBeLessThanOrEqual(255);
	expect(result).toMatch(/ü-de-2\.mp4$/);
});

it.each([
	['a\nb', 'a b'],
	['Part 1: intro', 'Part 1- intro'],
	['Why?', 'Why'],
	['"Why bees dance?"', 'Why bees dance'],
	['Q3/Q4', 'Q3-Q4'],
	['a\\b|c*d"e<f>', 'a-b-c-d-e-f-'],
])('the title %j becomes the file name %j', (title, name) => {
	expect(nameFromTitle(title)).toBe(name);
});
