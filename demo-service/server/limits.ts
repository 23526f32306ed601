/** At most `count` requests within any `perMs` milliseconds. */
export interface RateLimit {
	count: number;
	perMs: number;
}

export const PER_SECOND = 1000;
export const PER_MINUTE = 60_000;

/** Sliding windows of admitted requests, one per application and operation (service.md 8). */
export class Limits {
	private windows = new Map<string, number[]>();

	/**
	 * @param enforced false admits everything
	 * @param minuteMs how long a minute of the limits lasts, to shorten tests
	 */
	constructor(
		public enforced: boolean,
		private readonly minuteMs: number,
	) {}

	/** Admits a request, or refuses it; a refused one does not count. */
	admit(token: string, operation: string, limit: RateLimit): boolean {
		if (!this.enforced) return true;
		const perMs = limit.perMs === PER_MINUTE ? this.minuteMs : limit.perMs;
		const key = `${token} ${operation}`;
		const now = Date.now();
		const recent = (this.windows.get(key) ?? []).filter((time) => time > now - perMs);
		const admitted = recent.length < limit.count;
		if (admitted) recent.push(now);
		this.windows.set(key, recent);
		return admitted;
	}

	clear(): void {
		this.windows.clear();
	}
}
