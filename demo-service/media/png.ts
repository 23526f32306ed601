/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { inflateSync } from 'node:zlib';

import { type Color, Raster } from './raster';

/* Reads PNG files as most programs write them: eight bits a channel, not interlaced, in gray or colors (PNG, third edition). */

/** How many bytes a pixel has, by the color type of the file; a palette has none. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Longer files than this are not read. */
const MOST_PIXELS = 20_000_000;

/** @returns undefined for any file that is not such a picture */
export function readPng(file: Buffer): Raster | undefined {
	if (file.length < 33 || file.toString('latin1', 1, 4) !== 'PNG') return undefined;
	const width = file.readUInt32BE(16);
	const height = file.readUInt32BE(20);
	const channels = CHANNELS[file[25] ?? 0];
	const isUsual = file[24] === 8 && file[28] === 0 && width * height <= MOST_PIXELS;
	if (channels === undefined || !isUsual) return undefined;
	try {
		return drawn(inflateSync(dataOf(file)), width, height, channels);
	} catch {
		return undefined;
	}
}

/** The compressed rows, which may be in several chunks. */
function dataOf(file: Buffer): Buffer {
	const parts: Buffer[] = [];
	for (let at = 8; at + 12 <= file.length; ) {
		const length = file.readUInt32BE(at);
		const type = file.toString('latin1', at + 4, at + 8);
		if (type === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	return Buffer.concat(parts);
}

function drawn(rows: Buffer, width: number, height: number, channels: number): Raster {
	const raster = Raster.of(width, height);
	const length = width * channels;
	let above: Uint8Array = new Uint8Array(length);
	for (let y = 0; y < height; y += 1) {
		const start = y * (length + 1);
		const row = unfiltered(rows.subarray(start, start + length + 1), above, channels);
		raster.paint({ x: 0, y, width, height: 1 }, (x) => colorIn(row, x * channels, channels));
		above = row;
	}
	return raster;
}

/** Transparent pixels are shown as if they were not. */
function colorIn(row: Uint8Array, at: number, channels: number): Color {
	const first = row[at] ?? 0;
	return channels < 3 ? [first, first, first] : [first, row[at + 1] ?? 0, row[at + 2] ?? 0];
}

/** The bytes of a row, which are written as differences to those before and above. */
function unfiltered(written: Buffer, above: Uint8Array, channels: number): Uint8Array {
	const filter = written[0] ?? 0;
	const row = Uint8Array.from(written.subarray(1));
	for (let at = 0; at < row.length; at += 1) {
		const left = row[at - channels] ?? 0;
		const up = above[at] ?? 0;
		if (filter === 1) row[at] = (row[at] ?? 0) + left;
		if (filter === 2) row[at] = (row[at] ?? 0) + up;
		if (filter === 3) row[at] = (row[at] ?? 0) + ((left + up) >> 1);
		if (filter === 4) row[at] = (row[at] ?? 0) + closest(left, up, above[at - channels] ?? 0);
	}
	return row;
}

/** The one of three neighbors that is closest to the slope through them (Paeth). */
function closest(left: number, up: number, corner: number): number {
	const slope = left + up - corner;
	const toLeft = Math.abs(slope - left);
	const toUp = Math.abs(slope - up);
	const toCorner = Math.abs(slope - corner);
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
