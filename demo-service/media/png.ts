/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A valid RGB PNG: a colour gradient.
 * @param hue shifts the colours, so that the images of one task differ
 */
export function png(width: number, height: number, hue: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(8, 8);
	header.writeUInt8(2, 9);
	const rows = Buffer.alloc(height * (1 + width * 3));
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const at = y * (1 + width * 3) + 1 + x * 3;
			rows[at] = Math.floor((x * 255) / width);
			rows[at + 1] = Math.floor((y * 255) / height);
			rows[at + 2] = (hue * 61) % 256;
		}
	}
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, content: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}

/** Small size in pixels for an aspect ratio such as `16:9`; square for anything else. */
export function smallSize(aspectRatio: string): { width: number; height: number } {
	const [w, h] = aspectRatio.split(':').map(Number);
	if (w === undefined || h === undefined || !(w > 0) || !(h > 0)) return { width: 64, height: 64 };
	const scale = 64 / Math.max(w, h);
	return { width: Math.round(w * scale), height: Math.round(h * scale) };
}
