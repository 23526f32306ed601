/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import memoize from 'lodash/memoize';
import { createCanvas, ImageData } from '@napi-rs/canvas';

import { mp4, type Size } from './mp4';
import { filmOf, filmSize, pictureSeconds, type Scene, USUAL_SECONDS } from './scene';

/**
 * A valid PNG: a color gradient under a pattern, without which it would become so small that a part of it is no
 * beginning of a file.
 * @param hue shifts the colors, so that the images of one task differ
 */
export function png(width: number, height: number, hue: number): Buffer {
	const picture = createCanvas(width, height);
	const image = new ImageData(width, height);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const red = Math.floor((x * 255) / width);
			const green = Math.floor((y * 255) / height);
			const blue = (hue * 61 + x * y) % 256;
			image.data.set([red, green, blue, 255], 4 * (y * width + x));
		}
	}
	picture.getContext('2d').putImageData(image, 0, 0);
	return picture.toBuffer('image/png');
}

/** Small size in pixels for an aspect ratio such as `16:9`; square for anything else. */
export function smallSize(aspectRatio: string): Size {
	const [w, h] = aspectRatio.split(':').map(Number);
	if (w === undefined || h === undefined || !(w > 0) || !(h > 0)) return { width: 64, height: 64 };
	const scale = 64 / Math.max(w, h);
	return { width: Math.round(w * scale), height: Math.round(h * scale) };
}

const file = memoize((...path: string[]) => readFileSync(join(__dirname, ...path)), join);

/** How many clips are kept: a client may fetch one several times, and in parts. */
const MOST_CLIPS = 30;
const clips = new Map<string, Buffer>();

/** The clip of a scene, of the stated length. */
export function clipOf(scene: Scene): Buffer {
	const key = JSON.stringify(scene);
	const known = clips.get(key);
	if (known !== undefined) return known;
	const { seconds = USUAL_SECONDS, screen } = scene;
	const clip = mp4(filmOf(scene), filmSize(screen), seconds, pictureSeconds(seconds));
	clips.set(key, clip);
	const [oldest = key] = clips.keys();
	if (clips.size > MOST_CLIPS) clips.delete(oldest);
	return clip;
}

function shapeOf({ width, height }: Size): string {
	if (width === height) return 'square';
	return width > height ? 'landscape' : 'portrait';
}

/** A still of a woman or a man, in the shape of the screen. */
export function coverOf({ gender, screen }: Scene): Buffer {
	return file('presenters', `${gender === 'male' ? 'man' : 'woman'}-${shapeOf(screen)}.jpg`);
}

/** Kinds of result files. */
export type MediaKind = 'png' | 'jpg' | 'mp4' | 'wav' | 'json';

export const MIME_TYPES: Record<MediaKind, string> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	mp4: 'video/mp4',
	wav: 'audio/x-wav',
	json: 'application/json',
};

/** A small valid file of the kind; JSON is a subtitle timeline (service.md 2.10). */
export function sample(kind: MediaKind, size = { width: 64, height: 64 }, hue = 0): Buffer {
	if (kind === 'png') return png(size.width, size.height, hue);
	if (kind === 'json') return Buffer.from(JSON.stringify(TIMELINE));
	return file(`sample.${kind}`);
}

const TIMELINE = [
	{
		key: '1',
		subtitle: 'Welcome',
		alt_subtitle: '',
		subtitle_tag: 'Welcome',
		start_time: 0,
		end_time: 1,
		keywords: [],
		words: [{ startTime: 0, endTime: 1, text: 'Welcome' }],
	},
];
