/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { afterAll, beforeAll, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import promises from 'node:timers/promises';

import { StoreMemory } from '../../nodes/shared/submit/memory/store';

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

/** What puts back what was replaced, the last one first: Jest runs what is behind tests in the order of their setup. */
const undone: Array<() => void> = [];

/** Replaces functions while tests run, and does what is returned behind them. Not by mocks: those remember every call. */
function whileTesting(replaceAll: (replace: Replace) => (() => void) | void): void {
	let before = Infinity;
	// Not before there is a test to run: a file whose tests are all skipped never gets to its end.
	beforeAll(() => {
		before = undone.length;
		const end = replaceAll((object, name, by) => {
			const old = object[name];
			object[name] = by(old);
			undone.push(() => (object[name] = old));
		});
		if (end) undone.push(end);
	});
	afterAll(() => {
		for (const undo of undone.splice(before).reverse()) undo();
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

/** A timer of the time that jumps. */
interface Waiting {
	dueAt: number;
	fire(): void;
	/** Whether anybody waits for it; one that nobody waits for does not move the clock. */
	isAwaited(): boolean;
}

/** Real milliseconds after which is checked again whether anything happens. */
const CHECK_MS = 1;

/** Of those, how many the process may be at work and still count as idle: the check is work too. */
const AT_WORK_MS = 0.4;

/** A time that passes as it does, and jumps to the next timer whenever pack and demo service do nothing but wait. */
class JumpingTime {
	private readonly timers = new Set<Waiting>();
	aheadMs = 0;
	private checking = false;
	private idleChecks = 0;
	private utilization = performance.eventLoopUtilization();

	constructor(
		private readonly realNow: () => number,
		private readonly realTimer: (work: () => void, ms: number) => unknown,
	) {}

	now(): number {
		return this.realNow() + this.aheadMs;
	}

	/** @returns takes it back */
	add(ms: number, fire: () => void, isAwaited = () => true): () => void {
		const timer = { dueAt: this.now() + Math.max(1, ms), fire, isAwaited };
		this.timers.add(timer);
		this.check();
		return () => void this.timers.delete(timer);
	}

	end(): void {
		this.timers.clear();
	}

	private check(): void {
		if (this.checking || this.timers.size === 0) return;
		this.checking = true;
		this.realTimer(() => {
			this.checking = false;
			if (this.isIdle()) this.jump();
			this.fireDue();
			this.check();
		}, CHECK_MS);
	}

	/** Whether nothing has happened since the last check, twice, and nothing is to be expected of the file system and the like. */
	private isIdle(): boolean {
		const now = performance.eventLoopUtilization();
		const { active } = performance.eventLoopUtilization(now, this.utilization);
		this.utilization = now;
		const expected = process.getActiveResourcesInfo().some((name) => /Req|Connect/.test(name));
		this.idleChecks = active < AT_WORK_MS && !expected ? this.idleChecks + 1 : 0;
		return this.idleChecks >= 2;
	}

	private jump(): void {
		const all = [...this.timers];
		const awaited = all.filter((timer) => timer.isAwaited());
		const next = Math.min(...(awaited.length > 0 ? awaited : all).map(({ dueAt }) => dueAt));
		if (Number.isFinite(next)) this.aheadMs += Math.max(0, next - this.now());
	}

	/** One moment at a time: what it brings about happens before the next one. */
	private fireDue(): void {
		const all = [...this.timers];
		const first = Math.min(...all.map(({ dueAt }) => dueAt));
		if (first > this.now()) return;
		for (const timer of all) {
			if (timer.dueAt === first && this.timers.delete(timer)) timer.fire();
		}
	}
}

/** Whether time jumps already, for a whole file and a `describe` of it. */
const jumping = { isOn: false };

type Timers = Record<'setTimeout' | 'setInterval', Timer> &
	Record<'clearTimeout' | 'clearInterval', (timer: unknown) => void>;

/** What `setTimeout` and `setInterval` return in the time that jumps. */
class JumpingTimer {
	private takeBack = () => {};
	private isRef = true;

	constructor(
		private readonly time: JumpingTime,
		private readonly work: () => void,
		private readonly ms: number,
		private readonly repeats: boolean,
	) {
		this.refresh();
	}

	refresh(): this {
		this.takeBack();
		const fire = () => {
			if (this.repeats) this.refresh();
			this.work();
		};
		this.takeBack = this.time.add(this.ms, fire, () => this.isRef);
		return this;
	}

	close(): this {
		this.takeBack();
		return this;
	}

	unref(): this {
		this.isRef = false;
		return this;
	}
}

/** Fails with the reason of the signal once it ends, as `setTimeout` of `timers/promises` does. */
async function jumpingSleep(
	time: JumpingTime,
	ms: number,
	value: unknown,
	signal?: AbortSignal,
): Promise<unknown> {
	const fail = () =>
		Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
			name: 'AbortError',
			code: 'ABORT_ERR',
		});
	if (signal?.aborted) throw fail();
	return await new Promise((resolve, reject) => {
		const end = () => {
			takeBack();
			reject(fail());
		};
		const takeBack = time.add(ms, () => {
			signal?.removeEventListener('abort', end);
			resolve(value);
		});
		signal?.addEventListener('abort', end, { once: true });
	});
}

/** Whether anything happens when the signal ends. */
const isListenedTo = (signal: AbortSignal): boolean =>
	getEventListeners(signal, 'abort').length > 0 ||
	Object.getOwnPropertySymbols(signal).some(
		(name) => name.description === 'kDependantSignals' && Reflect.get(signal, name) !== undefined,
	);

/** A connection with its time limit, as far as it matters here. */
interface Limited {
	server?: unknown;
	timeout?: number;
	bytesRead: number;
	bytesWritten: number;
	_httpMessage?: unknown;
	[LIMIT]?: () => void;
}

const LIMIT = Symbol('takes back the time limit of a connection');

/** A time limit for a client's connection on which nothing moves; those of servers are about real connections. */
function limitSocket(time: JumpingTime, socket: Limited & Socket, ms: number): void {
	socket.timeout = ms;
	socket[LIMIT]?.();
	if (ms <= 0 || ms >= 2 ** 31) return;
	const moved = () => socket.bytesRead + socket.bytesWritten;
	const before = moved();
	const fire = () => {
		if (socket.destroyed) return;
		if (moved() === before) socket.emit('timeout');
		else limitSocket(time, socket, ms);
	};
	socket[LIMIT] = time.add(ms, fire, () => Boolean(socket._httpMessage) && !socket.destroyed);
}

/**
 * For pack and demo service alike, lets time jump to the next timer whenever both do nothing but wait, so that waits,
 * paces, limits and clocks stay as they are to each other and take no time. What is work takes the time that it takes.
 */
export function quickTime(): void {
	whileTesting((replace) => {
		if (jumping.isOn) return;
		replace(jumping, 'isOn', () => true);
		const { setTimeout: realTimer, Date: RealDate } = globalThis;
		const time = new JumpingTime(() => RealDate.now(), realTimer);
		replace(performance, 'now', (old) => () => old.call(performance) + time.aheadMs);
		class JumpingDate extends RealDate {
			constructor(...given: unknown[]) {
				if (given.length === 0) super(time.now());
				else super(...(given as [number]));
			}

			static now = () => Math.floor(time.now());
		}
		replace(globalThis, 'Date', () => JumpingDate as DateConstructor);
		const timers = globalThis as unknown as Timers;
		for (const name of ['setTimeout', 'setInterval'] as const) {
			const repeats = name === 'setInterval';
			replace(
				timers,
				name,
				() =>
					(work, ms = 0, ...given) =>
						new JumpingTimer(time, () => work(...given), Number(ms), repeats),
			);
		}
		for (const name of ['clearTimeout', 'clearInterval'] as const) {
			replace(
				timers,
				name,
				(old) => (timer) =>
					timer instanceof JumpingTimer ? void timer.close() : old.call(globalThis, timer),
			);
		}
		replace(AbortSignal, 'timeout', () => (ms) => {
			const ending = new AbortController();
			const reason = 'The operation was aborted due to timeout';
			time.add(
				ms,
				() => ending.abort(new DOMException(reason, 'TimeoutError')),
				() => isListenedTo(ending.signal),
			);
			return ending.signal;
		});
		// The modules of Node outlive the test file.
		replace(
			promises as { setTimeout: (...given: unknown[]) => unknown },
			'setTimeout',
			() => (ms, value, options) =>
				jumpingSleep(time, Number(ms ?? 0), value, (options as { signal?: AbortSignal })?.signal),
		);
		replace(
			Socket.prototype,
			'setTimeout',
			(old) =>
				function (this: Limited & Socket, ms, callback) {
					if (this.server) return old.call(this, ms, callback);
					limitSocket(time, this, ms);
					if (ms === 0 && callback) this.removeListener('timeout', callback);
					else if (callback) this.once('timeout', callback);
					return this;
				},
		);
		return () => time.end();
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

/** By how much the clock that is never set back is ahead: a run begins where those before it have come to. */
function steadyMs(): number {
	const time = current.getStore();
	if (!time) return steady.furthestMs;
	const begunMs = steady.begun.get(time) ?? steady.furthestMs - time.aheadMs;
	steady.begun.set(time, begunMs);
	steady.furthestMs = Math.max(steady.furthestMs, begunMs + time.aheadMs);
	return begunMs + time.aheadMs;
}

const steady = { furthestMs: 0, begun: new WeakMap<FastTime, number>() };

/** Makes the clock, the pauses, the limits of requests and chance depend on the run; outside of one, nothing changes. */
export function fastTime(): void {
	whileTesting((replace) => {
		// Where a run has a time of its own, that of the file does not jump.
		replace(jumping, 'isOn', () => true);
		const isShort = (ms: unknown): ms is number =>
			Number(ms) >= LONG_MS && Number(ms) < ENDLESS_MS && current.getStore()?.shortLimits === true;
		const aheadMs = () => current.getStore()?.aheadMs ?? 0;
		replace(Date, 'now', (old) => () => Math.floor(old.call(Date) + aheadMs()));
		replace(performance, 'now', (old) => () => old.call(performance) + steadyMs());
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
		// It repeats as long as the run lasts, so that each round would move the clock on.
		replace(StoreMemory.prototype as unknown as { showLife(): Promise<void> }, 'showLife', () => {
			return async () => {};
		});
		replace(sleepOfN8n(), 'sleep', (old) => async (ms, signal) => {
			const time = current.getStore();
			if (!time) return await old(ms, signal);
			signal?.throwIfAborted();
			time.aheadMs += ms;
			await new Promise((resolve) => setImmediate(resolve));
		});
	});
}

/** n8n-workflow has its own copy of the module with which the pack pauses. */
function sleepOfN8n() {
	const paths = [dirname(require.resolve('n8n-workflow'))];
	return jest.requireActual<{ sleep(ms: number, signal?: AbortSignal): Promise<void> }>(
		require.resolve('@n8n/utils/sleep', { paths }),
	);
}

/** Some work, which fails where it has not ended after so much real time. */
export async function inRealTime<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`Never ends: ${what}`)), ms);
	});
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * How many times as long some work takes with eight times as much: 8 when its time grows in line with its size, 64 when it
 * grows with the square. Says much the same on a slow or busy machine: only the time of this process counts, and of several
 * measurements the one with the least noise.
 *
 * @param work is measured with a larger size where it takes no noticeable time for this one
 */
export function growth(size: number, work: (size: number) => unknown): number {
	const once = (of: number) => {
		const before = process.cpuUsage();
		work(of);
		const { user, system } = process.cpuUsage(before);
		return user + system;
	};
	const best = (of: number) => Math.min(...[1, 2, 3].map(() => once(of)));
	let begun = size;
	while (best(begun) < NOTICEABLE_US && begun < 32 * size) begun *= 2;
	const ratio = () => best(8 * begun) / Math.max(1, best(begun));
	return Math.min(ratio(), ratio(), ratio());
}

/** Microseconds of the processor, far above what memory and clock are off by. */
const NOTICEABLE_US = 1_000;

/** Between line and square, with room for garbage collection and compilation. */
export const LINEAR = 40;
