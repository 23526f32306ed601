import { clamp, noop, pull } from 'lodash';

import { MAX_TIMER_MS, sleepSlice } from './sleep';

/**
 * Whole milliseconds since this process began. The length of a wait is measured with it, because it does not jump when
 * somebody sets the clock of the computer, as `Date.now()` does.
 */
export function steadyNow(): number {
	return Math.round(performance.now());
}

/**
 * Ends a wait whose signal has ended. As a rule, that is the signal of the execution, which the user or n8n has
 * stopped; a caller whose signal also ends at a time limit has to find out which of the two it was.
 */
export class CancelledError extends Error {
	constructor() {
		super('The execution was stopped');
		this.name = 'CancelledError';
	}
}

/** What was thrown, as an error: an error unchanged, anything else as the message of a new error. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/**
 * For each signal, the functions to call when it ends. All of them share one listener, because Node 20 warns of a
 * signal that has more than ten. An entry lives as long as its signal, which n8n or a caller in this pack makes for one
 * piece of work; it holds only the functions that were not released yet.
 */
const endFunctions = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function once when a signal ends (is aborted), or at once when it has ended before. Without a signal, the
 * function is never called.
 *
 * @returns a function that releases the signal, so that `end` is not called any more; to be called when the work is
 *   over
 */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
	if (!signal) return noop;
	if (signal.aborted) {
		end();
		return noop;
	}
	const functions = endFunctions.get(signal) ?? new Set();
	endFunctions.set(signal, functions);
	// A function of its own for each call, because a set holds the same `end` once, although it may be given twice.
	const ownEnd = () => end();
	functions.add(ownEnd);
	// With the first function, the signal gets its listener, which calls all of them.
	if (functions.size === 1) signal.addEventListener('abort', callEndFunctions);
	return () => {
		functions.delete(ownEnd);
		// Without a function to call, the signal needs no listener.
		if (functions.size === 0) signal.removeEventListener('abort', callEndFunctions);
	};
}

/** The one listener of a signal: calls the functions that are not released. */
function callEndFunctions({ target }: Event): void {
	for (const end of endFunctions.get(target as AbortSignal) ?? []) end();
}

/**
 * A signal that ends at a certain time; at once where that has passed. It ends after 24 days at the latest, because no
 * timer takes longer.
 *
 * @param endsAt in milliseconds since the epoch; Infinity for the 24 days
 */
export function signalAt(endsAt: number): AbortSignal {
	const msLeft = Math.ceil(endsAt - Date.now());
	return AbortSignal.timeout(clamp(msLeft, 0, MAX_TIMER_MS));
}

/** A signal that ends with the first of several others. */
export interface JoinedSignal {
	signal: AbortSignal;
	/** Releases the others; to be called when the work is over. */
	release(): void;
}

/**
 * Joins signals into one that ends with the first of them, at once where one has ended before. It never ends where all
 * of them are undefined.
 *
 * Not `AbortSignal.any`, which holds its sources weakly: Node 20 collects a time limit that nothing else leads to, and
 * it never fires (seen 20 times of 20). A listener keeps it.
 */
export function anySignal(...sources: Array<AbortSignal | undefined>): JoinedSignal {
	const joined = new AbortController();
	const releases = sources.map((source) => onAbort(source, () => joined.abort()));
	const release = () => releases.forEach((releaseSource) => releaseSource());
	return { signal: joined.signal, release };
}

/**
 * Waits so many milliseconds; not at all for zero or less.
 *
 * @throws CancelledError as soon as the signal ends, also where it has ended before
 */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
	const end = steadyNow() + ms;
	// Each round sleeps for all that is left or, in an older n8n, for a part of it.
	for (let left = ms; left > 0; left = end - steadyNow()) {
		throwIfCancelled(signal);
		// A sleep fails when the signal ends. Its error is ignored, because the next check of the signal, right behind
		// this, throws CancelledError for it.
		await sleepSlice(left, signal).catch(noop);
	}
	throwIfCancelled(signal);
}

/**
 * Does nothing, unless the signal has ended.
 *
 * @throws CancelledError where the signal has ended, as when the execution is stopped
 */
export function throwIfCancelled(signal?: AbortSignal): void {
	if (signal?.aborted) throw new CancelledError();
}

/**
 * Waits for the result of work that does not follow the signal itself. When the signal ends, the work goes on, but
 * nobody waits for it any more.
 *
 * @throws what the work throws; CancelledError as soon as the signal ends
 */
export async function raceAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	// Its error is handled here once more, because it may come when nobody waits any more, and would then end n8n.
	work.catch(noop);
	throwIfCancelled(signal);
	let release = noop;
	const stopped = new Promise<never>((_, reject) => {
		release = onAbort(signal, () => reject(new CancelledError()));
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		release();
	}
}

/** Lets only so many pass at once; the others wait in the order in which they came. */
export class Semaphore {
	private inside = 0;

	/** For each who waits, the function that lets it in; the first has waited longest. */
	private readonly waiting: Array<() => void> = [];

	/** @param max how many may be inside at once */
	constructor(private readonly max: number) {}

	/**
	 * Waits for a free place and takes it. The caller has to give it back with `release`, once.
	 *
	 * @throws CancelledError where the signal has ended, or ends during the wait; no place is taken then
	 */
	async acquire(signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		if (this.inside < this.max) {
			this.inside++;
			return;
		}
		await new Promise<void>((resolve, reject) => {
			let releaseSignal = noop;
			// Called when somebody gives a place back, which stays counted as taken.
			const enter = () => {
				releaseSignal();
				resolve();
			};
			// Called when the signal ends.
			const giveUp = () => {
				pull(this.waiting, enter);
				reject(new CancelledError());
			};
			this.waiting.push(enter);
			releaseSignal = onAbort(signal, giveUp);
		});
	}

	/** Whether nobody is inside, and so nobody waits either. */
	get isUnused(): boolean {
		return this.inside === 0;
	}

	/** Gives a place back, once for each `acquire`. The first who waits takes it over, and is then inside. */
	release(): void {
		const enter = this.waiting.shift();
		if (enter) enter();
		else this.inside--;
	}

	/**
	 * Waits for a free place, does work in it, and gives the place back.
	 *
	 * @throws what the work throws; CancelledError where the signal ends before the work begins
	 */
	async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.acquire(signal);
		try {
			return await work();
		} finally {
			this.release();
		}
	}
}

/**
 * How long the last check of a wait may still take, in milliseconds, because it begins only when the time of the wait
 * is up: the time of one request.
 */
export const LAST_CHECK_MS = 60_000;

/** How often and for how long something is checked. */
interface Polling {
	/** Longest time in milliseconds, from the first check to the beginning of the last one; 0 for a single check. */
	timeLimitMs: number;
	/**
	 * The wait before the next check, in milliseconds.
	 *
	 * @param elapsedMs milliseconds since the first check began
	 * @param checks how many checks there were, from 1
	 */
	waitMs(elapsedMs: number, checks: number): number;
	/** Ends a wait between two checks; a check has to follow it on its own. */
	signal?: AbortSignal;
}

/**
 * Checks something at once, and then again and again, until a check gives a result or the time is up.
 *
 * @param check gives undefined as long as there is no result. With `isLast`, no check follows it, because the time was
 *   up before it began; without, it may still be the last one, because the time may become up while it runs
 * @returns the result; undefined when the time was up first
 * @throws whatever the check throws; CancelledError when the signal ends during a wait
 */
export async function pollUntil<T>(
	check: (isLast: boolean) => Promise<T | undefined>,
	{ timeLimitMs, waitMs, signal }: Polling,
): Promise<T | undefined> {
	const started = steadyNow();
	for (let checks = 1; ; checks++) {
		const isLast = steadyNow() - started >= timeLimitMs;
		const result = await check(isLast);
		if (result !== undefined) return result;
		// The time may have become up during the check, which then was the last one without being told so.
		const elapsedMs = steadyNow() - started;
		const leftMs = timeLimitMs - elapsedMs;
		if (leftMs <= 0) return undefined;
		// However long the wait would be, the last check begins as the time is up.
		await sleepFor(Math.min(waitMs(elapsedMs, checks), leftMs), signal);
	}
}

/**
 * A wait in milliseconds that doubles each time, up to a bound. It is then made up to a quarter shorter or longer at
 * random, so that requests which have failed together are not all repeated at the same moment.
 *
 * @param firstMs the first wait
 * @param times how often the work was done or has failed, from 1: `firstMs` belongs to 1, twice as much to 2
 * @param maxMs the bound, which the random quarter may still exceed; half a minute if not set
 */
export function growingWait(firstMs: number, times: number, maxMs = 30_000): number {
	const doubledMs = firstMs * 2 ** (times - 1);
	const fromThreeToFiveQuarters = 0.75 + Math.random() / 2;
	return Math.min(maxMs, doubledMs) * fromThreeToFiveQuarters;
}

/**
 * Waits for all of some work, also where a part of it fails.
 *
 * @returns what the work gave and the errors of the rest, each in the order of the work
 */
export async function settled<T>(
	work: ReadonlyArray<Promise<T>>,
): Promise<{ values: T[]; errors: Error[] }> {
	const values: T[] = [];
	const errors: Error[] = [];
	for (const outcome of await Promise.allSettled(work)) {
		if (outcome.status === 'fulfilled') values.push(outcome.value);
		else errors.push(asError(outcome.reason));
	}
	return { values, errors };
}

/**
 * Does work for many items, begun in their order, and waits for all that was begun. An error of one item does not end
 * the work on the others, unless `haltOnError` is given.
 *
 * @param concurrency most items under way at once; all of them if not set
 * @param haltOnError is aborted by the first error. Once it is aborted, here or by somebody else, no further item
 *   begins
 * @returns what the work gave, in the order of the items; where somebody else has aborted `haltOnError`, it is
 *   undefined in the places of the items that were not begun
 * @throws the error that came first, after all that was begun has finished
 */
export async function mapConcurrent<T, R>(
	items: readonly T[],
	work: (item: T, index: number) => Promise<R>,
	limits: { concurrency?: number; haltOnError?: AbortController } = {},
): Promise<R[]> {
	const { concurrency = items.length, haltOnError } = limits;
	const results: R[] = [];
	// So that it is as long as the list of items where its last ones are not begun, too.
	results.length = items.length;
	const errors: unknown[] = [];
	// All workers share one iterator, which gives each item once.
	const queue = items.entries();
	const worker = async () => {
		for (const [index, item] of queue) {
			if (haltOnError?.signal.aborted) return;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				errors.push(error);
				haltOnError?.abort();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
	if (errors.length > 0) throw asError(errors[0]);
	return results;
}
