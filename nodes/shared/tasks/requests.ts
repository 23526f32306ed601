import type { Input, ServiceClient } from '../service/client';
import type { OperationName } from '../service/endpoints';
import { PAGE_SIZE, readPage } from '../service/pages';
import { taskId, withId } from '../service/schemas';
import type { z } from 'zod';
import type { Task, TaskDetail, TaskFilter, TaskList } from './task';

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** How the service reports one kind of task, whose record it has in lists and details alike. */
interface Reports<T extends object> {
	operation: OperationName;
	record: Schema<T>;
	/** Field of a record that holds its ID; also that of a detail's query. */
	idField: keyof T & string;
	/** Brings a record into the common form. */
	taskOf(record: T): Task;
}

interface ListReports<T extends object> extends Reports<T> {
	/** Query and body for a page, from 1, as the specification names them. */
	inputOf(number: number, filter: TaskFilter): Input;
	/** The answer may be the list itself (service.md 4.4). */
	bare?: boolean;
}

/** What reads one page of tasks of a kind. */
export function taskList<T extends object>({
	operation,
	inputOf,
	taskOf,
	...shape
}: ListReports<T>): TaskList {
	return async (client, number, filter = {}) => {
		const page = await readPage(client, operation, inputOf(number, filter), {
			...shape,
			number,
			size: PAGE_SIZE,
		});
		return { ...page, records: page.records.map(taskOf) };
	};
}

/** What reads one task of a kind. */
export function taskDetail<T extends object>({
	operation,
	record,
	idField,
	taskOf,
}: Reports<T>): TaskDetail {
	return async (client, id) =>
		taskOf(await client.call(operation, { query: { [idField]: id } }, withId(record, idField, id)));
}

/**
 * Submits a task; the body is exactly as the specification names its fields.
 *
 * @returns ID of the task
 * @throws ServiceError when there is none; `mayHaveCreated` says whether there may be a task all the same
 */
export async function submitTask(
	client: ServiceClient,
	operation: OperationName,
	body: object,
): Promise<string> {
	return await client.call(operation, { body }, taskId);
}
