/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { afterAll, beforeAll, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import timers from 'node:timers/promises';

/*
 * Everything that tests do with time. What replaces functions is called at the top of a file or of a `describe`, counts
 * for the tests in there, and puts everything back behind them.
 */

type Work = (...given: unknown[]) => void;
type Timer = (work: Work, ms?: number, ...given: unknown[]) => unknown;
type Replace = <T extends object, K extends keyof T>(
	object: T,
	name: K,
	by: (old: T[K]) => T[K],
) => void;

/** Replaces functions while tests run. Not by mocks: those remember every call. */
function whileTesting(replaceAll: (replace: Replace) => void): void {
	const undone: Array<() => void> = [];
	// Not before there is a test to run: a file whose tests are all skipped never gets to its end.
	beforeAll(() => {
		replaceAll((object, name, by) => {
			const old = object[name];
			object[name] = by(old);
			undone.push(() => (object[name] = old));
		});
	});
	afterAll(() => {
		for (const undo of undone.splice(0).reverse()) undo();
	});
}

/**
 * For tests that measure real time: on a busy machine something may be late once; what is wrong fails twice. The first
 * error is printed.
 */
export function secondTry(): void {
	beforeAll(() => {
		jest.retryTimes(1, { logErrorsBeforeRetry: true });
	});
	afterAll(() => {
		jest.retryTimes(0);
	});
}

/**
 * Lets time run this many times as fast for pack and demo service alike, so that waits, paces, limits and clocks stay as
 * they are to each other. For tests that mostly wait: real work, and being held up by a busy machine, seem to take longer
 * by the same factor, hence the second try.
 */
export function quickTime(factor = 10): void {
	secondTry();
	whileTesting((replace) => {
		const RealDate = globalThis.Date;
		const start = RealDate.now();
		const now = () => Math.floor(start + (RealDate.now() - start) * factor);
		class QuickDate extends RealDate {
			constructor(...given: unknown[]) {
				if (given.length === 0) super(now());
				else super(...(given as [number]));
			}

			static now = now;
		}
		replace(globalThis, 'Date', () => QuickDate as DateConstructor);
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
		for (const { prototype } of [ClientRequest, Socket] as Array<typeof ClientRequest>) {
			replace(
				prototype,
				'setTimeout',
				(old) =>
					function (this: ClientRequest, ms, callback) {
						return old.call(this, ms / factor, callback);
					},
			);
		}
	});
}

/** Until the end of a test, time limits of so many milliseconds are up after others. */
export function limitTimes(change: (ms: number) => number): void {
	const { timeout } = AbortSignal;
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, change(ms)));
}

/** The time of one run of a node: pauses only move its clock on. */
export interface FastTime {
	/** Milliseconds by which the clock of the run is ahead of the real one. */
	aheadMs: number;
	/** Whether time limits of requests are up sixty times as early. */
	shortLimits: boolean;
}

/** A minute in a second, which is enough for any answer of the demo service that is not held back. */
const SHORTER = 60;

/**
 * Time limits between these are cut short. What is shorter stays as it is; what is longer, never comes to bear,
 * because the limit of a standstill is up before.
 */
const LONG_MS = 10_000;
const ENDLESS_MS = 3600_000;

const current = new AsyncLocalStorage<FastTime>();

/** Does some work in a time of its own. */
export async function inFastTime<T>(time: FastTime, work: () => Promise<T>): Promise<T> {
	return await current.run(time, work);
}

const sharedTime: FastTime = { aheadMs: 0, shortLimits: false };

/** Work whose pauses only move its clock on; together with `fastTime`. The clock of one file never goes back. */
export function withoutPauses<Given extends unknown[], T>(
	work: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
	return async (...given) => await inFastTime(sharedTime, async () => await work(...given));
}

/** Makes the clock, the pauses, the limits of requests and chance depend on the run; outside of one, nothing changes. */
export function fastTime(): void {
	whileTesting((replace) => {
		const isShort = (ms: unknown): ms is number =>
			Number(ms) >= LONG_MS && Number(ms) < ENDLESS_MS && current.getStore()?.shortLimits === true;
		replace(Date, 'now', (old) => () => old.call(Date) + (current.getStore()?.aheadMs ?? 0));
		// Half of the spread: pauses are the same in every run.
		replace(Math, 'random', (old) => () => (current.getStore() ? 0.5 : old()));
		replace(AbortSignal, 'timeout', (old) => (ms) => {
			if (!isShort(ms)) return old.call(AbortSignal, ms);
			const time = current.getStore();
			const end = (time?.aheadMs ?? 0) + ms;
			const signal = old.call(AbortSignal, Math.ceil(ms / SHORTER));
			// A limit that nobody listens to any more must not move the clock.
			const passTo = () => {
				if (time && getEventListeners(signal, 'abort').length > 0) {
					time.aheadMs = Math.max(time.aheadMs, end);
				}
			};
			signal.addEventListener('abort', passTo, { once: true });
			return signal;
		});
		replace(globalThis, 'setTimeout', (old) => {
			const timer: Timer = (work, ms, ...given) =>
				(old as Timer)(work, isShort(ms) ? ms / SHORTER : ms, ...given);
			return timer as typeof setTimeout;
		});
		replace(
			ClientRequest.prototype,
			'setTimeout',
			(old) =>
				function (this: ClientRequest, ms, callback) {
					return old.call(this, isShort(ms) ? ms / SHORTER : ms, callback);
				},
		);
		replace(sleepOfN8n(), 'sleep', (old) => async (ms, signal) => {
			const time = current.getStore();
			if (!time) return await old(ms, signal);
			signal?.throwIfAborted();
			time.aheadMs += ms;
			await new Promise((resolve) => setImmediate(resolve));
		});
	});
}

interface Sleep {
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** n8n-workflow has its own copy of the module with which the pack pauses. */
function sleepOfN8n(): Sleep {
	const paths = [dirname(require.resolve('n8n-workflow'))];
	return jest.requireActual<Sleep>(require.resolve('@n8n/utils/sleep', { paths }));
}

/**
 * How many times as long some work takes with eight times as much: 8 when its time grows in line with its size, 64 when it
 * grows with the square. Says much the same on a slow or busy machine: only the time of this process counts, and of several
 * measurements the one with the least noise.
 *
 * @param work takes noticeable time for `size`
 */
export function growth(size: number, work: (size: number) => unknown): number {
	const once = (of: number) => {
		const before = process.cpuUsage();
		work(of);
		const { user, system } = process.cpuUsage(before);
		return user + system;
	};
	const best = (of: number) => Math.min(...[1, 2, 3].map(() => once(of)));
	once(size);
	const ratio = () => best(8 * size) / Math.max(1, best(size));
	return Math.min(ratio(), ratio(), ratio());
}

/** Between line and square, with room for garbage collection and compilation. */
export const LINEAR = 40;
