import { describe, expect, it } from '@jest/globals';

import { formatOfContent } from '../../nodes/shared/files/content';
import { FilmScan, isCutOff } from '../../nodes/shared/files/film';
import beginnings from '../support/files/beginnings.json';

const box = (type: string, length: number, content: Buffer = Buffer.alloc(8)) => {
	const header = Buffer.alloc(8);
	header.writeUInt32BE(length);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, content]);
};

const whole = (type: string, content: Buffer | number = 8) => {
	const bytes = typeof content === 'number' ? Buffer.alloc(content) : content;
	return box(type, 8 + bytes.length, bytes);
};

const FTYP = whole('ftyp', Buffer.from('isom\0\0\0\0'));

/** A length of 64 bits stands behind the type. */
const longMdat = (content: number) => {
	const length = Buffer.alloc(8 + content);
	length.writeBigUInt64BE(BigInt(16 + content));
	return box('mdat', 1, length);
};

const index = (width: number, height: number) => {
	const track = Buffer.alloc(84);
	track.writeInt32BE(0x10000, 40);
	track.writeUInt16BE(width, 76);
	track.writeUInt16BE(height, 80);
	return whole('moov', whole('trak', whole('tkhd', track)));
};

/** An element of Matroska: number, length, content. The length is that of the content unless said otherwise, or unknown. */
const element = (id: string, content: Buffer, bytes: number | 'unknown' = content.length) => {
	const length = Buffer.alloc(8);
	length.writeBigUInt64BE(bytes === 'unknown' ? 2n ** 57n - 1n : 2n ** 56n + BigInt(bytes));
	return Buffer.concat([Buffer.from(id, 'hex'), length, content]);
};

const EBML = element('1a45dfa3', element('4282', Buffer.from('webm')));
const CLUSTER = element('1f43b675', Buffer.alloc(50), 'unknown');
const sides = (width: string, height: string) => [
	element('ba', Buffer.from(height, 'hex')),
	element('b0', Buffer.from(width, 'hex')),
];
const tracks = (...video: Buffer[]) =>
	element('1654ae6b', element('ae', element('e0', Buffer.concat(video))));
/** WebM whose segment says that it has so many bytes, or does not say it. */
const webmOf = (bytes: number | 'unknown', ...parts: Buffer[]) =>
	Buffer.concat([EBML, element('18538067', Buffer.concat(parts), bytes)]);

const webm = (...parts: Buffer[]) => webmOf('unknown', ...parts);

/** The header of a chunk of a WAV file. */
function chunk(name: string, bytes: number): Buffer {
	const header = Buffer.from(`${name}\0\0\0\0`, 'latin1');
	header.writeUInt32LE(bytes, 4);
	return header;
}

/** A RIFF file that says so of its own length and that of its media, and is as long as it is. */
function riff(name: string, lengths: { file: number; media: number }, bytes: number): Buffer {
	const media =
		name === 'WAVE'
			? [chunk('fmt ', 16), Buffer.alloc(16), chunk('data', lengths.media)]
			: [chunk('LIST', 4), Buffer.from('hdrl'), chunk('LIST', lengths.media), Buffer.from('movi')];
	const file = Buffer.alloc(bytes, 1);
	Buffer.concat([chunk('RIFF', lengths.file), Buffer.from(name), ...media]).copy(file);
	return file;
}

/** A WAV file for more than 4 GB, which says so of the length of its sound, and is as long as it is. */
function rf64(sound: number | bigint, bytes: number): Buffer {
	const lengths = Buffer.alloc(28);
	lengths.writeBigUInt64LE(BigInt(sound), 8);
	const long = [chunk('RF64', 2 ** 32 - 1), Buffer.from('WAVE'), chunk('ds64', 28), lengths];
	const start = [...long, chunk('fmt ', 16), Buffer.alloc(16), chunk('data', 2 ** 32 - 1)];
	return Buffer.concat([...start, Buffer.alloc(bytes, 1)]).subarray(0, bytes);
}

/** A W64 file, which says so of its own length, and is as long as it is. */
function w64(stated: bigint, bytes: number): Buffer {
	const file = Buffer.alloc(bytes, 1);
	file.write('riff.\u0091\u00cf\u0011\u00a5\u00d6(\u00db\u0004\u00c1\0\0', 'latin1');
	file.writeBigUInt64LE(stated, 16);
	return file;
}

const RIFX = Buffer.concat([
	Buffer.from('RIFX\0\0\0\0WAVEfmt \0\0\0\u0002aadata\0\0\0\u0001a', 'latin1'),
]);

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

const pngChunk = (name: string, content: number) => box(name, content, Buffer.alloc(content + 4));

/** Up to the data of its picture. */
const JPG = Buffer.from('\u00ff\u00d8\u00ff\u00e0\0\u0004aa\u00ff\u00da\0\u0004aa', 'latin1');

/** The first byte of a marker may be repeated, here as often as to be beyond the first bytes of the file. */
const JPG_WITH_FILLING = Buffer.from(
	`\u00ff\u00d8${'\u00ff'.repeat(2000)}\u00e0\0\u0004aa\u00ff\u00ff\u00da\0\u0004aa`,
	'latin1',
);

/** Header, screen of two colors, and a picture of so many bytes in sub-blocks of up to 255. */
function gif(bytes: number): Buffer {
	const parts = [
		Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0aaabbb', 'latin1'),
		Buffer.from('!\u00f9\u0004aaaa\0', 'latin1'),
		Buffer.from(',aaaaaaaa\0\u0002', 'latin1'),
	];
	for (let left = bytes; left > 0; left -= 255) {
		const length = Math.min(255, left);
		parts.push(Buffer.from([length]), Buffer.alloc(length, 0x3b));
	}
	return Buffer.concat([...parts, Buffer.from('\0;', 'latin1')]);
}

function webp(bytes: number): Buffer {
	const file = Buffer.from('RIFF\0\0\0\0WEBPVP8L', 'latin1');
	file.writeUInt32LE(file.length - 8 + bytes, 4);
	return file;
}

const HEIC = whole('ftyp', Buffer.from('heic\0\0\0\0'));

/** What is seen of a file that comes in pieces of so many bytes. */
function scanned(file: Buffer, pieceBytes = file.length) {
	const scan = FilmScan.of(formatOfContent(file.subarray(0, 512)));
	for (let at = 0; at < file.length; at += pieceBytes) {
		scan?.add(file.subarray(at, at + pieceBytes), at + pieceBytes >= file.length);
	}
	return { size: scan?.size, isIncomplete: scan?.isIncomplete(file.length) };
}

it('A JPG whose markers have fill bytes is whole, wherever its pieces end', () => {
	const file = Buffer.concat([JPG_WITH_FILLING, Buffer.from('ab\u00ff\u00d9', 'latin1')]);
	for (let bytes = JPG_WITH_FILLING.length - 14; bytes <= file.length; bytes++) {
		expect([bytes, scanned(file, bytes).isIncomplete]).toEqual([bytes, false]);
	}
});

it.each<[string, Buffer, number, number]>([
	['before the media', Buffer.concat([FTYP, index(640, 480), whole('mdat', 900)]), 640, 480],
	['behind them', Buffer.concat([FTYP, whole('mdat', 9_000), index(322, 240)]), 322, 240],
	['behind media of a long length', Buffer.concat([FTYP, longMdat(9_000), index(6, 4)]), 6, 4],
	['of two bytes, in WebM', webm(tracks(...sides('0500', '02d0')), CLUSTER), 1280, 720],
	['of four bytes', webm(tracks(...sides('00000500', '000002d0')), CLUSTER), 1280, 720],
	[
		'behind other elements',
		webm(element('ec', Buffer.alloc(300)), tracks(...sides('60', '60')), CLUSTER),
		96,
		96,
	],
])('The size of a picture is read %s, however the file comes', (_where, file, width, height) => {
	for (const pieceBytes of [file.length, 512, 7]) {
		expect(scanned(file, pieceBytes)).toEqual({ size: { width, height }, isIncomplete: false });
	}
});

describe('A film that is not whole', () => {
	it.each<[string, Buffer[], number, boolean]>([
		['media exactly to its end', [FTYP, box('mdat', 984)], 1000, true],
		['media without a length', [FTYP, box('mdat', 0)], 1000, true],
		['blanks before its media', [FTYP, box('free', 16), box('mdat', 2000)], 900, true],
		['an old MOV without an index', [box('wide', 8, Buffer.alloc(0)), box('mdat', 900)], 800, true],
		['WebM that ends in its header', [webm(tracks(...sides('60', '60')))], 0, true],
		['an index behind its media', [FTYP, box('mdat', 900)], 2000, false],
		['an index before its media', [FTYP, box('moov', 900)], 2000, false],
		['an index that is cut off before its media', [FTYP, box('moov', 9000)], 2000, true],
		[
			'an index, and media of a long length that are cut',
			[FTYP, index(6, 4), longMdat(90)],
			200,
			true,
		],
		['an index, and whole media', [FTYP, index(6, 4), box('mdat', 9_000)], 9_124, false],
		['an index, and media one byte short', [FTYP, index(6, 4), box('mdat', 9_000)], 9_123, true],
		['an index, and media to the end', [FTYP, index(6, 4), box('mdat', 0)], 900, false],
		['an index, and pieces', [FTYP, index(6, 4), whole('moof'), box('mdat', 9_000)], 900, false],
		['other content', [Buffer.from('ID3 and so on, for a while')], 900, false],
		['nothing', [], 0, false],
	])('is recognized by its beginning and its length: %s', (_what, parts, bytes, isOne) => {
		const first = Buffer.concat(parts);
		expect(isCutOff(formatOfContent(first), first, bytes || first.length)).toBe(isOne);
	});

	it.each<[string, Buffer[], boolean]>([
		['an index that is cut off', [FTYP, whole('mdat', 900), index(6, 4).subarray(0, 60)], true],
		['media, and no index', [FTYP, whole('mdat', 900), whole('free', 60)], true],
		['a whole index', [FTYP, whole('mdat', 900), index(6, 4)], false],
		['something unknown in place of it', [FTYP, whole('mdat', 9), Buffer.alloc(99, 1)], false],
		['WAV without sound', [riff('WAVE', { file: 0, media: 0 }, 44)], true],
		['WAV that ends behind its description', [riff('WAVE', { file: 0, media: 0 }, 40)], true],
		['WAV of another byte order', [RIFX], false],
		['MP4 of which nothing but its name is there', [FTYP], false],
		['WebM without media', [webm(tracks(...sides('60', '60')))], true],
	])('is recognized at its end: %s', (_what, parts, isOne) => {
		expect(scanned(Buffer.concat(parts)).isIncomplete).toBe(isOne);
	});

	it.each<[string, Buffer[], boolean]>([
		['PNG', [PNG, pngChunk('IDAT', 2000), pngChunk('IEND', 0)], false],
		['PNG with something behind it', [PNG, pngChunk('IEND', 0), Buffer.alloc(2000)], false],
		['PNG without its last part', [PNG, pngChunk('IDAT', 2000)], true],
		['JPG', [JPG, Buffer.from(`${'ab\u00ff\0'.repeat(500)}\u00ff\u00d9`, 'latin1')], false],
		[
			'JPG with a film behind it',
			[JPG, Buffer.from(`\u00ff\u00d9${'film'.repeat(500)}`, 'latin1')],
			false,
		],
		['JPG without its end', [JPG, Buffer.alloc(2000, 1)], true],
		['a JPG that is shorter than any photo', [JPG], false],
		['WebP', [webp(2000), Buffer.alloc(2000)], false],
		['WebP that is cut off', [webp(3000), Buffer.alloc(2000)], true],
		['HEIC', [HEIC, whole('meta', 2000), whole('mdat', 50)], false],
		['HEIC that is cut off', [HEIC, whole('meta', 2000), box('mdat', 500)], true],
		['HEIC without pictures', [HEIC, whole('free', 2000)], true],
		['GIF', [gif(2000)], false],
		['GIF with a film behind it', [gif(2000), Buffer.alloc(300, 1)], false],
		[
			'GIF with something else between its parts',
			[gif(2000).subarray(0, -1), Buffer.from('a;')],
			false,
		],
		['a long GIF', [gif(300_000)], false],
		['GIF without its last part', [gif(2000).subarray(0, -1)], true],
		['a long GIF that ends in its picture', [gif(300_000).subarray(0, 200_000)], true],
		['GIF of something else, to its end', [gif(0).subarray(0, 19), Buffer.alloc(2000, 1)], true],
	])('or a picture, is recognized at its end: %s', (_what, parts, isOne) => {
		for (const pieceBytes of [undefined, 700]) {
			expect(scanned(Buffer.concat(parts), pieceBytes).isIncomplete).toBe(isOne);
		}
	});

	it.each<[string, Buffer, boolean]>([
		['WAV', riff('WAVE', { file: 4992, media: 4956 }, 5000), false],
		['W64', w64(5000n, 5000), false],
		['W64 without its last blanks', w64(5000n, 4994), false],
		['W64 that is cut off', w64(9000n, 5000), true],
		['W64 of unknown length', w64(2n ** 64n - 1n, 5000), false],
		['WAV that is cut off', riff('WAVE', { file: 9992, media: 9956 }, 5000), true],
		['WAV that counts its headers twice', riff('WAVE', { file: 5000, media: 5000 }, 5000), false],
		[
			'WAV of which only one length is wrong',
			riff('WAVE', { file: 4992, media: 9956 }, 5000),
			false,
		],
		['WAV with notes behind its sound', riff('WAVE', { file: 4992, media: 2000 }, 5000), false],
		['WAV that was sent while it was made', riff('WAVE', { file: 0, media: 0 }, 5000), false],
		[
			'with the highest number',
			riff('WAVE', { file: 2 ** 32 - 1, media: 2 ** 32 - 1 }, 5000),
			false,
		],
		['without the header', riff('WAVE', { file: 2 ** 32 - 1, media: 2 ** 32 - 37 }, 5000), false],
		['of 31 bits', riff('WAVE', { file: 0x7ffff024, media: 0x7ffff000 }, 5000), false],
		['with ten million', riff('WAVE', { file: 10_240_036, media: 10_240_000 }, 5000), false],
		['WAV for more than 4 GB', rf64(4920, 5000), false],
		['WAV for more than 4 GB that is cut off', rf64(9920, 5000), true],
		['WAV for more than 4 GB that has them', rf64(5e9, 5000), true],
		['WAV for more than 4 GB of which nothing was known', rf64(2n ** 64n - 1n, 5000), false],
		['AVI', riff('AVI ', { file: 4992, media: 4964 }, 5000), false],
		['AVI that is cut off', riff('AVI ', { file: 9992, media: 9964 }, 5000), true],
		['AVI of unknown length', riff('AVI ', { file: 2 ** 32 - 1, media: 0 }, 5000), false],
		['AVI without media', riff('AVI ', { file: 9992, media: 0 }, 5000), false],
		['WebM', webmOf(2062, CLUSTER, Buffer.alloc(2000)), false],
		['WebM that is cut off', webmOf(9000, CLUSTER, Buffer.alloc(2000)), true],
		['a short WAV', riff('WAVE', { file: 9992, media: 9956 }, 900), false],
	])('says itself how long it is: %s', (_what, file, isOne) => {
		for (const pieceBytes of [file.length, 700]) {
			expect(scanned(file, pieceBytes).isIncomplete).toBe(isOne);
		}
	});

	it('is recognized by its first bytes where it says how long it is', () => {
		for (const first of [
			riff('WAVE', { file: 9992, media: 9956 }, 512),
			webmOf(9000, CLUSTER, Buffer.alloc(400)),
		]) {
			expect(isCutOff(formatOfContent(first), first, 5000)).toBe(true);
			expect(isCutOff(formatOfContent(first), first, 50_000)).toBe(false);
		}
	});

	it('may have more before its media than is looked at, wherever that ends', () => {
		const start = webm().length;
		const limit = 64 * 1024;
		for (const room of [limit - start - 12, limit - start - 10, limit - start - 8]) {
			// Behind its header of nine bytes, the next element begins right before the limit, or at it.
			const file = webm(
				element('ec', Buffer.alloc(room - 9)),
				tracks(),
				Buffer.alloc(900),
				CLUSTER,
			);
			expect(scanned(file).isIncomplete).toBe(false);
		}
	});

	it.each(['a.mp4', 'fast.mp4', 'frag.mp4', 'dash.mp4', 'a.mov', 'a.m4a', 'a.3gp', 'live.webm'])(
		'is no whole one: %s',
		(name) => {
			const first = Buffer.from(beginnings[name as keyof typeof beginnings], 'base64');
			expect(isCutOff(formatOfContent(first), first, 1_000_000)).toBe(false);
		},
	);
});
