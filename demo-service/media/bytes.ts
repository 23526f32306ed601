import { range } from 'lodash';
import { createHash } from 'node:crypto';

const BLOCK = 65_536;

/** A block of bytes that look random and depend on the seed alone. */
function pattern(seed: number): Buffer {
	return createHash('shake256', { outputLength: BLOCK }).update(String(seed)).digest();
}

/**
 * `bytes` deterministic bytes, piece by piece, so that files of any size need no memory.
 * Every block carries its number: swapped or repeated parts change the hash. Those of large files come sixteen at once.
 */
export function* pseudoRandom(bytes: number, seed = 1): Generator<Buffer> {
	const base = Buffer.alloc(bytes < 2 ** 26 ? BLOCK : 16 * BLOCK, pattern(seed));
	for (let sent = 0; sent < bytes; sent += base.length) {
		const piece = Buffer.from(base.subarray(0, bytes - sent));
		for (const at of range(0, piece.length - 3, BLOCK))
			piece.writeUInt32LE((sent + at) / BLOCK, at);
		yield piece;
	}
}

/** A small valid file, lengthened to `bytes` by pseudo-random bytes behind it. */
export function* lengthened(head: Buffer, bytes: number, seed = 1): Generator<Buffer> {
	yield head.subarray(0, bytes);
	yield* pseudoRandom(Math.max(0, bytes - head.length), seed);
}

export function sha256(chunks: Iterable<Buffer>): string {
	const hash = createHash('sha256');
	for (const chunk of chunks) hash.update(chunk);
	return hash.digest('hex');
}
