import { jest } from '@jest/globals';

const ANSWER_WITHIN_MS = 50_000;

/** Lets the longest time until a callback is answered pass in so many milliseconds; gives the way back. */
export function answeringWithin(ms: number): () => void {
	const limit = AbortSignal.timeout.bind(AbortSignal);
	const spy = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((asked) =>
			limit(asked > ANSWER_WITHIN_MS - 10_000 && asked <= ANSWER_WITHIN_MS ? ms : asked),
		);
	return () => spy.mockRestore();
}
