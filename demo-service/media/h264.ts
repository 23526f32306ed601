import range from 'lodash/range';

/*
 * Films as an H.264 encoder writes them (ITU-T H.264, baseline profile). Drawn pictures consist of plain areas, so two kinds of
 * blocks are enough: one that repeats the edge of its neighbor, and one with its bare samples. Nothing is lost on the way. In all
 * pictures but the first, blocks that stay the same are skipped.
 */

/** A picture of a film. */
export interface Frame {
	width: number;
	height: number;
	/** Red, green, blue and opacity of each pixel, row by row. */
	pixels: Buffer;
	/** A frame that shows almost the same: what both have in common is encoded once. */
	base?: Frame;
}

/** A film: its parameter sets, and one unit for each picture. */
export interface Film {
	sps: Buffer;
	pps: Buffer;
	pictures: Buffer[];
}

/** Edge of a block in pixels. */
const BLOCK = 16;
const CHROMA = BLOCK / 2;

/** What a unit contains, with how much others depend on it. */
const UNIT = { sps: 0x67, pps: 0x68, key: 0x65, change: 0x41 } as const;

const SLICE_TYPE = { key: 7, change: 5 } as const;
/** Among the types of blocks of a key picture; those of other pictures follow five others. */
const BARE_SAMPLES = 25;
const PREDICTED = 1;
const AFTER_OTHERS = 5;

/** Bits of a unit, from the highest of the first byte on. */
class Bits {
	private bytes = Buffer.allocUnsafe(4096);
	private length = 0;
	private current = 0;
	private filled = 0;

	put(value: number, count: number): void {
		for (let bit = count - 1; bit >= 0; bit -= 1) {
			this.current = this.current * 2 + ((value >> bit) & 1);
			this.filled += 1;
			if (this.filled === 8) {
				this.reserve(1);
				this.bytes[this.length] = this.current;
				this.length += 1;
				this.current = 0;
				this.filled = 0;
			}
		}
	}

	/** Numbers of any size, the small ones short (9.1). */
	number(...values: number[]): void {
		for (const value of values) {
			const length = 32 - Math.clz32(value + 1);
			this.put(0, length - 1);
			this.put(value + 1, length);
		}
	}

	align(): void {
		while (this.filled > 0) this.put(0, 1);
	}

	samples(bytes: Uint8Array): void {
		this.reserve(bytes.length);
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
	}

	/** The unit, in which no three bytes look like its beginning (7.4.1). */
	unit(type: number): Buffer {
		this.put(1, 1);
		this.align();
		const parts = [Buffer.from([type])];
		let begun = 0;
		let zeros = 0;
		for (let at = 0; at < this.length; at += 1) {
			const byte = this.bytes[at] ?? 0;
			if (zeros >= 2 && byte <= 3) {
				parts.push(this.bytes.subarray(begun, at), Buffer.from([3]));
				begun = at;
				zeros = 0;
			}
			zeros = byte === 0 ? zeros + 1 : 0;
		}
		return Buffer.concat([...parts, this.bytes.subarray(begun, this.length)]);
	}

	private reserve(more: number): void {
		if (this.length + more <= this.bytes.length) return;
		this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length + more);
	}
}

/** The samples of one block: brightness, and two of color at half the size. */
interface Block {
	luma: Uint8Array;
	chroma: [Uint8Array, Uint8Array];
}

/** A picture in blocks, row by row. */
interface Blocks {
	columns: number;
	rows: number;
	blocks: Block[];
}

const clamp = (value: number): number => Math.max(16, Math.min(240, Math.round(value)));

const PIXEL_BYTES = 4;

/** So much of the red, green and blue of a pixel. */
function mixed(pixels: Buffer, at: number, red: number, green: number, blue: number): number {
	return red * (pixels[at] ?? 0) + green * (pixels[at + 1] ?? 0) + blue * (pixels[at + 2] ?? 0);
}

/**
 * A picture in the colors of television (ITU-R BT.601), its last row and column repeated to whole blocks.
 *
 * @param known the blocks of the base of the frame
 */
function blocksOf(frame: Frame, known: Blocks | undefined): Blocks {
	const columns = Math.ceil(frame.width / BLOCK);
	const rows = Math.ceil(frame.height / BLOCK);
	const blocks = range(columns * rows).map((index) => {
		const left = (index % columns) * BLOCK;
		const top = Math.floor(index / columns) * BLOCK;
		const same = isAsInBase(frame, left, top) ? known?.blocks[index] : undefined;
		return same ?? blockAt(frame, left, top);
	});
	return { columns, rows, blocks };
}

/** Whether a block of a frame shows what its base shows. */
function isAsInBase({ width, height, pixels, base }: Frame, left: number, top: number): boolean {
	if (base === undefined) return false;
	return range(top, Math.min(top + BLOCK, height)).every((row) => {
		const from = PIXEL_BYTES * (row * width + left);
		const until = PIXEL_BYTES * (row * width + Math.min(left + BLOCK, width));
		return pixels.compare(base.pixels, from, until, from, until) === 0;
	});
}

function blockAt({ width, height, pixels }: Frame, left: number, top: number): Block {
	const luma = new Uint8Array(BLOCK * BLOCK);
	const blue = new Uint8Array(CHROMA * CHROMA);
	const red = new Uint8Array(CHROMA * CHROMA);
	for (let row = 0; row < BLOCK; row += 1) {
		const line = Math.min(top + row, height - 1) * width;
		for (let column = 0; column < BLOCK; column += 1) {
			const pixel = PIXEL_BYTES * (line + Math.min(left + column, width - 1));
			luma[row * BLOCK + column] = clamp(16 + mixed(pixels, pixel, 0.257, 0.504, 0.098));
			if (row % 2 === 1 || column % 2 === 1) continue;
			const place = (row / 2) * CHROMA + column / 2;
			blue[place] = clamp(128 + mixed(pixels, pixel, -0.148, -0.291, 0.439));
			red[place] = clamp(128 + mixed(pixels, pixel, 0.439, -0.368, -0.071));
		}
	}
	return { luma, chroma: [blue, red] };
}

type Edge = 'above' | 'left';

/** Whether samples repeat the last row of those above, or the last column of those to the left. */
function repeats(samples: Uint8Array, neighbor: Uint8Array | undefined, edge: Edge): boolean {
	if (neighbor === undefined) return false;
	const side = Math.sqrt(samples.length);
	const last = side - 1;
	return samples.every((sample, place) => {
		const row = Math.floor(place / side);
		const from = edge === 'above' ? last * side + (place % side) : row * side + last;
		return sample === neighbor[from];
	});
}

const EDGES: readonly Edge[] = ['above', 'left'];

/** The edge that brightness or color of a block repeats, if any. */
function edgeOf(
	of: (block: Block) => Uint8Array[],
	block: Block,
	around: Around,
): Edge | undefined {
	return EDGES.find((edge) => {
		const neighbor = around[edge];
		const samples = neighbor && of(neighbor);
		return of(block).every((plane, index) => repeats(plane, samples?.[index], edge));
	});
}

type Around = Partial<Record<Edge, Block>>;

const lumaOf = ({ luma }: Block) => [luma];
const chromaOf = ({ chroma }: Block) => chroma;

const areSame = (a: Block, b: Block): boolean =>
	a === b ||
	(Buffer.compare(a.luma, b.luma) === 0 &&
		Buffer.compare(a.chroma[0], b.chroma[0]) === 0 &&
		Buffer.compare(a.chroma[1], b.chroma[1]) === 0);

/** Writes a block. @returns whether it has bare samples */
function writeBlock(
	bits: Bits,
	block: Block,
	around: Around,
	offset: number,
	bare: boolean,
): boolean {
	const luma = edgeOf(lumaOf, block, around);
	const chroma = edgeOf(chromaOf, block, around);
	if (luma === undefined || chroma === undefined) {
		bits.number(offset + BARE_SAMPLES);
		bits.align();
		bits.samples(block.luma);
		for (const plane of block.chroma) bits.samples(plane);
		return true;
	}
	bits.number(offset + PREDICTED + (luma === 'above' ? 0 : 1));
	bits.number(chroma === 'above' ? 2 : 1);
	// The same quality as before, and no difference: how that is written depends on the neighbors (9.2.1).
	bits.number(0);
	if (bare) bits.put(3, 6);
	else bits.put(1, 1);
	return false;
}

/** A picture; with the one before, only what has changed. */
function pictureUnit(picture: Blocks, number: number, before: Blocks | undefined): Buffer {
	const isKey = before === undefined;
	const bits = new Bits();
	bits.number(0, isKey ? SLICE_TYPE.key : SLICE_TYPE.change, 0);
	bits.put(number % 256, 8);
	if (isKey) bits.number(0);
	// A key picture: none is kept or kept for long. Another: no list of references is changed, none is forgotten.
	bits.put(0, isKey ? 2 : 3);
	bits.number(0, 1);
	const { columns, blocks } = picture;
	const areBare: boolean[] = [];
	let skipped = 0;
	blocks.forEach((block, index) => {
		const earlier = before?.blocks[index];
		if (earlier && areSame(block, earlier)) {
			skipped += 1;
			return;
		}
		if (!isKey) bits.number(skipped);
		skipped = 0;
		const isFirst = index % columns === 0;
		const around = {
			above: blocks[index - columns],
			left: isFirst ? undefined : blocks[index - 1],
		};
		const bare = areBare[index - columns] === true || (!isFirst && areBare[index - 1] === true);
		areBare[index] = writeBlock(bits, block, around, isKey ? 0 : AFTER_OTHERS, bare);
	});
	if (skipped > 0) bits.number(skipped);
	return bits.unit(isKey ? UNIT.key : UNIT.change);
}

/** Sequence parameters: 8 bits for the number of a picture, which are shown in their order, each following the one before. */
function sequence({ width, height }: Frame): Buffer {
	const columns = Math.ceil(width / BLOCK);
	const rows = Math.ceil(height / BLOCK);
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
	const known = new Map<Frame, Blocks>();
	const blocksFor = (frame: Frame): Blocks => {
		const blocks = known.get(frame) ?? blocksOf(frame, frame.base && blocksFor(frame.base));
		known.set(frame, blocks);
		return blocks;
	};
	const all = frames.map(blocksFor);
	const pictures = all.map((blocks, number) => pictureUnit(blocks, number, all[number - 1]));
	return { sps: sequence(frames[0]), pps: picture(), pictures };
}
