/*
 * What a process remembers in a map or a set, which keeps the order in which its entries came: the oldest is the first.
 */

/**
 * Forgets the oldest entry where there are more than `most`, which is 1000 if not set. Whoever adds one entry calls
 * this each time, so that a single one is enough; whoever adds several calls it in a loop.
 */
export function forgetOldest(remembered: Map<string, unknown> | Set<string>, most = 1_000): void {
	if (remembered.size <= most) return;
	const [oldest] = remembered.keys();
	if (oldest !== undefined) remembered.delete(oldest);
}

/** Far more entries than are in use at the same time, such as IDs given in a minute, or nodes that are called. */
const MOST_IN_USE = 10_000;

/** Remembers a value under a key as the youngest entry, and forgets the oldest one where there are more than 10,000. */
export function rememberYoungest<T>(remembered: Map<string, T>, key: string, value: T): void {
	// Deleted first, because a map keeps the place of a key that is set again, and so the entry would stay an old one.
	remembered.delete(key);
	forgetOldest(remembered.set(key, value), MOST_IN_USE);
}
