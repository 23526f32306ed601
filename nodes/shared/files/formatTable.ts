import { letterOfHex } from '../util/text';

/*
 * The table of file formats: how each is named, announced and begun. It has what phones, browsers, messengers,
 * recorders, office programs, image tools and text-to-speech services produce. Of these, `purposes` and the fields of
 * the nodes say what the service takes; all others are here so that they are recognized and a message can say what
 * they are.
 *
 * A line is a format. Its columns stand between `|`, the words of a column between blanks, and `-` is an empty column:
 *
 * 1. the name by which people call it
 * 2. `raw` for a format of cameras and editors, or sound without a header: no service that takes media plays it
 * 3. the family, of formats whose files differ only in what they hold: each passes under the extensions of the others
 * 4. what a container calls it: the brand in MP4, where `_` is a blank; the document type in Matroska; the codec in Ogg
 * 5. the ways in which its files begin, where the first bytes tell: `RIFF+8:WAVE` is RIFF at the start and WAVE from
 *    the byte 8 on. As in an address, `%89` is the byte with that hexadecimal number
 * 6. its extensions, the usual one first
 * 7. its media types, the usual one first
 *
 * Where two formats have the same beginning, extension or media type, the first one counts.
 */

/** What files can show or play. */
export const FILE_TYPES = ['image', 'video', 'audio'] as const;

/** What a file shows or plays. */
export type FileType = (typeof FILE_TYPES)[number];

/** A file format: a line of the tables below. */
export interface Format {
	/** As people write it: JPG, WebM. */
	label: string;
	/** None of those for documents, archives and the like. */
	media?: FileType;
	/** No service that takes media plays it. */
	isRaw: boolean;
	/** Formats of one family are told apart by what their files hold; none for a format on its own. */
	family?: string;
	/** What its container calls it: brand of MP4, document type of Matroska, codec of Ogg. */
	kinds: readonly string[];
	/** Ways in which its files begin; of each, all marks. None where only name and type tell. */
	beginnings: ReadonlyArray<readonly Mark[]>;
	/** In lower case, the usual one first. */
	extensions: readonly string[];
	/** Media types, the usual one first. */
	types: readonly string[];
}

/** Bytes, one a letter, at a position of the file. */
export interface Mark {
	at: number;
	bytes: string;
}

const IMAGES = `
JPG | - | - | - | %ff%d8%ff | jpg jpeg jpe jfif jfi jif pjpeg pjp mpo jps insp thm | image/jpeg image/vnd.swiftview-jpeg image/jpeg-cmyk image/pipeg image/x-citrix-jpeg
PNG | - | - | - | %89PNG | png apng | image/png image/vnd.mozilla.apng image/x-citrix-png
WebP | - | - | - | RIFF+8:WEBP | webp | image/webp
GIF | - | - | - | GIF8 | gif | image/gif
BMP | - | - | - | BM+6:%00%00%00%00 | bmp dib | image/bmp image/x-bitmap image/x-win-bitmap image/x-ms-bmp image/x-windows-bmp
DNG | raw | tiff | - | - | dng gpr | image/x-adobe-dng
RAW | raw | tiff | crx_ | II*%00+8:CR FUJIFILM IIU%00 IIRO IIRS MMOR FOVb %00MRM 6:HEAPCCDR | raw cr2 cr3 crw nef nrw arw srf sr2 orf rw2 rwl raf srw pef dcr kdc erf mrw x3f 3fr iiq rwz mos mef mdc k25 cap eip fff bay cs1 dcs drf ptx pxn | image/x-canon-cr2 image/x-canon-cr3 image/x-canon-crw image/x-nikon-nef image/x-nikon-nrw image/x-sony-arw image/x-sony-sr2 image/x-olympus-orf image/x-panasonic-rw2 image/x-panasonic-raw image/x-fuji-raf image/x-pentax-pef image/x-samsung-srw image/x-sigma-x3f image/x-dcraw
TIFF | - | tiff | - | II*%00 MM%00* II%2b%00 MM%00%2b | tiff tif | image/tiff image/tiff-fx
HEIC | - | heif | heic heix hevc hevx heim heis hevm hevs | - | heic heics | image/heic image/heic-sequence
AVIF | - | - | avif avis | - | avif avifs | image/avif image/avif-sequence
HEIF | - | heif | mif1 msf1 mif2 mif3 miaf MiHE MiHB | - | heif hif | image/heif image/heif-sequence
SVG | - | - | - | <svg | svg svgz | image/svg+xml image/svg-xml application/svg+xml text/xml-svg
JXL | raw | - | - | %ff%0a %00%00%00%0cJXL%20 | jxl | image/jxl
JP2 | raw | - | - | %00%00%00%0cjP%20%20 %ffO%ffQ | jp2 j2k jpf jpx jpm j2c jpc | image/jp2
JXR | raw | - | - | II%bc | jxr wdp hdp | image/jxr image/vnd.ms-photo
ICO | raw | - | - | %00%00%01%00 %00%00%02%00%01%00 | ico cur | image/x-icon image/vnd.microsoft.icon
ICNS | raw | - | - | icns | icns | image/icns
PSD | raw | - | - | 8BPS | psd psb | image/vnd.adobe.photoshop image/x-photoshop application/photoshop
EPS | raw | - | - | %25!PS %c5%d0%d3%c6 | eps ps | application/postscript
AI | raw | - | - | - | ai | application/illustrator application/vnd.adobe.illustrator
TGA | raw | - | - | - | tga | image/x-tga image/x-targa
EXR | raw | - | - | v/1%01 | exr | image/x-exr
HDR | raw | - | - | #?RADIANCE | hdr | image/vnd.radiance
XCF | raw | - | - | gimp%20xcf | xcf | image/x-xcf
PNM | raw | - | - | - | pnm ppm pgm pbm | image/x-portable-anymap image/x-portable-pixmap
TGS | raw | - | - | - | tgs lottie | application/x-tgsticker
PCX | raw | - | - | - | pcx | image/x-pcx image/vnd.zbrush.pcx
KRA | raw | - | - | - | kra | application/x-krita
CDR | raw | - | - | - | cdr | application/vnd.corel-draw application/cdr
INDD | raw | - | - | %06%06%ed%f5%d8%1dF%e5 | indd indt | application/x-indesign
Affinity | raw | - | - | - | afphoto afdesign afpub | application/x-affinity
DICOM | raw | - | - | 128:DICM | dcm dicom | application/dicom
LIVP | raw | - | - | - | livp | application/x-livp
DJVU | raw | - | - | AT&TFORM | djvu djv | image/vnd.djvu
`;

/** In a MOV, whose older files have no brand, the first box is one of several; H264 is without a container. */
const VIDEOS = `
MP4 | - | mp4 | isom iso2 mp41 mp42 avc1 dash MSNV M4V_ M4VH M4VP mmp4 | - | mp4 m4v mpg4 mpeg4 mp4v m4s cmfv ismv insv lrv lrf mqv 360 | video/mp4 video/mpeg-4 video/mp4s video/mpeg4-generic video/mp4v-es video/h264 video/iso.segment
MOV | - | mp4 | qt__ | 4:moov 4:mdat 4:wide 4:free 4:skip 4:pnot 4:uuid | mov qt movie | video/quicktime application/quicktime application/x-quicktimeplayer
3GP | - | mp4 | 3gp1 3gp2 3gp3 3gp4 3gp5 3gp6 3gp7 3gp8 3gp9 3gg6 3gg9 3gr6 3gs6 3gs7 3ge6 3ge7 3ge9 3g2a 3g2b 3g2c kddi | - | 3gp 3gpp 3g2 3gp2 3gpp2 | video/3gpp video/3gpp-tt
F4V | - | mp4 | f4v_ F4V_ F4P_ | - | f4v f4p | video/x-f4v
WebM | - | - | webm | - | webm | video/webm
MKV | - | - | matroska | - | mkv mk3d mks | video/x-matroska application/matroska video/x-matroska-3d
AVI | - | - | - | RIFF+8:AVI%20 | avi divx xvid | video/x-msvideo application/x-troff-msvideo
MPEG | - | - | - | %00%00%01%ba %00%00%01%b3 | mpg mpeg mpe mpv m1v m2v m2p vob mod vro evo | video/mpeg video/mpeg2 video/mpeg-2 video/mp1s video/mp2p video/dvd
TS | - | - | - | - | ts mts m2ts m2t trp tp tod | video/mp2t video/vnd.iptvforum.ttsmpeg2 video/avchd-stream application/mp2t video/x-mpegts video/vnd.dlna.mpeg-tts
WMV | - | asf | - | 0&%b2u%8ef%cf%11 | wmv asf wm wmx | video/x-ms-wmv application/x-ms-wmv video/x-ms-wmx video/x-ms-asf video/x-ms-wm application/vnd.ms-asf
FLV | - | - | - | FLV%01 | flv | video/x-flv
OGV | - | ogg | theora | - | ogv ogm ogx | video/ogg application/x-ogm-video video/theora
MXF | - | - | - | %06%0e%2b4 | mxf | application/mxf
RM | - | - | - | .RMF | rm rmvb | application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr
DV | - | - | - | %1f%07%00 | dv | video/x-dv
H264 | raw | - | - | %00%00%00%01g %00%00%00%01@%01 %00%00%00%01%09 | h264 264 h265 265 hevc | video/h265
IVF | raw | - | - | DKIF | ivf | video/x-ivf
Y4M | raw | - | - | YUV4MPEG2 | y4m | video/x-yuv4mpeg
AV1 | raw | - | - | - | av1 obu | video/av1
MJPEG | raw | - | - | - | mjpeg mjpg | video/x-motion-jpeg
BRAW | raw | - | - | - | braw | video/x-braw
R3D | raw | - | - | 4:RED1 4:RED2 | r3d | video/x-r3d
DAV | raw | - | - | DHAV | dav | video/x-dav
SWF | raw | - | - | FWS CWS ZWS | swf | application/x-shockwave-flash
`;

/**
 * AAC is recognized by its frames (ADTS), or by ADIF. APE has the high byte of its version in its
 * beginning, because a text may begin with the word.
 */
const SOUNDS = `
M4A | - | mp4 | M4A_ M4B_ M4P_ F4A_ F4B_ | - | m4a m4b m4r m4p mp4a f4a f4b 3ga qta alac | audio/x-m4a audio/aac-mp4 audio/mp4a audio/alac audio/vnd.apple.alac audio/mp4a-latm audio/x-mp4 audio/mpeg4 audio/mpeg4-generic
MP3 | - | - | - | ID3 APETAGEX | mp3 mpga m3a | audio/mpeg audio/mpeg-layer-3 audio/x-mpeg3 audio/x-mpeg-3 audio/x-mpg audio/mpa audio/mpegaudio audio/mpg3 audio/mpeg2 audio/mpeg-2
MP2 | - | - | - | - | mp2 m2a mpa | audio/mp2
WAV | - | - | - | RIFF+8:WAVE RIFX+8:WAVE RF64+8:WAVE BW64+8:WAVE riff.%91%cf%11 | wav wave bwf rf64 bw64 w64 | audio/x-wav audio/x-riff-wav audio/riff audio/microsoft-wave audio/x-microsoft-wav audio/x-pn-wav audio/s-wav
AAC | - | - | - | ADIF | aac adts aacp latm loas | audio/aac audio/aac-adts audio/usac audio/x-hx-aac-adts audio/vnd.dlna.adts
OGG | - | ogg | vorbis | - | ogg oga mogg | audio/ogg audio/ogg-vorbis audio/x-vorbis audio/x-vorbis+ogg
OPUS | - | ogg | OpusHead | - | opus | audio/opus audio/ogg-opus audio/x-opus+ogg
SPX | - | ogg | Speex | - | spx | audio/x-speex audio/x-speex+ogg
WEBA | - | - | - | - | weba | audio/webm
MKA | - | - | - | - | mka | audio/x-matroska
FLAC | - | - | - | fLaC | flac | audio/flac audio/x-native-flac
AIFF | - | - | - | FORM+8:AIFF FORM+8:AIFC | aiff aif aifc | audio/aiff audio/x-pn-aiff
AMR | - | - | - | #!AMR | amr awb | audio/amr audio/amr-wb+ audio/amr-encrypted audio/amr-wb audio/amr-nb audio/3gpp-amr
CAF | - | - | - | caff | caf caff | audio/x-caf audio/vnd.apple.caf
WMA | - | asf | - | - | wma | audio/x-ms-wma
AU | - | - | - | .snd | au snd | audio/basic
PCM | raw | - | - | - | pcm lpcm l8 l16 l20 l24 s16le s16be s24le s32le f32le u8 sln ulaw mulaw alaw ul al | audio/l16 audio/pcm16 audio/g711-mulaw audio/g711-alaw audio/x-law audio/x-raw-int audio/x-raw audio/pcmu audio/pcma audio/g711 audio/linear16
GSM | raw | - | - | - | gsm | audio/x-gsm
VOX | raw | - | - | - | vox | audio/vox audio/x-adpcm
DSS | raw | - | - | %02dss %03ds2 | dss ds2 | audio/dss
AC3 | - | - | - | %0bw | ac3 eac3 ec3 | audio/ac3 audio/vnd.dolby.dd-raw
DTS | - | - | - | %7f%fe%80%01 | dts | audio/vnd.dts
APE | - | - | - | MAC%20+5:%0f | ape | audio/x-ape audio/x-monkeys-audio
WV | - | - | - | wvpk | wv | audio/x-wavpack
TTA | - | - | - | TTA1 TTA2 | tta | audio/x-tta
AAX | raw | - | aax_ aaxc | - | aax aa | audio/vnd.audible.aax audio/x-pn-audibleaudio audio/vnd.audible
MIDI | raw | - | - | MThd | mid midi kar | audio/midi audio/sp-midi
SILK | raw | - | - | #!SILK %02#!SILK | silk slk aud | audio/silk audio/silk-v3
DSF | - | - | - | DSD%20 FRM8 | dsf dff | audio/x-dsf
`;

/**
 * Office stands for the older documents of office programs, which all begin alike; Project for what editors and meeting
 * programs work with before they export a film; M3U8 and MPD are lists of the pieces of a film, which players follow.
 */
const DOCUMENTS = `
PDF | - | - | - | %25PDF | pdf | application/pdf application/acrobat
DOCX | - | - | - | - | docx docm dotx | application/vnd.openxmlformats-officedocument.wordprocessingml.document
XLSX | - | - | - | - | xlsx xlsm xlsb | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
PPTX | - | - | - | - | pptx pptm ppsx potx | application/vnd.openxmlformats-officedocument.presentationml.presentation application/vnd.openxmlformats-officedocument.presentationml.slideshow
ODT | - | - | - | - | odt ods odp odg | application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.spreadsheet application/vnd.oasis.opendocument.presentation
Google | - | - | - | - | gdoc gsheet gslides gdraw gform glink | application/vnd.google-apps.document application/vnd.google-apps.spreadsheet application/vnd.google-apps.presentation application/vnd.google-apps.drawing application/vnd.google-apps.shortcut application/vnd.google-apps.folder
Shortcut | - | - | - | [InternetShortcut] L%00%00%00%01%14%02%00 | url webloc lnk | application/x-mswinurl application/x-ms-shortcut
Sketch | - | - | - | - | sketch | application/x-sketch
Figma | - | - | - | fig-kiwi | fig | application/x-figma
DWG | - | - | - | AC10 | dwg dxf | image/vnd.dwg image/vnd.dxf
GLB | - | - | - | glTF | glb gltf | model/gltf-binary model/gltf+json
USDZ | - | - | - | - | usdz | model/vnd.usdz+zip
FBX | - | - | - | Kaydara%20FBX | fbx | application/x-fbx
BLEND | - | - | - | BLENDER | blend | application/x-blender
AAE | - | - | - | - | aae | application/x-apple-adjustments
Project | - | - | - | - | prproj aep fcpxml fcpbundle imovieproj aup aup3 logicx mswmm wlmp camproj camrec veg drp zoom | application/x-project
KMZ | - | - | - | - | kmz kml | application/vnd.google-earth.kmz
MOBI | - | - | - | - | mobi azw3 | application/x-mobipocket-ebook
EPUB | - | - | - | - | epub | application/epub+zip
DOC | - | - | - | - | doc dot | application/msword
XLS | - | - | - | - | xls | application/vnd.ms-excel
PPT | - | - | - | - | ppt pps | application/vnd.ms-powerpoint
Office | - | - | - | %d0%cf%11%e0 | - | application/x-ole-storage
MSG | - | - | - | - | msg | application/vnd.ms-outlook
EML | - | - | - | - | eml | message/rfc822
RTF | - | - | - | {%5crtf | rtf | application/rtf
KEY | - | - | - | - | key | application/vnd.apple.keynote application/x-iwork-keynote-sffkey
PAGES | - | - | - | - | pages | application/vnd.apple.pages
NUMBERS | - | - | - | - | numbers | application/vnd.apple.numbers
TXT | - | - | - | - | txt text log | text/plain
MD | - | - | - | - | md markdown | text/markdown
CSV | - | - | - | - | csv tsv | text/csv text/tab-separated-values
JSON | - | - | - | - | json jsonl ndjson | application/json
XML | - | - | - | - | xml | application/xml
YAML | - | - | - | - | yaml yml | application/yaml
HTML | - | - | - | - | html htm xhtml mhtml mht webarchive | text/html application/xhtml+xml
SRT | - | - | - | - | srt | application/x-subrip
VTT | - | - | - | WEBVTT | vtt | text/vtt
ASS | - | - | - | - | ass ssa | text/x-ssa
ICS | - | - | - | - | ics | text/calendar
VCF | - | - | - | - | vcf | text/vcard
M3U8 | - | - | - | #EXTM3U | m3u8 m3u | application/vnd.apple.mpegurl vnd.apple.mpegurl application/x-mpegurl audio/x-mpegurl video/x-mpegurl
MPD | - | - | - | - | mpd | application/dash+xml
`;

/** ZIP stands for archives, and for all documents that are one inside. */
const ARCHIVES = `
ZIP | - | - | - | PK%03%04 PK%05%06 PK%07%08 | zip | application/zip application/x-zip-compressed
RAR | - | - | - | Rar! | rar | application/vnd.rar application/x-rar-compressed
7Z | - | - | - | 7z%bc%af | 7z | application/x-7z-compressed
GZ | - | - | - | %1f%8b | gz tgz | application/gzip
BZ2 | - | - | - | BZh | bz2 | application/x-bzip2 application/x-bzip
XZ | - | - | - | %fd7zXZ | xz | application/x-xz
ZST | - | - | - | %28%b5/%fd | zst | application/zstd
TAR | - | - | - | 257:ustar | tar | application/x-tar
EXE | - | - | - | MZ%90%00 | exe msi dll | application/x-msdownload application/vnd.microsoft.portable-executable application/x-dosexec
DMG | - | - | - | - | dmg | application/x-apple-diskimage
ISO | - | - | - | - | iso | application/x-iso9660-image
APK | - | - | - | - | apk | application/vnd.android.package-archive
TTF | - | - | - | OTTO%00 wOFF wOF2 | ttf otf woff woff2 | font/ttf
`;

/** All formats, in the order in which they are tried. */
export const formats: readonly Format[] = [
	formatsIn(IMAGES, 'image'),
	formatsIn(VIDEOS, 'video'),
	formatsIn(SOUNDS, 'audio'),
	formatsIn(DOCUMENTS),
	formatsIn(ARCHIVES),
].flat();

/**
 * The formats of a table.
 *
 * @param media what their files show or play; undefined for documents and the like
 */
function formatsIn(table: string, media?: FileType): Format[] {
	const lines = table.trim().split('\n');
	return lines.map((line) => formatOfLine(line, media));
}

/** The format of a line, whose columns are described at the head of this file. */
function formatOfLine(line: string, media: FileType | undefined): Format {
	const columns = line.split(' | ').map(wordsOfColumn);
	const [labels, raw, family, kinds = [], beginnings = [], extensions = [], types = []] = columns;
	return {
		label: labels?.[0] ?? '',
		media,
		isRaw: raw?.[0] === 'raw',
		family: family?.[0],
		kinds: kinds.map((kind) => kind.replaceAll('_', ' ')),
		beginnings: beginnings.map((beginning) => beginning.split('+').map(markOf)),
		extensions,
		types,
	};
}

/** The words of a column; none of an empty one. */
function wordsOfColumn(column: string): string[] {
	return column.split(' ').filter((word) => word !== '-');
}

/** Reads a mark of the table: `8:WAVE` is at the byte 8, `RIFF` at the start of the file, and `%89` is one byte. */
function markOf(text: string): Mark {
	const [, at = 0, written = ''] = /^(?:(\d+):)?(.+)$/.exec(text) ?? [];
	return { at: Number(at), bytes: written.replace(/%([0-9a-f]{2})/g, letterOfHex) };
}

/** The format with a label, which has to be in the tables. */
function formatCalled(label: string): Format {
	return formats.find((format) => format.label === label) as Format;
}

export const AAC = formatCalled('AAC');
export const AVIF = formatCalled('AVIF');
export const FLAC = formatCalled('FLAC');
export const HEIC = formatCalled('HEIC');
export const HEIF = formatCalled('HEIF');
export const MKA = formatCalled('MKA');
export const MKV = formatCalled('MKV');
export const MP2 = formatCalled('MP2');
export const MP3 = formatCalled('MP3');
export const MP4 = formatCalled('MP4');
export const OFFICE = formatCalled('Office');
export const OGG = formatCalled('OGG');
export const PCM = formatCalled('PCM');
export const SVG = formatCalled('SVG');
export const TIFF = formatCalled('TIFF');
export const TS = formatCalled('TS');
export const WAV = formatCalled('WAV');
export const WEBA = formatCalled('WEBA');
export const WEBM = formatCalled('WebM');
export const ZIP = formatCalled('ZIP');

/**
 * Sound behind a tag that is longer than what is read of a file, so that its format does not show. It is MP3 as a rule,
 * but AAC and FLAC may have such tags as well. It is a format of its own, and not equal to MP3.
 */
export const TAGGED_SOUND: Format = { ...MP3 };
