const ANSWER_WITHIN_MS = 50_000;

/**
 * Lets the longest time until a callback is answered pass in so many milliseconds; returns the way back. Not a spy of
 * jest, which puts back at the end of the file what it found, and would so undo what `quickTime` has put back before.
 */
export function answeringWithin(ms: number): () => void {
	const before = AbortSignal.timeout;
	AbortSignal.timeout = (asked) =>
		before.call(
			AbortSignal,
			asked > ANSWER_WITHIN_MS - 10_000 && asked <= ANSWER_WITHIN_MS ? ms : asked,
		);
	return () => {
		AbortSignal.timeout = before;
	};
}
