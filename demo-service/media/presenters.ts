/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mp4 } from './mp4';

/** Who is seen in a clip, and on which screen. */
export interface Presenter {
	gender: string;
	screen: { width: number; height: number };
	/** Length of a clip. */
	seconds?: number;
}

const SIZES = {
	landscape: { width: 480, height: 270 },
	portrait: { width: 270, height: 480 },
	square: { width: 270, height: 270 },
};

const read = new Map<string, Buffer>();

function file(name: string): Buffer {
	const content = read.get(name) ?? readFileSync(join(__dirname, 'presenters', name));
	read.set(name, content);
	return content;
}

function shapeOf({ width, height }: Presenter['screen']): keyof typeof SIZES {
	if (width === height) return 'square';
	return width > height ? 'landscape' : 'portrait';
}

function nameOf({ gender, screen }: Presenter): string {
	return `${gender === 'male' ? 'man' : 'woman'}-${shapeOf(screen)}`;
}

/** A clip of a person who speaks, in the shape of the screen and of the stated length. */
export function presenterClip(presenter: Presenter): Buffer {
	const { screen, seconds = 2 } = presenter;
	return mp4(file(`${nameOf(presenter)}.h264`), SIZES[shapeOf(screen)], seconds);
}

/** The cover of such a clip. */
export function presenterCover(presenter: Presenter): Buffer {
	return file(`${nameOf(presenter)}.jpg`);
}
