import type { Task } from '../tasks/task';

type LookUp = (ids: string[]) => Promise<Map<string, Task>>;

interface Round {
	ids: Set<string>;
	answer: Promise<Map<string, Task>>;
}

interface Queue {
	/** Ends with the round that is under way, or with the one that waits for it. */
	busy: Promise<unknown>;
	/** The round that has not begun yet. */
	next?: Round;
}

const queues = new Map<string, Queue>();

/**
 * Looks tasks up so that callbacks that arrive together cost one query: while one is under way, all further
 * ids are gathered for the next. A query never begins before the callback that asks for it.
 *
 * @param key what may share a query: same credential and same kind
 * @param lookUp asks the service; called with all gathered ids
 */
export async function lookUpTogether(
	key: string,
	ids: Iterable<string>,
	lookUp: LookUp,
): Promise<Map<string, Task>> {
	const queue = queues.get(key) ?? { busy: Promise.resolve() };
	queues.set(key, queue);
	const round = (queue.next ??= begin(key, queue, lookUp));
	for (const id of ids) round.ids.add(id);
	return await round.answer;
}

function begin(key: string, queue: Queue, lookUp: LookUp): Round {
	const ids = new Set<string>();
	const answer = queue.busy.then(async () => {
		queue.next = undefined;
		return await lookUp([...ids]);
	});
	const close = () => {
		if (!queue.next) queues.delete(key);
	};
	queue.busy = answer.then(close, close);
	return { ids, answer };
}
