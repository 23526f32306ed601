import { clamp, noop, pull } from 'lodash';

import { sleepSlice } from './sleep';

/** The clock of waits, in milliseconds, which nobody sets back. */
export function steadyNow(): number {
	return Math.round(performance.now());
}

/** The user or n8n stopped the execution. */
export class CancelledError extends Error {
	constructor() {
		super('The execution was stopped');
		this.name = 'CancelledError';
	}
}

/** Passes an error on unchanged; it becomes n8n's error at the edge. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** What is called when a signal ends; one listener for all, as Node 20 warns of more than ten. */
const followers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function once when a signal ends, at once when it has ended before.
 *
 * @returns lets go of the signal; to be called when the work is over
 */
export function onAbort(signal: AbortSignal, end: () => void): () => void {
	if (signal.aborted) {
		end();
		return () => {};
	}
	const ends = followers.get(signal) ?? new Set();
	followers.set(signal, ends);
	const call = () => end();
	if (ends.add(call).size === 1) signal.addEventListener('abort', endAll);
	return () => {
		if (ends.delete(call) && ends.size === 0) signal.removeEventListener('abort', endAll);
	};
}

function endAll({ target }: Event): void {
	for (const end of followers.get(target as AbortSignal) ?? []) end();
}

/** Longest time that a timer takes, 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that ends at a certain time, or after 24 days.
 *
 * @param endsAt in milliseconds since the epoch
 */
export function signalAt(endsAt: number): AbortSignal {
	return AbortSignal.timeout(clamp(Math.ceil(endsAt - Date.now()), 0, MAX_TIMER_MS));
}

/**
 * A signal that ends with the first of several others; to be released when the work is over.
 *
 * Not `AbortSignal.any`, which holds its sources weakly: Node 20 collects a time limit that nothing else
 * leads to, and it never fires (seen 20 times of 20). A listener keeps it.
 */
export function anySignal(...sources: Array<AbortSignal | undefined>) {
	const joined = new AbortController();
	const releases = sources.map((source) => source && onAbort(source, () => joined.abort()));
	const release = () => releases.forEach((letGo) => letGo?.());
	return { signal: joined.signal, release };
}

/** Waits so many milliseconds, or throws CancelledError at once when the execution is stopped. */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
	const end = steadyNow() + ms;
	for (let left = ms; left > 0; left = end - steadyNow()) {
		throwIfCancelled(signal);
		// It fails when the signal ends.
		await sleepSlice(left, signal).catch(() => {});
	}
	throwIfCancelled(signal);
}

/** @throws CancelledError when the execution is stopped */
export function throwIfCancelled(signal?: AbortSignal): void {
	if (signal?.aborted) throw new CancelledError();
}

/** Waits for what others do, or throws CancelledError at once when the execution is stopped. */
export async function raceAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	throwIfCancelled(signal);
	if (!signal) return await work;
	let release = () => {};
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
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly max: number) {}

	/** @throws CancelledError when the execution is stopped while it waits */
	async acquire(signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		if (this.inside < this.max) {
			this.inside++;
			return;
		}
		await new Promise<void>((resolve, reject) => {
			const leave = () => {
				pull(this.waiting, enter);
				reject(new CancelledError());
			};
			const letGo = signal ? onAbort(signal, leave) : noop;
			const enter = () => {
				letGo();
				resolve();
			};
			this.waiting.push(enter);
		});
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.inside--;
	}

	async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.acquire(signal);
		try {
			return await work();
		} finally {
			this.release();
		}
	}
}

/** A check that begins as the time is up still gets the time of one request, in milliseconds. */
export const LAST_CHECK_MS = 60_000;

interface Polling {
	/** Longest time in milliseconds, from the first check to the beginning of the last one. */
	timeLimitMs: number;
	/** The wait after a check, in milliseconds, by the time since the first and their number. */
	waitMs(elapsedMs: number, checks: number): number;
	signal?: AbortSignal;
}

/**
 * Checks something until it gives a result or the time is up.
 *
 * @param check gives undefined as long as there is no result; called with whether it is the last time
 * @returns the result; undefined when the time was up first
 * @throws whatever the check throws; CancelledError when the execution is stopped
 */
export async function pollUntil<T>(
	check: (isLast: boolean) => Promise<T | undefined>,
	{ timeLimitMs, waitMs, signal }: Polling,
): Promise<T | undefined> {
	const started = steadyNow();
	for (let checks = 1; ; checks++) {
		const isLast = steadyNow() - started >= timeLimitMs;
		const result = await check(isLast);
		const elapsedMs = steadyNow() - started;
		if (result !== undefined || elapsedMs >= timeLimitMs) return result;
		await sleepFor(Math.min(waitMs(elapsedMs, checks), timeLimitMs - elapsedMs), signal);
	}
}

/**
 * A wait that doubles each time, up to a bound, in milliseconds. At random it is a quarter shorter or
 * longer, which spreads what is done side by side.
 *
 * @param times how often the work was done or has failed, from 1
 */
export function growingWait(firstMs: number, times: number, maxMs = 30_000): number {
	return Math.min(maxMs, firstMs * 2 ** (times - 1)) * (0.75 + Math.random() / 2);
}

/**
 * Does work for many items, begun in their order, and waits for all that was begun.
 *
 * @param concurrency most items under way at once
 * @param haltOnError aborted by the first error; once it is aborted, by whomever, nothing more begins
 * @returns what the work gave, in the order of the items
 * @throws the error that came first, after all that was started has finished
 */
export async function mapConcurrent<T, R>(
	items: readonly T[],
	work: (item: T, index: number) => Promise<R>,
	limits: { concurrency?: number; haltOnError?: AbortController } = {},
): Promise<R[]> {
	const { concurrency = items.length, haltOnError } = limits;
	const results: R[] = [];
	const queue = items.entries();
	let first: { error: unknown } | undefined;
	const worker = async () => {
		for (const [index, item] of queue) {
			if (haltOnError?.signal.aborted) return;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				first ??= { error };
				haltOnError?.abort();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
	if (first) throw asError(first.error);
	return results;
}
