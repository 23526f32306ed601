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
const webm = (...parts: Buffer[]) =>
	Buffer.concat([EBML, element('18538067', Buffer.concat(parts), 'unknown')]);

/** What is seen of a file that comes in pieces of so many bytes. */
function scanned(file: Buffer, pieceBytes = file.length) {
	const scan = FilmScan.of(formatOfContent(file.subarray(0, 512)));
	for (let at = 0; at < file.length; at += pieceBytes) {
		scan?.add(file.subarray(at, at + pieceBytes), at + pieceBytes >= file.length);
	}
	return { size: scan?.size, isIncomplete: scan?.isIncomplete(file.length) };
}

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
		['MP4 of which nothing but its name is there', [FTYP], false],
	])('is recognized at its end: %s', (_what, parts, isOne) => {
		expect(scanned(Buffer.concat(parts)).isIncomplete).toBe(isOne);
	});

	it.each(['a.mp4', 'fast.mp4', 'frag.mp4', 'dash.mp4', 'a.mov', 'a.m4a', 'a.3gp', 'live.webm'])(
		'is no whole one: %s',
		(name) => {
			const first = Buffer.from(beginnings[name as keyof typeof beginnings], 'base64');
			expect(isCutOff(formatOfContent(first), first, 1_000_000)).toBe(false);
		},
	);
});
