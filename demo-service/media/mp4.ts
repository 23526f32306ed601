import type { Film } from './h264';

/** In pixels. */
export interface Size {
	width: number;
	height: number;
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.from(values.flatMap((v) => [(v >> 8) & 255, v & 255]));

/** Numbers of 32 bits, the highest byte first. */
export function u32(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
	return bytes;
}

function box(type: string, ...content: Buffer[]): Buffer {
	const length = 8 + content.reduce((sum, part) => sum + part.length, 0);
	return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...content]);
}

const UNITS_PER_SECOND = 1000;
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const NO_VERSION = u32(0);

/**
 * A silent MP4 video that lasts exactly so long.
 *
 * @param film whose pictures are shown for the same time each
 * @param each how long that is, in seconds
 */
export function mp4(film: Film, { width, height }: Size, seconds: number, each: number): Buffer {
	const duration = Math.max(1, Math.round(seconds * UNITS_PER_SECOND));
	const pictures = film.pictures.map((unit) => Buffer.concat([u32(unit.length), unit]));
	const count = pictures.length;
	const sizes = pictures.map(({ length }) => length);
	const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isomavc1mp41'));
	const moov = (mediaAt: number) =>
		box(
			'moov',
			box(
				'mvhd',
				u32(0, 0, 0, UNITS_PER_SECOND, duration, 0x10000),
				u16(0x100, 0),
				u32(0, 0),
				MATRIX,
				Buffer.alloc(24),
				u32(2),
			),
			box(
				'trak',
				box(
					'tkhd',
					u32(3, 0, 0, 1, 0, duration, 0, 0),
					u16(0, 0, 0, 0),
					MATRIX,
					u32(width * 0x10000, height * 0x10000),
				),
				box(
					'mdia',
					box('mdhd', u32(0, 0, 0, UNITS_PER_SECOND, duration), u16(0x55c4, 0)),
					box('hdlr', u32(0, 0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('Video\0')),
					box(
						'minf',
						box('vmhd', u32(1), u16(0, 0, 0, 0)),
						box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
						box(
							'stbl',
							box('stsd', u32(0, 1), visualEntry(film, { width, height })),
							box('stts', NO_VERSION, timesOf(count, duration, each * UNITS_PER_SECOND)),
							box('stss', u32(0, 1, 1)),
							box('stsc', u32(0, 1, 1, count, 1)),
							box('stsz', u32(0, 0, count, ...sizes)),
							box('stco', u32(0, 1, mediaAt)),
						),
					),
				),
			),
		);
	const mediaAt = ftyp.length + moov(0).length + 8;
	return Buffer.concat([ftyp, moov(mediaAt), box('mdat', ...pictures)]);
}

/** Every picture is shown for the same time, the last one as long as the video still lasts. */
function timesOf(count: number, duration: number, each: number): Buffer {
	const last = duration - (count - 1) * each;
	return count === 1 ? u32(1, 1, last) : u32(2, count - 1, each, 1, last);
}

function visualEntry({ sps, pps }: Film, { width, height }: Size): Buffer {
	const configuration = Buffer.concat([
		u8(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 255, 225),
		u16(sps.length),
		sps,
		u8(1),
		u16(pps.length),
		pps,
	]);
	return box(
		'avc1',
		Buffer.alloc(6),
		u16(1),
		Buffer.alloc(16),
		u16(width, height),
		u32(0x480000, 0x480000, 0),
		u16(1),
		Buffer.alloc(32),
		u16(24, 0xffff),
		box('avcC', configuration),
	);
}
