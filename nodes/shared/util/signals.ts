/** What is called when a signal ends; one listener for all of them, because Node warns of more than ten. */
const followers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function once when a signal ends, at once when it has ended before.
 *
 * @returns lets go of the signal; to be called when the work is over
 */
export function onEnd(signal: AbortSignal, end: () => void): () => void {
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
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that ends at a certain time, or after 24 days.
 *
 * @param endsAt in milliseconds since the epoch
 */
export function signalAt(endsAt: number): AbortSignal {
	return AbortSignal.timeout(Math.max(0, Math.min(LONGEST_TIMER_MS, endsAt - Date.now())));
}

/** A signal that ends with the first of several others, until it is released. */
export interface JoinedSignal {
	signal: AbortSignal;
	/** Lets go of the others; to be called when the work is over. */
	release(): void;
}

/**
 * Joins signals.
 *
 * Not `AbortSignal.any`, which holds its sources weakly: Node 20 collects a time limit that nothing else leads to,
 * and it never fires (seen 20 times of 20). A listener keeps it.
 */
export function joinSignals(...sources: Array<AbortSignal | undefined>): JoinedSignal {
	const joined = new AbortController();
	const releases = sources.map((source) => source && onEnd(source, () => joined.abort()));
	return {
		signal: joined.signal,
		release() {
			for (const release of releases) release?.();
		},
	};
}
