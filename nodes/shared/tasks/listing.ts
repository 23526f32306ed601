import type { ServiceClient } from '../api/client';
import { eachPage } from '../api/pages';
import { createdAt, hasOutcome, isFinal, type TaskOutcome, type Task } from '../model/task';
import {
	isListed,
	type ListedKind,
	type TaskFilter,
	type TaskKind,
	type TaskList,
} from '../model/taskKind';

/* Lists of tasks, page by page. */

/** Longest time for one request, in milliseconds, whatever wait the service asks for. */
export const MAX_QUESTION_MS = 60_000;

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order:
 * a list that does not run from the newest to the oldest is read to its end.
 *
 * @param oldest gives up to which time tasks are of interest, by the time of the newest task so far; in Unix seconds
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	oldest: (newest: number) => number = () => -Infinity,
	filter?: TaskFilter,
): AsyncGenerator<{ records: Task[]; pagesLeft: number }> {
	let last = Infinity;
	let newest = -Infinity;
	let [falls, rises] = [false, false];
	const read = async (number: number) =>
		await list(client.with({ withinMs: MAX_QUESTION_MS }), number, filter);
	for await (const page of eachPage(read, ({ taskId }) => taskId)) {
		for (const task of page.records) {
			const created = createdAt(task) ?? last;
			falls ||= created < last && last < Infinity;
			rises ||= created > last;
			last = created;
			if (created < Infinity) newest = Math.max(newest, created);
		}
		yield page;
		if (falls && !rises && last < oldest(newest)) return;
	}
}

/** The user waits for a sample, and the service has no filter. */
const MAX_SAMPLE_PAGES = 5;

/** The first finished task of each kind in the service's list, as a sample for building a workflow. */
export async function sampleTasks(client: ServiceClient, kinds: TaskKind[], outcome: TaskOutcome) {
	const sampleOf = async ({ list }: ListedKind): Promise<Task[]> => {
		let pages = 0;
		for await (const { records } of pagesBackTo(client, list)) {
			const task = records.find((one) => isFinal(one) && hasOutcome(one, outcome));
			if (task) return [task];
			if (++pages >= MAX_SAMPLE_PAGES) break;
		}
		return [];
	};
	const samples = kinds.filter(isListed).map(sampleOf);
	const settled = await Promise.allSettled(samples);
	const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
	return found.length > 0 ? found : (await Promise.all(samples)).flat();
}
