import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { cut, PART_BYTES, partsProblem } from '../../../nodes/shared/files/parts';
import { fuzzing } from '../../support/fuzz';

/** Cuts chunks into parts and puts the bodies together again; counts the buffers that are out. */
async function cutAll(chunks: Buffer[], sizes: number[], most = Infinity) {
	let out = 0;
	let mostOut = 0;
	const bodies: Buffer[] = [];
	const indexes: number[] = [];
	const take = async (size: number) => {
		expect(out).toBeLessThan(most);
		mostOut = Math.max(mostOut, ++out);
		return Buffer.alloc(size + 3, 0xff);
	};
	const give = () => void out--;
	for await (const part of cut(chunks, sizes, take, give)) {
		bodies.push(Buffer.from(part.body));
		indexes.push(part.index);
		give();
	}
	return { bodies, indexes, out: () => out, mostOut };
}

/** A file as chunks and as parts, both cut at random places. */
const files = fc
	.tuple(
		fc.uint8Array({ minLength: 1, maxLength: 300 }),
		fc.array(fc.nat(300)),
		fc.array(fc.nat(300)),
	)
	.map(([bytes, chunkCuts, partCuts]) => {
		const content = Buffer.from(bytes);
		const pieces = (cuts: number[]) => {
			const places = [...new Set([0, ...cuts, content.length])]
				.filter((place) => place <= content.length)
				.sort((a, b) => a - b);
			return places.slice(1).map((end, index) => content.subarray(places[index], end));
		};
		return { content, chunks: pieces(chunkCuts), sizes: pieces(partCuts).map((p) => p.length) };
	});

describe('Cutting a file into parts', () => {
	it('gives exactly the sizes, in order, and loses no byte', async () => {
		await fc.assert(
			fc.asyncProperty(files, async ({ content, chunks, sizes }) => {
				const { bodies, indexes, mostOut } = await cutAll(chunks, sizes);
				expect(Buffer.concat(bodies).equals(content)).toBe(true);
				expect(bodies.map(({ length }) => length)).toEqual(sizes);
				expect(indexes).toEqual(sizes.map((_, index) => index));
				expect(mostOut).toBe(1);
			}),
			fuzzing(100),
		);
	});

	it('refuses a source that is shorter or longer than announced, and keeps no buffer', async () => {
		const given: Buffer[] = [];
		const run = async (chunks: Buffer[]) => {
			const parts = cut(
				chunks,
				[4, 4],
				async (size) => Buffer.alloc(size),
				(buffer) => void given.push(buffer),
			);
			for await (const part of parts) expect(part.body).toHaveLength(4);
		};
		await expect(run([Buffer.alloc(7)])).rejects.toThrow(
			'ended after 7 bytes, but its server announced 8 bytes',
		);
		expect(given).toHaveLength(1);
		await expect(run([Buffer.alloc(9)])).rejects.toThrow(
			'is longer, but its server announced 8 bytes',
		);
	});

	it('asks for no further buffer before one is requested', async () => {
		const taken: number[] = [];
		const parts = cut(
			[Buffer.alloc(12)],
			[4, 4, 4],
			async (size) => Buffer.alloc(taken.push(size) * 0 + size),
			() => undefined,
		);
		await parts.next();
		expect(taken).toEqual([4]);
		await parts.return(undefined);
	});
});

describe('The list of parts', () => {
	const part = (number: number, size: number) => ({
		part_number: number,
		size,
		sign_url: 'http://127.0.0.1/',
	});

	it.each([
		[[part(1, 10), part(2, 5)], undefined],
		[[part(1, 10), part(3, 5)], /part 2 is missing/],
		[[part(2, 10), part(1, 5)], /part 1 is missing/],
		[[part(1, 10), part(2, 4)], /make up 14 bytes, but the file has 15/],
	])('%j', (parts, problem) => {
		if (problem) expect(partsProblem(parts, 15)).toMatch(problem);
		else expect(partsProblem(parts, 15)).toBeUndefined();
	});
});

describe('A list of parts', () => {
	it('is right exactly when it is numbered from 1 without a gap and makes up the file', () => {
		const size = fc.integer({ min: 1, max: 3 * PART_BYTES });
		const changes = fc.oneof(
			{ weight: 4, arbitrary: fc.constant(undefined) },
			fc.record({ at: fc.nat(4), number: fc.integer({ min: -1, max: 8 }) }),
			fc.record({ at: fc.nat(4), size: fc.integer({ min: 1, max: PART_BYTES }) }),
		);
		fc.assert(
			fc.property(size, changes, (bytes, change) => {
				const right = Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => ({
					part_number: index + 1,
					size: Math.min(PART_BYTES, bytes - index * PART_BYTES),
					sign_url: 'https://storage.example/part',
				}));
				const parts = right.map((part, index) => {
					if (change?.at !== index) return part;
					return 'number' in change
						? { ...part, part_number: change.number }
						: { ...part, size: change.size };
				});
				const same = JSON.stringify(parts) === JSON.stringify(right);
				expect(partsProblem(parts, bytes) === undefined).toBe(same);
			}),
			fuzzing(100),
		);
	});
});
