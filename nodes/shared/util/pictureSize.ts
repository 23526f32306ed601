/*
 * The size of a picture, or of a video.
 */

/** Width and height of a picture, in pixels, or of a shape such as 16:9. */
export interface Size {
	width: number;
	height: number;
}

/** The shorter side of a picture in 4K, which has 3840 × 2160 pixels. */
const SHORT_SIDE_OF_4K = 2160;

/** Whether a picture is large enough for 4K, by its shorter side. */
export function is4k({ width, height }: Size): boolean {
	return Math.min(width, height) >= SHORT_SIDE_OF_4K;
}

/** No side of a picture has so many pixels. */
const FAR_TOO_MANY = 1_000_000;

/** The size with these sides; undefined where one is missing or no side of a picture, such as zero, NaN or Infinity. */
export function sizeOf({ width = 0, height = 0 }: Partial<Size>): Size | undefined {
	const isSide = (side: number) => side > 0 && side < FAR_TOO_MANY;
	return isSide(width) && isSide(height) ? { width, height } : undefined;
}
