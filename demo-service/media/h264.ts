import range from 'lodash/range';

/*
 * Films as an H.264 encoder writes them (ITU-T H.264, baseline profile), in the plainest way: each block has its bare samples. In all
 * pictures but the first, blocks that stay the same are skipped.
 */

/** A picture of a film. */
export interface Frame {
	width: number;
	height: number;
	/** Red, green, blue and opacity of each pixel, row by row. */
	pixels: Buffer;
}

/** A film: its parameter sets, and one unit for each picture. */
export interface Film {
	sps: Buffer;
	pps: Buffer;
	pictures: Buffer[];
}

/** Edge of a block in pixels. */
const BLOCK = 16;
const LUMA_SAMPLES = BLOCK * BLOCK;
const CHROMA = BLOCK / 2;
const CHROMA_SAMPLES = CHROMA * CHROMA;

/** What a unit contains, with how much others depend on it. */
const UNIT = { sps: 0x67, pps: 0x68, key: 0x65, change: 0x41 } as const;

const SLICE_TYPE = { key: 7, change: 5 } as const;
/** The type of a block with bare samples in a key picture; those of other pictures follow five others. */
const BARE_SAMPLES = { key: 25, change: 30 } as const;

/** Bits of a unit, from the highest of the first byte on. */
class Bits {
	private readonly parts: Buffer[] = [];
	/** Zeros and ones that are no part yet. */
	private bits = '';

	put(value: number, count: number): void {
		this.bits += value.toString(2).padStart(count, '0');
	}

	/** Numbers of any size, the small ones short (9.1). */
	number(...values: number[]): void {
		for (const value of values) {
			const digits = (value + 1).toString(2);
			this.bits += '0'.repeat(digits.length - 1) + digits;
		}
	}

	/** Whole bytes, after the one that was begun. */
	bytes(...content: Buffer[]): void {
		const begun = this.bits.match(/.{1,8}/g) ?? [];
		const whole = begun.map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2));
		this.parts.push(Buffer.from(whole), ...content);
		this.bits = '';
	}

	/** The unit, in which no three bytes look like its beginning (7.4.1). */
	unit(type: number): Buffer {
		this.put(1, 1);
		this.bytes();
		const content = Buffer.concat(this.parts).toString('latin1');
		const marked = content.replace(/\0\0(?=([^]))/g, (zeros, next: string) =>
			next > '\x03' ? zeros : `${zeros}\x03`,
		);
		return Buffer.concat([Buffer.from([type]), Buffer.from(marked, 'latin1')]);
	}
}

/** A picture in blocks, row by row; each has its brightness, and two of color at half the size. */
type Blocks = Buffer[];

const clamp = (value: number): number => Math.max(16, Math.min(240, Math.round(value)));

const PIXEL_BYTES = 4;

/** So much of the red, green and blue of a pixel. */
function mixed(pixels: Buffer, at: number, red: number, green: number, blue: number): number {
	return red * (pixels[at] ?? 0) + green * (pixels[at + 1] ?? 0) + blue * (pixels[at + 2] ?? 0);
}

const countOf = (pixels: number): number => Math.ceil(pixels / BLOCK);

/** A picture in the colors of television (ITU-R BT.601), its last row and column repeated to whole blocks. */
function blocksOf(frame: Frame): Blocks {
	const columns = countOf(frame.width);
	return range(columns * countOf(frame.height)).map((index) =>
		blockAt(frame, (index % columns) * BLOCK, Math.floor(index / columns) * BLOCK),
	);
}

function blockAt({ width, height, pixels }: Frame, left: number, top: number): Buffer {
	const block = Buffer.alloc(LUMA_SAMPLES + 2 * CHROMA_SAMPLES);
	for (let row = 0; row < BLOCK; row += 1) {
		const line = Math.min(top + row, height - 1) * width;
		for (let column = 0; column < BLOCK; column += 1) {
			const pixel = PIXEL_BYTES * (line + Math.min(left + column, width - 1));
			block[row * BLOCK + column] = clamp(16 + mixed(pixels, pixel, 0.257, 0.504, 0.098));
			if (row % 2 === 1 || column % 2 === 1) continue;
			const blue = LUMA_SAMPLES + (row / 2) * CHROMA + column / 2;
			const red = blue + CHROMA_SAMPLES;
			block[blue] = clamp(128 + mixed(pixels, pixel, -0.148, -0.291, 0.439));
			block[red] = clamp(128 + mixed(pixels, pixel, 0.439, -0.368, -0.071));
		}
	}
	return block;
}

/** A picture; with the one before, only what has changed. */
function pictureUnit(blocks: Blocks, number: number, before: Blocks | undefined): Buffer {
	const kind = before === undefined ? 'key' : 'change';
	const isKey = kind === 'key';
	const bits = new Bits();
	bits.number(0, SLICE_TYPE[kind], 0);
	bits.put(number % 256, 8);
	if (isKey) bits.number(0);
	// A key picture: none is kept or kept for long. Another: no list of references is changed, none is forgotten.
	bits.put(0, isKey ? 2 : 3);
	bits.number(0, 1);
	let skipped = 0;
	blocks.forEach((block, index) => {
		if (before?.[index]?.equals(block)) {
			skipped += 1;
			return;
		}
		if (!isKey) bits.number(skipped);
		skipped = 0;
		bits.number(BARE_SAMPLES[kind]);
		bits.bytes(block);
	});
	if (skipped > 0) bits.number(skipped);
	return bits.unit(UNIT[kind]);
}

/** Sequence parameters: 8 bits for the number of a picture, which are shown in their order, each following the one before. */
function sequence({ width, height }: Frame): Buffer {
	const columns = countOf(width);
	const rows = countOf(height);
	const bits = new Bits();
	const [baseline, constraints, level] = [66, 0xc0, 31];
	for (const byte of [baseline, constraints, level]) bits.put(byte, 8);
	bits.number(0, 4, 2, 1);
	bits.put(0, 1);
	bits.number(columns - 1, rows - 1);
	bits.put(0b111, 3);
	bits.number(0, (columns * BLOCK - width) / 2, 0, (rows * BLOCK - height) / 2);
	bits.put(0, 1);
	return bits.unit(UNIT.sps);
}

/** Picture parameters: nothing special, but that each picture says whether its blocks are smoothed (none are). */
function picture(): Buffer {
	const bits = new Bits();
	bits.number(0, 0);
	bits.put(0, 2);
	bits.number(0, 0, 0);
	bits.put(0, 3);
	bits.number(0, 0, 0);
	bits.put(0b100, 3);
	return bits.unit(UNIT.pps);
}

/**
 * Encodes pictures of one size, whose width and height are even.
 *
 * @param frames equal ones may be the same object, which costs nothing
 */
export function encode(frames: readonly [Frame, ...Frame[]]): Film {
	const blocks = new Map([...new Set(frames)].map((frame) => [frame, blocksOf(frame)]));
	const all = frames.map((frame) => blocks.get(frame) ?? []);
	const pictures = all.map((one, number) => pictureUnit(one, number, all[number - 1]));
	return { sps: sequence(frames[0]), pps: picture(), pictures };
}
