/** Width and height in pixels. */
export interface Size {
	width: number;
	height: number;
}

/** The shorter side of a 4K picture in pixels. */
const SHORT_SIDE_4K = 2160;

/** Whether a picture is large enough for 4K. */
export function is4k({ width, height }: Size): boolean {
	return Math.min(width, height) >= SHORT_SIDE_4K;
}

/** A size as lists show it: "4K", or "1080 × 1920". */
export function sizeWords(size: Size): string {
	return is4k(size) ? '4K' : `${size.width} × ${size.height}`;
}

/** The size in a record; undefined unless both sides are known. */
export function sizeOf(record: {
	width?: number | null;
	height?: number | null;
}): Size | undefined {
	const { width, height } = record;
	return width && height ? { width, height } : undefined;
}
