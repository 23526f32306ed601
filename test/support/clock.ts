/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { afterAll, beforeAll } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import promises from 'node:timers/promises';

import { isAnythingOnItsWay, type Replace, watchCompression } from './onItsWay';

/*
 * Everything that tests do with time. What replaces functions is called at the top of a file or of a `describe`, counts
 * for the tests in there, and puts everything back behind them.
 */

type Work = (...given: unknown[]) => void;
export type Timer = (work: Work, ms?: number, ...given: unknown[]) => unknown;

/** What puts back what was replaced, the last one first: Jest runs what is behind tests in the order of their setup. */
const undone: Array<() => void> = [];

/** Replaces functions while tests run, and does what is returned behind them. Not by mocks: those remember every call. */
export function whileTesting(replaceAll: (replace: Replace) => (() => void) | void): void {
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

/** A timer of the virtual time. */
interface Waiting {
	dueAt: number;
	fire(): void;
	/**
	 * `awaited` moves the clock. `unawaited` only fires at its moment, as an `unref` timer. `idle`, as the limit of a request
	 * that was answered: nothing happens when it fires, so that it takes no moment of its own.
	 */
	use(): 'awaited' | 'unawaited' | 'idle';
}

/** Real milliseconds after which is checked again whether anything happens. Nothing depends on how exactly they are kept. */
const CHECK_MS = 1;

/** Checks in which nothing happens before the clock moves: what one turn of the event loop has sent arrives in the next one. */
const QUIET_CHECKS = 2;

/** Checks without a quiet moment after which time creeps on all the same. */
const BUSY_CHECKS = 1_000;

/**
 * A time that stands still while anything happens, and moves on to the next timer whenever pack and demo service do nothing
 * but wait. So a run takes the same time on any machine, however busy it is.
 */
class VirtualTime {
	private readonly timers = new Set<Waiting>();
	private readonly startMs = Date.now();
	passedMs = 0;
	private isChecking = false;
	private quietChecks = 0;
	private busyChecks = 0;
	private events = 0;
	private isOver = false;

	constructor(private readonly realTimer: (work: () => void, ms: number) => NodeJS.Timeout) {}

	now(): number {
		return this.startMs + this.passedMs;
	}

	/** @returns takes it back */
	add(ms: number, fire: () => void, use: Waiting['use'] = () => 'awaited'): () => void {
		if (this.isOver) return this.addReal(ms, fire);
		// As with Node's own timers, nothing is due at once.
		const timer = { dueAt: this.now() + Math.max(1, ms), fire, use };
		this.timers.add(timer);
		this.check();
		return () => void this.timers.delete(timer);
	}

	end(): void {
		this.isOver = true;
		this.timers.clear();
	}

	/** For a package that has kept the functions of this time, since packages outlive the test file; nothing waits for it. */
	private addReal(ms: number, fire: () => void): () => void {
		const timer = this.realTimer(fire, ms).unref();
		return () => clearTimeout(timer);
	}

	private check(): void {
		if (this.isChecking || this.timers.size === 0) return;
		this.isChecking = true;
		this.realTimer(() => {
			this.isChecking = false;
			if (this.isQuiet()) this.fireNext();
			else this.creep();
			this.check();
		}, CHECK_MS);
	}

	/**
	 * Whether nothing has happened for some checks, and nothing is on its way. Events are counted, not measured: those of the
	 * network as they arrive, what was asked of the file system, of a name server and the like until it is answered, and what
	 * is on its way.
	 */
	private isQuiet(): boolean {
		const { events } = performance.nodeTiming.uvMetricsInfo;
		const isExpected = process
			.getActiveResourcesInfo()
			.some((name) => /Req|Connect|Immediate/.test(name));
		const isQuiet = events === this.events && !isExpected;
		this.events = events;
		this.quietChecks = isQuiet ? this.quietChecks + 1 : 0;
		return this.quietChecks >= QUIET_CHECKS && !isAnythingOnItsWay();
	}

	/** Where work never ends, as in a loop without a wait, time creeps on, so that a test can stop it. */
	private creep(): void {
		this.busyChecks += 1;
		if (this.busyChecks < BUSY_CHECKS) return;
		this.passedMs += 1;
		for (const timer of [...this.timers]) {
			if (timer.dueAt <= this.now() && this.timers.delete(timer)) timer.fire();
		}
	}

	/** One moment at a time: what it brings about happens before the next one. */
	private fireNext(): void {
		this.busyChecks = 0;
		const timers = [...this.timers].map((timer) => ({ timer, use: timer.use() }));
		const first = (of: typeof timers) => Math.min(...of.map(({ timer }) => timer.dueAt));
		const next = first(timers.filter(({ use }) => use !== 'idle'));
		const isMoving = timers.some(({ use }) => use === 'awaited') || next <= this.now();
		if (!isMoving || !Number.isFinite(next)) return;
		this.passedMs = Math.max(this.passedMs, next - this.startMs);
		for (const { timer, use } of timers) {
			const isDue = use === 'idle' ? timer.dueAt <= next : timer.dueAt === next;
			if (isDue && this.timers.delete(timer)) timer.fire();
		}
	}
}

/** The virtual time of a file, or of a `describe` of it. */
const virtual: { time: VirtualTime | undefined } = { time: undefined };

/** In virtual time, nothing that begins now has begun at the same moment as what was before. */
export function nextMoment(): void {
	if (virtual.time) virtual.time.passedMs += 1;
}

type Timers = Record<'setTimeout' | 'setInterval', Timer> &
	Record<'clearTimeout' | 'clearInterval', (timer: unknown) => void>;

/** What `setTimeout` and `setInterval` return in virtual time. */
class VirtualTimer {
	private takeBack = () => {};
	private isRef = true;

	constructor(
		private readonly time: VirtualTime,
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
		this.takeBack = this.time.add(this.ms, fire, () => (this.isRef ? 'awaited' : 'unawaited'));
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
async function virtualSleep(
	time: VirtualTime,
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

/**
 * Waits, paces, limits and clocks of pack and demo service are in virtual time, in which they stay as they are to each
 * other, and take none. Of sockets only the time limits are real, which are minutes long and end no test.
 */
export function virtualTime(): void {
	whileTesting((replace) => {
		if (virtual.time) return;
		const { setTimeout: realTimer, Date: RealDate } = globalThis;
		const time = new VirtualTime(realTimer);
		replace(virtual, 'time', () => time);
		watchCompression(replace);
		const begunMs = performance.now();
		replace(performance, 'now', () => () => begunMs + time.passedMs);
		class VirtualDate extends RealDate {
			constructor(...given: unknown[]) {
				if (given.length === 0) super(time.now());
				else super(...(given as [number]));
			}

			static now = () => Math.floor(time.now());
		}
		replace(globalThis, 'Date', () => VirtualDate as DateConstructor);
		const timers = globalThis as unknown as Timers;
		for (const name of ['setTimeout', 'setInterval'] as const) {
			const repeats = name === 'setInterval';
			replace(
				timers,
				name,
				() =>
					(work, ms = 0, ...given) =>
						new VirtualTimer(time, () => work(...given), Number(ms), repeats),
			);
		}
		for (const name of ['clearTimeout', 'clearInterval'] as const) {
			replace(
				timers,
				name,
				(old) => (timer) =>
					timer instanceof VirtualTimer ? void timer.close() : old.call(globalThis, timer),
			);
		}
		replace(AbortSignal, 'timeout', () => (ms) => {
			const ending = new AbortController();
			const reason = 'The operation was aborted due to timeout';
			time.add(
				ms,
				() => ending.abort(new DOMException(reason, 'TimeoutError')),
				() => (isListenedTo(ending.signal) ? 'awaited' : 'idle'),
			);
			return ending.signal;
		});
		// The modules of Node outlive the test file.
		replace(
			promises as { setTimeout: (...given: unknown[]) => unknown },
			'setTimeout',
			() => (ms, value, options) =>
				virtualSleep(time, Number(ms ?? 0), value, (options as { signal?: AbortSignal })?.signal),
		);
		return () => time.end();
	});
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
