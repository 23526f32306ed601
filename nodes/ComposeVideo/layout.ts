import type { IDataObject } from 'n8n-workflow';

import { type Rectangle } from '../shared/fields/screen';
import { is4k } from '../shared/service/library';
import { type Size } from '../shared/service/library';

interface SubtitleStyle extends Rectangle {
	fontSize: number;
}

/** The screens for which the service recommends a subtitle area (service.md 4.7). */
const RECOMMENDED: Record<'usual' | 'fourK', { screen: Size; area: SubtitleStyle }> = {
	usual: {
		screen: { width: 1080, height: 1920 },
		area: { x: 31, y: 1521, width: 1000, height: 200, fontSize: 64 },
	},
	fourK: {
		screen: { width: 2160, height: 3840 },
		area: { x: 80, y: 2840, width: 2000, height: 1000, fontSize: 150 },
	},
};

/**
 * The area of the subtitles: the recommended one in proportion to the screen, inside of it.
 *
 * @param given what the user set, which is kept
 */
export function subtitleArea(screen: Size, given: Partial<Rectangle> = {}): Rectangle {
	const { screen: base, area } = RECOMMENDED[is4k(screen) ? 'fourK' : 'usual'];
	const along = (side: 'width' | 'height', start: 'x' | 'y') => {
		const scale = screen[side] / base[side];
		const room = screen[side] - (given[start] ?? 0);
		const length = given[side] ?? Math.max(1, Math.min(Math.floor(area[side] * scale), room));
		const latest = Math.max(0, screen[side] - length);
		return {
			[side]: length,
			[start]: given[start] ?? Math.min(Math.floor(area[start] * scale), latest),
		};
	};
	return { ...along('width', 'x'), ...along('height', 'y') } as unknown as Rectangle;
}

/** The recommended font size, which follows the 1080p or 4K class of the screen. */
export function subtitleFontSize(screen: Size): number {
	return RECOMMENDED[is4k(screen) ? 'fourK' : 'usual'].area.fontSize;
}

/** The shape of a person whose size is not known: people are filmed upright. */
export const PORTRAIT: Size = { width: 9, height: 16 };

/**
 * Where the person stands unless the user sets it: as large as the screen allows without changing the
 * proportions, in the middle, on the lower edge. The height is even, as the service requires.
 *
 * @param figure size of the recording; without it, the person counts as a portrait and is never stretched
 * @param given what the user set
 */
export function personArea(
	screen: Size,
	figure: Size = PORTRAIT,
	{ x, y, width, height }: Partial<Rectangle> = {},
): Rectangle {
	const ratio = figure.width / figure.height;
	const largest = Math.min(screen.height, screen.width / ratio);
	const high = height ?? even(width === undefined ? largest : width / ratio);
	const wide =
		width ?? Math.max(1, Math.round(height === undefined ? largest * ratio : height * ratio));
	return {
		x: x ?? Math.round((screen.width - wide) / 2),
		y: y ?? screen.height - high,
		width: wide,
		height: high,
	};
}

function even(value: number): number {
	return Math.max(2, Math.floor(value / 2) * 2);
}

/** A background file covers the screen, unless the user places it. */
export function backgroundArea(screen: Size): IDataObject {
	return { x: 0, y: 0, width: screen.width, height: screen.height };
}
