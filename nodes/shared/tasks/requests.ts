import type { Input, ServiceClient } from '../service/client';
import type { OperationName } from '../service/endpoints';
import { type Page, PAGE_SIZE, readPage } from '../service/pages';
import { type Schema, withId } from '../service/schemas';
import { lookUpWith } from './lookUp';
import type { Task, TaskDetail, TaskFilter, TaskKind, TaskList } from './task';

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
		const shape = { record, idField, bare, number, size: PAGE_SIZE };
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
		await readPage(client, listedBy, pageInput(number), { record, number, size: PAGE_SIZE });
}

function pageInput(page: number): Input {
	return { body: { page, page_size: PAGE_SIZE } };
}
