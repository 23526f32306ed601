import { chunk, sampleSize, shuffle } from 'lodash';

import type { Input, ServiceClient } from '../api/client';
import { maybeWithId, type Schema, withId } from '../api/schemas';
import { type EndpointName, endpoints } from '../api/endpoints';
import { isNoSuchId, keepsWaiting } from '../api/failure';
import { eachPage, type Page, PAGE_SIZE, readPage } from '../api/pages';
import { ServiceError } from '../api/serviceError';
import { asError, mapConcurrent } from '../util/async';
import { createdAt, hasOutcome, isFinal, type Outcome, type Task } from '../model/task';
import type {
	Answers,
	CallbackForm,
	Reach,
	TaskFilter,
	TaskKind,
	TaskList,
} from '../model/taskKind';

/** How the service reports one kind of task, in its list and its detail alike. */
interface Reports<T extends Pick<Task, 'raw'>> {
	record: Schema<T>;
	/** Field of a record that holds its ID; also that of a detail's query. */
	idField: keyof T & string;
	taskOf(record: T): Omit<Task, 'taskKind' | 'raw'>;
	/** What lists the tasks, where the service has a list of them. */
	listedBy?: EndpointName;
	/** Query and body for a page, from 1, as the specification names them. */
	inputOf?(number: number, filter: TaskFilter): Input;
	/** The answer may be the list itself (service.md 4.4). */
	bare?: boolean;
	/** Whether the list can be asked for tasks by their IDs. */
	listsByIds?: boolean;
	/** What reads one task, where it has a path. */
	readBy?: EndpointName;
	/** Whether a detail, whose form is not published, may lack its ID. */
	mayLackId?: boolean;
	/** Whether a record in a callback is of this kind, where the service calls back. */
	isCallback?: CallbackForm['isOf'];
}

/** A kind of task with what is asked about it, and what reads one of its records. */
export function kindOf<T extends Pick<Task, 'raw'>>(
	kind: Omit<TaskKind, 'detailPath' | 'list' | 'lookUp' | 'callback' | 'isOnlyReported'>,
	{ record, idField, listedBy, readBy, listsByIds, isCallback, ...reports }: Reports<T>,
): TaskKind & { schema: Schema<Task> } {
	const taskOf = (one: T): Task => ({ ...reports.taskOf(one), taskKind: kind.name, raw: one.raw });
	const schema = record.transform(taskOf);
	const list: TaskList | undefined = listedBy && listOf(listedBy, schema, reports);
	const detail: Source['detail'] =
		readBy &&
		(async (client, id) => {
			const recordWith = reports.mayLackId ? maybeWithId : withId;
			const own = recordWith(record, idField, id).transform(taskOf);
			return await client.call(readBy, { query: { [idField]: id } }, own);
		});
	const lookUp: TaskKind['lookUp'] = async (client, ids, reach) =>
		await new LookUp(client, { list, listsByIds, detail }, ids).run(reach);
	return {
		...kind,
		schema,
		detailPath: readBy && endpoints[readBy].credentialField,
		isOnlyReported: !listedBy && !readBy,
		callback: isCallback && { isOf: isCallback, record: schema },
		list,
		lookUp,
	};
}

/** Makes what reads a page, from 1, of a list. */
export function listOf<T>(
	listedBy: EndpointName,
	record: Schema<T>,
	{ inputOf = pageInput, bare }: Pick<Reports<never>, 'inputOf' | 'bare'> = {},
) {
	return async (client: ServiceClient, number: number, filter: TaskFilter = {}): Promise<Page<T>> =>
		await readPage(client, listedBy, inputOf(number, filter), { record, bare, number });
}

function pageInput(page: number): Input {
	return { body: { page, page_size: PAGE_SIZE } };
}

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

/** Longest time for one request, in milliseconds, whatever wait the service asks for. */
const MAX_QUESTION_MS = 60_000;

/** The user waits for a sample, and the service has no filter. */
const MAX_SAMPLE_PAGES = 5;

/** The first finished task of each kind in the service's list, as a sample for building a workflow. */
export async function sampleTasks(client: ServiceClient, kinds: TaskKind[], outcome: Outcome) {
	const sampleOf = async ({ list }: TaskKind): Promise<Task[]> => {
		if (!list) return [];
		let pages = 0;
		for await (const { records } of pagesBackTo(client, list)) {
			const task = records.find((one) => isFinal(one) && hasOutcome(one, outcome));
			if (task) return [task];
			if (++pages >= MAX_SAMPLE_PAGES) break;
		}
		return [];
	};
	const samples = kinds.map(sampleOf);
	const settled = await Promise.allSettled(samples);
	const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
	return found.length > 0 ? found : (await Promise.all(samples)).flat();
}

/** Detail requests under way at once. */
const PARALLEL_DETAILS = 5;

/** Tasks that a query for many does not show and that are then asked for one by one. */
const MAX_MISSING = 5;

/** How tasks of a kind are asked for. */
interface Source extends Pick<Reports<Task>, 'listsByIds'> {
	list?: TaskList;
	detail?(client: ServiceClient, id: string): Promise<Task>;
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
		private readonly source: Source,
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
		for await (const { records, pagesLeft } of pagesBackTo(this.client, list, oldest)) {
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

function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw asError(error);
}
