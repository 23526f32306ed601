/** Forgets the oldest entry of what this process remembers, where there are more entries than `most`. */
export function forgetOldest(remembered: Map<string, unknown> | Set<string>, most = 1_000): void {
	const [oldest = ''] = remembered.keys();
	if (remembered.size > most) remembered.delete(oldest);
}
