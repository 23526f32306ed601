import type { ServiceClient } from '../service/client';
import { eachPage } from '../service/pages';
import { isFinal, type Task, type TaskKind, type Outcome } from './task';
import { hasOutcome } from './task';

/** The user waits for a sample, and the service has no filter: at most this many pages are searched. */
const MOST_PAGES = 5;

/**
 * The first finished task of each kind in the service's list, as a sample for building a workflow.
 *
 * @param kinds kinds, of which those that the service can list give samples
 */
export async function sampleTasks(
	client: ServiceClient,
	kinds: TaskKind[],
	outcome: Outcome,
): Promise<Task[]> {
	const found = await Promise.all(kinds.map(async (kind) => await first(client, kind, outcome)));
	return found.flatMap((task) => task ?? []);
}

async function first(
	client: ServiceClient,
	{ list }: TaskKind,
	outcome: Outcome,
): Promise<Task | undefined> {
	if (!list) return undefined;
	let pages = 0;
	const read = async (number: number) => await list(client, number);
	for await (const { records } of eachPage(read, ({ taskId }) => taskId)) {
		const task = records.find((one) => isFinal(one) && hasOutcome(one, outcome));
		if (task) return task;
		if (++pages >= MOST_PAGES) break;
	}
	return undefined;
}
