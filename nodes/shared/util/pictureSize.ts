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

/** The size with these sides; undefined unless both are given and are more than zero, which NaN is not. */
export function sizeOf({ width = 0, height = 0 }: Partial<Size>): Size | undefined {
	if (width > 0 && height > 0) return { width, height };
	return undefined;
}
