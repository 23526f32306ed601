import { compact } from 'lodash';

import type { Input } from '../api/call';
import type { ServiceClient } from '../api/client';
import { type EndpointName, endpoints, intervalMs } from '../api/endpoints';
import { type Page, PAGE_SIZE, readPage } from '../api/pages';
import type { PathField } from '../api/paths';
import { type Schema, withId } from '../api/schemas';
import type { Task } from '../model/task';
import type { CallbackForm, TaskFilter, TaskKind } from '../model/taskKind';
import { lookUpIn, type TaskSource } from './taskLookUp';

/*
 * Makes a kind of task of what its file declares: how a record of the service becomes a task, and by which endpoints
 * the service is asked about such tasks. There are three ways to ask, and one function for each: in a list, at a
 * path that the credential holds, or not at all.
 */

/** What a file says of its kind besides the records and the questions. */
type KindProperties = Pick<
	TaskKind,
	'name' | 'label' | 'description' | 'usualType' | 'pauseMinutes' | 'waitMinutes'
>;

/** What every record has once it is read: in `raw`, the record as it came. */
type AnyRecord = Pick<Task, 'raw'>;

/** How the service reports one kind of task, in lists, details and callbacks alike. */
interface ReportForm<T extends AnyRecord> {
	/** Reads a record. */
	record: Schema<T>;
	/** Field of a record that holds its ID; also the name of the ID in the question about one task. */
	idField: keyof T & string;
	/** What a record says of its task. */
	taskOf(record: T): Omit<Task, 'taskKind' | 'raw'>;
	/** Whether a record in a callback is of this kind, where the service calls back. */
	isCallback?: CallbackForm['isOf'];
}

/** How a list of the service is asked, where it differs from the others. */
interface ListForm {
	/** Query and body for a page, from 1, as the specification names them. */
	inputOf?(number: number, filter: TaskFilter): Input;
	/** Whether the answer is the list itself, without a total (service.md 4.4); false if not set. */
	bare?: boolean;
}

/** The endpoints that answer about tasks of a listed kind. */
interface ListQuestions extends ListForm {
	listedBy: EndpointName;
	/** Whether the list can be asked for tasks by their IDs; false if not set. */
	listsByIds?: boolean;
	/** What reads one task, where the service has that too. */
	readBy?: EndpointName;
}

/**
 * Makes a kind whose tasks the service lists.
 *
 * @param form how the service reports its tasks
 * @param questions by which endpoints, and how, the service is asked about them
 */
export function listedKind<T extends AnyRecord>(
	properties: KindProperties,
	form: ReportForm<T>,
	questions: ListQuestions,
) {
	const { listedBy, readBy, listsByIds } = questions;
	const kind = withRecordReaders(properties, form);
	const list = listReader(listedBy, kind.schema, questions);
	const detail = readBy && detailReader(properties, form, readBy);
	// Both may be asked in one check, so the one that needs the longer time between two requests says how often.
	const endpointsAsked = compact([listedBy, readBy]);
	return {
		...kind,
		asked: 'inList' as const,
		list,
		lookUp: lookUpIn({ list, listsByIds, detail }),
		shortestIntervalMs: Math.max(...endpointsAsked.map(intervalMs)),
	};
}

/** The endpoints that read one task at a path that the credential holds. */
type EndpointByPath = 'getPerson' | 'getVideo';

/**
 * Makes a kind whose tasks are read one by one, at a path that the credential holds.
 *
 * @param form how the service reports its tasks
 * @param readBy the endpoint that reads one task
 */
export function kindAtPath<T extends AnyRecord>(
	properties: KindProperties,
	form: ReportForm<T>,
	readBy: EndpointByPath,
) {
	const detail = detailReader(properties, form, readBy);
	return {
		...withRecordReaders(properties, form),
		asked: 'atPath' as const,
		// All these endpoints have this field, because their paths are not published.
		detailPath: endpoints[readBy].credentialField as PathField,
		lookUp: lookUpIn({ detail }),
		shortestIntervalMs: intervalMs(readBy),
	};
}

/** Makes a kind that the service only reports by callback. It cannot be asked about: a look-up gives no answers. */
export function reportedKind<T extends AnyRecord>(properties: KindProperties, form: ReportForm<T>) {
	return {
		...withRecordReaders(properties, form),
		asked: 'nowhere' as const,
		lookUp: lookUpIn({}),
	};
}

/**
 * The properties of a kind, with what reads its records: `schema` turns a record into a task, and `callback` also tells
 * whether a callback reports this kind. `callback` is undefined for a kind of which the service sends no callbacks.
 */
function withRecordReaders<T extends AnyRecord>(properties: KindProperties, form: ReportForm<T>) {
	const { record, isCallback } = form;
	const schema = record.transform(taskMaker(properties, form));
	const callback = isCallback && { isOf: isCallback, taskSchema: schema };
	return { ...properties, schema, callback };
}

/** Makes the function that turns a record into a task of a kind. The task keeps the record as it came, in `raw`. */
function taskMaker<T extends AnyRecord>({ name }: KindProperties, { taskOf }: ReportForm<T>) {
	return (record: T): Task => ({ ...taskOf(record), taskKind: name, raw: record.raw });
}

/**
 * Makes the function that reads one task by its ID. It throws a ServiceError where the service does not show the
 * task, or shows one with another ID.
 */
function detailReader<T extends AnyRecord>(
	properties: KindProperties,
	form: ReportForm<T>,
	readBy: EndpointName,
): TaskSource['detail'] {
	const { record, idField } = form;
	const toTask = taskMaker(properties, form);
	return async (client, id) => {
		const schema = withId(record, idField, id).transform(toTask);
		return await client.call(readBy, { query: { [idField]: id } }, schema);
	};
}

/**
 * Makes the function that reads a page of a list, by its number from 1. It throws a ServiceError where the page
 * cannot be read.
 *
 * @param record reads one record of the list
 * @param form how the list is asked, where it differs from the others
 */
export function listReader<T>(listedBy: EndpointName, record: Schema<T>, form: ListForm = {}) {
	const { inputOf = inputOfPage, bare } = form;
	return async (client: ServiceClient, page: number, filter: TaskFilter = {}): Promise<Page<T>> => {
		const input = inputOf(page, filter);
		return await readPage(client, listedBy, { input, record, bare, number: page });
	};
}

/** The body with which most lists are asked for a page. They know no filter. */
function inputOfPage(page: number): Input {
	return { body: { page, page_size: PAGE_SIZE } };
}
