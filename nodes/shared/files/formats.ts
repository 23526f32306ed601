/*
 * The table of file formats: how each is named, announced and begun, for input files, files on the web, uploads and
 * results alike. It has what phones, browsers, messengers, recorders, office programs, image tools and text-to-speech
 * services produce. Of these, `purposes` and the fields of the nodes say what the service takes; all others are here so
 * that they are recognized and a message can say what they are.
 */

/** What a file shows or plays. */
export type FileType = 'image' | 'video' | 'audio';

/** Containers whose files differ only in what they hold: each passes under the extensions of the others. */
type Family = 'mp4' | 'ogg' | 'heif' | 'asf';

export interface Format {
	/** As people write it: JPG, WebM. */
	label: string;
	/** The usual one first. */
	extensions: readonly string[];
	/** Media types, the usual one first. */
	types: readonly string[];
	/** None of those for documents, archives and the like. */
	media?: FileType;
	family?: Family;
	/** A format of cameras and editors, or raw sound: no service that takes media plays it. */
	isRaw?: true;
	/** Ways in which its files begin; of each, all parts. None where only name and type tell. */
	beginnings: ReadonlyArray<readonly Mark[]>;
	/** Sub-type of its container: brand of MP4, document type of WebM, codec of Ogg. */
	kinds: readonly string[];
}

/** Bytes, one a letter, at a position of the file. */
interface Mark {
	at: number;
	bytes: string;
}

interface Row {
	media?: FileType;
	family?: Family;
	isRaw?: true;
	begins?: ReadonlyArray<string | readonly Mark[]>;
	kinds?: string;
}

/** @param names its label and extensions. @param types its media types. Both with blanks between. */
function format(names: string, types: string, row: Row = {}): Format {
	const [label = '', ...extensions] = names.split(' ');
	const { media, family, isRaw, begins = [], kinds = '' } = row;
	return {
		label,
		extensions,
		types: types.split(' ').filter(Boolean),
		media,
		family,
		isRaw,
		beginnings: begins.map((one) => (typeof one === 'string' ? [{ at: 0, bytes: one }] : one)),
		// Blanks are part of a brand, and stand as underscores here.
		kinds: kinds
			.split(' ')
			.filter(Boolean)
			.map((kind) => kind.replaceAll('_', ' ')),
	};
}

const image = (names: string, types: string, row: Row = {}) =>
	format(names, types, { ...row, media: 'image' });

const video = (names: string, types: string, row: Row = {}) =>
	format(names, types, { ...row, media: 'video' });

const audio = (names: string, types: string, row: Row = {}) =>
	format(names, types, { ...row, media: 'audio' });

const riff = (form: string): readonly Mark[] => [
	{ at: 0, bytes: 'RIFF' },
	{ at: 8, bytes: form },
];

const form = (kind: string): readonly Mark[] => [
	{ at: 0, bytes: 'FORM' },
	{ at: 8, bytes: kind },
];

/** MP4 of any brand that is not another format's. */
const MP4 = video('MP4 mp4 m4v mpg4 mp4v', 'video/mp4 application/mp4 video/x-m4v video/m4v', {
	family: 'mp4',
	kinds: 'isom iso2 mp41 mp42 avc1 dash MSNV M4V_ M4VH M4VP mmp4',
});

const MOV = video('MOV mov qt', 'video/quicktime video/mov', {
	family: 'mp4',
	kinds: 'qt__',
	// Older cameras write no brand.
	begins: ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].map((bytes) => [{ at: 4, bytes }]),
});

const HEIC = image('HEIC heic heics', 'image/heic image/heic-sequence image/x-heic', {
	family: 'heif',
	kinds: 'heic heix hevc hevx heim heis hevm hevs',
});

const AVIF = image('AVIF avif avifs', 'image/avif image/avif-sequence', { kinds: 'avif avis' });

const HEIF = image('HEIF heif hif', 'image/heif image/heif-sequence', {
	family: 'heif',
	kinds: 'mif1 msf1 mif2 mif3',
});

const WEBM = video('WebM webm', 'video/webm', { kinds: 'webm' });

const MKV = video('MKV mkv mk3d mks', 'video/x-matroska video/matroska video/mkv', {
	kinds: 'matroska',
});

const OGG = audio('OGG ogg oga', 'audio/ogg audio/vorbis application/ogg audio/x-ogg', {
	family: 'ogg',
	kinds: 'vorbis',
});

const MP3 = audio(
	'MP3 mp3 mpga',
	'audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg-3 audio/x-mpeg audio/mpg audio/mpga',
	{
		begins: ['ID3'],
	},
);

const MP2 = audio('MP2 mp2 m2a', 'audio/mp2 audio/x-mp2');

const AAC = audio('AAC aac adts', 'audio/aac audio/aacp audio/x-aac audio/x-hx-aac-adts', {
	begins: ['ADIF'],
});

const TS = video('TS ts mts m2ts m2t', 'video/mp2t video/m2ts video/vnd.dlna.mpeg-tts');

/** Where several begin alike, the first that fits counts. */
export const formats: readonly Format[] = [
	// Images
	image('JPG jpg jpeg jpe jfif jfi', 'image/jpeg image/jpg image/pjpeg image/jfif', {
		begins: ['\u00ff\u00d8\u00ff'],
	}),
	image('PNG png apng', 'image/png image/x-png image/apng image/vnd.mozilla.apng', {
		begins: ['\u0089PNG'],
	}),
	image('WebP webp', 'image/webp image/x-webp', { begins: [riff('WEBP')] }),
	image('GIF gif', 'image/gif', { begins: ['GIF8'] }),
	image('BMP bmp dib', 'image/bmp image/x-ms-bmp image/x-bmp image/x-windows-bmp', {
		begins: [
			[
				{ at: 0, bytes: 'BM' },
				{ at: 6, bytes: '\0\0\0\0' },
			],
		],
	}),
	image('DNG dng', 'image/x-adobe-dng image/dng', { isRaw: true }),
	image(
		'RAW raw cr2 cr3 nef arw orf rw2 raf srw pef',
		'image/x-canon-cr2 image/x-canon-cr3 image/x-nikon-nef image/x-sony-arw image/x-panasonic-rw2 image/x-fuji-raf image/x-dcraw',
		{
			isRaw: true,
			begins: [
				[
					{ at: 0, bytes: 'II*\0' },
					{ at: 8, bytes: 'CR' },
				],
				'FUJIFILM',
			],
			kinds: 'crx_',
		},
	),
	image('TIFF tiff tif', 'image/tiff image/tif image/x-tiff', {
		begins: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
	}),
	HEIC,
	AVIF,
	HEIF,
	image('SVG svg svgz', 'image/svg+xml image/svg', { begins: ['<svg'] }),
	image('JXL jxl', 'image/jxl', { isRaw: true, begins: ['\u00ff\u000a', '\0\0\0\u000cJXL '] }),
	image('JP2 jp2 j2k jpf jpx', 'image/jp2 image/jpx image/jpm', {
		isRaw: true,
		begins: ['\0\0\0\u000cjP  '],
	}),
	image('ICO ico cur', 'image/x-icon image/vnd.microsoft.icon', {
		isRaw: true,
		begins: ['\0\0\u0001\0'],
	}),
	image('PSD psd psb', 'image/vnd.adobe.photoshop image/psd application/x-photoshop', {
		isRaw: true,
		begins: ['8BPS'],
	}),
	image('EPS eps ps', 'application/postscript image/x-eps', {
		isRaw: true,
		begins: ['%!PS', '\u00c5\u00d0\u00d3\u00c6'],
	}),
	image('AI ai', 'application/illustrator', { isRaw: true }),
	image('TGA tga', 'image/x-tga image/x-targa', { isRaw: true }),
	image('EXR exr', 'image/x-exr', { isRaw: true, begins: ['\u0076\u002f\u0031\u0001'] }),
	image('XCF xcf', 'image/x-xcf', { isRaw: true, begins: ['gimp xcf'] }),

	// Sound in MP4, before films in it
	audio(
		'M4A m4a m4b m4r m4p',
		'audio/x-m4a audio/m4a audio/mp4 audio/mp4a-latm audio/x-m4b audio/x-m4r',
		{
			family: 'mp4',
			kinds: 'M4A_ M4B_ M4P_',
		},
	),

	// Films
	MP4,
	MOV,
	video('3GP 3gp 3gpp 3g2 3gp2', 'video/3gpp audio/3gpp video/3gpp2 audio/3gpp2', {
		family: 'mp4',
		kinds: '3gp4 3gp5 3gp6 3gp7 3gp8 3gp9 3gg6 3gr6 3gs6 3gs7 3ge6 3ge7 3g2a 3g2b 3g2c',
	}),
	video('F4V f4v', 'video/x-f4v', { family: 'mp4', kinds: 'f4v_ F4V_' }),
	WEBM,
	MKV,
	video('AVI avi divx', 'video/x-msvideo video/avi video/msvideo video/vnd.avi', {
		begins: [riff('AVI ')],
	}),
	video('MPEG mpg mpeg mpe m1v m2v vob', 'video/mpeg video/x-mpeg video/mpg', {
		begins: ['\0\0\u0001\u00ba', '\0\0\u0001\u00b3'],
	}),
	TS,
	video('WMV wmv asf', 'video/x-ms-wmv video/x-ms-asf application/vnd.ms-asf', {
		family: 'asf',
		begins: ['\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011'],
	}),
	video('FLV flv', 'video/x-flv video/flv', { begins: ['FLV\u0001'] }),
	video('OGV ogv ogm', 'video/ogg', { family: 'ogg', kinds: 'theora' }),
	video('MXF mxf', 'application/mxf video/mxf', { begins: ['\u0006\u000e\u002b\u0034'] }),
	video('RM rm rmvb', 'application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr', {
		begins: ['.RMF'],
	}),
	video('SWF swf', 'application/x-shockwave-flash', { isRaw: true, begins: ['FWS', 'CWS', 'ZWS'] }),

	// Sound
	MP3,
	MP2,
	audio('WAV wav wave bwf', 'audio/x-wav audio/wav audio/wave audio/vnd.wave audio/x-pn-wav', {
		begins: [
			riff('WAVE'),
			[
				{ at: 0, bytes: 'RF64' },
				{ at: 8, bytes: 'WAVE' },
			],
		],
	}),
	AAC,
	OGG,
	audio('OPUS opus', 'audio/opus audio/x-opus', { family: 'ogg', kinds: 'OpusHead' }),
	audio('SPX spx', 'audio/x-speex audio/speex', { family: 'ogg', kinds: 'Speex' }),
	audio('WEBA weba', 'audio/webm'),
	audio('MKA mka', 'audio/x-matroska audio/matroska'),
	audio('FLAC flac', 'audio/flac audio/x-flac', { begins: ['fLaC'] }),
	audio('AIFF aiff aif aifc', 'audio/aiff audio/x-aiff', { begins: [form('AIFF'), form('AIFC')] }),
	audio('AMR amr awb', 'audio/amr audio/amr-wb audio/3gpp-amr', { begins: ['#!AMR'] }),
	audio('CAF caf', 'audio/x-caf audio/caf', { begins: ['caff'] }),
	audio('WMA wma', 'audio/x-ms-wma', { family: 'asf' }),
	audio('AU au snd', 'audio/basic audio/x-au', { begins: ['.snd'] }),
	audio(
		'PCM pcm l16 s16le sln ulaw mulaw alaw ul al',
		'audio/l16 audio/l24 audio/pcm audio/x-pcm audio/raw audio/x-raw audio/lpcm audio/mulaw audio/x-mulaw audio/alaw audio/x-alaw audio/pcmu audio/pcma audio/g711',
		{ isRaw: true },
	),
	audio('AC3 ac3 eac3', 'audio/ac3 audio/eac3', { begins: ['\u000b\u0077'] }),
	audio('DTS dts', 'audio/vnd.dts', { begins: ['\u007f\u00fe\u0080\u0001'] }),
	audio('APE ape', 'audio/x-ape audio/ape', { begins: ['MAC '] }),
	audio('WV wv', 'audio/x-wavpack', { begins: ['wvpk'] }),
	audio('MIDI mid midi', 'audio/midi audio/x-midi', { isRaw: true, begins: ['MThd'] }),
	audio('SILK silk slk', 'audio/silk audio/x-silk', {
		isRaw: true,
		begins: ['#!SILK', '\u0002#!SILK'],
	}),
	audio('DSF dsf', 'audio/x-dsf', { begins: ['DSD '] }),

	// Documents and texts
	format('PDF pdf', 'application/pdf application/x-pdf', { begins: ['%PDF'] }),
	format(
		'DOCX docx docm dotx',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	),
	format('XLSX xlsx xlsm', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
	format(
		'PPTX pptx pptm ppsx',
		'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	),
	format(
		'ODT odt ods odp odg',
		'application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.spreadsheet application/vnd.oasis.opendocument.presentation',
	),
	format('EPUB epub', 'application/epub+zip'),
	format('DOC doc dot', 'application/msword'),
	format('XLS xls', 'application/vnd.ms-excel'),
	format('PPT ppt pps', 'application/vnd.ms-powerpoint'),
	format('Office', '', { begins: ['\u00d0\u00cf\u0011\u00e0'] }),
	format('RTF rtf', 'application/rtf text/rtf', { begins: ['{\\rtf'] }),
	format('KEY key', 'application/vnd.apple.keynote application/x-iwork-keynote-sffkey'),
	format('PAGES pages', 'application/vnd.apple.pages'),
	format('NUMBERS numbers', 'application/vnd.apple.numbers'),
	format('TXT txt text log', 'text/plain'),
	format('MD md markdown', 'text/markdown'),
	format('CSV csv tsv', 'text/csv text/tab-separated-values'),
	format('JSON json jsonl', 'application/json text/json application/x-ndjson'),
	format('XML xml', 'application/xml text/xml'),
	format('HTML html htm xhtml', 'text/html application/xhtml+xml'),
	format('SRT srt', 'application/x-subrip text/srt'),
	format('VTT vtt', 'text/vtt', { begins: ['WEBVTT'] }),
	format('ASS ass ssa', 'text/x-ssa text/x-ass'),

	// Archives and programs
	format('ZIP zip', 'application/zip application/x-zip-compressed', { begins: ['PK\u0003\u0004'] }),
	format('RAR rar', 'application/vnd.rar application/x-rar-compressed', { begins: ['Rar!'] }),
	format('7Z 7z', 'application/x-7z-compressed', { begins: ['7z\u00bc\u00af'] }),
	format('GZ gz tgz', 'application/gzip application/x-gzip', { begins: ['\u001f\u008b'] }),
	format('BZ2 bz2', 'application/x-bzip2', { begins: ['BZh'] }),
	format('XZ xz', 'application/x-xz', { begins: ['\u00fd7zXZ'] }),
	format('TAR tar', 'application/x-tar', { begins: [[{ at: 257, bytes: 'ustar' }]] }),
	format(
		'EXE exe msi dll',
		'application/x-msdownload application/vnd.microsoft.portable-executable',
		{
			begins: [],
		},
	),
	format('DMG dmg', 'application/x-apple-diskimage'),
	format('ISO iso', 'application/x-iso9660-image'),
	format('APK apk', 'application/vnd.android.package-archive'),
];

/** Media types that say nothing: servers and n8n announce them where they do not know better. */
const GENERIC: ReadonlySet<string> = new Set([
	'application/octet-stream',
	'application/x-octet-stream',
	'binary/octet-stream',
	'application/binary',
	'application/x-binary',
	'application/unknown',
	'application/x-unknown',
	'application/x-download',
	'application/download',
	'application/force-download',
	'application/x-force-download',
	'application/x-www-form-urlencoded',
	'multipart/form-data',
	'text/plain',
]);

const byExtension = new Map(
	formats.flatMap((one) => one.extensions.map((extension) => [extension, one] as const)).reverse(),
);

const byType = new Map(
	formats.flatMap((one) => one.types.map((type) => [type, one] as const)).reverse(),
);

/** The format of files with an extension, in lower case. */
export function formatOfExtension(extension: string): Format | undefined {
	return byExtension.get(extension);
}

/** A media type without its parameters, in lower case; undefined when it is empty. */
export function plainType(mimeType: unknown): string | undefined {
	if (typeof mimeType !== 'string') return undefined;
	return mimeType.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}

/** The format that a media type says; undefined for one that says nothing, or is not known. */
export function formatOfType(mimeType: unknown): Format | undefined {
	const type = plainType(mimeType);
	return type === undefined || GENERIC.has(type) ? undefined : byType.get(type);
}

/** Whether a media type says nothing about a file. */
export function isGenericType(mimeType: unknown): boolean {
	const type = plainType(mimeType);
	return type === undefined || GENERIC.has(type) || !/^[^/*]+\/[^/*]+$/.test(type);
}

/**
 * The format that the first bytes of a file show; undefined where they show none.
 *
 * @param first 512 bytes, or all of a shorter file
 */
export function formatOfContent(first: Buffer): Format | undefined {
	const text = first.toString('latin1', 0, 512);
	const ofContainer = formatOfMp4(text) ?? formatOfMatroska(text) ?? formatOfOgg(text);
	if (ofContainer) return ofContainer;
	const isBegunBy = (marks: readonly Mark[]) =>
		marks.every(({ at, bytes }) => text.startsWith(bytes, at));
	const found = formats.find(({ beginnings }) => beginnings.some(isBegunBy));
	return found?.label === 'ZIP' ? formatOfZip(text, found) : (found ?? formatOfFrames(first));
}

const withKind = (kind: string) => formats.find(({ kinds }) => kinds.includes(kind));

/** By the brand in the first box; of one that says little, by the others. */
function formatOfMp4(text: string): Format | undefined {
	if (text.slice(4, 8) !== 'ftyp' || text.length < 12) return undefined;
	const own = withKind(text.slice(8, 12));
	if (own === HEIF) return [HEIC, AVIF].find((one) => isCompatible(text, one)) ?? HEIF;
	return own ?? MP4;
}

/** Whether the list of compatible brands, behind the first one, names a format. */
function isCompatible(text: string, { kinds }: Format): boolean {
	const length = Math.min(64, text.charCodeAt(2) * 256 + text.charCodeAt(3));
	for (let at = 16; at < length; at += 4) if (kinds.includes(text.slice(at, at + 4))) return true;
	return false;
}

function formatOfMatroska(text: string): Format | undefined {
	if (!text.startsWith('\u001aE\u00df\u00a3')) return undefined;
	return text.slice(0, 64).includes('matroska') ? MKV : WEBM;
}

function formatOfOgg(text: string): Format | undefined {
	if (!text.startsWith('OggS')) return undefined;
	const beginning = text.slice(0, 128);
	return formats.find((one) => one.kinds.some((kind) => beginning.includes(kind))) ?? OGG;
}

/** What a ZIP archive holds, by the name of its first file. */
function formatOfZip(text: string, zip: Format): Format {
	const inside: ReadonlyArray<readonly [name: string, extension: string]> = [
		['word/', 'docx'],
		['xl/', 'xlsx'],
		['ppt/', 'pptx'],
		['mimetypeapplication/vnd.oasis.opendocument', 'odt'],
		['mimetypeapplication/epub+zip', 'epub'],
	];
	const found = inside.find(([name]) => text.startsWith(name, 30));
	return (found && formatOfExtension(found[1])) ?? zip;
}

/** Sound and films that begin with a frame instead of a name. */
function formatOfFrames(first: Buffer): Format | undefined {
	const [sync = 0, header = 0, rates = 0] = first;
	if (isTransportStream(first)) return TS;
	if (sync !== 0xff) return undefined;
	if ((header & 0xf6) === 0xf0) return AAC;
	const isSync = (header & 0xe0) === 0xe0 && (header & 0x18) !== 0x08;
	const hasRates = (rates & 0xf0) !== 0xf0 && (rates & 0xf0) !== 0 && (rates & 0x0c) !== 0x0c;
	if (!isSync || !hasRates) return undefined;
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

/** Whether a file with this content may have an extension of that format. */
export function isFitting(content: Format, named: Format): boolean {
	if (content === named) return true;
	if (content.family !== undefined && content.family === named.family) return true;
	// A container of sound alone, and files that are an archive inside.
	if (content === WEBM) return named.label === 'WEBA';
	if (content === MKV) return named.label === 'MKA';
	if (content.label === 'TIFF') return named.label === 'DNG' || named.label === 'RAW';
	if (content.label === 'ZIP' || content.label === 'Office') return named.media === undefined;
	return content.media === undefined && named.media === undefined;
}

/** Whether films of a format may hold nothing but sound. */
export function holdsFilmOrSound({ label, family }: Format): boolean {
	return label === 'WebM' || label === 'MKV' || (family !== undefined && family !== 'heif');
}
