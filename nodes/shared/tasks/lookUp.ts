import chunk from 'lodash/chunk';
import sampleSize from 'lodash/sampleSize';
import shuffle from 'lodash/shuffle';

import type { Input, ServiceClient } from '../service/client';
import { Code } from '../service/codes';
import { type OperationName, operations } from '../service/endpoints';
import { type Failure, ServiceError } from '../service/failure';
import { explain } from '../service/messages';
import { eachPage, type Page, PAGE_SIZE, readPage } from '../service/pages';
import { keepsWaiting } from '../service/retry';
import type { Schema } from '../service/schemas';
import { withId } from '../service/transport';
import { asError } from '../util/async';
import {
	createdAt,
	type FoundTasks,
	hasOutcome,
	isFinal,
	type LookUpOptions,
	type Outcome,
	type Task,
	type TaskDetail,
	type TaskFilter,
	type TaskKind,
	type TaskList,
	unreadTask,
} from './task';

/** How the service reports one kind of task, in its list and its detail alike. */
interface Reports<T extends object> {
	record: Schema<T>;
	/** Field of a record that holds its ID; also that of a detail's query. */
	idField: keyof T & string;
	/** Brings a record into the common form. */
	taskOf(record: T): Task;
	listedBy: OperationName;
	/** Query and body for a page, from 1, as the specification names them. */
	inputOf?(number: number, filter: TaskFilter): Input;
	/** The answer may be the list itself (service.md 4.4). */
	bare?: boolean;
	/** Whether the list can be asked for tasks by their IDs. */
	listsByIds?: boolean;
	/** What reads one task, where its path is published. */
	readBy?: OperationName;
}

/** A kind of task that the service lists. */
export function listedKind<T extends object>(
	kind: Omit<TaskKind, 'list' | 'lookUp'>,
	{ record, idField, taskOf, listedBy, inputOf = pageInput, bare, ...reports }: Reports<T>,
): TaskKind {
	const { listsByIds, readBy } = reports;
	const list: TaskList = async (client, number, filter = {}) => {
		const shape = { record, bare, number };
		const page = await readPage(client, listedBy, inputOf(number, filter), shape);
		return { ...page, records: page.records.map(taskOf) };
	};
	const detail: TaskDetail | undefined =
		readBy &&
		(async (client, id) =>
			taskOf(await client.call(readBy, { query: { [idField]: id } }, withId(record, idField, id))));
	return { ...kind, list, lookUp: lookUpWith({ name: kind.name, list, listsByIds, detail }) };
}

/** Reads a page, from 1, of a list that takes nothing else. */
export function listOf<T>(listedBy: OperationName, record: Schema<T>) {
	return async (client: ServiceClient, number: number): Promise<Page<T>> =>
		await readPage(client, listedBy, pageInput(number), { record, number });
}

function pageInput(page: number): Input {
	return { body: { page, page_size: PAGE_SIZE } };
}

const idOf = ({ taskId }: Task) => taskId;

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order:
 * a list that does not run from the newest to the oldest is read to its end.
 *
 * @param oldest up to which time tasks are of interest, by the time of the newest, in Unix seconds
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	oldest: (newest: number) => number,
	filter?: TaskFilter,
): AsyncGenerator<{ records: Task[]; pagesLeft: number }> {
	let newest = 0;
	let last = Infinity;
	let falling = true;
	const read = async (number: number) => await list(client.within(MAX_QUESTION_MS), number, filter);
	for await (const page of eachPage(read, idOf)) {
		for (const task of page.records) {
			const created = createdAt(task) ?? last;
			falling &&= created <= last;
			newest = Math.max(newest, created === Infinity ? 0 : created);
			last = created;
		}
		yield page;
		if (falling && last < oldest(newest)) return;
	}
}

/**
 * Lists tasks, each once, in the order of the service, with those whose creation time is not known.
 *
 * @param limit most tasks; Infinity for all
 */
export async function listTasks(
	client: ServiceClient,
	list: TaskList,
	filter: TaskFilter,
	limit: number,
): Promise<Task[]> {
	const { onlySuccessful, createdAfter = -Infinity, createdBefore = Infinity } = filter;
	const fits = (task: Task): boolean => {
		const created = createdAt(task);
		if (created !== undefined && (created < createdAfter || created >= createdBefore)) return false;
		return !onlySuccessful || task.state === 'succeeded';
	};
	const found: Task[] = [];
	for await (const { records } of pagesBackTo(client, list, () => createdAfter, filter)) {
		found.push(...records.filter(fits));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}

/** Longest time for one request, in milliseconds, whatever wait the service asks for. */
const MAX_QUESTION_MS = 60_000;

/** The user waits for a sample, and the service has no filter. */
const MAX_SAMPLE_PAGES = 5;

/** The first finished task of each kind in the service's list, as a sample for building a workflow. */
export async function sampleTasks(
	client: ServiceClient,
	kinds: TaskKind[],
	outcome: Outcome,
): Promise<Task[]> {
	const sampleOf = async ({ list }: TaskKind): Promise<Task[]> => {
		if (!list) return [];
		let pages = 0;
		for await (const { records } of pagesBackTo(client, list, () => -Infinity)) {
			const task = records.find((one) => isFinal(one) && hasOutcome(one, outcome));
			if (task) return [task];
			if (++pages >= MAX_SAMPLE_PAGES) break;
		}
		return [];
	};
	return (await Promise.all(kinds.map(sampleOf))).flat();
}

/** Detail requests under way at once. */
const PARALLEL_DETAILS = 5;

/** Tasks that a query for many does not show and that are then asked for one by one. */
const MAX_MISSING = 5;

/** Codes that may answer a query for an ID that the service does not know (service.md 7). */
const NO_SUCH_TASK = new Set<number>([Code.BadRequest, Code.FieldRefused]);

const MAX_REASON_LENGTH = 500;

/** Why the status of a task could not be read, in words for the user. */
export function reasonOf({ failure }: ServiceError): string {
	const { title, description } = explain(failure);
	return `${title}. ${description}`.slice(0, MAX_REASON_LENGTH);
}

/** How tasks of a kind are asked for. */
interface Source {
	/** Value of `taskKind`. */
	name: string;
	list?: TaskList;
	detail?: TaskDetail;
	/** Whether the list can be asked for tasks by their IDs. */
	listsByIds?: boolean;
}

/** Looks up tasks of a kind with as few requests as the service allows. */
export function lookUpWith(source: Source): TaskKind['lookUp'] {
	return async (client, ids, options = {}) => {
		const lookUp = new LookUp(client, source, ids, options);
		if (!source.list || (!source.listsByIds && source.detail && ids.length === 1)) {
			await lookUp.askEach(ids);
		} else if (source.listsByIds) {
			// In any order, so that those over which a query is refused do not always come first.
			for (const some of shuffle(chunk(ids, PAGE_SIZE)))
				await lookUp.askTogether(some, source.list);
			await lookUp.askForMissing();
		} else {
			await lookUp.search(source.list);
		}
		return lookUp.result();
	};
}

/** One look-up of tasks of one kind. A task that cannot be read takes nothing from the others. */
class LookUp {
	private readonly found = new Map<string, Task>();

	/** How the request for a task failed; `own` was for it alone. */
	private readonly errors = new Map<string, { error: ServiceError; own: boolean }>();

	/** A page was answered, so that the address is right. */
	private hasPage = false;

	/** What failed queries for many have taken: together no more than one, in milliseconds. */
	private lostMs = 0;

	/** A refused query was repeated one by one, which is done once: the service may refuse all. */
	private hasAskedEach = false;

	constructor(
		private readonly client: ServiceClient,
		private readonly source: Source,
		private readonly ids: readonly string[],
		private readonly options: LookUpOptions,
	) {}

	/** Tasks of which nothing is known so far. */
	private get missing(): string[] {
		return this.ids.filter((id) => !this.found.has(id) && !this.errors.has(id));
	}

	/**
	 * Searches the list, as far back as the tasks can be, until all are found. Where fewer tasks than
	 * pages are left, they are asked for one by one.
	 */
	async search(list: TaskList): Promise<void> {
		const oldest = () => this.options.createdAfter ?? -Infinity;
		const { detail } = this.source;
		try {
			for await (const page of pagesBackTo(this.client, list, oldest)) {
				this.read(page);
				if (this.missing.length === 0) break;
				if (detail && this.missing.length <= page.pagesLeft) {
					await this.askEach(this.missing);
					return;
				}
			}
		} catch (error) {
			this.fail(this.missing, error);
			return;
		}
		await this.askForMissing();
	}

	/** Asks for tasks with one query; where the service refuses it over an ID, one by one. */
	async askTogether(ids: string[], list: TaskList): Promise<void> {
		const some = ids.filter((id) => !this.errors.has(id));
		if (some.length === 0) return;
		const began = Date.now();
		try {
			this.read(await list(this.client.within(MAX_QUESTION_MS - this.lostMs), 1, { ids: some }));
		} catch (error) {
			this.lostMs += Date.now() - began;
			if (isNoSuchTask(error) && !this.hasAskedEach) {
				this.hasAskedEach = true;
				await this.askEach(some);
				return;
			}
			// A refusal for good would be the answer to the other queries too.
			const isLasting = error instanceof ServiceError && !keepsWaiting(error.failure);
			const isEnd = this.lostMs >= MAX_QUESTION_MS || (isLasting && !isNoSuchTask(error));
			this.fail(isEnd ? this.missing : some, error);
		}
	}

	/**
	 * Asks for tasks one by one, several at once, until all of those fail: the service does not
	 * answer now. In any order, so that a few that always fail do not always stop the same ones.
	 */
	async askEach(ids: readonly string[]): Promise<void> {
		const { detail } = this.source;
		if (!detail) return;
		const ask = async (id: string): Promise<unknown> => {
			try {
				const task = await detail(this.client.within(MAX_QUESTION_MS), id);
				this.found.set(id, { ...task, taskId: id });
				return undefined;
			} catch (error) {
				this.fail([id], error, true);
				return isNoSuchTask(error) ? undefined : error;
			}
		};
		const groups = chunk(ids.length > PARALLEL_DETAILS ? shuffle(ids) : ids, PARALLEL_DETAILS);
		let answered = 0;
		for (const [index, group] of groups.entries()) {
			const errors = await Promise.all(group.map(ask));
			const [error] = errors;
			if (!errors.every(Boolean)) answered = index + 1;
			// Several that were deleted may be asked for first.
			const mayBeDeleted = error instanceof ServiceError && isRefusedByHttp(error);
			if (index < answered + (mayBeDeleted ? 1 : 0)) continue;
			this.fail(groups.slice(index + 1).flat(), error);
			return;
		}
	}

	/** Asks for some of the tasks that a query for many did not show: they hardly exist. */
	async askForMissing(): Promise<void> {
		await this.askEach(sampleSize(this.missing, MAX_MISSING));
	}

	/**
	 * @returns the tasks that the service knows; those whose status could not be read are unread
	 * @throws ServiceError when the service answered for none
	 */
	result(): FoundTasks {
		const isRightAddress = this.options.hasAnswered === true || this.found.size > 0;
		const denials = new Map<string, Failure>();
		const failures: ServiceError[] = [];
		const unread: Task[] = [];
		for (const id of this.ids.filter((one) => !this.found.has(one))) {
			const { error, own = false } = this.errors.get(id) ?? {};
			if (error && own && denies(error, isRightAddress)) {
				// Not of a wrong path, by which others were answered.
				denials.set(id, { ...error.failure, cause: 'refused' });
				continue;
			}
			if (!error) continue;
			failures.push(isAtWrongPath(error) ? wrongPath(error) : error);
			unread.push(unreadTask(this.source.name, id, reasonOf(error)));
		}
		const answered = isRightAddress || this.hasPage || denials.size > 0;
		const lasting = failures.find(({ failure }) => !keepsWaiting(failure));
		if (lasting && !answered) throw lasting;
		if (failures[0] && unread.length === this.ids.length) throw lasting ?? failures[0];
		const tasks = new Map([
			...this.found,
			...unread.map((task): [string, Task] => [task.taskId, task]),
		]);
		return Object.assign(tasks, { denials });
	}

	/** Takes from a page what it says of the tasks. */
	private read({ records }: Pick<Page<Task>, 'records'>): void {
		this.hasPage = true;
		const asked = new Set(this.ids);
		for (const task of records) if (asked.has(task.taskId)) this.found.set(task.taskId, task);
	}

	private fail(ids: readonly string[], error: unknown, own = false): void {
		if (!(error instanceof ServiceError)) throw asError(error);
		for (const id of ids) this.errors.set(id, { error, own });
	}
}

/** Whether the service may have refused a query over an ID that it does not know. */
function isNoSuchTask(error: unknown): boolean {
	return error instanceof ServiceError && NO_SUCH_TASK.has(error.failure.code ?? 0);
}

/**
 * Whether an answer denies that there is a task. At an address that has answered about others, a
 * refusal by HTTP concerns the one task, such as one that was deleted.
 */
function denies(error: ServiceError, isRightAddress: boolean): boolean {
	if (isNoSuchTask(error)) return isRightAddress || !isAtWrongPath(error);
	return isRightAddress && isRefusedByHttp(error) && error.failure.code !== Code.TokenRefused;
}

/** Whether an HTTP status refuses a request for good. */
function isRefusedByHttp({ failure }: ServiceError): boolean {
	const { httpStatus = 0 } = failure;
	return httpStatus >= 400 && httpStatus < 500 && !keepsWaiting(failure);
}

/** Whether an answer may come of a wrong path that the user has entered. */
function isAtWrongPath({ failure: { operation, httpStatus } }: ServiceError): boolean {
	return httpStatus === 404 && typeof operations[operation].path !== 'string';
}

/** The failure with the cause that names the path. */
function wrongPath({ failure }: ServiceError): ServiceError {
	return new ServiceError({ ...failure, cause: 'notTheService' });
}
