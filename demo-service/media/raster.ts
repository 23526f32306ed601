/* A small canvas: plain shapes, pictures and text in RGB. */

/** In pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Red, green and blue, each up to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** @param text as #RRGGBB */
export function colorOf(text: string): Color {
	const value = Number.parseInt(text.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

export class Raster {
	/** The area that differs from what this is a copy of. */
	private changed = { left: Infinity, top: Infinity, right: 0, bottom: 0 };

	private constructor(
		readonly width: number,
		readonly height: number,
		/** Three bytes each, row by row. */
		readonly pixels: Uint8Array,
		/** What this was copied from; it is not drawn on any more. */
		readonly original?: Raster,
	) {}

	static of(width: number, height: number): Raster {
		return new Raster(width, height, new Uint8Array(3 * width * height));
	}

	copy(): Raster {
		return new Raster(this.width, this.height, this.pixels.slice(), this);
	}

	/** Whether nothing was drawn in a square since this was copied. */
	isAsCopied(left: number, top: number, side: number): boolean {
		const { changed } = this;
		const isAside = left >= changed.right || left + side <= changed.left;
		return isAside || top >= changed.bottom || top + side <= changed.top;
	}

	private dot(x: number, y: number, [red, green, blue]: Color): void {
		if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
		const at = 3 * (y * this.width + x);
		this.pixels[at] = red;
		this.pixels[at + 1] = green;
		this.pixels[at + 2] = blue;
	}

	colorAt(x: number, y: number): Color {
		const at = 3 * (y * this.width + x);
		const { pixels } = this;
		return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
	}

	/** Fills a box with what a function says of each of its pixels, by their place in it; nothing leaves the pixel as it is. */
	paint({ x, y, width, height }: Box, colorAt: (x: number, y: number) => Color | undefined): void {
		const left = Math.round(x);
		const top = Math.round(y);
		const right = Math.min(this.width, Math.round(x + width));
		const bottom = Math.min(this.height, Math.round(y + height));
		this.changed = {
			left: Math.min(this.changed.left, left),
			top: Math.min(this.changed.top, top),
			right: Math.max(this.changed.right, right),
			bottom: Math.max(this.changed.bottom, bottom),
		};
		for (let row = Math.max(0, top); row < bottom; row += 1) {
			for (let column = Math.max(0, left); column < right; column += 1) {
				const color = colorAt(column - left, row - top);
				if (color !== undefined) this.dot(column, row, color);
			}
		}
	}

	rectangle(box: Box, color: Color): void {
		this.paint(box, () => color);
	}

	/** The ellipse that fills a box; of it, only what is inside another box, if that is given. */
	ellipse(box: Box, color: Color, inside?: Box): void {
		const { x, y, width, height } = box;
		this.paint(inside ?? box, (column, row) => {
			const across = ((inside?.x ?? x) + column + 0.5 - x) / width - 0.5;
			const down = ((inside?.y ?? y) + row + 0.5 - y) / height - 0.5;
			return across ** 2 + down ** 2 <= 0.25 ? color : undefined;
		});
	}

	/** A picture, made as large as a box. */
	picture(picture: Raster, box: Box): void {
		this.paint(box, (x, y) =>
			picture.colorAt(
				Math.min(picture.width - 1, Math.floor((x * picture.width) / box.width)),
				Math.min(picture.height - 1, Math.floor((y * picture.height) / box.height)),
			),
		);
	}

	/** A line of text, by its upper left corner. @param size height of its letters with the space between lines */
	text(line: string, place: { x: number; y: number; size: number }, color: Color): void {
		const scale = place.size / LINE;
		[...line].forEach((letter, index) => {
			const columns = glyphOf(letter);
			const box = {
				x: place.x + index * LETTER * scale,
				y: place.y,
				width: columns.length * scale,
				height: 8 * scale,
			};
			this.paint(box, (x, y) => {
				const column = columns[Math.floor(x / scale)] ?? 0;
				return (column >> Math.floor(y / scale)) & 1 ? color : undefined;
			});
		});
	}
}

/** Height of a line and width of a letter in dots, with the space between them. */
const LINE = 10;
const LETTER = 6;

/** @returns how wide a line is, in pixels */
export const widthOf = (line: string, size: number): number =>
	([...line].length * LETTER * size) / LINE;

/** The letters from the blank on: five columns of eight dots, the upper one in the lowest bit. */
const GLYPHS = Buffer.from(
	'0000000000' +
		'00005f0000' +
		'0007000700' +
		'147f147f14' +
		'242a7f2a12' +
		'2313086462' +
		'3649562050' +
		'0008070300' +
		'001c224100' +
		'0041221c00' +
		'2a1c7f1c2a' +
		'08083e0808' +
		'0080703000' +
		'0808080808' +
		'0000606000' +
		'2010080402' +
		'3e5149453e' +
		'00427f4000' +
		'7249494946' +
		'2141494d33' +
		'1814127f10' +
		'2745454539' +
		'3c4a494931' +
		'4121110907' +
		'3649494936' +
		'464949291e' +
		'0000140000' +
		'0040340000' +
		'0008142241' +
		'1414141414' +
		'0041221408' +
		'0201590906' +
		'3e415d594e' +
		'7c1211127c' +
		'7f49494936' +
		'3e41414122' +
		'7f4141413e' +
		'7f49494941' +
		'7f09090901' +
		'3e41415173' +
		'7f0808087f' +
		'00417f4100' +
		'2040413f01' +
		'7f08142241' +
		'7f40404040' +
		'7f021c027f' +
		'7f0408107f' +
		'3e4141413e' +
		'7f09090906' +
		'3e4151215e' +
		'7f09192946' +
		'2649494932' +
		'03017f0103' +
		'3f4040403f' +
		'1f2040201f' +
		'3f4038403f' +
		'6314081463' +
		'0304780403' +
		'6159494d43' +
		'007f414141' +
		'0204081020' +
		'004141417f' +
		'0402010204' +
		'4040404040' +
		'0003070800' +
		'2054547840' +
		'7f28444438' +
		'3844444428' +
		'384444287f' +
		'3854545418' +
		'00087e0902' +
		'18a4a49c78' +
		'7f08040478' +
		'00447d4000' +
		'2040403d00' +
		'7f10284400' +
		'00417f4000' +
		'7c04780478' +
		'7c08040478' +
		'3844444438' +
		'fc18242418' +
		'18242418fc' +
		'7c08040408' +
		'4854545424' +
		'04043f4424' +
		'3c4040207c' +
		'1c2040201c' +
		'3c4030403c' +
		'4428102844' +
		'4c9090907c' +
		'4464544c44' +
		'0008364100' +
		'0000770000' +
		'0041360800' +
		'0201020402',
	'hex',
);
/** What is shown of letters that are not there. */
const UNKNOWN = Buffer.from('7f4141417f', 'hex');
const COLUMNS = 5;

/** The columns of a letter, without its accents. */
function glyphOf(letter: string): Buffer {
	const [plain = ' '] = letter.normalize('NFD');
	const at = COLUMNS * ((plain.codePointAt(0) ?? 0) - 32);
	const known = at >= 0 && at < GLYPHS.length;
	return known ? GLYPHS.subarray(at, at + COLUMNS) : UNKNOWN;
}
