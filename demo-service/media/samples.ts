/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from 'lodash';
import { PNG } from 'pngjs';

import types from './types.json';

/** In pixels. */
export interface Size {
	width: number;
	height: number;
}

/**
 * A valid PNG: a color gradient under a pattern, without which it would become so small that a part of it is no
 * beginning of a file.
 * @param hue shifts the colors, so that the images of one task differ
 */
function png({ width, height }: Size, hue: number): Buffer {
	const image = new PNG({ width, height });
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const [red, green, blue] = [(x * 255) / width, (y * 255) / height, hue * 61 + x * y];
			image.data.set([red, green, blue, 255], 4 * (y * width + x));
		}
	}
	return PNG.sync.write(image);
}

/** Small size in pixels for an aspect ratio such as `16:9`; square for anything else. */
export function smallSize(aspectRatio: string): Size {
	const [w, h] = aspectRatio.split(':').map(Number);
	if (w === undefined || h === undefined || !(w > 0) || !(h > 0)) return { width: 64, height: 64 };
	const scale = 64 / Math.max(w, h);
	return { width: Math.round(w * scale), height: Math.round(h * scale) };
}

/** A file of this folder. */
export const file = memoize((...path: string[]) => readFileSync(join(__dirname, ...path)), join);

/** Who is seen in a video, on which screen, and for how long. */
export interface Scene {
	gender: string;
	screen: Size;
	/** Default 2. */
	seconds?: number;
}

/** A still of a woman or a man, or a film in which they speak, in the shape that is next to the screen's. */
export function presenter(
	{ gender, screen: { width, height } }: Scene,
	ending: 'jpg' | 'mp4',
): Buffer {
	const upright = width === height ? 'square' : 'portrait';
	const shape = width > height ? 'landscape' : upright;
	return file('presenters', `${gender === 'male' ? 'man' : 'woman'}-${shape}.${ending}`);
}

/**
 * The film of a scene, which lasts exactly so long and has the shape of the screen. The eight pictures of the prepared films are at
 * other times, and their pixels are not square any more: all of it stands in a few numbers of an MP4 (ISO 14496-12).
 */
export function clipOf(scene: Scene): Buffer {
	const { screen, seconds = 2 } = scene;
	const clip = Buffer.from(presenter(scene, 'mp4'));
	const ms = Math.max(1, Math.round(seconds * 1000));
	const put = (value: number, box: string, at: number): void => {
		clip.writeUInt32BE(value, clip.indexOf(box) + 4 + at);
	};
	const width = clip.readUInt16BE(clip.indexOf('stsd') + 44);
	const height = clip.readUInt16BE(clip.indexOf('stsd') + 46);
	put(ms, 'mvhd', 16);
	put(ms, 'tkhd', 20);
	put(screen.width * 0x10000, 'tkhd', 76);
	put(screen.height * 0x10000, 'tkhd', 80);
	// Eight units a millisecond, so that each of eight pictures takes a whole number of them.
	put(ms * 8, 'mdhd', 16);
	put(ms, 'stts', 12);
	put(screen.width * height, 'pasp', 0);
	put(screen.height * width, 'pasp', 4);
	return clip;
}

export type MediaKind = 'png' | 'jpg' | 'mp4' | 'wav' | 'json';

export const MIME_TYPES = { ...types, json: 'application/json' };

/** A small valid file of the kind; JSON is a subtitle timeline (service.md 2.10). */
export function sample(kind: MediaKind, size = { width: 64, height: 64 }, hue = 0): Buffer {
	if (kind === 'png') return png(size, hue);
	return file(`sample.${kind}`);
}
