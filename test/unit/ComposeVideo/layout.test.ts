import { describe, expect, it } from '@jest/globals';

import {
	backgroundArea,
	personArea,
	subtitleArea,
	subtitleFontSize,
} from '../../../nodes/ComposeVideo/layout';
import { brokenRules } from '../../../nodes/ComposeVideo/rules';
import type { Size } from '../../../nodes/shared/service/library';

const sizes: Size[] = [1, 2, 333, 1080, 1081, 1920, 2160, 3840, 4096].flatMap((width) =>
	[2, 7, 720, 1080, 1920, 2160, 3840].map((height) => ({ width, height })),
);

const figures: Size[] = [
	{ width: 1080, height: 1920 },
	{ width: 1920, height: 1080 },
	{ width: 500, height: 500 },
	{ width: 1, height: 3840 },
	{ width: 4096, height: 1 },
];

describe('the area of the subtitles', () => {
	it('is the recommended one for the usual and the 4K screen', () => {
		expect(subtitleArea({ width: 1080, height: 1920 })).toEqual({
			x: 31,
			y: 1521,
			width: 1000,
			height: 200,
		});
		expect(subtitleArea({ width: 2160, height: 3840 })).toEqual({
			x: 80,
			y: 2840,
			width: 2000,
			height: 1000,
		});
	});

	it('may be as large as the screen and no larger, wherever it lies', () => {
		const broken = (width: number, height: number) =>
			brokenRules({
				body: { subtitle_config: { x: 81, y: -1721, width, height } },
				screen: { width: 1080, height: 1920 },
			});
		expect(broken(1080, 1920)).toEqual([]);
		expect(broken(1081, 1920)).toEqual([
			"'Subtitle Width' is 1081, more than the screen (1080 × 1920)",
		]);
		expect(broken(1080, 1921)).toEqual([
			"'Subtitle Height' is 1921, more than the screen (1080 × 1920)",
		]);
		expect(broken(1081, 1921)).toEqual([
			"'Subtitle Width' is 1081 and 'Subtitle Height' is 1921, more than the screen (1080 × 1920)",
		]);
	});

	it.each(sizes)('lies inside $width × $height', (screen) => {
		const { x, y, width, height } = subtitleArea(screen);
		for (const value of [x, y, width, height]) expect(Number.isInteger(value)).toBe(true);
		expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
		expect(Math.min(width, height)).toBeGreaterThan(0);
		expect(x + width).toBeLessThanOrEqual(screen.width);
		expect(y + height).toBeLessThanOrEqual(screen.height);
	});

	it('keeps what the user says, and makes the rest fit', () => {
		const screen = { width: 1080, height: 1920 };
		expect(subtitleArea(screen, { x: 500 })).toMatchObject({ x: 500, width: 580, y: 1521 });
		expect(subtitleArea(screen, { height: 1000 })).toMatchObject({ y: 920, height: 1000 });
		expect(subtitleArea(screen, { width: 2000 })).toMatchObject({ x: 0, width: 2000 });
		expect(subtitleArea(screen, { x: -50 })).toMatchObject({ x: -50, width: 1000, y: 1521 });
	});

	it('has letters of the recommended size', () => {
		expect(subtitleFontSize({ width: 1920, height: 1080 })).toBe(64);
		expect(subtitleFontSize({ width: 3840, height: 2160 })).toBe(150);
		expect(subtitleFontSize({ width: 4096, height: 2159 })).toBe(64);
	});
});

describe('the area of the person', () => {
	it.each(sizes)('has an even height and lies inside $width × $height', (screen) => {
		for (const figure of [undefined, ...figures]) {
			const { x, y, width, height } = personArea(screen, figure);
			expect(height % 2).toBe(0);
			expect(width).toBeGreaterThan(0);
			expect(height).toBeGreaterThan(0);
			expect(x).toBeGreaterThanOrEqual(0);
			expect(x + width).toBeLessThanOrEqual(screen.width);
			// A height of 2 is the least there is.
			if (height > 2) expect(y).toBeGreaterThanOrEqual(0);
			expect(y + height).toBe(screen.height);
		}
	});

	it('keeps the proportions of the figure', () => {
		const portrait = { width: 1080, height: 1920 };
		expect(personArea({ width: 1920, height: 1080 }, portrait)).toEqual({
			x: 656,
			y: 0,
			width: 608,
			height: 1080,
		});
		expect(personArea(portrait, { width: 1000, height: 1000 })).toEqual({
			x: 0,
			y: 840,
			width: 1080,
			height: 1080,
		});
	});

	it.each([
		[
			{ width: 1920, height: 1080 },
			{ x: 656, y: 0, width: 608, height: 1080 },
		],
		[
			{ width: 1080, height: 1080 },
			{ x: 236, y: 0, width: 608, height: 1080 },
		],
		[
			{ width: 1080, height: 1920 },
			{ x: 0, y: 0, width: 1080, height: 1920 },
		],
	])('is that of a portrait on %j where the size of the person is unknown', (screen, area) => {
		expect(personArea(screen)).toEqual(area);
	});

	it('takes the other side from the one that is given', () => {
		const screen = { width: 1080, height: 1920 };
		const figure = { width: 500, height: 1000 };
		expect(personArea(screen, figure, { height: 800 })).toMatchObject({ width: 400, height: 800 });
		expect(personArea(screen, figure, { width: 401 })).toMatchObject({ width: 401, height: 802 });
		expect(personArea(screen, figure, { x: -7, y: 9 })).toMatchObject({ x: -7, y: 9 });
	});
});

it('a background file covers the screen', () => {
	expect(backgroundArea({ width: 3, height: 4 })).toEqual({ x: 0, y: 0, width: 3, height: 4 });
});
