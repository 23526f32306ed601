import type { Input, ServiceClient } from '../api/client';
import { type EndpointName, endpoints, intervalMs } from '../api/endpoints';
import { type Page, PAGE_SIZE, readPage } from '../api/pages';
import { maybeWithId, type Schema, withId } from '../api/schemas';
import type { Task } from '../model/task';
import type { CallbackForm, TaskFilter, TaskKind, TaskList } from '../model/taskKind';
import { LookUp, type Source } from './taskLookUp';

/*
 * Makes a kind of task of what its file declares: how the service reports it, and by which endpoints.
 */

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
	kind: Omit<
		TaskKind,
		'detailPath' | 'list' | 'lookUp' | 'callback' | 'isOnlyReported' | 'shortestIntervalMs'
	>,
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
		shortestIntervalMs: Math.max(
			...[listedBy, readBy].map((name) => (name ? intervalMs(name) : 0)),
		),
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
