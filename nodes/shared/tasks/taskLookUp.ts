import { chunk, sampleSize, shuffle } from 'lodash';

import type { ServiceClient } from '../api/client';
import { holdsNoRecord, keepsWaiting, mayMeanNoSuchId } from '../api/failure';
import { PAGE_SIZE } from '../api/pages';
import { asServiceError, type ServiceError } from '../api/serviceError';
import type { Task } from '../model/task';
import type { Answers, AskedKind, Reach, TaskList } from '../model/taskKind';
import { mapConcurrent } from '../util/async';
import { MAX_QUESTION_MS, pagesBackTo } from './listing';

/*
 * Asks about tasks of one kind, in their list or one by one: whichever takes fewer requests.
 */

/** Requests for one task each that are under way at once. */
const PARALLEL_DETAILS = 5;

/** Most tasks that are asked about one by one after a question for many has not shown them. */
const MAX_MISSING = 5;

/** How tasks of a kind are asked about. */
export interface TaskSource {
	/** Reads a page of tasks, where the service has a list of them. */
	list?: TaskList;
	/** Whether the list can be asked for tasks by their IDs; false if not set. */
	listsByIds?: boolean;
	/** Reads one task, where the service has a path for it; throws a ServiceError where the service does not show it. */
	detail?: (client: ServiceClient, id: string) => Promise<Task>;
}

/**
 * Makes the function that asks about tasks of one kind, with as few requests as the service allows. What fails is in
 * its answers, and is not thrown, so that the other tasks are read. But of tasks that are asked about one by one, the
 * rest is not asked about after several failures in a row. It throws a CancelledError when the execution is stopped.
 */
export function lookUpIn(source: TaskSource): AskedKind['lookUp'] {
	return async (client, ids, reach) => {
		const lookUp = new TaskLookUp(client, source, ids, reach);
		await lookUp.run();
		return lookUp.answers;
	};
}

/** One look-up, while its answers come in. */
class TaskLookUp {
	readonly answers: Answers = { tasks: new Map(), errorById: new Map() };

	constructor(
		private readonly client: ServiceClient,
		private readonly source: TaskSource,
		private readonly ids: readonly string[],
		/** How far back they can be in the list; to its end where that is not known. */
		private readonly reach?: Reach,
	) {}

	/**
	 * Asks in whichever way takes fewer requests. A failure of the service is noted in the answers.
	 *
	 * @throws what is no error of the service, such as CancelledError when the execution is stopped
	 */
	async run(): Promise<void> {
		const { ids } = this;
		const { list, listsByIds, detail } = this.source;
		// A single task takes one request when it is asked about alone, and as many as there are pages in a list, unless
		// the list can be asked for its ID.
		const isBetterAlone = detail !== undefined && ids.length === 1 && !listsByIds;
		try {
			if (!list || isBetterAlone) {
				await this.askEach(ids);
				return;
			}
			if (listsByIds) await this.askTogether(list);
			else await this.search(list);
			// What a question for many does not show hardly exists, so only a few are asked about again.
			await this.askEach(sampleSize(this.missingIds(), MAX_MISSING));
		} catch (error) {
			// This throws again what is no error of the service, such as a stopped execution.
			this.answers.commonError = asServiceError(error);
		}
	}

	/**
	 * The IDs of the tasks that were not shown so far, without those of which a question about the task alone has
	 * failed.
	 */
	private missingIds(): string[] {
		const { tasks, errorById } = this.answers;
		return this.ids.filter((id) => !tasks.has(id) && !errorById.has(id));
	}

	/**
	 * Searches the list, as far back as the tasks can be, until all are found. As soon as the missing tasks are no more
	 * than the pages that are left, they are asked about one by one instead, which takes no more requests. That is only
	 * done where the service can be asked about one task.
	 *
	 * @throws ServiceError when a page cannot be read; CancelledError when the execution is stopped
	 */
	private async search(list: TaskList): Promise<void> {
		const reach = withMargin(this.reach);
		for await (const { records, pagesLeft } of pagesBackTo(this.client, list, { reach })) {
			this.addWanted(records);
			const missing = this.missingIds();
			if (missing.length === 0) return;
			const canAskEach = this.source.detail !== undefined;
			const isOneByOneShorter = missing.length <= pagesLeft;
			if (canAskEach && isOneByOneShorter) {
				await this.askEach(missing);
				return;
			}
		}
	}

	/**
	 * Asks about tasks with as few requests as the service allows, each for one page of IDs. The service refuses a
	 * whole request because of one wrong ID, so the tasks of the first refused request are asked about one by one.
	 * Those of a further refused request are not, because the service may refuse everything: its refusal is noted as
	 * the common error. The requests that remain are sent all the same. The order is random, so that it is not always
	 * the same request that is refused first.
	 */
	private async askTogether(list: TaskList): Promise<void> {
		const groups = shuffle(chunk(this.ids, PAGE_SIZE));
		let isFirstRefusal = true;
		for (const ids of groups) {
			const refusal = await this.askInOneRequest(list, ids);
			if (!refusal) continue;
			if (isFirstRefusal) await this.askEach(ids);
			else this.answers.commonError = refusal;
			isFirstRefusal = false;
		}
	}

	/**
	 * Asks about tasks with one request.
	 *
	 * @returns how the service has refused it, which may be because of one of the IDs; undefined where it has answered
	 * @throws ServiceError when it fails in another way
	 */
	private async askInOneRequest(list: TaskList, ids: string[]): Promise<ServiceError | undefined> {
		try {
			const client = this.client.with({ withinMs: MAX_QUESTION_MS });
			const { records } = await list(client, 1, { ids });
			this.addWanted(records);
			return undefined;
		} catch (thrown) {
			const error = asServiceError(thrown);
			if (!mayMeanNoSuchId(error.failure)) throw error;
			return error;
		}
	}

	/**
	 * Asks about tasks one by one, several at once, until so many in a row fail that the service evidently does not
	 * answer now. The order is random, so that a few tasks that always fail do not always keep the same ones from being
	 * asked about. Nothing is asked where the service cannot be asked about one task alone, nor after a common error.
	 *
	 * @throws what is no error of the service, such as CancelledError when the execution is stopped
	 */
	private async askEach(ids: readonly string[]): Promise<void> {
		const { detail } = this.source;
		if (!detail) return;
		const { answers } = this;
		let failedInARow = 0;
		const askOne = async (id: string) => {
			// Other questions have failed, so that the service evidently does not answer now.
			if (answers.commonError) return;
			try {
				const task = await detail(this.client.with({ withinMs: MAX_QUESTION_MS }), id);
				answers.tasks.set(id, task);
				failedInARow = 0;
			} catch (thrown) {
				const error = asServiceError(thrown);
				answers.errorById.set(id, error);
				// "No such task" is an answer, too: the service works.
				const isAnswer = mayMeanNoSuchId(error.failure) || holdsNoRecord(error.failure);
				failedInARow = isAnswer ? 0 : failedInARow + 1;
				if (failedInARow >= failuresToGiveUp(error)) answers.commonError = error;
			}
		};
		await mapConcurrent(shuffle(ids), askOne, { concurrency: PARALLEL_DETAILS });
	}

	/** Adds those tasks of a page to the answers that were asked for; a page may show others, too. */
	private addWanted(records: readonly Task[]): void {
		const wanted = new Set(this.ids);
		for (const task of records) {
			if (wanted.has(task.taskId)) this.answers.tasks.set(task.taskId, task);
		}
	}
}

/**
 * After how many failures in a row no further task is asked about: five, which is one for each request under way at
 * once. Ten where the last failure does not pass by waiting, because it may only be about a deleted task.
 */
function failuresToGiveUp({ failure: last }: ServiceError): number {
	return keepsWaiting(last) ? PARALLEL_DETAILS : 2 * PARALLEL_DETAILS;
}

/** What is added to the age of a task, in seconds, because the service rounds its times to seconds. */
const MARGIN_SECONDS = 10;

/**
 * How far back a list is read, with the margin for the age. A time needs none, because it is one of the service's own.
 * A reach without an age stays as it is; so does undefined, which means the whole list.
 */
function withMargin(reach: Reach | undefined): Reach | undefined {
	if (reach?.ageSeconds === undefined) return reach;
	return { ...reach, ageSeconds: reach.ageSeconds + MARGIN_SECONDS };
}
