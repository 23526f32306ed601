import { asError } from './errors';

export interface RunAll {
	/** Most items under way at once. */
	atOnce?: number;
	/** Aborted by the first error; once it is aborted, by whomever, nothing further is begun. */
	haltOnError?: AbortController;
}

/**
 * Does work for many items, begun in their order, and waits for all that was begun.
 *
 * @returns what the work gave, in the order of the items
 * @throws the error that came first, after all that was started has finished
 */
export async function runAll<T, R>(
	items: readonly T[],
	work: (item: T, index: number) => Promise<R>,
	{ atOnce = items.length, haltOnError }: RunAll = {},
): Promise<R[]> {
	const results: R[] = [];
	const queue = items.entries();
	let first: { error: unknown } | undefined;
	const worker = async () => {
		for (const [index, item] of queue) {
			if (haltOnError?.signal.aborted) return;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				first ??= { error };
				haltOnError?.abort();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (first) throw asError(first.error);
	return results;
}
