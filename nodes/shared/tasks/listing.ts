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

/** Which tasks of a list are of interest. */
interface WantedTasks {
	/** Of the time of the newest task read so far, the time before which no task is of interest; both in Unix seconds. */
	oldest?(newest: number): number;
	/** What the service itself is asked for. */
	filter?: TaskFilter;
}

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order:
 * a list that, as far as it has been read, does not run from the newest to the oldest is read to its end. Pages are given
 * whole, so the last one may have older tasks.
 *
 * @param wanted which of its tasks are of interest; all, unless something else is said
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	{ oldest = () => -Infinity, filter }: WantedTasks = {},
): AsyncGenerator<{ records: Task[]; pagesLeft: number }> {
	const times = new TimesSeen();
	const read = async (number: number) =>
		await list(client.with({ withinMs: MAX_QUESTION_MS }), number, filter);
	for await (const page of eachPage(read, ({ taskId }) => taskId)) {
		for (const task of page.records) times.add(createdAt(task));
		yield page;
		if (times.isNewestFirst && times.last < oldest(times.newest)) return;
	}
}

/** The times of the tasks of a list, as far as it has been read. */
class TimesSeen {
	last = Infinity;
	newest = -Infinity;
	private isFalling = false;
	private isRising = false;

	/** Whether the list runs from the newest to the oldest. */
	get isNewestFirst(): boolean {
		return this.isFalling && !this.isRising;
	}

	/** @param time of the next task; undefined where the service does not tell it, which changes nothing */
	add(time: number | undefined): void {
		if (time === undefined) return;
		if (time < this.last && this.last < Infinity) this.isFalling = true;
		if (time > this.last) this.isRising = true;
		this.last = time;
		this.newest = Math.max(this.newest, time);
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
