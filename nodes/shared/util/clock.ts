/**
 * A clock for waits, in milliseconds: it goes with the clock of the system, but stands still where that one is set back,
 * so that no wait gets longer by as much.
 */
export function steadyClock(): () => number {
	let last = Date.now();
	let lag = 0;
	return () => {
		const now = Date.now();
		lag += Math.max(0, last - now);
		last = now;
		return now + lag;
	};
}
