import chunk from 'lodash/chunk';
import sampleSize from 'lodash/sampleSize';
import shuffle from 'lodash/shuffle';

import type { ServiceClient } from '../service/client';
import { Code } from '../service/codes';
import { ServiceError } from '../service/failure';
import { explain } from '../service/messages';
import { eachPage, type Page, PAGE_SIZE, type Unreadable } from '../service/pages';
import { mayPass } from '../service/retry';
import { asError } from '../util/async';
import {
	createdAt,
	type Task,
	type TaskDetail,
	type TaskFilter,
	type TaskKind,
	type TaskList,
	unreadTask,
} from './task';

/** Asks for one task. */
type Detail = (id: string) => Promise<Task>;

/** Asks for many tasks at once. */
type Query = (ids: string[]) => Promise<Page<Task>>;

/** Detail requests under way at once. */
const PARALLEL_DETAILS = 5;

/** Tasks that a query for many does not show and that are asked for one by one, in one status check. */
const MOST_MISSING = 5;

/** Codes with which the service may answer a query for an id that it does not know (service.md 7). */
const NO_SUCH_TASK = new Set<number>([Code.BadRequest, Code.FieldRefused]);

/**
 * Refused queries that are repeated in halves, in one status check: enough to find any IDs at fault among the tasks of one
 * query, and a bound where the service refuses all.
 */
const MOST_HALVED = 50;

/** Longest reason that is passed on. */
const LONGEST_REASON = 500;

/** Why the status of a task could not be read, in words for the user. */
export function reasonOf({ failure }: ServiceError): string {
	const { title, description } = explain(failure);
	return `${title}. ${description}`.slice(0, LONGEST_REASON);
}

/** What a look-up finds out about tasks of one kind. A task that cannot be read takes nothing from the others. */
class Findings {
	private readonly found = new Map<string, Task>();

	/** Why the status of a task could not be read. */
	private readonly reasons = new Map<string, string>();

	/** Tasks that the service did not answer for. */
	private readonly failed = new Set<string>();

	/** Tasks that the service denies to have. */
	private readonly denied = new Set<string>();

	/** What is wrong with a record without a readable id, which may be that of any task. */
	private nameless?: string;

	private failure?: ServiceError;

	/** Refused queries that were repeated in halves. */
	private halved = 0;

	/**
	 * @param kind value of `taskKind`
	 * @param ids tasks that are looked up
	 */
	constructor(
		private readonly kind: string,
		private readonly ids: readonly string[],
	) {}

	/** Tasks that are not found so far. */
	get open(): string[] {
		return this.ids.filter((id) => !this.found.has(id));
	}

	/** Tasks of which not even an unreadable record is found so far. */
	get missing(): string[] {
		return this.open.filter((id) => !this.reasons.has(id));
	}

	/** Takes from a page what it says of the tasks. */
	read({ records, unreadable = [] }: Pick<Page<Task>, 'records' | 'unreadable'>): void {
		const asked = new Set(this.ids);
		for (const task of records) if (asked.has(task.taskId)) this.found.set(task.taskId, task);
		for (const { id, problem } of unreadable) {
			const reason = `The record of the task could not be read: ${problem}`;
			if (id !== undefined) this.reasons.set(id, reason);
			else this.nameless ??= `The service returned a record that could not be read: ${problem}`;
		}
	}

	/**
	 * Notes why tasks could not be read.
	 *
	 * @throws the error, when waiting cannot change it
	 */
	fail(ids: readonly string[], error: unknown): void {
		if (!(error instanceof ServiceError && mayPass(error.failure))) throw asError(error);
		this.note(ids, error);
	}

	/**
	 * Asks for tasks with one query. The service may refuse it over a single id that it does not know: then each half is
	 * asked for, down to the ids at fault, for which the detail decides.
	 *
	 * @throws ServiceError when waiting cannot change it
	 */
	async askTogether(ids: string[], query: Query, detail: Detail): Promise<void> {
		try {
			this.read(await query(ids));
		} catch (error) {
			if (!isDenial(error)) {
				this.fail(ids, error);
			} else if (this.halved >= MOST_HALVED) {
				this.note(ids, error);
			} else {
				this.halved++;
				for (const half of chunk(ids, Math.ceil(ids.length / 2))) {
					if (half.length > 1) await this.askTogether(half, query, detail);
					else await this.askEach(half, detail);
				}
			}
		}
	}

	/**
	 * Asks for tasks one by one, several at once. When all of those fail, the rest is not asked for: the service
	 * does not answer now. In any order, so that a few that always fail do not keep the same ones from being asked.
	 *
	 * @throws ServiceError when waiting cannot change it
	 */
	async askEach(ids: readonly string[], detail: Detail): Promise<void> {
		const groups = chunk(ids.length > PARALLEL_DETAILS ? shuffle(ids) : ids, PARALLEL_DETAILS);
		for (const [index, group] of groups.entries()) {
			const errors = await Promise.all(group.map(async (id) => await this.ask(id, detail)));
			const [error] = errors;
			if (!errors.every(Boolean)) continue;
			this.fail(groups.slice(index + 1).flat(), error);
			return;
		}
	}

	/**
	 * Asks for some of the tasks that a query for many did not show. They hardly exist, so whatever is said about
	 * them takes nothing from what was found.
	 */
	async askForMissing(detail: Detail): Promise<void> {
		const askable = this.open.filter((id) => !this.failed.has(id) && !this.denied.has(id));
		const some = sampleSize(askable, MOST_MISSING);
		try {
			await this.askEach(some, detail);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			this.note(some, error);
		}
	}

	/**
	 * @returns the tasks that were found, and those whose status could not be read, by id
	 * @throws ServiceError when the service answered for none
	 */
	result(): Map<string, Task> {
		const unread = this.open.flatMap((id): Task[] => {
			const reason = this.reasons.get(id) ?? (this.denied.has(id) ? undefined : this.nameless);
			return reason === undefined ? [] : [unreadTask(this.kind, id, reason)];
		});
		if (this.failure && unread.length === this.ids.length) throw this.failure;
		return new Map([...this.found, ...unread.map((task): [string, Task] => [task.taskId, task])]);
	}

	private async ask(id: string, detail: Detail): Promise<unknown> {
		try {
			this.found.set(id, { ...(await detail(id)), taskId: id });
			return undefined;
		} catch (error) {
			if (isDenial(error)) {
				this.denied.add(id);
				return undefined;
			}
			this.fail([id], error);
			return error;
		}
	}

	private note(ids: readonly string[], error: ServiceError): void {
		this.failure ??= error;
		for (const id of ids) {
			this.failed.add(id);
			this.reasons.set(id, reasonOf(error));
		}
	}
}

/** Whether the service may have refused a query over an id that it does not know. */
function isDenial(error: unknown): error is ServiceError {
	return error instanceof ServiceError && NO_SUCH_TASK.has(error.failure.code ?? 0);
}

/** A kind of task that the service can list. */
interface Listed {
	/** Value of `taskKind`. */
	name: string;
	list: TaskList;
	/** Asks for one task; used where that takes no more requests than the pages that are left. */
	detail?: Detail;
}

/**
 * Finds tasks with one scan of the list, which ends as soon as all are found. Those that the list does not show
 * are asked for separately, where that is possible.
 */
export async function lookUpInList(
	client: ServiceClient,
	{ name, list, detail }: Listed,
	ids: string[],
): Promise<Map<string, Task>> {
	if (detail && ids.length === 1) return await lookUpEach(name, ids, detail);
	const findings = new Findings(name, ids);
	const read = async (number: number) => await list(client, number);
	try {
		for await (const { records, unreadable, pagesLeft } of eachPage(read, idOf)) {
			findings.read({ records, unreadable });
			if (findings.missing.length === 0) break;
			if (detail && findings.missing.length <= pagesLeft) {
				await findings.askEach(findings.missing, detail);
				return findings.result();
			}
		}
	} catch (error) {
		findings.fail(findings.missing, error);
		return findings.result();
	}
	if (detail) await findings.askForMissing(detail);
	return findings.result();
}

/**
 * Asks for each task separately.
 *
 * @param kind value of `taskKind`
 * @returns the tasks that the service knows, by id
 */
export async function lookUpEach(
	kind: string,
	ids: string[],
	detail: Detail,
): Promise<Map<string, Task>> {
	const findings = new Findings(kind, ids);
	await findings.askEach(ids, detail);
	return findings.result();
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
export function lookUpWith({ name, list, detail, listsByIds }: Source): TaskKind['lookUp'] {
	return async (client, ids) => {
		const ask = detail && (async (id: string) => await detail(client, id));
		if (!list) return ask ? await lookUpEach(name, ids, ask) : new Map();
		if (!listsByIds || !ask) return await lookUpInList(client, { name, list, detail: ask }, ids);
		const findings = new Findings(name, ids);
		const query = async (some: string[]) => await list(client, 1, { ids: some });
		// In any order, so that those over which the service refuses a query do not always come first.
		for (const some of shuffle(chunk(ids, PAGE_SIZE))) {
			await findings.askTogether(some, query, ask);
		}
		await findings.askForMissing(ask);
		return findings.result();
	};
}

/**
 * Reads a list of tasks page by page, as far back as needed. The service does not promise an order, so a list that does
 * not run from the newest to the oldest is read to its end.
 *
 * @param oldest up to which time tasks are of interest, in Unix seconds, once the time of the newest is known
 */
export async function* pagesBackTo(
	client: ServiceClient,
	list: TaskList,
	oldest: (newest: number) => number,
	filter?: TaskFilter,
): AsyncGenerator<{ records: Task[]; unreadable: Unreadable[] }> {
	let newest = 0;
	let last = Infinity;
	let falling = true;
	const read = async (number: number) => await list(client, number, filter);
	for await (const { records, unreadable } of eachPage(read, idOf)) {
		for (const task of records) {
			const created = createdAt(task) ?? last;
			falling &&= created <= last;
			newest = Math.max(newest, created === Infinity ? 0 : created);
			last = created;
		}
		yield { records, unreadable };
		if (falling && last < oldest(newest)) return;
	}
}

/**
 * Lists tasks, each once, in the order of the service. A task of which the service does not say when it was created
 * may be from any time, and is not left out.
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

function idOf({ taskId }: Task): string {
	return taskId;
}
