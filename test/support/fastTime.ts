/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { ClientRequest } from 'node:http';

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

/** Moves the clock of the present run on; outside of one, nothing happens. */
export function passTime(ms: number): boolean {
	const time = current.getStore();
	if (time) time.aheadMs += ms;
	return time !== undefined;
}

/** Makes the clock, the limits of requests and chance depend on the run. */
export function installFastTime(): void {
	const now = Date.now.bind(Date);
	const { random } = Math;
	const limit = AbortSignal.timeout.bind(AbortSignal);
	const wait = globalThis.setTimeout;
	const untilAnswer = ClientRequest.prototype.setTimeout;
	const isShort = (ms: unknown): ms is number =>
		Number(ms) >= LONG_MS && Number(ms) < ENDLESS_MS && current.getStore()?.shortLimits === true;

	// Not as mocks: those remember every call.
	Date.now = () => now() + (current.getStore()?.aheadMs ?? 0);
	// Half of the spread: pauses are the same in every run.
	Math.random = () => (current.getStore() ? 0.5 : random());
	AbortSignal.timeout = (ms) => {
		if (!isShort(ms)) return limit(ms);
		const time = current.getStore();
		const end = (time?.aheadMs ?? 0) + ms;
		const signal = limit(Math.ceil(ms / SHORTER));
		// A limit that nobody listens to any more must not move the clock.
		const passTo = () => {
			if (time && getEventListeners(signal, 'abort').length > 0) {
				time.aheadMs = Math.max(time.aheadMs, end);
			}
		};
		signal.addEventListener('abort', passTo, { once: true });
		return signal;
	};
	globalThis.setTimeout = ((
		work: (...given: unknown[]) => void,
		ms?: number,
		...given: unknown[]
	) => wait(work, isShort(ms) ? ms / SHORTER : ms, ...given)) as typeof setTimeout;
	ClientRequest.prototype.setTimeout = function (this: ClientRequest, ms, callback) {
		return untilAnswer.call(this, isShort(ms) ? ms / SHORTER : ms, callback);
	};
}
