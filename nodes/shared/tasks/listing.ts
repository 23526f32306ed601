import { compact } from 'lodash';

import type { ServiceClient } from '../api/client';
import { eachPage } from '../api/pages';
import { createdAt, hasOutcome, isFinal, type Task, type TaskOutcome } from '../model/task';
import {
	isListed,
	type ListedKind,
	type Reach,
	type TaskFilter,
	type TaskKind,
	type TaskList,
} from '../model/taskKind';
import { settled } from '../util/async';

/* Lists of tasks, page by page. */

/** Longest time for one request, in milliseconds, even if the service asks for a longer wait before it. */
export const MAX_QUESTION_MS = 60_000;

/** Which tasks of a list are wanted. */
interface WantedTasks {
	/**
	 * How far back the list is read: to a time, or to an age, whichever is further. To its end where this is not set.
	 */
	reach?: Reach;
	/** What the service itself is asked for; all tasks if not set. */
	filter?: TaskFilter;
}

/**
 * Reads a list of tasks page by page, as far back as the wanted tasks reach. The service does not promise an order,
 * so the list is read to its end unless the times so far show that it runs from the newest task to the oldest. Pages
 * are given whole, so the last one may have tasks that are older than the wanted ones.
 *
 * @returns the pages, each with the tasks that no page before had, and with how many pages follow at least
 * @throws ServiceError when a page cannot be read; CancelledError when the execution is stopped
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	{ reach, filter }: WantedTasks = {},
): AsyncGenerator<{ records: Task[]; pagesLeft: number }> {
	const readPage = async (number: number) =>
		await list(client.with({ withinMs: MAX_QUESTION_MS }), number, filter);
	// NaN until the service has told the time of a task, which it may not do for all of them.
	let first = NaN;
	let last = NaN;
	/** Whether no time so far is later than the one before it. */
	let isFalling = true;
	for await (const page of eachPage(readPage, ({ taskId }) => taskId)) {
		for (const time of compact(page.records.map(createdAt))) {
			if (Number.isNaN(first)) first = time;
			if (time > last) isFalling = false;
			last = time;
		}
		yield page;
		const isFarEnough = reach !== undefined && isFalling && isReadPast(first, last, reach);
		if (isFarEnough) return;
	}
}

/**
 * Whether what follows in a list that runs from the newest to the oldest is older than all wanted tasks.
 *
 * @param first the first time of creation in the list, in Unix seconds of the service's clock
 * @param last the last one so far. As long as it is the same, the times show no order yet
 * @param reach the oldest known time of a wanted task, and the highest age of those whose time is not known. Where one
 *   of the two is undefined, the other decides alone
 */
function isReadPast(first: number, last: number, { createdAfter, ageSeconds }: Reach): boolean {
	const isNewestFirst = last < first;
	if (!isNewestFirst) return false;
	const isPastTime = createdAfter === undefined || last < createdAfter;
	// The age is counted back from the newest time in the list, which is the first, because the clock of n8n may
	// differ from the service's. A task that is ten minutes old was created at most ten minutes before the newest.
	const isPastAge = ageSeconds === undefined || last < first - ageSeconds;
	return isPastTime && isPastAge;
}

/** Most pages that are read for a sample, because the user waits for it and the service has no filter. */
const MAX_SAMPLE_PAGES = 5;

/**
 * A finished task of each kind that the service lists, as a sample for building a workflow. A kind whose first pages
 * have none, or whose list cannot be read, is left out.
 *
 * @param kinds from which the samples are wanted; those that the service does not list are passed over
 * @param outcome how the samples have ended
 * @returns at most one task of each kind, in the order of the kinds
 * @throws the first error of a list, such as a ServiceError, when there is no sample at all and a list could not be
 *   read
 */
export async function sampleTasks(
	client: ServiceClient,
	kinds: TaskKind[],
	outcome: TaskOutcome,
): Promise<Task[]> {
	const { values, errors } = await settled(
		kinds.filter(isListed).map(async (kind) => await sampleOf(client, kind, outcome)),
	);
	// Of a kind without a sample, the value is undefined.
	const samples = compact(values);
	const [firstError] = errors;
	if (samples.length === 0 && firstError) throw firstError;
	return samples;
}

/**
 * The first task of a list that has ended as wanted; undefined where the first pages have none.
 *
 * @throws ServiceError when a page cannot be read; CancelledError when the execution is stopped
 */
async function sampleOf(
	client: ServiceClient,
	{ list }: ListedKind,
	outcome: TaskOutcome,
): Promise<Task | undefined> {
	let pagesRead = 0;
	for await (const { records } of pagesBackTo(client, list)) {
		const sample = records.find((task) => isFinal(task) && hasOutcome(task, outcome));
		if (sample) return sample;
		pagesRead++;
		if (pagesRead === MAX_SAMPLE_PAGES) break;
	}
	return undefined;
}
