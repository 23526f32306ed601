/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { dataFolder, root } from '../../../tools/n8n/program';

/** Set to 1, the pictures of the documentation are replaced; `npm run test:ui -- --pictures` sets it. */
export const PICTURES = 'N8N_TEST_PICTURES';

/** Longest file of a picture in the documentation, in bytes. */
const MAX_BYTES = 60_000;
const QUALITIES = [80, 72, 64, 56, 48, 40];

/** Part of the window in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Takes a picture for the documentation: into docs/images where that was asked for, else among the screenshots.
 *
 * @param name path below docs/images, without ending
 * @throws Error when the picture would be too large
 */
export async function takePicture(page: Page, name: string, clip: Area): Promise<void> {
	const folder =
		process.env[PICTURES] === '1'
			? join(root, 'docs', 'images')
			: join(dataFolder, 'screenshots', 'docs');
	const file = join(folder, `${name}.jpg`);
	mkdirSync(dirname(file), { recursive: true });
	for (const quality of QUALITIES) {
		const picture = await page.screenshot({ type: 'jpeg', quality, clip, animations: 'disabled' });
		if (picture.length > MAX_BYTES) continue;
		writeFileSync(file, picture);
		return;
	}
	throw new Error(`The picture ${name} has more than ${MAX_BYTES} bytes at any quality`);
}

/** Keeps a picture of the window below .data/screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: join(dataFolder, 'screenshots', `${name}.png`) });
}

/**
 * The smallest area with all of several things, and some space around them, inside the window.
 *
 * @param space pixels on each side
 */
export async function areaOf(page: Page, parts: Locator[], space = 16): Promise<Area> {
	const boxes: Area[] = [];
	for (const part of parts) {
		for (const one of await part.all()) {
			const box = await one.boundingBox();
			if (box) boxes.push(box);
		}
	}
	const window = page.viewportSize() ?? { width: 0, height: 0 };
	const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - space);
	const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - space);
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + space;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + space;
	return {
		x,
		y,
		width: Math.min(right, window.width) - x,
		height: Math.min(bottom, window.height) - y,
	};
}
