/*
 * The table of file formats: how each is named, announced and begun. It has what phones, browsers, messengers,
 * recorders, office programs, image tools and text-to-speech services produce. Of these, `purposes` and the fields of
 * the nodes say what the service takes; all others are here so that they are recognized and a message can say what
 * they are.
 */

/** What a file shows or plays. */
export type FileType = 'image' | 'video' | 'audio';

/** Containers whose files differ only in what they hold: each passes under the extensions of the others. */
type Family = 'mp4' | 'ogg' | 'heif' | 'asf' | 'tiff';

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
	/** What its container calls it: brand of MP4, document type of Matroska, codec of Ogg. */
	kinds: readonly string[];
}

/** Bytes, one a letter, at a position of the file. */
export interface Mark {
	at: number;
	bytes: string;
}

/** How files of a format are told, beside by name and type. */
interface Traits extends Pick<Format, 'family' | 'isRaw'> {
	/** Ways in which its files begin: a text at their start, or parts at several places. */
	begins?: ReadonlyArray<string | readonly Mark[]>;
	/** What its container calls it, with blanks between. */
	kinds?: string;
}

/** @param names its label and extensions. @param types its media types. Both with blanks between. */
function format(names: string, types: string, traits: Traits = {}): Format {
	const [label = '', ...extensions] = names.split(' ');
	const { family, isRaw, begins = [], kinds = '' } = traits;
	return {
		label,
		extensions,
		types: types.split(' ').filter(Boolean),
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

const formatOf =
	(media: FileType) =>
	(...row: Parameters<typeof format>): Format => ({ ...format(...row), media });

const image = formatOf('image');
const video = formatOf('video');
const audio = formatOf('audio');

/** A beginning with two marks: the name of the container, and behind its length that of its content. */
function container(name: string, content: string): readonly Mark[] {
	return [
		{ at: 0, bytes: name },
		{ at: 8, bytes: content },
	];
}

/** A camera's own kind of TIFF. */
const tiffWith = (at: number, bytes: string): readonly Mark[] => [
	{ at: 0, bytes: 'II*\0' },
	{ at, bytes },
];

/** MP4 of any brand that is not another format's. */
export const MP4 = video(
	'MP4 mp4 m4v mpg4 mpeg4 mp4v m4s cmfv ismv insv lrv lrf mqv 360',
	'video/mp4 video/mpeg-4 video/mp4s video/mpeg4-generic video/mp4v-es video/h264 video/iso.segment',
	{ family: 'mp4', kinds: 'isom iso2 mp41 mp42 avc1 dash MSNV M4V_ M4VH M4VP mmp4' },
);

const MOV = video(
	'MOV mov qt movie',
	'video/quicktime application/quicktime application/x-quicktimeplayer',
	{
		family: 'mp4',
		kinds: 'qt__',
		// Older cameras write no brand.
		begins: ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'uuid'].map((bytes) => [
			{ at: 4, bytes },
		]),
	},
);

/** Sound in MP4. */
export const M4A = audio(
	'M4A m4a m4b m4r m4p mp4a f4a f4b 3ga qta alac',
	'audio/x-m4a audio/aac-mp4 audio/mp4a audio/alac audio/vnd.apple.alac audio/mp4a-latm audio/x-mp4 audio/mpeg4 audio/mpeg4-generic',
	{ family: 'mp4', kinds: 'M4A_ M4B_ M4P_ F4A_ F4B_' },
);

export const HEIC = image('HEIC heic heics', 'image/heic image/heic-sequence', {
	family: 'heif',
	kinds: 'heic heix hevc hevx heim heis hevm hevs',
});

export const AVIF = image('AVIF avif avifs', 'image/avif image/avif-sequence', {
	kinds: 'avif avis',
});

/** Pictures in MP4's boxes, of which other brands tell what they hold. */
export const HEIF = image('HEIF heif hif', 'image/heif image/heif-sequence', {
	family: 'heif',
	kinds: 'mif1 msf1 mif2 mif3 miaf MiHE MiHB',
});

export const WEBM = video('WebM webm', 'video/webm', {
	kinds: 'webm',
});

export const MKV = video(
	'MKV mkv mk3d mks',
	'video/x-matroska application/matroska video/x-matroska-3d',
	{
		kinds: 'matroska',
	},
);

export const WEBA = audio('WEBA weba', 'audio/webm');

export const MKA = audio('MKA mka', 'audio/x-matroska');

export const OGG = audio(
	'OGG ogg oga mogg',
	'audio/ogg audio/ogg-vorbis audio/x-vorbis audio/x-vorbis+ogg',
	{ family: 'ogg', kinds: 'vorbis' },
);

export const MP3 = audio(
	'MP3 mp3 mpga m3a',
	'audio/mpeg audio/mpeg-layer-3 audio/x-mpeg3 audio/x-mpeg-3 audio/x-mpg audio/mpa audio/mpegaudio audio/mpg3 audio/mpeg2 audio/mpeg-2',
	{ begins: ['ID3', 'APETAGEX'] },
);

/** Sound behind a tag that is longer than what is read: MP3 as a rule; AAC and FLAC have such tags as well. */
export const TAGGED_SOUND: Format = { ...MP3 };

export const MP2 = audio('MP2 mp2 m2a mpa', 'audio/mp2');

export const AAC = audio(
	'AAC aac adts aacp latm loas',
	'audio/aac audio/aac-adts audio/usac audio/x-hx-aac-adts audio/vnd.dlna.adts',
	// ADTS is recognized by its frames; this is what ADIF and LATM begin with.
	{ begins: ['ADIF'] },
);

export const WAV = audio(
	'WAV wav wave bwf rf64 bw64 w64',
	'audio/x-wav audio/x-riff-wav audio/riff audio/microsoft-wave audio/x-microsoft-wav audio/x-pn-wav audio/s-wav',
	{
		begins: [
			container('RIFF', 'WAVE'),
			container('RIFX', 'WAVE'),
			container('RF64', 'WAVE'),
			container('BW64', 'WAVE'),
			'riff\u002e\u0091\u00cf\u0011',
		],
	},
);

export const FLAC = audio('FLAC flac', 'audio/flac audio/x-native-flac', {
	begins: ['fLaC'],
});

export const TS = video(
	'TS ts mts m2ts m2t trp tp tod',
	'video/mp2t video/vnd.iptvforum.ttsmpeg2 video/avchd-stream application/mp2t video/x-mpegts video/vnd.dlna.mpeg-tts',
);

export const SVG = image(
	'SVG svg svgz',
	'image/svg+xml image/svg-xml application/svg+xml text/xml-svg',
	{ begins: ['<svg'] },
);

export const TIFF = image('TIFF tiff tif', 'image/tiff image/tiff-fx', {
	family: 'tiff',
	begins: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
});

/** An archive, and all documents that are one inside. */
export const ZIP = format('ZIP zip', 'application/zip application/x-zip-compressed', {
	begins: ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'],
});

/** The older documents of office programs, which all begin alike. */
export const OFFICE = format('Office', 'application/x-ole-storage', {
	begins: ['\u00d0\u00cf\u0011\u00e0'],
});

export const JPG = image(
	'JPG jpg jpeg jpe jfif jfi jif pjpeg pjp mpo jps insp thm',
	'image/jpeg image/vnd.swiftview-jpeg image/jpeg-cmyk image/pipeg image/x-citrix-jpeg',
	{ begins: ['\u00ff\u00d8\u00ff'] },
);

export const PNG = image('PNG png apng', 'image/png image/vnd.mozilla.apng image/x-citrix-png', {
	begins: ['\u0089PNG'],
});

export const WEBP = image('WebP webp', 'image/webp', { begins: [container('RIFF', 'WEBP')] });

const images: readonly Format[] = [
	JPG,
	PNG,
	WEBP,
	image('GIF gif', 'image/gif', { begins: ['GIF8'] }),
	image(
		'BMP bmp dib',
		'image/bmp image/x-bitmap image/x-win-bitmap image/x-ms-bmp image/x-windows-bmp',
		{
			begins: [
				[
					{ at: 0, bytes: 'BM' },
					{ at: 6, bytes: '\0\0\0\0' },
				],
			],
		},
	),
	image('DNG dng gpr', 'image/x-adobe-dng', { family: 'tiff', isRaw: true }),
	image(
		'RAW raw cr2 cr3 crw nef nrw arw srf sr2 orf rw2 rwl raf srw pef dcr kdc erf mrw x3f 3fr iiq rwz mos mef mdc k25 cap eip fff bay cs1 dcs drf ptx pxn',
		'image/x-canon-cr2 image/x-canon-cr3 image/x-canon-crw image/x-nikon-nef image/x-nikon-nrw image/x-sony-arw image/x-sony-sr2 image/x-olympus-orf image/x-panasonic-rw2 image/x-panasonic-raw image/x-fuji-raf image/x-pentax-pef image/x-samsung-srw image/x-sigma-x3f image/x-dcraw',
		{
			family: 'tiff',
			isRaw: true,
			begins: [
				tiffWith(8, 'CR'),
				'FUJIFILM',
				'IIU\0',
				'IIRO',
				'IIRS',
				'MMOR',
				'FOVb',
				'\0MRM',
				[{ at: 6, bytes: 'HEAPCCDR' }],
			],
			kinds: 'crx_',
		},
	),
	TIFF,
	HEIC,
	AVIF,
	HEIF,
	SVG,
	image('JXL jxl', 'image/jxl', {
		isRaw: true,
		begins: ['\u00ff\u000a', '\0\0\0\u000cJXL '],
	}),
	image('JP2 jp2 j2k jpf jpx jpm j2c jpc', 'image/jp2', {
		isRaw: true,
		begins: ['\0\0\0\u000cjP  ', '\u00ff\u004f\u00ff\u0051'],
	}),
	image('JXR jxr wdp hdp', 'image/jxr image/vnd.ms-photo', { isRaw: true, begins: ['II\u00bc'] }),
	image('ICO ico cur', 'image/x-icon image/vnd.microsoft.icon', {
		isRaw: true,
		begins: ['\0\0\u0001\0', '\0\0\u0002\0\u0001\0'],
	}),
	image('ICNS icns', 'image/icns', { isRaw: true, begins: ['icns'] }),
	image('PSD psd psb', 'image/vnd.adobe.photoshop image/x-photoshop application/photoshop', {
		isRaw: true,
		begins: ['8BPS'],
	}),
	image('EPS eps ps', 'application/postscript', {
		isRaw: true,
		begins: ['%!PS', '\u00c5\u00d0\u00d3\u00c6'],
	}),
	image('AI ai', 'application/illustrator application/vnd.adobe.illustrator', { isRaw: true }),
	image('TGA tga', 'image/x-tga image/x-targa', { isRaw: true }),
	image('EXR exr', 'image/x-exr', { isRaw: true, begins: ['\u0076\u002f\u0031\u0001'] }),
	image('HDR hdr', 'image/vnd.radiance', { isRaw: true, begins: ['#?RADIANCE'] }),
	image('XCF xcf', 'image/x-xcf', { isRaw: true, begins: ['gimp xcf'] }),
	image('QOI qoi', 'image/qoi', { isRaw: true, begins: ['qoif'] }),
	image('DDS dds', 'image/vnd.ms-dds', { isRaw: true, begins: ['DDS '] }),
	image('PNM pnm ppm pgm pbm', 'image/x-portable-anymap image/x-portable-pixmap', { isRaw: true }),
	image('EMF emf wmf', 'image/emf', {
		isRaw: true,
		begins: ['\u00d7\u00cd\u00c6\u009a'],
	}),
	image('TGS tgs lottie', 'application/x-tgsticker', { isRaw: true }),
	image('PCX pcx', 'image/x-pcx image/vnd.zbrush.pcx', { isRaw: true }),
	image('WBMP wbmp', 'image/vnd.wap.wbmp', { isRaw: true }),
	image('KRA kra', 'application/x-krita', { isRaw: true }),
	image('CDR cdr', 'application/vnd.corel-draw application/cdr', { isRaw: true }),
	image('INDD indd indt', 'application/x-indesign', {
		isRaw: true,
		begins: ['\u0006\u0006\u00ed\u00f5\u00d8\u001d\u0046\u00e5'],
	}),
	image('Affinity afphoto afdesign afpub', 'application/x-affinity', { isRaw: true }),
	image('Procreate procreate', 'application/x-procreate', { isRaw: true }),
	image('JXS jxs', 'image/jxs', { isRaw: true }),
	image('FITS fits fit fts', 'image/fits application/fits', {
		isRaw: true,
		begins: ['SIMPLE  ='],
	}),
	image('DICOM dcm dicom', 'application/dicom', {
		isRaw: true,
		begins: [[{ at: 128, bytes: 'DICM' }]],
	}),
	image('BPG bpg', 'image/bpg', { isRaw: true, begins: ['BPG\u00fb'] }),
	image('FLIF flif', 'image/flif', { isRaw: true, begins: ['FLIF'] }),
	image('LIVP livp', 'application/x-livp', { isRaw: true }),
	image('DJVU djvu djv', 'image/vnd.djvu', { isRaw: true, begins: ['AT&TFORM'] }),
];

const videos: readonly Format[] = [
	MP4,
	MOV,
	video('3GP 3gp 3gpp 3g2 3gp2 3gpp2', 'video/3gpp video/3gpp-tt', {
		family: 'mp4',
		kinds:
			'3gp1 3gp2 3gp3 3gp4 3gp5 3gp6 3gp7 3gp8 3gp9 3gg6 3gg9 3gr6 3gs6 3gs7 3ge6 3ge7 3ge9 3g2a 3g2b 3g2c kddi',
	}),
	video('F4V f4v f4p', 'video/x-f4v', { family: 'mp4', kinds: 'f4v_ F4V_ F4P_' }),
	WEBM,
	MKV,
	video('AVI avi divx xvid', 'video/x-msvideo application/x-troff-msvideo', {
		begins: [container('RIFF', 'AVI ')],
	}),
	video(
		'MPEG mpg mpeg mpe mpv m1v m2v m2p vob mod vro evo',
		'video/mpeg video/mpeg2 video/mpeg-2 video/mp1s video/mp2p video/dvd',
		{
			begins: ['\0\0\u0001\u00ba', '\0\0\u0001\u00b3'],
		},
	),
	TS,
	video(
		'WMV wmv asf wm wmx',
		'video/x-ms-wmv application/x-ms-wmv video/x-ms-wmx video/x-ms-asf video/x-ms-wm application/vnd.ms-asf',
		{ family: 'asf', begins: ['\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011'] },
	),
	video('FLV flv', 'video/x-flv', { begins: ['FLV\u0001'] }),
	video('OGV ogv ogm ogx', 'video/ogg application/x-ogm-video video/theora', {
		family: 'ogg',
		kinds: 'theora',
	}),
	video('MXF mxf', 'application/mxf', { begins: ['\u0006\u000e\u002b\u0034'] }),
	video('RM rm rmvb', 'application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr', {
		begins: ['.RMF'],
	}),
	video('DV dv', 'video/x-dv', { begins: ['\u001f\u0007\0'] }),
	video('H264 h264 264 h265 265 hevc', 'video/h265', {
		isRaw: true,
		begins: ['\0\0\0\u0001\u0067', '\0\0\0\u0001\u0040\u0001', '\0\0\0\u0001\u0009'],
	}),
	video('IVF ivf', 'video/x-ivf', { isRaw: true, begins: ['DKIF'] }),
	video('Y4M y4m', 'video/x-yuv4mpeg', { isRaw: true, begins: ['YUV4MPEG2'] }),
	video('AV1 av1 obu', 'video/av1', { isRaw: true }),
	video('MJPEG mjpeg mjpg', 'video/x-motion-jpeg', { isRaw: true }),
	video('BRAW braw', 'video/x-braw', { isRaw: true }),
	video('R3D r3d', 'video/x-r3d', {
		isRaw: true,
		begins: [[{ at: 4, bytes: 'RED1' }], [{ at: 4, bytes: 'RED2' }]],
	}),
	video('WTV wtv', 'video/x-wtv', {
		isRaw: true,
		begins: ['\u00b7\u00d8\0\u0020\u0037\u0049\u00da\u0011'],
	}),
	video('BIK bik bk2', 'video/vnd.radgamettools.bink', {
		isRaw: true,
		begins: ['BIKb', 'BIKf', 'BIKg', 'BIKi', 'KB2'],
	}),
	video('NUT nut', 'video/x-nut', { isRaw: true, begins: ['nut/multimedia container'] }),
	video('NSV nsv', 'video/x-nsv', { isRaw: true, begins: ['NSVf', 'NSVs'] }),
	video('DAV dav', 'video/x-dav', { isRaw: true, begins: ['DHAV'] }),
	video('SWF swf', 'application/x-shockwave-flash', { isRaw: true, begins: ['FWS', 'CWS', 'ZWS'] }),
];

const sounds: readonly Format[] = [
	M4A,
	MP3,
	MP2,
	WAV,
	AAC,
	OGG,
	audio('OPUS opus', 'audio/opus audio/ogg-opus audio/x-opus+ogg', {
		family: 'ogg',
		kinds: 'OpusHead',
	}),
	audio('SPX spx', 'audio/x-speex audio/x-speex+ogg', {
		family: 'ogg',
		kinds: 'Speex',
	}),
	WEBA,
	MKA,
	FLAC,
	audio('AIFF aiff aif aifc', 'audio/aiff audio/x-pn-aiff', {
		begins: [container('FORM', 'AIFF'), container('FORM', 'AIFC')],
	}),
	audio(
		'AMR amr awb',
		'audio/amr audio/amr-wb+ audio/amr-encrypted audio/amr-wb audio/amr-nb audio/3gpp-amr',
		{
			begins: ['#!AMR'],
		},
	),
	audio('CAF caf caff', 'audio/x-caf audio/vnd.apple.caf', { begins: ['caff'] }),
	audio('WMA wma', 'audio/x-ms-wma', { family: 'asf' }),
	audio('AU au snd', 'audio/basic', { begins: ['.snd'] }),
	audio(
		'PCM pcm lpcm l8 l16 l20 l24 s16le s16be s24le s32le f32le u8 sln ulaw mulaw alaw ul al',
		'audio/l16 audio/pcm16 audio/g711-mulaw audio/g711-alaw audio/x-law audio/x-raw-int audio/x-raw audio/pcmu audio/pcma audio/g711 audio/linear16',
		{ isRaw: true },
	),
	audio('GSM gsm', 'audio/x-gsm', { isRaw: true }),
	audio('VOX vox', 'audio/vox audio/x-adpcm', { isRaw: true }),
	audio('DSS dss ds2', 'audio/dss', {
		isRaw: true,
		begins: ['\u0002dss', '\u0003ds2'],
	}),
	audio('AC3 ac3 eac3 ec3', 'audio/ac3 audio/vnd.dolby.dd-raw', { begins: ['\u000b\u0077'] }),
	audio('DTS dts', 'audio/vnd.dts', { begins: ['\u007f\u00fe\u0080\u0001'] }),
	audio('APE ape', 'audio/x-ape audio/x-monkeys-audio', {
		// With the high byte of its version, since a text may begin with the word.
		begins: [
			[
				{ at: 0, bytes: 'MAC ' },
				{ at: 5, bytes: '\u000f' },
			],
		],
	}),
	audio('TAK tak', 'audio/x-tak', { isRaw: true, begins: ['tBaK'] }),
	audio('MPC mpc', 'audio/x-musepack', { isRaw: true, begins: ['MPCK', 'MP+'] }),
	audio('SHN shn', 'audio/x-shorten', { isRaw: true, begins: ['ajkg'] }),
	audio('OFR ofr ofs', 'audio/x-optimfrog', { isRaw: true, begins: ['OFR '] }),
	audio('VQF vqf', 'audio/x-twinvq', { isRaw: true, begins: ['TWIN'] }),
	audio('AC4 ac4', 'audio/ac4', { isRaw: true }),
	audio('THD thd mlp', 'audio/vnd.dolby.mlp', { isRaw: true }),
	audio('MSV msv dvf', 'audio/x-msv', { isRaw: true, begins: ['MS_VOICE'] }),
	audio('WV wv', 'audio/x-wavpack', { begins: ['wvpk'] }),
	audio('TTA tta', 'audio/x-tta', { begins: ['TTA1', 'TTA2'] }),
	audio('RA ra ram', 'audio/x-realaudio audio/x-pn-realaudio audio/vnd.rn-realaudio', {
		begins: ['.ra\u00fd'],
	}),
	audio('AAX aax aa', 'audio/vnd.audible.aax audio/x-pn-audibleaudio audio/vnd.audible', {
		isRaw: true,
		kinds: 'aax_ aaxc',
	}),
	audio('QCP qcp', 'audio/qcelp', { begins: [container('RIFF', 'QLCM')] }),
	audio('VOC voc', 'audio/x-voc', { begins: ['Creative Voice File'] }),
	audio('MIDI mid midi kar', 'audio/midi audio/sp-midi', {
		isRaw: true,
		begins: ['MThd'],
	}),
	audio('SILK silk slk aud', 'audio/silk audio/silk-v3', {
		isRaw: true,
		begins: ['#!SILK', '\u0002#!SILK'],
	}),
	audio('DSF dsf dff', 'audio/x-dsf', { begins: ['DSD ', 'FRM8'] }),
];

const documents: readonly Format[] = [
	format('PDF pdf', 'application/pdf application/acrobat', { begins: ['%PDF'] }),
	format(
		'DOCX docx docm dotx',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	),
	format(
		'XLSX xlsx xlsm xlsb',
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	),
	format(
		'PPTX pptx pptm ppsx potx',
		'application/vnd.openxmlformats-officedocument.presentationml.presentation application/vnd.openxmlformats-officedocument.presentationml.slideshow',
	),
	format(
		'ODT odt ods odp odg',
		'application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.spreadsheet application/vnd.oasis.opendocument.presentation',
	),
	format(
		'Google gdoc gsheet gslides gdraw gform glink',
		'application/vnd.google-apps.document application/vnd.google-apps.spreadsheet application/vnd.google-apps.presentation application/vnd.google-apps.drawing application/vnd.google-apps.shortcut application/vnd.google-apps.folder',
	),
	format('Shortcut url webloc lnk', 'application/x-mswinurl application/x-ms-shortcut', {
		begins: ['[InternetShortcut]', 'L\0\0\0\u0001\u0014\u0002\0'],
	}),
	format('Sketch sketch', 'application/x-sketch'),
	format('Figma fig', 'application/x-figma', { begins: ['fig-kiwi'] }),
	format('DWG dwg dxf', 'image/vnd.dwg image/vnd.dxf', { begins: ['AC10'] }),
	format('GLB glb gltf', 'model/gltf-binary model/gltf+json', { begins: ['glTF'] }),
	format('USDZ usdz', 'model/vnd.usdz+zip'),
	format('FBX fbx', 'application/x-fbx', { begins: ['Kaydara FBX'] }),
	format('BLEND blend', 'application/x-blender', { begins: ['BLENDER'] }),
	format('AAE aae', 'application/x-apple-adjustments'),
	// What editors and meeting programs work with, before they export a film.
	format(
		'Project prproj aep fcpxml fcpbundle imovieproj aup aup3 logicx mswmm wlmp camproj camrec veg drp zoom',
		'application/x-project',
	),
	format('KMZ kmz kml', 'application/vnd.google-earth.kmz'),
	format('MOBI mobi azw3', 'application/x-mobipocket-ebook'),
	format('EPUB epub', 'application/epub+zip'),
	format('DOC doc dot', 'application/msword'),
	format('XLS xls', 'application/vnd.ms-excel'),
	format('PPT ppt pps', 'application/vnd.ms-powerpoint'),
	OFFICE,
	format('MSG msg', 'application/vnd.ms-outlook'),
	format('EML eml', 'message/rfc822'),
	format('RTF rtf', 'application/rtf', { begins: ['{\\rtf'] }),
	format('KEY key', 'application/vnd.apple.keynote application/x-iwork-keynote-sffkey'),
	format('PAGES pages', 'application/vnd.apple.pages'),
	format('NUMBERS numbers', 'application/vnd.apple.numbers'),
	format('TXT txt text log', 'text/plain'),
	format('MD md markdown', 'text/markdown'),
	format('CSV csv tsv', 'text/csv text/tab-separated-values'),
	format('JSON json jsonl ndjson', 'application/json'),
	format('XML xml', 'application/xml'),
	format('YAML yaml yml', 'application/yaml'),
	format('HTML html htm xhtml mhtml mht webarchive', 'text/html application/xhtml+xml'),
	format('SRT srt', 'application/x-subrip'),
	format('VTT vtt', 'text/vtt', { begins: ['WEBVTT'] }),
	format('ASS ass ssa', 'text/x-ssa'),
	format('ICS ics', 'text/calendar'),
	format('VCF vcf', 'text/vcard'),
	// Lists of pieces of a film or of songs, which players follow.
	format(
		'M3U8 m3u8 m3u',
		'application/vnd.apple.mpegurl vnd.apple.mpegurl application/x-mpegurl audio/x-mpegurl video/x-mpegurl',
		{ begins: ['#EXTM3U'] },
	),
	format('MPD mpd', 'application/dash+xml'),
];

const archives: readonly Format[] = [
	ZIP,
	format('RAR rar', 'application/vnd.rar application/x-rar-compressed', {
		begins: ['Rar!'],
	}),
	format('7Z 7z', 'application/x-7z-compressed', { begins: ['7z\u00bc\u00af'] }),
	format('GZ gz tgz', 'application/gzip', { begins: ['\u001f\u008b'] }),
	format('BZ2 bz2', 'application/x-bzip2 application/x-bzip', { begins: ['BZh'] }),
	format('XZ xz', 'application/x-xz', { begins: ['\u00fd7zXZ'] }),
	format('ZST zst', 'application/zstd', { begins: ['\u0028\u00b5\u002f\u00fd'] }),
	format('TAR tar', 'application/x-tar', { begins: [[{ at: 257, bytes: 'ustar' }]] }),
	format(
		'EXE exe msi dll',
		'application/x-msdownload application/vnd.microsoft.portable-executable application/x-dosexec',
		{ begins: ['MZ\u0090\0'] },
	),
	format('DMG dmg', 'application/x-apple-diskimage'),
	format('ISO iso', 'application/x-iso9660-image'),
	format('APK apk', 'application/vnd.android.package-archive'),
	format('SQLITE sqlite sqlite3 db', 'application/vnd.sqlite3', {
		begins: ['SQLite format 3\0'],
	}),
	format('TTF ttf otf woff woff2', 'font/ttf', {
		begins: ['OTTO\0', 'wOFF', 'wOF2'],
	}),
	format('TORRENT torrent', 'application/x-bittorrent', { begins: ['d8:announce'] }),
];

/** Where several begin alike, the first that fits counts. */
export const formats: readonly Format[] = [
	...images,
	...videos,
	...sounds,
	...documents,
	...archives,
];
