/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { afterAll, beforeAll } from '@jest/globals';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import timers from 'node:timers/promises';

import './secondTry';

/**
 * Lets time run this many times as fast for everything in a test file, pack and demo service alike, so that waits, paces,
 * limits and clocks stay as they are to each other. For files that mostly wait: real work, and being held up by a busy
 * machine, seem to take longer by the same factor, hence the second try. To be called at the top of the file.
 */
export function quickTime(factor = 10): void {
	let restore = () => {};
	// Not before there is a test to run: a file whose tests are all skipped never gets to its end.
	beforeAll(() => {
		restore = hasten(factor);
	});
	afterAll(() => restore());
}

/** @returns a function that takes it back */
function hasten(factor: number): () => void {
	const RealDate = globalThis.Date;
	const start = RealDate.now();
	const undone: Array<() => void> = [];

	/** Replaces one function of an object until the end of the file. */
	function replace<T extends object, K extends keyof T>(
		object: T,
		name: K,
		by: (old: T[K]) => T[K],
	) {
		const old = object[name];
		object[name] = by(old);
		undone.push(() => (object[name] = old));
	}

	const now = () => Math.floor(start + (RealDate.now() - start) * factor);
	class QuickDate extends RealDate {
		constructor(...given: unknown[]) {
			if (given.length === 0) super(now());
			else super(...(given as [number]));
		}

		static now = now;
	}
	replace(globalThis, 'Date', () => QuickDate as DateConstructor);

	type Timer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => unknown;
	const shortened = (old: unknown) =>
		((work, ms = 0, ...given) => (old as Timer)(work, ms / factor, ...given)) as Timer;
	replace(globalThis, 'setTimeout', (old) => shortened(old) as typeof setTimeout);
	replace(globalThis, 'setInterval', (old) => shortened(old) as typeof setInterval);
	replace(AbortSignal, 'timeout', (old) => (ms) => old.call(AbortSignal, Math.ceil(ms / factor)));
	// The modules of Node outlive the test file.
	const promises = timers as { setTimeout: (...given: unknown[]) => unknown };
	replace(
		promises,
		'setTimeout',
		(old) =>
			(ms, ...given) =>
				old(Number(ms ?? 0) / factor, ...given),
	);
	for (const { prototype } of [ClientRequest, Socket] as Array<{ prototype: ClientRequest }>) {
		replace(
			prototype,
			'setTimeout',
			(old) =>
				function (this: ClientRequest, ms, callback) {
					return old.call(this, ms / factor, callback);
				},
		);
	}
	return () => undone.forEach((undo) => undo());
}
