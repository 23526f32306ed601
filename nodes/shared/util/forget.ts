/** Forgets the oldest entry of what this process remembers, where there are more entries than `most`. */
export function forgetOldest(remembered: Map<string, unknown> | Set<string>, most = 1_000): void {
	const [oldest = ''] = remembered.keys();
	if (remembered.size > most) remembered.delete(oldest);
}

/** Remembers a value as the youngest, and forgets the oldest one where there are more than `most`. */
export function rememberYoungest<T>(
	remembered: Map<string, T>,
	[key, value]: readonly [key: string, value: T],
	most?: number,
): void {
	// Deleted first, because a map keeps the position of an entry that is set again.
	remembered.delete(key);
	forgetOldest(remembered.set(key, value), most);
}
