const MOST = 1_000;

const begun = new Set<string>();

/**
 * Lets work begin once in this process, for callbacks that arrive at the same time.
 *
 * @returns false when it has begun before
 */
export function beginOnce(key: string): boolean {
	if (begun.has(key)) return false;
	begun.add(key);
	for (const oldest of begun) {
		if (begun.size <= MOST) break;
		begun.delete(oldest);
	}
	return true;
}
