import { GlobalFonts, Image, type SKRSContext2D } from '@napi-rs/canvas';
import once from 'lodash/once';

/* What the pictures of the demo service are drawn with. */

/** In pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

export type Pen = SKRSContext2D;

export function fillBox(pen: Pen, { x, y, width, height }: Box, color: string): void {
	pen.fillStyle = color;
	pen.fillRect(x, y, width, height);
}

/** The ellipse that fills a box. */
function ellipse(pen: Pen, { x, y, width, height }: Box): void {
	pen.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
}

export function fillEllipse(pen: Pen, box: Box, color: string): void {
	pen.fillStyle = color;
	pen.beginPath();
	ellipse(pen, box);
	pen.fill();
}

/** Draws what is only seen inside a box, or inside the ellipse that fills it. */
export function drawInside(pen: Pen, box: Box, isEllipse: boolean, draw: () => void): void {
	pen.save();
	pen.beginPath();
	if (isEllipse) ellipse(pen, box);
	else pen.rect(box.x, box.y, box.width, box.height);
	pen.clip();
	draw();
	pen.restore();
}

/** The largest square in the middle of a box. */
export function squareIn({ x, y, width, height }: Box): Box {
	const side = Math.min(width, height);
	return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}

const FONT = 'Unifont';
/** The height at which each dot of the font is a pixel. */
export const FONT_SIZE = 16;

/** One font for all scripts, because subtitles are in the language of their text. */
const loadFont = once(() => {
	const file = require.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff2');
	GlobalFonts.registerFromPath(file, FONT);
});

/** Texts that are drawn from now on are centered, and begin at the top of their line. @param size in pixels */
export function chooseFont(pen: Pen, size: number): void {
	loadFont();
	pen.font = `${size}px ${FONT}`;
	pen.textAlign = 'center';
	pen.textBaseline = 'top';
	pen.lineJoin = 'round';
}

/** Larger pictures are not read, in pixels. */
const MOST_PIXELS = 20_000_000;

/** The picture in a PNG, JPG or WebP file. @returns undefined for any other file, and for one that is too large */
export function readPicture(file: Buffer): Image | undefined {
	const image = new Image();
	image.src = file;
	const pixels = image.width * image.height;
	return pixels > 0 && pixels <= MOST_PIXELS ? image : undefined;
}
