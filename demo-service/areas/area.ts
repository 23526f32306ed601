import { z } from 'zod';

import { type Endpoint, endpoint, pageOf, demand, type RateLimit, text } from '../server/endpoint';
import { type Task, type TaskKind, type TaskRecord, TaskStore } from '../server/tasks';
import type { World } from '../server/world';
import type { ResultFile } from '../storage/downloads';

/** One part of the specification. */
export interface Area {
	endpoints: Endpoint[];
}

type Find = TaskStore['recordOf'];

export const TEN_A_MINUTE: RateLimit[] = [{ count: 10, perMs: 60_000 }];

/** The codes of most endpoints. */
export const CODES = [0, 400, 10400, 40000, 40001, 50000];

interface Detail {
	/** Below /open/v1/. */
	path: string;
	/** Name of the id in the query. */
	key?: string;
	codes?: readonly number[];
	limits?: RateLimit[];
}

/** A detail endpoint: GET with the id in the query. @throws Refusal when nothing has this id */
export function detailEndpoint(
	{ path, key = 'id', codes = CODES, limits }: Detail,
	find: Find,
): Endpoint {
	return endpoint({
		method: 'GET',
		path,
		codes,
		limits,
		input: z.strictObject({ [key]: text }),
		handle(input: Record<string, string>, { token, entry }) {
			const id = input[key] ?? '';
			entry.id = id;
			const record = find(token, id);
			demand(record !== undefined, `${key}: nothing found under ${id}`);
			return record;
		},
	});
}

/** The same where the path is not documented (service.md 4.10): as the tests choose it, or no endpoint. */
export function hiddenDetail(path: string | undefined, find: Find): Endpoint[] {
	return path === undefined ? [] : [detailEndpoint({ path }, find)];
}

/** What a list is asked for: page and size, and no more. */
const paging = z.strictObject({
	page: z.number().int().min(1).default(1),
	page_size: z.number().int().min(1).max(100).default(10),
});

/** A list endpoint: POST with a page of all that an application may see, each as its record. */
export function listEndpoint<T>(
	{ path, codes = CODES, limits }: Omit<Detail, 'key'>,
	all: (token: string) => T[],
	record: (one: T) => TaskRecord,
	answer: (page: ReturnType<typeof pageOf<TaskRecord>>) => object = (page) => page,
): Endpoint {
	return endpoint({
		method: 'POST',
		path,
		codes,
		limits,
		input: paging,
		handle({ page, page_size }, { token }) {
			const { list, page_info } = pageOf(all(token), page, page_size);
			return answer({ list: list.map(record), page_info });
		},
	});
}

/** A list whose path is not documented either (service.md 4.10), asked for like that of videos. */
export function hiddenList(
	path: string | undefined,
	recordsOf: (token: string) => TaskRecord[],
): Endpoint[] {
	return path === undefined ? [] : [listEndpoint({ path }, recordsOf, (record) => record)];
}

interface Submit<Body, Input> extends TaskKind<Input>, Pick<Endpoint<Body>, 'input' | 'charset'> {
	codes?: readonly number[];
	/** Ten a minute by default. */
	limits?: RateLimit[];
	/** What is kept of a body. @throws Refusal of what its schema cannot judge */
	accept(body: Body, token: string, tasks: TaskStore<Input>): Input;
	/** Body of the callback, where that is not the record alone. */
	callback?(record: TaskRecord): unknown;
}

/** The tasks of one kind, and the endpoint that accepts them: answers with the id of the task, and sees to the callback. */
export function submittedTasks<Body, Input extends object>(
	world: World,
	{
		accept,
		callback = (record) => record,
		codes = CODES,
		limits = TEN_A_MINUTE,
		...kind
	}: Submit<Body, Input>,
) {
	const tasks = new TaskStore<Input>(world, kind);
	tasks.announce = async (task) => {
		const url = 'callback' in task.input ? task.input.callback : undefined;
		if (typeof url !== 'string') return;
		await world.callbacks.created({
			endpoint: kind.endpoint,
			taskId: task.id,
			url,
			endsInMs: () => tasks.endsInMs(task),
			body: () => callback(kind.record(task, tasks.progress(task))),
		});
	};
	const create = endpoint<Body>({
		...kind,
		method: 'POST',
		path: kind.endpoint,
		codes,
		limits,
		async handle(body, { token, entry }) {
			const task = tasks.create(token, accept(body, token, tasks));
			entry.id = task.id;
			await tasks.announce(task);
			return task.id;
		},
	});
	return { tasks, create };
}

/** Publishes the results of a task under a key. @returns their addresses */
export function outputs(
	world: World,
	{ id, fate }: Task,
	key: string,
	file: Pick<ResultFile, 'kind' | 'size'>,
	count = 1,
): string[] {
	return Array.from({ length: fate.results ?? count }, (_none, hue) => {
		const { result: state, bytes } = fate;
		return world.storage.publish(`${key}/${id}-${hue}`, { ...file, hue, state, bytes });
	});
}

/** Status of a success, and of a task that has not ended. */
interface Usual {
	success: string | number;
	during: string | number;
}

/** How a task stands, why it failed (empty unless it has), and what its fate lays over the record at the end. */
export function stateOf({ fate }: Task, progress: number, usual: Usual) {
	const ended = progress >= 1;
	const status = ended ? (fate.outcome ?? usual.success) : usual.during;
	const succeeded = ended && status === usual.success;
	return {
		status,
		succeeded,
		reason: ended && !succeeded ? (fate.errMsg ?? 'the task has failed') : '',
		odd: ended ? (fate.record ?? {}) : {},
	};
}

/** The record of a video (service.md 2.4, 2.5), with `more` that only its kind has; its files stand under `key`. */
export function videoRecord(
	world: World,
	task: Task,
	progress: number,
	{ key, ...usual }: Usual & { key: string },
	more: (publish: Publish, succeeded: boolean) => TaskRecord,
): TaskRecord {
	const { id, createdAt, fate } = task;
	const { status, succeeded, reason, odd } = stateOf(task, progress, usual);
	const publish: Publish = (kind, more) => {
		if (!succeeded || fate.results === 0) return '';
		const bytes = kind === 'mp4' ? fate.bytes : undefined;
		return world.storage.publish(`${key}/${id}`, { kind, state: fate.result, bytes, ...more });
	};
	return {
		id,
		status,
		progress: Math.floor(progress * 100),
		msg: reason,
		create_time: createdAt,
		...more(publish, succeeded),
		...odd,
	};
}

/** Offers a file of a task that has succeeded. @returns its address; empty without one */
type Publish = (kind: ResultFile['kind'], more?: Partial<ResultFile>) => string;
