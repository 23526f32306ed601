/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { png } from './png';

/** Kinds of result files. */
export type MediaKind = 'png' | 'jpg' | 'mp4' | 'wav' | 'json';

export const MIME_TYPES: Record<MediaKind, string> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	mp4: 'video/mp4',
	wav: 'audio/x-wav',
	json: 'application/json',
};

const loaded = new Map<string, Buffer>();

/** A small valid file of the kind; JSON is a subtitle timeline (service.md 2.10). */
export function sample(kind: MediaKind, size = { width: 64, height: 64 }, hue = 0): Buffer {
	if (kind === 'png') return png(size.width, size.height, hue);
	if (kind === 'json') return Buffer.from(JSON.stringify(TIMELINE));
	const name = `sample.${kind}`;
	const content = loaded.get(name) ?? readFileSync(join(__dirname, name));
	loaded.set(name, content);
	return content;
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
