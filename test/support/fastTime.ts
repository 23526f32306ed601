/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { ClientRequest } from 'node:http';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';

import { StoreMemory } from '../../nodes/shared/submit/memory/store';
import { type Timer, whileTesting } from './clock';

/*
 * A time for each of many runs side by side, whose pauses move only its own clock: the tables of faults and the random workflows.
 */

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

/** How far a wait moves the clock at once. */
const STEP_MS = 500;

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
			// In steps, so that what takes a moment is done before a long limit is over.
			for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
				signal?.throwIfAborted();
				time.aheadMs += Math.min(leftMs, STEP_MS);
				await new Promise((resolve) => setImmediate(resolve));
			}
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
