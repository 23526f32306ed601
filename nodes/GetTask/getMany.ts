import { sortBy } from 'lodash';
import { DateTime } from 'luxon';
import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { taskOptions } from '../shared/fields/completion';
import { chosenOption, optionValue } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import { isEmpty } from '../shared/fields/values';
import { type LookUpItem, lookUpPerItem, returnAllProperties } from '../shared/output/items';
import type { NodeOperation } from '../shared/output/options';
import { toolDescription } from '../shared/output/output';
import type { ServiceClient } from '../shared/api/client';
import { aiCreation } from '../shared/tasks/aiCreation';
import { kinds, listedKindOptions } from '../shared/tasks/kinds';
import { pagesBackTo } from '../shared/tasks/lookUp';
import { createdAt, type Task, taskJson } from '../shared/model/task';
import type { TaskFilter, TaskKind, TaskList } from '../shared/model/taskKind';
import { ServiceError } from '../shared/api/serviceError';
import { asError } from '../shared/util/async';
import { errorText, PackError } from '../shared/util/errors';
import { getTaskMessages } from './messages';
import { alphabetical, formatValue, onlyEntry, plainText, unixSeconds } from '../shared/util/text';

/** Tasks whose creation time is not known cannot be told apart by it. */
const IN_DOUBT = 'Tasks whose creation time the service does not report are always included.';

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description: `Only tasks created at this time or later, in the time zone of the workflow. If empty, tasks of any age. ${IN_DOUBT}`,
};

const createdBefore: INodeProperties = {
	displayName: 'Created Before',
	name: 'createdBefore',
	type: 'dateTime',
	default: '',
	description: `Only tasks created earlier than this time, in the time zone of the workflow. If empty, up to the newest task. ${IN_DOUBT}`,
};

/**
 * @param zone time zone of the workflow, for times that name none
 * @returns Unix seconds; undefined for no time
 * @throws Error that names the field, when it is no time
 */
function secondsOf({ displayName }: INodeProperties, given: unknown, zone: string) {
	if (isEmpty(given) && !Array.isArray(given)) return undefined;
	const seconds = timeOf(onlyEntry(given), zone);
	if (Number.isFinite(seconds)) return seconds;
	throw new PackError(getTaskMessages.noTime(displayName, formatValue(given)));
}

/** The field gives a text; an expression may give a time of any form. NaN for what is none. */
function timeOf(given: unknown, zone: string): number {
	if (DateTime.isDateTime(given) || given instanceof Date) return Number(given) / 1000;
	const text = plainText(given);
	if (/^\d{9,}(\.\d+)?$/.test(text)) return unixSeconds(Number(text));
	// As an hour of today, it would not be what was meant.
	if (/^\d{1,2}$/.test(text)) return NaN;
	const time = DateTime.fromISO(text, { zone });
	return (time.isValid ? time : DateTime.fromSQL(text, { zone })).toSeconds();
}

const ALL_KINDS = 'all';

const listKind: INodeProperties = {
	displayName: 'Task Kind',
	name: 'listKind',
	type: 'options',
	options: [
		...listedKindOptions,
		{
			name: 'All Kinds',
			value: ALL_KINDS,
			description: 'All kinds that can be listed, the newest task first',
		},
	].sort(alphabetical('name')),
	default: ALL_KINDS,
	description:
		'What to list. Custom persons and translations cannot be listed: look them up by ID, with the operation Get.',
};

const onlySuccessfulFilter: INodeProperties = {
	displayName: 'Only Successful',
	name: 'onlySuccessful',
	type: 'boolean',
	default: true,
	description: 'Whether to leave out tasks that are in progress or have failed',
};

const typeFilter: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	displayOptions: { show: { '/listKind': [aiCreation.name] } },
	options: [
		{ name: 'Image', value: 3 },
		{ name: 'Video', value: 4 },
	],
	default: 3,
	description: 'What the task creates',
};

const properties: INodeProperties[] = [
	toolDescription(
		'Lists earlier tasks with their taskId, state and, once succeeded, the URLs of their files in outputUrls. Use it if the taskId is not known, for example after a call that may have created a task. Costs no credits.',
	),
	listKind,
	...returnAllProperties,
	collectionOf('Filter', [createdAfter, createdBefore, onlySuccessfulFilter, typeFilter]),
	collectionOf('Option', [taskOptions.simple]),
];

/** Lists the tasks of the application, of one kind or of all (service.md 4.2, 4.4, 4.7, 4.8). */
export const getAll: NodeOperation = {
	name: 'Get Many',
	action: 'Get many tasks',
	description: 'List the tasks of your application',
	properties: updateDisplayOptions({ show: { operation: ['getAll'] } }, properties),
	async execute(context) {
		const items = await lookUpPerItem(context, async ({ client, read, limit }) => {
			const { listed, wanted } = readWanted(read, context.getTimezone());
			const tasks = await listAll(client, listed, wanted, limit);
			// One kind in the order of the service, several kinds from the newest to the oldest.
			const inOrder =
				listed.length === 1 ? tasks : sortBy(tasks, (task) => -(createdAt(task) ?? 0));
			return inOrder.slice(0, limit).map((task) => taskJson(task, false));
		});
		return [items];
	},
};

/** A kind of task that the service can list. */
type ListedKind = TaskKind & { list: TaskList };

/** Which tasks are wanted; times in Unix seconds. */
interface Wanted {
	after: number;
	before: number;
	filter: TaskFilter;
}

/**
 * Lists the tasks of several kinds. A kind that cannot be listed takes nothing from the others: a warning says why.
 *
 * @throws ServiceError when none can be listed
 */
async function listAll(
	client: ServiceClient,
	listed: readonly ListedKind[],
	wanted: Wanted,
	limit: number,
): Promise<Task[]> {
	const tasks: Task[] = [];
	const failures: ServiceError[] = [];
	for (const { list, label } of listed) {
		try {
			tasks.push(...(await listTasks(client, list, wanted, limit)));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			failures.push(error);
			if (failures.length === listed.length) throw failures[0] ?? error;
			client.warn(getTaskMessages.kindNotListed(label, errorText(error)));
		}
	}
	return tasks;
}

/**
 * Reads a list, each task once, until there are enough: those that may be wanted. No list of the
 * service filters by time.
 */
async function listTasks(
	client: ServiceClient,
	list: TaskList,
	{ after, before, filter }: Wanted,
	limit: number,
): Promise<Task[]> {
	const found: Task[] = [];
	for await (const { records } of pagesBackTo(client, list, () => after, filter)) {
		for (const task of records) {
			const created = createdAt(task) ?? after;
			const isWanted = !filter.onlySuccessful || task.state === 'succeeded';
			if (isWanted && created >= after && created < before) found.push(task);
		}
		if (found.length >= limit) break;
	}
	return found;
}

/** @throws PackError that names the field with an impossible value */
function readWanted(
	read: LookUpItem['read'],
	zone: string,
): { listed: ListedKind[]; wanted: Wanted } {
	const filter = ({ name }: INodeProperties) => read(`filters.${name}`);
	const after = secondsOf(createdAfter, filter(createdAfter), zone) ?? -Infinity;
	const before = secondsOf(createdBefore, filter(createdBefore), zone) ?? Infinity;
	if (before <= after) {
		throw new PackError(getTaskMessages.timesSwapped);
	}
	const name = chosenOption(listKind, read(listKind.name));
	const chosen = name === ALL_KINDS ? Object.values(kinds) : [kinds[name]];
	const listed = chosen.filter((kind): kind is ListedKind => kind?.list !== undefined);
	const onlySuccessful = optionValue<boolean>(onlySuccessfulFilter, filter(onlySuccessfulFilter));
	// Of several kinds, only one has a type.
	const type = listed.length > 1 ? undefined : optionValue<number>(typeFilter, filter(typeFilter));
	const wanted = { after, before, filter: { onlySuccessful: onlySuccessful ?? false, type } };
	return { listed, wanted };
}
