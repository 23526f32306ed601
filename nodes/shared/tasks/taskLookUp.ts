import { chunk, sampleSize, shuffle } from 'lodash';

import type { ServiceClient } from '../api/client';
import { isNoSuchId, keepsWaiting } from '../api/failure';
import { PAGE_SIZE } from '../api/pages';
import { asServiceError, type ServiceError } from '../api/serviceError';
import type { Task } from '../model/task';
import type { Answers, Reach, TaskList } from '../model/taskKind';
import { mapConcurrent } from '../util/async';
import { MAX_QUESTION_MS, pagesBackTo } from './listing';

/*
 * Asks about tasks of one kind, by the list or one by one: whichever takes fewer requests.
 */

/** Detail requests under way at once. */
const PARALLEL_DETAILS = 5;

/** Tasks that a query for many does not show and that are then asked for one by one. */
const MAX_MISSING = 5;

/** How tasks of a kind are asked for. */
export interface TaskSource {
	/** What lists the tasks, where the service has a list of them. */
	list?: TaskList;
	/** Whether the list can be asked for tasks by their IDs. */
	listsByIds?: boolean;
	/** Reads one task, where the service has a path for it. */
	detail?: (client: ServiceClient, id: string) => Promise<Task>;
}

/**
 * One look-up of tasks of one kind, with as few requests as the service allows. A task that cannot
 * be read takes nothing from the others.
 */
export class LookUp implements Answers {
	readonly tasks = new Map<string, Task>();
	readonly refusals = new Map<string, ServiceError>();
	failure?: ServiceError;

	constructor(
		private readonly client: ServiceClient,
		private readonly source: TaskSource,
		private readonly ids: readonly string[],
	) {}

	async run(reach?: Reach): Promise<Answers> {
		const { list, listsByIds, detail } = this.source;
		const isAlone = !listsByIds && detail && this.ids.length === 1;
		try {
			if (!list || isAlone) await this.askEach(this.ids);
			else {
				await (listsByIds ? this.askTogether(list) : this.search(list, reach));
				// What a query for many does not show hardly exists.
				await this.askEach(sampleSize(this.missing, MAX_MISSING));
			}
		} catch (error) {
			this.failure = asServiceError(error);
		}
		return this;
	}

	/** Tasks of which nothing is known so far. */
	private get missing(): string[] {
		return this.ids.filter((id) => !this.tasks.has(id) && !this.refusals.has(id));
	}

	/**
	 * Searches the list, as far back as the tasks can be, until all are found. Where fewer tasks than
	 * pages are left, they are asked for one by one.
	 */
	private async search(list: TaskList, reach?: Reach): Promise<void> {
		const oldest = (newest: number) => oldestOf(reach, newest);
		for await (const { records, pagesLeft } of pagesBackTo(this.client, list, { oldest })) {
			this.take(records);
			const { missing } = this;
			if (missing.length === 0) return;
			if (this.source.detail && missing.length <= pagesLeft) return await this.askEach(missing);
		}
	}

	/**
	 * Asks for as many tasks with one query as the service allows, in any order, so that those over
	 * which a query is refused do not always come first. The first refused one is asked one by one,
	 * and no other: the service may refuse all.
	 */
	private async askTogether(list: TaskList): Promise<void> {
		let hasAskedEach = false;
		for (const ids of shuffle(chunk(this.ids, PAGE_SIZE))) {
			try {
				const { records } = await list(this.client.with({ withinMs: MAX_QUESTION_MS }), 1, { ids });
				this.take(records);
			} catch (thrown) {
				const error = asServiceError(thrown);
				if (!isNoSuchId(error.failure)) throw error;
				if (hasAskedEach) this.failure = error;
				else await this.askEach(ids);
				hasAskedEach = true;
			}
		}
	}

	/**
	 * Asks for tasks one by one, several at once, until so many in a row fail that the service does
	 * not answer now. In any order, so that a few that always fail do not always stop the same ones.
	 */
	private async askEach(ids: readonly string[]): Promise<void> {
		const { detail } = this.source;
		if (!detail) return;
		let failed = 0;
		const ask = async (id: string) => {
			if (this.failure) return;
			try {
				this.tasks.set(id, await detail(this.client.with({ withinMs: MAX_QUESTION_MS }), id));
				failed = 0;
			} catch (thrown) {
				const error = asServiceError(thrown);
				this.refusals.set(id, error);
				failed = isNoSuchId(error.failure) ? 0 : failed + 1;
				// Several that were deleted may be asked for first.
				const most = keepsWaiting(error.failure) ? PARALLEL_DETAILS : 2 * PARALLEL_DETAILS;
				if (failed >= most) this.failure = error;
			}
		};
		await mapConcurrent(shuffle(ids), ask, { concurrency: PARALLEL_DETAILS });
	}

	/** Takes from a page what it says of the tasks. */
	private take(records: readonly Task[]): void {
		const asked = new Set(this.ids);
		for (const task of records) if (asked.has(task.taskId)) this.tasks.set(task.taskId, task);
	}
}

/** What is added to the age of a task, in seconds: the service writes whole seconds. */
const MARGIN_SECONDS = 10;

/**
 * Up to which time a list has to be searched, in Unix seconds of the service's clock. The newest task of the list is no younger
 * than the service's clock says, so a task of a certain age is no further behind it than that.
 */
function oldestOf(reach: Reach | undefined, newest: number): number {
	if (!reach) return -Infinity;
	return Math.min(reach.createdAfter, newest - reach.age - MARGIN_SECONDS);
}
