import { decode } from 'jpeg-js';
import { PNG } from 'pngjs';

import { Raster } from './raster';

/* Reads the pictures that are shown behind a figure. */

/** Larger pictures are not read, in millions of pixels. */
const MOST_MEGAPIXELS = 20;

/** What the libraries make of a file. */
interface Pixels {
	width: number;
	height: number;
	/** Red, green, blue and opacity of each pixel, row by row. */
	data: Uint8Array;
}

/**
 * The picture in a PNG or JPG file. Transparent pixels are shown in the color that the file gives them.
 *
 * @returns undefined for any other file, and for one that is broken or too large
 */
export function readPicture(file: Buffer): Raster | undefined {
	try {
		return rasterOf(isPng(file) ? readPng(file) : readJpg(file));
	} catch {
		return undefined;
	}
}

const isPng = (file: Buffer): boolean => file.toString('latin1', 1, 4) === 'PNG';

/** @throws Error when it is broken or too large */
function readPng(file: Buffer): Pixels {
	// Width and height are the first two fields of the first chunk.
	const pixels = file.readUInt32BE(16) * file.readUInt32BE(20);
	if (pixels > MOST_MEGAPIXELS * 1_000_000) throw new Error('The picture is too large');
	return PNG.sync.read(file);
}

/** @throws Error when it is broken, too large or no JPG */
function readJpg(file: Buffer): Pixels {
	return decode(file, { useTArray: true, maxResolutionInMP: MOST_MEGAPIXELS });
}

function rasterOf({ width, height, data }: Pixels): Raster {
	const raster = Raster.of(width, height);
	raster.paint({ x: 0, y: 0, width, height }, (x, y) => {
		const at = 4 * (y * width + x);
		return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
	});
	return raster;
}
