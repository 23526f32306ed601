import type { Input, ServiceClient } from '../api/client';
import { type EndpointName, endpoints, intervalMs } from '../api/endpoints';
import { type Page, PAGE_SIZE, readPage } from '../api/pages';
import type { PathField } from '../api/paths';
import { maybeWithId, type Schema, withId } from '../api/schemas';
import type { Task } from '../model/task';
import type { CallbackForm, TaskFilter, TaskKind } from '../model/taskKind';
import { LookUp, type TaskSource } from './taskLookUp';

/*
 * Makes a kind of task of what its file declares: how a record of the service becomes a task, and by which endpoints the service
 * is asked about such tasks. There are three ways to ask, and one function for each: in a list, at a path that the credential
 * holds, or not at all.
 */

/** What a file of a kind says of it besides its questions. */
type OwnFacts = Pick<
	TaskKind,
	'name' | 'label' | 'description' | 'states' | 'usualType' | 'pauseMinutes' | 'waitMinutes'
>;

/** How the service reports one kind of task, in lists, details and callbacks alike. */
interface KindRecord<T extends Pick<Task, 'raw'>> {
	record: Schema<T>;
	/** Field of a record that holds its ID; also that of a detail's query. */
	idField: keyof T & string;
	taskOf(record: T): Omit<Task, 'taskKind' | 'raw'>;
	/** Whether a record in a callback is of this kind, where the service calls back. */
	isCallback?: CallbackForm['isOf'];
}

/** How a list of the service is asked, where it differs from the others. */
interface ListForm {
	/** Query and body for a page, from 1, as the specification names them. */
	inputOf?(number: number, filter: TaskFilter): Input;
	/** The answer may be the list itself (service.md 4.4). */
	bare?: boolean;
}

/** The endpoints that answer about tasks of a listed kind. */
interface ListQuestions extends ListForm {
	listedBy: EndpointName;
	/** Whether the list can be asked for tasks by their IDs. */
	listsByIds?: boolean;
	/** What reads one task, where the service has that too. */
	readBy?: EndpointName;
}

/** A kind whose tasks the service lists. */
export function listedKind<T extends Pick<Task, 'raw'>>(
	facts: OwnFacts,
	reported: KindRecord<T>,
	{ listedBy, readBy, listsByIds = false, ...form }: ListQuestions,
) {
	const common = commonOf(facts, reported);
	const list = listReader(listedBy, common.schema, form);
	const detail = readBy && detailReader(facts, reported, { readBy, recordWith: withId });
	const shortestIntervalMs = Math.max(intervalMs(listedBy), readBy ? intervalMs(readBy) : 0);
	const lookUp = lookUpIn({ list, listsByIds, detail });
	return { ...common, asked: 'inList' as const, list, lookUp, shortestIntervalMs };
}

/**
 * A kind whose tasks are read one by one, at a path that the credential holds.
 *
 * @param mayLackId whether a record, whose form is not published, may lack its ID
 */
export function kindAtPath<T extends Pick<Task, 'raw'>>(
	facts: OwnFacts,
	reported: KindRecord<T>,
	{ readBy, mayLackId = false }: { readBy: EntryByPath; mayLackId?: boolean },
) {
	const recordWith = mayLackId ? maybeWithId : withId;
	const detail = detailReader(facts, reported, { readBy, recordWith });
	// Of an endpoint without a published path, this field is always set.
	const detailPath = endpoints[readBy].credentialField as PathField;
	const shortestIntervalMs = intervalMs(readBy);
	const lookUp = lookUpIn({ detail });
	const common = commonOf(facts, reported);
	return { ...common, asked: 'atPath' as const, detailPath, lookUp, shortestIntervalMs };
}

/** The endpoints of details whose path the credential holds. */
type EntryByPath = 'getPerson' | 'getVideo';

/** A kind that the service only reports by callback; a look-up shows nothing of it. */
export function reportedKind<T extends Pick<Task, 'raw'>>(
	facts: OwnFacts,
	reported: KindRecord<T>,
) {
	return { ...commonOf(facts, reported), asked: 'never' as const, lookUp: lookUpIn({}) };
}

/** What is made alike for every kind. */
function commonOf<T extends Pick<Task, 'raw'>>(facts: OwnFacts, reported: KindRecord<T>) {
	const { record, isCallback } = reported;
	const schema = record.transform(taskReader(facts, reported));
	const callback: CallbackForm | undefined = isCallback && { isOf: isCallback, record: schema };
	return { ...facts, schema, callback };
}

/** Makes what turns a record into a task of a kind. */
function taskReader<T extends Pick<Task, 'raw'>>({ name }: OwnFacts, { taskOf }: KindRecord<T>) {
	return (record: T): Task => ({ ...taskOf(record), taskKind: name, raw: record.raw });
}

/** Makes what reads one task by its ID. */
function detailReader<T extends Pick<Task, 'raw'>>(
	facts: OwnFacts,
	reported: KindRecord<T>,
	{ readBy, recordWith }: { readBy: EndpointName; recordWith: typeof withId },
): TaskSource['detail'] {
	const { record, idField } = reported;
	const asTask = taskReader(facts, reported);
	return async (client, id) => {
		const ownRecord = recordWith(record, idField, id).transform(asTask);
		return await client.call(readBy, { query: { [idField]: id } }, ownRecord);
	};
}

/** Makes what looks up tasks by their IDs. */
function lookUpIn(source: TaskSource): TaskKind['lookUp'] {
	return async (client, ids, reach) => await new LookUp(client, source, ids).run(reach);
}

/** Makes what reads a page, from 1, of a list. */
export function listReader<T>(
	listedBy: EndpointName,
	record: Schema<T>,
	{ inputOf = pageInput, bare }: ListForm = {},
) {
	return async (client: ServiceClient, number: number, filter: TaskFilter = {}): Promise<Page<T>> =>
		await readPage(client, listedBy, { input: inputOf(number, filter), record, bare, number });
}

function pageInput(page: number): Input {
	return { body: { page, page_size: PAGE_SIZE } };
}
